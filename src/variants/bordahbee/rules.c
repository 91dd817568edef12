/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * BordahBee by Gary K. Gifford (2006): two chessboards. A move consists of one move on each board, by pieces
 * of compatible kinds. There is no check: a side that loses a King has lost, and so has a side to move
 * without a compatible pair of moves. The boards never touch, so each is treated as a board of its own with
 * 64 squares (a single word). Squares below are those of one board, 0 to 63, unless their type is Square.
 */

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define BOARD_COUNT 2
#define BOARD_ATTACKS
#include "../../orthodox.h"

/* ---- Data sheet ---- */

/* The kinds of moves are the piece types and castling. */
enum { CASTLING = 7, KIND_NB };

static const PieceInfo piece_table[BOARD_TYPES] = {
    ORTHODOX_PAWN(55, 75),          ORTHODOX_KNIGHT(330, 310),       ORTHODOX_BISHOP(340, 330),
    ORTHODOX_ROOK(400, 460, false), ORTHODOX_QUEEN(900, 930, false), ORTHODOX_KING,
};
static const char *const kind_names[KIND_NB] = {NULL,   "Pawn",  "Knight", "Bishop",
                                                "Rook", "Queen", "King",   "castling"};

/* How each piece moves, for display. */
static const char *const words[BOARD_TYPES] = {
    [PAWN] = PAWN_WORDS EN_PASSANT_WORDS PROMOTION_WORDS " Goes with Knight or Bishop on the other board.",
    [KNIGHT] = KNIGHT_WORDS " Goes with Pawn or Bishop on the other board.",
    [BISHOP] = BISHOP_WORDS " Goes with Pawn or Knight on the other board.",
    [ROOK] = ROOK_WORDS " Goes with King, Queen or castling on the other board.",
    [QUEEN] = QUEEN_WORDS " Goes with King, Rook or castling on the other board.",
    [KING] = "Steps one square in any direction. Castles two squares towards a Rook if "
        "neither has moved and nothing stands between, even out of or through attack. "
        "It may be captured: a side that loses either King has lost. Goes with King, Queen, "
        "Rook or castling on the other board.",
};

/*
 * The table of compatible kinds. The moves of a board are listed by segments in this order,
 * with the Knights repeated at the end. The companions of a kind are then one run of segments:
 * a Queen goes with King, castling and Rook, a Pawn with Bishop and Knight.
 */
enum Segment { S_QUEEN, S_KING, S_CASTLING, S_ROOK, S_KNIGHT, S_PAWN, S_BISHOP, S_KNIGHT_AGAIN,
               SEGMENT_NB };
static const uint8_t segment_kind[SEGMENT_NB] = {QUEEN, KING, CASTLING, ROOK,
                                                 KNIGHT, PAWN, BISHOP, KNIGHT};
typedef struct Run {
    uint8_t first, last;
} Run;
static const Run own_companions[S_KNIGHT_AGAIN] = {
    [S_KING] = {S_QUEEN, S_ROOK},      [S_QUEEN] = {S_KING, S_ROOK},
    [S_ROOK] = {S_QUEEN, S_CASTLING},  [S_CASTLING] = {S_QUEEN, S_ROOK},
    [S_KNIGHT] = {S_PAWN, S_BISHOP},   [S_BISHOP] = {S_KNIGHT, S_PAWN},
    [S_PAWN] = {S_BISHOP, S_KNIGHT_AGAIN},
};
/* Those in force, and the same for sets of kinds (bit 1 << kind): all companions of any kind in the set. */
static Run companions[S_KNIGHT_AGAIN];
static uint8_t companions_of[1 << KIND_NB];

/* ---- Options of the rules ---- */

static struct {
    int any_pairing, both_kings;
} rules;

static const RuleOption rule_options[] = {
    {"pairing", "kinds|any", &rules.any_pairing, .words = "any: any two moves combine, one on each board."},
    {"kings", "either|both", &rules.both_kings,
     .words = "both: a side that has lost both Kings has lost; on a board without its King its other pieces still move."},
    {.name = NULL},
};

static bool compatible(unsigned kind, unsigned other)
{
    return companions_of[1 << kind] >> other & 1;
}

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

/* ---- A move ----
 *
 * The move on Board A is in the low 24 bits, the move on Board B above it. The bits of a half:
 * from 0-5, to 6-11, kind 12-14, captured type 15-17, promotion type 18-20, double step 21,
 * en passant 22.
 */
typedef uint32_t Half;
enum {
    HALF_BITS = 24, TO_SHIFT = 6, KIND_SHIFT = 12, VICTIM_SHIFT = 15, PROMOTION_SHIFT = 18,
    DOUBLE_STEP = 1 << 21, EN_PASSANT = 1 << 22,
    NOISY_MASK = 63 << VICTIM_SHIFT /* a victim or a promotion */
};

static inline Half move_half(Move move, unsigned board)
{
    return move >> (board * HALF_BITS) & ((1u << HALF_BITS) - 1);
}
static inline unsigned half_from(Half half) { return half & 63; }
static inline unsigned half_to(Half half) { return half >> TO_SHIFT & 63; }
static inline unsigned half_kind(Half half) { return half >> KIND_SHIFT & 7; }
static inline unsigned half_victim(Half half) { return half >> VICTIM_SHIFT & 7; }
static inline unsigned half_promotion(Half half) { return half >> PROMOTION_SHIFT & 7; }
/* The type of the moving piece. */
static inline PieceType half_mover(Half half)
{
    return half_kind(half) == CASTLING ? KING : (PieceType)half_kind(half);
}
/* The square of the captured piece. */
static inline unsigned half_victim_square(Half half)
{
    /* A Pawn captured en passant stands on the origin's rank and the target's file. */
    return half & EN_PASSANT ? (half_from(half) & 56) | (half_to(half) & 7) : half_to(half);
}

/* ---- Geometry ---- */

static uint8_t rights_lost[BOARD_SQUARES]; /* by a move from or to the square */

/* Castling rights in FEN order, named by the Rook's file. */
enum Wing { SHORT, LONG, WING_NB };
static unsigned castling_right(Side side, unsigned board, unsigned wing)
{
    return side * 4u + board * 2u + wing;
}
#define BOTH_WINGS(first) {(first) + E1, (first) + G1, (first) + H1, (first) + F1}, {(first) + E1, (first) + C1, (first) + A1, \
    (first) + D1}
static const Castling castlings[] = {BOTH_WINGS(A1), BOTH_WINGS(64 + A1), BOTH_WINGS(A8), BOTH_WINGS(64 + A8)};
static const CastlingList all_castlings = {castlings, "HAPIhapi", sizeof castlings / sizeof *castlings};
/* The squares between King and Rook on the side's first rank, and the King's target. */
static const struct Gap {
    uint8_t king_to, path;
} gaps[WING_NB] = {[SHORT] = {G1, 1 << F1 | 1 << G1}, [LONG] = {C1, 1 << B1 | 1 << C1 | 1 << D1}};

/* ---- How the pieces move, on one board ---- */

/* The square of the side's King, which must exist. */
static inline unsigned field_king(const Field *f)
{
    return (unsigned)__builtin_ctzll(field_pieces(f, KING));
}

/*
 * The kinds that have a move on the board. Castling is not checked: King and Rook can then move too, and
 * every companion of castling is a companion of one of these. En passant is ignored.
 */
static unsigned mobile_kinds(const Field *f)
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
    uint64_t pawns_to = (step_forward(f->us, pawns) & ~f->occupied)
                        | (pawns_attack(f->us, pawns) & f->enemy);
    return (unsigned)(pawns_to != 0) << PAWN
           | (unsigned)((leap & field_pieces(f, KNIGHT)) != 0) << KNIGHT
           | (unsigned)((diagonal & field_pieces(f, BISHOP)) != 0) << BISHOP
           | (unsigned)((straight & field_pieces(f, ROOK)) != 0) << ROOK
           | (unsigned)((royal & field_pieces(f, QUEEN)) != 0) << QUEEN
           | (unsigned)((royal & field_pieces(f, KING)) != 0) << KING;
}

