/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The plan of a training run, and its execution. */
#ifndef QUINCUNX_NNUE_TRAIN_H
#define QUINCUNX_NNUE_TRAIN_H

#include <signal.h>
#include <stdint.h>

#include "../src/types.h"
#include "../src/util/arguments.h"

typedef struct Plan {
    const char *out;            /* output: the net */
    Words samples;              /* input: files of samples */
    const char *from;           /* initial net, NULL: random weights */
    const char *checkpoint;
    const char *curve;          /* prefix of the .csv and .svg files */
    uint64_t hidden, buckets;   /* 0: as in `from`, else 256 and 1 */
    uint64_t epochs, batch, warm_up; /* warm_up in steps; UINT64_MAX: a twentieth, at most 500 */
    uint64_t limit;             /* maximum number of samples, 0: all */
    uint64_t seed, threads, points; /* points: points of the curve per epoch */
    double rate;                /* highest learning rate; 0: 0.0015, 0.0005 with `from` */
    double final_rate;          /* final learning rate as a share of it */
    double weight_decay, result_weight;
    double scale;               /* centipawns; 0: fitted to the results, or as in `from` */
    double rounded;             /* share of the steps, at the end, that use rounded weights */
    double held_out;            /* percent of the games held out for validation */
    double checkpoint_every;    /* seconds */
    bool mirrors, resume;
    bool correct;               /* a net to add to the classical evaluation */
} Plan;

/* Set by a signal handler: stop after the present step, with a checkpoint. */
extern volatile sig_atomic_t train_stopping;

/* Trains. Reports errors itself and returns the program's exit status. */
int train_run(const Plan *plan);

#endif
