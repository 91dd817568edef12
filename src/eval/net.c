/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Nets in memory and their reference evaluation. Files: net_file.c. */

#include "net.h"

#include <stdlib.h>
#include <string.h>

#include "../text/notation.h"
#include "evaluate.h"

/* ---- Allocation ---- */

static size_t aligned_size(size_t bytes) { return (bytes + NET_ALIGNMENT - 1) / NET_ALIGNMENT * NET_ALIGNMENT; }

/* Lays the arrays out one after another; returns their size in bytes. With base NULL it only counts. */
static size_t lay_out(Net *net, char *base)
{
    size_t hidden = (size_t)net->hidden, heads = net_heads(net), at = 0, starts[4];
    size_t sizes[4] = {net->features->inputs * hidden * sizeof(int16_t), hidden * sizeof(int16_t),
                       heads * net_output_width(net) * sizeof(int16_t), heads * sizeof(int32_t)};
    for (int i = 0; i < 4; ++i) {
        starts[i] = at;
        at += aligned_size(sizes[i]);
    }
    if (base) {
        net->feature_weights = (int16_t *)(void *)(base + starts[0]);
        net->feature_bias = (int16_t *)(void *)(base + starts[1]);
        net->output_weights = (int16_t *)(void *)(base + starts[2]);
        net->output_bias = (int32_t *)(void *)(base + starts[3]);
    }
    return at;
}

Net *net_new(const Variant *variant, int hidden, int buckets, int scale)
{
    if (hidden < NET_HIDDEN_STEP || hidden > NET_HIDDEN_MAX || hidden % NET_HIDDEN_STEP != 0) return NULL;
    if (buckets < 1 || buckets > NET_BUCKETS_MAX || scale < 1 || scale > NET_SCALE_MAX) return NULL;
    Net shape = {.variant = variant, .features = features_of(variant), .hidden = hidden, .buckets = buckets, .scale = scale};
    if (!shape.features) return NULL;
    /* The arrays follow the struct in the same block, from the next aligned address. */
    char *block = calloc(1, sizeof(Net) + NET_ALIGNMENT + lay_out(&shape, NULL));
    if (!block) return NULL;
    Net *net = (Net *)(void *)block;
    *net = shape;
    uintptr_t end = (uintptr_t)block + sizeof(Net);
    lay_out(net, block + sizeof(Net) + (aligned_size(end) - end));
    return net;
}

void net_free(Net *net) { free(net); }

/* ---- Proof against overflow ---- */

/* Upper bound of what pieces_max pieces add to a neuron (sign +1) or subtract (sign -1). Each square holds
 * at most one piece, so take the largest weight of each square and of each i-th piece in hand, and of all
 * these the pieces_max largest; and every fact that adds. What all places add is enough to know if it does not exceed the limit. */
static int32_t reach(const Net *net, int neuron, int sign, int32_t limit)
{
    const FeatureSet *set = net->features;
    const Variant *v = net->variant;
    int32_t best[SQUARE_MAX + SIDE_NB * HAND_SLOTS * 15] = {0}; /* by place, highest first once sorted */
    size_t places = square_count(v);
    const int16_t *weight = net->feature_weights + neuron;
    for (unsigned piece = 0; piece < PIECE_MAX; ++piece) {
        const uint16_t *index = set->index[WHITE][piece];
        for (size_t s = 0; index[0] != FEATURE_NONE && s < places; ++s) {
            for (unsigned status = 0; status < (set->threats ? STATUS_NB : 1); ++status) {
                size_t input = features_piece(set, WHITE, (PlacedPiece){(Square)s, (Piece)piece, (uint8_t)status});
                int32_t w = sign * weight[input * (size_t)net->hidden];
                if (w > best[s]) best[s] = w;
            }
        }
    }
    for (Side owner = WHITE; owner <= BLACK; ++owner) {
        for (unsigned slot = 0; slot < HAND_SLOTS; ++slot) {
            for (unsigned i = 0; i < set->hand_max[owner][slot]; ++i) {
                int32_t w = sign * weight[(size_t)(set->hand[WHITE][owner][slot] + i) * (size_t)net->hidden];
                best[places++] = w > 0 ? w : 0;
            }
        }
    }
    int32_t facts = 0, all = 0, sum = 0;
    for (unsigned i = 0; i < set->facts; ++i) {
        int32_t w = sign * weight[(size_t)set->fact[WHITE][i] * (size_t)net->hidden];
        facts += w > 0 ? w : 0;
    }
    for (size_t i = 0; i < places; ++i) all += best[i];
    if (all + facts <= limit) return all + facts;
    for (unsigned occupant = 0; occupant < set->pieces_max && occupant < places; ++occupant) {
        size_t top = occupant;
        for (size_t i = occupant + 1; i < places; ++i)
            if (best[i] > best[top]) top = i;
        sum += best[top];
        best[top] = best[occupant];
    }
    return sum + facts;
}

