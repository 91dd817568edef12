/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "train_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train_lanes.h"

enum {
    SECTION = 256,                   /* examples per task */
    SECTIONS = 16,                   /* tasks per portion */
    PORTION = SECTION * SECTIONS,    /* its deltas fit the caches, its indices 16 bits */
    AHEAD = 6,                       /* prefetch distance between the two steps, in examples */
    RANGES = 4                       /* tasks per block of columns */
};

/* The usual constants; moments below TINY become 0, because denormal numbers are slow. */
static const float BETA1 = 0.9f, BETA2 = 0.999f, EPSILON = 1e-8f, TINY = 1e-30f;

typedef struct Adam {
    float step;   /* learning rate / bias correction of the first moment */
    float second; /* 1 / bias correction of the second moment */
    float keep;   /* factor of weight decay */
} Adam;

struct Stepper {
    Model *model;
    Model seen;      /* the model that examples use: the caller's, or a rounded copy */
    bool rounding;
    Pool *pool;
    const ExampleSource *source;
    float *moments;  /* first moments, then second, each like the parameters */
    float *gradient; /* sum over earlier portions, like the parameters */
    /* Of a portion. A vector is one view of an example: example * views + view. */
    float *deltas;        /* [hidden / LANES][vectors][LANES]: gradient of the accumulators */
    uint16_t *features;   /* [vectors][active] */
    uint16_t *counts;     /* [vectors] */
    uint32_t *places;     /* [SECTIONS][inputs]: counts of inputs, then offsets of a section's part of each list */
    uint32_t *starts;     /* [inputs + 1]: lists of vectors with an input */
    uint16_t *lists;
    float *outputs;       /* [SECTIONS][output parameters]: gradient */
    double errors[SECTIONS];
    /* Of a call. */
    const uint32_t *indices; /* of the portion */
    size_t count;
    float share;             /* weight of an example in the mean */
    bool learning, stepping; /* accumulate gradients; step after this portion */
    Adam adam;
};

static size_t output_count(const Model *model)
{
    return model->count - (size_t)(model->output - model->parameters);
}

Stepper *stepper_new(Model *model, Pool *pool, const ExampleSource *source)
{
    const Shape *shape = &model->shape;
    const size_t vectors = (size_t)PORTION * shape->views, active = shape->active ? shape->active : 1;
    Stepper *stepper = calloc(1, sizeof *stepper);
    if (!stepper) return NULL;
    stepper->model = model;
    stepper->seen = *model;
    stepper->pool = pool;
    stepper->source = source;
    stepper->moments = floats_new(2 * model->count);
    stepper->gradient = floats_new(model->count);
    stepper->deltas = floats_new(vectors * shape->hidden);
    stepper->outputs = floats_new(SECTIONS * output_count(model));
    stepper->features = malloc(vectors * active * sizeof *stepper->features);
    stepper->counts = malloc(vectors * sizeof *stepper->counts);
    stepper->places = malloc(SECTIONS * shape->inputs * sizeof *stepper->places);
    stepper->starts = malloc((shape->inputs + 1) * sizeof *stepper->starts);
    stepper->lists = malloc(vectors * active * sizeof *stepper->lists);
    if (stepper->moments && stepper->gradient && stepper->deltas && stepper->outputs && stepper->features
        && stepper->counts && stepper->places && stepper->starts && stepper->lists)
        return stepper;
    stepper_free(stepper);
    return NULL;
}

void stepper_free(Stepper *stepper)
{
    if (!stepper) return;
    if (stepper->rounding) model_free(&stepper->seen);
    free(stepper->moments);
    free(stepper->gradient);
    free(stepper->deltas);
    free(stepper->outputs);
    free(stepper->features);
    free(stepper->counts);
    free(stepper->places);
    free(stepper->starts);
    free(stepper->lists);
    free(stepper);
}

float *stepper_moments(Stepper *stepper) { return stepper->moments; }
const Model *stepper_model(const Stepper *stepper) { return stepper->rounding ? &stepper->seen : stepper->model; }

/* ---- Rounding ---- */

