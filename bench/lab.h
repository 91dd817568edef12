/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The modes of quincunx-lab. Each takes the arguments after its name and returns the exit status: 0 if it is
 * complete; 1 if it was interrupted (the same command continues it) or what it checks is not true; 2 for bad arguments
 * or files. */
#ifndef QUINCUNX_LAB_H
#define QUINCUNX_LAB_H

#include "../src/search/timeman.h"

/* Seconds on the monotonic clock. */
static inline double lab_seconds(void) { return (double)time_now() / 1000; }

int datagen_main(int argc, char **argv);
int train_main(int argc, char **argv);
int tables_main(int argc, char **argv);
int puzzles_main(int argc, char **argv);
int explore_main(int argc, char **argv);
int openings_main(int argc, char **argv);
int tactics_main(int argc, char **argv);
int endgames_main(int argc, char **argv);
int evaluation_main(int argc, char **argv);

#endif
