/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A thread pool for numbered tasks. The assignment of tasks to threads is random, so results must not depend
 * on it: for sums that are equal with any number of threads, give each task its own accumulator and add
 * those up in a fixed order.
 */
#ifndef QUINCUNX_NNUE_TRAIN_POOL_H
#define QUINCUNX_NNUE_TRAIN_POOL_H

#include <stddef.h>

typedef struct Pool Pool;

/* Runs one task, 0 .. tasks - 1. */
typedef void PoolTask(void *context, size_t task);

/* A pool of this many threads, including the caller (at least 1); fewer if the system has no more. NULL if
 * memory ran out. Free with pool_free. */
Pool *pool_new(unsigned threads);
void pool_free(Pool *pool);

/* Runs all tasks and returns when the last is done. One call at a time. */
void pool_run(Pool *pool, PoolTask *function, void *context, size_t tasks);

#endif
