/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernels.h"

#ifdef __SSE2__
#include <emmintrin.h>

enum { LANES = 8, VECTORS = 8 };
#define MIN(a, b) _mm_min_epi16((__m128i)(a), (__m128i)(b))
#define MAX(a, b) _mm_max_epi16((__m128i)(a), (__m128i)(b))
#define MADD(a, b) _mm_madd_epi16((__m128i)(a), (__m128i)(b))

#define KERNEL kernel_sse2
#define KERNEL_NAME "sse2"
#include "kernel_body.h"
#else
const Kernel *kernel_sse2(void) { return NULL; }
#endif
