/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The root moves: their results so far and their order. */
#ifndef QUINCUNX_ROOTS_H
#define QUINCUNX_ROOTS_H

#include "worker.h"

/* Gives a worker root moves, copied, without results. Returns false if memory ran out. */
bool roots_set(Worker *worker, const Move *moves, size_t count);
void roots_free(Worker *worker);
/* Orders moves without results: the most valuable captures come first. */
void roots_order(Worker *worker);
/* Sorts the moves from index `from` to before `to`, best first; moves that were never best keep their order. */
void roots_sort(Worker *worker, size_t from, size_t to);
/* Records the result of a move: the nodes it took and, if it is the best so far, its score, the bound of the
 * score (BOUND_NONE: the move is not the best) and the PV of the node after the move. */
void root_update(Worker *worker, Move move, const Stack *after, Score score, uint64_t nodes, Bound bound);
/* After an unfinished iteration, keeps of the roots from this index on the scores that are lower bounds.
 * Upper bounds, and losses while other moves are unsearched, are dropped; the last iteration counts instead,
 * in which `best` was the best move. */
void roots_keep_proven(Worker *worker, size_t from, Move best);
/* The score of a move, from the iteration that found it best, finished or not. */
Score root_score(const RootMove *root);
/* The second move of its line, MOVE_NONE if there is none. */
Move root_ponder(const RootMove *root);

#endif
