/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Plays one game under the arbiter's control and writes its PGN. */
#ifndef QUINCUNX_MATCH_GAME_H
#define QUINCUNX_MATCH_GAME_H

#include "base.h"
#include "engine.h"

typedef struct GameJob {
    const Variant *variant;
    uint64_t match;     /* identifies the match, for the record */
    size_t number;      /* in the match, from 0 */
    uint64_t round;     /* from 1, for the record */
    const char *fen;    /* start position; the game must not be over there */
    bool first_is_white;
} GameJob;

/* Plays one game between engines[0] and engines[1]. Fills *result and, unless the game was aborted, appends the game
 * to *pgn. */
void game_play(Match *match, Engine *const engines[2], const GameJob *job, GameResult *result, Buffer *pgn);

#endif
