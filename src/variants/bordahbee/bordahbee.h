/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of BordahBee share. */
#ifndef QUINCUNX_BORDAHBEE_H
#define QUINCUNX_BORDAHBEE_H

#define BOARD_GAME bordahbee
#define BOARD_COUNT 2
#define BOARD_ATTACKS
#include "../../orthodox.h"

/* The kinds of moves are the piece types and castling. */
enum { CASTLING = 7, KIND_NB };

#define rules_set BOARD_NAME(rules_set)
extern struct RulesSet {
    int any_pairing, both_kings;
} rules_set;

/* ---- A move ----
 *
 * The move on Board A is in the low 24 bits, the move on Board B above it. The bits of a half: from 0-5, to 6-11, kind 12-14,
 * captured type 15-17, promotion type 18-20, double step 21, en passant 22.
 */
typedef uint32_t Half;
enum {
    HALF_BITS = 24, TO_SHIFT = 6, KIND_SHIFT = 12, VICTIM_SHIFT = 15, PROMOTION_SHIFT = 18,
    DOUBLE_STEP = 1 << 21, EN_PASSANT = 1 << 22,
    NOISY_MASK = 63 << VICTIM_SHIFT /* a victim or a promotion */
};

static inline Half move_half(Move move, unsigned board) { return move >> (board * HALF_BITS) & ((1u << HALF_BITS) - 1); }
static inline unsigned half_from(Half half) { return half & 63; }
static inline unsigned half_to(Half half) { return half >> TO_SHIFT & 63; }
static inline unsigned half_kind(Half half) { return half >> KIND_SHIFT & 7; }
static inline unsigned half_victim(Half half) { return half >> VICTIM_SHIFT & 7; }
static inline unsigned half_promotion(Half half) { return half >> PROMOTION_SHIFT & 7; }
static inline PieceType half_mover(Half half) { return half_kind(half) == CASTLING ? KING : (PieceType)half_kind(half); }
static inline unsigned half_victim_square(Half half)
{
    /* A Pawn captured en passant stands on the origin's rank and the target's file. */
    return half & EN_PASSANT ? (half_from(half) & 56) | (half_to(half) & 7) : half_to(half);
}

/* ---- The moves of one board ----
 *
 * The moves of a board are listed by segments in this order, with the Knights repeated at the end. The companions of a kind are
 * then one run of segments: a Queen goes with King, castling and Rook, a Pawn with Bishop and Knight.
 */
enum Segment { S_QUEEN, S_KING, S_CASTLING, S_ROOK, S_KNIGHT, S_PAWN, S_BISHOP, S_KNIGHT_AGAIN, SEGMENT_NB };
#define segment_kind BOARD_NAME(segment_kind)
extern const uint8_t segment_kind[SEGMENT_NB];

/* For sets of kinds (bit 1 << kind): all companions of any kind in the set. */
#define companions_of BOARD_NAME(companions_of)
BOARD_TABLE uint8_t companions_of[1 << KIND_NB];

static inline bool compatible(unsigned kind, unsigned other) { return companions_of[1 << kind] >> other & 1; }

/*
 * Bounds on the moves of one board, in any position, and on the moves of two boards.
 * On a line of n squares riders make at most 2(n - 2) moves (both ends occupied; 1 if n is 2):
 * RANK_FILE along the 16 ranks and files, DIAGONAL along the diagonals; Queens share them with
 * Rooks and Bishops. Between two squares a Knight's leap apart at most one leap is possible:
 * 168 pairs. Pawns: on a file at most every other square of ranks 2 to 7 holds one that can
 * step (3 a file), 8 double steps, 24 captures in each diagonal direction for the same reason,
 * and 14 moves to the last rank with four promotions each.
 * The number of pairs is linear in the counts of each board, so the maximum gives each line
 * entirely to Queens or entirely to other riders. The largest of all cases has Queens on the
 * straight lines of one board, Rooks on those of the other, Bishops on the diagonals of both.
 */
enum {
    KING_MAX = 8, CASTLING_MAX = 2, ROYAL_MAX = KING_MAX + CASTLING_MAX,
    RANK_FILE_MAX = 16 * 12, DIAGONAL_MAX = 2 * (12 + 2 * (10 + 8 + 6 + 4 + 2 + 1)),
    KNIGHT_MAX = 168, PAWN_MAX = 8 * 3 + 8 + 2 * 24 + 14 * 4,
    HALVES_MAX = ROYAL_MAX + RANK_FILE_MAX + DIAGONAL_MAX + KNIGHT_MAX + PAWN_MAX,
    MOVES_MAX = RANK_FILE_MAX * RANK_FILE_MAX + ROYAL_MAX * (ROYAL_MAX + 2 * RANK_FILE_MAX)
                + 2 * (KNIGHT_MAX * DIAGONAL_MAX + KNIGHT_MAX * PAWN_MAX + DIAGONAL_MAX * PAWN_MAX),
    BLOCK = 4 /* moves are written in blocks: up to this many entries past the end may be overwritten */
};

