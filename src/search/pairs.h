/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Moves of two parts, generated as two short lists (Variant.generate_parts), best sum first. Two lists make
 * hundreds of pairs; only requested pairs are built. Each part of one list heads a row of pairs; its
 * companions wait in a queue that is sorted lazily.
 */
#ifndef QUINCUNX_PAIRS_H
#define QUINCUNX_PAIRS_H

#include "history.h"

/* Memory allocated in small blocks and released in stack order. */
typedef struct PairMemory {
    char *bytes;
    size_t used, size;
} PairMemory;

typedef struct PairPart PairPart;
typedef struct PairRow PairRow;

typedef struct Pairs {
    PairMemory *memory;
    const Variant *variant;
    /* The parts of each list. */
    Move *bits[2];
    PairPart *part[2];
    MoveInfo *info[2];
    size_t count[2];
    size_t parts_end; /* end of the parts in the memory */
    PairRow *row;
    size_t rows;
    bool truncated; /* memory ran out: some pairs are missing */
} Pairs;

/* Enough bytes for every position in play. */
enum { PAIR_MEMORY = 1 << 22 };

/* Lists the parts of the moves of a position with these facts; tactical: only those for quiescence. `scratch` has room for twice
 * Variant.max_parts. */
void pairs_list(Pairs *pairs, PairMemory *memory, const Position *pos, NodeFacts *facts, bool tactical, MovePart *scratch);
/* Choose what pairs_next returns: all noisy pairs, by victim and capture history; or all quiet pairs, by the
 * history of both parts. */
void pairs_begin_noisy(Pairs *pairs, const History *history);
void pairs_begin_quiet(Pairs *pairs, const History *history, Side side, const ContinuationRows *before);
/* Returns the best remaining pair and its description, MOVE_NONE if there is none. */
Move pairs_next(Pairs *pairs, MoveInfo *info);

#endif
