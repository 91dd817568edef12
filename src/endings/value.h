/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* What a position of an ending is worth to the side to move. */
#ifndef QUINCUNX_ENDINGS_VALUE_H
#define QUINCUNX_ENDINGS_VALUE_H

#include "../variant.h"

typedef enum EndingResult { ENDING_LOSS = -1, ENDING_DRAW, ENDING_WIN } EndingResult;

typedef struct EndingValue {
    EndingResult result;
    unsigned plies; /* to the end of the game with best play; 0 for a draw */
    unsigned phase; /* plies until the draw counter is 0 again or the game over, at most */
} EndingValue;

/* The value of a game that has ended so, `side` being to move. */
static inline EndingValue value_of_end(Result result, Side side)
{
    return (EndingValue){result == DRAW ? ENDING_DRAW : result == result_win(side) ? ENDING_WIN : ENDING_LOSS, 0, 0};
}

/* What a turn is worth that leads to a position worth `after` to the other side; `counted`: the
 * draw counter does not begin anew with it. What can not be won in time is a draw. */
static inline EndingValue value_of_turn(const Variant *variant, EndingValue after, bool counted)
{
    EndingValue value = {(EndingResult)-after.result, after.plies + 1, counted ? after.phase + 1 : 1};
    bool late = variant->counter_limit && value.phase > variant->counter_limit;
    return value.result == ENDING_DRAW || late ? (EndingValue){ENDING_DRAW, 0, 0} : value;
}

/* The better of two turns for the side that has the choice: the shorter win, the longer loss.
 * Of a loss each number is the greater one, since the loser may choose either. */
static inline EndingValue value_better(EndingValue a, EndingValue b)
{
    if (a.result != b.result) return a.result > b.result ? a : b;
    if (a.result == ENDING_WIN) return b.plies < a.plies || (b.plies == a.plies && b.phase < a.phase) ? b : a;
    if (b.plies > a.plies) a.plies = b.plies;
    if (b.phase > a.phase) a.phase = b.phase;
    return a;
}

#endif
