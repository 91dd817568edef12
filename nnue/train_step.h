/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * One training step: the gradient of the mean squared error over a batch, and AdamW (I. Loshchilov, F.
 * Hutter, "Decoupled Weight Decay Regularization").
 *
 * The result is the same with any number of threads, because every sum has a fixed order. A batch is
 * processed in portions. In each, the forward pass stores the gradient of the accumulators of every example;
 * then the inputs are sorted into lists of the examples that contain them; then each row of weights sums its
 * list in registers. No thread needs gradients of the whole network.
 */
#ifndef QUINCUNX_NNUE_TRAIN_STEP_H
#define QUINCUNX_NNUE_TRAIN_STEP_H

#include "train_model.h"
#include "train_pool.h"

/* A flag in an index of a batch: use the mirrored copy. */
#define EXAMPLE_MIRRORED 0x80000000u

typedef struct Rates {
    float rate;         /* learning rate */
    float weight_decay; /* times the rate: share of a weight lost per step; not for biases */
    uint64_t step;      /* from 1 */
} Rates;

typedef struct Stepper Stepper;

/* The optimiser of a model: moments and working memory. Model, pool and source belong to the caller and must
 * outlive it. NULL if memory ran out. Free with stepper_free. */
Stepper *stepper_new(Model *model, Pool *pool, const ExampleSource *source);
void stepper_free(Stepper *stepper);

/* The moments of all parameters, for checkpoints: 2 * model->count floats. */
float *stepper_moments(Stepper *stepper);

/* Quantisation-aware training from now on: examples use rounded weights, steps change the exact ones, so
 * that the weights compensate each other's rounding. False if memory ran out. */
bool stepper_round(Stepper *stepper);
/* The model that examples use: the rounded copy, or the caller's without rounding. */
const Model *stepper_model(const Stepper *stepper);

/* Makes one step with the examples of these indices (EXAMPLE_MIRRORED allowed). Returns the sum of their
 * errors before the step. */
double stepper_step(Stepper *stepper, const uint32_t *indices, size_t count, const Rates *rates);

/* The sum of the errors of examples with the weights that examples use, without training on them. */
double stepper_error(Stepper *stepper, const uint32_t *indices, size_t count);

/* For tests: the gradient of the mean error of examples, without a step, into model->count floats. Returns
 * the sum of the errors. */
double stepper_gradient(Stepper *stepper, const uint32_t *indices, size_t count, float *gradient);

#endif
