/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Conversion between the net in training (train_model.h) and the net in play (net.h). */
#ifndef QUINCUNX_NNUE_TRAIN_NET_H
#define QUINCUNX_NNUE_TRAIN_NET_H

#include "../src/eval/net.h"
#include "train_data.h"
#include "train_model.h"

/* The shape of a model for this net. */
Shape net_shape(const Net *net);

/* Rounds the model's parameters into a net of its shape. Returns NULL, or the reason why the net is invalid. */
const char *net_from_model(Net *net, const Model *model);

/* Initialises a model with a net's parameters. The model may have more heads per side to move (buckets) if
 * the net has one, and another scale: the score in centipawns stays the same. Returns false with the reason. */
bool net_to_model(const Net *net, Model *model, const Net *wanted, ErrorText *error);

/* Adjusts the output biases of a net made from the model, head by head, so that its mean score over about
 * this many training samples equals the model's: many weights rounded in one direction add up to a few
 * centipawns. */
void net_centre(Net *net, const Model *model, const TrainData *data, size_t samples);

/* The rounding error over a number of examples. */
typedef struct NetError {
    size_t examples;
    double mean, max;        /* centipawns between model and net */
    double model_error, net_error; /* mean squared errors of the expected score */
} NetError;
NetError net_error(const Net *net, const Model *model, const TrainData *data, const uint32_t *indices, size_t count);

#endif
