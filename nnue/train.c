/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The command line of the trainer. */

#include "train.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../bench/lab.h"
#include "../src/util/files.h"
#include "../src/variant.h"

static const char help[] =
    "quincunx-lab train: makes a network of training samples (quincunx-lab datagen)\n"
    "\n"
    "  quincunx-lab train [OPTIONS] OUT.nnue SAMPLES...\n"
    "\n"
    "The net\n"
    "  --hidden N (256)         neurons for each side; a multiple of 32\n"
    "  --buckets N (1)          output heads, chosen by the number of pieces\n"
    "  --correct                a net that is added to the classical evaluation\n"
    "  --from NET               begin with this net (and its sizes) instead of random weights\n"
    "What is learnt\n"
    "  --scale CP               centipawns for which the expected score is 1 / (1 + 1/e);\n"
    "                           (fitted to the results of the games; without results that of --from, or 400)\n"
    "  --result-weight W (0)    share of the game's result in what is learnt, 0 to 1; the rest is the score\n"
    "  --no-mirrors             no mirrored copies where the game is symmetric\n"
    "  --held-out PERCENT (5)   of the games, for measuring\n"
    "  --limit N                samples to take, an even share of each file (all)\n"
    "How it is learnt\n"
    "  --epochs N (8)           times through all samples\n"
    "  --batch N (8192)         samples a step\n"
    "  --rate R (0.0015)        highest learning rate (0.0005 with --from)\n"
    "  --final-rate SHARE (0.01)  of it at the end of the cosine\n"
    "  --warm-up STEPS          (a twentieth of all, at most 500)\n"
    "  --weight-decay D (0.01)\n"
    "  --rounded SHARE (0.5)    of the steps, the last ones, that see the weights as they will be in play\n"
    "  --seed N (1)             the same net comes of the same seed, with any number of threads\n"
    "  --threads N              (as many as there are processors)\n"
    "On the way\n"
    "  --checkpoint FILE        (OUT.nnue.checkpoint) written every --checkpoint-every SECONDS (30)\n"
    "  --resume                 take the checkpoint up, if there is one; all other options as before\n"
    "  --curve PREFIX           PREFIX.csv and PREFIX.svg show the error (OUT.nnue.csv, OUT.nnue.svg)\n"
    "  --points N (4)           of the curve an epoch\n";

static void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("quincunx-lab train: ", stderr);
    vfprintf(stderr, format, args);
    fputs(" (--help lists the options)\n", stderr);
    va_end(args);
    exit(2);
}

typedef enum Kind { COUNT, REAL, TEXT, ON, OFF } Kind;

/* An option and the field of the plan that it sets. */
typedef struct Option {
    const char *name;
    Kind kind;
    size_t offset;
    double min, max;
} Option;

static const Option options[] = {
    {"--hidden", COUNT, offsetof(Plan, hidden), 1, 1 << 20},
    {"--buckets", COUNT, offsetof(Plan, buckets), 1, 1 << 20},
    {"--correct", ON, offsetof(Plan, correct), 0, 0},
    {"--from", TEXT, offsetof(Plan, from), 0, 0},
    {"--scale", REAL, offsetof(Plan, scale), 1, 10000},
    {"--result-weight", REAL, offsetof(Plan, result_weight), 0, 1},
    {"--no-mirrors", OFF, offsetof(Plan, mirrors), 0, 0},
    {"--held-out", REAL, offsetof(Plan, held_out), 0, 90},
    {"--limit", COUNT, offsetof(Plan, limit), 1, 2e9},
    {"--epochs", COUNT, offsetof(Plan, epochs), 1, 100000},
    {"--batch", COUNT, offsetof(Plan, batch), 1, 1 << 24},
    {"--rate", REAL, offsetof(Plan, rate), 1e-9, 1},
    {"--final-rate", REAL, offsetof(Plan, final_rate), 0, 1},
    {"--warm-up", COUNT, offsetof(Plan, warm_up), 0, 1e9},
    {"--weight-decay", REAL, offsetof(Plan, weight_decay), 0, 1},
    {"--rounded", REAL, offsetof(Plan, rounded), 0, 1},
    {"--seed", COUNT, offsetof(Plan, seed), 0, 9e15},
    {"--threads", COUNT, offsetof(Plan, threads), 1, 1024},
    {"--checkpoint", TEXT, offsetof(Plan, checkpoint), 0, 0},
    {"--checkpoint-every", REAL, offsetof(Plan, checkpoint_every), 0, 1e6},
    {"--resume", ON, offsetof(Plan, resume), 0, 0},
    {"--curve", TEXT, offsetof(Plan, curve), 0, 0},
    {"--points", COUNT, offsetof(Plan, points), 1, 1000},
};

