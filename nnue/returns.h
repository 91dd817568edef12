/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What a game says of its own positions. A search of a few hundred nodes sees a few plies; the searches that followed in
 * the game saw further. The lambda return is their exponentially weighted average (R. S. Sutton, "Learning to Predict by
 * the Methods of Temporal Differences", 1988), taken over expected results, with the game's result at its end.
 */
#ifndef QUINCUNX_NNUE_RETURNS_H
#define QUINCUNX_NNUE_RETURNS_H

#include "games.h"

/* Fills in scores[0 .. plies) of a game, in centipawns for the side to move, sides[ply]. The return of a ply is its own
 * score with weight 1 - lambda and the return of the next ply with weight lambda, 0 <= lambda < 1. A game that was given
 * up as too long has no result. `scale`: centipawns for which the expected result is 1 / (1 + 1/e). Moves without a search
 * remain GAME_UNSCORED. */
void lambda_returns(const GameRecord *game, const Side *sides, double lambda, int scale, int16_t *scores);

#endif
