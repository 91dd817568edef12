/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Between the net that is trained (train_model.h) and the net that plays (net.h). */
#ifndef QUINCUNX_NNUE_TRAIN_NET_H
#define QUINCUNX_NNUE_TRAIN_NET_H

#include "../src/eval/net.h"
#include "train_data.h"
#include "train_model.h"

/* The shape of a model that can become such a net. */
Shape net_shape(const Net *net);

/* Rounds the model's parameters into a net of its shape. Returns NULL, or why the result
 * is no sound net. */
const char *net_from_model(Net *net, const Model *model);

/* Takes a net's parameters as those to begin with. The model may have more heads a side to
 * move (buckets) than a net with one, and another scale: it says the same in centipawns.
 * Returns false with the reason. */
bool net_to_model(const Net *net, Model *model, const Net *wanted, ErrorText *error);

/* Moves the output biases of a net made from the model such that over about so many training
 * samples it says the same on average, head by head: many weights rounded in one direction
 * add up to a few centipawns. */
void net_centre(Net *net, const Model *model, const TrainData *data, size_t samples);

/* How far rounding leads away: over so many examples. */
typedef struct NetError {
    size_t examples;
    double mean, max;        /* centipawns between the model and the net */
    double model_error, net_error; /* mean squared errors of the expected score */
} NetError;
NetError net_error(const Net *net, const Model *model, const TrainData *data, const uint32_t *indices, size_t count);

#endif
