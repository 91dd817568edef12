/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* A position that is reused to set up the positions of an endgame. */
#ifndef QUINCUNX_TABLEBASES_SETUP_H
#define QUINCUNX_TABLEBASES_SETUP_H

#include "../../src/material/index.h"

typedef struct SetUp {
    const TbIndex *index;
    Position *pos;
    Square squares[PIECES_MAX]; /* of the pieces, SQUARE_NONE: not placed yet */
} SetUp;

/* Allocates the position; false if memory ran out. */
bool set_up_init(SetUp *set_up, const TbIndex *index);
void set_up_free(SetUp *set_up);

/* Sets up the position with this number, the draw counter at 0; false if the number is unused or the position is
 * illegal. */
bool set_up_number(SetUp *set_up, uint32_t number, Side side);

/* The squares of a number; false if the number is unused. */
bool index_squares(const TbIndex *index, uint32_t number, Square *squares);

#endif
