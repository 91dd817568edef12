/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* What a search thread owns, shared by the files of the search alone. */
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

/* Lists of moves, one behind the other as the tree is walked. */
typedef struct Arena {
    Move *moves; /* behind those in use, room for max_moves more, where generators write */
    MoveInfo *info;
    /* Of a list whose moves wait to be taken, best first: what each is worth, and which it is. */
    int32_t *scores;
    uint32_t *places;
    size_t used, capacity;
    MovePart *parts; /* room for both lists of parts, likewise; NULL where moves have none */
    PairMemory pairs;
} Arena;

/* Where generators may write. */
static inline Move *arena_room(const Arena *arena) { return arena->moves + arena->used; }

/* Is the side to move in peril? Asked once a node, by whoever wants to know first. */
typedef enum Peril { PERIL_UNKNOWN, PERIL_NONE, PERIL_PRESENT } Peril;

/* One node on the current line. */
typedef struct Stack {
    Move move;         /* made from here; MOVE_NONE for a null move */
    MoveInfo info;     /* of that move */
    Move excluded;     /* left out, to see whether it is singular */
    Move killers[2];
    Score eval;        /* corrected static evaluation, SCORE_NONE in peril */
    Peril peril;
    int double_extensions;
    int pv_length;
    Move pv[MAX_PLY + 1]; /* last: a new search leaves it as it is */
} Stack;

typedef struct RootMove {
    Move move;
    Score score, previous; /* -SCORE_INFINITE: not searched as best yet */
    Bound bound;           /* what score is of this move's worth */
    uint64_t nodes;
    int seldepth;
    int pv_length;
    Move *pv; /* MAX_PLY + 1 moves, allocated when it is first best */
} RootMove;

typedef struct Worker {
    SearchPool *pool;
    int id; /* 0 is the main thread */
    pthread_t thread; /* sleeps between its tasks */
    bool has_thread;
    bool leaving;     /* the thread is to end; guarded by the pool's mutex, as is */
    void (*task)(struct Worker *worker); /* what it does or is to do; NULL: nothing */
    Position *pos;
    Evaluator *evaluator; /* NULL: the classical evaluation */
    History history;
    Arena arena;
    Stack *stack; /* MAX_PLY + STACK_MARGIN */
    RootMove *roots;
    size_t root_count;
    size_t root_first; /* the line of MultiPV being searched */
    _Atomic uint64_t nodes;
    int root_depth, completed_depth, seldepth;
    int null_from; /* null move verification: none for this side before this ply */
    Side null_side;
    bool bounded; /* a node limit is watched */
    bool hurried; /* the time is up, and depth 1 is not finished: one move, one answer, no more */
    Move root_move; /* being searched at the root */
    unsigned root_number; /* the how manieth it is */
    unsigned evaluations; /* static ones, since search_clear */
} Worker;

/* Nodes before the root that the tree may look back on. */
enum { STACK_MARGIN = 4 };

enum { REDUCTION_DEPTHS = 64, REDUCTION_MOVES = 64 };

struct SearchPool {
    const Variant *variant;
    const Net *net; /* not the pool's own; NULL: the classical evaluation */
    const Tablebases *tablebases; /* likewise; NULL: none */
    const Tablebases *active_tablebases;   /* by this search: those, or none by a weakened player */
    bool root_is_known;     /* to the endgames */
    bool root_is_drawn;     /* by the rules as it stands, or as the endgames say */
    TranspositionTable *tt;
    TranspositionTable *own_tt; /* of weakened players, who know nothing of other searches; NULL until
                                   there was one */
    size_t hash;
    Worker **workers;
    int threads;
    SearchLimits limits;
    SearchCallbacks callbacks;
    TimeManager time;
    atomic_bool stop;  /* what is being searched is to end, */
    atomic_bool ended; /* and so is all of the search, be it made of several: out of time, or told so */
    atomic_bool pondering, running;
    atomic_int depth; /* of the main thread's iteration */
    int64_t started;  /* on the monotonic clock */
    int64_t last_report;     /* when something was last reported */
    _Atomic int64_t ponderhit; /* when it came */
    atomic_bool stop_on_ponderhit; /* thought while pondering: the ponderhit ends the search */
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool runs_in_caller; /* the main thread is the caller's: nobody else may be there to end the search */
    SearchResult result;
    int16_t reduction[REDUCTION_DEPTHS][REDUCTION_MOVES]; /* plies times 1024 */
};

/* A thread's own things for a game and perhaps a net; NULL if memory ran out. */
Worker *worker_new(SearchPool *pool, const Variant *variant, const Net *net, int id);
void worker_free(Worker *worker); /* NULL is nothing */
/* The bytes that it takes. */
size_t worker_memory(const Variant *variant, const Net *net);
/* Puts it at a position, which is copied; false if memory ran out. */
bool worker_place(Worker *worker, const Position *pos);
/* Gives its thread something to do, at once; the thread is made when it is needed first and kept until the
 * worker is freed. False if the system has no thread to give. The worker must have nothing to do. */
bool worker_call(Worker *worker, void (*task)(Worker *worker));
/* Waits until it has nothing to do. */
void worker_wait(Worker *worker);
/* Where it stands, a search may begin: with these moves at the root, none of them looked at yet. */
bool worker_begin(Worker *worker, const Move *moves, size_t count);

/* Has the search been told to end? */
static inline bool stopped(const Worker *w)
{
    return atomic_load_explicit(&w->pool->stop, memory_order_relaxed);
}
/* Tells it so, for good. */
static inline void search_end(SearchPool *pool)
{
    atomic_store(&pool->ended, true);
    atomic_store(&pool->stop, true);
}

/* Nodes made by this thread so far. */
static inline uint64_t nodes_of(const Worker *w) { return atomic_load_explicit(&w->nodes, memory_order_relaxed); }

/* The tree below the worker's position: its score within a window, whatever that means for
 * the moves at the root is noted there. The score is worthless once the search is stopped. */
Score search_tree(Worker *worker, int depth, Score alpha, Score beta);
/* Iterative deepening on the worker's own position until told to stop. */
void search_iterate(Worker *worker);
/* Tells how far the main thread is, if somebody wants to know and it is time: on the
 * beginning of a move at the root, or whenever the clock is read. */
void search_tell_progress(Worker *w, bool begun);
/* Reports a line as it stands after a depth, with what its score is. By the main thread alone. */
void search_report(Worker *w, size_t line, int depth, Bound bound);
/* The worker whose best move counts when all have stopped: the main thread where its limits
 * decide what is found, else the one that the threads' votes, weighed by score and depth,
 * trust most. */
const Worker *best_thread(const SearchPool *pool);

#endif
