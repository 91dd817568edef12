/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Lists of moves as text. */
#ifndef QUINCUNX_MOVE_LIST_H
#define QUINCUNX_MOVE_LIST_H

#include "../text/move_text.h"
#include "../util/text.h"

/* Appends the legal moves that begin on the square `where` (NULL: all), and how many. false if there are none. */
bool move_list_legal(const Position *pos, const char *where, Buffer *out);
/* Appends the moves of a game with numbers. false if memory ran out. */
bool move_list_played(const Position *game, Buffer *out);

#endif
