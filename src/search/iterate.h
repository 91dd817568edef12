/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Iterative deepening and the tree below it, internal to the search. */
#ifndef QUINCUNX_ITERATE_H
#define QUINCUNX_ITERATE_H

#include "worker.h"

/* Searches the tree below the worker's position within a window and returns the score; the root moves record
 * their results. The score is invalid once the search is stopped. */
Score search_tree(Worker *worker, int depth, Score alpha, Score beta);
/* Iterative deepening on the worker's position until stopped. */
void search_iterate(Worker *worker);
/* Searches these moves of the worker's position with settings of its own, within the time and depth of the pool's search.
 * The results are in the worker's root moves. false if memory ran out. */
bool search_privately(Worker *worker, const Move *moves, size_t count, const SearchSettings *settings);

#endif
