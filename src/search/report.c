/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Reports of a running search. */

#include "pool.h"
#include "report.h"
#include "roots.h"
#include "score.h"

static uint64_t all_nodes(const SearchPool *pool)
{
    uint64_t nodes = 0;
    for (int i = 0; i < pool->threads; ++i) nodes += nodes_of(pool->workers[i]);
    return nodes;
}

void search_report_progress(Worker *w, bool begun)
{
    enum { MOVES_APART = 20 }; /* milliseconds between reports of late moves; one for each would be too many */
    SearchPool *pool = w->pool;
    int64_t now = time_now();
    if (now - pool->started < PROGRESS_EVERY || now - pool->last_report < (begun ? MOVES_APART : PROGRESS_EVERY) || !w->root_move)
        return;
    pool->last_report = now;
    const SearchCallbacks *callbacks = &w->settings.callbacks;
    callbacks->progress(callbacks->context,
                        &(SearchProgress){.depth = w->root_depth,
                                          .seldepth = w->seldepth,
                                          .move = w->root_move,
                                          .number = w->root_number,
                                          .nodes = all_nodes(pool),
                                          .time = now - pool->started,
                                          .hashfull = tt_hashfull(pool->tt)});
}

/* Reports a line of any worker. */
static void report(SearchPool *pool, const SearchCallbacks *callbacks, const RootMove *root, size_t line, int depth, Bound bound)
{
    if (!callbacks->report) return;
    if (line == 0) pool->reported = (ReportedLine){root->move, root_ponder(root)};
    pool->last_report = time_now();
    Score score = root_score(root);
    callbacks->report(callbacks->context,
                      &(SearchReport){.depth = depth,
                                      .seldepth = root->seldepth,
                                      .multipv = (int)line + 1,
                                      .score = score,
                                      .bound = bound,
                                      .drawn = pool->root_is_drawn && score == SCORE_DRAW,
                                      .nodes = all_nodes(pool),
                                      .time = pool->last_report - pool->started,
                                      .hashfull = tt_hashfull(pool->tt),
                                      .pv = root->pv ? root->pv : &root->move,
                                      .pv_length = root->pv ? root->pv_length : 1});
}

void search_report(Worker *w, size_t line, int depth, Bound bound)
{
    report(w->pool, &w->settings.callbacks, &w->roots[line], line, depth, bound);
}

void search_report_result(const Worker *best)
{
    SearchPool *pool = best->pool;
    const RootMove *root = &best->roots[0];
    if (pool->reported.move == root->move && pool->reported.ponder == root_ponder(root)) return;
    bool searched = root->score != -SCORE_INFINITE;
    report(pool, &pool->callbacks, root, 0, searched ? best->root_depth : (int)max(1, best->completed_depth),
           searched ? root->bound : BOUND_EXACT);
}
