/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The kernel: a template. The including file defines LANES, the 16-bit numbers in a vector; VECTORS, how many vectors to keep in
 * registers, a power of two; KERNEL, the function of kernels.h, and KERNEL_NAME; and for vectors MIN, MAX and MADD(a, b), whose
 * 32-bit lanes are sums of the products of all lanes of a and b. With one lane the kernel is portable C.
 */
#include "kernels.h"
#include "net.h"

#ifdef MADD
typedef uint16_t Vec __attribute__((vector_size(2 * LANES), may_alias)); /* arithmetic wraps around */
typedef int32_t Sum __attribute__((vector_size(2 * LANES)));

/* sum + clamp(a, 0, NET_QA)^2 * w */
static inline Sum sum_add_screlu(Sum sum, Vec a, Vec w)
{
    Vec clamped = (Vec)MIN(MAX(a, (Vec){0}), (Vec){0} + NET_QA);
    return sum + (Sum)MADD(clamped * w, clamped);
}

static inline int32_t sum_total(Sum sum)
{
    int32_t total = 0;
    for (int i = 0; i < LANES / 2; ++i) total += sum[i];
    return total;
}
#else
typedef uint16_t Vec;
typedef int32_t Sum;

static inline Sum sum_add_screlu(Sum sum, Vec a, Vec w)
{
    int32_t clamped = (int16_t)a < 0 ? 0 : a > NET_QA ? NET_QA : a;
    return sum + clamped * clamped * (int16_t)w;
}
static inline int32_t sum_total(Sum sum) { return sum; }
#endif

/* Aligned: see kernels.h. */
static inline Vec vec_load(const int16_t *p) { return *(const Vec *)(const void *)p; }
static inline void vec_store(int16_t *p, Vec v) { *(Vec *)(void *)p = v; }

_Static_assert(NET_HIDDEN_STEP % LANES == 0, "a net is whole vectors wide");
_Static_assert(NET_WEIGHT_MAX * NET_QA <= INT16_MAX, "a clamped number times a weight has 16 bits");

/* `n` is a constant after inlining; `n` vectors stay in registers while all rows are added. */
static inline __attribute__((always_inline)) void update_span(int16_t *out, const int16_t *in, const int16_t *const *added,
                                                              size_t added_count, const int16_t *const *taken, size_t taken_count,
                                                              size_t at, const int n)
{
    Vec v[VECTORS];
    for (int k = 0; k < n; ++k) v[k] = vec_load(in + at + k * LANES);
    for (size_t r = 0; r < added_count; ++r)
        for (int k = 0; k < n; ++k) v[k] += vec_load(added[r] + at + k * LANES);
    for (size_t r = 0; r < taken_count; ++r)
        for (int k = 0; k < n; ++k) v[k] -= vec_load(taken[r] + at + k * LANES);
    for (int k = 0; k < n; ++k) vec_store(out + at + k * LANES, v[k]);
}

static void update(int16_t *out, const int16_t *in, const int16_t *const *added, size_t added_count,
                   const int16_t *const *taken, size_t taken_count, size_t hidden)
{
    size_t at = 0;
    for (; hidden - at >= VECTORS * LANES; at += VECTORS * LANES)
        update_span(out, in, added, added_count, taken, taken_count, at, VECTORS);
    for (; at < hidden; at += LANES) update_span(out, in, added, added_count, taken, taken_count, at, 1);
}

static int32_t output(const int16_t *own, const int16_t *other, const int16_t *weights, size_t hidden)
{
    Sum sum = {0};
    for (size_t i = 0; i < hidden; i += LANES) sum = sum_add_screlu(sum, vec_load(own + i), vec_load(weights + i));
    for (size_t i = 0; other && i < hidden; i += LANES)
        sum = sum_add_screlu(sum, vec_load(other + i), vec_load(weights + hidden + i));
    return sum_total(sum);
}

const Kernel *KERNEL(void)
{
    static const Kernel kernel = {KERNEL_NAME, update, output};
    return &kernel;
}