/* Every partial sum of products, in any order, lies between the sum of the negative products and the sum of
 * the positive ones. */
static const char *check_head(const Net *net, size_t head)
{
    const int16_t *weights = net->output_weights + head * net_output_width(net);
    int64_t positive = 0, negative = 0;
    for (size_t i = 0; i < net_output_width(net); ++i) {
        if (weights[i] > NET_WEIGHT_MAX || weights[i] < -NET_WEIGHT_MAX) return "an output weight is out of range";
        if (weights[i] > 0) positive += weights[i];
        else negative -= weights[i];
    }
    int64_t max = positive > negative ? positive : negative;
    if (max * NET_QA * NET_QA > INT32_MAX) return "the output's sum may overflow";
    return NULL;
}

const char *net_check(const Net *net)
{
    for (int j = 0; j < net->hidden; ++j) {
        int32_t above = INT16_MAX - net->feature_bias[j], below = net->feature_bias[j] - INT16_MIN;
        if (reach(net, j, 1, above) > above || reach(net, j, -1, below) > below) return "an accumulator may overflow";
    }
    for (size_t head = 0; head < net_heads(net); ++head) {
        const char *wrong = check_head(net, head);
        if (wrong) return wrong;
    }
    return NULL;
}

/* ---- Reference evaluation ---- */

Score net_score_of_sum(const Net *net, int32_t sum, size_t head)
{
    return evaluation_within(((int64_t)(sum / NET_QA) + net->output_bias[head]) * net->scale / (NET_QA * NET_QB));
}

Score net_complete(const Net *net, const Position *pos, EvalScratch *scratch, Score score)
{
    return net->corrects ? evaluation_within(score + evaluate(pos, scratch)) : score;
}

/* The contribution of one accumulator to the sum. */
static int32_t sum_of_view(const Net *net, const uint16_t *inputs, size_t count, const int16_t *weights)
{
    int32_t sum = 0;
    for (size_t j = 0; j < (size_t)net->hidden; ++j) {
        int32_t a = net->feature_bias[j];
        for (size_t i = 0; i < count; ++i) a += net->feature_weights[inputs[i] * (size_t)net->hidden + j];
        a = a < 0 ? 0 : a > NET_QA ? NET_QA : a;
        sum += a * a * weights[j];
    }
    return sum;
}

Score net_score(const Net *net, Side side, unsigned pieces, const uint16_t *own, size_t own_count,
                const uint16_t *other, size_t other_count)
{
    size_t head = net_head(net, side, pieces);
    const int16_t *weights = net->output_weights + head * net_output_width(net);
    int32_t sum = sum_of_view(net, own, own_count, weights);
    if (net->features->perspectives == 2) sum += sum_of_view(net, other, other_count, weights + net->hidden);
    return net_score_of_sum(net, sum, head);
}

Score net_evaluate(const Net *net, const Position *pos)
{
    uint16_t own[FEATURES_ACTIVE_MAX], other[FEATURES_ACTIVE_MAX];
    PlacedPiece pieces[SQUARE_MAX];
    size_t count = features_pieces(pos, NULL, pieces);
    uint32_t facts = features_facts(pos, NULL);
    size_t n = features_of_pieces(net->features, pos->side, pieces, count, pos->state->hands, facts, own);
    size_t m = features_of_pieces(net->features, pos->side ^ 1, pieces, count, pos->state->hands, facts, other);
    return net_complete(net, pos, NULL, net_score(net, pos->side, (unsigned)count, own, n, other, m));
}
