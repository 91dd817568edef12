/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* WebAssembly with 128-bit vectors (-msimd128). */

#include "kernels.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>

enum { LANES = 8, VECTORS = 8 };
typedef v128_t Vec, Sum;

static inline Vec vec_load(const int16_t *p) { return wasm_v128_load(p); }
static inline void vec_store(int16_t *p, Vec v) { wasm_v128_store(p, v); }
static inline Vec vec_add(Vec a, Vec b) { return wasm_i16x8_add(a, b); }
static inline Vec vec_sub(Vec a, Vec b) { return wasm_i16x8_sub(a, b); }
static inline Sum sum_zero(void) { return wasm_i32x4_splat(0); }
static inline Sum sum_add_screlu(Sum sum, Vec a, Vec w)
{
    a = wasm_i16x8_min(wasm_i16x8_max(a, wasm_i16x8_splat(0)), wasm_i16x8_splat(255));
    return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(wasm_i16x8_mul(a, w), a));
}
static inline int32_t sum_total(Sum a, Sum b)
{
    Sum four = wasm_i32x4_add(a, b);
    return wasm_i32x4_extract_lane(four, 0) + wasm_i32x4_extract_lane(four, 1) + wasm_i32x4_extract_lane(four, 2)
           + wasm_i32x4_extract_lane(four, 3);
}

#define KERNEL kernel_wasm
#define KERNEL_NAME "wasm"
#include "kernel_body.h"
#else
const Kernel *kernel_wasm(void) { return NULL; }
#endif
