/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The network in training: floating point, one array of parameters, and the forward pass. Shape: (inputs ->
 * hidden) x views -> one output per head, activation clamp(x, 0, 1) squared (SCReLU).
 *
 * The output is in units of the net's scale: its sigmoid is the expected score of the side to move.
 * Independent of the game.
 */
#ifndef QUINCUNX_NNUE_TRAIN_MODEL_H
#define QUINCUNX_NNUE_TRAIN_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LANES = 16,             /* hidden sizes are multiples of this */
    HIDDEN_MAX = 1024,
    EXAMPLE_FEATURES = 384 /* maximum active inputs per view */
};

typedef struct Shape {
    size_t inputs;
    unsigned views;  /* accumulators: 2, or 1 if both sides share one */
    unsigned hidden; /* a multiple of LANES */
    unsigned heads;
    unsigned active; /* maximum active inputs of a view, at most EXAMPLE_FEATURES */
    /* Limits that prevent overflow of the quantised net: */
    float row_limit;    /* maximum magnitude of hidden weights and biases */
    float output_limit; /* maximum magnitude of output weights */
    float output_sum;   /* maximum sum of a head's positive output weights, and of the magnitudes of its negative
                           ones */
    float row_unit, output_unit; /* quantisation units of hidden and output weights */
} Shape;

/* A position as network input, with its target. */
typedef struct Example {
    unsigned count[2];                       /* active inputs per view: side to move, opponent */
    uint16_t features[2][EXAMPLE_FEATURES];
    unsigned head;
    float base;   /* added to the output: what a correcting net corrects, in units of the scale */
    float target; /* target: expected score of the side to move, 0..1 */
} Example;

/* A source of examples. `get` is called by many threads at once. */
typedef struct ExampleSource {
    const void *context;
    void (*get)(const void *context, size_t index, bool mirrored, Example *out);
    /* Prefetch, may be NULL: the example will be used soon. Called first with step 0 and, when those data
     * have arrived, with step 1. */
    void (*expect)(const void *context, size_t index, int step);
} ExampleSource;

typedef struct Model {
    Shape shape;
    size_t count;      /* number of parameters, including padding */
    float *parameters; /* aligned for any vector; the four below point into it */
    float *weights;    /* [inputs][hidden] */
    float *bias;       /* [hidden] */
    float *output;     /* [heads][views * hidden] */
    float *output_bias; /* [heads] */
} Model;

/* Zeroed, vector-aligned memory for floats; free with free. NULL if memory ran out. */
float *floats_new(size_t count);

/* A model with all parameters 0. Returns false if memory ran out or the shape is invalid. */
bool model_new(Model *model, const Shape *shape);
void model_free(Model *model);

/* Random initial parameters, deterministic in the seed. `active` is the average number of active inputs. */
void model_randomise(Model *model, uint64_t seed, double active);

/* Dithers parameters that are multiples of their units by up to half a unit. Otherwise a short training that
 * shifts all weights by less than half a unit would be lost in rounding. Of the rows, only those with
 * seen[input]. */
void model_spread(Model *model, uint64_t seed, const bool *seen);

/* to[0 .. n) = from[0 .. n), rounded to multiples of the unit. */
void model_round(float *restrict to, const float *restrict from, size_t n, float unit);

/* The output for an example; hidden[views * hidden] (aligned) receives clamp(x, 0, 1). */
float model_output(const Model *model, const Example *example, float *hidden);

/* 1 / (1 + e^-x). */
float model_sigmoid(float x);

#endif
