/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The thread pool: lazy SMP, all threads search the same position over one shared table. */

#include <stdlib.h>

#include "pool.h"

/* ---- Workers ---- */

size_t search_memory(const Variant *variant, const Net *net, int threads)
{
    return (worker_memory(variant, net) * (size_t)threads >> 20) + 1;
}

static void workers_free(Worker **workers, int n)
{
    for (int i = 0; workers && i < n; ++i) worker_free(workers[i]);
    free(workers);
}

static Worker **workers_new(SearchPool *pool, const Variant *variant, const Net *net, int n)
{
    Worker **workers = calloc((size_t)n, sizeof *workers);
    for (int i = 0; workers && i < n; ++i) {
        workers[i] = worker_new(pool, variant, net, i);
        if (!workers[i]) {
            workers_free(workers, n);
            return NULL;
        }
    }
    return workers;
}

/* ---- A search ---- */

const Worker *best_thread(const SearchPool *pool)
{
    const Worker *best = pool->workers[0];
    if (pool->limits.skill.limited || pool->limits.multipv > 1 || pool->limits.depth || pool->limits.nodes
        || pool->limits.node_budget)
        return best;
    Score lowest = SCORE_INFINITE;
    for (int i = 0; i < pool->threads; ++i) {
        Score score = root_score(&pool->workers[i]->root.moves[0]);
        if (pool->workers[i]->root.completed && score < lowest) lowest = score;
    }
    int64_t max_votes = -1;
    for (int i = 0; i < pool->threads; ++i) {
        const Worker *candidate = pool->workers[i];
        if (!candidate->root.completed) continue;
        int64_t votes = 0;
        for (int j = 0; j < pool->threads; ++j) {
            const Worker *voter = pool->workers[j];
            if (voter->root.completed && voter->root.moves[0].move == candidate->root.moves[0].move)
                votes += (int64_t)(root_score(&voter->root.moves[0]) - lowest + 15) * voter->root.completed;
        }
        /* Among threads with the same move the deepest provides the PV. */
        if (votes > max_votes || (votes == max_votes && candidate->root.completed > best->root.completed)) {
            max_votes = votes;
            best = candidate;
        }
    }
    return best;
}

static void wait_for_permission(SearchPool *pool)
{
    pthread_mutex_lock(&pool->signals.mutex);
    while (!atomic_load(&pool->signals.stop) && (pool->limits.infinite || atomic_load(&pool->signals.pondering)))
        pthread_cond_wait(&pool->signals.wake, &pool->signals.mutex);
    pthread_mutex_unlock(&pool->signals.mutex);
}

#ifndef NDEBUG
/* No result comes before a stop while it is held back. */
static bool may_end(const SearchPool *pool)
{
    const PoolSignals *signals = &pool->signals;
    return signals->in_caller || atomic_load(&signals->ended) || !(pool->limits.infinite || atomic_load(&signals->pondering));
}
#endif

/* Takes the best thread's line as the result, and reports it if that has not been done. */
static void take_result(SearchPool *pool)
{
    const Worker *best = best_thread(pool);
    assert(best == pool->workers[0] || !best->thread.task);
    const RootMove *root = &best->root.moves[0];
    SearchResult *result = &pool->result;
    result->best = root->move;
    result->ponder = root_ponder(root);
    result->depth = best->root.completed;
    if (root_score(root) == -SCORE_INFINITE) return; /* a limited player's, out of memory */
    result->score = root_score(root);
    search_report_result(best);
}

