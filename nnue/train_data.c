/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "train_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "../src/util/random.h"
#include "mirror.h"

enum {
    SCAN_SECTION = 1 << 14, /* samples per task */
    SCAN_TASKS = 64,        /* slots for the tasks' findings */
    FIT_SAMPLES = 500000,   /* enough to fit one number */
    FIT_MIN = 20000       /* with fewer, from some hundred games, the fit is too uncertain */
};

/* ---- Examples ---- */

static float target_of(const TrainData *data, const Sample *sample)
{
    float target = model_sigmoid((float)sample->score / data->scale);
    if (data->result_weight == 0 || sample->result == SAMPLE_UNKNOWN) return target;
    float result = (float)(sample->result + 1) / 2;
    return target + data->result_weight * (result - target);
}

void data_example(const TrainData *data, size_t index, bool mirrored, Example *out)
{
    const Sample *sample = data_sample(data, index);
    const FeatureSet *features = data->net->features;
    for (unsigned view = 0; view < features->perspectives; ++view) {
        uint16_t *list = out->features[view];
        out->count[view] = (unsigned)features_of_pieces(features, (Side)(sample->side ^ view), sample->pieces,
                                                     sample->count, sample->hands, sample->facts, list);
        for (unsigned i = 0; mirrored && i < out->count[view]; ++i) list[i] = data->mirror[list[i]];
    }
    if (features->perspectives == 1) out->count[1] = 0;
    out->base = data->net->corrects ? (float)sample->classical / data->scale : 0;
    out->head = (unsigned)net_head(data->net, sample->side, sample->count);
    out->target = target_of(data, sample);
}

static void get(const void *context, size_t index, bool mirrored, Example *out)
{
    data_example(context, index, mirrored, out);
}

static void expect(const void *context, size_t index, int step)
{
    const Sample *sample = data_sample(context, index);
    if (step == 0) {
        __builtin_prefetch(sample);
        return;
    }
    const char *pieces = (const char *)sample->pieces;
    for (size_t at = 0; at <= sample->count * sizeof(PlacedPiece); at += 64) __builtin_prefetch(pieces + at);
}

ExampleSource data_source(const TrainData *data)
{
    return (ExampleSource){.context = data, .get = get, .expect = expect};
}

/* ---- Scanning the samples ---- */

/* The findings of a task; tasks take sections in turn. */
typedef struct Findings {
    bool *seen;
    size_t samples, active, left_out;
    uint64_t fingerprint;
} Findings;

typedef struct Scan {
    const TrainData *data;
    uint8_t *usable; /* of each sample */
    Findings findings[SCAN_TASKS];
} Scan;

/* Can the net evaluate the sample? With more pieces than the game can have, play uses another evaluation,
 * and the net's sums could overflow. */
static bool is_usable(const FeatureSet *features, const Sample *sample)
{
    unsigned pieces = sample->count + hand_pieces(features->variant, sample->hands);
    if (sample->count == 0 || pieces > features->pieces_max || sample->side > BLACK) return false;
    for (unsigned i = 0; i < sample->count; ++i) {
        PlacedPiece piece = sample->pieces[i];
        if (piece.piece >= PIECE_MAX || piece.square >= SQUARE_MAX
            || features->index[WHITE][piece.piece][piece.square] == FEATURE_NONE)
            return false;
    }
    return true;
}

static uint64_t sample_hash(const Sample *sample, size_t index)
{
    uint64_t hash = splitmix64_mix(index + 1) ^ sample->hands;
    hash = splitmix64_mix(hash ^ (uint16_t)sample->score ^ (uint64_t)(uint8_t)sample->result << 16
                          ^ (uint64_t)sample->side << 24 ^ (uint64_t)sample->game << 32);
    for (unsigned i = 0; i < sample->count; ++i)
        hash = (hash ^ sample->pieces[i].square ^ (unsigned)sample->pieces[i].piece << 8) * 0x9E3779B97F4A7C15u;
    return splitmix64_mix(hash);
}

static void look(Findings *found, const TrainData *data, const Sample *sample)
{
    const FeatureSet *features = data->net->features;
    uint16_t list[FEATURES_ACTIVE_MAX];
    for (unsigned view = 0; view < features->perspectives; ++view) {
        size_t n = features_of_pieces(features, (Side)(sample->side ^ view), sample->pieces, sample->count,
                                      sample->hands, sample->facts, list);
        for (size_t i = 0; i < n; ++i) {
            found->seen[list[i]] = true;
            if (data->mirrors && sample->mirrorable) found->seen[data->mirror[list[i]]] = true;
        }
        if (view == 0) found->active += n;
    }
    ++found->samples;
}

static void scan(void *context, size_t task)
{
    Scan *s = context;
    const TrainData *data = s->data;
    Findings *found = &s->findings[task];
    for (size_t start = task * SCAN_SECTION; start < data->set.count; start += (size_t)SCAN_TASKS * SCAN_SECTION) {
        for (size_t i = start; i < start + SCAN_SECTION && i < data->set.count; ++i) {
            const Sample *sample = data_sample(data, i);
            found->fingerprint += sample_hash(sample, i);
            s->usable[i] = is_usable(data->net->features, sample);
            if (s->usable[i]) look(found, data, sample);
            else ++found->left_out;
        }
    }
}

