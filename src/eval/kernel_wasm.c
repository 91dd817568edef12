/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* WebAssembly with 128-bit vectors (-msimd128). */

#include "kernels.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>

enum { LANES = 8, VECTORS = 8 };
#define MIN(a, b) wasm_i16x8_min((v128_t)(a), (v128_t)(b))
#define MAX(a, b) wasm_i16x8_max((v128_t)(a), (v128_t)(b))
#define MADD(a, b) wasm_i32x4_dot_i16x8((v128_t)(a), (v128_t)(b))

#define KERNEL kernel_wasm
#define KERNEL_NAME "wasm"
#include "kernel_body.h"
#else
const Kernel *kernel_wasm(void) { return NULL; }
#endif
