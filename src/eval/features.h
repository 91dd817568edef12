/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What a net sees of a position: a set of inputs that are on, made from the game's data
 * sheet alone (NetSheet in variant.h).
 *
 * A net sees a board from a side's view: its own pieces first, the board turned as the game
 * says. There is an input for each (own or other's, type, square), and for pieces in hand one
 * for each (own or other's, slot, i-th piece): two pieces in hand switch on the first two. Where
 * the view is absolute both sides see the same: an input for each (type, square), since
 * every type has one owner.
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
    FEATURES_ACTIVE_MAX = SQUARE_MAX + SIDE_NB * HAND_SLOTS * 15 /* inputs that can be on at once */
};

typedef struct FeatureSet {
    const Variant *variant;
    size_t inputs;
    unsigned perspectives;  /* views that differ: 2, or 1 where the view is absolute */
    unsigned pieces_max;       /* NetSheet.pieces_max */
    uint64_t fingerprint;   /* of everything that gives the inputs their meaning */
    uint16_t index[SIDE_NB][PIECE_MAX][SQUARE_MAX]; /* [view]; FEATURE_NONE: no such piece or square */
    uint16_t hand[SIDE_NB][SIDE_NB][HAND_SLOTS];    /* [view][owner]: input of the first piece in hand */
    uint8_t hand_max[SIDE_NB][HAND_SLOTS];          /* [owner]: inputs from there on, 0: none */
    const uint16_t *mirror; /* [inputs]: the input of the same piece in the mirrored position; NULL: the
                               game has no such symmetry. The same for both views */
} FeatureSet;

/* The inputs of a registered game; made at the first call, from any thread, and never freed. */
const FeatureSet *features_of(const Variant *variant);

/* Writes the inputs that are on, from a side's view, to out (room for FEATURES_ACTIVE_MAX) and
 * returns their number. `hands` as in State. In the order of the pieces, hands last. */
size_t features_of_pieces(const FeatureSet *set, Side view, const PlacedPiece *pieces, size_t count, uint64_t hands,
                       uint16_t *out);
size_t features_active(const FeatureSet *set, const Position *pos, Side view, uint16_t *out);

/* The pieces on the board in the order of the squares; out has room for SQUARE_MAX. */
size_t features_pieces(const Position *pos, PlacedPiece *out);
/* Pieces of both sides, on the board and in hand. */
unsigned features_pieces_and_hands(const Position *pos);

/* Is the mirrored copy of this position worth the same? */
bool features_mirrorable(const Position *pos);

#endif
