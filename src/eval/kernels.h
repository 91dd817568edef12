/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The inner loops of a net's evaluation, once for each instruction set. All give the same
 * integers: they add 16-bit numbers modulo 2^16 and 32-bit ones without overflow, in whatever
 * order (net_check proves that nothing overflows that must not).
 */
#ifndef QUINCUNX_KERNELS_H
#define QUINCUNX_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef struct Kernel {
    const char *name; /* "avx2" */
    /* out = in, and the rows of added, less the rows of taken; `hidden` numbers each. Everything
     * aligned to NET_ALIGNMENT; out may be in. */
    void (*update)(int16_t *out, const int16_t *in, const int16_t *const *added, size_t added_count,
                   const int16_t *const *taken, size_t taken_count, size_t hidden);
    /* The sum over an accumulator of clamp(a, 0, NET_QA)^2 * weight, and over a second one (or
     * NULL) of as many with the weights that follow. */
    int32_t (*output)(const int16_t *own, const int16_t *other, const int16_t *weights, size_t hidden);
} Kernel;

/* The kernels that this build has and this machine can run, the fastest first; the last is
 * portable C. Ends with NULL. */
enum { KERNELS_MAX = 6 };
typedef struct KernelList {
    const Kernel *kernels[KERNELS_MAX + 1];
} KernelList;
KernelList kernels_available(void);

/* Each instruction set's own; NULL if the compiler was not told to use it (see Makefile). */
const Kernel *kernel_avx512(void);
const Kernel *kernel_avx2(void);
const Kernel *kernel_sse2(void);
const Kernel *kernel_neon(void);
const Kernel *kernel_wasm(void);
const Kernel *kernel_c(void);

#endif
