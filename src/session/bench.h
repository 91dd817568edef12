/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The bench commands: perft, perft suites and the node rate. */
#ifndef QUINCUNX_BENCH_H
#define QUINCUNX_BENCH_H

#include <stdbool.h>

#include "../eval/nets.h"

/* Searches positions of random games to a depth, with the net or, if NULL, classically. *time: milliseconds. false if memory ran
 * out. */
bool bench_variant(const Variant *variant, int depth, const Net *net, uint64_t *nodes, int64_t *time);
/* The same for a game (NULL: all) to a depth (NULL: each game's own), with one thread, an empty table and `nets` (NULL:
 * classically). Prints "N nodes M nps" last; N is the same on every machine. */
bool bench_run(const char *variant, const char *depth, NetStore *nets, ErrorText *error);

/* Counts the positions after `depth` plies, at most PERFT_PLIES_MAX. Prints a line per move with `divide`, then "Nodes searched:
 * N". false if memory ran out. */
enum { PERFT_PLIES_MAX = 100 };
bool perft_divide(Position *pos, unsigned depth, bool divide);
/* The same for a command line. A fen of NULL is the start position. */
bool bench_perft(const char *variant, const char *depth, const char *fen, bool divide, ErrorText *error);

/* Checks every line "FEN ;D1 n ;D2 n ..." of a file and prints a line for each. An error if any count is wrong.
 * `made`: also makes the moves of the last ply. */
bool bench_suite(const char *variant, const char *path, bool made, ErrorText *error);

#endif