/* The kinds on a board that have a companion on the other board. */
static unsigned playable_kinds(const Board *b, unsigned board, Side side)
{
    Field other = field_of(b, board ^ 1, side);
    return companions_of[mobile_kinds(&other)];
}

/* ---- Halves of a move: the move on one board ---- */

typedef struct HalfList {
    Move halves[HALVES_MAX + KNIGHT_MAX + BLOCK]; /* in the bits they have in a move */
    unsigned first[SEGMENT_NB + 1];               /* start of each segment, and the end */
} HalfList;

static inline Move half_place(const Field *f, Half half)
{
    return (Move)half << (f->board * HALF_BITS);
}

static inline Move *emit(const Field *f, Move *out, unsigned kind, unsigned from, uint64_t targets)
{
    Half base = from | kind << KIND_SHIFT;
    const Piece *mailbox = f->b->base.board + f->board * 64;
    for (uint64_t set = targets & ~f->enemy; set; set &= set - 1)
        *out++ = half_place(f, base | (unsigned)__builtin_ctzll(set) << TO_SHIFT);
    for (uint64_t set = targets & f->enemy; set; set &= set - 1) {
        unsigned to = (unsigned)__builtin_ctzll(set), victim = piece_type(mailbox[to]);
        *out++ = half_place(f, base | to << TO_SHIFT | victim << VICTIM_SHIFT);
    }
    return out;
}

/* Inlined for each type, so that the compiler knows how it moves. */
static inline Move *list_pieces(const Field *f, PieceType type, uint64_t sources, uint64_t wanted,
                             Move *out)
{
    for (uint64_t pieces = field_pieces(f, type) & sources; pieces; pieces &= pieces - 1) {
        unsigned from = (unsigned)__builtin_ctzll(pieces);
        out = emit(f, out, type, from, piece_attacks(type, from, f->occupied) & wanted);
    }
    return out;
}

/* Castling out of, through and into attack is allowed. A right implies that King and Rook are at home. */
static Move *list_castlings(const Field *f, uint64_t sources, Move *out)
{
    unsigned first = f->us == WHITE ? A1 : A8;
    uint32_t rights = f->b->base.state->rights;
    if (!(sources >> (first + E1) & 1)) return out;
    for (unsigned wing = SHORT; wing <= LONG; ++wing) {
        const struct Gap *c = &gaps[wing];
        if (!(rights >> castling_right(f->us, f->board, wing) & 1)) continue;
        if (f->occupied >> first & c->path) continue;
        Half half = (first + E1) | (first + c->king_to) << TO_SHIFT | CASTLING << KIND_SHIFT;
        *out++ = half_place(f, half);
    }
    return out;
}

/* A Pawn's move; on the last rank four promotions. */
static inline Move *emit_pawn(const Field *f, Move *out, unsigned from, unsigned to, Half more)
{
    Half half = from | to << TO_SHIFT | PAWN << KIND_SHIFT | more;
    if (to >= 8 && to < 56) {
        *out++ = half_place(f, half);
        return out;
    }
    for (unsigned type = QUEEN; type >= KNIGHT; --type)
        *out++ = half_place(f, half | type << PROMOTION_SHIFT);
    return out;
}

static Move *list_pawn_captures(const Field *f, uint64_t pawns, Move *out)
{
    const Piece *mailbox = f->b->base.board + f->board * 64;
    uint64_t ahead = step_forward(f->us, pawns);
    int up = f->us == WHITE ? 8 : -8;
    for (uint64_t set = step_left(ahead) & f->enemy; set; set &= set - 1) {
        int to = __builtin_ctzll(set);
        Half victim = (Half)piece_type(mailbox[to]) << VICTIM_SHIFT;
        out = emit_pawn(f, out, (unsigned)(to - up + 1), (unsigned)to, victim);
    }
    for (uint64_t set = step_right(ahead) & f->enemy; set; set &= set - 1) {
        int to = __builtin_ctzll(set);
        Half victim = (Half)piece_type(mailbox[to]) << VICTIM_SHIFT;
        out = emit_pawn(f, out, (unsigned)(to - up - 1), (unsigned)to, victim);
    }
    unsigned ep = f->b->base.state->ep[f->board];
    if (ep == SQUARE_NONE) return out;
    ep &= 63;
    for (uint64_t set = pawn_attacks[f->us ^ 1][ep] & pawns; set; set &= set - 1)
        out = emit_pawn(f, out, (unsigned)__builtin_ctzll(set), ep,
                        PAWN << VICTIM_SHIFT | EN_PASSANT);
    return out;
}

static Move *list_pawns(const Field *f, GenKind kind, uint64_t sources, Move *out)
{
    uint64_t pawns = field_pieces(f, PAWN) & sources, empty = ~f->occupied;
    int up = f->us == WHITE ? 8 : -8;
    uint64_t last = rank_of(f->us, 7);
    uint64_t one = step_forward(f->us, pawns) & empty;
    uint64_t two = step_forward(f->us, one & rank_of(f->us, 2)) & empty;
    uint64_t wanted = (kind & GEN_NOISY ? last : 0) | (kind & GEN_QUIET ? ~last : 0);
    for (uint64_t set = one & wanted; set; set &= set - 1) {
        int to = __builtin_ctzll(set);
        out = emit_pawn(f, out, (unsigned)(to - up), (unsigned)to, 0);
    }
    if (kind & GEN_QUIET) {
        for (; two; two &= two - 1) {
            int to = __builtin_ctzll(two);
            out = emit_pawn(f, out, (unsigned)(to - 2 * up), (unsigned)to, DOUBLE_STEP);
        }
    }
    return kind & GEN_NOISY ? list_pawn_captures(f, pawns, out) : out;
}

/* Lists the moves of the side to move on a board that start on `sources`. Noisy ones capture or promote. */
static void list_halves(const Board *b, unsigned board, GenKind kind, uint64_t sources,
                        HalfList *list)
{
    Field field = field_of(b, board, b->base.side);
    const Field *f = &field;
    uint64_t wanted = (kind & GEN_NOISY ? f->enemy : 0) | (kind & GEN_QUIET ? ~f->occupied : 0);
    Move *start = list->halves, *out = start;
    list->first[S_QUEEN] = 0;
    out = list_pieces(f, QUEEN, sources, wanted, out);
    list->first[S_KING] = (unsigned)(out - start);
    out = list_pieces(f, KING, sources, wanted, out);
    list->first[S_CASTLING] = (unsigned)(out - start);
    if (kind & GEN_QUIET) out = list_castlings(f, sources, out);
    list->first[S_ROOK] = (unsigned)(out - start);
    out = list_pieces(f, ROOK, sources, wanted, out);
    list->first[S_KNIGHT] = (unsigned)(out - start);
    out = list_pieces(f, KNIGHT, sources, wanted, out);
    list->first[S_PAWN] = (unsigned)(out - start);
    out = list_pawns(f, kind, sources, out);
    list->first[S_BISHOP] = (unsigned)(out - start);
    out = list_pieces(f, BISHOP, sources, wanted, out);
    list->first[S_KNIGHT_AGAIN] = (unsigned)(out - start);
    for (unsigned i = list->first[S_KNIGHT]; i < list->first[S_PAWN]; ++i) *out++ = start[i];
    list->first[SEGMENT_NB] = (unsigned)(out - start);
    for (int i = 0; i < BLOCK - 1; ++i) *out++ = MOVE_NONE;
}

/* ---- Moves ---- */

/* Writes every compatible pair of two lists. It writes whole blocks, so the last one runs past its end; the
 * next pair or the slack of max_moves is there. */
