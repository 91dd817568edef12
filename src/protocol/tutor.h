/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Explaining a game to people: its pieces, where each of them goes, what a position is
 * worth and why. All of it is found out by asking the game, so none is named here. */
#ifndef QUINCUNX_TUTOR_H
#define QUINCUNX_TUTOR_H

#include "../notation.h"
#include "board_view.h"

/* A table of the pieces with letters, values and Betza's notation. */
void tutor_pieces(const Variant *variant, Buffer *out);
/* Explains a piece by its letter ("N", "+m") or name, with a diagram of where White's
 * (Black's, if only Black has it) goes on a nearly empty board. false, with the reason,
 * if there is no such piece. */
bool tutor_piece(const Variant *variant, const char *name, const BoardStyle *style, Buffer *out, ErrorText *error);
/* The evaluation's parts, as a table. */
void tutor_eval(const Position *pos, Buffer *out);

#endif
