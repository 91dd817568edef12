/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* `quincunx puzzles`: finds, prints and proves puzzles (docs/puzzles.md). */
#ifndef QUINCUNX_PUZZLES_H
#define QUINCUNX_PUZZLES_H

/* Runs the task in the arguments after `puzzles`. Returns the exit status: 0 if complete, 1 if a puzzle is not true,
 * 2 for invalid arguments or files. */
int puzzles_main(int argc, char **argv);

#endif
