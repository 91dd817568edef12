/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * How far it is to the end for a side that has a royal and pieces enough against a bare royal,
 * as a sum: what the two royals' squares say, and for each piece that could win alone what his
 * square and the bare royal's say. The sums are fitted to endgame tablebases and lie in a game's
 * data sheet (Variant.mop_up), for positions that no table knows.
 */
#ifndef QUINCUNX_TABLEBASES_MOP_UP_H
#define QUINCUNX_TABLEBASES_MOP_UP_H

#include "probe.h"

/* Where the numbers of a game lie, for royals and for each type of piece. */
typedef struct MopUp {
    const Variant *variant;
    TbIndex royals;          /* White's, the stronger side's, then the bare one */
    TbIndex *pieces[TYPE_MAX];  /* the bare royal, then the piece; NULL if the piece does not mate */
    uint32_t start[TYPE_MAX];    /* in Variant.mop_up; the royals' begin at 0 */
    uint32_t size;               /* of Variant.mop_up */
} MopUp;

/* NULL if the game has no royals on a single board, or memory ran out. The caller frees it. */
MopUp *mop_up_new(const Variant *variant);
void mop_up_free(MopUp *mop_up);

/* Fits the numbers to the tables of a set: MopUp.size of them, in tenths of a ply. Every endgame of the two
 * royals and one piece that mates counts alike. Returns how many there were, 0 also if memory ran out. */
unsigned mop_up_fit(const MopUp *mop_up, const Tablebases *tablebases, int16_t *numbers);

#endif
