/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The moves at the root: what each has brought so far, and their order. */
#ifndef QUINCUNX_ROOTS_H
#define QUINCUNX_ROOTS_H

#include "worker.h"

/* Gives a worker these root moves, copied, of which nothing is known yet. Returns false if
 * memory ran out. */
bool roots_set(Worker *worker, const Move *moves, size_t count);
void roots_free(Worker *worker);
/* Orders moves of which nothing is known: what wins most at once comes first. */
void roots_order(Worker *worker);
/* Orders those from one index to before another, best first; moves that were not searched
 * as best keep their order. */
void roots_sort(Worker *worker, size_t from, size_t to);
/* Notes what the search of a move brought: the nodes it took and, if it is the best so far,
 * its score, what that is (BOUND_NONE: the move is not the best) and the line behind it, which the node after the move has. */
void root_update(Worker *worker, Move move, const Stack *after, Score score, uint64_t nodes, Bound bound);
/* After an iteration that did not finish, of the roots from this index on: what was found to be worth so much at least
 * stays. A score at most, and a loss while other moves wait, count for nothing: then the iteration before does, in which
 * `best` was the best move. */
void roots_keep_proven(Worker *worker, size_t from, Move best);
/* The score of a move: of the iteration that found it best, finished or not. */
Score root_score(const RootMove *root);

#endif
