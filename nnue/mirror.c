/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "mirror.h"

#include <stdlib.h>

#include "../src/material/material.h"
#include "../src/text/notation.h"

enum { DIAGONAL = TRANSPOSE | FLIP_RANKS | FLIP_FILES };

NetMirror mirror_of(const Variant *v)
{
    if (v->board.boards == 2 && !v->moves.crosses_boards) return NET_MIRROR_BOARDS;
    if (v->symmetry.board >> FLIP_FILES & 1) return NET_MIRROR_FILES;
    return v->symmetry.board >> DIAGONAL & 1 ? NET_MIRROR_DIAGONAL : NET_MIRROR_NONE;
}

bool mirror_holds(const Position *pos)
{
    NetMirror kind = mirror_of(pos->variant);
    return kind == NET_MIRROR_BOARDS || (kind != NET_MIRROR_NONE && pos->state->rights == 0);
}

static Square mirrored(const Variant *v, Square square)
{
    switch (mirror_of(v)) {
    case NET_MIRROR_FILES: return square_transform(v, FLIP_FILES, square);
    case NET_MIRROR_DIAGONAL: return square_transform(v, DIAGONAL, square);
    case NET_MIRROR_BOARDS: return (Square)((square + board_squares(v)) % square_count(v));
    case NET_MIRROR_NONE: break;
    }
    return square;
}

/* A mirrored piece keeps its owner, type and status; a piece in hand keeps its slot; a fact about a board is one about
 * the other if the boards are exchanged. One permutation serves both views: rotation and mirroring commute. */
uint16_t *mirror_inputs(const FeatureSet *set)
{
    const Variant *v = set->variant;
    uint16_t *mirror = malloc(set->inputs * sizeof *mirror);
    if (!mirror) return NULL;
    for (size_t i = 0; i < set->inputs; ++i) mirror[i] = (uint16_t)i;
    for (unsigned piece = 0; piece < PIECE_MAX; ++piece) {
        const uint16_t *index = set->index[WHITE][piece];
        if (index[0] == FEATURE_NONE) continue;
        for (unsigned status = 0; status < (set->threats ? STATUS_NB : 1); ++status)
            for (Square s = 0; s < square_count(v); ++s)
                mirror[index[s] + status * set->status_step] = (uint16_t)(index[mirrored(v, s)] + status * set->status_step);
    }
    unsigned facts = set->facts / SIDE_NB / v->board.boards; /* of a side on a board */
    for (unsigned i = 0; i < set->facts && mirror_of(v) == NET_MIRROR_BOARDS; ++i) {
        bool second = i / facts % v->board.boards;
        mirror[set->fact[WHITE][i]] = set->fact[WHITE][second ? i - facts : i + facts];
    }
    return mirror;
}
