/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Solves endgames: win, draw or loss of each position, with distance in plies. Retrograde analysis (K. Thompson, "Retrograde
 * Analysis of Certain Endgames", ICCA Journal 9/3, 1986), ply by ply from the end: a position is won in n if some move leads to a
 * position lost in n - 1; it is lost in n if all moves lead to won positions and the longest of these takes n - 1.
 *
 * Moves are never unmade backwards, because pushes and lame legs do not work the same in reverse. Instead the first pass over
 * all positions records from where pieces come to a square. When a position is decided, all possible predecessors are marked by
 * these records and each is resolved by its own legal moves. Endgames reached by captures, promotions and drops must be solved
 * first. Where captured pieces are dropped again endgames lead to one another in circles: such a group is solved together, and
 * positions with moves into another endgame of the group are resolved at every level.
 */
#ifndef QUINCUNX_TABLEBASES_SOLVE_H
#define QUINCUNX_TABLEBASES_SOLVE_H

#include <stdatomic.h>

#include "../../src/tablebases/probe.h"

/* Progress of the solver. */
typedef struct SolveProgress {
    unsigned level;    /* plies from the end; 0: the first pass */
    double share;      /* of the first pass, from 0 to 1 */
    uint64_t decided;  /* positions won or lost so far */
} SolveProgress;

typedef struct SolveOptions {
    unsigned threads;
    const Tablebases *known; /* tablebases of endgames solved earlier */
    const char *checkpoint; /* file for a stopped analysis, NULL: none */
    atomic_bool *stop;    /* set by another thread to stop; may be NULL */
    /* Called now and then by one thread; may be NULL. */
    void (*progress)(void *context, const SolveProgress *progress);
    void *context;
} SolveOptions;

typedef enum SolveStatus {
    SOLVE_DONE,
    SOLVE_NEEDS,   /* another endgame first: see `missing` */
    SOLVE_STOPPED, /* on request */
    SOLVE_FAILED   /* see the error */
} SolveStatus;

typedef struct Solver Solver;
typedef struct SolverPart SolverPart;

/* Allocates a solver for a group of endgames, mostly one; NULL with the reason. */
Solver *solver_new(const Variant *variant, const Material *materials, unsigned count, const SolveOptions *options,
                   ErrorText *error);
void solver_free(Solver *solver);

/* Runs to the end, or until stopped. With SOLVE_NEEDS, *missing is an endgame that must first be solved and
 * added to `known`; then start again. */
SolveStatus solver_run(Solver *solver, Material *missing, ErrorText *error);

/* The i-th endgame of a finished solver, its index, and its values: the callback and the context for table_write. */
const SolverPart *solver_part(const Solver *solver, unsigned i);
const TbIndex *solver_index(const SolverPart *part);
bool solver_value(const void *part, Side side, uint32_t number, TbValue *value);

#endif
