/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The search as the rest of the engine sees it: a pool of threads that finds the
 * best move within limits and reports on the way. */
#ifndef QUINCUNX_SEARCH_H
#define QUINCUNX_SEARCH_H

#include "../tablebases/probe.h"
#include "../eval/evaluate.h"
#include "../eval/net.h"
#include "../variant.h"
#include "skill.h"
#include "tt.h"

/*
 * Scores are centipawns for the side to move at a node. A win in n plies is
 * SCORE_MATE - n. A game that is lost by closing a cycle once too often is worth
 * -SCORE_CYCLE: worse than any evaluation, better than any mate.
 */
enum {
    MAX_PLY = 200, /* deepest line of a search, in plies */
    SCORE_INFINITE = 32001,
    SCORE_NONE = 32002,
    SCORE_MATE = 32000,
    SCORE_MATE_MIN = SCORE_MATE - 2 * MAX_PLY, /* anything above is a forced win */
    SCORE_CYCLE = 20000,
    SCORE_DRAW = 0,
    EVALUATED_SHARE = 64,
    PROGRESS_EVERY = 900, /* milliseconds: a second at most, seen from outside */
    SEARCH_STACK = 8 << 20, /* bytes a search needs at most: all plies, the largest generator, sanitizers */
    MULTIPV_MAX = 256,
    THREADS_MAX = 256
};

/* What ends a search. 0 (or false) is no limit. Times are milliseconds. */
typedef struct SearchLimits {
    int depth;              /* plies */
    uint64_t nodes;         /* made by the main thread, in a search by one thread exact */
    uint64_t node_budget;   /* planned for a move by the main thread, as time is: a third to three times as many */
    int64_t move_time;      /* for this turn */
    int64_t time, increment;/* on the mover's clock */
    int moves_to_go;        /* moves until more time is added, 0: sudden death */
    int64_t overhead;       /* lost between us and the clock on each move */
    int mate;               /* a win in so many of the mover's moves is enough */
    bool infinite;          /* until told to stop */
    bool ponder;            /* clocks count from search_ponderhit on */
    int multipv;            /* lines to find; 0 is 1 */
    const Move *moves;      /* only these moves at the root (copied), NULL: all */
    size_t move_count;
    Skill skill;            /* a weaker player chooses, one line, by one thread, not while pondering, and within the
                               other limits; no matter to an infinite search and one for a mate */
} SearchLimits;

/* What a finished iteration (or fail-high, fail-low) found. */
typedef struct SearchReport {
    int depth, seldepth;
    int multipv;   /* 1 is the best line */
    Score score;
    Bound bound;   /* BOUND_EXACT, or which side of the window it fell */
    bool drawn;    /* certainly: the rules or endgame tablebases say so of the position, and this line keeps the draw */
    uint64_t nodes;
    int64_t time;  /* milliseconds since the start */
    int hashfull;  /* permille */
    const Move *pv;
    int pv_length;
} SearchReport;

/* What the main thread is at. */
typedef struct SearchProgress {
    int depth, seldepth;
    Move move;       /* being searched at the root */
    unsigned number; /* its place in the order of this iteration, from 1 */
    uint64_t nodes;
    int64_t time;    /* milliseconds since the start */
    int hashfull;    /* permille */
} SearchProgress;

typedef struct SearchResult {
    Move best, ponder; /* MOVE_NONE if there is none */
    Score score; /* of the last iteration that was finished, or a lower bound by the next; SCORE_DRAW if nothing is known */
    int depth;   /* finished */
    uint64_t nodes;
    int64_t time;
} SearchResult;

/* Called from the search's threads, never two at a time. May be NULL. */
typedef struct SearchCallbacks {
    void (*report)(void *context, const SearchReport *report);
    void (*done)(void *context, const SearchResult *result); /* the last call of a search */
    /* In a search that lasts for more than PROGRESS_EVERY milliseconds: when a move at the root
     * is begun, and when nothing has been told for so long. */
    void (*progress)(void *context, const SearchProgress *progress);
    /* One in EVALUATED_SHARE of the positions that the main thread evaluates, with the static
     * evaluation for the side to move: neither faded by the draw counter nor corrected. */
    void (*evaluated)(void *context, const Position *pos, Score eval);
    void *context;
} SearchCallbacks;

typedef struct SearchPool SearchPool;

/* MiB that so many threads of a game's pool take beside the table, with a net or NULL. */
size_t search_memory(const Variant *variant, const Net *net, int threads);
/* Creates a pool for a game; NULL if memory ran out. hash in MiB. */
SearchPool *search_new(const Variant *variant, size_t hash, int threads);
/* Stops what runs, then frees all. */
void search_free(SearchPool *pool);
/* These change a pool at rest. They return false if memory ran out; the pool then
 * is as before. */
bool search_set_variant(SearchPool *pool, const Variant *variant);
/* Evaluates by a net of the pool's game, which must live until the next change; NULL, as after
 * search_new and search_set_variant: by the classical evaluation. The table is forgotten if this
 * changes. */
bool search_set_net(SearchPool *pool, const Net *net);
/* Asks these tables, of the pool's game, which must live until the next change; NULL, as after search_new and
 * search_set_variant: none. The table of positions is forgotten if this changes. */
void search_set_tablebases(SearchPool *pool, const Tablebases *tablebases);
const Net *search_net(const SearchPool *pool);
bool search_set_hash(SearchPool *pool, size_t hash);
bool search_set_threads(SearchPool *pool, int threads);
/* Takes over parameters that were changed in a tuning build. */
void search_params_changed(SearchPool *pool);
/* Forgets table and histories, for a new game. */
void search_clear(SearchPool *pool);

/* Begins a search of a position (copied) whose game has not ended; a running one
 * is stopped first. Returns false if memory or threads ran out. */
bool search_start(SearchPool *pool, const Position *pos, const SearchLimits *limits,
                  const SearchCallbacks *callbacks);
/* Asks it to end soon; the result still comes through the callback. */
void search_stop(SearchPool *pool);
/* The pondered move was played: clocks count from now. */
void search_ponderhit(SearchPool *pool);
/* Waits until the search has ended and called done. */
void search_wait(SearchPool *pool);
bool search_is_running(const SearchPool *pool);

/* How far the running search has come; any thread may ask. */
typedef struct SearchStatus {
    int depth;
    uint64_t nodes;
    int64_t time; /* milliseconds */
} SearchStatus;
SearchStatus search_status(const SearchPool *pool);

/* Puts a score of a position, for the side to move, into the table, as if a search to
 * this depth had found it. */
void search_remember(SearchPool *pool, const Position *pos, Score score, int depth);

/* Searches in the thread of the caller, which gets all callbacks and has SEARCH_STACK bytes left on its stack, and returns when it is
 * done: an infinite search when it is stopped or can go no deeper. It never ponders. Needs
 * threads only if the pool has more than one. Returns false as search_start does. */
bool search_here(SearchPool *pool, const Position *pos, const SearchLimits *limits,
                 const SearchCallbacks *callbacks);
/* The same without callbacks: the plain function for tools and tests. */
SearchResult search_run(SearchPool *pool, const Position *pos, const SearchLimits *limits);

/* A score in moves to mate for GUIs: positive if the side to move wins, negative if
 * it loses, 0 if it is no forced win or loss. A mate in one move is 1. */
int score_mate_in(Score score);

#endif
