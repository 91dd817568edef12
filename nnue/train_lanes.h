/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Sixteen floats as one value; gcc and clang map it to the machine's vectors (one AVX-512 register, two of
 * AVX, four of SSE or NEON). Never passed by value. */
#ifndef QUINCUNX_NNUE_TRAIN_LANES_H
#define QUINCUNX_NNUE_TRAIN_LANES_H

typedef float Lane __attribute__((vector_size(64), may_alias));

#endif
