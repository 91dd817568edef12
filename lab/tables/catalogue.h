/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Lists the endgames of a game. */
#ifndef QUINCUNX_TABLEBASES_CATALOGUE_H
#define QUINCUNX_TABLEBASES_CATALOGUE_H

#include "../../src/material/material.h"

/* All endgames with at most this many pieces, including those in hand, smaller ones first, in a list
 * allocated with malloc. It contains endgames that can arise, in which neither side has lost already, and
 * that are not drawn in every placement. NULL if memory ran out. */
Material *catalogue_list(const Variant *variant, unsigned pieces, unsigned *count);

/* The smallest useful number of pieces in an endgame: one more than the game's royals; in two-board games,
 * the royals alone. */
unsigned catalogue_usual_pieces(const Variant *variant);

#endif
