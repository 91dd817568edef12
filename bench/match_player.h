/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The players built into the match runner: yardsticks that never change. */
#ifndef QUINCUNX_MATCH_PLAYER_H
#define QUINCUNX_MATCH_PLAYER_H

#include "../src/position.h"

/* The players built in: a random move; or one that wins at once, else the one with
 * the best evaluation. Needs a position that has legal moves. MOVE_NONE without memory. */
Move player_random(Position *pos, uint64_t *random);
Move player_greedy(Position *pos, uint64_t *random);

#endif