static Move *pair_halves(const HalfList *a, const HalfList *b, Move *restrict out)
{
    for (unsigned s = 0; s < S_KNIGHT_AGAIN; ++s) {
        const Move *run = b->halves + b->first[companions[s].first];
        size_t n = b->first[companions[s].last + 1] - b->first[companions[s].first];
        if (n == 0) continue;
        for (unsigned i = a->first[s]; i < a->first[s + 1]; ++i, out += n) {
            Move half = a->halves[i];
            for (size_t j = 0; j < n; j += BLOCK)
                for (size_t k = j; k < j + BLOCK; ++k) out[k] = half | run[k];
        }
    }
    return out;
}

/* Writes the halves of a list as parts of moves. */
static MovePart *put_parts(const HalfList *list, MovePart *out)
{
    for (unsigned s = 0; s < S_KNIGHT_AGAIN; ++s) {
        uint8_t kind = segment_kind[s], with = companions_of[1 << kind];
        const Move *half = list->halves + list->first[s], *end = list->halves + list->first[s + 1];
        for (; half < end; ++half) *out++ = (MovePart){*half, kind, with};
    }
    return out;
}

/* Has a side the Kings without which it has lost? */
static bool has_its_kings(const Board *b, Side side)
{
    uint64_t a = b->type[KING].w[0] & b->side[side].w[0], c = b->type[KING].w[1] & b->side[side].w[1];
    return rules.both_kings ? a || c : a && c;
}

/* A move is noisy if one of its halves is. */
static Move *bordahbee_generate(const Position *pos, GenKind kind, Move *out)
{
    const Board *b = board_const(pos);
    const uint64_t all = ~(uint64_t)0;
    HalfList list_a, list_b;
    if (!has_its_kings(b, pos->side)) return out;
    if (kind == GEN_NOISY) {
        list_halves(b, 0, GEN_NOISY, all, &list_a);
        list_halves(b, 1, GEN_ALL, all, &list_b);
        out = pair_halves(&list_a, &list_b, out);
        list_halves(b, 0, GEN_QUIET, all, &list_a);
        list_halves(b, 1, GEN_NOISY, all, &list_b);
    } else {
        list_halves(b, 0, kind, all, &list_a);
        list_halves(b, 1, kind, all, &list_b);
    }
    return pair_halves(&list_a, &list_b, out);
}

static bool half_is_legal(const Board *b, unsigned board, Half half)
{
    HalfList list;
    list_halves(b, board, GEN_ALL, (uint64_t)1 << half_from(half), &list);
    for (unsigned i = 0; i < list.first[S_KNIGHT_AGAIN]; ++i)
        if (move_half(list.halves[i], board) == half) return true;
    return false;
}

static bool bordahbee_move_is_legal(const Position *pos, Move move)
{
    const Board *b = board_const(pos);
    Half a = move_half(move, 0), c = move_half(move, 1);
    return move >> MOVE_BITS == 0 && compatible(half_kind(a), half_kind(c))
           && has_its_kings(b, pos->side) && half_is_legal(b, 0, a) && half_is_legal(b, 1, c);
}

/* Does a Pawn of the side to move stand where it captures en passant on this board? */
static bool may_take_ep(const Board *b, unsigned board)
{
    Square ep = b->base.state->ep[board];
    if (ep == SQUARE_NONE) return false;
    Field f = field_of(b, board, b->base.side);
    return (pawn_attacks[b->base.side ^ 1][ep & 63] & field_pieces(&f, PAWN)) != 0;
}

/* The key of the squares on which some legal move captures en passant: with any companion, another such capture, too. */
static Key ep_key(const Board *b)
{
    Key key = 0;
    for (unsigned board = 0; board < 2; ++board) {
        if (!may_take_ep(b, board) || !has_its_kings(b, b->base.side)) continue;
        Field other = field_of(b, board ^ 1, b->base.side);
        unsigned kinds = mobile_kinds(&other) | (unsigned)may_take_ep(b, board ^ 1) << PAWN;
        if (companions_of[kinds] >> PAWN & 1) key ^= zobrist_ep[board][b->base.state->ep[board]];
    }
    return key;
}


static Key bordahbee_extra_key(const Position *pos) { return zobrist_rights(pos->state->rights) ^ ep_key(board_const(pos)); }

static void make_half(Board *b, unsigned board, Half half)
{
    Square base = (Square)(board * 64);
    Square from = (Square)(base + half_from(half)), to = (Square)(base + half_to(half));
    if (half_victim(half)) board_remove(b, (Square)(base + half_victim_square(half)));
    Piece piece = b->base.board[from];
    if (half_promotion(half)) piece = piece_make(piece_side(piece), (PieceType)half_promotion(half));
    board_move_as(b, from, to, piece);
    if (half & DOUBLE_STEP) b->base.state->ep[board] = (Square)((from + to) / 2);
    if (half_kind(half) == CASTLING) castling_rook(b, &all_castlings, from, to);
}

/* The change of the key by a half, without promotion and the castling Rook. */
static inline Key half_key(const Position *pos, unsigned board, Half half)
{
    Square base = (Square)(board * 64), victim = (Square)(base + half_victim_square(half));
    Square from = (Square)(base + half_from(half)), to = (Square)(base + half_to(half));
    Piece piece = pos->board[from];
    Key key = zobrist_piece[piece][from] ^ zobrist_piece[piece][to];
    return half_victim(half) ? key ^ zobrist_piece[pos->board[victim]][victim] : key;
}

static Key bordahbee_key_after(const Position *pos, Move move)
{
    return pos->state->key ^ zobrist_side ^ half_key(pos, 0, move_half(move, 0)) ^ half_key(pos, 1, move_half(move, 1));
}

static void bordahbee_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Half half[2] = {move_half(move, 0), move_half(move, 1)};
    Key ep_before = ep_key(b);
    State *state = position_push(pos, move);
    state->key ^= ep_before;

    uint32_t lost = 0;
    bool irreversible = false;
    for (unsigned board = 0; board < 2; ++board) {
        Half h = half[board];
        lost |= rights_lost[board * 64 + half_from(h)] | rights_lost[board * 64 + half_to(h)];
        irreversible = irreversible || half_kind(h) == PAWN || half_victim(h);
    }
    castling_lose(state, lost);
    if (irreversible) state->counter = state->reversible = 0;

    make_half(b, 0, half[0]);
    make_half(b, 1, half[1]);
    if ((half[0] | half[1]) & DOUBLE_STEP) state->key ^= ep_key(b);
}

/* ---- End of the game ---- */

/* The kinds of a side's enemies that could capture its King on a board. */
static unsigned kinds_at_king(const Board *b, unsigned board, Side us)
{
    Field own = field_of(b, board, us), enemy = field_of(b, board, us ^ 1);
    unsigned kinds = 0;
    if (!field_pieces(&own, KING)) return 0;
    uint64_t attackers = field_attackers(&enemy, field_king(&own), own.occupied);
    for (unsigned kind = PAWN; attackers && kind <= KING; ++kind)
        if (attackers & field_pieces(&enemy, (PieceType)kind)) kinds |= 1u << kind;
    return kinds;
}

/* Generalised check: a King whose loss loses the game could be captured, and that capture has a companion on the other board. A
 * pass clears en passant, so this is exact. */
static bool bordahbee_in_peril(const Position *pos)
{
    const Board *b = board_const(pos);
    Side us = pos->side;
    if (!has_its_kings(b, us)) return false;
    unsigned kinds[2] = {kinds_at_king(b, 0, us), kinds_at_king(b, 1, us)};
    Bitboard kings = board_pieces(b, us, KING);
    if (rules.both_kings && bb_many(kings)) return companions_of[kinds[0]] & kinds[1]; /* both in one move */
    for (unsigned board = 0; board < 2; ++board)
        if (kinds[board] && kinds[board] & playable_kinds(b, board, us ^ 1)) return true;
    return false;
}

