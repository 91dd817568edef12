/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The modes of quincunx-lab (see Command in util/arguments.h): their command lines and functions. */
#ifndef QUINCUNX_LAB_H
#define QUINCUNX_LAB_H

#include "../src/search/timeman.h"
#include "../src/util/arguments.h"
#include "../src/variant.h"

/* Seconds on the monotonic clock. */
static inline double lab_seconds(void) { return (double)time_now() / 1000; }

extern const Argument datagen_arguments[];
int datagen_run(int argc, char **argv, ErrorText *error);
extern const Argument train_arguments[];
int train_command(int argc, char **argv, ErrorText *error);
extern const Argument explore_arguments[];
int explore_run(int argc, char **argv, ErrorText *error);
extern const Argument puzzles_arguments[];
int puzzles_run(int argc, char **argv, ErrorText *error);
extern const Argument openings_arguments[];
int openings_run(int argc, char **argv, ErrorText *error);
extern const Argument board_arguments[];
int board_run(int argc, char **argv, ErrorText *error);
extern const Argument diagram_arguments[];
int diagram_run(int argc, char **argv, ErrorText *error);
extern const Argument tactics_arguments[];
int tactics_run(int argc, char **argv, ErrorText *error);
extern const Argument endgames_arguments[];
int endgames_run(int argc, char **argv, ErrorText *error);
extern const Argument evaluation_arguments[];
int evaluation_run(int argc, char **argv, ErrorText *error);

#endif