/* Rounds the heads' weights for the examples; the biases need no rounding, their unit is very small. */
static void round_outputs(Stepper *stepper)
{
    const Model *model = stepper->model;
    model_round(stepper->seen.output, model->output, (size_t)(model->output_bias - model->output), model->shape.output_unit);
    memcpy(stepper->seen.output_bias, model->output_bias, model->shape.heads * sizeof(float));
}

bool stepper_round(Stepper *stepper)
{
    Model seen;
    if (stepper->rounding) return true;
    if (!model_new(&seen, &stepper->model->shape)) return false;
    stepper->seen = seen;
    stepper->rounding = true;
    model_round(seen.parameters, stepper->model->parameters, (size_t)(seen.output - seen.parameters), seen.shape.row_unit);
    round_outputs(stepper);
    return true;
}

/* ---- Forward ---- */

/* Stores the inputs of an example for sorting. */
static void keep_features(Stepper *stepper, size_t number, const Example *example, uint32_t *counted)
{
    const Shape *shape = &stepper->model->shape;
    for (unsigned view = 0; view < shape->views; ++view) {
        size_t vector = number * shape->views + view;
        const uint16_t *features = example->features[view];
        stepper->counts[vector] = (uint16_t)example->count[view];
        memcpy(stepper->features + vector * shape->active, features, example->count[view] * sizeof *features);
        for (unsigned i = 0; i < example->count[view]; ++i) ++counted[features[i]];
    }
}

/* Backpropagates an output's gradient to the output weights (added) and the accumulators. */
static void keep_deltas(Stepper *stepper, size_t number, unsigned head, float slope, const float *restrict hidden,
                        float *restrict outputs)
{
    const Model *model = &stepper->seen;
    const size_t width = model->shape.hidden, views = model->shape.views, vectors = PORTION * views;
    const float *restrict weights = model->output + head * views * width;
    float *restrict gradients = outputs + head * views * width;
    for (size_t i = 0; i < views * width; i += LANES) {
        size_t view = i / width, block = i % width / LANES;
        float *restrict deltas = stepper->deltas + (block * vectors + number * views + view) * LANES;
        for (size_t k = 0; k < LANES; ++k) {
            float h = hidden[i + k], d = slope * h;
            gradients[i + k] += d * h;
            d = 2 * d * weights[i + k];
            deltas[k] = h < 1 ? d : 0;
        }
    }
    (outputs + (model->output_bias - model->output))[head] += slope;
}

/* Prefetches the next examples: they are scattered in memory. */
static void expect_next(const Stepper *stepper, size_t i, size_t end)
{
    const ExampleSource *source = stepper->source;
    if (!source->expect) return;
    for (int step = 0; step < 2; ++step) {
        size_t next = i + (step ? AHEAD : 2 * AHEAD);
        if (next < end) source->expect(source->context, stepper->indices[next] & ~EXAMPLE_MIRRORED, step);
    }
}

static void forward(void *context, size_t section)
{
    Stepper *stepper = context;
    const Model *model = &stepper->seen;
    uint32_t *counted = stepper->places + section * model->shape.inputs;
    float *outputs = stepper->outputs + section * output_count(model);
    size_t first = section * SECTION, end = first + SECTION < stepper->count ? first + SECTION : stepper->count;
    Lane hidden[2 * HIDDEN_MAX / LANES];
    Example example;
    double errors = 0;
    if (stepper->learning) {
        memset(counted, 0, model->shape.inputs * sizeof *counted);
        memset(outputs, 0, output_count(model) * sizeof *outputs);
    }
    for (size_t i = first; i < end; ++i) {
        uint32_t index = stepper->indices[i];
        expect_next(stepper, i, end);
        stepper->source->get(stepper->source->context, index & ~EXAMPLE_MIRRORED, (index & EXAMPLE_MIRRORED) != 0,
                             &example);
        float expected = model_sigmoid(model_output(model, &example, (float *)hidden));
        float error = expected - example.target;
        errors += (double)error * error;
        if (!stepper->learning) continue;
        keep_features(stepper, i, &example, counted);
        keep_deltas(stepper, i, example.head, 2 * error * expected * (1 - expected) * stepper->share,
                    (const float *)hidden, outputs);
    }
    stepper->errors[section] = errors;
}

/* ---- Sorting ---- */

