/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Explaining a game to people: its pieces, where each of them goes, what a position is
 * worth and why. All of it is found out by asking the game, so none is named here. */
#ifndef QUINCUNX_TUTOR_H
#define QUINCUNX_TUTOR_H

#include "../notation/notation.h"
#include "board_view.h"

/* The piece that values are told in to people: the Pawn, or what the game has most of at its start. */
const PieceInfo *tutor_unit(const Variant *variant);
/* Centipawns, which are the engine's own measure, in such pieces. */
double tutor_worth(const Variant *variant, double centipawns);
/* The pieces with letters and values, how they move in words, and Betza's notation. */
void tutor_pieces(const Variant *variant, Buffer *out);
/* Explains a piece by its letter ("N", "+m") or name, with a diagram of where White's
 * (Black's, if only Black has it) goes on a nearly empty board. false, with the reason,
 * if there is no such piece. */
bool tutor_piece(const Variant *variant, const char *name, const BoardStyle *style, Buffer *out, ErrorText *error);
/* The type with this letter ("N", "+m") or name, in either case, or NO_TYPE. */
PieceType tutor_find_piece(const Variant *variant, const char *name);
/* The same as data: a nearly empty board with the piece of a side on *at, chosen where it does
 * most if it is SQUARE_NONE, and marks (enum Mark) of where it goes. false if it can not move
 * there, or memory ran out. Only the first board is filled in a game of several. */
bool tutor_diagram(const Variant *variant, Side side, PieceType type, Square *at, Piece board[SQUARE_MAX],
                   uint8_t marks[SQUARE_MAX]);
/* The evaluation's parts, as a table. */
void tutor_eval(const Position *pos, Buffer *out);

#endif
