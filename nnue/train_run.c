/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* A training run: from the samples to the net. */

#include "train.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../lab/lab.h"
#include "../src/text/notation.h"
#include "../src/util/random.h"
#include "net_write.h"
#include "train_checkpoint.h"
#include "train_data.h"
#include "train_net.h"
#include "train_step.h"

enum {
    EVALUATED_MAX = 200000, /* held-out samples per point of the curve */
    COMPARED_MAX = 20000,   /* samples for the comparison of model and net */
    TEXT_SIZE = 3000
};

volatile sig_atomic_t train_stopping;

typedef struct Run {
    Plan plan;  /* with all defaults filled in */
    char text[TEXT_SIZE]; /* the plan and the data, for the checkpoint and the net's record */
    Pool *pool;
    TrainData data;
    Net *net;   /* the result */
    Model model;
    ExampleSource source;
    Stepper *stepper;
    Progress progress;
    uint32_t *order; /* permutation of the training samples in this epoch */
    uint64_t steps_per_epoch, steps, exact; /* exact: steps before rounding begins */
    size_t evaluated; /* held-out samples per point of the curve */
    double started, saved; /* seconds on the clock */
    uint64_t first_step;   /* of this process */
    bool warned;           /* already warned about an unwritable checkpoint or curve */
} Run;

static bool complain(const ErrorText *error)
{
    fprintf(stderr, "quincunx-lab train: %s\n", error->text);
    return false;
}

static bool out_of_memory(void)
{
    fputs("quincunx-lab train: out of memory\n", stderr);
    return false;
}

/* ---- Preparation ---- */

/* The game is that of the samples; the initial net may determine the sizes. */
static bool make_net(Run *run, Net **from)
{
    ErrorText error;
    Plan *plan = &run->plan;
    *from = NULL;
    if (plan->from && !(*from = net_read(plan->from, &error))) return complain(&error);
    if (plan->hidden == 0) plan->hidden = *from ? (uint64_t)(*from)->hidden : 256;
    if (plan->buckets == 0) plan->buckets = *from ? (uint64_t)(*from)->buckets : 1;
    if (plan->rate <= 0) plan->rate = *from ? 5e-4 : 1.5e-3;
    run->net = net_new(run->data.set.variant, (int)plan->hidden, (int)plan->buckets, SCALE_OTHERWISE);
    if (run->net) run->net->corrects = plan->correct;
    if (run->net) return true;
    error_set(&error, "a net cannot have %" PRIu64 " neurons (multiples of %d up to %d) and %" PRIu64 " buckets (up to %d)",
              plan->hidden, NET_HIDDEN_STEP, NET_HIDDEN_MAX, plan->buckets, NET_BUCKETS_MAX);
    return complain(&error);
}

static bool load(Run *run, Net **from)
{
    ErrorText error;
    TrainData *data = &run->data;
    const Plan *plan = &run->plan;
    double start = lab_seconds();
    if (!samples_load(&data->set, plan->samples.items, plan->samples.count, plan->limit, &error)) return complain(&error);
    if (data->set.count == 0) {
        error_set(&error, "there are no samples in %.100s%s", plan->samples.items[0],
                  plan->samples.count > 1 ? " and the others" : "");
        return complain(&error);
    }
    if (data->set.damaged)
        fprintf(stderr, "quincunx-lab train: warning: %zu bytes at the ends of files are not a whole block and are skipped\n",
                data->set.damaged);
    if (!make_net(run, from)) return false;
    data->net = run->net;
    data->mirrors = plan->mirrors;
    data->result_weight = (float)plan->result_weight;
    if (plan->correct && !samples_evaluate(&data->set)) return out_of_memory();
    if (!data_prepare(data, plan->held_out, run->pool, &error)) return complain(&error);
    printf("%s: %zu samples in training (%zu with mirrored copies), %zu held out, %.1f inputs on; read in %.0f s\n",
           data->set.variant->name, data->training_count, data->mirrorable, data->held_out_count, data->active,
           lab_seconds() - start);
    if (data->left_out)
        printf("%zu samples with more pieces than the game can have are left out\n", data->left_out);
    return true;
}

/* The scale of the plan; else that of the returns in the samples; else fitted, if enough results are known; else that of the
 * initial net. */
