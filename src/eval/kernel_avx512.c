/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* AVX-512 with 16-bit integers (BW). */

#include "kernels.h"

#ifdef __AVX512BW__
#include <immintrin.h>

enum { LANES = 32, VECTORS = 8 };
#define MIN(a, b) _mm512_min_epi16((__m512i)(a), (__m512i)(b))
#define MAX(a, b) _mm512_max_epi16((__m512i)(a), (__m512i)(b))
#define MADD(a, b) _mm512_madd_epi16((__m512i)(a), (__m512i)(b))

#define KERNEL kernel_avx512
#define KERNEL_NAME "avx512"
#include "kernel_body.h"
#else
const Kernel *kernel_avx512(void) { return NULL; }
#endif
