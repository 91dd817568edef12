/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A template for games with the six pieces of orthodox chess on 8x8 boards. The game's file
 * includes it instead of step_game.h and fills `piece_table` from the rows below.
 *   ORTHODOX_MOVES   (optional) for the tables of attacks and attackers_to; the game's init
 *                    calls orthodox_init
 */
#ifndef QUINCUNX_ORTHODOX_H
#define QUINCUNX_ORTHODOX_H

#define BOARD_FILES 8
#define BOARD_RANKS 8
#define BOARD_TYPES 7
#include "step_game.h"

/* ---- Data sheet ---- */

enum { PAWN = 1, KNIGHT, BISHOP, ROOK, QUEEN, KING };

/* Rows of `pieces` with the values of middlegame and endgame; `mates` as in PieceInfo. */
#define ORTHODOX_PAWN(m, e) [PAWN] = {.letter = 'P', .sides = 3, .base = PAWN, .structure = true, .mg = m, .eg = e, \
    .name = "Pawn", .betza = "fmWfcFifmnD"}
#define ORTHODOX_PIECE(type, l, p, wins, m, e, n, moves) \
    [type] = {.letter = l, .sides = 3, .base = type, .symmetry = SYMMETRIC_ALL, .phase = p, .mates = wins, .mg = m, .eg = e, \
        .name = n, .betza = moves}
#define ORTHODOX_KNIGHT(m, e) ORTHODOX_PIECE(KNIGHT, 'N', 1, false, m, e, "Knight", "N")
#define ORTHODOX_BISHOP(m, e) ORTHODOX_PIECE(BISHOP, 'B', 1, false, m, e, "Bishop", "B")
#define ORTHODOX_ROOK(m, e, mates) ORTHODOX_PIECE(ROOK, 'R', 2, mates, m, e, "Rook", "R")
#define ORTHODOX_QUEEN(m, e, mates) ORTHODOX_PIECE(QUEEN, 'Q', 4, mates, m, e, "Queen", "Q")
#define ORTHODOX_KING [KING] = {.letter = 'K', .sides = 3, .base = KING, .symmetry = SYMMETRIC_ALL, .royal = true, \
    .name = "King", .betza = "KisO2"}

/* How the pieces move, for display. */
#define PAWN_WORDS "Steps one square straight forward, or two from where it starts, and captures one square diagonally forward."
#define EN_PASSANT_WORDS " It may capture en passant."
#define PROMOTION_WORDS " On the last rank it becomes a Queen, Rook, Bishop or Knight."
#define KNIGHT_WORDS "Jumps two squares straight and one sideways, over anything."
#define BISHOP_WORDS "Runs any distance diagonally."
#define ROOK_WORDS "Runs any distance straight."
#define QUEEN_WORDS "Runs any distance straight or diagonally."

/* Squares of the first board. */
enum { A1 = 0, B1, C1, D1, E1, F1, G1, H1, A8 = 56, B8, C8, D8, E8, F8, G8, H8 };

/* ---- Where pieces stand ---- */

/* A Variant's may_stand. */
BOARD_INLINE bool orthodox_may_stand(Piece piece, Square s)
{
    return piece_type(piece) != PAWN || (square_rank(s) != 0 && square_rank(s) != 7);
}

BOARD_INLINE bool orthodox_well_placed(const Position *pos, ErrorText *error)
{
    return step_well_placed(pos, "no Pawn stands on ranks 1 and 8", error);
}

/* ---- Attacks ---- */

#ifdef ORTHODOX_MOVES
static Bitboard knight_attacks[BOARD_SQUARES], king_attacks[BOARD_SQUARES];
static Bitboard pawn_attacks[SIDE_NB][BOARD_SQUARES];

/* Fills the tables, including those of board.h. */
BOARD_INLINE void orthodox_init(void)
{
    board_init();
    for (unsigned i = 0; i < BOARD_SQUARES; ++i) {
        Square s = (Square)i;
        knight_attacks[s] = leaper(s, 1, 2);
        king_attacks[s] = bb_or(leaper(s, 0, 1), leaper(s, 1, 1));
        for (int df = -1; df <= 1; df += 2) {
            leap_add(&pawn_attacks[WHITE][s], s, df, 1);
            leap_add(&pawn_attacks[BLACK][s], s, df, -1);
        }
    }
}

/* The squares that a piece other than a Pawn attacks. */
BOARD_INLINE Bitboard piece_attacks(PieceType type, Square s, Bitboard occupied)
{
    switch (type) {
    case KNIGHT: return knight_attacks[s];
    case BISHOP: return bishop_attacks(s, occupied);
    case ROOK: return rook_attacks(s, occupied);
    case QUEEN: return queen_attacks(s, occupied);
    default: return king_attacks[s];
    }
}

static Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant)
{
    (void)occupant;
    Bitboard queens = b->type[QUEEN];
    Bitboard set = bb_and(pawn_attacks[side ^ 1][s], b->type[PAWN]);
    set = bb_or(set, bb_and(knight_attacks[s], b->type[KNIGHT]));
    set = bb_or(set, bb_and(king_attacks[s], b->type[KING]));
    set = bb_or(set, bb_and(bishop_attacks(s, occupied), bb_or(b->type[BISHOP], queens)));
    set = bb_or(set, bb_and(rook_attacks(s, occupied), bb_or(b->type[ROOK], queens)));
    return bb_and(set, bb_and(b->side[side], occupied));
}

/* Does the side attack the square, if `occupied` is everything on the board? */
BOARD_INLINE bool attacked(const Board *b, Square s, Bitboard occupied, Side by)
{
    return bb_any(attackers_to(b, s, occupied, by, NO_TYPE));
}

BOARD_INLINE Square king_square(const Board *b, Side side) { return bb_first(board_pieces(b, side, KING)); }

BOARD_INLINE bool in_check(const Board *b, Side side)
{
    return attacked(b, king_square(b, side), board_occupied(b), side ^ 1);
}

/* Checks for one King a side, Pawns on legal ranks, and that the side not to move is not in check. */
BOARD_INLINE bool orthodox_accepts(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    if (!step_has_kings(b, KING, error) || !orthodox_well_placed(pos, error)) return false;
    return !in_check(b, pos->side ^ 1) || error_set(error, "the side that is not to move is in check");
}

/* A Variant's in_peril and no_move_outcome. */
BOARD_INLINE bool orthodox_in_peril(const Position *pos) { return in_check(board_const(pos), pos->side); }
BOARD_INLINE Outcome orthodox_no_move(const Position *pos) { return step_no_move(pos, orthodox_in_peril(pos)); }
#endif

#endif
