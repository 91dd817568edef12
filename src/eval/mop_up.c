/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "mop_up.h"

#include <stdlib.h>

/* The most placements of two pieces. */
enum { INDEX_LIMIT = 1 << 15 };

static PieceType royal_of(const Variant *variant, Side side)
{
    for (PieceType t = 1; t < variant->type_count; ++t)
        if (variant->pieces[t].royal && variant->pieces[t].sides >> side & 1) return t;
    return NO_TYPE;
}

MopUp *mop_up_new(const Variant *variant)
{
    PieceType strong = royal_of(variant, WHITE), lone_king = royal_of(variant, BLACK);
    MopUp *mop_up = strong && lone_king && variant->boards == 1 ? calloc(1, sizeof *mop_up) : NULL;
    if (!mop_up) return NULL;
    Material royals = {.count = 2, .pieces = {piece_make(WHITE, strong), piece_make(BLACK, lone_king)}};
    bool ok = index_init(&mop_up->royals, variant, &royals, true, INDEX_LIMIT, NULL);
    mop_up->variant = variant;
    mop_up->size = mop_up->royals.size;
    for (PieceType t = 1; ok && t < variant->type_count; ++t) {
        if (!variant->pieces[t].mates || !(variant->pieces[t].sides >> WHITE & 1)) continue;
        Material pair = {.count = 2, .pieces = {piece_make(BLACK, lone_king), piece_make(WHITE, t)}};
        mop_up->pieces[t] = malloc(sizeof *mop_up->pieces[t]);
        ok = mop_up->pieces[t] && index_init(mop_up->pieces[t], variant, &pair, true, INDEX_LIMIT, NULL);
        mop_up->start[t] = mop_up->size;
        if (ok) mop_up->size += mop_up->pieces[t]->size;
    }
    if (ok) return mop_up;
    mop_up_free(mop_up);
    return NULL;
}

void mop_up_free(MopUp *mop_up)
{
    for (PieceType t = 0; mop_up && t < TYPE_MAX; ++t) free(mop_up->pieces[t]);
    free(mop_up);
}