static Outcome bordahbee_board_outcome(const Position *pos)
{
    for (Side side = WHITE; side <= BLACK; ++side)
        if (!has_its_kings(board_const(pos), side))
            return (Outcome){result_win(side ^ 1), rules.both_kings ? "both Kings captured" : "King captured"};
    return (Outcome){ONGOING, NULL};
}

static Outcome bordahbee_no_move_outcome(const Position *pos)
{
    return (Outcome){result_win(pos->side ^ 1), "no compatible moves"};
}

/* ---- Move ordering and exchanges ---- */

/* The value of a piece in an exchange: a King costs more than all other pieces; two Kings still fit 16 bits. */
enum { KING_EXCHANGE = 15000 };
static inline int exchange_value(unsigned type) { return type == KING ? KING_EXCHANGE : piece_table[type].mg; }

static inline int half_gain(Half half)
{
    int gain = half_victim(half) ? exchange_value(half_victim(half)) : 0;
    if (half_promotion(half)) gain += piece_table[half_promotion(half)].mg - piece_table[PAWN].mg;
    return gain;
}

static void bordahbee_describe(const Position *pos, const Move *moves, size_t n, MoveInfo *out)
{
    Attacked attacked = {.board = board_const(pos)};
    for (size_t i = 0; i < n; ++i, ++out) {
        int gain = 0, attacker = 0, best = -1;
        *out = (MoveInfo){.noisy = false};
        for (unsigned board = 0; board < 2; ++board) {
            Half half = move_half(moves[i], board);
            if (!half) continue;
            PieceType mover = half_mover(half), victim = (PieceType)half_victim(half);
            unsigned from = board * 64 + half_from(half), to = board * 64 + half_to(half);
            out->piece_to[board] = piece_to_index(type_slot(pos->side, mover), (Square)to);
            out->from_to[board] = from_to_index((Square)from, (Square)to);
            if (!(half & NOISY_MASK)) {
                out->attacked[board] = board_attacked(&attacked, (Square)from, (Square)to);
                continue;
            }
            out->noisy = true;
            gain += half_gain(half);
            if (!victim) continue;
            attacker += piece_table[mover].mg;
            if (exchange_value(victim) <= best) continue;
            best = exchange_value(victim);
            out->victim = victim;
        }
        out->gain = (int16_t)gain;
        out->attacker = (int16_t)attacker;
    }
}

/* The piece on the target square after a half. */
static PieceType half_occupant(Half half)
{
    return half_promotion(half) ? (PieceType)half_promotion(half) : half_mover(half);
}

/*
 * The gain of a half by the exchanges on its target square: the swap algorithm of the Chess Programming Wiki.
 * It ignores whether a recapture has a companion, since that may change.
 */
static Score half_see(const Board *b, unsigned board, Half half)
{
    unsigned to = half_to(half), depth = 0;
    Score gain[66];
    uint64_t side[SIDE_NB] = {b->side[WHITE].w[board], b->side[BLACK].w[board]};
    uint64_t queens = b->type[QUEEN].w[board];
    uint64_t diagonal = b->type[BISHOP].w[board] | queens, straight = b->type[ROOK].w[board] | queens;
    uint64_t pawns = b->type[PAWN].w[board];
    uint64_t occupied = (side[WHITE] | side[BLACK]) & ~((uint64_t)1 << half_from(half));
    if (half_victim(half)) occupied &= ~((uint64_t)1 << half_victim_square(half));
    uint64_t attackers = (pawn_attacks[BLACK][to] & pawns & side[WHITE]) | (pawn_attacks[WHITE][to] & pawns & side[BLACK])
                         | officers_attacking(b, board, to, occupied);
    PieceType occupant = half_occupant(half);
    gain[0] = half_gain(half);

    for (Side us = b->base.side ^ 1;; us ^= 1) {
        uint64_t own = attackers & occupied & side[us];
        if (!own) break;
        PieceType min = PAWN;
        while (!(own & b->type[min].w[board])) ++min;
        ++depth;
        gain[depth] = exchange_value(occupant) - gain[depth - 1];
        if (occupant == KING) break; /* the King is captured: the exchange ends */
        own &= b->type[min].w[board];
        occupied &= ~(own & (~own + 1));
        /* add x-ray attackers */
        if (min != KNIGHT && min != ROOK) attackers |= bishop_word(to, occupied) & diagonal;
        if (min >= ROOK) attackers |= rook_word(to, occupied) & straight;
        occupant = min;
    }
    for (; depth > 0; --depth)
        if (gain[depth] > -gain[depth - 1]) gain[depth - 1] = -gain[depth];
    return gain[0];
}

/* The boards do not touch, so the exchanges on the two squares add up. */
static bool bordahbee_see_ge(const Position *pos, Move move, Score threshold)
{
    const Board *b = board_const(pos);
    Half half[2] = {move_half(move, 0), move_half(move, 1)};
    if (half_victim(half[0]) == KING || half_victim(half[1]) == KING) return true;
    /* A half wins at most the value of its victim, and at least that minus the value of its piece. */
    Score gain = half_gain(half[0]) + half_gain(half[1]);
    if (gain < threshold) return false;
    if (gain - exchange_value(half_occupant(half[0])) - exchange_value(half_occupant(half[1])) >= threshold) return true;
    Score left = threshold - half_see(b, 0, half[0]);
    return half_gain(half[1]) >= left && half_see(b, 1, half[1]) >= left;
}

/* ---- Quiescence ---- */

/* Does a quiet half lose nothing on its target square? If neither its origin nor its target is attacked, no
 * line through the origin can open an attack on the target. Otherwise half_see decides. */
static bool is_safe(const Board *b, unsigned board, Half half, uint64_t attacked)
{
    uint64_t squares = (uint64_t)1 << half_from(half) | (uint64_t)1 << half_to(half);
    return !(attacked & squares) || half_see(b, board, half) >= 0;
}

/* The gain in piece-square value by a quiet half, in centipawns. */
static int square_gain(Side us, Half half)
{
    const Tapered *row = piece_square[piece_make(us, half_mover(half))];
    int gain = tapered_mg(row[half_to(half)] - row[half_from(half)]);
    return us == WHITE ? gain : -gain;
}

/* Among the quiet halves of a kind, the safe one with the largest square_gain, the first of equals, or
 * MOVE_NONE. Reorders the list. */
static Move best_companion(const Board *b, unsigned board, Move *halves, unsigned count, uint64_t attacked)
{
    Side us = b->base.side;
    while (count > 0) {
        int best_gain = INT32_MIN;
        unsigned best = 0;
        for (unsigned i = 0; i < count; ++i) {
            int gain = square_gain(us, move_half(halves[i], board));
            if (gain <= best_gain) continue;
            best_gain = gain;
            best = i;
        }
        if (is_safe(b, board, move_half(halves[best], board), attacked)) return halves[best];
        --count;
        for (unsigned i = best; i < count; ++i) halves[i] = halves[i + 1];
    }
    return MOVE_NONE;
}

/* Writes the best companion of each kind. */
static MovePart *put_best_companions(const Board *b, unsigned board, MovePart *out)
{
    HalfList list;
    Field enemy = field_of(b, board, b->base.side ^ 1);
    uint64_t attacked = field_attacks(&enemy);
    list_halves(b, board, GEN_QUIET, ~(uint64_t)0, &list);
    for (unsigned s = 0; s < S_KNIGHT_AGAIN; ++s) {
        unsigned first = list.first[s], end = list.first[s + 1];
        Move best = best_companion(b, board, list.halves + first, end - first, attacked);
        if (best) *out++ = (MovePart){best, segment_kind[s], companions_of[1 << segment_kind[s]]};
    }
    return out;
}

