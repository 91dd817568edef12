/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Evaluating positions in which a side has nothing but its royal. Such a game is won by a long
 * march that no search sees the end of: the royals' squares tell how far the way still is.
 */
#ifndef QUINCUNX_LONE_KING_H
#define QUINCUNX_LONE_KING_H

#include "evaluate.h"

/* Evaluates a position in which a side is bare, for the side to move, in place of any other evaluation,
 * classical or a net's; false, as nearly always, if it is none such or pawns may still become something. */
bool lone_king_evaluate(const Position *pos, Score *score);

#endif
