/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "params.h"

#include "pool.h"
#include "worker.h"

#ifdef TUNE
#define PARAM_DEFINE(name, value, min, max) int name = (value);
SEARCH_PARAMS(PARAM_DEFINE)
#undef PARAM_DEFINE
#define PARAM_ROW(name, value, min, max) {#name, &(name), (value), (min), (max)},
#else
#define PARAM_ROW(name, value, min, max) {#name, 0, (value), (min), (max)},
#endif

const SearchParam search_params[] = {SEARCH_PARAMS(PARAM_ROW){0, 0, 0, 0, 0}};

/* Natural logarithm times 1000 of an integer, in integer arithmetic. */
static int log_1000(int n)
{
    uint64_t x = (uint64_t)n << 32;
    int log2 = 0; /* times 1024 */
    while (x >= (uint64_t)2 << 32) {
        x >>= 1;
        log2 += 1024;
    }
    for (int bit = 512; bit; bit >>= 1) {
        x = (x >> 16) * (x >> 16);
        if (x >= (uint64_t)2 << 32) {
            x >>= 1;
            log2 += bit;
        }
    }
    return log2 * 677 / 1000; /* ln 2 * 1000 / 1024 */
}

void search_params_changed(SearchPool *pool)
{
    for (int depth = 0; depth < REDUCTION_DEPTHS; ++depth) {
        for (int count = 0; count < REDUCTION_MOVES; ++count) {
            int64_t product = (int64_t)log_1000(depth + 1) * log_1000(count + 1);
            pool->reduction[depth][count] = (int16_t)(lmr_base * 1024 / 100 + product * 1024 / (10000 * (int64_t)lmr_divisor));
        }
    }
}
