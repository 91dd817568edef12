/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Reports of a running search. */

#include "pool.h"

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
    PoolProgress *progress = &pool->progress;
    int64_t now = time_now(), apart = begun ? MOVES_APART : PROGRESS_EVERY;
    if (now - progress->started < PROGRESS_EVERY || now - progress->last_report < apart || !w->root.move) return;
    progress->last_report = now;
    const SearchCallbacks *callbacks = &w->settings.callbacks;
    callbacks->progress(callbacks->context,
                        &(SearchProgress){.depth = w->root.depth,
                                          .seldepth = w->root.seldepth,
                                          .move = w->root.move,
                                          .number = w->root.number,
                                          .nodes = all_nodes(pool),
                                          .time = now - pool->progress.started,
                                          .hashfull = tt_hashfull(pool->tt)});
}

static void report(SearchPool *pool, const SearchCallbacks *callbacks, const RootMove *root, size_t line, int depth, Bound bound)
{
    if (!callbacks->report) return;
    if (line == 0) pool->progress.reported = (ReportedLine){root->move, root_ponder(root)};
    pool->progress.last_report = time_now();
    Score score = root_score(root);
    callbacks->report(callbacks->context,
                      &(SearchReport){.depth = depth,
                                      .seldepth = root->seldepth,
                                      .multipv = (int)line + 1,
                                      .score = score,
                                      .bound = bound,
                                      .drawn = pool->tables.root_is_drawn && score == SCORE_DRAW,
                                      .nodes = all_nodes(pool),
                                      .time = pool->progress.last_report - pool->progress.started,
                                      .hashfull = tt_hashfull(pool->tt),
                                      .pv = root->pv ? root->pv : &root->move,
                                      .pv_length = root->pv ? root->pv_length : 1});
}

void search_report(Worker *w, size_t line, int depth, Bound bound)
{
    report(w->pool, &w->settings.callbacks, &w->root.moves[line], line, depth, bound);
}

void search_report_result(const Worker *best)
{
    SearchPool *pool = best->pool;
    const RootMove *root = &best->root.moves[0];
    if (pool->progress.reported.move == root->move && pool->progress.reported.ponder == root_ponder(root)) return;
    bool searched = root->score != -SCORE_INFINITE;
    report(pool, &pool->callbacks, root, 0, searched ? best->root.depth : (int)max(1, best->root.completed),
           searched ? root->bound : BOUND_EXACT);
}
