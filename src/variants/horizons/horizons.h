/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of Horizons share. */
#ifndef QUINCUNX_HORIZONS_H
#define QUINCUNX_HORIZONS_H

#define BOARD_GAME horizons
#define BOARD_FILES 12
#define BOARD_RANKS 12
#define BOARD_TYPES 13
#define BOARD_SEE
#define BOARD_ATTACKS
#include "../../step_game.h"

enum { PAWN = 1, WARRIOR, SPENT_WARRIOR, SHIELDER, KNIGHT, BISHOP, OX, ROOK, MAGICIAN, ZIP, QUEEN, KING };
enum { MOVE_PUSH = MOVE_SPECIAL, MOVE_LONG_CAPTURE };

/* ---- Options of the rules ---- */

extern struct HorizonsRules {
    int shield_off, tireless, short_magician, original_ox, push_off;
} horizons_rules;

/* ---- Geometry ---- */

/* The moves of a bent rider from a square: its targets on an empty board, the squares where a piece blocks
 * some of them, and the targets that it blocks, [from][blocker]. */
typedef struct BentMover {
    Bitboard targets[BOARD_SQUARES], passed[BOARD_SQUARES];
    Bitboard beyond[BOARD_SQUARES][BOARD_SQUARES];
} BentMover;

/*
 * The squares from which a piece of each type attacks a square on an empty board, and the squares between, which must be empty:
 * `path`. No two types come from the same square by different paths, except the Magician, whose paths are in `trunk`. Both are
 * indexed [to][from]: the paths of Ox, Magician and Zip differ in the two directions, and a King needs a single row.
 */
extern struct HorizonsGeometry {
    Bitboard origins[BOARD_SQUARES][SIDE_NB][BOARD_TYPES];
    Bitboard long_captures[BOARD_SQUARES][SIDE_NB]; /* those of a Warrior that it comes from by its long capture */
    Bitboard path[BOARD_SQUARES][BOARD_SQUARES], trunk[BOARD_SQUARES][BOARD_SQUARES];
    BentMover ox, magician, zip;
    Bitboard not_first_file, not_last_file;
} horizons;

static inline int forward(Side side) { return side == WHITE ? BOARD_FILES : -BOARD_FILES; }

/* The set shifted one rank forward and df (-1 to 1) files aside. The result may contain squares past the last
 * rank; the caller intersects it with squares of the board. */
BOARD_INLINE __attribute__((always_inline)) Bitboard step_forward(Side side, Bitboard set, int df)
{
    if (df < 0) set = bb_and(set, horizons.not_first_file);
    if (df > 0) set = bb_and(set, horizons.not_last_file);
    return side == WHITE ? bb_up(set, (unsigned)(BOARD_FILES + df)) : bb_down(set, (unsigned)(BOARD_FILES - df));
}
BOARD_INLINE Bitboard step_left(Bitboard set) { return bb_down(bb_and(set, horizons.not_first_file), 1); }
BOARD_INLINE Bitboard step_right(Bitboard set) { return bb_up(bb_and(set, horizons.not_last_file), 1); }

/* ---- Pieces ---- */

/* The Shielders that no enemy in front of them captures. */
BOARD_INLINE Bitboard shielded(const Board *b) { return horizons_rules.shield_off ? bb_none() : b->type[SHIELDER]; }
BOARD_INLINE Bitboard warriors(const Board *b) { return bb_or(b->type[WARRIOR], b->type[SPENT_WARRIOR]); }
/* Pawns, Warriors and Shielders: "pawns" below, with a small p. */
BOARD_INLINE __attribute__((always_inline)) Bitboard all_pawns(const Board *b)
{
    return bb_or(bb_or(b->type[PAWN], b->type[SHIELDER]), warriors(b));
}
BOARD_INLINE __attribute__((always_inline)) Square king_square(const Board *b, Side side)
{
    return bb_first(board_pieces(b, side, KING));
}

