/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* What a run of the trainer is to do, and doing it. */
#ifndef QUINCUNX_NNUE_TRAIN_H
#define QUINCUNX_NNUE_TRAIN_H

#include <signal.h>
#include <stdint.h>

#include "../src/types.h"

typedef struct Plan {
    const char *out;            /* the net to write */
    const char *const *samples; /* files of samples */
    size_t sample_files;
    const char *from;           /* a net to begin with, NULL: random weights */
    const char *checkpoint;
    const char *curve;          /* prefix of .csv and .svg */
    uint64_t hidden, buckets;   /* 0: as in `from`, else 256 and 1 */
    uint64_t epochs, batch, warm_up; /* warm_up in steps; UINT64_MAX: a twentieth, at most 500 */
    uint64_t limit;             /* samples to take, 0: all */
    uint64_t seed, threads, points; /* points of the curve an epoch */
    double rate;                /* highest learning rate; 0: 0.0015, 0.0005 with `from` */
    double final_rate;          /* share of it at the end */
    double weight_decay, result_weight;
    double scale;               /* centipawns; 0: fitted to the results, or as in `from` */
    double rounded;             /* share of the steps, the last ones, that see the weights rounded */
    double held_out;            /* percent of the games */
    double checkpoint_every;    /* seconds */
    bool mirrors, resume;
} Plan;

/* Set from a signal handler: stop after the step that is being made, with a checkpoint. */
extern volatile sig_atomic_t train_stopping;

/* Trains. Returns the program's exit status; what went wrong has been told then. */
int train_run(const Plan *plan);

#endif
