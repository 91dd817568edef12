/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Moves excluded from play and analysis in a position. */
#ifndef QUINCUNX_EXCLUDED_H
#define QUINCUNX_EXCLUDED_H

#include "../position.h"
#include "../util/error.h"

typedef struct ExcludedMoves {
    Move *moves;
    size_t count;
} ExcludedMoves;

/* Allows all moves again. */
void excluded_clear(ExcludedMoves *excluded);
/* Excludes a move, or allows it again; the text names a move, all moves with such a leg, or "all". */
bool excluded_change(ExcludedMoves *excluded, const Position *pos, const char *text, bool adds, ErrorText *error);
/* The legal moves that are not excluded, with their number in *count; the caller frees them. */
Move *excluded_others(const ExcludedMoves *excluded, const Position *pos, size_t *count);

#endif
