/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What the parts of the match runner share: the settings of a match, the result of
 * one game and the sum of all, and the functions of the smaller files.
 * match.c runs the games, match_options.c reads the command line, match_game.c plays
 * one game, match_engine.c speaks UCI and CECP, match_result.c keeps the sum in a
 * JSON file, match_stats.c does the arithmetic.
 */
#ifndef QUINCUNX_MATCH_H
#define QUINCUNX_MATCH_H

#include <stdio.h>

#include "../src/variant.h"
#include "match_stats.h"

enum {
    LIMIT_TEXT_MAX = 160,
    REASON_MAX = 40,       /* a class of endings: "checkmate", "illegal turn" */
    DETAIL_MAX = 400,      /* the ending of one game in words */
    CONDITIONS_MAX = 4096, /* everything that two results must share to be added */
    REASON_KINDS = 64,
    BOOKS_MAX = 32,        /* games that one match can be in */
    VARIANT_NAME_MAX = 32
};

/* ---- Settings ---- */

typedef enum EngineKind { ENGINE_UCI, ENGINE_XBOARD, ENGINE_RANDOM, ENGINE_GREEDY } EngineKind;

/* How long an engine may think. Times in microseconds; what is 0 does not limit. */
typedef struct Limit {
    bool clock;          /* base time and increment, for `moves` turns or (0) the game */
    unsigned moves;
    int64_t base, increment;
    int64_t turn_time;
    uint64_t nodes;
    unsigned depth;
} Limit;

typedef struct NameValue {
    char *name, *value;
    bool warned; /* the engine does not offer it, and we have said so */
} NameValue;

typedef struct EngineConfig {
    EngineKind kind;
    char *cmd, *name, *dir;
    char **args; /* as for exec: args[0] is cmd, NULL-terminated */
    size_t arg_count;
    NameValue *options;
    size_t option_count;
    Limit limit;
    int64_t margin;  /* how late an answer may come, microseconds */
    int64_t timeout; /* the longest turn where no clock limits it, microseconds */
    bool restart;    /* a new process for every game */
    bool warned_variant;
} EngineConfig;

/* A variant that is played, and where its games begin. */
typedef struct Book {
    const Variant *variant;
    char **openings; /* FENs; at least one */
    size_t count;
} Book;

typedef struct Match {
    EngineConfig engines[2];
    Book books[BOOKS_MAX]; /* rounds take them in turn */
    size_t book_count;
    char *opening_file; /* NULL: the start position; %v stands for the variant's name */
    bool shuffled;
    uint64_t first_opening; /* number of the first round's opening, from 0 */
    unsigned random_plies;
    uint64_t rounds; /* of each variant */
    unsigned games_per_round; /* 1, or 2 with colours swapped */
    unsigned concurrency;
    bool sprt;
    double elo0, elo1, alpha, beta;
    unsigned resign_count, draw_number, draw_count; /* counts of 0: no adjudication */
    int resign_score, draw_score;
    bool resign_two_sided;
    unsigned max_moves; /* 0: no limit */
    char *pgn_file, *log_file, *json_file, *event;
    bool pgn_short;
    uint64_t seed;
    char **merge; /* result files to add up, instead of playing */
    size_t merge_count;
    /* Set up by match.c. */
    FILE *log;
    int64_t start_time;
} Match;

/* Reads the command line (and the opening file). Exits after -help; on an error
 * prints it and exits with 2. */
void options_read(Match *match, int argc, char **argv);
/* The limit as text: "40/60+0.5", "st=0.1", "nodes=1000". */
void limit_print(const Limit *limit, char text[LIMIT_TEXT_MAX]);
/* Everything that two results must share to be one match, as one line. */
void options_conditions(const Match *match, char text[CONDITIONS_MAX]);

/* Allocation that ends the program when memory runs out. */
void *match_alloc(void *old, size_t size);
char *match_copy(const char *text);
/* Prints a warning on standard error. Thread-safe. */
void match_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* True for the first caller with this flag, false for all later ones. Thread-safe. */
bool match_once(bool *flag);

/* splitmix64, and a number below n without noticeable bias. */
uint64_t random_next(uint64_t *state);
uint64_t random_below(uint64_t *state, uint64_t n);

/* ---- Results ---- */

/* What an engine's own reports and its clock add up to. */
typedef struct EngineTotals {
    uint64_t turns, depth_turns, depth_sum, nodes;
    double search_seconds; /* as reported, for nodes per second */
    double wall_seconds;
} EngineTotals;

typedef struct GameResult {
    bool aborted;           /* the match was stopped: this game does not count */
    Result result;
    char reason[REASON_MAX];
    bool fault;             /* ended by a crash, an illegal turn or the like, not by chess */
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
/* Writes the sum to a JSON file, replacing it in one step. false with the reason. */
bool tally_write(const Tally *tally, const char *file, ErrorText *error);
/* Reads such a file. false with the reason; *missing (if not NULL) tells that there
 * is no such file. */
bool tally_read(Tally *tally, const char *file, bool *missing, ErrorText *error);
/* Adds another part of the same match. false with the reason. */
bool tally_merge(Tally *tally, const Tally *part, ErrorText *error);
void tally_free(Tally *tally);

#endif
