/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The result of one game, and the tally of all games. */
#ifndef QUINCUNX_MATCH_TALLY_H
#define QUINCUNX_MATCH_TALLY_H

#include "../src/rules.h"
#include "options.h"
#include "stats.h"

enum {
    REASON_MAX = 40,  /* kind of result: "checkmate", "illegal move" */
    DETAIL_MAX = 400, /* how one game ended, in words */
    REASON_KINDS = 64,
    VARIANT_NAME_MAX = RULES_TEXT_MAX
};

/* Sums of an engine's reports and times. */
typedef struct EngineTotals {
    uint64_t moves, depth_moves, depth_sum, nodes;
    double search_seconds; /* reported, for nodes per second */
    double wall_seconds;
} EngineTotals;

typedef struct GameResult {
    bool aborted;           /* the match was stopped; the game does not count */
    Result result;
    char reason[REASON_MAX];
    bool fault;             /* the game ended by a crash, an illegal move or the like */
    char detail[DETAIL_MAX];
    EngineTotals totals[2];
    unsigned plies;
} GameResult;

/* How often games ended for a reason, by the first engine's result: 0 loss, 1 draw, 2 win. */
typedef struct Reason {
    char text[REASON_MAX];
    bool fault;
    uint64_t counts[3];
} Reason;

/* The part of a tally played by one run: rounds of each variant. */
typedef struct Shard {
    uint64_t seed, first, rounds;
} Shard;

/* The SPRT after each round in the order of the games. */
typedef struct Sequence {
    size_t games; /* games looked at; if it is decided: until then */
    MatchCounts counts;
    bool decided, accepted; /* accepted: elo1 */
} Sequence;

typedef struct Tally {
    char conditions[CONDITIONS_MAX];
    char names[2][128];
    char variants[BOOKS_MAX][VARIANT_NAME_MAX]; /* rounds alternate between these */
    size_t variant_count; /* 0: not recorded, one */
    unsigned games_per_round;
    bool sprt;
    double elo0, elo1, alpha, beta;
    char *scores; /* one character a game, see stats_count; '-' not played */
    size_t games; /* length of scores */
    size_t used;  /* no game from here on was played */
    Reason reasons[REASON_KINDS];
    size_t reason_count;
    EngineTotals totals[2];
    uint64_t plies;
    Shard *shards;
    size_t shard_count;
    Sequence sequence; /* used by tally_decide only */
} Tally;

/* An empty tally for the match, with room for its games. */
void tally_init(Tally *tally, const Match *match);
/* Counts game number n, for which there is room; the first engine had White or not. */
void tally_add(Tally *tally, size_t n, bool first_is_white, const GameResult *result);
/* Wins, losses, draws and pairs so far. */
MatchCounts tally_counts(const Tally *tally);
/* The same for one variant. */
MatchCounts tally_counts_of(const Tally *tally, size_t variant);
/* The log-likelihood ratio of the SPRT so far, and its bounds. */
double tally_llr(const Tally *tally, double *lower, double *upper);
/* Resizes to this many games; new ones are not played. */
void tally_resize(Tally *tally, size_t games);
/* Can the part be merged: the same match, other games? false with the reason. */
bool tally_fits(const Tally *tally, const Tally *part, ErrorText *error);
/* Merges a part that fits. Parts of one seed with adjoining openings become one. */
void tally_merge(Tally *tally, const Tally *part);
/* Applies the SPRT, if there is one, after each round in the order of the games; continues where the last call ended. Returns
 * whether it is decided. */
bool tally_decide(Tally *tally);
void tally_free(Tally *tally);

/* Rounds of each variant needed for this many games. */
size_t tally_cycles(const Tally *tally, size_t games);
/* The counts of a reason; when the table is full, its last entry takes all others. */
Reason *tally_reason(Tally *tally, const char *text, bool fault);

#endif
