/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Scores as expected results. From sums and products alone, so the same on every processor: the C library's functions may
 * differ in the last digit, and then so would samples and nets. */
#ifndef QUINCUNX_NNUE_LOGISTIC_H
#define QUINCUNX_NNUE_LOGISTIC_H

/* 1 / (1 + e^-x), within 1e-9 of it. */
double logistic(double x);

/* The inverse, in centipawns: the score whose expected result, logistic(score / scale), is nearest to `expected`, 0..1.
 * Within seven scales of 0 and within 16 bits. */
int logistic_score(double expected, int scale);

#endif
