/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The trainer: gradients against slow ones, what it learns, and what it must refuse. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../nnue/mirror.h"
#include "../nnue/train_checkpoint.h"
#include "../nnue/train_data.h"
#include "../nnue/train_net.h"
#include "../nnue/train_step.h"
#include "../src/text/notation.h"
#include "../src/util/whole_file.h"
#include "support.h"

/* ---- A source of invented examples ---- */

enum { INPUTS = 60, ACTIVE = 6 };

static Shape small_shape(unsigned views, unsigned hidden, unsigned heads)
{
    return (Shape){.inputs = INPUTS, .views = views, .hidden = hidden, .heads = heads, .active = ACTIVE,
                   .row_limit = 1.98f, .output_limit = 1.98f, .output_sum = 500,
                   .row_unit = 0.01f, .output_unit = 0.5f};
}

/* Different random inputs for each view; `context` is the shape. */
static void made_up(const void *context, size_t index, bool mirrored, Example *out)
{
    const Shape *shape = context;
    uint64_t seed = index * 2 + mirrored;
    for (unsigned view = 0; view < shape->views; ++view) {
        out->count[view] = (unsigned)random_below(&seed, ACTIVE + 1);
        for (unsigned i = 0; i < out->count[view]; ++i)
            out->features[view][i] = (uint16_t)(i * (INPUTS / ACTIVE) + random_below(&seed, INPUTS / ACTIVE));
    }
    out->head = (unsigned)random_below(&seed, shape->heads);
    out->target = (float)random_below(&seed, 1001) / 1000;
    out->base = index % 2 ? (float)random_below(&seed, 2001) / 1000 - 1 : 0;
}

typedef struct Rig {
    Shape shape;
    Model model;
    ExampleSource source;
    Pool *pool;
    Stepper *stepper;
    uint32_t *indices;
} Rig;

static Rig *rig_new(Shape shape, unsigned threads, size_t examples)
{
    Rig *rig = calloc(1, sizeof *rig);
    rig->shape = shape;
    ck_assert(model_new(&rig->model, &shape));
    model_randomise(&rig->model, 7, 1); /* wide apart: many neurons are clipped at either limit */
    rig->source = (ExampleSource){.context = &rig->shape, .get = made_up};
    rig->pool = pool_new(threads);
    rig->stepper = stepper_new(&rig->model, rig->pool, &rig->source);
    ck_assert_ptr_nonnull(rig->stepper);
    rig->indices = malloc(examples * sizeof *rig->indices);
    for (size_t i = 0; i < examples; ++i) rig->indices[i] = (uint32_t)i | (i % 3 ? 0 : EXAMPLE_MIRRORED);
    return rig;
}

static void rig_free(Rig *rig)
{
    stepper_free(rig->stepper);
    pool_free(rig->pool);
    model_free(&rig->model);
    free(rig->indices);
    free(rig);
}

/* ---- The gradient ---- */

/* The mean error in double precision, computed slowly. */
static double slow_error(const Rig *rig, const double *parameters, size_t examples)
{
    const Shape *shape = &rig->shape;
    const size_t hidden = shape->hidden, rows = shape->inputs * hidden, width = shape->views * hidden;
    const double *bias = parameters + rows, *output = bias + hidden, *output_bias = output + shape->heads * width;
    double errors = 0;
    Example e;
    for (size_t n = 0; n < examples; ++n) {
        made_up(shape, rig->indices[n] & ~EXAMPLE_MIRRORED, (rig->indices[n] & EXAMPLE_MIRRORED) != 0, &e);
        double out = output_bias[e.head] + (double)e.base;
        for (size_t view = 0; view < shape->views; ++view) {
            for (size_t j = 0; j < hidden; ++j) {
                double a = bias[j];
                for (size_t i = 0; i < e.count[view]; ++i) a += parameters[e.features[view][i] * hidden + j];
                a = fmin(fmax(a, 0), 1);
                out += a * a * output[e.head * width + view * hidden + j];
            }
        }
        double error = 1 / (1 + exp(-out)) - e.target;
        errors += error * error;
    }
    return errors / (double)examples;
}

