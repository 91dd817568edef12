/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * How far it is to the end for a side that has a royal and men enough against a bare royal,
 * as a sum: what the two royals' squares say, and for each man that could win alone what his
 * square and the bare royal's say. The sums are fitted to tables of endings and lie in a game's
 * data sheet (Variant.roads), for positions that no table knows.
 */
#ifndef QUINCUNX_ENDINGS_ROADS_H
#define QUINCUNX_ENDINGS_ROADS_H

#include "probe.h"

/* Where the numbers of a game lie, for royals and for each type of man. */
typedef struct Roads {
    const Variant *variant;
    EndingIndex royals;          /* White's, the stronger side's, then the bare one */
    EndingIndex *men[TYPE_MAX];  /* the bare royal, then the man; NULL if the man does not mate */
    uint32_t start[TYPE_MAX];    /* in Variant.roads; the royals' begin at 0 */
    uint32_t size;               /* of Variant.roads */
} Roads;

/* NULL if the game has no royals on a single board, or memory ran out. The caller frees it. */
Roads *roads_new(const Variant *variant);
void roads_free(Roads *roads);

/* Fits the numbers to the tables of a set: Roads.size of them, in tenths of a ply. Every ending of the two
 * royals and one man that mates counts alike. Returns how many there were, 0 also if memory ran out. */
unsigned roads_fit(const Roads *roads, const Endings *endings, int16_t *numbers);

#endif
