/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * One step of training: the gradient of the mean squared error over a batch, and AdamW
 * (I. Loshchilov, F. Hutter, "Decoupled Weight Decay Regularization").
 *
 * The result is the same with any number of threads: every sum has a fixed order. A
 * batch is worked off in portions. Of each, the examples go forward first, each leaving
 * what its accumulators' gradient is; then the inputs are sorted into lists of the
 * examples that have them; and then each row of weights adds up its list by itself,
 * in registers, so that no gradients of whole networks are kept and added.
 */
#ifndef QUINCUNX_NNUE_TRAIN_STEP_H
#define QUINCUNX_NNUE_TRAIN_STEP_H

#include "train_model.h"
#include "train_pool.h"

/* Set in an index of a batch: take the mirrored copy. */
#define EXAMPLE_MIRRORED 0x80000000u

typedef struct Rates {
    float rate;         /* learning rate */
    float weight_decay; /* share of a weight lost a step, times the rate; not of biases */
    uint64_t step;      /* 1 for the first */
} Rates;

typedef struct Stepper Stepper;

/* What trains a model: moments and working memory. The model, pool and source stay the
 * caller's and must live as long. NULL if out of memory. Freed with stepper_free. */
Stepper *stepper_new(Model *model, Pool *pool, const ExampleSource *source);
void stepper_free(Stepper *stepper);

/* The moments of all parameters, for checkpoints: 2 * model->count floats. */
float *stepper_moments(Stepper *stepper);

/* From now on examples see the weights rounded as they will be in play, while steps go on changing
 * the exact ones: so the others learn to make up for what rounding does to each. False if out of memory. */
bool stepper_round(Stepper *stepper);
/* The model as examples see it: the stepper's, or the caller's if nothing is rounded. */
const Model *stepper_model(const Stepper *stepper);

/* The examples with these indices (EXAMPLE_MIRRORED may be set) make one step. Returns
 * the sum of their errors before it. */
double stepper_step(Stepper *stepper, const uint32_t *indices, size_t count, const Rates *rates);

/* The sum of the errors of examples that are not learnt from, as they are seen. */
double stepper_error(Stepper *stepper, const uint32_t *indices, size_t count);

/* The gradient of the mean error of examples, without a step, into model->count floats: for tests. */
double stepper_gradient(Stepper *stepper, const uint32_t *indices, size_t count, float *gradient);

#endif
