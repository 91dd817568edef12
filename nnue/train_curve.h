/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The training curve, written as a table and as a picture. */
#ifndef QUINCUNX_NNUE_TRAIN_CURVE_H
#define QUINCUNX_NNUE_TRAIN_CURVE_H

#include <stdint.h>

#include "../src/types.h"

typedef struct CurvePoint {
    double epoch;       /* epochs completed, e.g. 1.25 */
    uint64_t step;
    double rate;        /* learning rate of the last step */
    double training;    /* mean squared error since the previous point, each batch before its step */
    double held_out;    /* on the held-out games, now; negative if there are none */
} CurvePoint;

typedef struct Curve {
    CurvePoint *points; /* freed with free */
    size_t count, capacity;
} Curve;

/* Adds a point; false if memory ran out. */
bool curve_add(Curve *curve, const CurvePoint *point);
/* Writes PREFIX.csv and PREFIX.svg. False with the reason. */
bool curve_write(const Curve *curve, const char *prefix, ErrorText *error);

#endif
