/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of Battle of Ideologies share. */
#ifndef QUINCUNX_BATTLEOFIDEOLOGIES_H
#define QUINCUNX_BATTLEOFIDEOLOGIES_H

#define BOARD_GAME battle
#define BOARD_FILES 9
#define BOARD_RANKS 9
#define BOARD_TYPES 15
#define BOARD_BETWEEN
#include "../../step_game.h"

/* White's types, then Black's. The types that a Pawn promotes to have consecutive numbers, and so do those
 * that a Quadrapawn promotes to. */
enum { PAWN = 1, HORSE, BISHOP, ROOK, ARCHBISHOP, CHANCELLOR, KING,
       QUADRAPAWN, ALIBACKA, GOLD_DEFENDER, OKAPI, CENTAUR, KIRIN, PROMOTED_KIRIN };

/* Filled by rules.c. */
extern struct Battle {
    Bitboard file_a, file_i;
    Bitboard kirin_goal;     /* rank 1, or nothing */
    Bitboard near_goal;      /* ranks 2 and 3, from where a Kirin goes there */
    Bitboard palace;
    Bitboard black_region;   /* of Black's officers and the unpromoted Kirin */
    Bitboard promotion_zone; /* of the Quadrapawn */
    Bitboard straight_rays[BOARD_SQUARES], diagonal_rays[BOARD_SQUARES];
    /* By type: the targets of its leaps without and with a capture, regions respected, and the squares from which it captures on
     * a square by a leap. */
    Bitboard quiet_leaps[BOARD_TYPES][BOARD_SQUARES], capture_leaps[BOARD_TYPES][BOARD_SQUARES];
    Bitboard captured_from[BOARD_TYPES][BOARD_SQUARES];
    LameWay horse_to[BOARD_SQUARES][LAME_WAYS], horse_from[BOARD_SQUARES][LAME_WAYS];
} battle;

/* ---- rules.c ---- */

static inline Square king_square(const Board *b) { return bb_first(b->type[KING]); }
static inline Bitboard kirin_set(const Board *b) { return bb_or(b->type[KIRIN], b->type[PROMOTED_KIRIN]); }
static inline Square kirin_square(const Board *b) { return bb_first(kirin_set(b)); }

/* The squares where a piece captures, own pieces included. */
static inline Bitboard captures_of(PieceType type, Square s, Bitboard occupied)
{
    switch (type) {
    case HORSE: return lame_leaps(battle.horse_to[s], occupied);
    case BISHOP: return bishop_attacks(s, occupied);
    case ROOK: return rook_attacks(s, occupied);
    case ARCHBISHOP: return bb_or(bishop_attacks(s, occupied), battle.capture_leaps[ARCHBISHOP][s]);
    case CHANCELLOR: return bb_or(rook_attacks(s, occupied), battle.capture_leaps[CHANCELLOR][s]);
    default: return battle.capture_leaps[type][s];
    }
}

/* Black pieces that could capture on s. All are leapers, so no blocker matters. */
static inline Bitboard black_attackers(const Board *b, Square s)
{
    Bitboard set = bb_none();
    for (PieceType t = QUADRAPAWN; t <= PROMOTED_KIRIN; ++t) set = bb_or(set, bb_and(battle.captured_from[t][s], b->type[t]));
    return set;
}

/* White's sliders on a line with a square. */
static inline Bitboard snipers_of(const Board *b, Square s)
{
    return bb_or(bb_and(battle.straight_rays[s], bb_or(b->type[ROOK], b->type[CHANCELLOR])),
                 bb_and(battle.diagonal_rays[s], bb_or(b->type[BISHOP], b->type[ARCHBISHOP])));
}

/* White pieces that could capture on s, if `occupied` is everything on the board. */
Bitboard battle_white_attackers(const Board *b, Square s, Bitboard occupied);
/* All squares that White attacks, if `occupied` is everything on the board. */
Bitboard battle_white_attacks(const Board *b, Bitboard occupied);

/* The squares that White's Pawns attack. */
static inline Bitboard pawn_attacks(Bitboard pawns)
{
    return bb_or(bb_up(bb_without(pawns, battle.file_a), 8), bb_up(bb_without(pawns, battle.file_i), 10));
}

/* Pieces that alone shield the Kirin from a slider, or stand on the leg of a Horse that aims at it. The former may move
 * between Kirin and slider; both may capture the pinning piece. */
typedef struct Pins {
    Bitboard pinned;
    int count;
    struct {
        Square piece;
        Bitboard mask;
    } pins[16]; /* at most one a ray and two a leg; a piece may have several entries */
} Pins;
void battle_find_pins(const Board *b, Side side, Square kirin, Pins *pins);

/* Could a Kirin on this square enter rank 1 if `occupied` is everything on the board? White's pieces are where they are. */
bool battle_goal_is_open(const Board *b, PieceType type, Square kirin, Bitboard occupied);

/* ---- search.c ---- */

Tapered battle_square_value(PieceType type, unsigned file, unsigned rank);

/* ---- shown.c ---- */

enum { PALACE, GOAL, LAND, BLACK_PROMOTION, WHITE_PROMOTION, DROPS };
extern const Zone battle_zones[];
const char *battle_refusal(const Position *pos, PieceType type, Square from, Square to);

#endif
