/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* One game under the arbiter's eyes, and its record. */
#ifndef QUINCUNX_MATCH_GAME_H
#define QUINCUNX_MATCH_GAME_H

#include "match_base.h"
#include "match_engine.h"

typedef struct GameJob {
    const Variant *variant;
    uint64_t match;     /* the mark of the match, for the record */
    size_t number;      /* of the game in it, from 0 */
    uint64_t round;     /* from 1 on, for the record */
    const char *fen;    /* where it starts: a game that is not over */
    bool first_is_white;
} GameJob;

/* Plays one game between engines[0] and engines[1]; fills *result and appends the
 * game to *pgn unless it was aborted. */
void game_play(Match *match, Engine *const engines[2], const GameJob *job, GameResult *result, Text *pgn);

#endif
