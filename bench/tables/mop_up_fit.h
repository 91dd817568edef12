/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Fits the values of the mop-up evaluation (src/tablebases/mop_up.h). */
#ifndef QUINCUNX_MOP_UP_FIT_H
#define QUINCUNX_MOP_UP_FIT_H

#include "../../src/eval/mop_up.h"
#include "../../src/tablebases/probe.h"

/* Fits the values to a set of tables: MopUp.size values, in tenths of a ply. Every endgame of the two royals
 * and one mating piece weighs the same. Returns the number of these endgames, 0 also if memory ran out. */
unsigned mop_up_fit(const MopUp *mop_up, const Tablebases *tablebases, int16_t *numbers);

#endif
