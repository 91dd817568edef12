/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Endgame tablebases in the search. */
#ifndef QUINCUNX_TB_PROBE_H
#define QUINCUNX_TB_PROBE_H

#include "pool.h"
#include "worker.h"

/*
 * Prepares the tablebases for a search. If they know the root, every node is probed, so that the root moves
 * get exact scores. Otherwise nodes are probed only after irreversible moves (captures, promotions, drops,
 * lost rights) and moves that reset the draw counter: only these lead from unknown positions to known ones.
 * The draw counter may have any value; tb_probe takes it into account. Puts the first worker at the root.
 * Returns false if memory ran out.
 */
bool tb_search_begin(SearchPool *pool, const Position *root);

/* Moves the root moves that keep the result, with the shortest win or the longest loss, to the head of the
 * list and returns their number; all moves if the tablebases do not know the root. Other moves are never
 * played, however short the time. */
size_t tb_root_moves(SearchPool *pool, Move *moves, size_t count);

/* Probes the tablebases at a node for its score; false if they do not know it, or not for the present draw
 * counter. */
bool tb_probe_node(Worker *w, int ply, Score *score);

/* The same, but probes only where a probe can succeed, which is rare. */
static inline bool tb_score(Worker *w, int ply, Score *score)
{
    const SearchPool *pool = w->pool;
    const State *state = w->pos->state;
    return pool->tables.active && (pool->tables.root_is_known || state->counter == 0 || state->reversible == 0)
           && tb_probe_node(w, ply, score);
}

#endif
