/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Portable C, one number at a time: the reference for the other kernels. */

#include "kernels.h"

enum { LANES = 1, VECTORS = 32 };
typedef uint16_t Vec; /* arithmetic wraps around */
typedef int32_t Sum;

static inline Vec vec_load(const int16_t *p) { return (uint16_t)*p; }
static inline void vec_store(int16_t *p, Vec v) { *p = (int16_t)v; }
static inline Vec vec_add(Vec a, Vec b) { return (Vec)(a + b); }
static inline Vec vec_sub(Vec a, Vec b) { return (Vec)(a - b); }
static inline Sum sum_zero(void) { return 0; }
static inline Sum sum_add_screlu(Sum sum, Vec a, Vec w)
{
    int32_t x = (int16_t)a;
    x = x < 0 ? 0 : x > 255 ? 255 : x;
    return sum + x * x * (int16_t)w;
}
static inline int32_t sum_total(Sum a, Sum b) { return a + b; }

#define KERNEL kernel_c
#define KERNEL_NAME "c"
#include "kernel_body.h"
