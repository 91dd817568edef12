/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Iterative deepening. Each line of MultiPV is searched within an aspiration window around its last score,
 * until the time or another limit ends the search. */

#include "pool.h"

/* Searches one line at one depth. Widens the aspiration window until it holds the score. */
static void aspire(Worker *w, int depth)
{
    enum { WINDOW_FROM_DEPTH = 4, WINDOW_MAX = 1000, REPORT_AFTER = 3000 };
    Score alpha = -SCORE_INFINITE, beta = SCORE_INFINITE, expected = w->root.moves[w->root.first].previous;
    int delta = scaled(w->pos, w->params->aspiration_window), failed_high = 0;
    if (depth >= WINDOW_FROM_DEPTH && expected != -SCORE_INFINITE && !is_mate(expected)) {
        alpha = max(expected - delta, -SCORE_INFINITE);
        beta = min(expected + delta, SCORE_INFINITE);
    }
    for (;;) {
        w->root.seldepth = 0;
        Score score = search_tree(w, max(1, depth - failed_high), alpha, beta);
        roots_sort(w, w->root.first, w->root.count);
        if (stopped(w)) return;
        bool late = time_now() - w->pool->progress.started > REPORT_AFTER;
        if (score <= alpha) {
            /* Fail low: the score is an upper bound for all moves, not only the first. A loss is reported
             * only when it is proven. */
            w->root.moves[w->root.first].score = score;
            if (late && score >= -EVAL_MAX) search_report(w, w->root.first, depth, BOUND_UPPER);
            beta = (alpha + beta) / 2;
            alpha = max(score - delta, -SCORE_INFINITE);
            failed_high = 0;
        } else if (score >= beta) {
            if (late) search_report(w, w->root.first, depth, BOUND_LOWER);
            beta = min(score + delta, SCORE_INFINITE);
            if (failed_high < 3) ++failed_high;
        } else {
            return;
        }
        delta += delta / 2;
        if (delta > scaled(w->pos, WINDOW_MAX)) {
            alpha = -SCORE_INFINITE;
            beta = SCORE_INFINITE;
        }
    }
}

/* Searches all lines of MultiPV at one depth. Returns how many finished. */
static size_t iterate_once(Worker *w, int depth, size_t lines)
{
    for (size_t i = 0; i < w->root.count; ++i) {
        w->root.moves[i].previous = w->root.moves[i].score != -SCORE_INFINITE ? w->root.moves[i].score : w->root.moves[i].previous;
        if (i >= lines) w->root.moves[i].previous = -SCORE_INFINITE;
        w->root.moves[i].score = -SCORE_INFINITE;
    }
    size_t finished = 0;
    for (w->root.first = 0; w->root.first < lines; ++w->root.first) {
        aspire(w, depth);
        if (stopped(w)) break;
        ++finished;
    }
    w->root.first = 0;
    if (finished == lines) roots_sort(w, 0, lines);
    return finished;
}

/* Reports the lines after a depth; of unfinished lines, only what is proven. */
static void report_lines(Worker *w, int depth, size_t finished, size_t lines)
{
    for (size_t i = 0; i < lines; ++i) {
        if (i >= finished && w->root.moves[i].score == -SCORE_INFINITE) continue;
        search_report(w, i, depth, i < finished ? BOUND_EXACT : BOUND_LOWER);
    }
}

/* Share of the nodes spent on the best move, in permille. */
static int best_share(const Worker *w)
{
    uint64_t all = nodes_of(w);
    return all ? (int)(w->root.moves[0].nodes * 1000 / all) : 1000;
}

void search_iterate(Worker *w)
{
    SearchPool *pool = w->pool;
    const SearchLimits *limits = &pool->limits;
    size_t lines = (size_t)max(1, limits->multipv);
    if (lines > w->root.count) lines = w->root.count;
    roots_order(w);
    int last = limits->depth ? min(limits->depth, MAX_PLY - 1) : MAX_PLY - 1;
    for (int depth = 1; depth <= last; ++depth) {
        /* Helpers skip some depths, so that the threads diverge. */
        if (w->id > 0 && depth > 4 && (depth + w->id) % 3 == 0) continue;
        w->root.depth = depth;
        /* Depth 1 is never bounded for a limited player: every move is searched once. */
        w->settings.bounded = w->settings.nodes && (depth > 1 || !limits->skill.limited);
        if (w->id == 0) atomic_store(&pool->progress.depth, depth);
        Move best = w->root.moves[0].move;
        size_t finished = iterate_once(w, depth, lines);
        w->must_finish = false;
        if (finished < lines) roots_keep_proven(w, finished, best);
        else w->root.completed = depth;
        if (w->id != 0) {
            if (stopped(w)) break;
            continue;
        }
        report_lines(w, depth, finished, lines);
        if (w->hurried) search_end(pool);
        if (stopped(w)) break;
        Score score = w->root.moves[0].score;
        int mate = score_mate_in(score);
        if (limits->mate && mate > 0 && mate <= limits->mate) break;
        bool pondering = atomic_load(&pool->signals.pondering);
        if (!pondering) time_charge(&pool->time, atomic_load(&pool->signals.ponderhit));
        Iteration found = {.best = w->root.moves[0].move, .score = unscaled(w->pos, score), .nodes = nodes_of(w),
                           .share = best_share(w), .choices = w->root.count};
        bool enough = time_is_enough(&pool->time, time_now(), &found);
        /* A forced mate within the searched depth will not change. */
        enough |= (pool->time.soft || pool->time.budget) && !limits->mate && mate && 2 * (mate < 0 ? -mate : mate) + 2 < depth;
        if (enough && !pondering) break;
        /* While pondering the search goes on, and ends at the ponderhit; a fixed move time still counts from
         * the ponderhit. */
        atomic_store(&pool->signals.stop_on_ponderhit, enough && !pool->time.fixed);
    }
}

bool search_privately(Worker *w, const Move *moves, size_t count, const SearchSettings *settings)
{
    SearchPool *pool = w->pool;
    if (!worker_begin(w, moves, count)) return false;
    w->settings = *settings;
    /* An earlier such search may have set `stop`; a stop from another thread sets `ended` first. */
    atomic_store(&pool->signals.stop, false);
    if (atomic_load(&pool->signals.ended)) atomic_store(&pool->signals.stop, true);
    search_iterate(w);
    return true;
}
