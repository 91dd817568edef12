/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Explains a game's pieces and their moves to people. Everything comes from the game's interface, so this code knows no game. */
#ifndef QUINCUNX_EXPLAIN_H
#define QUINCUNX_EXPLAIN_H

#include "../text/notation.h"
#include "../util/text.h"

/* What a piece can do on a square, as bits. */
enum Mark {
    MARK_CHANGED = 1, /* (of a diagram in a document) */
    MARK_MOVE = 2,    /* go there */
    MARK_CAPTURE = 4, /* capture there */
    MARK_HOP = 8,     /* capture there over another piece */
    MARK_SHIFT = 16   /* move the piece there away */
};

/* Appends the pieces, each on a line, with names, letters and moves in words; `picture` (may be NULL) names the picture of one. */
void explain_pieces(const Variant *variant, const char *line_end, const char *(*picture)(const Variant *variant, PieceType type),
                    Buffer *out);
/* The type with this letter ("N", "+m") or name, ignoring case, or NO_TYPE. */
PieceType explain_find_piece(const Variant *variant, const char *name);
/* A diagram: a nearly empty board with the piece of a side on *at, and marks (enum Mark) of its targets. If
 * *at is SQUARE_NONE, chooses the square with most targets. Fills only the first board of a game with several. false
 * if the piece cannot move there, or memory ran out. */
bool explain_diagram(const Variant *variant, Side side, PieceType type, Square *at, Piece board[SQUARE_MAX],
                   uint8_t marks[SQUARE_MAX]);

#endif
