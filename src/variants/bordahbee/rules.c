/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * BordahBee by Gary K. Gifford (2006): two chessboards. A move consists of one move on each board, by pieces
 * of compatible kinds. There is no check: a side that loses a King has lost, and so has a side to move
 * without a compatible pair of moves. The boards never touch, so each is treated as a board of its own with
 * 64 squares (a single word). Squares below are those of one board, 0 to 63, unless their type is Square.
 */

#include <string.h>

#define BOARD_OWNS_TABLES
#include "bordahbee.h"

/* ---- Data sheet ---- */

const PieceInfo piece_table[BOARD_TYPES] = {
    ORTHODOX_PAWN(55, 75),          ORTHODOX_KNIGHT(330, 310),       ORTHODOX_BISHOP(340, 330),
    ORTHODOX_ROOK(400, 460, false), ORTHODOX_QUEEN(900, 930, false), ORTHODOX_KING,
};

/* The table of compatible kinds: a run of segments for each. */
const uint8_t segment_kind[SEGMENT_NB] = {QUEEN, KING, CASTLING, ROOK, KNIGHT, PAWN, BISHOP, KNIGHT};
typedef struct Run {
    uint8_t first, last;
} Run;
static const Run own_companions[S_KNIGHT_AGAIN] = {
    [S_KING] = {S_QUEEN, S_ROOK},      [S_QUEEN] = {S_KING, S_ROOK},
    [S_ROOK] = {S_QUEEN, S_CASTLING},  [S_CASTLING] = {S_QUEEN, S_ROOK},
    [S_KNIGHT] = {S_PAWN, S_BISHOP},   [S_BISHOP] = {S_KNIGHT, S_PAWN},
    [S_PAWN] = {S_BISHOP, S_KNIGHT_AGAIN},
};
static Run companions[S_KNIGHT_AGAIN]; /* those in force */

/* ---- Options of the rules ---- */

struct RulesSet rules_set;

static const RuleOption rule_options[] = {
    {"pairing", "kinds|any", &rules_set.any_pairing, .words = "any: any two moves combine, one on each board."},
    {"kings", "either|both", &rules_set.both_kings,
     .words = "both: a side that has lost both Kings has lost; on a board without its King its other pieces still move."},
    {.name = NULL},
};

/* ---- Geometry ---- */

static uint8_t rights_lost[BOARD_SQUARES]; /* by a move from or to the square */

/* By right: those of a side on a board follow one another. */
#define BOTH_WINGS(first) {(first) + E1, (first) + G1, (first) + H1, (first) + F1}, {(first) + E1, (first) + C1, (first) + A1, \
    (first) + D1}
static const Castling castlings[] = {BOTH_WINGS(A1), BOTH_WINGS(64 + A1), BOTH_WINGS(A8), BOTH_WINGS(64 + A8)};
const CastlingList all_castlings = {castlings, sizeof castlings / sizeof *castlings};

/* ---- How the pieces move, on one board ---- */

/* The kinds on a board that have a companion on the other board. */
static unsigned playable_kinds(const Board *b, unsigned board, Side side)
{
    Field other = field_of(b, board ^ 1, side);
    return companions_of[mobile_kinds(&other)];
}

/* ---- Halves of a move: the move on one board ---- */

static inline Move half_place(const Field *f, Half half) { return (Move)half << (f->board * HALF_BITS); }

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
static inline Move *list_pieces(const Field *f, PieceType type, uint64_t sources, uint64_t wanted, Move *out)
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
    static const uint8_t gaps[] = {1 << F1 | 1 << G1, 1 << B1 | 1 << C1 | 1 << D1}; /* King and Rook, short and long */
    unsigned first = f->us == WHITE ? A1 : A8, rights = f->us * 4u + f->board * 2;
    if (!(sources >> (first + E1) & 1)) return out;
    for (unsigned wing = 0; wing < 2; ++wing) {
        if (!(f->b->base.state->rights >> (rights + wing) & 1) || f->occupied >> first & gaps[wing]) continue;
        unsigned to = castlings[rights + wing].king_to & 63;
        *out++ = half_place(f, (first + E1) | to << TO_SHIFT | CASTLING << KIND_SHIFT);
    }
    return out;
}

static inline Move *emit_pawn(const Field *f, Move *out, unsigned from, unsigned to, Half more)
{
    Half half = from | to << TO_SHIFT | PAWN << KIND_SHIFT | more;
    if (to >= 8 && to < 56) {
        *out++ = half_place(f, half);
        return out;
    }
    for (unsigned type = QUEEN; type >= KNIGHT; --type) *out++ = half_place(f, half | type << PROMOTION_SHIFT);
    return out;
}

