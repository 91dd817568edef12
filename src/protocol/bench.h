/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Measuring: perft, perft suites and the node-rate bench of the command line. */
#ifndef QUINCUNX_BENCH_H
#define QUINCUNX_BENCH_H

#include <stdbool.h>

#include "../eval/nets.h"

/* Searches positions along random games to a depth, the start position first; where a game
 * ends the next one begins. By a net, or NULL: classically. Nodes and milliseconds; false if
 * memory ran out. */
bool bench_variant(const Variant *variant, int depth, const Net *net, uint64_t *nodes, int64_t *time);
/* Searches a fixed set of positions of a game, or of all games if variant is NULL,
 * to a depth (NULL: each game's own) by one thread from an empty table, and prints
 * "N nodes M nps" last. N depends on neither compiler nor machine. Positions are evaluated by
 * these nets, where there is one for the game; NULL: classically. */
bool bench_run(const char *variant, const char *depth, NetStore *nets, ErrorText *error);

/* Prints "Nodes searched: N" last; with `divide` one line a move before it. fen
 * NULL is the start position. */
bool bench_perft(const char *variant, const char *depth, const char *fen, bool divide, ErrorText *error);

/* Checks every line "FEN ;D1 n ;D2 n ..." of a file and prints a line for each;
 * an error if any count is wrong. `made`: the moves of the last ply are made, too. */
bool bench_suite(const char *variant, const char *path, bool made, ErrorText *error);

#endif