static void bordahbee_generate_parts(const Position *pos, bool tactical, MovePart *out[2])
{
    const Board *b = board_const(pos);
    HalfList list;
    bool noisy[2] = {false, false};
    if (!has_its_kings(b, pos->side)) return;
    for (unsigned board = 0; board < 2; ++board) {
        list_halves(b, board, tactical ? GEN_NOISY : GEN_ALL, ~(uint64_t)0, &list);
        out[board] = put_parts(&list, out[board]);
        noisy[board] = list.first[S_KNIGHT_AGAIN] != 0;
    }
    if (!tactical) return;
    for (unsigned board = 0; board < 2; ++board)
        if (noisy[board ^ 1]) out[board] = put_best_companions(b, board, out[board]);
}

/* ---- Evaluation ---- */

/*
 * The evaluation of one board alone, from White's point of view. The search meets most boards with many
 * different other boards, so it is cached by the board's key. Only the kinds that have companions depend on
 * the other board.
 */
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

/* The side to move gets a large bonus, because two boards offer many attacks at once. */
enum { TEMPO_MG = 150, TEMPO_EG = 75 };

static Tapered square_value(PieceType type, unsigned file, unsigned rank)
{
    int f = board_centre(file, BOARD_FILES), r = board_centre(rank, BOARD_RANKS), advanced = (int)rank;
    switch (type) {
    case PAWN:
        return tapered((f - 1) * (advanced > 1 ? 5 : 2) + (f == 3 && rank >= 3 ? 10 : 0) + advanced * 3 - 8,
                       advanced * advanced * 3 / 2 - 8);
    case KNIGHT: return tapered((f + r) * 9 - 36 + (rank >= 3 && rank <= 5 ? 8 : 0), (f + r) * 6 - 20);
    case BISHOP: return tapered((f + r) * 4 - 12 - (rank == 0 ? 8 : 0), (f + r) * 3 - 9);
    case ROOK: return tapered(f * 4 - 6 + (rank == 6 ? 15 : 0), rank == 6 ? 10 : 0);
    case QUEEN: return tapered(f + r - 3, (f + r) * 4 - 12);
    default: return tapered(rank == 0 ? 12 - f * f * 5 : -20 - advanced * 10 - f * 4, (f + r) * 6 - 18);
    }
}

/* Doubled and isolated Pawns; sets *passed. */
static Tapered evaluate_structure(const Field *f, uint64_t *passed)
{
    Tapered sum = 0;
    Side them = f->us ^ 1;
    uint64_t own = field_pieces(f, PAWN), enemy = f->b->type[PAWN].w[f->board] & f->enemy;
    for (uint64_t set = own; set; set &= set - 1) {
        unsigned s = (unsigned)__builtin_ctzll(set);
        uint64_t file = FILE_A << (s & 7), one = (uint64_t)1 << s;
        if (!(passed_mask[f->us][s] & enemy)) *passed |= one;
        if (own & file & ~one) sum -= tapered(0, 30);
        if (!((passed_mask[f->us][s] | passed_mask[them][s] | step_left(one) | step_right(one)) & own & ~file))
            sum -= tapered(8, 8);
    }
    return sum;
}

/* The squares that the side's King attacks, if it is on the board. */
static uint64_t near_king(const Field *f) { return field_pieces(f, KING) ? king_attacks[field_king(f)] : 0; }

/* The value of a King where the loss of one loses nothing more. */
enum { KING_OF_TWO = 600 };

/* Passed Pawns and the King's shield. */
static Tapered evaluate_pawns(const Field *f, uint64_t passed)
{
    Tapered sum = 0;
    for (uint64_t set = passed & f->own; set; set &= set - 1) {
        unsigned s = (unsigned)__builtin_ctzll(set);
        int rank = (int)square_relative_rank(f->us, (Square)s);
        bool blocked = step_forward(f->us, (uint64_t)1 << s) & f->occupied;
        sum += tapered(rank * rank, rank * rank * (blocked ? 2 : 4));
    }
    int shield = __builtin_popcountll(near_king(f) & field_pieces(f, PAWN));
    return sum + tapered(shield * 10, 0);
}

/* Mobility, counted by kind in `moves`, and pressure on the enemy King. Pieces of kinds without a companion
 * on the other board count half and do not threaten. Adds to *attacked. */
static Tapered evaluate_pieces(const Field *f, unsigned playable, uint16_t moves[KIND_NB],
                            uint64_t *attacked)
{
    static const int8_t mobility_mg[] = {[KNIGHT] = 4, [BISHOP] = 4, [ROOK] = 3, [QUEEN] = 2};
    static const int8_t mobility_eg[] = {[KNIGHT] = 3, [BISHOP] = 4, [ROOK] = 4, [QUEEN] = 3};
    static const int8_t usual[] = {[KNIGHT] = 4, [BISHOP] = 5, [ROOK] = 6, [QUEEN] = 11};
    static const int8_t threat[] = {[KNIGHT] = 3, [BISHOP] = 3, [ROOK] = 4, [QUEEN] = 6};
    Tapered sum = 0;
    Field enemy = field_of(f->b, f->board, f->us ^ 1);
    uint64_t guarded = pawns_attack(enemy.us, field_pieces(&enemy, PAWN));
    uint64_t zone = near_king(&enemy) | field_pieces(&enemy, KING);
    int pressure = 0, attackers = 0;
    for (PieceType type = KNIGHT; type <= QUEEN; ++type) {
        bool goes = playable >> type & 1;
        for (uint64_t pieces = field_pieces(f, type); pieces; pieces &= pieces - 1) {
            unsigned s = (unsigned)__builtin_ctzll(pieces);
            uint64_t attacks = piece_attacks(type, s, f->occupied);
            uint64_t targets = attacks & ~f->own;
            *attacked |= attacks;
            moves[type] = (uint16_t)(moves[type] + __builtin_popcountll(targets));
            int n = __builtin_popcountll(targets & ~guarded);
            n = (goes ? n : n / 2) - usual[type];
            sum += tapered(n * mobility_mg[type], n * mobility_eg[type]);
            int hits = __builtin_popcountll(attacks & zone);
            if (hits && goes) {
                ++attackers;
                pressure += hits * threat[type];
            }
            uint64_t file = FILE_A << (s & 7);
            if (type == ROOK && !(file & field_pieces(f, PAWN)))
                sum += file & field_pieces(&enemy, PAWN) ? tapered(10, 15) : tapered(45, 10);
        }
    }
    if (attackers > 1) {
        int danger = pressure * attackers * 2;
        sum += tapered(danger < 800 ? danger : 800, pressure);
    }
    uint64_t bishops = field_pieces(f, BISHOP);
    if (bishops & (bishops - 1)) sum += tapered(20, 10);
    return sum;
}

/* 16 * log2(n) for n >= 1, linear between powers of two. */
static int log2_sixteenths(unsigned n)
{
    int log = 31 - __builtin_clz(n);
    return log * 16 + (int)((((uint64_t)n << 4) >> log) & 15);
}

/* Approximates the number of moves; ignores castling and en passant. A kind pairs with the other kinds of its
 * group (King, Queen, Rook or Knight, Bishop, Pawn), and King with King too. */
static unsigned pair_count(const uint16_t a[KIND_NB], const uint16_t b[KIND_NB])
{
    if (rules.any_pairing) {
        unsigned all[2] = {0, 0};
        for (unsigned kind = PAWN; kind <= KING; ++kind) all[0] += a[kind], all[1] += b[kind];
        return all[0] * all[1];
    }
    int lesser = b[PAWN] + b[KNIGHT] + b[BISHOP], greater = b[ROOK] + b[QUEEN] + b[KING], n = a[KING] * greater;
    for (unsigned kind = PAWN; kind <= BISHOP; ++kind) n += a[kind] * (lesser - b[kind]);
    for (unsigned kind = ROOK; kind <= QUEEN; ++kind) n += a[kind] * (greater - b[kind]);
    return (unsigned)n;
}

