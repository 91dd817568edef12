/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Moves of two parts chosen apart (Variant.generate_parts), the best sum first: of the hundreds
 * of pairs that two short lists make only those that are asked for are put together. Each part
 * of one list is a row of the pairs it begins; a row's companions wait in a list that is put in
 * order only as far as anybody has asked.
 */
#ifndef QUINCUNX_PAIRS_H
#define QUINCUNX_PAIRS_H

#include "history.h"

/* Memory that is taken piece by piece and given back in the order of a stack. */
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
    size_t parts_end; /* of them in the memory */
    PairRow *row;
    size_t rows;
    bool truncated; /* memory ran out: some pairs are missing */
} Pairs;

/* Bytes that are enough wherever moves come in play. */
enum { PAIR_MEMORY = 1 << 22 };

/* Lists the parts of a position's moves; tactical: those for quiescence alone. `scratch` has
 * room for twice Variant.max_parts. */
void pairs_list(Pairs *pairs, PairMemory *memory, const Position *pos, bool tactical, MovePart *scratch);
/* What pairs_next hands out: all noisy pairs, by what they win at once and what was learnt of
 * captures; or all quiet ones, by what was learnt of both parts. */
void pairs_begin_noisy(Pairs *pairs, const History *history);
void pairs_begin_quiet(Pairs *pairs, const History *history, Side side, const ContinuationRows *before);
/* The best pair still to come and its description, MOVE_NONE if there is none. */
Move pairs_next(Pairs *pairs, MoveInfo *info);

#endif
