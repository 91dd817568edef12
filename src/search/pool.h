/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The threads of a search and what they share, internal to the search. */
#ifndef QUINCUNX_POOL_H
#define QUINCUNX_POOL_H

#include "timeman.h"
#include "worker.h"

enum { REDUCTION_DEPTHS = 64, REDUCTION_MOVES = 64 };

/* The first moves of a line; MOVE_NONE where there is none. */
typedef struct ReportedLine {
    Move move, ponder;
} ReportedLine;

struct SearchPool {
    const Variant *variant;
    const Net *net; /* not owned; NULL: the classical evaluation */
    const Tablebases *tablebases; /* not owned; NULL: none */
    const Tablebases *active_tablebases;   /* the tablebases of this search; none at reduced strength */
    bool root_is_known;     /* to the tablebases */
    bool root_is_drawn;     /* by the rules, or by the tablebases */
    TranspositionTable *tt;
    TranspositionTable *own_tt; /* for limited players, who share nothing with other searches; NULL until first used */
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
    ReportedLine reported;           /* by the last report of the best line */
    _Atomic int64_t ponderhit; /* time of the ponderhit */
    atomic_bool stop_on_ponderhit; /* the search is done but pondering: the ponderhit ends it */
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool runs_in_caller; /* the main thread is the caller's: possibly nobody else can stop the search */
    SearchResult result;
    SearchParams params;     /* of the game, but for */
    bool is_set[PARAM_NB];   /* those that search_set_param has set, */
    int set_to[PARAM_NB];    /* to these values */
    int16_t reduction[REDUCTION_DEPTHS][REDUCTION_MOVES]; /* in 1024ths of a ply */
};

/* Must this worker end its search now? */
static inline bool stopped(const Worker *w)
{
    return atomic_load_explicit(&w->pool->stop, memory_order_relaxed) && !w->must_finish;
}
/* Sets the parameters to those of the game and those that were set. */
void search_reset_params(SearchPool *pool);
/* Stops the whole search. */
static inline void search_end(SearchPool *pool)
{
    atomic_store(&pool->ended, true);
    atomic_store(&pool->stop, true);
}

/* The worker whose best move is played: the main thread if its limits decide the result, else the winner of
 * the threads' votes, weighted by score and depth. */
const Worker *best_thread(const SearchPool *pool);

#endif
