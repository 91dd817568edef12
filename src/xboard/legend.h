/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Explains a game to a person at a GUI, in windows. */
#ifndef QUINCUNX_LEGEND_H
#define QUINCUNX_LEGEND_H

#include "../variant.h"

/* The pieces by name, letter and moves; named: with the GUI's own pictures by name. */
void legend_pieces(const Variant *variant, bool named);
void legend_rules(const Variant *variant);
/* What a person must know when a game begins, in two lines: a larger window would cover the board. again: after another game,
 * whose pictures are still shown. */
void legend_start(const Variant *variant, bool in_legs, bool black_begins, bool again);

#endif
