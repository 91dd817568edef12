/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Drawing a board as text, for any game: its squares, marks, and notes beside it. */
#ifndef QUINCUNX_BOARD_VIEW_H
#define QUINCUNX_BOARD_VIEW_H

#include "../variant.h"
#include "../util/terminal.h"
#include "../util/text.h"

typedef struct BoardStyle {
    bool unicode;    /* chess figures where there are any; letters for all other pieces */
    bool flip;       /* Black at the bottom */
    Colours colours;
} BoardStyle;

/* What is shown on a square besides its piece; bits. */
enum Mark {
    MARK_CHANGED = 1, /* by the last move */
    MARK_MOVE = 2,    /* can be moved to */
    MARK_CAPTURE = 4, /* can be captured on */
    MARK_HOP = 8,     /* can be captured on by jumping over a piece */
    MARK_SHIFT = 16   /* the piece here can be moved away */
};

/* Lines of text beside the board, from its top; "" for none. */
enum { BOARD_LINES_MAX = 24 };
typedef struct BoardNotes {
    char line[BOARD_LINES_MAX][128];
} BoardNotes;

/* How many lines of squares a board has as it is drawn: at most BOARD_LINES_MAX. */
unsigned board_view_lines(const Variant *variant);
/* Draws a board of `variant->files` x ranks by square; marks (a byte of bits a square)
 * and notes may be NULL. */
void board_view_draw(const Variant *variant, const Piece *board, const uint8_t *marks, const BoardNotes *notes,
                     const BoardStyle *style, Buffer *out);
/* The character that stands for these marks on an empty square. */
const char *board_view_symbol(unsigned marks, const BoardStyle *style);
/* Sets MARK_CHANGED on the squares that the last move changed, nothing at the start. */
void board_view_mark_last(const Position *pos, uint8_t marks[SQUARE_MAX]);
/* Writes what a side has of `hands` (as State.hands), like "3C G K", "" if nothing; returns text. */
const char *board_view_hand(const Variant *variant, uint64_t hands, Side side, char *text, size_t size);

#endif