static void add_up(TrainData *data, const Scan *s)
{
    size_t samples = 0, active = 0;
    for (size_t task = 0; task < SCAN_TASKS; ++task) {
        const Findings *found = &s->findings[task];
        samples += found->samples;
        active += found->active;
        data->left_out += found->left_out;
        data->fingerprint += found->fingerprint;
        for (size_t i = 0; i < data->net->features->inputs; ++i) data->seen[i] |= found->seen[i];
    }
    data->active = samples ? (double)active / (double)samples : 0;
}

/* ---- Held-out samples ---- */

static void divide(TrainData *data, const uint8_t *usable, double percent)
{
    const uint64_t threshold = (uint64_t)(percent / 100 * 0x1p32);
    uint64_t random = UINT64_C(0x64697669);
    for (size_t i = 0; i < data->set.count; ++i) {
        const Sample *sample = data_sample(data, i);
        if (!usable[i]) continue;
        if (splitmix64_mix(sample->game + UINT64_C(0x68656C64)) >> 32 < threshold) {
            data->held_out[data->held_out_count++] = (uint32_t)i;
            continue;
        }
        data->training[data->training_count++] = (uint32_t)i;
        data->results += sample->result != SAMPLE_UNKNOWN;
        data->mirrorable += data->mirrors && sample->mirrorable;
    }
    /* Shuffled, so that the first ones represent all files. */
    for (size_t i = data->held_out_count; i > 1; --i) {
        size_t j = splitmix64_below(&random, i);
        uint32_t index = data->held_out[j];
        data->held_out[j] = data->held_out[i - 1];
        data->held_out[i - 1] = index;
    }
}

bool data_prepare(TrainData *data, double held_out_percent, Pool *pool, ErrorText *error)
{
    const size_t inputs = data->net->features->inputs, count = data->set.count;
    data->mirrors = data->mirrors && mirror_of(data->net->variant) != NET_MIRROR_NONE;
    data->scale = SCALE_OTHERWISE;
    if (count >= INT32_MAX) return error_set(error, "%zu samples are too many", count);
    Scan *s = calloc(1, sizeof *s);
    bool *seen = calloc(SCAN_TASKS * inputs, sizeof *seen);
    data->seen = calloc(inputs, sizeof *data->seen);
    data->mirror = mirror_inputs(data->net->features);
    data->training = malloc((count + 1) * sizeof *data->training);
    data->held_out = malloc((count + 1) * sizeof *data->held_out);
    if (s) s->usable = malloc(count + 1);
    bool ok = s && seen && data->seen && data->mirror && data->training && data->held_out && s->usable;
    if (ok) {
        s->data = data;
        for (size_t task = 0; task < SCAN_TASKS; ++task) s->findings[task].seen = seen + task * inputs;
        pool_run(pool, scan, s, SCAN_TASKS);
        add_up(data, s);
        divide(data, s->usable, held_out_percent);
    }
    if (s) free(s->usable);
    free(s);
    free(seen);
    if (!ok) return error_set(error, "out of memory for %zu samples", count);
    return data->training_count > 0 || error_set(error, "no samples in training");
}

void data_free(TrainData *data)
{
    samples_free(&data->set);
    free(data->training);
    free(data->held_out);
    free(data->seen);
    free(data->mirror);
    *data = (TrainData){0};
}

/* ---- Scale ---- */

/* The mean squared error of the results predicted from the scores. */
static double fit_error(const TrainData *data, double scale)
{
    size_t stride = data->training_count / FIT_SAMPLES + 1, n = 0;
    double errors = 0;
    for (size_t i = 0; i < data->training_count; i += stride) {
        const Sample *sample = data_sample(data, data->training[i]);
        if (sample->result == SAMPLE_UNKNOWN) continue;
        double error = 1 / (1 + exp(-sample->score / scale)) - (sample->result + 1) / 2.0;
        errors += error * error;
        ++n;
    }
    return n ? errors / (double)n : 0;
}

ScaleFit data_fit_scale(const TrainData *data, double *scale)
{
    *scale = SCALE_OTHERWISE;
    if (data->results < FIT_MIN) return SCALE_NO_RESULTS;
    /* Golden-section search over the logarithm: the error has a single minimum. */
    const double golden = 0.6180339887498949;
    double low = log(SCALE_MIN), high = log(SCALE_MAX);
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = fit_error(data, exp(a)), at_b = fit_error(data, exp(b));
    for (int i = 0; i < 14; ++i) {
        if (at_a < at_b) {
            high = b, b = a, at_b = at_a;
            a = high - golden * (high - low);
            at_a = fit_error(data, exp(a));
        } else {
            low = a, a = b, at_a = at_b;
            b = low + golden * (high - low);
            at_b = fit_error(data, exp(b));
        }
    }
    *scale = rint(exp((low + high) / 2));
    return *scale <= SCALE_MIN + 1 || *scale >= SCALE_MAX - 1 ? SCALE_AT_LIMIT : SCALE_FITTED;
}
