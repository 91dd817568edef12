/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The result of one game and the sum of all. */
#ifndef QUINCUNX_MATCH_TALLY_H
#define QUINCUNX_MATCH_TALLY_H

#include "match_options.h"
#include "match_stats.h"

enum {
    REASON_MAX = 40,  /* a class of endgames: "checkmate", "illegal move" */
    DETAIL_MAX = 400, /* the endgame of one game in words */
    REASON_KINDS = 64,
    VARIANT_NAME_MAX = 32
};

/* What an engine's own reports and its clock add up to. */
typedef struct EngineTotals {
    uint64_t moves, depth_moves, depth_sum, nodes;
    double search_seconds; /* as reported, for nodes per second */
    double wall_seconds;
} EngineTotals;

typedef struct GameResult {
    bool aborted;           /* the match was stopped: this game does not count */
    Result result;
    char reason[REASON_MAX];
    bool fault;             /* ended by a crash, an illegal move or the like, not by chess */
    char detail[DETAIL_MAX];
    EngineTotals totals[2];
    unsigned plies;
} GameResult;

/* How often games ended so, by the first engine's result: 0 loss, 1 draw, 2 win. */
typedef struct Reason {
    char text[REASON_MAX];
    bool fault;
    uint64_t counts[3];
} Reason;

/* A part of the sum that was played by one run: rounds of each variant. */
typedef struct Shard {
    uint64_t seed, first, rounds;
} Shard;

typedef struct Tally {
    char conditions[CONDITIONS_MAX];
    char names[2][128];
    char variants[BOOKS_MAX][VARIANT_NAME_MAX]; /* rounds are of these in turn */
    size_t variant_count; /* 0: not told, one */
    unsigned games_per_round;
    bool sprt;
    double elo0, elo1, alpha, beta;
    char *scores; /* one character a game, see stats_count; '-' not played */
    size_t games; /* length of scores */
    size_t used;  /* no game from here on has been played */
    Reason reasons[REASON_KINDS];
    size_t reason_count;
    EngineTotals totals[2];
    uint64_t plies;
    Shard *shards;
    size_t shard_count;
} Tally;

/* An empty sum for the match, with room for its games. */
void tally_init(Tally *tally, const Match *match);
/* Counts game number n, in which the first engine had white or not. */
void tally_add(Tally *tally, size_t n, bool first_is_white, const GameResult *result);
/* Wins, losses, draws and pairs so far. */
MatchCounts tally_counts(const Tally *tally);
/* The same of one variant. */
MatchCounts tally_counts_of(const Tally *tally, size_t variant);
/* The log-likelihood ratio of the SPRT so far, and where it decides. */
double tally_llr(const Tally *tally, double *lower, double *upper);
/* Room for so many games, the new ones not played. */
void tally_resize(Tally *tally, size_t games);
/* Adds another part of the same match. false with the reason. */
bool tally_merge(Tally *tally, const Tally *part, ErrorText *error);
void tally_free(Tally *tally);

/* Rounds of each variant that so many games need. */
size_t tally_cycles(const Tally *tally, size_t games);
/* The counts of a way to end; the last place takes whatever finds none of its own. */
Reason *tally_reason(Tally *tally, const char *text, bool fault);

#endif