/* Enemy pieces that are unguarded or attacked by a Pawn: hard to watch on two boards. */
static Tapered evaluate_threats(const Field *f, uint64_t attacked, uint64_t guarded)
{
    static const int8_t loose_mg[] = {
        [PAWN] = 10, [KNIGHT] = 40, [BISHOP] = 35, [ROOK] = 65, [QUEEN] = 15};
    Tapered sum = 0;
    Field enemy = field_of(f->b, f->board, f->us ^ 1);
    uint64_t loose = f->enemy & attacked & ~guarded;
    for (PieceType type = PAWN; type <= QUEEN; ++type)
        sum += __builtin_popcountll(field_pieces(&enemy, type) & loose) * tapered(loose_mg[type], 10);
    uint64_t minors = field_pieces(&enemy, KNIGHT) | field_pieces(&enemy, BISHOP);
    minors &= pawns_attack(f->us, field_pieces(f, PAWN));
    sum += __builtin_popcountll(minors) * tapered(40, -20);
    return sum + __builtin_popcountll(field_pieces(&enemy, QUEEN) & attacked) * tapered(50, 25);
}

/* The evaluation of a side's pieces on a board, without threats. */
static Tapered evaluate_side(const Field *f, unsigned playable, uint16_t moves[KIND_NB], uint64_t *attacked)
{
    uint64_t pawns = field_pieces(f, PAWN), king = near_king(f), passed = 0;
    *attacked = pawns_attack(f->us, pawns) | king;
    Tapered sum = evaluate_structure(f, &passed);
    sum += evaluate_pawns(f, passed) + evaluate_pieces(f, playable, moves, attacked);
    moves[KING] = (uint16_t)__builtin_popcountll(king & ~f->own);
    moves[PAWN] = (uint16_t)(__builtin_popcountll(step_forward(f->us, pawns) & ~f->occupied)
                             + __builtin_popcountll(pawns_attack(f->us, pawns) & f->enemy));
    if (rules.both_kings) sum += __builtin_popcountll(field_pieces(f, KING)) * tapered(KING_OF_TWO, KING_OF_TWO);
    /* A King that cannot move falls to the first attack. */
    if (!(playable >> KING & 1) || !moves[KING]) sum -= tapered(12, 20);
    /* Without a Knight or Bishop to move on the other board, Pawns cannot move. */
    if (!(playable >> PAWN & 1)) sum -= __builtin_popcountll(pawns) * tapered(0, 50);
    return sum;
}

/* Fills in sum and moves, given the playable kinds. */
static void evaluate_board(const Board *b, unsigned board, BoardEval *entry)
{
    uint64_t *attacked = entry->attacked;
    memset(entry->moves, 0, sizeof entry->moves);
    Field white = field_of(b, board, WHITE), black = field_of(b, board, BLACK);
    entry->sum = evaluate_side(&white, entry->playable[WHITE], entry->moves[WHITE], &attacked[WHITE])
                   - evaluate_side(&black, entry->playable[BLACK], entry->moves[BLACK], &attacked[BLACK]);
    entry->sum += evaluate_threats(&white, attacked[WHITE], attacked[BLACK])
                    - evaluate_threats(&black, attacked[BLACK], attacked[WHITE]);
}

/* A hash of the pieces on a board, never 0. */
static Key board_key(const Board *b, unsigned board)
{
    /* three bits give the type, one the owner */
    uint64_t odd = b->type[PAWN].w[board] | b->type[BISHOP].w[board] | b->type[QUEEN].w[board];
    uint64_t middle = b->type[KNIGHT].w[board] | b->type[BISHOP].w[board] | b->type[KING].w[board];
    uint64_t high = b->type[ROOK].w[board] | b->type[QUEEN].w[board] | b->type[KING].w[board];
    const uint64_t planes[] = {b->side[WHITE].w[board], odd, middle, high};
    Key key = 0;
    /* A product alone hands the last square on to hardly any other bit: the next plane could undo that. */
    for (int i = 0; i < 4; ++i) key = splitmix64_mix(key ^ planes[i]);
    return key | 1;
}

/* A new entry, with only the kinds that can move. */
static BoardEval board_eval_new(const Board *b, unsigned board, Key key)
{
    BoardEval entry = {.key = key};
    for (Side side = WHITE; side <= BLACK; ++side) {
        Field f = field_of(b, board, side);
        entry.mobile[side] = (uint8_t)mobile_kinds(&f);
    }
    return entry;
}

/* The entry of a board, with at least the kinds that can move: in the scratch memory, else in *fresh. */
static BoardEval *board_eval_of(const Board *b, unsigned board, EvalScratch *scratch, BoardEval *fresh)
{
    Key key = board_key(b, board);
    BoardEval *entry = scratch ? &scratch->board_evals[board][key >> 32 & (BOARD_EVALS - 1)] : fresh;
    if (!scratch || entry->key != key) *entry = board_eval_new(b, board, key);
    return entry;
}

/* Evaluates a board for the kinds that can move on the other board, unless that is done. */
static void board_eval_settle(const Board *b, unsigned board, BoardEval *entry, const BoardEval *other)
{
    uint8_t white = companions_of[other->mobile[WHITE]], black = companions_of[other->mobile[BLACK]];
    if (entry->evaluated && entry->playable[WHITE] == white && entry->playable[BLACK] == black) return;
    entry->playable[WHITE] = white;
    entry->playable[BLACK] = black;
    entry->evaluated = true;
    evaluate_board(b, board, entry);
}

/* Fills in what each side attacks. */
static void map_attacks(const Board *b, unsigned board, BoardEval *entry)
{
    for (Side side = WHITE; side <= BLACK; ++side) {
        Field f = field_of(b, board, side);
        entry->attacked[side] = field_attacks(&f);
    }
    entry->mapped = true;
}

static void bordahbee_attacks(const Position *pos, EvalScratch *scratch, SquareSet attacked[SIDE_NB])
{
    const Board *b = board_const(pos);
    memset(attacked, 0, SIDE_NB * sizeof *attacked);
    for (unsigned board = 0; board < 2; ++board) {
        BoardEval fresh, *entry = board_eval_of(b, board, scratch, &fresh);
        if (!entry->evaluated && !entry->mapped) map_attacks(b, board, entry);
        for (Side side = WHITE; side <= BLACK; ++side) attacked[side].w[board] = entry->attacked[side];
    }
}

/* The kinds on each board that have a companion on the other one. */
static uint32_t bordahbee_facts(const Position *pos, EvalScratch *scratch)
{
    const Board *b = board_const(pos);
    uint32_t facts = 0;
    for (unsigned board = 0; board < 2; ++board) {
        BoardEval fresh;
        const BoardEval *other = board_eval_of(b, board ^ 1, scratch, &fresh);
        for (Side side = WHITE; side <= BLACK; ++side)
            facts |= (uint32_t)(companions_of[other->mobile[side]] >> PAWN & ((1 << KING) - 1)) << (side * 2 + board) * KING;
    }
    return facts;
}

/* Few pairs of moves are a disadvantage; none loses. */
static Tapered evaluate_flexibility(const BoardEval *a, const BoardEval *b, Side us)
{
    int flexibility = log2_sixteenths(1 + pair_count(a->moves[us], b->moves[us]));
    return tapered(flexibility * 120 / 16, flexibility * 55 / 16);
}

static Tapered bordahbee_evaluate(const Position *pos, EvalScratch *scratch)
{
    const Board *b = board_const(pos);
    if (!has_its_kings(b, pos->side)) return 0;
    BoardEval fresh[2];
    BoardEval *first = board_eval_of(b, 0, scratch, &fresh[0]), *second = board_eval_of(b, 1, scratch, &fresh[1]);
    board_eval_settle(b, 0, first, second);
    board_eval_settle(b, 1, second, first);
    Tapered sum =
        first->sum + second->sum + evaluate_flexibility(first, second, WHITE) - evaluate_flexibility(first, second, BLACK);
    /* Self-play results give all this half as much weight again relative to material. */
    return tapered(tapered_mg(sum) * 3 / 2, tapered_eg(sum) * 3 / 2)
           + (pos->side == WHITE ? tapered(TEMPO_MG, TEMPO_EG) : -tapered(TEMPO_MG, TEMPO_EG));
}

