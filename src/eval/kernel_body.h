/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The kernel: a template. The including file defines, for vectors of LANES 16-bit numbers (Vec) and sums of
 * 32-bit numbers (Sum):
 *   VECTORS            number of Vec to keep in registers: a power of two
 *   vec_load, vec_store, vec_add, vec_sub
 *   sum_zero, sum_add_screlu(sum, a, w): sum + clamp(a, 0, NET_QA)^2 * w;  sum_total
 *   KERNEL, KERNEL_NAME  the function of kernels.h, and its name for display
 */
#include "kernels.h"
#include "net.h"

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
        for (int k = 0; k < n; ++k) v[k] = vec_add(v[k], vec_load(added[r] + at + k * LANES));
    for (size_t r = 0; r < taken_count; ++r)
        for (int k = 0; k < n; ++k) v[k] = vec_sub(v[k], vec_load(taken[r] + at + k * LANES));
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
    Sum first = sum_zero(), second = sum_zero();
    for (size_t i = 0; i < hidden; i += LANES) first = sum_add_screlu(first, vec_load(own + i), vec_load(weights + i));
    for (size_t i = 0; other && i < hidden; i += LANES)
        second = sum_add_screlu(second, vec_load(other + i), vec_load(weights + hidden + i));
    return sum_total(first, second);
}

const Kernel *KERNEL(void)
{
    static const Kernel kernel = {KERNEL_NAME, update, output};
    return &kernel;
}
