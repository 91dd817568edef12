/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "train_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/util/random.h"
#include "logistic.h"
#include "train_lanes.h"

float *floats_new(size_t count)
{
    size_t size = (count * sizeof(float) + 63) / 64 * 64;
    if (count > SIZE_MAX / 8) return NULL;
    float *floats = aligned_alloc(64, size ? size : 64);
    if (floats) memset(floats, 0, size);
    return floats;
}

bool model_new(Model *model, const Shape *shape)
{
    *model = (Model){.shape = *shape};
    if (shape->inputs == 0 || shape->inputs > UINT16_MAX || shape->hidden == 0 || shape->hidden > HIDDEN_MAX
        || shape->hidden % LANES != 0 || shape->views < 1 || shape->views > 2 || shape->heads == 0
        || shape->active > EXAMPLE_FEATURES)
        return false;
    size_t rows = shape->inputs * shape->hidden, outputs = (size_t)shape->heads * shape->views * shape->hidden;
    size_t heads = ((size_t)shape->heads + LANES - 1) / LANES * LANES;
    model->count = rows + shape->hidden + outputs + heads;
    model->parameters = floats_new(model->count);
    if (!model->parameters) return false;
    model->weights = model->parameters;
    model->bias = model->weights + rows;
    model->output = model->bias + shape->hidden;
    model->output_bias = model->output + outputs;
    return true;
}

void model_free(Model *model)
{
    free(model->parameters);
    *model = (Model){0};
}

/* A uniform random number in -a .. a. */
static float within(uint64_t *state, float a)
{
    return a * ((float)(splitmix64(state) >> 40) * 0x1p-23f - 1);
}

void model_randomise(Model *model, uint64_t seed, double active)
{
    const Shape *shape = &model->shape;
    uint64_t state = seed;
    float a = 0.5f / sqrtf((float)fmax(active, 1)), b = 1 / sqrtf((float)shape->hidden);
    for (size_t i = 0; i < shape->inputs * shape->hidden; ++i) model->weights[i] = within(&state, a);
    /* Start within the activation's range, where the gradient is not 0. */
    for (size_t i = 0; i < shape->hidden; ++i) model->bias[i] = 0.1f;
    for (size_t i = 0; i < shape->views * shape->hidden; ++i) {
        float value = within(&state, b);
        for (unsigned head = 0; head < shape->heads; ++head)
            model->output[(size_t)head * shape->views * shape->hidden + i] = value;
    }
}

void model_round(float *restrict to, const float *restrict from, size_t n, float unit)
{
    const float units = 1 / unit;
    for (size_t k = 0; k < n; ++k) to[k] = rintf(from[k] * units) * unit;
}

void model_spread(Model *model, uint64_t seed, const bool *seen)
{
    const Shape *shape = &model->shape;
    uint64_t state = seed;
    for (size_t i = 0; i < shape->inputs; ++i)
        for (size_t j = 0; seen[i] && j < shape->hidden; ++j)
            model->weights[i * shape->hidden + j] += within(&state, shape->row_unit / 2);
    for (size_t j = 0; j < shape->hidden; ++j) model->bias[j] += within(&state, shape->row_unit / 2);
    for (size_t i = 0; i < (size_t)shape->heads * shape->views * shape->hidden; ++i)
        model->output[i] += within(&state, shape->output_unit / 2);
}

float model_sigmoid(float x) { return (float)logistic((double)x); }

/* out = bias + the rows of the features; four lanes wide, or one. */
static void sum_four(const Lane *bias, const Lane *rows, size_t stride, const uint16_t *features, unsigned count, Lane *out)
{
    Lane a = bias[0], b = bias[1], c = bias[2], d = bias[3];
    for (unsigned i = 0; i < count; ++i) {
        const Lane *row = rows + features[i] * stride;
        a += row[0];
        b += row[1];
        c += row[2];
        d += row[3];
    }
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d;
}

static void sum_one(const Lane *bias, const Lane *rows, size_t stride, const uint16_t *features, unsigned count, Lane *out)
{
    Lane a = bias[0];
    for (unsigned i = 0; i < count; ++i) a += rows[features[i] * stride];
    out[0] = a;
}

float model_output(const Model *model, const Example *example, float *hidden)
{
    const unsigned width = model->shape.hidden, views = model->shape.views;
    const size_t stride = width / LANES;
    const float *output = model->output + (size_t)example->head * views * width;
    for (unsigned view = 0; view < views; ++view) {
        const Lane *bias = (const Lane *)model->bias, *rows = (const Lane *)model->weights;
        Lane *out = (Lane *)(hidden + view * width);
        size_t i = 0;
        for (; i + 4 <= stride; i += 4)
            sum_four(bias + i, rows + i, stride, example->features[view], example->count[view], out + i);
        for (; i < stride; ++i)
            sum_one(bias + i, rows + i, stride, example->features[view], example->count[view], out + i);
    }
    float sums[LANES] = {0};
    for (size_t i = 0; i < (size_t)views * width; i += LANES) {
        for (size_t k = 0; k < LANES; ++k) {
            float h = hidden[i + k];
            h = h > 0 ? h : 0;
            h = h < 1 ? h : 1;
            hidden[i + k] = h;
            sums[k] += h * h * output[i + k];
        }
    }
    for (size_t half = LANES / 2; half; half /= 2)
        for (size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
    return sums[0] + model->output_bias[example->head] + example->base;
}