static void compare_gradient(unsigned views, unsigned hidden, unsigned heads, size_t examples, size_t stride)
{
    Rig *rig = rig_new(small_shape(views, hidden, heads), 2, examples);
    const size_t count = rig->model.count;
    float *gradient = floats_new(count);
    double *parameters = malloc(count * sizeof *parameters);
    for (size_t i = 0; i < count; ++i) parameters[i] = rig->model.parameters[i];
    double sum = stepper_gradient(rig->stepper, rig->indices, examples, gradient);
    ck_assert_double_eq_tol(sum / (double)examples, slow_error(rig, parameters, examples), 1e-5);
    size_t parts[] = {0, rig->shape.inputs * hidden, (size_t)(rig->model.output_bias - rig->model.parameters), count};
    size_t nonzero = 0;
    for (size_t part = 0; part < 3; ++part) {
        for (size_t i = parts[part]; i < parts[part + 1]; i += part ? 1 + stride / 8 : stride) {
            const double step = 1e-6, kept = parameters[i];
            parameters[i] = kept + step;
            double above = slow_error(rig, parameters, examples);
            parameters[i] = kept - step;
            double below = slow_error(rig, parameters, examples);
            parameters[i] = kept;
            double slope = (above - below) / (2 * step);
            nonzero += slope != 0;
            ck_assert_msg(fabs(gradient[i] - slope) < 2e-6 + 1e-3 * fabs(slope), "parameter %zu: %g, by differences %g", i,
                          (double)gradient[i], slope);
        }
    }
    ck_assert_uint_gt(nonzero, 10);
    free(gradient);
    free(parameters);
    rig_free(rig);
}

START_TEST(test_gradient)
{
    compare_gradient(2, 80, 3, 100, 7);   /* four lanes at a time, and a remainder */
    compare_gradient(1, 32, 4, 77, 3);    /* one accumulator */
    compare_gradient(2, 16, 1, 4500, 97); /* two portions, the second with a few sections */
}

/* ---- Steps ---- */

/* AdamW as in its paper, from the gradient. */
static void slow_step(const Rig *rig, const float *gradient, const Rates *rates, double *parameters, double *moments)
{
    const size_t count = rig->model.count, rows = rig->shape.inputs * rig->shape.hidden;
    const size_t output = rows + rig->shape.hidden, biases = (size_t)(rig->model.output_bias - rig->model.parameters);
    for (size_t i = 0; i < count; ++i) {
        bool decays = i < rows || (i >= output && i < biases);
        double *m = &moments[i], *v = &moments[count + i], g = gradient[i], t = (double)rates->step;
        *m = 0.9 * *m + 0.1 * g;
        *v = 0.999 * *v + 0.001 * g * g;
        double update = *m / (1 - pow(0.9, t)) / (sqrt(*v / (1 - pow(0.999, t))) + 1e-8);
        parameters[i] -= (double)rates->rate * (update + (decays ? (double)rates->weight_decay * parameters[i] : 0));
        if (i < biases) parameters[i] = fmin(fmax(parameters[i], -1.98), 1.98);
    }
}

