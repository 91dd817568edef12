/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Explains a game to people: its pieces, their moves, and the value of a position with its terms. Everything comes
 * from the game's interface, so this code knows no game. */
#ifndef QUINCUNX_EXPLAIN_H
#define QUINCUNX_EXPLAIN_H

#include "../text/notation.h"
#include "board_view.h"

/* Converts centipawns, the engine's unit, to that of values shown to people: the Pawn, or else the most numerous piece
 * at the start. */
double explain_worth(const Variant *variant, double centipawns);
/* The pieces with letters, values, moves in words, and Betza notation. */
void explain_pieces(const Variant *variant, Buffer *out);
/* Explains a piece by letter ("N", "+m") or name, with a diagram of the side's piece (the other side's if only that has
 * it) on a nearly empty board. false, with the reason, if there is no such piece. */
bool explain_piece(const Variant *variant, const char *name, Side side, const BoardStyle *style, Buffer *out, ErrorText *error);
/* The type with this letter ("N", "+m") or name, ignoring case, or NO_TYPE. */
PieceType explain_find_piece(const Variant *variant, const char *name);
/* The same as data: a nearly empty board with the piece of a side on *at, and marks (enum Mark) of its targets. If
 * *at is SQUARE_NONE, chooses the square with most targets. Fills only the first board of a game with several. false
 * if the piece cannot move there, or memory ran out. */
bool explain_diagram(const Variant *variant, Side side, PieceType type, Square *at, Piece board[SQUARE_MAX],
                   uint8_t marks[SQUARE_MAX]);
/* The terms of the evaluation, as a table. */
void explain_eval(const Position *pos, Buffer *out);

#endif
