/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * One opponent of a match: an engine process that speaks UCI or CECP, or a player
 * built in. An Engine belongs to one thread; it is started when a game needs it
 * and started again after any failure.
 */
#ifndef QUINCUNX_MATCH_ENGINE_H
#define QUINCUNX_MATCH_ENGINE_H

#include "match_protocol.h"

/* Starts the process if need be and tells it that a game of a variant starts from fen
 * with the engine as that side. false with fault fields of *answer set (or ANSWER_STOP). */
bool engine_new_game(Engine *engine, const Variant *variant, const char *fen, Side side, Answer *answer);
/* Lets the engine choose a move; checks that it is legal and in time. */
void engine_think(Engine *engine, const GameView *game, Answer *answer);
/* Tells a CECP engine how the game ended. */
void engine_game_over(Engine *engine, Result result, const char *reason);
/* Ends the process if there is one: asks politely, then kills. */
void engine_quit(Engine *engine);

#endif
