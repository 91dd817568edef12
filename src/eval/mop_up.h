/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Mop-up evaluation: the estimated distance to the end for a side with a royal and enough pieces against a
 * lone royal. It is a sum of one value for the two royals' squares, and for each piece that can win alone
 * one value for its square and the lone royal's. The values are fitted to endgame tablebases and are part of
 * a game's data sheet (MeasuredSheet.mop_up), for positions without a table.
 */
#ifndef QUINCUNX_MOP_UP_H
#define QUINCUNX_MOP_UP_H

#include "../material/index.h"

/* Layout of the values of a game, for royals and for each type of piece. */
typedef struct MopUp {
    const Variant *variant;
    TbIndex royals;              /* of White, the stronger side, then the lone one */
    TbIndex *pieces[TYPE_MAX];   /* the lone royal, then the piece; NULL if the piece cannot win alone */
    uint32_t start[TYPE_MAX];    /* offset in MeasuredSheet.mop_up; the royals' values begin at 0 */
    uint32_t size;               /* of MeasuredSheet.mop_up */
} MopUp;

/* Creates the layout; NULL if the game has no royals on a single board, or memory ran out. The caller frees
 * it. */
MopUp *mop_up_new(const Variant *variant);
void mop_up_free(MopUp *mop_up);

#endif
