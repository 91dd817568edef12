/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The smaller and the larger of two numbers. */
#ifndef QUINCUNX_MINMAX_H
#define QUINCUNX_MINMAX_H

#include <stdint.h>

static inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t max(int64_t a, int64_t b) { return a > b ? a : b; }

#endif
