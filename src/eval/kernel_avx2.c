/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernels.h"

#ifdef __AVX2__
#include <immintrin.h>

enum { LANES = 16, VECTORS = 8 };
typedef __m256i Vec, Sum;

static inline Vec vec_load(const int16_t *p) { return _mm256_load_si256((const void *)p); }
static inline void vec_store(int16_t *p, Vec v) { _mm256_store_si256((void *)p, v); }
static inline Vec vec_add(Vec a, Vec b) { return _mm256_add_epi16(a, b); }
static inline Vec vec_sub(Vec a, Vec b) { return _mm256_sub_epi16(a, b); }
static inline Sum sum_zero(void) { return _mm256_setzero_si256(); }
static inline Sum sum_add_screlu(Sum sum, Vec a, Vec w)
{
    a = _mm256_min_epi16(_mm256_max_epi16(a, _mm256_setzero_si256()), _mm256_set1_epi16(255));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_mullo_epi16(a, w), a));
}
static inline int32_t sum_total(Sum a, Sum b)
{
    Sum both = _mm256_add_epi32(a, b);
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1)));
}

#define KERNEL kernel_avx2
#define KERNEL_NAME "avx2"
#include "kernel_body.h"
#else
const Kernel *kernel_avx2(void) { return NULL; }
#endif
