/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Games as XBoard writes and reads them: each leg of a move is a move, "--" a pass, ranks
 * of a board with ten are counted from 0, and what XBoard does not know of a move is
 * said in further moves of both sides (plies.h).
 */
#ifndef QUINCUNX_PGN_PLIES_H
#define QUINCUNX_PGN_PLIES_H

#include "../variant.h"
#include "../util/text.h"

/* Adds the move text of a game, from the start of its history on, with numbers. false if
 * memory ran out. */
bool pgn_plies_write(const Position *pos, Buffer *out);

/* Plays the words of a move text, without numbers, on a position at the start of a game.
 * false, with the reason, if some of it is part of no legal move; the position is then as far
 * as they could be followed. */
bool pgn_plies_play(Position *pos, const char *words, ErrorText *error);

/* Sets the start position or what the tag FEN of such a file says, which has neither
 * castling nor a counter of ours. */
bool pgn_plies_set_fen(Position *pos, const char *fen, ErrorText *error);

#endif
