/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernels.h"

#include <stdbool.h>

#if defined(__x86_64__) || defined(__i386__)
static bool has_avx512(void) { return __builtin_cpu_supports("avx512bw"); }
static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }
static bool has_sse2(void) { return __builtin_cpu_supports("sse2"); }
#else
static bool has_avx512(void) { return false; }
static bool has_avx2(void) { return false; }
static bool has_sse2(void) { return false; }
#endif

/* Run-time checks of the CPU. */
static bool always(void) { return true; }

KernelList kernels_available(void)
{
    static const struct {
        const Kernel *(*kernel)(void);
        bool (*runs)(void);
    } all[KERNELS_MAX] = {{kernel_avx512, has_avx512}, {kernel_avx2, has_avx2}, {kernel_sse2, has_sse2},
                          {kernel_neon, always},       {kernel_wasm, always},   {kernel_c, always}};
    KernelList list = {{0}};
    size_t n = 0;
    for (size_t i = 0; i < KERNELS_MAX; ++i)
        if (all[i].kernel() && all[i].runs()) list.kernels[n++] = all[i].kernel();
    return list;
}