/* A search by the main thread, with its helpers. tests/model has a model of how searches begin and end. */
static void search_main(Worker *first)
{
    SearchPool *pool = first->pool;
    int started = 1;
    bool has_moves = first->root.count > 0, weak = pool->limits.skill.limited;
    while (started < pool->threads && has_moves && !weak && worker_run(pool->workers[started], search_iterate)) ++started;
    if (weak && !pool->signals.in_caller) wait_for_permission(pool);
    if (has_moves && weak) skill_search(first);
    else if (has_moves) search_iterate(first);
    /* Infinite and ponder searches report their result only after a stop or ponderhit. */
    if (!pool->signals.in_caller) wait_for_permission(pool);
    assert(may_end(pool));
    atomic_store(&pool->signals.stop, true);
    uint64_t nodes = atomic_load(&first->nodes);
    for (int i = 1; i < started; ++i) {
        worker_wait(pool->workers[i]);
        nodes += atomic_load(&pool->workers[i]->nodes);
    }
    pool->result = (SearchResult){.nodes = nodes};
    if (has_moves) take_result(pool);
    pool->result.time = time_now() - pool->progress.started;
    SearchResult result = pool->result;
    SearchCallbacks callbacks = pool->callbacks;
    assert(search_is_running(pool));
    atomic_store(&pool->signals.running, false);
    if (callbacks.done) callbacks.done(callbacks.context, &result);
}

/* Places the workers at the root; false if memory ran out or there is no move to choose. */
static bool prepare(SearchPool *pool, const Position *pos, const SearchLimits *limits, const SearchCallbacks *callbacks)
{
    assert(!search_is_running(pool));
    pool->limits = *limits;
    pool->limits.skill.limited &= !limits->infinite && !limits->mate;
    bool weak = pool->limits.skill.limited;
    if (weak) pool->limits.multipv = 1;
    if (weak && !pool->own_tt && !(pool->own_tt = tt_new(1))) return false;
    pool->tables.active = weak ? NULL : pool->tables.all;
    pool->callbacks = callbacks ? *callbacks : (SearchCallbacks){0};
    time_start(&pool->time, limits, time_now());
    pool->progress.started = pool->progress.last_report = pool->time.start;
    pool->progress.reported = (ReportedLine){MOVE_NONE, MOVE_NONE};
    atomic_store(&pool->progress.depth, 0);

    size_t count = limits->move_count;
    Move *all = NULL;
    if (!limits->moves) {
        all = position_moves(pos, &count);
        if (!all) return false;
    }
    const Move *moves = limits->moves ? limits->moves : all;
    bool ok = (count > 0 || limits->moves) && tb_search_begin(pool, pos);
    if (ok && all && limits->multipv <= 1) count = tb_root_moves(pool, all, count);
    for (int i = 0; ok && i < pool->threads; ++i)
        ok = worker_place(pool->workers[i], pos) && worker_begin(pool->workers[i], moves, count);
    free(all);
    pool->limits.moves = NULL; /* the caller's list is not kept */
    if (!ok) return false;
    pool->tables.root_is_drawn |= position_outcome(pool->workers[0]->pos).result == DRAW;

    tt_new_search(pool->tt);
    pool->table_used = true;
    atomic_store(&pool->signals.ended, false);
    atomic_store(&pool->signals.stop, false);
    atomic_store(&pool->signals.pondering, limits->ponder);
    atomic_store(&pool->signals.ponderhit, 0);
    atomic_store(&pool->signals.stop_on_ponderhit, false);
    atomic_store(&pool->signals.running, true);
    return true;
}

bool search_start(SearchPool *pool, const Position *pos, const SearchLimits *limits, const SearchCallbacks *callbacks)
{
    if (!prepare(pool, pos, limits, callbacks)) return false;
    pool->signals.in_caller = false;
    bool ok = worker_run(pool->workers[0], search_main);
    if (!ok) atomic_store(&pool->signals.running, false);
    return ok;
}

void search_stop(SearchPool *pool)
{
    pthread_mutex_lock(&pool->signals.mutex);
    search_end(pool);
    pthread_cond_broadcast(&pool->signals.wake);
    pthread_mutex_unlock(&pool->signals.mutex);
}

void search_ponderhit(SearchPool *pool)
{
    if (!atomic_load(&pool->signals.pondering)) return; /* never set back a running clock */
    pthread_mutex_lock(&pool->signals.mutex);
    atomic_store(&pool->signals.ponderhit, time_now());
    atomic_store(&pool->signals.pondering, false);
    pthread_cond_broadcast(&pool->signals.wake);
    pthread_mutex_unlock(&pool->signals.mutex);
}

