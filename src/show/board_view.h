/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws a board of any game as text. */
#ifndef QUINCUNX_BOARD_VIEW_H
#define QUINCUNX_BOARD_VIEW_H

#include "../variant.h"
#include "../util/text.h"

typedef struct BoardStyle {
    bool flip;    /* Black at the bottom */
    bool colours; /* 256 of them */
    bool changes; /* marks the squares that the last move changed */
} BoardStyle;

void board_view_draw(const Position *pos, const BoardStyle *style, Buffer *out);
/* Says the board in letters, then FEN, key and result. */
void board_view_say(Position *pos);
/* Writes the hand of a side from `hands` (as State.hands), like "3C G K"; "" if empty. Returns text. */
const char *board_view_hand(const Variant *variant, uint64_t hands, Side side, char *text, size_t size);

#endif
