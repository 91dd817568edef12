/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Built-in players: reference opponents that never change. */
#ifndef QUINCUNX_MATCH_PLAYER_H
#define QUINCUNX_MATCH_PLAYER_H

#include "../src/position.h"

/* A random move; a random capture, else a random move; an immediate win, else the move with the best evaluation. The
 * position must have legal moves. MOVE_NONE if memory ran out. */
Move player_random(Position *pos, uint64_t *random);
Move player_taker(Position *pos, uint64_t *random);
Move player_greedy(Position *pos, uint64_t *random);

#endif