static double read_number(const Option *option, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= option->min && value <= option->max))
        fail("%s: '%s' is not a number from %g to %g", option->name, text, option->min, option->max);
    return value;
}

static uint64_t read_count(const Option *option, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || (double)value < option->min || (double)value > option->max)
        fail("%s: '%s' is not a whole number from %.0f to %.0f", option->name, text, option->min, option->max);
    return value;
}

/* Reads the option at argv[i], with its value in the next argument or after '='; returns the index of the
 * last argument used. */
static int read_option(Plan *plan, int argc, char **argv, int i)
{
    size_t length = strcspn(argv[i], "=");
    const Option *option = NULL;
    for (size_t k = 0; k < sizeof options / sizeof *options; ++k)
        if (strlen(options[k].name) == length && strncmp(options[k].name, argv[i], length) == 0) option = &options[k];
    if (!option) fail("there is no option %.*s", (int)length, argv[i]);
    char *place = (char *)plan + option->offset;
    const char *value = argv[i][length] == '=' ? argv[i] + length + 1 : NULL;
    if (option->kind == ON || option->kind == OFF) {
        if (value) fail("%s takes no value", option->name);
        *(bool *)(void *)place = option->kind == ON;
        return i;
    }
    if (!value && ++i >= argc) fail("%s needs a value", option->name);
    if (!value) value = argv[i];
    if (option->kind == COUNT) *(uint64_t *)(void *)place = read_count(option, value);
    else if (option->kind == REAL) *(double *)(void *)place = read_number(option, value);
    else *(const char **)(void *)place = value;
    return i;
}

static void on_stop(int signal_number)
{
    (void)signal_number;
    train_stopping = 1;
}

static char *joined(const char *path, const char *endgame)
{
    char *text = malloc(strlen(path) + strlen(endgame) + 1);
    if (!text) fail("out of memory");
    return strcat(strcpy(text, path), endgame);
}

int train_main(int argc, char **argv)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    Plan plan = {.epochs = 8, .batch = 8192, .warm_up = UINT64_MAX, .final_rate = 0.01, .weight_decay = 0.01, .rounded = 0.5,
                 .held_out = 5, .seed = 1, .points = 4, .mirrors = true, .checkpoint_every = 30,
                 .threads = processors > 0 ? (uint64_t)processors : 1};
    const char **words = calloc((size_t)argc + 1, sizeof *words);
    size_t count = 0;
    if (!words) fail("out of memory");
    for (int i = 0; i < argc; ++i) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            free(words);
            return 0;
        }
        if (argv[i][0] == '-' && argv[i][1] == '-') i = read_option(&plan, argc, argv, i);
        else words[count++] = argv[i];
    }
    if (count < 2) fail("needs the net to write and at least one file of samples");
    plan.out = words[0];
    plan.samples = words + 1;
    plan.sample_files = count - 1;
    char *checkpoint = joined(plan.out, ".checkpoint");
    if (!plan.checkpoint) plan.checkpoint = checkpoint;
    if (!plan.curve) plan.curve = plan.out;
    sigaction(SIGINT, &(struct sigaction){.sa_handler = on_stop}, NULL);
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = on_stop}, NULL);
    signal(SIGXFSZ, SIG_IGN); /* report a file that is too large as an error, like a full disk */
    int status = train_run(&plan);
    free(checkpoint);
    free(words);
    return status;
}
