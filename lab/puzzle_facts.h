/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Facts about a puzzle, for any game: its themes, what makes two puzzles alike, and its rating. */
#ifndef QUINCUNX_PUZZLE_FACTS_H
#define QUINCUNX_PUZZLE_FACTS_H

#include "puzzle_find.h"

/* The themes of a puzzle: what happens in its solution. 0 if memory ran out. */
uint32_t puzzle_themes_of(PuzzleFinder *f, const Puzzle *puzzle);

/* Two puzzles with a number in common are alike. */
typedef struct Likeness {
    uint64_t position; /* the same for mirrored positions, for those with the colours swapped, where the game has these
                          symmetries, and for exchanged boards */
    uint64_t idea;     /* of the last two moves of the solver: the kinds of the pieces that move, are captured or promoted;
                          how the game ends; the regions (thirds of a board, each way) where the last move arrives and
                          where the opponent's royal pieces stood; under the same symmetries */
} Likeness;
Likeness puzzle_likeness(PuzzleFinder *f, const Puzzle *puzzle);

/* The rating at which a level solves the puzzle half of the time, fitted to which levels solve it. A level solves it
 * if it finds every move of the solver. *trivial: all levels do. */
int puzzle_rate(PuzzleFinder *f, const Puzzle *puzzle, bool *trivial);

#endif
