/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "endgame.h"

bool endgame_begin(SearchPool *pool, const Position *root)
{
    EndingValue value;
    Position *pos = pool->workers[0]->pos;
    pool->root_is_known = pool->root_is_drawn = false;
    if (!endings_may_know(pool->asked, root)) return true;
    if (!position_copy(pos, root) || !position_reserve(pos, 1 + ENDINGS_PLIES)) return false;
    pool->root_is_known = endings_probe(pool->asked, pos, &value);
    pool->root_is_drawn = pool->root_is_known && value.result == ENDING_DRAW;
    return true;
}

size_t endgame_best_turns(SearchPool *pool, Move *turns, size_t count)
{
    if (!pool->root_is_known) return count;
    Position *pos = pool->workers[0]->pos;
    EndingValue best = {ENDING_LOSS, 0, 0}, value;
    for (size_t i = 0; i < count; ++i) {
        if (!endings_probe_turn(pool->asked, pos, turns[i], &value)) return count;
        /* Of losses value_better makes the longest. */
        best = i ? value_better(best, value) : value;
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i)
        if (endings_probe_turn(pool->asked, pos, turns[i], &value) && value.result == best.result && value.plies == best.plies) turns[kept++] = turns[i];
    return kept ? kept : count;
}

bool endgame_ask(Worker *w, int ply, Score *score)
{
    const Endings *endings = w->pool->asked;
    EndingValue value;
    if (!endings_may_know(endings, w->pos) || !endings_probe(endings, w->pos, &value)) return false;
    Score distance = ply + (Score)value.plies;
    *score = value.result == ENDING_WIN ? SCORE_MATE - distance : value.result == ENDING_LOSS ? -SCORE_MATE + distance : SCORE_DRAW;
    return true;
}
