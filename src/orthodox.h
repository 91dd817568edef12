/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A template for games with the six pieces of orthodox chess on one or more 8x8 boards. The game's file includes it instead of
 * step_game.h, fills `piece_table` from the rows below, and its init calls orthodox_init. A piece moves on one board, whose squares
 * are one word of a Bitboard: functions on words count squares from 0 to 63, and a Field is one board seen by one side.
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
#define ORTHODOX_PAWN(m, e) [PAWN] = {PIECE('P', PAWN, 0, m, e, "Pawn", "fmWfcFifmnD"), .structure = true}
#define ORTHODOX_KNIGHT(m, e) [KNIGHT] = {PIECE('N', KNIGHT, 1, m, e, "Knight", "N"), .symmetry = SYMMETRIC_ALL}
#define ORTHODOX_BISHOP(m, e) [BISHOP] = {PIECE('B', BISHOP, 1, m, e, "Bishop", "B"), .symmetry = SYMMETRIC_ALL, .one_colour = true}
#define ORTHODOX_ROOK(m, e, wins) [ROOK] = {PIECE('R', ROOK, 2, m, e, "Rook", "R"), .symmetry = SYMMETRIC_ALL, .mates = wins}
#define ORTHODOX_QUEEN(m, e, wins) [QUEEN] = {PIECE('Q', QUEEN, 4, m, e, "Queen", "Q"), .symmetry = SYMMETRIC_ALL, .mates = wins}
#define ORTHODOX_KING [KING] = {PIECE('K', KING, 0, 0, 0, "King", "KisO2"), .symmetry = SYMMETRIC_ALL, .royal = true}

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

/* PositionSheet.may_stand. */
BOARD_INLINE bool orthodox_may_stand(Piece piece, Square s)
{
    return piece_type(piece) != PAWN || (square_rank(s) != 0 && square_rank(s) != 7);
}

BOARD_INLINE bool orthodox_well_placed(const Position *pos, ErrorText *error)
{
    return step_well_placed(pos, "no Pawn stands on ranks 1 and 8", error);
}

/* ---- Sets of squares of one board ---- */

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)
#define RANK_1 UINT64_C(0xFF)

/* A set shifted one step; squares that leave the board drop out. */
BOARD_INLINE uint64_t step_left(uint64_t set) { return (set & ~FILE_A) >> 1; }
BOARD_INLINE uint64_t step_right(uint64_t set) { return (set & ~FILE_H) << 1; }
BOARD_INLINE uint64_t step_forward(Side side, uint64_t set) { return side == WHITE ? set << 8 : set >> 8; }
/* A rank as the side counts it, from 0. */
BOARD_INLINE uint64_t rank_of(Side side, unsigned rank) { return RANK_1 << 8 * (side == WHITE ? rank : 7 - rank); }

/* ---- Attacks on one board, own pieces included ---- */

#ifdef BOARD_GAME
#define knight_attacks BOARD_NAME(knight_attacks)
#define king_attacks BOARD_NAME(king_attacks)
#define pawn_attacks BOARD_NAME(pawn_attacks)
#define passed_mask BOARD_NAME(passed_mask)
#endif
BOARD_TABLE uint64_t knight_attacks[64], king_attacks[64], pawn_attacks[SIDE_NB][64];
/* The squares ahead of a Pawn on its own file and those beside it. */
BOARD_TABLE uint64_t passed_mask[SIDE_NB][64];

BOARD_INLINE uint64_t line_word(enum Line line, unsigned s, uint64_t occupied)
{
#if BOARD_PEXT
    const LineRef *ref = &line_ref[line][s];
    uint64_t mask = ref->mask.w[0];
    return _pdep_u64(line_slides[ref->place][_pext_u64(occupied, mask)], mask);
#else
    return line_attacks(line, (Square)s, (Bitboard){{occupied}}).w[0];
#endif
}
BOARD_INLINE uint64_t rook_word(unsigned s, uint64_t occupied)
{
    return line_word(LINE_FILE, s, occupied) | line_word(LINE_RANK, s, occupied);
}
BOARD_INLINE uint64_t bishop_word(unsigned s, uint64_t occupied)
{
    return line_word(LINE_DIAGONAL, s, occupied) | line_word(LINE_ANTIDIAGONAL, s, occupied);
}

/* The attacks of a piece other than a Pawn. */
BOARD_INLINE uint64_t piece_attacks(PieceType type, unsigned s, uint64_t occupied)
{
    switch (type) {
    case KNIGHT: return knight_attacks[s];
    case BISHOP: return bishop_word(s, occupied);
    case ROOK: return rook_word(s, occupied);
    case QUEEN: return rook_word(s, occupied) | bishop_word(s, occupied);
    default: return king_attacks[s];
    }
}

/* All squares that a side's Pawns attack. */
BOARD_INLINE uint64_t pawns_attack(Side side, uint64_t pawns)
{
    uint64_t ahead = step_forward(side, pawns);
    return step_left(ahead) | step_right(ahead);
}

