/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A training run on disk: all that is needed to go on as if it had never stopped. Written
 * as whole_file.h says, so that there is always a whole one. For the machine that
 * wrote it: numbers as they are in memory.
 */
#ifndef QUINCUNX_NNUE_TRAIN_CHECKPOINT_H
#define QUINCUNX_NNUE_TRAIN_CHECKPOINT_H

#include "train_curve.h"
#include "train_model.h"

/* How far a run has come. */
typedef struct Progress {
    uint64_t step;       /* steps made */
    double errors;       /* summed up since the last point of the curve */
    uint64_t examples;   /* over so many */
    Curve curve;
} Progress;

/* Writes a run: what it is (a text), how far it is, the model and its moments (2 * model->count).
 * False with the reason; what the path held before is then still there. */
bool checkpoint_write(const char *path, const char *plan, const Progress *progress, const Model *model,
                      const float *moments, ErrorText *error);

/* Reads a run of the same plan, which has `steps` steps, into a model of the same shape. On error explains it and
 * returns false; model, moments and progress are then worthless. Numbers that no run can come to are an error
 * whatever the checksum says: NaN, infinite ones, negative squares, steps behind the last. */
bool checkpoint_read(const char *path, const char *plan, uint64_t steps, Progress *progress, Model *model, float *moments,
                     ErrorText *error);

#endif
