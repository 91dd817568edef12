/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Solving an endgame: which positions are won, in how many plies. Retrograde analysis
 * (K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9/3, 1986) by plies from the
 * end: a position is won in n if some move leads to one lost in n - 1, lost in n if all
 * moves lead to won ones and the longest of these takes n - 1.
 *
 * No move is ever made backwards, for rules like pushes and lame legs are not their own
 * mirror images. Instead the first pass over all positions notes from where pieces come to
 * a square by any move; by that, when a position is decided, all that might lead to it are marked,
 * and each of those is evaluated by its own legal moves. Endgames that moves lead to by
 * captures, promotions and drops must have been solved before.
 */
#ifndef QUINCUNX_TABLEBASES_SOLVE_H
#define QUINCUNX_TABLEBASES_SOLVE_H

#include <stdatomic.h>

#include "probe.h"

/* How far it has come. */
typedef struct SolveProgress {
    unsigned level;    /* plies from the end being decided; 0: the first pass */
    double share;      /* of the first pass that is done */
    uint64_t decided;  /* positions won or lost so far */
} SolveProgress;

typedef struct SolveOptions {
    unsigned threads;
    const Tablebases *known; /* endgame tablebases solved before */
    const char *checkpoint; /* file in which a stopped analysis is kept, NULL: none */
    atomic_bool *stop;    /* set by others: stop soon; may be NULL */
    /* Called now and then by one thread; may be NULL. */
    void (*progress)(void *context, const SolveProgress *progress);
    void *context;
} SolveOptions;

typedef enum SolveStatus {
    SOLVE_DONE,
    SOLVE_NEEDS,   /* another ending first: see missing */
    SOLVE_STOPPED, /* as asked */
    SOLVE_FAILED   /* see the error */
} SolveStatus;

typedef struct Solver Solver;

/* Room to solve an endgame; NULL with the reason. */
Solver *solver_new(const Variant *variant, const Material *material, const SolveOptions *options, ErrorText *error);
void solver_free(Solver *solver);

/* Runs to the end, or until stopped. With SOLVE_NEEDS *missing is an endgame to be solved
 * and given to `known` first; then begin again. */
SolveStatus solver_run(Solver *solver, Material *missing, ErrorText *error);

/* Positions of one side to move, of which some are none; then what there is. */
typedef struct SolveCounts {
    uint64_t legal, won, lost;
    unsigned longest;  /* plies of the longest win or loss */
    uint32_t example;  /* a position of that length */
} SolveCounts;
SolveCounts solver_counts(const Solver *solver, Side side);

/* For table_write: the values of a solver that has run. */
bool solver_value(const void *solver, Side side, uint32_t number, TbValue *value);
const TbIndex *solver_index(const Solver *solver);

#endif