static bool choose_scale(Run *run, const Net *from)
{
    double fitted, scale = run->plan.scale;
    int returns = run->data.set.scale;
    ScaleFit fit = data_fit_scale(&run->data, &fitted);
    const char *why = "as given";
    ErrorText error;
    if (returns && scale > 0 && (int)scale != returns) {
        error_set(&error, "the samples are returns of scale %d: train with the same, or select them with --scale %d", returns,
                  (int)scale);
        return complain(&error);
    }
    if (scale <= 0 && returns) scale = returns, why = "that of the returns in the samples";
    else if (scale <= 0 && fit == SCALE_NO_RESULTS && from) scale = from->scale, why = "that of the first net";
    else if (scale <= 0)
        scale = fitted, why = fit == SCALE_NO_RESULTS ? "too few results to fit one" : "fitted to the results";
    run->net->scale = (int)scale;
    run->data.scale = (float)run->net->scale;
    printf("scale: %d, %s", run->net->scale, why);
    if (fit != SCALE_NO_RESULTS && (int)fitted != run->net->scale) printf(" (%.0f would fit the results)", fitted);
    if (fit == SCALE_AT_LIMIT) printf("; scores predict results badly or too well here: limited to a sensible scale");
    printf("\n");
    return true;
}

/* Sets inputs that occur in no sample to 0, where they stay: untrained weights should not be noise. */
static void forget_unseen(Run *run)
{
    const size_t hidden = run->model.shape.hidden;
    for (size_t i = 0; i < run->model.shape.inputs; ++i)
        if (!run->data.seen[i]) memset(run->model.weights + i * hidden, 0, hidden * sizeof(float));
}

