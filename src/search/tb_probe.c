/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "tb_probe.h"

bool tb_search_begin(SearchPool *pool, const Position *root)
{
    TbValue value;
    Position *pos = pool->workers[0]->pos;
    pool->root_is_known = pool->root_is_drawn = false;
    if (!tb_may_know(pool->active_tablebases, root)) return true;
    if (!position_copy(pos, root) || !position_reserve(pos, 1 + TB_PLIES)) return false;
    pool->root_is_known = tb_probe(pool->active_tablebases, pos, &value);
    pool->root_is_drawn = pool->root_is_known && value.result == TB_DRAW;
    return true;
}

size_t tb_root_moves(SearchPool *pool, Move *moves, size_t count)
{
    if (!pool->root_is_known) return count;
    Position *pos = pool->workers[0]->pos;
    TbValue best = {TB_LOSS, 0, 0}, value;
    for (size_t i = 0; i < count; ++i) {
        if (!tb_probe_move(pool->active_tablebases, pos, moves[i], &value)) return count;
        /* value_better prefers the longest of several losses. */
        best = i ? value_better(best, value) : value;
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i)
        if (tb_probe_move(pool->active_tablebases, pos, moves[i], &value) && value.result == best.result
            && value.plies == best.plies)
            moves[kept++] = moves[i];
    return kept ? kept : count;
}

bool tb_probe_node(Worker *w, int ply, Score *score)
{
    const Tablebases *tablebases = w->pool->active_tablebases;
    TbValue value;
    if (!tb_may_know(tablebases, w->pos) || !tb_probe(tablebases, w->pos, &value)) return false;
    Score distance = ply + (Score)value.plies;
    *score = value.result == TB_WIN ? SCORE_MATE - distance : value.result == TB_LOSS ? -SCORE_MATE + distance : SCORE_DRAW;
    return true;
}
