/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Looks for puzzles in games of data generation (nnue/games.h) and in the endgame tablebases. */
#ifndef QUINCUNX_PUZZLE_MINE_H
#define QUINCUNX_PUZZLE_MINE_H

#include "puzzle_work.h"

typedef struct MineLimits {
    uint64_t seed;        /* of the positions drawn from the tables */
    double until;         /* seconds of the monotonic clock; 0: no limit */
    bool quiet;           /* no progress on stderr */
} MineLimits;

/* Reads games from where the work was left, and saves the work every few seconds and at the end. The same files and
 * seed give the same puzzles, however often the work is interrupted. true when the games are read or the time is up;
 * false with the reason. */
bool mine_games(PuzzleWork *work, PuzzleFinder *f, const char *const *files, size_t count, const MineLimits *limits,
                ErrorText *error);

/* Takes the puzzles of an EPD file that are true and not like another, and rates them anew; those of most moves first. Those
 * that are there already are skipped, so the same call continues. */
bool mine_file_of_puzzles(PuzzleWork *work, PuzzleFinder *f, const char *path, const MineLimits *limits, ErrorText *error);

/* Draws positions from the embedded tables until there are enough puzzles of this kind. */
bool mine_tables(PuzzleWork *work, PuzzleFinder *f, const MineLimits *limits, ErrorText *error);

/* Seconds of the monotonic clock. */
double mine_clock(void);

#endif