/* Turns counts into offsets: lists by input, within a list by section. */
static void place_lists(Stepper *stepper)
{
    const size_t inputs = stepper->model->shape.inputs;
    uint32_t place = 0;
    for (size_t input = 0; input < inputs; ++input) {
        stepper->starts[input] = place;
        for (size_t section = 0; section < SECTIONS; ++section) {
            uint32_t *counted = stepper->places + section * inputs + input, n = *counted;
            *counted = place;
            place += n;
        }
    }
    stepper->starts[inputs] = place;
}

static void sort(void *context, size_t section)
{
    Stepper *stepper = context;
    const Shape *shape = &stepper->model->shape;
    uint32_t *places = stepper->places + section * shape->inputs;
    size_t first = section * SECTION, end = first + SECTION < stepper->count ? first + SECTION : stepper->count;
    for (size_t vector = first * shape->views; vector < end * shape->views; ++vector) {
        const uint16_t *features = stepper->features + vector * shape->active;
        for (unsigned i = 0; i < stepper->counts[vector]; ++i)
            stepper->lists[places[features[i]]++] = (uint16_t)vector;
    }
}

/* ---- Gradients and steps ---- */

/* AdamW for a range of parameters. */
static void adam_step(const Adam *adam, bool decays, float limit, size_t n, const float *restrict gradient,
                      float *restrict parameters, float *restrict first, float *restrict second)
{
    const float step = adam->step, correction = adam->second, keep = decays ? adam->keep : 1;
    for (size_t k = 0; k < n; ++k) {
        float g = gradient[k], m = first[k], v = second[k];
        m = BETA1 * m + (1 - BETA1) * g;
        v = BETA2 * v + (1 - BETA2) * g * g;
        m = fabsf(m) < TINY ? 0 : m;
        v = v < TINY ? 0 : v;
        first[k] = m;
        second[k] = v;
        float w = parameters[k] * keep - step * m / (sqrtf(v * correction) + EPSILON);
        w = w < limit ? w : limit;
        parameters[k] = w > -limit ? w : -limit;
    }
}

/* Finishes the gradient of LANES parameters at `offset` for this portion. */
static void finish(Stepper *stepper, size_t offset, bool decays, const Lane *sum)
{
    const Model *model = stepper->model;
    Lane *gradient = (Lane *)(stepper->gradient + offset);
    *gradient += *sum;
    if (!stepper->stepping) return;
    adam_step(&stepper->adam, decays, model->shape.row_limit, LANES, (const float *)gradient, model->parameters + offset,
              stepper->moments + offset, stepper->moments + model->count + offset);
    *gradient = (Lane){0};
    if (stepper->rounding)
        model_round(stepper->seen.parameters + offset, model->parameters + offset, LANES, model->shape.row_unit);
}

/* The sum of the deltas of a list, in four accumulators to hide the latency of additions. */
static void sum_list(const Lane *deltas, const uint16_t *list, size_t count, Lane *sum)
{
    Lane a = {0}, b = a, c = a, d = a;
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        a += deltas[list[i]];
        b += deltas[list[i + 1]];
        c += deltas[list[i + 2]];
        d += deltas[list[i + 3]];
    }
    for (; i < count; ++i) a += deltas[list[i]];
    *sum = (a + b) + (c + d);
}

/* The sum over all vectors, for the bias. */
static void sum_all(const Lane *deltas, size_t count, Lane *sum)
{
    Lane a = {0}, b = a, c = a, d = a;
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        a += deltas[i];
        b += deltas[i + 1];
        c += deltas[i + 2];
        d += deltas[i + 3];
    }
    for (; i < count; ++i) a += deltas[i];
    *sum = (a + b) + (c + d);
}

/* One block of LANES columns after another, so that a block's deltas stay in the cache. */
static void gather(void *context, size_t task)
{
    Stepper *stepper = context;
    const Shape *shape = &stepper->model->shape;
    const size_t block = task / RANGES, range = task % RANGES;
    const Lane *deltas = (const Lane *)stepper->deltas + block * PORTION * shape->views;
    const size_t end = shape->inputs * (range + 1) / RANGES;
    Lane sum;
    for (size_t input = shape->inputs * range / RANGES; input < end; ++input) {
        uint32_t start = stepper->starts[input];
        sum_list(deltas, stepper->lists + start, stepper->starts[input + 1] - start, &sum);
        finish(stepper, input * shape->hidden + block * LANES, true, &sum);
    }
    if (range + 1 < RANGES) return;
    sum_all(deltas, stepper->count * shape->views, &sum);
    finish(stepper, shape->inputs * shape->hidden + block * LANES, false, &sum);
}

