/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The transposition table: what is known of positions from other paths, shared by
 * all threads without locks. Entries are two 64-bit words read and written with
 * relaxed atomics; the second is stored folded with the first, so that halves of
 * two different entries do not pass for one (Hyatt and Mann, "A lock-less
 * transposition table implementation for parallel search", 2002).
 */
#ifndef QUINCUNX_TT_H
#define QUINCUNX_TT_H

#include "../types.h"

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct TTEntry {
    Move move;   /* best or refuting move, or MOVE_NONE; may be illegal here after a collision */
    Score score; /* relative to the node: mates count from it; nothing without a bound */
    Score eval;  /* static evaluation, whatever the draw counter, or SCORE_NONE */
    int depth;   /* plies */
    Bound bound; /* BOUND_NONE: the evaluation and perhaps a move are all that is known */
    bool pv;     /* was once on a principal variation */
} TTEntry;

typedef struct TranspositionTable TranspositionTable;

/* A table of at most this many MiB (at least 1), cleared; NULL if there is no
 * such memory. The caller frees it with tt_free. */
TranspositionTable *tt_new(size_t megabytes);
void tt_free(TranspositionTable *tt);
/* Forgets everything. No search may be running. */
void tt_clear(TranspositionTable *tt);
/* Ages what earlier searches left. */
void tt_new_search(TranspositionTable *tt);
/* Copies what is known of this key to *entry; false if nothing is. */
bool tt_probe(const TranspositionTable *tt, Key key, TTEntry *entry);
void tt_store(TranspositionTable *tt, Key key, const TTEntry *entry);
/* Keeps the static evaluation of a position of which nothing is known yet, unless that
 * displaced what a search found. */
void tt_store_eval(TranspositionTable *tt, Key key, Score eval);
/* Begins to load the key's cluster into the cache. */
void tt_prefetch(const TranspositionTable *tt, Key key);
/* Share of a sample that this search wrote, in permille. */
int tt_hashfull(const TranspositionTable *tt);

#endif
