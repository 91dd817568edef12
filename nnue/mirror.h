/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The symmetry of the rules, if any, that gives training a mirrored copy of a position. */
#ifndef QUINCUNX_NNUE_MIRROR_H
#define QUINCUNX_NNUE_MIRROR_H

#include "../src/eval/features.h"

typedef enum NetMirror {
    NET_MIRROR_NONE,
    NET_MIRROR_FILES,   /* left and right */
    NET_MIRROR_BOARDS,  /* two boards exchanged */
    NET_MIRROR_DIAGONAL /* across the diagonal that starts at the last square of the first file */
} NetMirror;

NetMirror mirror_of(const Variant *variant);
/* Does the mirrored position have the same value? The reflections hold only without castling rights (State.rights == 0),
 * the exchange of boards always. */
bool mirror_holds(const Position *pos);
/* For each input that of the same piece in the mirrored position, equal for both views: [set->inputs], which the caller
 * frees. NULL if memory ran out. */
uint16_t *mirror_inputs(const FeatureSet *set);

#endif
