/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "puzzle.h"

/* The empty list, for programs other than the engine, which links embed/puzzles.c instead. */
const PuzzlePack embedded_puzzles[] = {{NULL, NULL, NULL}};
