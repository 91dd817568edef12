/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The puzzles in a program, instead of the empty list of the library. The Makefile writes their list, a line
 * PUZZLES(chess, "puzzles/chess.epd") each.
 */

#include "../../util/embed.h"
#include "../puzzle.h"

#define PUZZLES(name, file) EMBED(puzzles_##name, file)
#include "embedded_puzzles.list"
#undef PUZZLES

#define PUZZLES(name, file) {#name, embedded_puzzles_##name, embedded_end_puzzles_##name},
const PuzzlePack embedded_puzzles[] = {
#include "embedded_puzzles.list"
    {NULL, NULL, NULL}};
