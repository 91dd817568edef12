/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "returns.h"

#include "logistic.h"

void lambda_returns(const GameRecord *game, const Side *sides, double lambda, int scale, int16_t *scores)
{
    double later = game->result == WHITE_WINS ? 1 : game->result == BLACK_WINS ? 0 : 0.5; /* for White, as `own` */
    bool none = game->end == GAME_TOO_LONG;
    for (unsigned ply = game->plies; ply-- > 0;) {
        scores[ply] = game->moves[ply].score;
        if (scores[ply] == GAME_UNSCORED) continue;
        int sign = sides[ply] == WHITE ? 1 : -1;
        double own = logistic((double)(sign * scores[ply]) / scale);
        later = none ? own : own + lambda * (later - own);
        none = false;
        scores[ply] = (int16_t)(sign * logistic_score(later, scale));
    }
}