/* ---- Tables ---- */

static void bordahbee_init(void)
{
    orthodox_init();
    psq_fill(square_value);
    castling_init(&all_castlings, rights_lost);
}

static bool bordahbee_adjust(Variant *bordahbee, ErrorText *error)
{
    (void)error;
    static DisplaySheet any_display;
    if (rules.any_pairing) {
        bordahbee->max_moves = HALVES_MAX * HALVES_MAX + BLOCK - 1;
        any_display = *bordahbee->display;
        any_display.leg_rule = NULL;
        bordahbee->display = &any_display;
    }
    for (unsigned s = 0; s < S_KNIGHT_AGAIN; ++s) companions[s] = rules.any_pairing ? (Run){S_QUEEN, S_BISHOP} : own_companions[s];
    memset(companions_of, 0, sizeof companions_of);
    for (unsigned set = 0; set < 1 << KIND_NB; ++set)
        for (unsigned s = 0; s < S_KNIGHT_AGAIN; ++s)
            for (unsigned c = companions[s].first; c <= companions[s].last; ++c)
                if (set >> segment_kind[s] & 1) companions_of[set] |= (uint8_t)(1 << segment_kind[c]);
    return true;
}

/* ---- FEN ---- */

/* Checks for one King a board and side; the side to move may lack those whose loss ends the game, and each side the others. */
static bool bordahbee_accepts(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    if (!orthodox_well_placed(pos, error)) return false;
    for (Side side = WHITE; side <= BLACK; ++side) {
        for (unsigned board = 0; board < 2; ++board) {
            int kings = __builtin_popcountll(b->type[KING].w[board] & b->side[side].w[board]);
            if (kings == 1 || (kings == 0 && (side == pos->side || rules.both_kings))) continue;
            return error_set(error, "%s has %d Kings on Board %c, not one",
                             side_name(side), kings, 'A' + (int)board);
        }
        if (side != pos->side && !has_its_kings(b, side)) return error_set(error, "%s has no King", side_name(side));
    }
    return true;
}

/* Reads "-" or a square of either board or one of each, Board A's first. */
static bool read_ep(Position *pos, const char *field, ErrorText *error)
{
    char at[4];
    const char *p = field;
    if (strcmp(field, "-") == 0) return true;
    do {
        Square ep = square_parse(pos->variant, &p);
        if (ep == SQUARE_NONE)
            return error_set(error, "en passant is '-', a square or one of each board, not '%.20s'", field);
        square_print(pos->variant, ep, at);
        unsigned board = square_board(ep);
        if (pos->state->ep[board] != SQUARE_NONE || (board == 0 && pos->state->ep[1] != SQUARE_NONE))
            return error_set(error, "en passant on %s: one square a board, Board A's first", at);
        if (!step_accepts_ep(pos, ep, PAWN, 5, 5, error)) return false;
        pos->state->ep[board] = ep;
    } while (*p);
    return true;
}

static bool bordahbee_set_fen(Position *pos, const char *fen, ErrorText *error)
{
    FenFields fields;
    Piece board[SQUARE_MAX];
    if (!fen_read(pos, fen, all_castlings.letters, true, &fields, board, error)) return false;
    board_fill(board_of(pos), board);
    return bordahbee_accepts(pos, error) && castling_accepts(pos, &all_castlings, KING, ROOK, error)
           && read_ep(pos, fields.ep, error);
}

static void bordahbee_get_fen(const Position *pos, char *fen) { castling_get_fen(pos, &all_castlings, fen); }

/* ---- Moves as text ---- */

static char *half_print(const Variant *variant, unsigned board, Half half, char *text)
{
    text += square_print(variant, (Square)(board * 64 + half_from(half)), text);
    text += square_print(variant, (Square)(board * 64 + half_to(half)), text);
    if (half_promotion(half)) *text++ = (char)tolower((unsigned char)piece_table[half_promotion(half)].letter);
    *text = '\0';
    return text;
}

static void bordahbee_print_move(const Position *pos, Move move, char *text)
{
    text = half_print(pos->variant, 0, move_half(move, 0), text);
    *text++ = ',';
    half_print(pos->variant, 1, move_half(move, 1), text);
}

/* The legs in the text of a move, in lower case. Legs that are too long are cut off; they are illegal anyway. */
typedef struct Legs {
    unsigned count, board[2];
    Half half[2];
    char text[2][8];
} Legs;

/* Explains why a leg is not a move on its board. */
static bool explain_leg(const Position *pos, const char *text, ErrorText *error)
{
    const char *p = text;
    Square from = square_parse(pos->variant, &p);
    Square to = from == SQUARE_NONE ? SQUARE_NONE : square_parse(pos->variant, &p);
    if (to == SQUARE_NONE || pos->board[from] == NO_PIECE || piece_side(pos->board[from]) != pos->side)
        return simple_explain(pos, text, error);
    if (square_board(from) != square_board(to))
        return error_set(error, "no piece crosses to the other board (files a-h and i-p)");
    if (pos->board[from] == piece_make(pos->side, PAWN) && !*p
        && square_relative_rank(pos->side, from) == 6 && square_relative_rank(pos->side, to) == 7
        && !(pos->board[to] && piece_side(pos->board[to]) == pos->side))
        return error_set(error, "if the Pawn can go there it promotes: add q, r, b or n");
    return simple_explain(pos, text, error);
}

/* Finds leg i in the moves of its board. */
static bool find_leg(const Position *pos, Legs *legs, unsigned i, ErrorText *error)
{
    HalfList list;
    const char *p = legs->text[i];
    Square from = square_parse(pos->variant, &p);
    if (from != SQUARE_NONE) {
        unsigned board = legs->board[i] = square_board(from);
        list_halves(board_const(pos), board, GEN_ALL, (uint64_t)1 << (from & 63), &list);
        for (unsigned n = 0; n < list.first[S_KNIGHT_AGAIN]; ++n) {
            char candidate[8];
            legs->half[i] = move_half(list.halves[n], board);
            half_print(pos->variant, board, legs->half[i], candidate);
            if (strcmp(candidate, legs->text[i]) == 0) return true;
        }
    }
    ErrorText reason;
    if (!error) return false;
    explain_leg(pos, legs->text[i], &reason);
    return error_set(error, "leg %u: %s", i + 1, reason.text);
}

