/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The settings of a match: engines, variants, openings, adjudication, files. Only data; options.h reads it
 * from the command line. */
#ifndef QUINCUNX_MATCH_SETTINGS_H
#define QUINCUNX_MATCH_SETTINGS_H

#include <stdio.h>

#include "../src/util/arguments.h"
#include "../src/variant.h"

enum {
    BOOKS_MAX = 32 /* variants in one match */
};

typedef enum EngineKind { ENGINE_UCI, ENGINE_XBOARD, ENGINE_RANDOM, ENGINE_TAKER, ENGINE_GREEDY } EngineKind;

/* Search limits. Times are in microseconds; 0 means no limit. */
typedef struct Limit {
    bool clock;          /* base time and increment, per `moves` moves or (0) per game */
    unsigned moves;
    int64_t base, increment;
    int64_t move_time;
    uint64_t nodes;
    unsigned depth;
} Limit;

typedef struct NameValue {
    char *name, *value;
    bool warned; /* the engine lacks the option; already warned */
} NameValue;

typedef struct EngineConfig {
    EngineKind kind;
    char *cmd, *name, *dir;
    char **args; /* as for exec: args[0] is cmd, NULL-terminated */
    size_t arg_count;
    NameValue *options;
    size_t option_count;
    Limit limit;
    int64_t margin;  /* tolerated delay of a move, microseconds */
    int64_t grace;   /* time for a late engine to answer "stop", microseconds */
    int64_t timeout; /* longest move without a time limit, microseconds */
    bool restart;    /* a new process for every game */
    bool warned_variant;
} EngineConfig;

/* A variant of the match and its openings. */
typedef struct Book {
    const Variant *variant;
    char **openings; /* FENs; at least one */
    size_t count;
} Book;

typedef struct Match {
    EngineConfig engines[2];
    Book books[BOOKS_MAX]; /* rounds alternate between them */
    size_t book_count;
    const char *opening_file; /* NULL: the start position; %v is replaced by the variant's name */
    bool shuffled;
    uint64_t first_opening; /* the first round's opening, from 0 */
    unsigned random_plies;
    uint64_t rounds; /* per variant */
    unsigned games_per_round; /* 1, or 2 with colours swapped */
    unsigned concurrency;
    bool sprt;
    double elo0, elo1, alpha, beta;
    unsigned resign_count, draw_number, draw_count; /* counts of 0: no adjudication */
    int resign_score, draw_score;
    bool resign_two_sided;
    unsigned max_moves; /* 0: no limit */
    const char *pgn_file, *log_file, *json_file, *event;
    bool pgn_short;
    uint64_t seed;
    Words merge; /* result files to merge instead of playing */
    /* Set up by match.c. */
    FILE *log;
    int64_t start_time;
} Match;

#endif
