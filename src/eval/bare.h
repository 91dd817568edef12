/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Judging positions in which a side has nothing but its royal. Such a game is won by a long
 * march that no search sees the end of: the royals' squares tell how far the way still is.
 */
#ifndef QUINCUNX_BARE_H
#define QUINCUNX_BARE_H

#include "evaluate.h"

/* If a side is bare, puts the evaluation of the position in place of *score, both from White's
 * point of view. */
void evaluate_bare(const Position *pos, Score *score);

#endif
