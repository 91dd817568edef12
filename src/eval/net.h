/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A network in memory and in a file, and its plain evaluation, which says what a net means:
 * everything faster (nnue.h) gives the same integers.
 *
 *   accumulator[view] = feature_bias + the rows of feature_weights of all inputs that are on
 *   sum   = over the accumulators: clamp(a, 0, NET_QA)^2 * output_weight       (SCReLU)
 *   score = (sum / NET_QA + output_bias) * scale / (NET_QA * NET_QB), divisions towards zero,
 *           for the side to move, in centipawns, kept within +-EVAL_MAX
 *
 * Where views differ (relative) the output reads [own accumulator, other's accumulator] and has
 * `buckets` heads; where they do not (absolute) it reads the one accumulator and each side to
 * move has its own heads. Which head: by the pieces on the board.
 *
 * Weights as integers: feature weights and biases in units of 1 / NET_QA, output weights of
 * 1 / NET_QB, output biases of 1 / (NET_QA * NET_QB).
 */
#ifndef QUINCUNX_NET_H
#define QUINCUNX_NET_H

#include "features.h"

enum {
    NET_QA = 255,
    NET_QB = 64,
    NET_WEIGHT_MAX = 128,  /* largest output weight, so that 255 times it fits 16 bits */
    NET_HIDDEN_STEP = 32,  /* sizes of the hidden layer are multiples of this */
    NET_HIDDEN_MAX = 1024,
    NET_BUCKETS_MAX = 16,
    NET_SCALE_MAX = 10000,
    NET_RECORD_MAX = 4096, /* bytes of the training record, '\0' included */
    NET_ALIGNMENT = 64
};

typedef struct Net {
    const Variant *variant;
    const FeatureSet *features; /* features_of(variant) */
    int hidden;                 /* H: width of one accumulator */
    int buckets;                /* heads a side to move (absolute), or in all (relative) */
    int scale;                  /* centipawns for an output of 1.0 */
    int16_t *feature_weights;   /* [features->inputs][H] */
    int16_t *feature_bias;      /* [H] */
    int16_t *output_weights;    /* [net_heads][net_output_width] */
    int32_t *output_bias;       /* [net_heads] */
    char record[NET_RECORD_MAX]; /* how it was trained: text for people, any number of lines */
} Net;

/* A net with all weights 0 and an empty record; NULL if a size is impossible or memory ran out.
 * The arrays are part of it, each aligned to NET_ALIGNMENT. The caller frees it. */
Net *net_new(const Variant *variant, int hidden, int buckets, int scale);
void net_free(Net *net);

/* Output heads, and weights of each: (perspectives * H). */
static inline size_t net_heads(const Net *net)
{
    return (size_t)net->buckets * (net->features->perspectives == 1 ? SIDE_NB : 1);
}
static inline size_t net_output_width(const Net *net) { return (size_t)net->hidden * net->features->perspectives; }

/* The head for a side to move and the pieces on the board (of both sides, 0 .. pieces_max). */
static inline size_t net_head(const Net *net, Side side, unsigned pieces)
{
    size_t bucket = pieces ? (pieces - 1) * (unsigned)net->buckets / net->features->pieces_max : 0;
    return net->features->perspectives == 1 ? side * (size_t)net->buckets + bucket : bucket;
}

/* Proves that no sum can overflow and no value is out of range in any position of at most pieces_max
 * pieces. Returns NULL if so, else the reason as a static text. */
const char *net_check(const Net *net);

/* Reads a net, checks it, and explains what is wrong with it: in a file, or in memory (then
 * `name` stands for the file in messages). NULL on error. The caller frees it. */
Net *net_read(const char *path, ErrorText *error);
Net *net_read_memory(const void *data, size_t size, const char *name, ErrorText *error);
/* The game for which the bytes of a net say they are, or NULL; nothing else is looked at. */
const Variant *net_game(const void *data, size_t size);
/* Writes a net that net_check accepts. A file that the path held before is replaced only by a
 * whole one; what is no file (a device) is left alone. False with the reason on error. */
bool net_write(const Net *net, const char *path, ErrorText *error);

/* The score from a sum over the accumulators, see above. */
Score net_score_of_sum(const Net *net, int32_t sum, size_t head);
/* Plain evaluation of the inputs that are on as the side to move (`own`) and the other see them;
 * absolute: `own` alone. `pieces`: on the board. */
Score net_score(const Net *net, Side side, unsigned pieces, const uint16_t *own, size_t own_count,
                const uint16_t *other, size_t other_count);
/* Plain evaluation of a position with at most pieces_max pieces, from the point of view of the side to
 * move, without the draw counter's fade. */
Score net_evaluate(const Net *net, const Position *pos);

#endif
