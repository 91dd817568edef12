/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Games of the engine against itself from random openings. A game depends on the rules of
 * play, their seed and its number alone: not on the games before it, nor on the machine.
 */
#ifndef QUINCUNX_SELFPLAY_H
#define QUINCUNX_SELFPLAY_H

#include "../src/search/search.h"
#include "blocks.h"
#include "games.h"

/* How games are played. Scores are centipawns. */
typedef struct SelfplayRules {
    uint64_t seed;
    uint64_t nodes;          /* a move, after which no iteration begins */
    unsigned hash;           /* MiB of the table, empty at the beginning of a game */
    unsigned random[2];      /* random moves of an opening, least and most */
    int balance;             /* an opening further from what the start is worth is not played */
    int win_score;           /* a side that far ahead ... */
    unsigned win_plies;      /* ... for so many plies has won */
    int draw_score;          /* a game no further from 0 ... */
    unsigned draw_plies;     /* ... for so many plies is drawn ... */
    unsigned draw_from;      /* ... from this ply on */
    unsigned plies;          /* after which a game is drawn */
    unsigned played_out;     /* percent of the games of which only the rules decide */
    unsigned label_share;    /* one in so many of the positions that the search evaluates is a free label */
    const Net *net;          /* that evaluates, of this game; NULL: the classical evaluation */
} SelfplayRules;

/* What suits a game without a word from anybody. */
SelfplayRules selfplay_rules(const Variant *variant);

/* How playing a game ended. */
typedef enum SelfplayStatus {
    SELFPLAY_DONE,
    SELFPLAY_STOPPED,   /* asked to: there is no game */
    SELFPLAY_NO_OPENING,/* no balanced one was found */
    SELFPLAY_NO_MEMORY
} SelfplayStatus;

typedef struct Selfplay {
    SelfplayRules rules;
    const Variant *variant;
    SearchPool *pool;
    Position *pos;
    GameRecord game;     /* the last one played */
    Score level;         /* what the start position is worth to White */
    BlockWriter *labels; /* where free labels go; NULL: there are none */
    const char *origin;  /* of the games, for game_tag; the caller's */
    bool (*stop)(void);  /* asked after every move */
    /* Since selfplay_init, over all games: */
    uint64_t nodes, searches, rejected; /* openings thrown away */
    uint64_t labelled;                  /* free labels */
    /* The caller leaves these alone. */
    uint64_t random;
    uint64_t evaluated;  /* positions offered as labels in this game */
    uint32_t *seen;      /* labels of this game by their keys' upper halves */
    SearchResult result;
    bool failed;
} Selfplay;

/* Prepares to play. rules.label_share matters only if `labels` is set afterwards.
 * Returns false if memory ran out; selfplay_free frees either way. */
bool selfplay_init(Selfplay *s, const Variant *variant, const SelfplayRules *rules);
void selfplay_free(Selfplay *s);

/* Plays the game with this number into s->game, its free labels into s->labels. */
SelfplayStatus selfplay_game(Selfplay *s, uint64_t number);

/* Searches a position as in a game, with what the searches before it left in the table. */
SearchResult selfplay_search(Selfplay *s, const Position *pos, uint64_t nodes);

#endif
