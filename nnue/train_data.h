/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Training data: samples stay packed in memory and are converted to inputs on demand. Some games are held
 * out: they are not trained on, and the error on them validates the net.
 */
#ifndef QUINCUNX_NNUE_TRAIN_DATA_H
#define QUINCUNX_NNUE_TRAIN_DATA_H

#include "../src/eval/net.h"
#include "samples.h"
#include "train_model.h"
#include "train_pool.h"

typedef struct TrainData {
    SampleSet set;
    const Net *net;        /* owned by the caller; defines features and heads */
    uint32_t *training, *held_out; /* indices of samples */
    size_t training_count, held_out_count;
    size_t left_out;       /* samples with more pieces than the game or the net allows */
    size_t mirrorable;     /* of the training samples, if mirrored copies are used */
    size_t results;        /* training samples with a known game result */
    bool *seen;            /* [inputs]: occurs in some sample or its mirrored copy */
    double active;         /* average number of active inputs */
    uint64_t fingerprint;  /* of all samples, in their order */
    bool mirrors;          /* use mirrored copies */
    uint16_t *mirror;      /* [inputs]: see mirror_inputs */
    float scale;           /* centipawns */
    float result_weight;   /* weight of the game result in the target, 0..1 */
} TrainData;

/* Scans the samples of data->set, which must be of the net's game, and holds out the samples of this
 * percentage of the games, in random order. Set `net`, `set` and `mirrors` first, the rest 0. False with the reason.
 * data_free frees everything, including the set. */
bool data_prepare(TrainData *data, double held_out_percent, Pool *pool, ErrorText *error);
void data_free(TrainData *data);

/* How the scale was determined, for messages. */
typedef enum ScaleFit { SCALE_FITTED, SCALE_AT_LIMIT, SCALE_NO_RESULTS } ScaleFit;
enum { SCALE_MIN = 150, SCALE_MAX = 1000, SCALE_OTHERWISE = 400 };

/* The scale for which the sigmoid of score / scale predicts the results best, within the limits above. Uses
 * at most half a million training samples. */
ScaleFit data_fit_scale(const TrainData *data, double *scale);

static inline const Sample *data_sample(const TrainData *data, size_t index) { return &data->set.samples[index]; }

/* Converts a sample to an example; mirrored only if allowed. */
void data_example(const TrainData *data, size_t index, bool mirrored, Example *out);
/* All examples as a source. */
ExampleSource data_source(const TrainData *data);

#endif
