/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The inner loops of net evaluation, one version for each instruction set. All give identical integers:
 * 16-bit sums are modulo 2^16 and 32-bit sums do not overflow, in any order (net_check proves it).
 */
#ifndef QUINCUNX_KERNELS_H
#define QUINCUNX_KERNELS_H

#include <stddef.h>
#include <stdint.h>

typedef struct Kernel {
    const char *name; /* "avx2" */
    /* out = in + the rows of added - the rows of taken; `hidden` numbers each. All are aligned to
     * NET_ALIGNMENT; out may equal in. */
    void (*update)(int16_t *out, const int16_t *in, const int16_t *const *added, size_t added_count,
                   const int16_t *const *taken, size_t taken_count, size_t hidden);
    /* The sum over an accumulator of clamp(a, 0, NET_QA)^2 * weight, plus the same over a second accumulator
     * (or NULL) with the following weights. */
    int32_t (*output)(const int16_t *own, const int16_t *other, const int16_t *weights, size_t hidden);
} Kernel;

/* The kernels in this build that this machine can run, fastest first; the last is portable C. Ends with
 * NULL. */
enum { KERNELS_MAX = 6 };
typedef struct KernelList {
    const Kernel *kernels[KERNELS_MAX + 1];
} KernelList;
KernelList kernels_available(void);

/* The kernel of each instruction set; NULL if the compiler does not target it (see Makefile). */
const Kernel *kernel_avx512(void);
const Kernel *kernel_avx2(void);
const Kernel *kernel_sse2(void);
const Kernel *kernel_neon(void);
const Kernel *kernel_wasm(void);
const Kernel *kernel_c(void);

#endif