/* Of Pawns on these squares, which came from `step` squares before. */
static inline Move *list_captures(const Field *f, uint64_t targets, int step, Move *out)
{
    const Piece *mailbox = f->b->base.board + f->board * 64;
    for (uint64_t set = targets; set; set &= set - 1) {
        int to = __builtin_ctzll(set);
        out = emit_pawn(f, out, (unsigned)(to - step), (unsigned)to, (Half)piece_type(mailbox[to]) << VICTIM_SHIFT);
    }
    return out;
}

static Move *list_pawn_captures(const Field *f, uint64_t pawns, Move *out)
{
    uint64_t ahead = step_forward(f->us, pawns);
    int up = f->us == WHITE ? 8 : -8;
    out = list_captures(f, step_left(ahead) & f->enemy, up - 1, out);
    out = list_captures(f, step_right(ahead) & f->enemy, up + 1, out);
    unsigned ep = f->b->base.state->ep[f->board];
    if (ep == SQUARE_NONE) return out;
    ep &= 63;
    for (uint64_t set = pawn_attacks[f->us ^ 1][ep] & pawns; set; set &= set - 1)
        out = emit_pawn(f, out, (unsigned)__builtin_ctzll(set), ep, PAWN << VICTIM_SHIFT | EN_PASSANT);
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

static inline Move *begin_segment(HalfList *list, unsigned segment, Move *out)
{
    list->first[segment] = (unsigned)(out - list->halves);
    return out;
}

void bordahbee_list_halves(const Board *b, unsigned board, GenKind kind, uint64_t sources, HalfList *list)
{
    Field field = field_of(b, board, b->base.side);
    const Field *f = &field;
    uint64_t wanted = (kind & GEN_NOISY ? f->enemy : 0) | (kind & GEN_QUIET ? ~f->occupied : 0);
    Move *out = list_pieces(f, QUEEN, sources, wanted, begin_segment(list, S_QUEEN, list->halves));
    out = list_pieces(f, KING, sources, wanted, begin_segment(list, S_KING, out));
    out = begin_segment(list, S_CASTLING, out);
    if (kind & GEN_QUIET) out = list_castlings(f, sources, out);
    out = list_pieces(f, ROOK, sources, wanted, begin_segment(list, S_ROOK, out));
    out = list_pieces(f, KNIGHT, sources, wanted, begin_segment(list, S_KNIGHT, out));
    out = list_pawns(f, kind, sources, begin_segment(list, S_PAWN, out));
    out = list_pieces(f, BISHOP, sources, wanted, begin_segment(list, S_BISHOP, out));
    out = begin_segment(list, S_KNIGHT_AGAIN, out);
    for (unsigned i = list->first[S_KNIGHT]; i < list->first[S_PAWN]; ++i) *out++ = list->halves[i];
    out = begin_segment(list, SEGMENT_NB, out);
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

/* A move is noisy if one of its halves is. */
static Move *bordahbee_generate(const Position *pos, NodeFacts *facts, GenKind kind, Move *out)
{
    (void)facts;
    const Board *b = board_const(pos);
    const uint64_t all = ~(uint64_t)0;
    HalfList list_a, list_b;
    if (!has_its_kings(b, pos->side)) return out;
    if (kind == GEN_NOISY) {
        bordahbee_list_halves(b, 0, GEN_NOISY, all, &list_a);
        bordahbee_list_halves(b, 1, GEN_ALL, all, &list_b);
        out = pair_halves(&list_a, &list_b, out);
        bordahbee_list_halves(b, 0, GEN_QUIET, all, &list_a);
        bordahbee_list_halves(b, 1, GEN_NOISY, all, &list_b);
    } else {
        bordahbee_list_halves(b, 0, kind, all, &list_a);
        bordahbee_list_halves(b, 1, kind, all, &list_b);
    }
    return pair_halves(&list_a, &list_b, out);
}

static bool half_is_legal(const Board *b, unsigned board, Half half)
{
    HalfList list;
    bordahbee_list_halves(b, board, GEN_ALL, (uint64_t)1 << half_from(half), &list);
    for (unsigned i = 0; i < list.first[S_KNIGHT_AGAIN]; ++i)
        if (move_half(list.halves[i], board) == half) return true;
    return false;
}

static bool bordahbee_move_is_legal(const Position *pos, NodeFacts *facts, Move move)
{
    (void)facts;
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
static bool bordahbee_in_peril(const Position *pos, NodeFacts *facts)
{
    (void)facts;
    const Board *b = board_const(pos);
    Side us = pos->side;
    if (!has_its_kings(b, us)) return false;
    unsigned kinds[2] = {kinds_at_king(b, 0, us), kinds_at_king(b, 1, us)};
    Bitboard kings = board_pieces(b, us, KING);
    if (rules_set.both_kings && bb_many(kings)) return companions_of[kinds[0]] & kinds[1]; /* both in one move */
    for (unsigned board = 0; board < 2; ++board)
        if (kinds[board] && kinds[board] & playable_kinds(b, board, us ^ 1)) return true;
    return false;
}

static Outcome bordahbee_board_outcome(const Position *pos)
{
    for (Side side = WHITE; side <= BLACK; ++side)
        if (!has_its_kings(board_const(pos), side))
            return (Outcome){result_win(side ^ 1), rules_set.both_kings ? "both Kings captured" : "King captured"};
    return (Outcome){ONGOING, NULL};
}

static Outcome bordahbee_no_move_outcome(const Position *pos)
{
    return (Outcome){result_win(pos->side ^ 1), "no compatible moves"};
}

/* ---- Tables ---- */

static void bordahbee_init(void)
{
    orthodox_init();
    psq_fill(bordahbee_square_value);
    castling_init(&all_castlings, rights_lost);
    for (unsigned s = 0; s < S_KNIGHT_AGAIN; ++s)
        companions[s] = rules_set.any_pairing ? (Run){S_QUEEN, S_BISHOP} : own_companions[s];
    for (unsigned set = 0; set < 1 << KIND_NB; ++set)
        for (unsigned s = 0; s < S_KNIGHT_AGAIN; ++s)
            for (unsigned c = companions[s].first; c <= companions[s].last; ++c)
                if (set >> segment_kind[s] & 1) companions_of[set] |= (uint8_t)(1 << segment_kind[c]);
}

static bool bordahbee_adjust(Variant *bordahbee, ErrorText *error)
{
    static DisplaySheet any_display;
    (void)error;
    if (!rules_set.any_pairing) return true;
    bordahbee->moves.max = HALVES_MAX * HALVES_MAX + BLOCK - 1;
    any_display = *bordahbee->display;
    any_display.leg_rule = NULL;
    bordahbee->display = &any_display;
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
            if (kings == 1 || (kings == 0 && (side == pos->side || rules_set.both_kings))) continue;
            return error_set(error, "%s has %d Kings on Board %c, not one", side_name(side), kings, 'A' + (int)board);
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
        if (ep == SQUARE_NONE) return error_set(error, "en passant is '-', a square or one of each board, not '%.20s'", field);
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
    return board_read_fen(pos, fen, true, &fields, error) && castling_accepts(pos, &all_castlings, KING, ROOK, error)
           && read_ep(pos, fields.ep, error);
}

Variant variant_bordahbee = {
    .name = "bordahbee",
    .title = "BordahBee",
    .board = BOARD_SHEET,
    .symmetry = {.board = SYMMETRIC_FILES, .swap = FLIP_RANKS},
    .draws = {.counter_limit = 100, .repetitions = 3, .recurrence = RECURRENCE_DRAWS},
    .options = {.list = rule_options, .adjust = bordahbee_adjust},
    .position = {.start_fen = "rnbqkbnrrnbqkbnr/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/RNBQKBNRRNBQKBNR w HAPIhapi - 0 1",
                 .castling = "HAPIhapi", .init = bordahbee_init, .set_fen = bordahbee_set_fen, .accepts = bordahbee_accepts,
                 .may_stand = orthodox_may_stand, .extra_key = bordahbee_extra_key},
    .moves = {.max = MOVES_MAX + BLOCK - 1, .generate = bordahbee_generate, .is_legal = bordahbee_move_is_legal,
              .key_after = bordahbee_key_after, .make = bordahbee_make},
    .end = {.in_peril = bordahbee_in_peril, .on_board = bordahbee_board_outcome, .no_move = bordahbee_no_move_outcome},
    .text = {.print = bordahbee_print_move, .parse = bordahbee_parse_move, .legs_status = bordahbee_legs_status,
             .legs_board = bordahbee_legs_board},
    .search = {.hints = &bordahbee_hints, .net_extras = &bordahbee_net_extras,
               .scratch_size = sizeof(EvalScratch), .describe = bordahbee_describe, .see_ge = bordahbee_see_ge,
               .evaluate = bordahbee_evaluate},
    .display = &bordahbee_display,
    .measured = &bordahbee_measured,
};
