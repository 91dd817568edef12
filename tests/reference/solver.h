/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Proves wins by the slow rules alone: every move of the side that is to win is an OR, every reply an AND. A position is
 * looked at once for each number of moves; a reply that refuted one move is tried first against the next.
 */
#ifndef QUINCUNX_REFERENCE_SOLVER_H
#define QUINCUNX_REFERENCE_SOLVER_H

#include <stdint.h>

#include "reference.h"

enum { SOLVER_MOVES_MAX = 16 };

/* Begin with {.reference = ...}; ref_solver_free frees what it remembers. */
typedef struct RefSolver {
    const Reference *reference;
    struct Solved *solved;
    size_t count, room;
    char refutation[SOLVER_MOVES_MAX][REF_TEXT_MAX]; /* by the number of moves that are left */
    unsigned long long positions;                    /* whose moves were made */
} RefSolver;

/* Can the side to move win within so many of its moves, 1 or more, whatever the other side does? The game must not be over. */
bool ref_wins(RefSolver *solver, const char *fen, unsigned moves);
/* The same after its first move, which leads to this position. */
bool ref_wins_after(RefSolver *solver, const char *fen, unsigned moves);
void ref_solver_free(RefSolver *solver);

/* Is White to move? */
bool ref_white_moves(const char *fen);
/* The moves that lead to different positions. *moves is allocated by malloc. */
size_t ref_different_moves(const Reference *reference, const char *fen, RefMove **moves);

#endif