/* Fills the tables, including those of board.h. */
BOARD_INLINE void orthodox_init(void)
{
    board_init();
    for (unsigned s = 0; s < 64; ++s) {
        knight_attacks[s] = leaper((Square)s, 1, 2).w[0];
        king_attacks[s] = leaper((Square)s, 0, 1).w[0] | leaper((Square)s, 1, 1).w[0];
        uint64_t one = (uint64_t)1 << s;
        for (Side side = WHITE; side <= BLACK; ++side) {
            pawn_attacks[side][s] = pawns_attack(side, one);
            uint64_t ahead = one | step_left(one) | step_right(one);
            for (int i = 0; i < 7; ++i) passed_mask[side][s] |= ahead = step_forward(side, ahead);
        }
    }
}

/* One board from a side's point of view. */
typedef struct Field {
    const Board *b;
    unsigned board;
    Side us;
    uint64_t own, enemy, occupied;
} Field;

BOARD_INLINE Field field_of(const Board *b, unsigned board, Side us)
{
    Field f = {b, board, us, b->side[us].w[board], b->side[us ^ 1].w[board], 0};
    f.occupied = f.own | f.enemy;
    return f;
}
BOARD_INLINE uint64_t field_pieces(const Field *f, PieceType type) { return f->b->type[type].w[f->board] & f->own; }

/* The pieces of both sides, other than Pawns, that attack s on a board, if `occupied` is everything on it. */
BOARD_INLINE uint64_t officers_attacking(const Board *b, unsigned board, unsigned s, uint64_t occupied)
{
    uint64_t queens = b->type[QUEEN].w[board];
    return (knight_attacks[s] & b->type[KNIGHT].w[board]) | (king_attacks[s] & b->type[KING].w[board])
           | (bishop_word(s, occupied) & (b->type[BISHOP].w[board] | queens))
           | (rook_word(s, occupied) & (b->type[ROOK].w[board] | queens));
}
/* The pieces of the field's side among `occupied` that attack s. */
BOARD_INLINE uint64_t field_attackers(const Field *f, unsigned s, uint64_t occupied)
{
    uint64_t pawns = pawn_attacks[f->us ^ 1][s] & f->b->type[PAWN].w[f->board];
    return (pawns | officers_attacking(f->b, f->board, s, occupied)) & f->own & occupied;
}

/* All squares that the field's side attacks. */
BOARD_INLINE uint64_t field_attacks(const Field *f)
{
    uint64_t set = pawns_attack(f->us, field_pieces(f, PAWN));
    for (PieceType type = KNIGHT; type <= KING; ++type)
        for (uint64_t pieces = field_pieces(f, type); pieces; pieces &= pieces - 1)
            set |= piece_attacks(type, (unsigned)__builtin_ctzll(pieces), f->occupied);
    return set;
}

/* ---- Attacks on all boards, as board.h wants them ---- */

BOARD_INLINE Bitboard attacks_of(const Board *b, Side side)
{
    Bitboard set;
    for (unsigned board = 0; board < BOARD_COUNT; ++board) {
        Field f = field_of(b, board, side);
        set.w[board] = field_attacks(&f);
    }
    return set;
}

static __attribute__((unused)) Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant)
{
    (void)occupant;
    Bitboard set = bb_none();
    Field f = field_of(b, square_board(s), side);
    set.w[f.board] = field_attackers(&f, s & 63, occupied.w[f.board]);
    return set;
}

/* ---- Check ---- */

/* Does the side attack the square, if `occupied` is everything on the board? */
BOARD_INLINE bool attacked(const Board *b, Square s, Bitboard occupied, Side by)
{
    return bb_any(attackers_to(b, s, occupied, by, NO_TYPE));
}

BOARD_INLINE Square king_square(const Board *b, Side side) { return bb_first(board_pieces(b, side, KING)); }

BOARD_INLINE bool in_check(const Board *b, Side side) { return attacked(b, king_square(b, side), board_occupied(b), side ^ 1); }

/* Checks for one King a side, Pawns on legal ranks, and that the side not to move is not in check. */
BOARD_INLINE bool orthodox_accepts(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    if (!step_has_kings(b, KING, error) || !orthodox_well_placed(pos, error)) return false;
    return !in_check(b, pos->side ^ 1) || error_set(error, "the side that is not to move is in check");
}

/* EndSheet.in_check, in_peril and no_move. */
BOARD_INLINE bool orthodox_in_check(const Position *pos) { return in_check(board_const(pos), pos->side); }
BOARD_INLINE bool orthodox_in_peril(const Position *pos, NodeFacts *facts) { return (void)facts, orthodox_in_check(pos); }
BOARD_INLINE Outcome orthodox_no_move(const Position *pos) { return step_no_move(pos, orthodox_in_check(pos)); }

#endif