static bool make_model(Run *run, const Net *from)
{
    ErrorText error;
    Shape shape = net_shape(run->net);
    run->source = data_source(&run->data);
    run->order = malloc(run->data.training_count * sizeof *run->order);
    if (!run->order || !model_new(&run->model, &shape)
        || !(run->stepper = stepper_new(&run->model, run->pool, &run->source))) {
        return out_of_memory();
    }
    if (from) {
        ErrorText reason;
        if (!net_to_model(from, &run->model, run->net, &reason)) {
            error_set(&error, "%.80s: %.110s", run->plan.from, reason.text);
            return complain(&error);
        }
        model_spread(&run->model, run->plan.seed, run->data.seen);
        return true;
    }
    model_randomise(&run->model, run->plan.seed, run->data.active);
    /* A correction begins at 0. */
    if (run->plan.correct) memset(run->model.output, 0, run->model.shape.heads * net_output_width(run->net) * sizeof(float));
    forget_unseen(run);
    return true;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Describes everything that determines the result, and nothing else. */
static void fill_plan(Run *run)
{
    Plan *plan = &run->plan;
    const TrainData *data = &run->data;
    if (plan->batch > data->training_count) plan->batch = data->training_count;
    run->steps_per_epoch = data->training_count / plan->batch;
    run->steps = run->steps_per_epoch * plan->epochs;
    run->exact = run->steps - (uint64_t)((double)run->steps * plan->rounded);
    if (plan->warm_up == UINT64_MAX) plan->warm_up = run->steps / 20 < 500 ? run->steps / 20 : 500;
    run->evaluated = data->held_out_count < EVALUATED_MAX ? data->held_out_count : EVALUATED_MAX;
    snprintf(run->text, sizeof run->text,
             "game %s\nsamples %zu, %zu held out (%g%%), fingerprint %016" PRIx64 "\nmirrored copies %s\n"
             "%shidden %" PRIu64 ", buckets %" PRIu64 "\nscale %d\nresult weight %g\nfrom %.200s\nepochs %" PRIu64
             ", batch %" PRIu64 "\nrate %g, warm-up %" PRIu64 " steps, down to %g of it\nweight decay %g\n"
             "rounded in the last %g of the steps\n"
             "points %" PRIu64 " an epoch\nseed %" PRIu64 "\n",
             data->set.variant->name, data->training_count, data->held_out_count, plan->held_out, data->fingerprint,
             data->mirrors ? "yes" : "no", plan->correct ? "corrects the classical evaluation\n" : "", plan->hidden, plan->buckets,
             run->net->scale, plan->result_weight, plan->from ? base_name(plan->from) : "random weights", plan->epochs, plan->batch,
             plan->rate, plan->warm_up, plan->final_rate, plan->weight_decay, plan->rounded, plan->points, plan->seed);
}

/* ---- Saving ---- */

static bool save(Run *run)
{
    ErrorText error;
    run->saved = lab_seconds();
    bool ok = checkpoint_write(run->plan.checkpoint, run->text, &run->progress, &run->model,
                               stepper_moments(run->stepper), &error);
    ok = ok && curve_write(&run->progress.curve, run->plan.curve, &error);
    if (!ok && !run->warned) {
        fprintf(stderr, "quincunx-lab train: warning: %s; training continues, the last checkpoint is kept\n", error.text);
        run->warned = true;
    } else if (ok && run->warned) {
        fprintf(stderr, "quincunx-lab train: %s was written again\n", run->plan.checkpoint);
        run->warned = false;
    }
    return ok;
}

/* Resumes a run, or checks that a new one overwrites none and can be saved. */
static bool begin(Run *run)
{
    ErrorText error;
    const char *path = run->plan.checkpoint;
    bool there = access(path, F_OK) == 0;
    if (there && run->plan.resume) {
        if (!checkpoint_read(path, run->text, run->steps, &run->progress, &run->model, stepper_moments(run->stepper), &error))
            return complain(&error);
        printf("continues after step %" PRIu64 " of %" PRIu64 "\n", run->progress.step, run->steps);
        return true;
    }
    if (there) {
        error_set(&error, "%.100s exists: --resume continues it; remove it to start over", path);
        return complain(&error);
    }
    if (!checkpoint_write(path, run->text, &run->progress, &run->model, stepper_moments(run->stepper), &error))
        return complain(&error);
    return true;
}

/* ---- Training ---- */

/* The permutation of the training samples, and their mirroring, for this epoch alone: so a run can be
 * resumed within any epoch. */
static void shuffle(Run *run, uint64_t epoch)
{
    const TrainData *data = &run->data;
    uint64_t state = splitmix64_mix(run->plan.seed) ^ splitmix64_mix(epoch + UINT64_C(0x65706F6368));
    memcpy(run->order, data->training, data->training_count * sizeof *run->order);
    for (size_t i = data->training_count; i > 1; --i) {
        size_t j = (size_t)((splitmix64(&state) >> 32) * i >> 32);
        uint32_t index = run->order[j];
        run->order[j] = run->order[i - 1];
        run->order[i - 1] = index;
    }
    for (size_t i = 0; data->mirrors && i < data->training_count; ++i)
        if (data_sample(data, run->order[i])->mirrorable && (splitmix64(&state) & 1)) run->order[i] |= EXAMPLE_MIRRORED;
}

/* Learning rate: linear warm-up, then cosine decay. `step` from 1. */
static double rate_at(const Run *run, uint64_t step)
{
    const Plan *plan = &run->plan;
    if (step < plan->warm_up) return plan->rate * (double)step / (double)plan->warm_up;
    double done = (double)(step - plan->warm_up) / (double)(run->steps - plan->warm_up + 1);
    return plan->rate * (plan->final_rate + (1 - plan->final_rate) * 0.5 * (1 + cos(acos(-1) * done)));
}

static void print_point(const Run *run, const CurvePoint *point)
{
    double took = lab_seconds() - run->started;
    double speed = (double)(run->progress.step - run->first_step) * (double)run->plan.batch / fmax(took, 1e-3);
    double left = (double)(run->steps - run->progress.step) * (double)run->plan.batch / fmax(speed, 1);
    printf("epoch %6.2f  rate %.6f  error %.6f", point->epoch, point->rate, point->training);
    if (point->held_out >= 0) printf("  held out %.6f", point->held_out);
    printf("  %.0f positions/s  %d:%02d left\n", speed, (int)left / 60, (int)left % 60);
    output_flush();
}

static double held_out_error(Run *run)
{
    if (run->evaluated == 0) return -1;
    return stepper_error(run->stepper, run->data.held_out, run->evaluated) / (double)run->evaluated;
}

static bool add_point(Run *run, double rate)
{
    Progress *progress = &run->progress;
    CurvePoint point = {.epoch = (double)progress->step / (double)run->steps_per_epoch, .step = progress->step,
                        .rate = rate, .training = progress->errors / (double)progress->examples,
                        .held_out = held_out_error(run)};
    progress->errors = 0;
    progress->examples = 0;
    print_point(run, &point);
    return curve_add(&progress->curve, &point);
}

/* Is there a point of the curve after this step (of the epoch, from 1)? */
static bool is_point(const Run *run, uint64_t step)
{
    uint64_t points = run->plan.points, steps = run->steps_per_epoch;
    return step * points / steps > (step - 1) * points / steps;
}

static bool train(Run *run)
{
    Progress *progress = &run->progress;
    uint64_t shuffled = UINT64_MAX;
    run->started = run->saved = lab_seconds();
    run->first_step = progress->step;
    while (progress->step < run->steps && !train_stopping) {
        uint64_t epoch = progress->step / run->steps_per_epoch, step = progress->step % run->steps_per_epoch;
        if (epoch != shuffled) shuffle(run, shuffled = epoch);
        if (progress->step >= run->exact && !stepper_round(run->stepper)) return out_of_memory();
        Rates rates = {.rate = (float)rate_at(run, progress->step + 1),
                       .weight_decay = (float)run->plan.weight_decay, .step = progress->step + 1};
        progress->errors += stepper_step(run->stepper, run->order + step * run->plan.batch, run->plan.batch, &rates);
        progress->examples += run->plan.batch;
        ++progress->step;
        if (is_point(run, step + 1) && !add_point(run, rates.rate)) return out_of_memory();
        if (lab_seconds() - run->saved >= run->plan.checkpoint_every) save(run);
    }
    /* A run that is taken up after its last step has not rounded yet. */
    return progress->step <= run->exact || stepper_round(run->stepper) || out_of_memory();
}

/* ---- Finishing ---- */

static bool export_net(Run *run)
{
    ErrorText error;
    const TrainData *data = &run->data;
    const Model *model = stepper_model(run->stepper);
    const char *wrong = net_from_model(run->net, model);
    if (!wrong) net_centre(run->net, model, data, COMPARED_MAX);
    const uint32_t *indices = data->held_out_count ? data->held_out : data->training;
    size_t count = data->held_out_count ? data->held_out_count : data->training_count;
    if (wrong) {
        error_set(&error, "the net is invalid: %.100s", wrong);
        return complain(&error);
    }
    NetError off = net_error(run->net, model, data, indices, count < COMPARED_MAX ? count : COMPARED_MAX);
    const Curve *curve = &run->progress.curve;
    const CurvePoint *last = curve->count ? &curve->points[curve->count - 1] : &(CurvePoint){.held_out = -1};
    snprintf(run->net->record, sizeof run->net->record,
             "%serror %.6f in training, %.6f held out\nrounding: %.2f centipawns on average, %.1f at most\n", run->text,
             last->training, last->held_out, off.mean, off.max);
    if (!net_write(run->net, run->plan.out, &error)) {
        complain(&error);
        bool saved = save(run);
        fprintf(stderr, "quincunx-lab train: %s\n", saved ? "the checkpoint is complete: try again with --resume"
                                                      : "the checkpoint could not be written either");
        return false;
    }
    curve_write(curve, run->plan.curve, &error);
    remove(run->plan.checkpoint);
    printf("%s: rounding to integers costs %.2f centipawns on average, %.1f at most; error %.6f, as integers %.6f "
           "(%zu %s samples)\n",
           run->plan.out, off.mean, off.max, off.model_error, off.net_error, off.examples,
           data->held_out_count ? "held-out" : "training");
    return true;
}

static int run_all(Run *run)
{
    Net *from = NULL;
    bool ok = load(run, &from);
    ok = ok && choose_scale(run, from);
    ok = ok && make_model(run, from);
    net_free(from);
    if (!ok) return STATUS_ERROR;
    fill_plan(run);
    if (!begin(run)) return STATUS_ERROR;
    output_flush();
    if (!train(run)) return STATUS_ERROR;
    if (run->progress.step == run->steps) return export_net(run) ? STATUS_OK : STATUS_ERROR;
    if (!save(run)) return STATUS_ERROR;
    printf("stopped after step %" PRIu64 " of %" PRIu64 ": %s is saved, --resume continues\n", run->progress.step,
           run->steps, run->plan.checkpoint);
    return STATUS_UNFINISHED;
}

int train_run(const Plan *plan)
{
    Run *run = calloc(1, sizeof *run);
    int status = STATUS_ERROR;
    if (run) {
        run->plan = *plan;
        run->pool = pool_new((unsigned)plan->threads);
    }
    if (run && run->pool) status = run_all(run);
    else fputs("quincunx-lab train: out of memory\n", stderr);
    if (!run) return status;
    stepper_free(run->stepper);
    model_free(&run->model);
    free(run->progress.curve.points);
    free(run->order);
    data_free(&run->data);
    net_free(run->net);
    pool_free(run->pool);
    free(run);
    return status;
}
