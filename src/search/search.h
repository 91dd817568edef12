/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Public interface of the search: a pool of threads that finds the best move within limits and reports its
 * progress. */
#ifndef QUINCUNX_SEARCH_H
#define QUINCUNX_SEARCH_H

#include "../tablebases/probe.h"
#include "../eval/evaluate.h"
#include "../eval/net.h"
#include "../variant.h"
#include "params.h"
#include "skill.h"
#include "tt.h"

/*
 * Scores are centipawns from the point of view of the side to move. A win in n plies is SCORE_MATE - n. A
 * game lost by completing a forbidden cycle scores -SCORE_CYCLE: worse than any evaluation, better than any
 * mate.
 */
enum {
    MAX_PLY = 200, /* maximum length of a line, in plies */
    SCORE_INFINITE = 32001,
    SCORE_NONE = 32002,
    SCORE_MATE = 32000,
    SCORE_MATE_MIN = SCORE_MATE - 2 * MAX_PLY, /* anything above is a forced win */
    SCORE_CYCLE = 20000,
    SCORE_DRAW = 0,
    PROGRESS_EVERY = 900, /* milliseconds: with delays, at least once a second */
    SEARCH_STACK = 8 << 20, /* maximum stack of a search in bytes: all plies, the largest generator, sanitizers */
    MULTIPV_MAX = 256,
    THREADS_MAX = 256
};

/* Limits of a search. 0 (or false) is no limit. Times are milliseconds. Whatever ends a search, iteration 1 looks at every
 * move: within it a limit or a stop only hurries the search. */
typedef struct SearchLimits {
    int depth;              /* plies */
    uint64_t nodes;         /* made by the main thread; exact after iteration 1 in a search with one thread */
    uint64_t node_budget;   /* planned nodes of the main thread, managed as time is: a third to three times as many */
    int64_t move_time;      /* for this move */
    int64_t time, increment;/* on the clock of the side to move */
    int moves_to_go;        /* moves until more time is added, 0: sudden death */
    int64_t overhead;       /* lost between the engine and the clock on each move */
    int mate;               /* stop at a mate in this many moves of the side to move */
    bool infinite;          /* until search_stop */
    bool ponder;            /* clocks count from search_ponderhit on */
    int multipv;            /* lines to find; 0 is 1 */
    const Move *moves;      /* only these moves at the root (copied), NULL: all */
    size_t move_count;      /* 0 with a list: nothing is searched; the result is MOVE_NONE, when one may be reported */
    Skill skill;            /* plays at reduced strength: one line, one thread, not while pondering, within the other
                               limits; ignored by infinite and mate searches */
} SearchLimits;

/* The result of a finished iteration, or of a fail high or fail low. */
typedef struct SearchReport {
    int depth, seldepth;
    int multipv;   /* 1 is the best line */
    Score score;
    Bound bound;   /* BOUND_EXACT, or the bound after a fail high or fail low */
    bool drawn;    /* proven: the position is drawn by the rules or endgame tablebases, and this line keeps the draw */
    uint64_t nodes;
    int64_t time;  /* milliseconds since the start */
    int hashfull;  /* permille */
    const Move *pv;
    int pv_length;
} SearchReport;

/* The state of the main thread. */
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
    Score score; /* of the last finished iteration, or a lower bound from the next; SCORE_DRAW if there is none */
    int depth;   /* of the last finished iteration */
    uint64_t nodes;
    int64_t time;
} SearchResult;

/* Callbacks, called from the search's threads, never two at a time. Each may be NULL. */
typedef struct SearchCallbacks {
    void (*report)(void *context, const SearchReport *report);
    void (*done)(void *context, const SearchResult *result); /* the last call of a search */
    /* In a search longer than PROGRESS_EVERY milliseconds: when a root move begins, and when nothing has
     * been reported for that long. */
    void (*progress)(void *context, const SearchProgress *progress);
    /* Each position that the main thread evaluates, with the raw static evaluation for the side to move: neither
     * scaled by the draw counter nor corrected. */
    void (*evaluated)(void *context, const Position *pos, Score eval);
    void *context;
} SearchCallbacks;

typedef struct SearchPool SearchPool;

/* MiB that a pool with this many threads needs besides the table, with a net or NULL. */
size_t search_memory(const Variant *variant, const Net *net, int threads);
/* Creates a pool for a game; NULL if memory ran out. hash in MiB. */
SearchPool *search_new(const Variant *variant, size_t hash, int threads);
/* Stops a running search, then frees everything. */
void search_free(SearchPool *pool);
/* Change a pool at rest. They return false if memory ran out; the pool is then unchanged. */
bool search_set_variant(SearchPool *pool, const Variant *variant);
/* Sets the net for evaluation. It must be for the pool's game and outlive its use. NULL, the default after
 * search_new and search_set_variant: the classical evaluation. A change clears the transposition table. */
bool search_set_net(SearchPool *pool, const Net *net);
/* Sets the endgame tablebases. They must be for the pool's game and outlive their use. NULL, the default
 * after search_new and search_set_variant: none. A change clears the transposition table. */
void search_set_tablebases(SearchPool *pool, const Tablebases *tablebases);
const Net *search_net(const SearchPool *pool);
/* Clears a table that changes its size. If memory ran out, it may be smaller than before: search_hash, in MiB. */
bool search_set_hash(SearchPool *pool, size_t hash);
size_t search_hash(const SearchPool *pool);
bool search_set_threads(SearchPool *pool, int threads);
/* A search parameter, for tuning: sets it for this and every later game of the pool; its present value. */
void search_set_param(SearchPool *pool, const SearchParam *param, int value);
int search_param(SearchPool *pool, const SearchParam *param);
/* Clears table and histories, for a new game. */
void search_clear(SearchPool *pool);

/* Starts a search of a position (copied), with the pool at rest. Returns false if memory or threads ran out, or there is
 * no legal move (and no empty list of moves). */
bool search_start(SearchPool *pool, const Position *pos, const SearchLimits *limits,
                  const SearchCallbacks *callbacks);
/* Asks the search to end soon; the result still comes through the callback. */
void search_stop(SearchPool *pool);
/* The pondered move was played: clocks count from now on. */
void search_ponderhit(SearchPool *pool);
/* Waits until the search has ended and called done. */
void search_wait(SearchPool *pool);
bool search_is_running(const SearchPool *pool);

/* Progress of the running search. Callable from any thread. */
typedef struct SearchStatus {
    int depth;
    uint64_t nodes;
    int64_t time; /* milliseconds */
} SearchStatus;
SearchStatus search_status(const SearchPool *pool);

/* Stores a score of a position, for the side to move, in the table, as from a search to this depth. */
void search_store(SearchPool *pool, const Position *pos, Score score, int depth);

/* Searches in the caller's thread and returns when done; an infinite search returns when it is stopped or
 * can go no deeper. All callbacks come in that thread, which needs SEARCH_STACK bytes of free stack. Never
 * ponders. Creates threads only if the pool has more than one. Returns false as search_start does. */
bool search_in_caller(SearchPool *pool, const Position *pos, const SearchLimits *limits,
                 const SearchCallbacks *callbacks);
/* The same without callbacks, for tools and tests. */
SearchResult search_run(SearchPool *pool, const Position *pos, const SearchLimits *limits);

/* Converts a score to moves to mate for GUIs: positive if the side to move wins, negative if it loses, 0 if
 * the score is not a forced win or loss. Mate in one is 1. */
int score_mate_in(Score score);

#endif
