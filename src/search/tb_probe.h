/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Endgame tablebases in the search. */
#ifndef QUINCUNX_ENDGAME_H
#define QUINCUNX_ENDGAME_H

#include "worker.h"

/*
 * Before a search: if tables know the root, they are asked at every node, so that the root's
 * moves get their true worth. Otherwise only after moves that cannot be taken back (captures, promotions,
 * drops, lost rights) or that begin the draw counter anew, since only these lead from what no table knows to
 * what one does. The counter may stand anywhere: tb_probe minds it. Puts the first worker at
 * the root. Returns false if memory ran out.
 */
bool tb_search_begin(SearchPool *pool, const Position *root);

/* Of the root's moves leaves those at the head of the list that keep the result and win
 * soonest or lose latest, and returns how many; all, if tables do not know the root. However
 * short the time, no other move is played then. */
size_t tb_root_moves(SearchPool *pool, Move *moves, size_t count);

/* Asks the tables of a node: its score; false if they do not tell, or not with the draw counter
 * as it stands. */
bool tb_probe_node(Worker *w, int ply, Score *score);

/* The same, but only where it is worth while to ask: at hardly a node of most searches. */
static inline bool tb_score(Worker *w, int ply, Score *score)
{
    const SearchPool *pool = w->pool;
    const State *state = w->pos->state;
    return pool->active_tablebases && (pool->root_is_known || state->counter == 0 || state->reversible == 0) && tb_probe_node(w, ply, score);
}

#endif