void search_wait(SearchPool *pool)
{
    worker_wait(pool->workers[0]);
    assert(!search_is_running(pool));
}

bool search_is_running(const SearchPool *pool) { return atomic_load(&pool->signals.running); }

SearchStatus search_status(const SearchPool *pool)
{
    SearchStatus status = {.depth = atomic_load(&pool->progress.depth), .time = time_now() - pool->progress.started};
    for (int i = 0; i < pool->threads; ++i) status.nodes += atomic_load(&pool->workers[i]->nodes);
    return status;
}

bool search_in_caller(SearchPool *pool, const Position *pos, const SearchLimits *limits, const SearchCallbacks *callbacks)
{
    SearchLimits own = *limits;
    own.ponder = false;
    if (!prepare(pool, pos, &own, callbacks)) return false;
    pool->signals.in_caller = true;
    search_main(pool->workers[0]);
    return true;
}

SearchResult search_run(SearchPool *pool, const Position *pos, const SearchLimits *limits)
{
    return search_in_caller(pool, pos, limits, NULL) ? pool->result : (SearchResult){0};
}

/* ---- The pool ---- */

SearchPool *search_new(const Variant *variant, size_t hash, int threads)
{
    SearchPool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pthread_mutex_init(&pool->signals.mutex, NULL);
    pthread_cond_init(&pool->signals.wake, NULL);
    pool->variant = variant;
    search_reset_params(pool);
    pool->threads = threads;
    pool->tt = tt_new(hash);
    pool->workers = workers_new(pool, variant, NULL, threads);
    if (pool->tt && pool->workers) return pool;
    search_free(pool);
    return NULL;
}

void search_free(SearchPool *pool)
{
    if (!pool) return;
    search_stop(pool);
    workers_free(pool->workers, pool->threads);
    tt_free(pool->tt);
    tt_free(pool->own_tt);
    pthread_mutex_destroy(&pool->signals.mutex);
    pthread_cond_destroy(&pool->signals.wake);
    free(pool);
}

/* Replaces the workers for another game, net or number of threads; the rest of the pool is unchanged. */
static bool renew_workers(SearchPool *pool, const Variant *variant, const Net *net, int threads)
{
    Worker **workers = workers_new(pool, variant, net, threads);
    if (!workers) return false;
    workers_free(pool->workers, pool->threads);
    pool->workers = workers;
    pool->variant = variant;
    search_reset_params(pool);
    pool->net = net;
    pool->threads = threads;
    return true;
}

/* Clearing takes time, and a program that begins sets all that its searches use. */
static void clear_table(SearchPool *pool)
{
    if (pool->table_used) tt_clear(pool->tt);
    pool->table_used = false;
}

bool search_set_variant(SearchPool *pool, const Variant *variant)
{
    if (variant == pool->variant) return true;
    if (!renew_workers(pool, variant, NULL, pool->threads)) return false;
    pool->tables.all = NULL;
    clear_table(pool);
    return true;
}

bool search_set_net(SearchPool *pool, const Net *net)
{
    assert(!net || net->variant == pool->variant);
    if (net == pool->net) return true;
    if (!renew_workers(pool, pool->variant, net, pool->threads)) return false;
    clear_table(pool);
    return true;
}

void search_set_tablebases(SearchPool *pool, const Tablebases *tablebases)
{
    if (tablebases == pool->tables.all) return;
    pool->tables.all = tablebases;
    clear_table(pool);
}

const Net *search_net(const SearchPool *pool) { return pool->net; }

bool search_set_threads(SearchPool *pool, int threads)
{
    return threads == pool->threads || renew_workers(pool, pool->variant, pool->net, threads);
}

bool search_set_hash(SearchPool *pool, size_t hash)
{
    return hash == tt_megabytes(pool->tt) || tt_resize(pool->tt, hash);
}

size_t search_hash(const SearchPool *pool) { return tt_megabytes(pool->tt); }

void search_clear(SearchPool *pool)
{
    tt_clear(pool->tt);
    for (int i = 0; i < pool->threads; ++i) history_clear(&pool->workers[i]->history);
}
