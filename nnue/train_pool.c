/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "train_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct Pool {
    pthread_t *threads;
    unsigned helpers; /* threads besides the caller */
    pthread_mutex_t lock;
    pthread_cond_t started, finished;
    /* Guarded by the lock: */
    uint64_t round;   /* calls of pool_run so far */
    unsigned working; /* helpers still working in this round */
    bool closing;
    /* Constant during a round: */
    PoolTask *function;
    void *context;
    size_t tasks;
    atomic_size_t next;
};

static void work(Pool *pool)
{
    for (;;) {
        size_t task = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (task >= pool->tasks) return;
        pool->function(pool->context, task);
    }
}

static void *helper(void *argument)
{
    Pool *pool = argument;
    uint64_t done = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == done && !pool->closing) pthread_cond_wait(&pool->started, &pool->lock);
        if (pool->closing) break;
        done = pool->round;
        pthread_mutex_unlock(&pool->lock);
        work(pool);
        pthread_mutex_lock(&pool->lock);
        if (--pool->working == 0) pthread_cond_signal(&pool->finished);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

Pool *pool_new(unsigned threads)
{
    Pool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pool->threads = calloc(threads ? threads : 1, sizeof *pool->threads);
    if (!pool->threads) {
        free(pool);
        return NULL;
    }
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->started, NULL);
    pthread_cond_init(&pool->finished, NULL);
    while (pool->helpers + 1 < threads
           && pthread_create(&pool->threads[pool->helpers], NULL, helper, pool) == 0)
        ++pool->helpers;
    return pool;
}

void pool_free(Pool *pool)
{
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->started);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->helpers; ++i) pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->finished);
    pthread_cond_destroy(&pool->started);
    pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
    free(pool);
}

void pool_run(Pool *pool, PoolTask *function, void *context, size_t tasks)
{
    pthread_mutex_lock(&pool->lock);
    pool->function = function;
    pool->context = context;
    pool->tasks = tasks;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    pool->working = pool->helpers;
    ++pool->round;
    pthread_cond_broadcast(&pool->started);
    pthread_mutex_unlock(&pool->lock);
    work(pool);
    pthread_mutex_lock(&pool->lock);
    while (pool->working) pthread_cond_wait(&pool->finished, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}
