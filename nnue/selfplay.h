/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Self-play games from random openings. A game is determined by the rules of play, their seed and its number:
 * it depends neither on earlier games nor on the machine.
 */
#ifndef QUINCUNX_SELFPLAY_H
#define QUINCUNX_SELFPLAY_H

#include "../src/search/search.h"
#include "blocks.h"
#include "games.h"

/* The parameters of play. Scores are raw centipawns; a network's leads count from the level of the position (eval/wdl.h). */
typedef struct SelfplayRules {
    uint64_t seed;
    uint64_t nodes;          /* budget per move, planned like time (search/timeman.h) */
    unsigned breadth;        /* moves that each search considers (selfplay_candidates), 0: all */
    unsigned hash;           /* MiB of the table, cleared for each game */
    unsigned random[2];      /* random moves of an opening, minimum and maximum */
    int balance;             /* maximum distance of an opening's score from that of the start position */
    int win_score;           /* a side this far ahead, by a margin that decides by a network's win rates, ... */
    unsigned win_plies;      /* ... for this many plies has won */
    int draw_score;          /* a game within this distance of level ... */
    unsigned draw_plies;     /* ... for this many plies is drawn ... */
    unsigned draw_from;      /* ... from this ply on */
    unsigned plies;          /* maximum length, then a draw */
    unsigned play_out;       /* percent of the games played to the end, without adjudication */
    unsigned label_share;    /* one in this many evaluated positions becomes a static-evaluation label */
    const Net *net;          /* for evaluation, of this game; NULL: the classical evaluation */
} SelfplayRules;

/* The smallest label_share, of which others are multiples (rounded down). */
enum { EVALUATED_SHARE = 64 };

/* The defaults for a game. */
SelfplayRules selfplay_rules(const Variant *variant);

/* The result of playing a game. */
typedef enum SelfplayStatus {
    SELFPLAY_DONE,
    SELFPLAY_STOPPED,   /* on request: there is no game */
    SELFPLAY_NO_OPENING,/* no balanced opening was found */
    SELFPLAY_NO_MEMORY
} SelfplayStatus;

typedef struct Selfplay {
    SelfplayRules rules;
    const Variant *variant;
    SearchPool *pool;
    Position *pos;
    GameRecord game;     /* the last one played */
    Score level;         /* score of the start position for White */
    BlockWriter *labels; /* receives static-evaluation labels; NULL: none */
    const char *origin;  /* of the games, for game_tag; owned by the caller */
    bool (*stop)(void);  /* called after every move */
    /* Totals since selfplay_init: */
    uint64_t nodes, searches, rejected; /* rejected openings */
    uint64_t labelled;                  /* static-evaluation labels */
    /* Internal: */
    uint64_t random;
    uint64_t evaluated;  /* positions that the searches of this game evaluated */
    uint32_t *seen;      /* upper halves of the keys of this game's labels */
    SearchResult result;
    bool failed;
} Selfplay;

/* Initialises. rules.label_share matters only if `labels` is set afterwards. Returns false if memory ran
 * out; selfplay_free frees either way. */
bool selfplay_init(Selfplay *s, const Variant *variant, const SelfplayRules *rules);
void selfplay_free(Selfplay *s);

/* Plays the game with this number into s->game, its static-evaluation labels into s->labels. */
SelfplayStatus selfplay_game(Selfplay *s, uint64_t number);

/* Searches a position as in a game, with the table as earlier searches left it. */
SearchResult selfplay_search(Selfplay *s, const Position *pos, uint64_t nodes);

/* The moves that a search of the game's position s->pos considers, in a list allocated with malloc, its length in *count; NULL:
 * all. With a small node budget the first iteration, which looks at every move, would cost most of the nodes: some games have
 * hundreds of moves. So only rules.breadth of them are considered (in peril four times as many): up to half of them noisy ones,
 * those that gain most, the others at random. */
Move *selfplay_candidates(Selfplay *s, size_t *count);

#endif
