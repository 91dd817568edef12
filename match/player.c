/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "player.h"

#include <stdlib.h>

#include "../src/eval/evaluate.h"
#include "../src/util/random.h"
#include "../src/variant.h"
#include "base.h"

Move player_random(Position *pos, uint64_t *random)
{
    size_t count;
    Move *moves = position_moves(pos, &count);
    Move move = moves && count ? moves[splitmix64_below(random, count)] : MOVE_NONE;
    free(moves);
    return move;
}

Move player_taker(Position *pos, uint64_t *random)
{
    size_t count, taking = 0;
    Move *moves = position_moves(pos, &count), move = MOVE_NONE;
    MoveInfo info;
    for (size_t i = 0; moves && i < count; ++i) {
        position_describe(pos, &moves[i], 1, &info);
        if (info.victim != NO_TYPE) moves[taking++] = moves[i];
    }
    if (moves && count) move = moves[splitmix64_below(random, taking ? taking : count)];
    free(moves);
    return move;
}

/* The evaluation for the side that has just moved, in centipawns. */
static Score value_after_move(Position *pos)
{
    Outcome outcome = position_outcome(pos);
    if (outcome.result == DRAW) return 0;
    if (outcome.result == ONGOING) return -evaluate_scaled(pos, evaluate(pos, NULL));
    return outcome.result == result_win(pos->side) ? -2 * EVAL_MAX : 2 * EVAL_MAX;
}

Move player_greedy(Position *pos, uint64_t *random)
{
    size_t count, equal = 0;
    Move *moves = position_moves(pos, &count), best = MOVE_NONE;
    Score best_value = 0;
    if (moves && position_reserve(pos, 1)) {
        for (size_t i = 0; i < count; ++i) {
            position_make(pos, moves[i]);
            Score value = value_after_move(pos);
            position_unmake(pos);
            if (best == MOVE_NONE || value > best_value) equal = 0;
            /* Reservoir sampling: keeps each of n equal moves with probability 1/n. */
            if (equal == 0 || (value == best_value && splitmix64_below(random, equal + 1) == 0)) {
                best = moves[i];
                best_value = value;
            }
            equal += value == best_value;
        }
    }
    free(moves);
    return best;
}