START_TEST(test_step)
{
    enum { EXAMPLES = 9000, STEPS = 5 }; /* three portions */
    Rig *rig = rig_new(small_shape(2, 32, 2), 2, EXAMPLES);
    const size_t count = rig->model.count;
    float *gradient = floats_new(count);
    double *parameters = malloc(count * sizeof *parameters), *moments = calloc(2 * count, sizeof *moments);
    for (size_t i = 0; i < count; ++i) parameters[i] = rig->model.parameters[i];
    for (unsigned step = 1; step <= STEPS; ++step) {
        Rates rates = {.rate = 0.02f, .weight_decay = 0.5f, .step = step};
        double before = stepper_gradient(rig->stepper, rig->indices, EXAMPLES, gradient);
        slow_step(rig, gradient, &rates, parameters, moments);
        ck_assert_double_eq(stepper_step(rig->stepper, rig->indices, EXAMPLES, &rates), before);
        for (size_t i = 0; i < count; ++i)
            ck_assert_msg(fabs(rig->model.parameters[i] - parameters[i]) < 1e-4, "step %u, parameter %zu: %g, not %g",
                          step, i, (double)rig->model.parameters[i], parameters[i]);
        for (size_t i = 0; i < count; ++i) parameters[i] = rig->model.parameters[i];
    }
    free(gradient);
    free(parameters);
    free(moments);
    rig_free(rig);
}

/* Any number of threads gives the same numbers, bit by bit. */
START_TEST(test_threads)
{
    enum { EXAMPLES = 5000 };
    Rig *rigs[4];
    for (unsigned i = 0; i < 4; ++i) {
        rigs[i] = rig_new(small_shape(2, 48, 2), i == 3 ? 7 : i + 1, EXAMPLES);
        for (unsigned step = 1; step <= 4; ++step)
            stepper_step(rigs[i]->stepper, rigs[i]->indices, EXAMPLES - step,
                         &(Rates){.rate = 0.01f, .weight_decay = 0.01f, .step = step});
        const size_t size = rigs[i]->model.count * sizeof(float);
        ck_assert_int_eq(memcmp(rigs[i]->model.parameters, rigs[0]->model.parameters, size), 0);
        ck_assert_double_eq(stepper_error(rigs[i]->stepper, rigs[i]->indices, EXAMPLES),
                            stepper_error(rigs[0]->stepper, rigs[0]->indices, EXAMPLES));
    }
    for (unsigned i = 0; i < 4; ++i) rig_free(rigs[i]);
}

/* ---- Learning material ---- */

enum { POSITIONS = 30000, GAME_POSITIONS = 10, SCALE = 300 };

/* Random pieces on the board, of every type in the game, with their total value as the score. */
static void throw_pieces(const Variant *v, SampleSet *set, size_t positions)
{
    unsigned squares = square_count(v), max = variant_pieces_max(v) < 24 ? variant_pieces_max(v) : 24;
    *set = (SampleSet){.variant = v, .count = positions};
    set->samples = calloc(positions, sizeof *set->samples);
    set->pieces = calloc(positions * max, sizeof *set->pieces);
    uint64_t seed = 5;
    PlacedPiece *next = set->pieces;
    for (size_t n = 0; n < positions; ++n) {
        int score = 0;
        Sample *s = &set->samples[n];
        *s = (Sample){.side = random_below(&seed, 2), .game = (uint32_t)(n / GAME_POSITIONS), .pieces = next};
        s->mirrorable = mirror_of(v) != NET_MIRROR_NONE;
        bool taken[SQUARE_MAX] = {false};
        for (unsigned pieces = 2 + (unsigned)random_below(&seed, max - 1); pieces; --pieces) {
            PieceType type = (PieceType)(1 + random_below(&seed, v->board.types - 1u));
            Side side = (Side)random_below(&seed, 2);
            Square square = (Square)random_below(&seed, squares);
            if (taken[square] || !(v->board.pieces[type].sides >> side & 1)) continue;
            taken[square] = true;
            score += (side == s->side ? 1 : -1) * v->board.pieces[type].mg / 4;
            *next++ = (PlacedPiece){square, piece_make(side, type), 0};
            ++s->count;
        }
        if (s->count == 0) *next++ = (PlacedPiece){0, piece_make(WHITE, 1), 0}, s->count = 1;
        s->score = (int16_t)score;
        /* A random result with the expectation of the score. */
        double likely = 1 / (1 + exp(-score / (double)SCALE));
        s->result = (double)random_below(&seed, 1000000) < likely * 1000000 ? 1 : -1;
    }
}

