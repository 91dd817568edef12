/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The value of an endgame position for the side to move. */
#ifndef QUINCUNX_TABLEBASES_VALUE_H
#define QUINCUNX_TABLEBASES_VALUE_H

#include "../variant.h"

typedef enum TbResult { TB_LOSS = -1, TB_DRAW, TB_WIN } TbResult;

typedef struct TbValue {
    TbResult result;
    unsigned plies; /* to the end of the game with best play; 0 for a draw */
    unsigned phase; /* maximum plies until the draw counter is reset or the game ends (DTZ) */
} TbValue;

/* The value of a finished game; `side` is to move. */
static inline TbValue value_of_end(Result result, Side side)
{
    return (TbValue){result == DRAW ? TB_DRAW : result == result_win(side) ? TB_WIN : TB_LOSS, 0, 0};
}

/* The value of a move that leads to a position worth `after` to the other side. `counted`: the move does not
 * reset the draw counter. Wins that exceed the draw counter are stored as draws. */
static inline TbValue value_of_move(const Variant *variant, TbValue after, bool counted)
{
    unsigned limit = variant->draws.counter_limit; /* 0: no draw counter, and so no phases */
    TbValue value = {(TbResult)-after.result, after.plies + 1, limit == 0 ? 0 : counted ? after.phase + 1 : 1};
    bool late = limit && value.phase > limit;
    if (value.result == TB_DRAW || late) return (TbValue){TB_DRAW, 0, 0};
    return value;
}

/* The better of two moves for the side to move: the shorter win, the longer loss. Of two losses each number
 * is the maximum, since the loser may choose either. */
static inline TbValue value_better(TbValue a, TbValue b)
{
    if (a.result != b.result) return a.result > b.result ? a : b;
    if (a.result == TB_WIN) {
        if (b.plies < a.plies || (b.plies == a.plies && b.phase < a.phase)) return b;
        return a;
    }
    if (b.plies > a.plies) a.plies = b.plies;
    if (b.phase > a.phase) a.phase = b.phase;
    return a;
}

#endif
