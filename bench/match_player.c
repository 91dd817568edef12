/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "match_player.h"

#include <stdlib.h>

#include "../src/eval/evaluate.h"
#include "../src/random.h"
#include "../src/variant.h"
#include "match_base.h"

Move player_random(Position *pos, uint64_t *random)
{
    size_t count;
    Move *turns = position_turns(pos, &count);
    Move move = turns && count ? turns[splitmix64_below(random, count)] : MOVE_NONE;
    free(turns);
    return move;
}

/* What the side that has just moved has got, in centipawns. */
static Score value_after_turn(Position *pos)
{
    Outcome outcome = position_outcome(pos);
    if (outcome.result == DRAW) return 0;
    if (outcome.result == ONGOING) return -evaluate_faded(pos, evaluate(pos));
    return outcome.result == result_win(pos->side) ? -2 * EVAL_MAX : 2 * EVAL_MAX;
}

Move player_greedy(Position *pos, uint64_t *random)
{
    size_t count, equal = 0;
    Move *turns = position_turns(pos, &count), best = MOVE_NONE;
    Score best_value = 0;
    if (turns && position_reserve(pos, 1)) {
        for (size_t i = 0; i < count; ++i) {
            position_make(pos, turns[i]);
            Score value = value_after_turn(pos);
            position_unmake(pos);
            if (best == MOVE_NONE || value > best_value) equal = 0;
            /* Of n equal turns each is kept with probability 1/n. */
            if (equal == 0 || (value == best_value && splitmix64_below(random, equal + 1) == 0)) {
                best = turns[i];
                best_value = value;
            }
            equal += value == best_value;
        }
    }
    free(turns);
    return best;
}
