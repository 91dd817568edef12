/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws a board of any game as text: squares and marks. */
#ifndef QUINCUNX_BOARD_VIEW_H
#define QUINCUNX_BOARD_VIEW_H

#include "../variant.h"
#include "../util/text.h"

typedef struct BoardStyle {
    bool flip;    /* Black at the bottom */
    bool colours; /* 256 of them */
} BoardStyle;

/* What a square shows besides its piece, as bits. */
enum Mark {
    MARK_CHANGED = 1, /* changed by the last move */
    MARK_MOVE = 2,    /* target of a move */
    MARK_CAPTURE = 4, /* target of a capture */
    MARK_HOP = 8,     /* target of a capture over another piece */
    MARK_SHIFT = 16   /* the piece here can be moved away by another */
};

/* Draws a board, indexed by square, with marks of changes, moves and captures (bits for each square); they may be NULL. */
void board_view_draw(const Variant *variant, const Piece *board, const uint8_t *marks, const BoardStyle *style, Buffer *out);
/* The board in letters, then FEN, key and result. */
void board_view_position(Position *pos, Buffer *out);
/* Sets MARK_CHANGED on the squares that the last move changed. Does nothing at the start. */
void board_view_mark_last(const Position *pos, uint8_t marks[SQUARE_MAX]);
/* Writes the hand of a side from `hands` (as State.hands), like "3C G K"; "" if empty. Returns text. */
const char *board_view_hand(const Variant *variant, uint64_t hands, Side side, char *text, size_t size);

#endif
