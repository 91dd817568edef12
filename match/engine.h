/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A player in a match: an engine process that speaks UCI or CECP, or a built-in player. An Engine belongs to one
 * thread. It is started when a game needs it and restarted after a failure.
 */
#ifndef QUINCUNX_MATCH_ENGINE_H
#define QUINCUNX_MATCH_ENGINE_H

#include "protocol.h"

/* Starts the process if needed and starts a game of a variant from fen, with the engine on the given side. On
 * failure returns false with the fault fields of *answer set (or ANSWER_STOP). */
bool engine_new_game(Engine *engine, const Variant *variant, const char *fen, Side side, Answer *answer);
/* Lets the engine choose a move; checks legality and time. */
void engine_think(Engine *engine, const GameView *game, Answer *answer);
/* Tells a CECP engine how the game ended. */
void engine_game_over(Engine *engine, Result result, const char *reason);
/* Ends the process if there is one: sends "quit", then kills it. */
void engine_quit(Engine *engine);

#endif
