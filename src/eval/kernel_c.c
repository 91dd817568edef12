/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Portable C, one number at a time: the reference for the other kernels. */

enum { LANES = 1, VECTORS = 32 };

#define KERNEL kernel_c
#define KERNEL_NAME "c"
#include "kernel_body.h"
