/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* `quincunx datagen`: generates, merges, rescores and checks training data. */
#ifndef QUINCUNX_DATAGEN_H
#define QUINCUNX_DATAGEN_H

/* Runs the task in the arguments after `datagen`. Returns the exit status: 0 if complete, 2 for invalid
 * arguments or files (nothing was changed), 1 if it ended early (disk full, time up: data so far is kept). */
int datagen_main(int argc, char **argv);

#endif
