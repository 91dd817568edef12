/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A team of threads that does numbered tasks together. Which thread does which task is
 * left to chance, so a task's result must not depend on it: whoever wants the same
 * sums with any number of threads gives each task its own place for them and adds
 * those up in a fixed order.
 */
#ifndef QUINCUNX_NNUE_TRAIN_POOL_H
#define QUINCUNX_NNUE_TRAIN_POOL_H

#include <stddef.h>

typedef struct Pool Pool;

/* Does one task, 0 .. tasks - 1 of the call. */
typedef void PoolTask(void *context, size_t task);

/* A team of so many threads, the caller included (at least 1). Fewer if the system
 * gives no more. NULL if out of memory. The caller frees it with pool_free. */
Pool *pool_new(unsigned threads);
void pool_free(Pool *pool);

/* Does all tasks and returns when the last is done. One call at a time. */
void pool_run(Pool *pool, PoolTask *function, void *context, size_t tasks);

#endif
