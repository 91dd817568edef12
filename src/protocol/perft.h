/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Counting positions (perft): a line a move as each is done, then the sum. In a thread of its own for
 * the protocols, so that it can be stopped. */
#ifndef QUINCUNX_COUNTING_H
#define QUINCUNX_COUNTING_H

#include "../position.h"
#include "../util/text.h"

/* Counts the positions after `depth` plies, and says the sum; with `divide` a move each before. The position
 * gets back as it was. false if memory ran out. */
bool counting_run(Position *pos, unsigned depth, bool divide);

typedef struct Counting Counting;

/* The same in a thread, of a copy. NULL if memory or threads ran out. */
Counting *counting_start(const Position *pos, unsigned depth);
/* Waits for its last word and frees it; with `stop` that comes soon, and tells that it was stopped. Sets
 * *counting to NULL, which may be NULL before. */
void counting_end(Counting **counting, bool stop);

#endif
