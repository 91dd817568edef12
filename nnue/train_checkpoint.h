/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Checkpoint of a training run: everything needed to continue exactly as without interruption. Written
 * atomically (whole_file.h), so a complete one always exists. Machine-specific: numbers are stored as in
 * memory.
 */
#ifndef QUINCUNX_NNUE_TRAIN_CHECKPOINT_H
#define QUINCUNX_NNUE_TRAIN_CHECKPOINT_H

#include "train_curve.h"
#include "train_model.h"

/* The progress of a run. */
typedef struct Progress {
    uint64_t step;       /* steps made */
    double errors;       /* sum since the last point of the curve */
    uint64_t examples;   /* number of examples in that sum */
    Curve curve;
} Progress;

/* Writes a checkpoint: the plan as text, the progress, the model and its moments (2 * model->count). False
 * with the reason; the old file is then unchanged. */
bool checkpoint_write(const char *path, const char *plan, const Progress *progress, const Model *model,
                      const float *moments, ErrorText *error);

/* Reads a checkpoint of the same plan, with `steps` steps in all, into a model of the same shape. On error
 * returns false with the reason; model, moments and progress are then undefined. Impossible values are
 * errors even if the checksum is correct: NaN, infinity, negative squares, a step after the last. */
bool checkpoint_read(const char *path, const char *plan, uint64_t steps, Progress *progress, Model *model, float *moments,
                     ErrorText *error);

#endif