static void prepare(TrainData *data, const Net *net, Pool *pool, size_t positions)
{
    ErrorText error;
    *data = (TrainData){.net = net, .mirrors = true};
    throw_pieces(net->variant, &data->set, positions);
    ck_assert_msg(data_prepare(data, 10, pool, &error), "%s", error.text);
}

START_TEST(test_learns_material)
{
    enum { BATCH = 1024, EPOCHS = 12 };
    const Variant *v = variants[_i];
    Pool *pool = pool_new(2);
    Net *net = net_new(v, 32, 2, SCALE), *again = net_new(v, 32, 2, SCALE);
    TrainData data;
    prepare(&data, net, pool, POSITIONS);
    data.scale = SCALE;
    Model model, copy;
    Shape shape = net_shape(net);
    ck_assert(model_new(&model, &shape) && model_new(&copy, &shape));
    model_randomise(&model, 1, data.active);
    ExampleSource source = data_source(&data);
    Stepper *stepper = stepper_new(&model, pool, &source);
    uint32_t batch[BATCH];
    uint64_t seed = 3;
    const double held_out = (double)data.held_out_count;
    double first = stepper_error(stepper, data.held_out, data.held_out_count) / held_out;
    const unsigned steps = POSITIONS * EPOCHS / BATCH;
    for (unsigned step = 1; step <= steps; ++step) {
        for (size_t i = 0; i < BATCH; ++i) {
            batch[i] = data.training[random_below(&seed, data.training_count)];
            if (data.mirrors && data_sample(&data, batch[i])->mirrorable && random_below(&seed, 2)) batch[i] |= EXAMPLE_MIRRORED;
        }
        float rate = 0.006f * (1 - (float)step / (float)(steps + 1));
        stepper_step(stepper, batch, BATCH, &(Rates){.rate = rate, .weight_decay = 0.01f, .step = step});
    }
    double last = stepper_error(stepper, data.held_out, data.held_out_count) / held_out;
    ck_assert_msg(last < 0.002 && last < first / 10, "%s: from %g to %g", v->name, first, last);

    /* The integer net gives nearly the same and passes net_check; and back again. */
    ck_assert_ptr_null(net_from_model(net, &model));
    net_centre(net, &model, &data, 2000);
    NetError off = net_error(net, &model, &data, data.held_out, data.held_out_count);
    ck_assert_msg(off.mean < 8 && off.net_error < last * 1.5 + 0.0002, "%s: %g centipawns, %g to %g", v->name, off.mean,
                  off.model_error, off.net_error);
    ErrorText error;
    ck_assert(net_to_model(net, &copy, net, &error));
    ck_assert_ptr_null(net_from_model(again, &copy));
    ck_assert_int_eq(memcmp(net->feature_weights, again->feature_weights, shape.inputs * shape.hidden * 2), 0);
    ck_assert_int_eq(memcmp(net->output_weights, again->output_weights, net_heads(net) * net_output_width(net) * 2), 0);
    ck_assert_int_eq(memcmp(net->output_bias, again->output_bias, net_heads(net) * sizeof *net->output_bias), 0);

    stepper_free(stepper);
    model_free(&model);
    model_free(&copy);
    data_free(&data);
    net_free(net);
    net_free(again);
    pool_free(pool);
}

/* ---- Data ---- */

