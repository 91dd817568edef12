/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Which endings a game has. */
#ifndef QUINCUNX_ENDINGS_CATALOGUE_H
#define QUINCUNX_ENDINGS_CATALOGUE_H

#include "material.h"

/* All endings with up to so many men, those in hand included, the smaller ones first, in a list
 * allocated with malloc: those that can arise, in which both sides have what they need
 * not to have lost, and that are not drawn wherever the men stand. NULL if memory ran out. */
Material *catalogue_list(const Variant *variant, unsigned men, unsigned *count);

/* The number of men with which endings of a game begin to be of interest: one more than its
 * royals; where it has two boards, its royals alone. */
unsigned catalogue_usual_men(const Variant *variant);

#endif