typedef struct HalfList {
    Move halves[HALVES_MAX + KNIGHT_MAX + BLOCK]; /* in the bits they have in a move */
    unsigned first[SEGMENT_NB + 1];               /* start of each segment, and the end */
} HalfList;

/* Lists the moves of the side to move on a board that start on `sources`. Noisy ones capture or promote. */
void bordahbee_list_halves(const Board *b, unsigned board, GenKind kind, uint64_t sources, HalfList *list);

#define all_castlings BOARD_NAME(all_castlings)
extern const CastlingList all_castlings;

/* The square of the side's King, which must exist. */
static inline unsigned field_king(const Field *f) { return (unsigned)__builtin_ctzll(field_pieces(f, KING)); }

/* The kinds that have a move on the board. Castling is not checked: King and Rook can then move too, and every companion of
 * castling is a companion of one of these. En passant is ignored. */
static inline unsigned mobile_kinds(const Field *f)
{
    /* For each direction, the squares one step behind the possible targets. */
    uint64_t to = ~f->own;
    uint64_t beside = step_left(to) | step_right(to);
    uint64_t two_beside = step_left(step_left(to)) | step_right(step_right(to));
    uint64_t straight = beside | to << 8 | to >> 8;
    uint64_t diagonal = beside << 8 | beside >> 8;
    uint64_t leap = beside << 16 | beside >> 16 | two_beside << 8 | two_beside >> 8;
    uint64_t royal = straight | diagonal;
    uint64_t pawns = field_pieces(f, PAWN);
    uint64_t pawns_to = (step_forward(f->us, pawns) & ~f->occupied) | (pawns_attack(f->us, pawns) & f->enemy);
    return (unsigned)(pawns_to != 0) << PAWN | (unsigned)((leap & field_pieces(f, KNIGHT)) != 0) << KNIGHT
           | (unsigned)((diagonal & field_pieces(f, BISHOP)) != 0) << BISHOP
           | (unsigned)((straight & field_pieces(f, ROOK)) != 0) << ROOK
           | (unsigned)((royal & field_pieces(f, QUEEN)) != 0) << QUEEN | (unsigned)((royal & field_pieces(f, KING)) != 0) << KING;
}

/* Has a side the Kings without which it has lost? */
static inline bool has_its_kings(const Board *b, Side side)
{
    uint64_t a = b->type[KING].w[0] & b->side[side].w[0], c = b->type[KING].w[1] & b->side[side].w[1];
    return rules_set.both_kings ? a || c : a && c;
}

/* ---- search.c ---- */

extern const NetExtras bordahbee_net_extras;

/* The evaluation of one board alone, from White's point of view. The search meets most boards with many different other boards, so
 * it is cached by the board's key. Only the kinds that have companions depend on the other board. */
enum { BOARD_EVALS = 512 };
typedef struct BoardEval {
    Key key;      /* of the pieces on the board; 0: empty entry */
    Tapered sum;  /* valid if evaluated; so is the number of moves of each kind */
    uint16_t moves[SIDE_NB][KIND_NB];
    bool evaluated, mapped;
    uint64_t attacked[SIDE_NB]; /* by each side, own pieces included; valid if evaluated or mapped */
    uint8_t mobile[SIDE_NB];   /* sets of kinds: those with a move */
    uint8_t playable[SIDE_NB]; /* and those that had companions when the board was evaluated */
} BoardEval;

struct EvalScratch {
    BoardEval board_evals[2][BOARD_EVALS]; /* hash tables, by board_key */
};

Tapered bordahbee_square_value(PieceType type, unsigned file, unsigned rank);

/* ---- shown.c ---- */

void bordahbee_print_move(const Position *pos, Move move, char *text);
bool bordahbee_parse_move(const Position *pos, const char *text, Move *move, ErrorText *error);
LegStatus bordahbee_legs_status(const Position *pos, const char *text, ErrorText *error);
void bordahbee_legs_board(const Position *pos, const char *text, Piece board[SQUARE_MAX]);

#endif
