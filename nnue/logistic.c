/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "logistic.h"

#include <math.h>

static double exponential(double x)
{
    x = fmax(-80, fmin(80, x));
    double k = rint(x * 1.4426950408889634), r = x - k * 0.6931471805599453, sum = 1;
    for (int n = 9; n > 0; --n) sum = 1 + sum * r / n;
    return ldexp(sum, (int)k);
}

double logistic(double x) { return 1 / (1 + exponential(-x)); }

int logistic_score(double expected, int scale)
{
    enum { SCALES = 7, SCORE_LIMIT = 32000 };
    int high = scale < SCORE_LIMIT / SCALES ? scale * SCALES : SCORE_LIMIT, low = -high;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (logistic((middle + 0.5) / scale) >= expected) high = middle;
        else low = middle + 1;
    }
    return low;
}
