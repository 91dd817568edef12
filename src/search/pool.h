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

/* Endgame tablebases, not owned. */
typedef struct PoolTables {
    const Tablebases *all;    /* NULL: none */
    const Tablebases *active; /* of this search; none at reduced strength */
    bool root_is_known;       /* to them */
    bool root_is_drawn;       /* by the rules, or by them */
} PoolTables;

/* What the threads and the caller tell each other. */
typedef struct PoolSignals {
    atomic_bool stop;  /* ends the present tree search, */
    atomic_bool ended; /* and the whole search, which may consist of several: out of time or stopped */
    atomic_bool pondering, running;
    _Atomic int64_t ponderhit;     /* time of the ponderhit */
    atomic_bool stop_on_ponderhit; /* the search is done but pondering: the ponderhit ends it */
    bool in_caller; /* the main thread is the caller's: possibly nobody else can stop the search */
    pthread_mutex_t mutex;
    pthread_cond_t wake;
} PoolSignals;

typedef struct PoolProgress {
    atomic_int depth;      /* of the main thread's iteration */
    int64_t started;       /* on the monotonic clock */
    int64_t last_report;   /* time of the last report */
    ReportedLine reported; /* by the last report of the best line */
} PoolProgress;

typedef struct PoolTuning {
    SearchParams params;     /* of the game, but for */
    bool is_set[PARAM_NB];   /* those that search_set_param has set, */
    int set_to[PARAM_NB];    /* to these values */
    int16_t reduction[REDUCTION_DEPTHS][REDUCTION_MOVES]; /* in 1024ths of a ply */
} PoolTuning;

struct SearchPool {
    const Variant *variant;
    const Net *net; /* not owned; NULL: the classical evaluation */
    PoolTables tables;
    TranspositionTable *tt;
    bool table_used; /* tt may hold something */
    TranspositionTable *own_tt; /* for limited players, who share nothing with other searches; NULL until first used */
    Worker **workers;
    int threads;
    SearchLimits limits;
    SearchCallbacks callbacks;
    TimeManager time;
    PoolSignals signals;
    PoolProgress progress;
    SearchResult result;
    PoolTuning tuning;
};

/* Must this worker end its search now? */
static inline bool stopped(const Worker *w)
{
    return atomic_load_explicit(&w->pool->signals.stop, memory_order_relaxed) && !w->must_finish;
}
/* Sets the parameters to those of the game and those that were set. */
void search_reset_params(SearchPool *pool);
/* Stops the whole search. */
static inline void search_end(SearchPool *pool)
{
    atomic_store(&pool->signals.ended, true);
    atomic_store(&pool->signals.stop, true);
}

/* The worker whose best move is played: the main thread if its limits decide the result, else the winner of
 * the threads' votes, weighted by score and depth. */
const Worker *best_thread(const SearchPool *pool);

/* ---- Iterative deepening (iterate.c) and the tree below it (search.c) ---- */

/* Searches the tree below the worker's position within a window and returns the score; the root moves record
 * their results. The score is invalid once the search is stopped. */
Score search_tree(Worker *worker, int depth, Score alpha, Score beta);
/* Iterative deepening on the worker's position until stopped. */
void search_iterate(Worker *worker);
/* Searches these moves of the worker's position with settings of its own, within the time and depth of the pool's search.
 * The results are in the worker's root moves. false if memory ran out. */
bool search_privately(Worker *worker, const Move *moves, size_t count, const SearchSettings *settings);

/* ---- Reports (report.c) ---- */

/* Reports the progress of the main thread if a callback wants it and it is time: when a root move begins, or
 * when the clock is read. */
void search_report_progress(Worker *w, bool begun);
/* Reports a line after an iteration, with the bound of its score. Main thread only. */
void search_report(Worker *w, size_t line, int depth, Bound bound);
/* Reports the line whose first moves are the result, unless it was reported last: it may be another thread's, or the last report
 * may be of an unfinished iteration. */
void search_report_result(const Worker *best);

/* ---- Move choice at reduced strength (skill_search.c, skill.h) ---- */

/* Chooses a root move of the main thread's worker and reports it. The choice becomes the only root move,
 * with score and PV. */
void skill_search(Worker *worker);

/* The legal move that helps a beginner most (generosity.c): it makes it easiest to win by capturing when possible and playing at
 * random otherwise. */
Move generous_move(Worker *worker, const Move *moves, size_t count, uint64_t *random);

/* ---- Endgame tablebases in the search (tb_probe.c) ---- */

/*
 * Prepares the tablebases for a search. If they know the root, every node is probed, so that the root moves
 * get exact scores. Otherwise nodes are probed only after irreversible moves (captures, promotions, drops,
 * lost rights) and moves that reset the draw counter: only these lead from unknown positions to known ones.
 * The draw counter may have any value; tb_probe takes it into account. Puts the first worker at the root.
 * Returns false if memory ran out.
 */
bool tb_search_begin(SearchPool *pool, const Position *root);

/* Moves the root moves that keep the result, with the shortest win or the longest loss, to the head of the
 * list and returns their number; all moves if the tablebases do not know the root. Other moves are never
 * played, however short the time. */
size_t tb_root_moves(SearchPool *pool, Move *moves, size_t count);

/* Probes the tablebases at a node for its score; false if they do not know it, or not for the present draw
 * counter. */
bool tb_probe_node(Worker *w, int ply, Score *score);

/* The same, but probes only where a probe can succeed, which is rare. */
static inline bool tb_score(Worker *w, int ply, Score *score)
{
    const SearchPool *pool = w->pool;
    const State *state = w->pos->state;
    return pool->tables.active && (pool->tables.root_is_known || state->counter == 0 || state->reversible == 0)
           && tb_probe_node(w, ply, score);
}

#endif
