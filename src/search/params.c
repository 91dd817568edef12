/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "params.h"
#include "pool.h"
#include "worker.h"

const SearchParam search_params[] = {
#define PARAM_ROW(name, value, min, max) {#name, offsetof(SearchParams, name), (value), (min), (max)},
    SEARCH_PARAMS(PARAM_ROW)
#undef PARAM_ROW
    {0, 0, 0, 0, 0}
};

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

static void set_reductions(SearchPool *pool)
{
    PoolTuning *tuning = &pool->tuning;
    int64_t base = tuning->params.lmr_base * 1024 / 100, divisor = 10000 * (int64_t)tuning->params.lmr_divisor;
    for (int depth = 0; depth < REDUCTION_DEPTHS; ++depth) {
        for (int count = 0; count < REDUCTION_MOVES; ++count) {
            int64_t product = (int64_t)log_1000(depth + 1) * log_1000(count + 1);
            tuning->reduction[depth][count] = (int16_t)(base + product * 1024 / divisor);
        }
    }
}

void search_params_of(const Variant *variant, SearchParams *params)
{
    for (const SearchParam *param = search_params; param->name; ++param) *param_value(params, param) = param->value;
    for (const ParamValue *own = variant_hints(variant)->params; own && own->name; ++own) {
        const SearchParam *param = search_params;
        while (param->name && strcmp(param->name, own->name) != 0) ++param;
        assert(param->name);
        *param_value(params, param) = own->value;
    }
}

void search_reset_params(SearchPool *pool)
{
    SearchParams *params = &pool->tuning.params;
    search_params_of(pool->variant, params);
    for (const SearchParam *param = search_params; param->name; ++param)
        if (pool->tuning.is_set[param - search_params]) *param_value(params, param) = pool->tuning.set_to[param - search_params];
    set_reductions(pool);
}

void search_set_param(SearchPool *pool, const SearchParam *param, int value)
{
    pool->tuning.is_set[param - search_params] = true;
    pool->tuning.set_to[param - search_params] = value;
    search_reset_params(pool);
}

int search_param(SearchPool *pool, const SearchParam *param) { return *param_value(&pool->tuning.params, param); }