START_TEST(test_held_out_games)
{
    Pool *pool = pool_new(2);
    Net *net = net_new(variant_find("chess"), 32, 1, 400);
    TrainData data;
    prepare(&data, net, pool, POSITIONS);
    bool *held_out = calloc(POSITIONS / GAME_POSITIONS, 1);
    for (size_t i = 0; i < data.held_out_count; ++i) held_out[data_sample(&data, data.held_out[i])->game] = true;
    for (size_t i = 0; i < data.training_count; ++i) ck_assert(!held_out[data_sample(&data, data.training[i])->game]);
    ck_assert_uint_eq(data.held_out_count + data.training_count, POSITIONS);
    ck_assert_double_eq_tol((double)data.held_out_count / POSITIONS, 0.1, 0.02);
    /* The first ones stand for all. */
    double mean = 0;
    const size_t first = data.held_out_count / 10;
    for (size_t i = 0; i < first; ++i) mean += (double)data.held_out[i] / POSITIONS / (double)first;
    ck_assert_double_eq_tol(mean, 0.5, 0.1);
    ck_assert_uint_eq(data.left_out, 0);
    ck_assert_uint_eq(data.mirrorable, data.training_count);
    double scale;
    ck_assert_int_eq(data_fit_scale(&data, &scale), SCALE_FITTED);
    ck_assert_double_eq_tol(scale, SCALE, SCALE * 0.06);
    free(held_out);
    data_free(&data);
    net_free(net);
    pool_free(pool);
}

/* Samples that no net could see or no accumulator could hold are skipped; the others are converted correctly. */
START_TEST(test_samples)
{
    ErrorText error;
    Pool *pool = pool_new(1);
    const Variant *v = variant_find("borderlands");
    Net *net = net_new(v, 32, 4, 400);
    TrainData data = {.net = net, .mirrors = true};
    enum { WHOLE = 0, NO_PIECE_SO = 1, TOO_MANY = 2, HANDS = 3, COUNT = 4 };
    data.set = (SampleSet){.variant = v, .count = COUNT};
    data.set.samples = calloc(COUNT, sizeof(Sample));
    data.set.pieces = calloc(100, sizeof(PlacedPiece));
    for (unsigned i = 0; i < 90; ++i) data.set.pieces[i] = (PlacedPiece){(Square)i, piece_make(WHITE, 1), 0};
    data.set.pieces[95] = (PlacedPiece){3, piece_make(BLACK, 31), 0};
    data.set.samples[WHOLE] = (Sample){.score = 200, .result = 0, .side = BLACK, .count = 2, .pieces = data.set.pieces + 10};
    data.set.samples[NO_PIECE_SO] = (Sample){.count = 1, .pieces = data.set.pieces + 95};
    data.set.samples[TOO_MANY] = (Sample){.count = variant_pieces_max(v) + 1, .pieces = data.set.pieces};
    data.set.samples[HANDS] = (Sample){.score = -200,
                                       .result = SAMPLE_UNKNOWN,
                                       .count = variant_pieces_max(v) - 1,
                                       .pieces = data.set.pieces,
                                       .hands = hand_one(v, WHITE, 0),
                                       .mirrorable = 1};
    ck_assert_msg(data_prepare(&data, 0, pool, &error), "%s", error.text);
    ck_assert_uint_eq(data.left_out, 2);
    ck_assert_uint_eq(data.training_count, 2);
    ck_assert_uint_eq(data.results, 1);
    ck_assert_uint_eq(data.mirrorable, 1);
    data.scale = 400;
    data.result_weight = 0.25f;
    Example example, mirrored;
    data_example(&data, WHOLE, false, &example);
    ck_assert_float_eq_tol(example.target, 0.75f * model_sigmoid(0.5f) + 0.125f, 1e-6f);
    ck_assert_uint_eq(example.head, 0);
    ck_assert_uint_eq(example.features[0][0], net->features->index[BLACK][piece_make(WHITE, 1)][10]);
    ck_assert_uint_eq(example.features[1][0], net->features->index[WHITE][piece_make(WHITE, 1)][10]);
    data_example(&data, HANDS, false, &example);
    data_example(&data, HANDS, true, &mirrored);
    ck_assert_float_eq_tol(example.target, model_sigmoid(-0.5f), 1e-6f);
    ck_assert_uint_eq(example.head, 3);
    ck_assert_uint_eq(example.count[0], variant_pieces_max(v));
    ck_assert_uint_eq(mirrored.features[0][0], example.features[0][8]); /* the first rank, mirrored */
    ck_assert_uint_eq(mirrored.features[0][variant_pieces_max(v) - 1], example.features[0][variant_pieces_max(v) - 1]);
    data_free(&data);
    net_free(net);
    pool_free(pool);
}

