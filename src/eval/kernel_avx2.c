/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernels.h"

#ifdef __AVX2__
#include <immintrin.h>

enum { LANES = 16, VECTORS = 8 };
#define MIN(a, b) _mm256_min_epi16((__m256i)(a), (__m256i)(b))
#define MAX(a, b) _mm256_max_epi16((__m256i)(a), (__m256i)(b))
#define MADD(a, b) _mm256_madd_epi16((__m256i)(a), (__m256i)(b))

#define KERNEL kernel_avx2
#define KERNEL_NAME "avx2"
#include "kernel_body.h"
#else
const Kernel *kernel_avx2(void) { return NULL; }
#endif