/* Scales down the positive or negative output weights of a head if their sum is too large. */
static void limit_head(const Model *model, unsigned head)
{
    const size_t width = (size_t)model->shape.views * model->shape.hidden;
    float *weights = model->output + head * width, positive = 0, negative = 0;
    for (size_t i = 0; i < width; ++i) {
        if (weights[i] > 0) positive += weights[i];
        else negative -= weights[i];
    }
    if (positive <= model->shape.output_sum && negative <= model->shape.output_sum) return;
    for (size_t i = 0; i < width; ++i) {
        float sum = weights[i] > 0 ? positive : negative;
        if (sum > model->shape.output_sum) weights[i] *= model->shape.output_sum / sum;
    }
}

/* Output weights: few, so without threads. */
static void finish_outputs(Stepper *stepper)
{
    const Model *model = stepper->model;
    const size_t count = output_count(model), offset = model->count - count;
    const size_t weights = (size_t)(model->output_bias - model->output);
    float *gradient = stepper->gradient + offset, *first = stepper->moments + offset;
    float *second = first + model->count;
    for (size_t section = 0; section * SECTION < stepper->count; ++section)
        for (size_t i = 0; i < count; ++i) gradient[i] += stepper->outputs[section * count + i];
    if (!stepper->stepping) return;
    adam_step(&stepper->adam, true, model->shape.output_limit, weights, gradient, model->output, first, second);
    adam_step(&stepper->adam, false, INFINITY, count - weights, gradient + weights, model->output_bias,
              first + weights, second + weights);
    memset(gradient, 0, count * sizeof *gradient);
    for (unsigned head = 0; head < model->shape.heads; ++head) limit_head(model, head);
    if (stepper->rounding) round_outputs(stepper);
}

/* ---- Calls ---- */

/* Processes all examples in portions; `steps`: the last portion makes the step. */
static double run(Stepper *stepper, const uint32_t *indices, size_t count, bool learning, bool steps)
{
    double errors = 0;
    stepper->learning = learning;
    stepper->share = 1 / (float)count;
    for (size_t done = 0; done < count; done += stepper->count) {
        stepper->indices = indices + done;
        stepper->count = count - done < PORTION ? count - done : PORTION;
        stepper->stepping = steps && done + stepper->count == count;
        memset(stepper->errors, 0, sizeof stepper->errors);
        if (stepper->count < PORTION)
            memset(stepper->places, 0, SECTIONS * stepper->model->shape.inputs * sizeof *stepper->places);
        size_t sections = (stepper->count + SECTION - 1) / SECTION;
        pool_run(stepper->pool, forward, stepper, sections);
        for (size_t section = 0; section < SECTIONS; ++section) errors += stepper->errors[section];
        if (!learning) continue;
        place_lists(stepper);
        pool_run(stepper->pool, sort, stepper, sections);
        pool_run(stepper->pool, gather, stepper, stepper->model->shape.hidden / LANES * RANGES);
        finish_outputs(stepper);
    }
    return errors;
}

double stepper_step(Stepper *stepper, const uint32_t *indices, size_t count, const Rates *rates)
{
    double step = (double)rates->step;
    stepper->adam.step = rates->rate / (float)(1 - pow(BETA1, step));
    stepper->adam.second = (float)(1 / (1 - pow(BETA2, step)));
    stepper->adam.keep = 1 - rates->rate * rates->weight_decay;
    return run(stepper, indices, count, true, true);
}

double stepper_error(Stepper *stepper, const uint32_t *indices, size_t count)
{
    return run(stepper, indices, count, false, false);
}

double stepper_gradient(Stepper *stepper, const uint32_t *indices, size_t count, float *gradient)
{
    double errors = run(stepper, indices, count, true, false);
    memcpy(gradient, stepper->gradient, stepper->model->count * sizeof *gradient);
    memset(stepper->gradient, 0, stepper->model->count * sizeof *gradient);
    return errors;
}