/* ---- Checkpoints ---- */

START_TEST(test_checkpoint)
{
    static const char plan[] = "game chess\nhidden 16\nseed 1\n";
    char path[64];
    snprintf(path, sizeof path, "/tmp/quincunx-checkpoint-%ld", (long)getpid());
    ErrorText error;
    Shape shape = small_shape(2, 16, 1);
    Model model, copy;
    ck_assert(model_new(&model, &shape) && model_new(&copy, &shape));
    model_randomise(&model, 9, 4);
    float *moments = floats_new(2 * model.count), *moments_copy = floats_new(2 * model.count);
    for (size_t i = 0; i < 2 * model.count; ++i) moments[i] = (float)i;
    Progress progress = {.step = 420, .errors = 1.5, .examples = 4242}, back;
    for (int i = 0; i < 100; ++i) ck_assert(curve_add(&progress.curve, &(CurvePoint){.epoch = i, .step = (uint64_t)i * 3}));

    ck_assert_msg(checkpoint_write(path, plan, &progress, &model, moments, &error), "%s", error.text);
    ck_assert_msg(checkpoint_read(path, plan, 500, &back, &copy, moments_copy, &error), "%s", error.text);
    ck_assert_int_eq(memcmp(model.parameters, copy.parameters, model.count * sizeof(float)), 0);
    ck_assert_int_eq(memcmp(moments, moments_copy, 2 * model.count * sizeof(float)), 0);
    ck_assert_uint_eq(back.step, 420);
    ck_assert_double_eq(back.errors, 1.5);
    ck_assert_uint_eq(back.examples, 4242);
    ck_assert_uint_eq(back.curve.count, 100);
    ck_assert_uint_eq(back.curve.points[99].step, 297);
    free(back.curve.points);

    ck_assert(!checkpoint_read(path, "game chess\nhidden 32\nseed 1\n", 500, &back, &copy, moments_copy, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "'hidden 16' there, 'hidden 32' here"));

    size_t size;
    uint8_t *bytes = file_bytes(path, &size);
    for (size_t cut = 0; cut < size; cut += 1 + size / 97) {
        ck_assert(whole_file_write(path, bytes, cut, &error));
        ck_assert_msg(!checkpoint_read(path, plan, 500, &back, &copy, moments_copy, &error), "read what was cut at %zu", cut);
    }
    uint64_t seed = 11;
    for (int i = 0; i < 300; ++i) {
        size_t at = i < 120 ? (size_t)i : random_below(&seed, size);
        uint8_t kept = bytes[at];
        bytes[at] ^= (uint8_t)(1 << random_below(&seed, 8));
        ck_assert(whole_file_write(path, bytes, size, &error));
        ck_assert_msg(!checkpoint_read(path, plan, 500, &back, &copy, moments_copy, &error), "read what was changed at %zu", at);
        bytes[at] = kept;
    }
    bytes = realloc(bytes, size + 1);
    ck_assert(bytes != NULL);
    bytes[size] = 0;
    ck_assert(whole_file_write(path, bytes, size + 1, &error));
    ck_assert(!checkpoint_read(path, plan, 500, &back, &copy, moments_copy, &error));

    /* A path that cannot be written leaves everything unchanged. */
    ck_assert(!checkpoint_write("/nowhere/checkpoint", plan, &progress, &model, moments, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "/nowhere/checkpoint cannot be written"));
    remove(path);
    free(bytes);
    free(moments);
    free(moments_copy);
    free(progress.curve.points);
    model_free(&model);
    model_free(&copy);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("train", 300, ONCE(test_gradient), ONCE(test_step), ONCE(test_threads), EACH(test_learns_material, 2),
                     ONCE(test_held_out_games), ONCE(test_samples), ONCE(test_checkpoint));
}
