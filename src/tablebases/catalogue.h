/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Which endgames a game has. */
#ifndef QUINCUNX_TABLEBASES_CATALOGUE_H
#define QUINCUNX_TABLEBASES_CATALOGUE_H

#include "material.h"

/* All endgames with up to so many pieces, those in hand included, the smaller ones first, in a list
 * allocated with malloc: those that can arise, in which both sides have what they need
 * not to have lost, and that are not drawn wherever the pieces stand. NULL if memory ran out. */
Material *catalogue_list(const Variant *variant, unsigned pieces, unsigned *count);

/* The number of pieces with which endgames of a game begin to be of interest: one more than its
 * royals; where it has two boards, its royals alone. */
unsigned catalogue_usual_pieces(const Variant *variant);

#endif
