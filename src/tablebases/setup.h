/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* A position that is set up over and over again for the positions of one ending. */
#ifndef QUINCUNX_TABLEBASES_SETUP_H
#define QUINCUNX_TABLEBASES_SETUP_H

#include "index.h"

typedef struct SetUp {
    const TbIndex *index;
    Position *pos;
    Square squares[PIECES_MAX]; /* where the pieces stand, SQUARE_NONE: nowhere yet */
} SetUp;

/* Room for an endgame's positions; false if out of memory. */
bool set_up_init(SetUp *set_up, const TbIndex *index);
void set_up_free(SetUp *set_up);

/* Sets up pieces and side to move, the draw counter at 0. */
void set_up_squares(SetUp *set_up, const Square *squares, Side side);
/* The same by number; false if the number is not used or no game can stand so. */
bool set_up_number(SetUp *set_up, uint32_t number, Side side);

#endif
