/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "pool.h"

bool tb_search_begin(SearchPool *pool, const Position *root)
{
    TbValue value;
    Position *pos = pool->workers[0]->pos;
    pool->tables.root_is_known = pool->tables.root_is_drawn = false;
    if (!tb_may_know(pool->tables.active, root)) return true;
    if (!position_copy(pos, root) || !position_reserve(pos, 1 + TB_PLIES)) return false;
    pool->tables.root_is_known = tb_probe(pool->tables.active, pos, &value);
    pool->tables.root_is_drawn = pool->tables.root_is_known && value.result == TB_DRAW;
    return true;
}

size_t tb_root_moves(SearchPool *pool, Move *moves, size_t count)
{
    if (!pool->tables.root_is_known) return count;
    Position *pos = pool->workers[0]->pos;
    TbValue best = {TB_LOSS, 0, 0}, value;
    for (size_t i = 0; i < count; ++i) {
        if (!tb_probe_move(pool->tables.active, pos, moves[i], &value)) return count;
        /* value_better prefers the longest of several losses. */
        best = i ? value_better(best, value) : value;
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i)
        if (tb_probe_move(pool->tables.active, pos, moves[i], &value) && value.result == best.result
            && value.plies == best.plies)
            moves[kept++] = moves[i];
    return kept ? kept : count;
}

bool tb_probe_node(Worker *w, int ply, Score *score)
{
    const Tablebases *tablebases = w->pool->tables.active;
    TbValue value;
    if (!tb_may_know(tablebases, w->pos) || !tb_probe(tablebases, w->pos, &value)) return false;
    Score distance = ply + (Score)value.plies;
    *score = value.result == TB_WIN ? SCORE_MATE - distance : value.result == TB_LOSS ? -SCORE_MATE + distance : SCORE_DRAW;
    return true;
}
