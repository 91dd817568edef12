/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The inputs of a net: the set of active features of a position, derived from the game's data sheet alone.
 *
 * A net sees the board from a side's view: its own pieces first, the board rotated or mirrored as the game specifies. There is an
 * input for each (own or opponent's, type, square), and for pieces in hand one for each (own or opponent's, slot, i-th piece): two
 * pieces in hand activate the first two. An absolute view is the same for both sides: an input for each (type, square), since every
 * type has one owner.
 *
 * Where the game says so (NetExtras.attacks), a piece on the board has four inputs, by whether the opponent attacks it and
 * whether its own side defends it: one layer over squares cannot compute that. Monty has such inputs
 * (https://github.com/official-monty/Monty). Facts of the game (NetExtras.facts) are inputs, too.
 */
#ifndef QUINCUNX_FEATURES_H
#define QUINCUNX_FEATURES_H

#include "../position.h"
#include "../variant.h"

/* One piece on the board. */
typedef struct PlacedPiece {
    Square square;
    Piece piece;
    uint8_t status; /* PIECE_ATTACKED, PIECE_DEFENDED; 0 if the net does not see threats */
} PlacedPiece;
enum { PIECE_ATTACKED = 1, PIECE_DEFENDED = 2, STATUS_NB = 4 };

enum {
    FEATURE_NONE = 0xFFFF,
    FEATURES_ACTIVE_MAX = SQUARE_MAX + SIDE_NB * HAND_SLOTS * 15 + NET_FACTS_MAX /* active inputs at once */
};

typedef struct FeatureSet {
    const Variant *variant;
    size_t inputs;
    unsigned perspectives;  /* distinct views: 2, or 1 if the view is absolute */
    unsigned pieces_max;    /* variant_pieces_max */
    unsigned facts;         /* of both sides on all boards */
    bool threats;           /* do the inputs depend on attacks and defences? */
    uint16_t status_step;   /* from the input of a piece to the same one with the next status */
    uint64_t fingerprint;   /* of everything that defines the meaning of the inputs */
    uint16_t index[SIDE_NB][PIECE_MAX][SQUARE_MAX]; /* [view]; FEATURE_NONE: no such piece or square */
    uint16_t hand[SIDE_NB][SIDE_NB][HAND_SLOTS];    /* [view][owner]: input of the first piece in hand */
    uint16_t fact[SIDE_NB][NET_FACTS_MAX];          /* [view]: by bit of NetExtras.facts */
    uint8_t hand_max[SIDE_NB][HAND_SLOTS];          /* [owner]: inputs from there on, 0: none */
} FeatureSet;

/* The inputs of a registered game; created on the first call, from any thread, and never freed. */
const FeatureSet *features_of(const Variant *variant);

/* The input of a piece on the board. */
static inline uint16_t features_piece(const FeatureSet *set, Side view, PlacedPiece piece)
{
    return (uint16_t)(set->index[view][piece.piece][piece.square] + piece.status * set->status_step);
}

/* Writes the active inputs, from a side's view, to out (room for FEATURES_ACTIVE_MAX) and returns their
 * number. `hands` as in State, `facts` as in NetExtras. The order is that of the pieces, then hands, then facts. */
size_t features_of_pieces(const FeatureSet *set, Side view, const PlacedPiece *pieces, size_t count, uint64_t hands,
                          uint32_t facts, uint16_t *out);

/* The pieces on the board in square order, with their status if the game's nets see threats; out has room for
 * SQUARE_MAX. scratch: as in SearchSheet.evaluate. */
size_t features_pieces(const Position *pos, EvalScratch *scratch, PlacedPiece *out);
/* The status of a piece, given what each side attacks. */
static inline uint8_t features_status(const SquareSet attacked[SIDE_NB], Square square, Piece piece)
{
    Side side = piece_side(piece);
    return (uint8_t)((square_set_has(&attacked[side ^ 1], square) ? PIECE_ATTACKED : 0)
                     | (square_set_has(&attacked[side], square) ? PIECE_DEFENDED : 0));
}
/* The facts about a position that a net sees, 0 if the game has none. */
uint32_t features_facts(const Position *pos, EvalScratch *scratch);
/* Number of pieces of both sides, on the board and in hand. */
unsigned features_pieces_and_hands(const Position *pos);

#endif
