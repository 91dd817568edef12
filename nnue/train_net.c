/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "train_net.h"

#include <math.h>
#include <string.h>

#include "../src/text/notation.h"
#include "train_lanes.h"

/* Larger output weights times 255 would not fit 16 bits; hidden weights need not be larger. */
static const float WEIGHT_LIMIT = 1.98f;

Shape net_shape(const Net *net)
{
    const FeatureSet *features = net->features;
    Shape shape = {.inputs = features->inputs, .views = features->perspectives, .hidden = (unsigned)net->hidden,
                   .heads = (unsigned)net_heads(net), .active = features->pieces_max + features->facts,
                   .output_limit = WEIGHT_LIMIT, .row_unit = 1.0f / NET_QA, .output_unit = 1.0f / NET_QB};
    /* The bias, every piece and every fact at the limit fit 16 bits, rounding included. */
    float fits = floorf((float)INT16_MAX / (float)(shape.active + 1)) / NET_QA;
    shape.row_limit = fits < WEIGHT_LIMIT ? fits : WEIGHT_LIMIT;
    float whole = (float)(INT32_MAX / (NET_QA * NET_QA));
    shape.output_sum = (whole - (float)net_output_width(net) / 2 - 1) / NET_QB;
    return shape;
}

static int32_t rounded(float value, float unit, int32_t limit)
{
    double units = rint((double)value * unit);
    return units >= limit ? limit : units > -limit ? (int32_t)units : -limit; /* also maps NaN to a number */
}

const char *net_from_model(Net *net, const Model *model)
{
    const size_t width = net_output_width(net), hidden = (size_t)net->hidden;
    for (size_t i = 0; i < model->shape.inputs * hidden; ++i)
        net->feature_weights[i] = (int16_t)rounded(model->weights[i], NET_QA, INT16_MAX);
    for (size_t i = 0; i < hidden; ++i) net->feature_bias[i] = (int16_t)rounded(model->bias[i], NET_QA, INT16_MAX);
    for (size_t i = 0; i < net_heads(net) * width; ++i)
        net->output_weights[i] = (int16_t)rounded(model->output[i], NET_QB, NET_WEIGHT_MAX);
    for (size_t i = 0; i < net_heads(net); ++i)
        net->output_bias[i] = rounded(model->output_bias[i], NET_QA * NET_QB, INT32_MAX / 2);
    return net_check(net);
}

bool net_to_model(const Net *net, Model *model, const Net *wanted, ErrorText *error)
{
    const size_t width = net_output_width(net), sides = net_heads(net) / (size_t)net->buckets;
    if (net->variant != wanted->variant)
        return error_set(error, "it is a net for %s, the samples are of %s", net->variant->name, wanted->variant->name);
    if (net->hidden != wanted->hidden)
        return error_set(error, "its hidden layer has %d neurons, not %d: leave --hidden out", net->hidden, wanted->hidden);
    if (net->buckets != wanted->buckets && net->buckets != 1)
        return error_set(error, "it has %d buckets, not %d: leave --buckets out", net->buckets, wanted->buckets);
    if (net->corrects != wanted->corrects)
        return error_set(error, net->corrects ? "it corrects the classical evaluation: add --correct"
                                              : "it is a whole evaluation: leave --correct out");
    const float rescale = (float)net->scale / (float)wanted->scale;
    for (size_t i = 0; i < model->shape.inputs * model->shape.hidden; ++i)
        model->weights[i] = (float)net->feature_weights[i] / NET_QA;
    for (size_t i = 0; i < model->shape.hidden; ++i) model->bias[i] = (float)net->feature_bias[i] / NET_QA;
    for (size_t side = 0; side < sides; ++side) {
        for (size_t bucket = 0; bucket < (size_t)wanted->buckets; ++bucket) {
            size_t to = side * (size_t)wanted->buckets + bucket;
            size_t from = side * (size_t)net->buckets + (net->buckets == 1 ? 0 : bucket);
            for (size_t i = 0; i < width; ++i)
                model->output[to * width + i] = (float)net->output_weights[from * width + i] / NET_QB * rescale;
            model->output_bias[to] = (float)net->output_bias[from] / (NET_QA * NET_QB) * rescale;
        }
    }
    return true;
}

/* The model's output for a sample minus the net's, in units of the scale; *output is with the example's base. */
static double difference(const Net *net, const Model *model, const TrainData *data, uint32_t index, Example *example,
                         double *output)
{
    Lane hidden[2 * HIDDEN_MAX / LANES];
    const Sample *sample = data_sample(data, index);
    data_example(data, index, false, example);
    *output = model_output(model, example, (float *)hidden);
    double score = net_score(net, sample->side, sample->count, example->features[0], example->count[0],
                             example->features[1], example->count[1]);
    return *output - (double)example->base - score / net->scale;
}

void net_centre(Net *net, const Model *model, const TrainData *data, size_t samples)
{
    enum { LEAST = 100, HEADS_MAX = SIDE_NB * NET_BUCKETS_MAX }; /* fewer samples are too few for a head */
    double sums[HEADS_MAX] = {0}, output;
    size_t counts[HEADS_MAX] = {0};
    Example example;
    for (size_t i = 0; i < data->training_count; i += data->training_count / samples + 1) {
        double off = difference(net, model, data, data->training[i], &example, &output);
        /* Ignore very large scores: the gradient is near 0 there, and they would dominate the mean. */
        if (fabs(output) > 3) continue;
        sums[example.head] += off;
        ++counts[example.head];
    }
    for (size_t head = 0; head < net_heads(net); ++head)
        if (counts[head] >= LEAST)
            net->output_bias[head] += (int32_t)rint(sums[head] / (double)counts[head] * (NET_QA * NET_QB));
}

NetError net_error(const Net *net, const Model *model, const TrainData *data, const uint32_t *indices, size_t count)
{
    NetError result = {.examples = count};
    Example example;
    double output;
    for (size_t i = 0; i < count; ++i) {
        double off = difference(net, model, data, indices[i], &example, &output);
        double a = model_sigmoid((float)output) - example.target;
        double b = model_sigmoid((float)(output - off)) - example.target;
        result.mean += fabs(off) * net->scale;
        result.max = fmax(result.max, fabs(off) * net->scale);
        result.model_error += a * a;
        result.net_error += b * b;
    }
    if (count) {
        result.mean /= (double)count;
        result.model_error /= (double)count;
        result.net_error /= (double)count;
    }
    return result;
}
