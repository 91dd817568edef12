/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The data of a search thread, internal to the search. */
#ifndef QUINCUNX_WORKER_H
#define QUINCUNX_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "../eval/nnue.h"
#include "../tablebases/probe.h"
#include "history.h"
#include "pairs.h"
#include "search.h"
#include "timeman.h"

/* Stack of move lists: each node of the line appends its own. */
typedef struct Arena {
    Move *moves; /* room for max_moves more behind those in use, where generators write */
    MoveInfo *info;
    /* Of the list being picked: the scores, and the place of each move. */
    int32_t *scores;
    uint32_t *places;
    size_t used, capacity;
    MovePart *parts; /* room for both lists of parts; NULL in games without parts */
    PairMemory pairs;
} Arena;

/* The free end, where generators may write. */
static inline Move *arena_room(const Arena *arena) { return arena->moves + arena->used; }

/* Generalised check: is the side to move in peril? Computed at most once per node. */
typedef enum Peril { PERIL_UNKNOWN, PERIL_NONE, PERIL_PRESENT } Peril;

/* One node on the current line. */
typedef struct Stack {
    Move move;         /* made from here; MOVE_NONE for a null move */
    MoveInfo info;     /* of that move */
    Move excluded;     /* for the singular search */
    Move killers[2];
    Score eval;        /* corrected static evaluation, SCORE_NONE in peril */
    Peril peril;
    int double_extensions;
    int pv_length;
    Move pv[MAX_PLY + 1]; /* last: not cleared for a new search */
} Stack;

typedef struct RootMove {
    Move move;
    Score score, previous; /* -SCORE_INFINITE: never the best so far */
    Bound bound;           /* bound of the score */
    uint64_t nodes;
    int seldepth;
    int pv_length;
    Move *pv; /* MAX_PLY + 1 moves, allocated when the move is first best */
} RootMove;

typedef struct Worker {
    SearchPool *pool;
    int id; /* 0 is the main thread */
    pthread_t thread; /* sleeps between its tasks */
    bool has_thread;
    bool leaving;     /* the thread must end; guarded by the pool's mutex, as is */
    void (*task)(struct Worker *worker); /* the running or next task; NULL: none */
    Position *pos;
    Evaluator *evaluator; /* NULL: the classical evaluation */
    History history;
    Arena arena;
    Stack *stack; /* MAX_PLY + STACK_MARGIN */
    RootMove *roots;
    size_t root_count;
    size_t root_first; /* index of the MultiPV line being searched */
    _Atomic uint64_t nodes;
    int root_depth, completed_depth, seldepth;
    int null_from; /* null move verification: no null move for this side before this ply */
    Side null_side;
    bool bounded; /* a node limit applies */
    bool hurried; /* out of time with depth 1 unfinished: only one move per node */
    Move root_move; /* the root move being searched */
    unsigned root_number; /* its index in this iteration, from 1 */
    unsigned evaluations; /* number of static evaluations since search_clear */
} Worker;

/* Plies before the root that the tree may refer to. */
enum { STACK_MARGIN = 4 };

enum { REDUCTION_DEPTHS = 64, REDUCTION_MOVES = 64 };

struct SearchPool {
    const Variant *variant;
    const Net *net; /* not owned; NULL: the classical evaluation */
    const Tablebases *tablebases; /* not owned; NULL: none */
    const Tablebases *active_tablebases;   /* the tablebases of this search; none at reduced strength */
    bool root_is_known;     /* to the tablebases */
    bool root_is_drawn;     /* by the rules, or by the tablebases */
    TranspositionTable *tt;
    TranspositionTable *own_tt; /* for limited players, who share nothing with other searches; NULL until first used */
    size_t hash;
    Worker **workers;
    int threads;
    SearchLimits limits;
    SearchCallbacks callbacks;
    TimeManager time;
    atomic_bool stop;  /* ends the present tree search, */
    atomic_bool ended; /* and the whole search, which may consist of several: out of time or stopped */
    atomic_bool pondering, running;
    atomic_int depth; /* of the main thread's iteration */
    int64_t started;  /* on the monotonic clock */
    int64_t last_report;     /* time of the last report */
    _Atomic int64_t ponderhit; /* time of the ponderhit */
    atomic_bool stop_on_ponderhit; /* the search is done but pondering: the ponderhit ends it */
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool runs_in_caller; /* the main thread is the caller's: possibly nobody else can stop the search */
    SearchResult result;
    int16_t reduction[REDUCTION_DEPTHS][REDUCTION_MOVES]; /* in 1024ths of a ply */
};

/* Creates a worker for a game and perhaps a net; NULL if memory ran out. */
Worker *worker_new(SearchPool *pool, const Variant *variant, const Net *net, int id);
void worker_free(Worker *worker); /* NULL is allowed */
/* Bytes that a worker needs. */
size_t worker_memory(const Variant *variant, const Net *net);
/* Places it at a position (copied); false if memory ran out. */
bool worker_place(Worker *worker, const Position *pos);
/* Runs a task in the worker's thread, without waiting. The thread is created on first use and kept until the
 * worker is freed. False if the system cannot create it. The worker must be idle. */
bool worker_run(Worker *worker, void (*task)(Worker *worker));
/* Waits until the worker is idle. */
void worker_wait(Worker *worker);
/* Prepares a search from the worker's position with these root moves, all without results. */
bool worker_begin(Worker *worker, const Move *moves, size_t count);

/* Has the search been stopped? */
static inline bool stopped(const Worker *w)
{
    return atomic_load_explicit(&w->pool->stop, memory_order_relaxed);
}
/* Stops the whole search. */
static inline void search_end(SearchPool *pool)
{
    atomic_store(&pool->ended, true);
    atomic_store(&pool->stop, true);
}

/* Nodes made by this thread so far. */
static inline uint64_t nodes_of(const Worker *w) { return atomic_load_explicit(&w->nodes, memory_order_relaxed); }

/* Searches the tree below the worker's position within a window and returns the score; the root moves record
 * their results. The score is invalid once the search is stopped. */
Score search_tree(Worker *worker, int depth, Score alpha, Score beta);
/* Iterative deepening on the worker's position until stopped. */
void search_iterate(Worker *worker);
/* Reports the progress of the main thread if a callback wants it and it is time: when a root move begins, or
 * when the clock is read. */
void search_report_progress(Worker *w, bool begun);
/* Reports a line after an iteration, with the bound of its score. Main thread only. */
void search_report(Worker *w, size_t line, int depth, Bound bound);
/* The worker whose best move is played: the main thread if its limits decide the result, else the winner of
 * the threads' votes, weighted by score and depth. */
const Worker *best_thread(const SearchPool *pool);

#endif