BOARD_INLINE PieceType after_long_capture(void) { return horizons_rules.tireless ? WARRIOR : SPENT_WARRIOR; }

/* The square of the piece that has just made a double step. */
BOARD_INLINE Square stepper_square(const Board *b)
{
    const State *state = b->base.state;
    return state->ep[1] != SQUARE_NONE ? state->ep[1] : (Square)(state->ep[0] + forward(b->base.side ^ 1));
}

/* ---- Attacks ---- */

BOARD_INLINE Bitboard bent_attacks(const BentMover *mover, Square s, Bitboard occupied)
{
    Bitboard reached = mover->targets[s], blockers = bb_and(mover->passed[s], occupied);
    BB_EACH(blocker, blockers) reached = bb_without(reached, mover->beyond[s][blocker]);
    return reached;
}

/* The attacks of an officer or the King, own pieces included. */
BOARD_INLINE Bitboard piece_attacks(PieceType type, Square s, Bitboard occupied)
{
    switch (type) {
    case BISHOP: return bishop_attacks(s, occupied);
    case OX: return bent_attacks(&horizons.ox, s, occupied);
    case ROOK: return rook_attacks(s, occupied);
    case MAGICIAN: return bent_attacks(&horizons.magician, s, occupied);
    case ZIP: return bent_attacks(&horizons.zip, s, occupied);
    case QUEEN: return queen_attacks(s, occupied);
    default: return horizons.origins[s][WHITE][type];
    }
}

/* Riders of a side that attack s if way_of is empty. */
BOARD_INLINE Bitboard far_attackers(const Board *b, Square s, Side by)
{
    const Bitboard *from = horizons.origins[s][by];
    Bitboard set = bb_and(from[ROOK], bb_or(b->type[ROOK], b->type[QUEEN]));
    set = bb_or(set, bb_and(from[BISHOP], bb_or(b->type[BISHOP], b->type[QUEEN])));
    set = bb_or(set, bb_and(from[OX], b->type[OX]));
    set = bb_or(set, bb_and(from[ZIP], b->type[ZIP]));
    set = bb_or(set, bb_and(from[MAGICIAN], b->type[MAGICIAN]));
    set = bb_or(set, bb_and(horizons.long_captures[s][by], b->type[WARRIOR]));
    return bb_and(set, b->side[by]);
}

BOARD_INLINE Bitboard way_of(const Board *b, Square s, unsigned from)
{
    return (bb_test(b->type[MAGICIAN], from) ? horizons.trunk : horizons.path)[s][from];
}

/* What board.h wants. */
Bitboard horizons_attackers(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant);
Bitboard horizons_attacks(const Board *b, Side side);
/* Could one of these pieces of a side capture a King on s? */
bool horizons_attacked(const Board *b, Square s, Bitboard occupied, Side by, Bitboard pieces);
/* Would a piece on `from`, real or not, attack a King on `to`? */
bool horizons_reaches(Piece piece, Square from, Square to, Bitboard occupied);

BOARD_INLINE Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant)
{
    return horizons_attackers(b, s, occupied, side, occupant);
}
BOARD_INLINE Bitboard attacks_of(const Board *b, Side side) { return horizons_attacks(b, side); }

/* ---- What is found out about a position ---- */

typedef struct Checks {
    bool in_check;
    Bitboard allowed; /* targets of pieces other than the King: they must answer every check */
    Bitboard pinned;  /* own pieces that alone block an enemy rider */
} Checks;

enum { FACT_CHECKS = FACT_OF_GAME };
typedef struct HorizonsFacts {
    BoardFacts board;
    Checks checks; /* FACT_CHECKS */
} HorizonsFacts;
static_assert(sizeof(HorizonsFacts) <= FACTS_MAX, "facts fit into FactsRoom");

/* ---- search.c ---- */

void horizons_search_init(void);
Tapered horizons_square_value(PieceType type, unsigned file, unsigned rank);

#endif
