/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The transposition table, shared by all threads without locks. An entry is two 64-bit words, read and
 * written with relaxed atomics. The second is XORed with the first, so that halves of two different entries
 * are detected (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002).
 */
#ifndef QUINCUNX_TT_H
#define QUINCUNX_TT_H

#include "../types.h"

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct TTEntry {
    Move move;   /* best or refuting move, or MOVE_NONE; may be illegal here after a collision */
    Score score; /* relative to the node, as mates are; undefined without a bound */
    Score eval;  /* static evaluation before draw counter scaling, or SCORE_NONE */
    int depth;   /* plies */
    Bound bound; /* BOUND_NONE: only the evaluation and perhaps a move are known */
    bool pv;     /* was once on a principal variation */
} TTEntry;

typedef struct TranspositionTable TranspositionTable;

enum { TT_MEGABYTES_MAX = 1 << 18 /* 32 bits of a key choose a cluster */ };

/* A cleared table of at most this many MiB (at least 1); NULL if memory ran out. The caller frees it with
 * tt_free. */
TranspositionTable *tt_new(size_t megabytes);
void tt_free(TranspositionTable *tt);
/* Gives the table another size and clears it. false if memory ran out: it then has its old size or, if that fails, what memory
 * allows. No search may be running. */
bool tt_resize(TranspositionTable *tt, size_t megabytes);
/* The size in MiB; 0 if there was no memory for 1. */
size_t tt_megabytes(const TranspositionTable *tt);
/* Clears the table. No search may be running. */
void tt_clear(TranspositionTable *tt);
/* Starts a new age, so that earlier entries are replaced first. */
void tt_new_search(TranspositionTable *tt);
/* Copies the entry of this key to *entry; false if there is none. */
bool tt_probe(const TranspositionTable *tt, Key key, TTEntry *entry);
void tt_store(TranspositionTable *tt, Key key, const TTEntry *entry);
/* Stores the static evaluation of a position without an entry, unless that would displace the result of a search of this age
 * above quiescence, or of an earlier one that was 4 plies deeper for each age since. */
void tt_store_eval(TranspositionTable *tt, Key key, Score eval);
/* Prefetches the key's cluster. */
void tt_prefetch(const TranspositionTable *tt, Key key);
/* Share of a sample of slots written by this search, in permille. */
int tt_hashfull(const TranspositionTable *tt);

#endif
