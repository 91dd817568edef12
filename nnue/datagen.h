/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* `quincunx datagen`: makes, keeps and looks after training data. */
#ifndef QUINCUNX_DATAGEN_H
#define QUINCUNX_DATAGEN_H

/* Runs what the words after `datagen` ask for. Returns the exit status: 0 if all was done, 2
 * for wrong words or files (nothing was changed), 1 if it ended before it was done (the
 * disk is full, the time is up: what there is is kept). */
int datagen_main(int argc, char **argv);

#endif
