/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Prints self-play games as lines of JSON, for statistics. */
#ifndef QUINCUNX_PRINT_H
#define QUINCUNX_PRINT_H

#include "games.h"

/*
 * Writes to stdout, for each file of games, a line with "game" and "origin" (how they were played), then a line per game:
 * "number"; "result" as in PGN; "end": "rules" (then "reason" has the rule), "adjudicated_win", "adjudicated_draw" or
 * "max_plies"; "first_side": the side that moves first, "w" or "b"; "opening_plies": number of random plies; and lists by ply:
 * "moves", "scores" (centipawns for the side to move, null for random moves), "legal_moves" (how many there were), "pieces" (on
 * the board and in hand). "quiet" has one in QUIET_SHARE of the positions out of peril in which a quiet move was played, as
 * FENs. Checks the moves against the rules. False with the reason in *error.
 */
enum { QUIET_SHARE = 8 };
bool print_games(const char *const *paths, size_t count, ErrorText *error);

#endif
