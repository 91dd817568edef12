/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Evaluation against a lone king. Such a win is too long for the search, so the lone king is driven to a
 * corner. For games on one board that have SearchHints.mop_up.
 */
#ifndef QUINCUNX_LONE_KING_H
#define QUINCUNX_LONE_KING_H

#include "evaluate.h"

/* Evaluates a position in which a side has a lone king, for the side to move, instead of the classical or
 * net evaluation. Returns false for all other positions, and where a single piece may still promote. */
bool lone_king_evaluate(const Position *pos, Score *score);
/* The endgame value of the pieces of the side to move if its opponent has a lone king, else 0. Also 0 in games without
 * SearchHints.mop_up. */
Score lone_king_material(const Position *pos);

#endif
