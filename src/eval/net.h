/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A network in memory and in a file, and its reference evaluation. The fast evaluation (nnue.h) gives the
 * same integers.
 *
 *   accumulator[view] = feature_bias + the rows of feature_weights of all active inputs
 *   sum   = over the accumulators: clamp(a, 0, NET_QA)^2 * output_weight       (SCReLU)
 *   score = (sum / NET_QA + output_bias) * scale / (NET_QA * NET_QB), divisions towards zero,
 *           for the side to move, in centipawns, clamped to +-EVAL_MAX
 *
 * With relative views the output reads [own accumulator, opponent's accumulator] and has `buckets` heads.
 * With an absolute view it reads the one accumulator, and each side to move has its own heads. The number of
 * pieces on the board selects the head.
 *
 * A net that corrects is added to the classical evaluation: score(net) + evaluate(position), clamped again.
 *
 * Quantisation: feature weights and biases in units of 1 / NET_QA, output weights of 1 / NET_QB, output
 * biases of 1 / (NET_QA * NET_QB).
 */
#ifndef QUINCUNX_NET_H
#define QUINCUNX_NET_H

#include "features.h"

enum {
    NET_QA = 255,
    NET_QB = 64,
    NET_WEIGHT_MAX = 128,  /* largest output weight: 255 times it fits 16 bits */
    NET_HIDDEN_STEP = 32,  /* the size of the hidden layer is a multiple of this */
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
    int buckets;                /* heads per side to move (absolute), or in all (relative) */
    int scale;                  /* centipawns for an output of 1.0 */
    bool corrects;              /* is the score added to the classical evaluation? */
    int16_t *feature_weights;   /* [features->inputs][H] */
    int16_t *feature_bias;      /* [H] */
    int16_t *output_weights;    /* [net_heads][net_output_width] */
    int32_t *output_bias;       /* [net_heads] */
    char record[NET_RECORD_MAX]; /* how it was trained: free text, any number of lines */
} Net;

/* Creates a net with all weights 0 and an empty record, which does not correct; NULL if a size is invalid or memory ran out. The
 * arrays belong to it, each aligned to NET_ALIGNMENT. The caller frees it with net_free. */
Net *net_new(const Variant *variant, int hidden, int buckets, int scale);
void net_free(Net *net);

/* The number of output heads, and of the weights of each (perspectives * H). */
static inline size_t net_heads(const Net *net)
{
    return (size_t)net->buckets * (net->features->perspectives == 1 ? SIDE_NB : 1);
}
static inline size_t net_output_width(const Net *net) { return (size_t)net->hidden * net->features->perspectives; }

/* The head for a side to move and the number of pieces on the board (both sides, 0 .. pieces_max). */
static inline size_t net_head(const Net *net, Side side, unsigned pieces)
{
    size_t bucket = pieces ? (pieces - 1) * (unsigned)net->buckets / net->features->pieces_max : 0;
    return net->features->perspectives == 1 ? side * (size_t)net->buckets + bucket : bucket;
}

/* Proves that no sum overflows and no value leaves its range in any position of at most pieces_max pieces.
 * Returns NULL if so, else the reason as a static text. */
const char *net_check(const Net *net);

/* Reads and checks a net in a file or in memory (then `name` names it in messages). NULL with the reason on
 * error. The caller frees it. */
Net *net_read(const char *path, ErrorText *error);
Net *net_read_memory(const void *data, size_t size, const char *name, ErrorText *error);
/* The game named in the header of a net, or NULL. Checks nothing else. */
const Variant *net_game(const void *data, size_t size);

/* The score from a sum over the accumulators, as above, without the classical evaluation. */
Score net_score_of_sum(const Net *net, int32_t sum, size_t head);
/* The evaluation of a position for which the net alone says `score`. scratch: as in SearchSheet.evaluate. */
Score net_complete(const Net *net, const Position *pos, EvalScratch *scratch, Score score);
/* Reference evaluation, without the classical one, of active inputs, as the side to move (`own`) and the other side see them;
 * absolute: `own` alone. `pieces`: on the board. */
Score net_score(const Net *net, Side side, unsigned pieces, const uint16_t *own, size_t own_count,
                const uint16_t *other, size_t other_count);
/* Reference evaluation of a position with at most pieces_max pieces, from the point of view of the side to
 * move, before draw counter scaling. */
Score net_evaluate(const Net *net, const Position *pos);

#endif
