/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernels.h"

#ifdef __ARM_NEON
#include <arm_neon.h>

enum { LANES = 8, VECTORS = 16 };
#define MIN(a, b) vminq_s16((int16x8_t)(a), (int16x8_t)(b))
#define MAX(a, b) vmaxq_s16((int16x8_t)(a), (int16x8_t)(b))
#define LOW(a) vget_low_s16((int16x8_t)(a))
#define HIGH(a) vget_high_s16((int16x8_t)(a))
#define MADD(a, b) vmlal_s16(vmull_s16(LOW(a), LOW(b)), HIGH(a), HIGH(b))

#define KERNEL kernel_neon
#define KERNEL_NAME "neon"
#include "kernel_body.h"
#else
const Kernel *kernel_neon(void) { return NULL; }
#endif
