/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Games of self-play as lines of JSON, for whoever counts something in them. */
#ifndef QUINCUNX_PRINT_H
#define QUINCUNX_PRINT_H

#include "games.h"

/*
 * Writes to stdout, of each file of games, a line with "game" and "made" (how they were played), then a
 * line a game: "number"; "result" as in PGN; "end": "rules" (then "reason" has what ended it), "lead",
 * "calm" or "length"; "first", who moved first, "w" or "b"; "opening", plies played at random; and lists
 * by ply: "moves", "scores" (centipawns for the side to move, null at random), "choices" (legal moves).
 * "calm" has one in CALM_SHARE of the positions from which a quiet move was played out of no peril, as FENs.
 * Moves are compared with the rules. False with the reason in *error.
 */
enum { CALM_SHARE = 8 };
bool print_games(const char *const *paths, size_t count, ErrorText *error);

#endif
