/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Measures the cost of evaluations: the classical one, and a net with each kernel of this machine (update and output).
 *
 * Walks the tree below positions of a random game two plies deep and evaluates every node as a search does, and once
 * without evaluation; reports the difference. The methods are timed in turn, so that a busy machine disturbs them
 * alike.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lab.h"
#include "../nnue/net_write.h"
#include "../src/eval/evaluate.h"
#include "../src/eval/nnue.h"
#include "../src/text/notation.h"
#include "../src/util/files.h"

enum { ROUNDS = 9, ROOTS = 24, ROOT_STEP = 3, CHILDREN = 6, WIDTH = 256, SCALE = 400 };

static uint64_t random_state = 1;
static uint32_t random_number(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
    return (uint32_t)(random_state >> 33);
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void fail(const char *message)
{
    fprintf(stderr, "evaluation: %s\n", message);
    exit(2);
}

static Net *random_net(const Variant *variant, int width)
{
    Net *net = net_new(variant, width, 1, SCALE);
    if (!net) fail("no net of that width, or no memory");
    size_t features = net->features->inputs * (size_t)width, outputs = net_heads(net) * net_output_width(net);
    for (size_t i = 0; i < features; ++i) net->feature_weights[i] = (int16_t)(random_number() % 61) - 30;
    for (int i = 0; i < width; ++i) net->feature_bias[i] = (int16_t)(random_number() % 201) - 50;
    for (size_t i = 0; i < outputs; ++i) net->output_weights[i] = (int16_t)(random_number() % 61) - 30;
    strcpy(net->record, "random weights, for measuring");
    return net;
}

/* ---- The walk ---- */

/* An evaluation method: an evaluator, or none. */
typedef struct Timing {
    const char *name;
    Evaluator *evaluator; /* NULL: none */
    double seconds[ROUNDS];
} Timing;

static int64_t sum; /* sum of all scores, so that none is optimised away */

static void time_one(Timing *j, const Position *pos)
{
    if (j->evaluator) sum += evaluator_score(j->evaluator, pos);
}

/* Returns the number of nodes. */
static uint64_t walk(Timing *j, Position *pos, int plies, Move *list)
{
    time_one(j, pos);
    if (plies == 0 || pos->variant->end.on_board(pos).result != ONGOING) return 1;
    Move *end = position_generate(pos, GEN_ALL, list);
    uint64_t nodes = 1;
    size_t step = plies == 1 ? 1 : (size_t)(end - list) / CHILDREN + 1;
    for (Move *move = list; move < end; move += step) {
        position_make(pos, *move);
        nodes += walk(j, pos, plies - 1, end);
        position_unmake(pos);
        if ((size_t)(end - move) <= step) break;
    }
    return nodes;
}

static Position *start_of(const Variant *variant)
{
    ErrorText error;
    Position *pos = position_new(variant);
    if (!pos || !position_set_fen(pos, variant->position.start_fen, &error)) fail("out of memory");
    return pos;
}

/* Plays a few random moves; restarts from the start position if the game ends. */
static void play_opening(Position *pos)
{
    ErrorText error;
    for (int i = 0; i < ROOT_STEP; ++i) {
        size_t count;
        Move *moves = position_moves(pos, &count);
        if (!moves || !position_reserve(pos, 8)) fail("out of memory");
        if (count) position_make(pos, moves[random_number() % count]);
        free(moves);
    }
    if (position_outcome(pos).result != ONGOING) position_set_fen(pos, pos->variant->position.start_fen, &error);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *seconds)
{
    qsort(seconds, ROUNDS, sizeof *seconds, compare);
    return seconds[ROUNDS / 2];
}

static void measure(const Variant *variant, const Net *net)
{
    enum { PLIES = 2, EVALUATES = 2 + KERNELS_MAX };
    KernelList list = kernels_available();
    Timing evaluates[EVALUATES] = {{.name = "nothing"}, {.name = "classical", .evaluator = evaluator_new(variant, NULL, 0, NULL)}};
    size_t count = 2;
    for (const Kernel *const *k = list.kernels; *k; ++k)
        evaluates[count++] = (Timing){.name = (*k)->name, .evaluator = evaluator_new(variant, net, PLIES + 1, *k)};
    Move *moves = malloc(variant->moves.max * (PLIES + 1) * sizeof(Move));
    Position *pos = start_of(variant);
    if (!moves) fail("out of memory");
    uint64_t nodes = 0;
    for (int root = 0; root < ROOTS; ++root) {
        play_opening(pos);
        if (!position_reserve(pos, PLIES + 2)) fail("out of memory");
        for (int round = 0; round < ROUNDS; ++round) {
            /* The first method finds no weights in the cache, so each is first in some rounds. */
            for (size_t i = 0; i < count; ++i) {
                size_t j = (i + (size_t)round) % count;
                if (evaluates[j].evaluator) evaluator_begin(evaluates[j].evaluator, pos);
                double begun = cpu_seconds();
                uint64_t n = walk(&evaluates[j], pos, PLIES, moves);
                evaluates[j].seconds[round] += cpu_seconds() - begun;
                if (round == 0 && j == 0) nodes += n;
            }
        }
    }
    printf("%-20s %2d wide, %u pieces at most:", variant->name, net->hidden, net->features->pieces_max);
    double idle = median(evaluates[0].seconds);
    for (size_t j = 1; j < count; ++j)
        printf(" %s %.0f ns", evaluates[j].name, (median(evaluates[j].seconds) - idle) / (double)nodes * 1e9);
    printf("  (%llu nodes, sum %lld)\n", (unsigned long long)nodes, (long long)sum);
    for (size_t j = 1; j < count; ++j) evaluator_free(evaluates[j].evaluator);
    position_free(pos);
    free(moves);
}

typedef struct Options {
    const Variant *variant;
    const char *net, *out;
} Options;

const Argument evaluation_arguments[] = {
    {"[GAME]", ARGUMENT_BY(variant_argument, Options, variant)},
    {"[NET]", ARGUMENT(Options, net), .help = "a file, or a width: random weights take the same time (256)"},
    {"[OUT]", ARGUMENT(Options, out), .help = "writes the net to this file"},
    {.name = NULL},
};

int evaluation_run(int argc, char **argv, ErrorText *error)
{
    Options o = {.variant = NULL};
    if (!arguments_read(evaluation_arguments, argc, argv, &o, NULL, error)) return STATUS_ERROR;
    int width = o.net ? atoi(o.net) : WIDTH;
    for (const Variant *const *v = variants; *v; ++v) {
        if (o.variant && *v != o.variant) continue;
        Net *net = width ? random_net(*v, width) : net_read(o.net, error);
        bool ok = net && (net->variant == *v || error_set(error, "the net is for another game"));
        ok = ok && (!o.out || net_write(net, o.out, error));
        if (ok) measure(*v, net);
        net_free(net);
        if (!ok) return STATUS_ERROR;
    }
    return STATUS_OK;
}
