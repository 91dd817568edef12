/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The inputs of a net: the set of active features of a position, derived from the game's data sheet alone
 * (NetSheet in variant.h).
 *
 * A net sees the board from a side's view: its own pieces first, the board rotated or mirrored as the game
 * specifies. There is an input for each (own or opponent's, type, square), and for pieces in hand one for
 * each (own or opponent's, slot, i-th piece): two pieces in hand activate the first two. An absolute view is
 * the same for both sides: an input for each (type, square), since every type has one owner.
 */
#ifndef QUINCUNX_FEATURES_H
#define QUINCUNX_FEATURES_H

#include "../position.h"
#include "../variant.h"

/* One piece on the board. */
typedef struct PlacedPiece {
    Square square;
    Piece piece;
} PlacedPiece;

enum {
    FEATURE_NONE = 0xFFFF,
    FEATURES_ACTIVE_MAX = SQUARE_MAX + SIDE_NB * HAND_SLOTS * 15 /* active inputs at once */
};

typedef struct FeatureSet {
    const Variant *variant;
    size_t inputs;
    unsigned perspectives;  /* distinct views: 2, or 1 if the view is absolute */
    unsigned pieces_max;       /* NetSheet.pieces_max */
    uint64_t fingerprint;   /* of everything that defines the meaning of the inputs */
    uint16_t index[SIDE_NB][PIECE_MAX][SQUARE_MAX]; /* [view]; FEATURE_NONE: no such piece or square */
    uint16_t hand[SIDE_NB][SIDE_NB][HAND_SLOTS];    /* [view][owner]: input of the first piece in hand */
    uint8_t hand_max[SIDE_NB][HAND_SLOTS];          /* [owner]: inputs from there on, 0: none */
    const uint16_t *mirror; /* [inputs]: the input of the same piece in the mirrored position, equal for both views;
                               NULL: the game has no mirror symmetry */
} FeatureSet;

/* The inputs of a registered game; created on the first call, from any thread, and never freed. */
const FeatureSet *features_of(const Variant *variant);

/* Writes the active inputs, from a side's view, to out (room for FEATURES_ACTIVE_MAX) and returns their
 * number. `hands` as in State. The order is that of the pieces, hands last. */
size_t features_of_pieces(const FeatureSet *set, Side view, const PlacedPiece *pieces, size_t count, uint64_t hands,
                       uint16_t *out);
size_t features_active(const FeatureSet *set, const Position *pos, Side view, uint16_t *out);

/* The pieces on the board in square order; out has room for SQUARE_MAX. */
size_t features_pieces(const Position *pos, PlacedPiece *out);
/* Number of pieces of both sides, on the board and in hand. */
unsigned features_pieces_and_hands(const Position *pos);

/* Does the mirrored position have the same value? */
bool features_mirrorable(const Position *pos);

#endif
