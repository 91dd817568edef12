/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernels.h"

#ifdef __SSE2__
#include <emmintrin.h>

enum { LANES = 8, VECTORS = 8 };
typedef __m128i Vec, Sum;

static inline Vec vec_load(const int16_t *p) { return _mm_load_si128((const void *)p); }
static inline void vec_store(int16_t *p, Vec v) { _mm_store_si128((void *)p, v); }
static inline Vec vec_add(Vec a, Vec b) { return _mm_add_epi16(a, b); }
static inline Vec vec_sub(Vec a, Vec b) { return _mm_sub_epi16(a, b); }
static inline Sum sum_zero(void) { return _mm_setzero_si128(); }
static inline Sum sum_add_screlu(Sum sum, Vec a, Vec w)
{
    a = _mm_min_epi16(_mm_max_epi16(a, _mm_setzero_si128()), _mm_set1_epi16(255));
    return _mm_add_epi32(sum, _mm_madd_epi16(_mm_mullo_epi16(a, w), a));
}
static inline int32_t sum_total(Sum a, Sum b)
{
    Sum four = _mm_add_epi32(a, b);
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1)));
}

#define KERNEL kernel_sse2
#define KERNEL_NAME "sse2"
#include "kernel_body.h"
#else
const Kernel *kernel_sse2(void) { return NULL; }
#endif
