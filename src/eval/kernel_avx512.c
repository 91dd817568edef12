/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* AVX-512 with 16-bit integers (BW). */

#include "kernels.h"

#ifdef __AVX512BW__
#include <immintrin.h>

enum { LANES = 32, VECTORS = 8 };
typedef __m512i Vec, Sum;

static inline Vec vec_load(const int16_t *p) { return _mm512_load_si512(p); }
static inline void vec_store(int16_t *p, Vec v) { _mm512_store_si512(p, v); }
static inline Vec vec_add(Vec a, Vec b) { return _mm512_add_epi16(a, b); }
static inline Vec vec_sub(Vec a, Vec b) { return _mm512_sub_epi16(a, b); }
static inline Sum sum_zero(void) { return _mm512_setzero_si512(); }
static inline Sum sum_add_screlu(Sum sum, Vec a, Vec w)
{
    a = _mm512_min_epi16(_mm512_max_epi16(a, _mm512_setzero_si512()), _mm512_set1_epi16(255));
    return _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_mullo_epi16(a, w), a));
}
static inline int32_t sum_total(Sum a, Sum b) { return _mm512_reduce_add_epi32(_mm512_add_epi32(a, b)); }

#define KERNEL kernel_avx512
#define KERNEL_NAME "avx512"
#include "kernel_body.h"
#else
const Kernel *kernel_avx512(void) { return NULL; }
#endif
