/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernels.h"

#ifdef __ARM_NEON
#include <arm_neon.h>

enum { LANES = 8, VECTORS = 16 };
typedef int16x8_t Vec;
typedef int32x4_t Sum;

static inline Vec vec_load(const int16_t *p) { return vld1q_s16(p); }
static inline void vec_store(int16_t *p, Vec v) { vst1q_s16(p, v); }
static inline Vec vec_add(Vec a, Vec b) { return vaddq_s16(a, b); }
static inline Vec vec_sub(Vec a, Vec b) { return vsubq_s16(a, b); }
static inline Sum sum_zero(void) { return vdupq_n_s32(0); }
static inline Sum sum_add_screlu(Sum sum, Vec a, Vec w)
{
    a = vminq_s16(vmaxq_s16(a, vdupq_n_s16(0)), vdupq_n_s16(255));
    Vec product = vmulq_s16(a, w);
    sum = vmlal_s16(sum, vget_low_s16(product), vget_low_s16(a));
    return vmlal_s16(sum, vget_high_s16(product), vget_high_s16(a));
}
static inline int32_t sum_total(Sum a, Sum b)
{
    Sum four = vaddq_s32(a, b);
    int32x2_t two = vadd_s32(vget_low_s32(four), vget_high_s32(four));
    return vget_lane_s32(vpadd_s32(two, two), 0);
}

#define KERNEL kernel_neon
#define KERNEL_NAME "neon"
#include "kernel_body.h"
#else
const Kernel *kernel_neon(void) { return NULL; }
#endif