/* Lists the kinds that go with a kind on the other board: "King, Queen or castling". */
static const char *list_companions(unsigned kind, char list[80])
{
    unsigned kinds[KIND_NB], n = 0;
    size_t length = 0;
    for (unsigned other = 1; other < KIND_NB; ++other)
        if (compatible(kind, other)) kinds[n++] = other;
    for (unsigned i = 0; i < n; ++i)
        length += (size_t)sprintf(list + length, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", kind_names[kinds[i]]);
    return list;
}

/* Reads one or two legs: each legal on its board, on different boards, compatible. */
static bool read_legs(const Position *pos, const char *text, Legs *legs, ErrorText *error)
{
    Outcome outcome = bordahbee_board_outcome(pos);
    if (outcome.result != ONGOING) return error_set(error, "the game is over: %s", outcome.reason);
    *legs = (Legs){.count = 0};
    for (const char *p = text;; ++p) {
        size_t n = strcspn(p, ",");
        if (legs->count == 2) return error_set(error, "a move has two legs, one on each board");
        for (size_t i = 0; i < n && i < sizeof legs->text[0] - 1; ++i)
            legs->text[legs->count][i] = (char)tolower((unsigned char)p[i]);
        if (!find_leg(pos, legs, legs->count, error)) return false;
        ++legs->count;
        p += n;
        if (!*p) break;
    }
    if (legs->count < 2) return true;
    if (legs->board[0] == legs->board[1])
        return error_set(error, "leg 2: both legs are on Board %c; a move is one move on each board",
                         'A' + (int)legs->board[0]);
    unsigned kind = half_kind(legs->half[0]), other = half_kind(legs->half[1]);
    if (compatible(kind, other)) return true;
    char list[80];
    return error_set(error, "leg 2: %s does not go with %s: %s goes with %s", kind_names[other], kind_names[kind], kind_names[kind],
                     list_companions(kind, list));
}

static bool bordahbee_parse_move(const Position *pos, const char *text, Move *move, ErrorText *error)
{
    Legs legs;
    if (!read_legs(pos, text, &legs, error)) return false;
    char list[80];
    if (legs.count < 2)
        return error_set(error, "a move is one move on each board, like g1f3,m2m4; %s goes with %s",
                         kind_names[half_kind(legs.half[0])], list_companions(half_kind(legs.half[0]), list));
    *move = (Move)legs.half[0] << legs.board[0] * HALF_BITS
            | (Move)legs.half[1] << legs.board[1] * HALF_BITS;
    return true;
}

static LegStatus bordahbee_legs_status(const Position *pos, const char *text, ErrorText *error)
{
    Legs legs;
    HalfList list;
    if (!read_legs(pos, text, &legs, error)) return LEGS_ILLEGAL;
    if (legs.count == 2) return LEGS_COMPLETE;
    unsigned other = legs.board[0] ^ 1, kind = half_kind(legs.half[0]);
    list_halves(board_const(pos), other, GEN_ALL, ~(uint64_t)0, &list);
    for (unsigned i = 0; i < list.first[S_KNIGHT_AGAIN]; ++i)
        if (compatible(kind, half_kind(move_half(list.halves[i], other)))) return LEGS_PARTIAL;
    char wanted[80];
    error_set(error, "leg 1: no move on Board %c goes with %s, which needs %s", 'A' + (int)other, kind_names[kind],
              list_companions(kind, wanted));
    return LEGS_ILLEGAL;
}

static void bordahbee_legs_board(const Position *pos, const char *text, Piece board[SQUARE_MAX])
{
    Legs legs = {.count = 0};
    ErrorText ignored;
    memcpy(board, pos->board, sizeof pos->board);
    read_legs(pos, text, &legs, &ignored);
    for (unsigned i = 0; i < legs.count; ++i) {
        Half half = legs.half[i];
        Piece *squares = board + legs.board[i] * 64, piece = squares[half_from(half)];
        if (half_victim(half)) squares[half_victim_square(half)] = NO_PIECE;
        squares[half_from(half)] = NO_PIECE;
        if (half_promotion(half)) piece = piece_make(pos->side, (PieceType)half_promotion(half));
        squares[half_to(half)] = piece;
        unsigned first = legs.board[i] * 64;
        if (half_kind(half) == CASTLING)
            castling_show(board, &all_castlings, (Square)(first + half_from(half)), (Square)(first + half_to(half)));
    }
}

/* XBoard sees castling as a step of the King and one of the Rook. It forgets en-passant rights at every pass,
 * so its Pawns may step diagonally. */
static const char *const cecp_pieces[] = {"P& fmWfFifmnD", "N& N", "B& B", "R& RismDismH", "Q& Q",
                                          "K& KisnD", NULL};

/* Strength of the lower levels, written by `make levels`. */
static const LevelSheet levels = {
#include "levels.inc"
};
static const WdlSheet wdl = {
#include "wdl.inc"
};

static const ParamValue own_params[] = {
#include "params.inc"
    {NULL, 0}
};

static const DisplaySheet display = {
    .rules = "BordahBee, by Gary K. Gifford, 2006. Two boards, and a move is one step on each board.\n"
             "The two kinds of pieces must go together:\n"
             "  King    with King, Queen, Rook or castling      Queen    with King, Rook or castling\n"
             "  Rook    with King, Queen or castling            castling with all of these\n"
             "  Knight  with Pawn or Bishop    Bishop with Pawn or Knight    Pawn with Knight or Bishop\n"
             "Write both, joined by a comma: g1f3,m2m4 - or one after the other.\n"
             "There is no check: a side that loses either King has lost, and so has a side without two\n"
             "moves that go together. Castling through or out of attack is allowed.\n"
             "Draws: a third occurrence; 100 plies without a capture or a Pawn's move on either board.",
    .brief = "Two boards, one move on each: capture either King.\n"
             "Pieces move as in chess, and none crosses to the other board.\n"
             "The two must go together: Pawn, Knight and Bishop with another of these kinds, King, Queen, "
             "Rook and castling with another.\n"
             "There is no check: a King is taken like any other piece, but only by a whole move.\n"
             "A side without two moves that go together loses.",
    .goals = {"Move once on each board. Capture either King.", "Move once on each board. Capture either King."},
    .scene = "b1c3,m2m4 e7e5,o8n6 g1f3,m4m5 d7d5,n6l5 e2e4,j1k3 c8g4,m7m6",
    .words = words,
    .leg_rule = "Pawn, Knight and Bishop go with another of these three kinds, and so do King, Queen, Rook and castling among "
                "themselves; King with King and castling with castling as well.",
    .cecp = {.table = "(PNBRQ.....K.pnbrq.....k.)",
             .geometry = "16x8+0_lion", .pieces = cecp_pieces,
             .plain_start = true},
};

static const SearchHints hints = {
    .margin_percent = 150,
    .quiescence_breadth = 8,
    .params = own_params,
    .generate_parts = bordahbee_generate_parts,
    .max_parts = HALVES_MAX,
};

static const MeasuredSheet measured = {
    .levels = &levels,
    .wdl = &wdl,
    .length = 31,
    .opening = {.plies = 4, .limit = 60}, /* two moves of each side */
    .bench_depth = 6,
};

static const NetExtras net_extras = {
    .attacks = bordahbee_attacks,
    .facts = bordahbee_facts,
    .facts_each = KING,
};

Variant variant_bordahbee = {
    BOARD_MEMBERS,
    .name = "bordahbee",
    .title = "BordahBee",
    .start_fen = "rnbqkbnrrnbqkbnr/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/"
                 "RNBQKBNRRNBQKBNR w HAPIhapi - 0 1",
    .symmetry = SYMMETRIC_FILES,
    .swap = FLIP_RANKS,
    .counter_limit = 100,
    .repetitions = 3,
    .recurrence = RECURRENCE_DRAWS,
    .hints = &hints,
    .display = &display,
    .measured = &measured,
    .net_extras = &net_extras,
    .max_moves = MOVES_MAX + BLOCK - 1,
    .phase_max = 48,
    .scratch_size = sizeof(EvalScratch),
    .rule_options = rule_options,
    .adjust = bordahbee_adjust,
    .init = bordahbee_init,
    .set_fen = bordahbee_set_fen,
    .accepts = bordahbee_accepts,
    .extra_key = bordahbee_extra_key,
    .may_stand = orthodox_may_stand,
    .get_fen = bordahbee_get_fen,
    .generate = bordahbee_generate,
    .move_is_legal = bordahbee_move_is_legal,
    .key_after = bordahbee_key_after,
    .make = bordahbee_make,
    .in_peril = bordahbee_in_peril,
    .board_outcome = bordahbee_board_outcome,
    .no_move_outcome = bordahbee_no_move_outcome,
    .describe = bordahbee_describe,
    .see_ge = bordahbee_see_ge,
    .evaluate = bordahbee_evaluate,
    .print_move = bordahbee_print_move,
    .parse_move = bordahbee_parse_move,
    .legs_status = bordahbee_legs_status,
    .legs_board = bordahbee_legs_board,
};
