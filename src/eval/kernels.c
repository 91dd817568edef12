/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernels.h"

#if defined(__x86_64__) || defined(__i386__)
#define CPU_HAS(set) __builtin_cpu_supports(set)
#else
#define CPU_HAS(set) 0
#endif

KernelList kernels_available(void)
{
    const Kernel *all[KERNELS_MAX] = {CPU_HAS("avx512bw") ? kernel_avx512() : NULL, CPU_HAS("avx2") ? kernel_avx2() : NULL,
                                      CPU_HAS("sse2") ? kernel_sse2() : NULL, kernel_neon(), kernel_wasm(), kernel_c()};
    KernelList list = {{0}};
    size_t n = 0;
    for (size_t i = 0; i < KERNELS_MAX; ++i)
        if (all[i]) list.kernels[n++] = all[i];
    return list;
}
