/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The network as it is trained: floating point, one array of parameters, and what it
 * says of an example. Shape: (inputs -> hidden) x views -> one output a head,
 * activation clamp(x, 0, 1) squared (SCReLU).
 *
 * The output is in units of the net's scale: the sigmoid of it is the expected score
 * of the side to move. Nothing here knows a game.
 */
#ifndef QUINCUNX_NNUE_TRAIN_MODEL_H
#define QUINCUNX_NNUE_TRAIN_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LANES = 16,             /* hidden sizes are multiples of this */
    HIDDEN_MAX = 1024,
    EXAMPLE_FEATURES = 384 /* room for the active inputs of a view */
};

typedef struct Shape {
    size_t inputs;
    unsigned views;  /* accumulators: 2, or 1 where both sides share one */
    unsigned hidden; /* a multiple of LANES */
    unsigned heads;
    unsigned active; /* most active inputs of a view, at most EXAMPLE_FEATURES */
    /* What keeps the sums of the net in play, which are integers, from overflowing: */
    float row_limit;    /* weights and biases of the hidden layer stay within plus and minus this */
    float output_limit; /* and the output weights within this */
    float output_sum;   /* the positive output weights of a head sum up to at most this, as do the negative ones */
    float row_unit, output_unit; /* what those weights and biases are multiples of in play */
} Shape;

/* A position as the network sees it, and what it should say of it. */
typedef struct Example {
    unsigned count[2];                       /* active inputs of a view: the side to move's, the other's */
    uint16_t features[2][EXAMPLE_FEATURES];
    unsigned head;
    float target; /* expected score of the side to move, 0..1 */
} Example;

/* Where examples come from. `get` is called by many threads at once. */
typedef struct ExampleSource {
    const void *context;
    void (*get)(const void *context, size_t index, bool mirrored, Example *out);
    /* NULL, or: the example will be wanted soon, so what it is made of should come into the caches.
     * First called with step 0, and a little later, when that has come, with step 1. */
    void (*expect)(const void *context, size_t index, int step);
} ExampleSource;

typedef struct Model {
    Shape shape;
    size_t count;      /* parameters, padding included */
    float *parameters; /* aligned for any vector; the four below point into it */
    float *weights;    /* [inputs][hidden] */
    float *bias;       /* [hidden] */
    float *output;     /* [heads][views * hidden] */
    float *output_bias; /* [heads] */
} Model;

/* Zeroed memory for floats, aligned for any vector; freed with free. NULL if there is none. */
float *floats_new(size_t count);

/* A model with all parameters 0. Returns false if out of memory or the shape is impossible. */
bool model_new(Model *model, const Shape *shape);
void model_free(Model *model);

/* Random parameters to begin with, the same for the same seed. `active` is how many
 * inputs are active on average. */
void model_randomise(Model *model, uint64_t seed, double active);

/* Moves parameters that are multiples of their units by random parts of them, up to a half. Else
 * what a short training moves all weights by together, less than half a unit, would be
 * lost in rounding them again. Of rows, only those seen[input]. */
void model_spread(Model *model, uint64_t seed, const bool *seen);

/* to[0 .. n) = the multiples of the unit that are nearest to from[0 .. n). */
void model_round(float *restrict to, const float *restrict from, size_t n, float unit);

/* The output for an example; hidden[views * hidden] (aligned) receives clamp(x, 0, 1). */
float model_output(const Model *model, const Example *example, float *hidden);

/* 1 / (1 + e^-x). */
float model_sigmoid(float x);

#endif
