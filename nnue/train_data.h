/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What is trained on: samples in memory as they were packed, made into inputs when they
 * are wanted. Some games are held out: nothing is learnt from them, and the error on them
 * tells how good the net is.
 */
#ifndef QUINCUNX_NNUE_TRAIN_DATA_H
#define QUINCUNX_NNUE_TRAIN_DATA_H

#include "../src/eval/net.h"
#include "samples.h"
#include "train_model.h"
#include "train_pool.h"

typedef struct TrainData {
    SampleSet set;
    const Net *net;        /* the caller's: what gives features and heads */
    uint32_t *training, *held_out; /* indices of samples */
    size_t training_count, held_out_count;
    size_t left_out;       /* samples with more pieces than the game can have, or that no net can see */
    size_t mirrorable;     /* of the training samples, if mirrored copies are taken */
    size_t results;        /* training samples whose game's result is known */
    bool *seen;            /* [inputs]: some sample, or its mirrored copy, has it */
    double active;         /* inputs that are on, on average */
    uint64_t fingerprint;  /* of all samples, in their order */
    bool mirrors;          /* take mirrored copies */
    float scale;           /* centipawns */
    float result_weight;   /* of the game's result in what is to be learnt, 0..1 */
} TrainData;

/* Looks through the samples of data->set, which must be of the net's game, and holds out the
 * samples of about so many percent of the games. `net`, `set` and `mirrors` must be set, the
 * rest 0. False with the reason. What it holds, the set included, is freed with data_free. */
bool data_prepare(TrainData *data, double held_out_percent, Pool *pool, ErrorText *error);
void data_free(TrainData *data);

/* How a scale was found, for messages. */
typedef enum ScaleFit { SCALE_FITTED, SCALE_AT_LIMIT, SCALE_NO_RESULTS } ScaleFit;
enum { SCALE_LEAST = 150, SCALE_MOST = 1000, SCALE_OTHERWISE = 400 };

/* The scale for which the sigmoid of score / scale tells the results best, within the limits
 * above. Reads at most half a million training samples. */
ScaleFit data_fit_scale(const TrainData *data, double *scale);

static inline const Sample *data_sample(const TrainData *data, size_t index) { return &data->set.samples[index]; }

/* A sample as an example; mirrored only if it may be. */
void data_example(const TrainData *data, size_t index, bool mirrored, Example *out);
/* All of them as a source. */
ExampleSource data_source(const TrainData *data);

#endif
