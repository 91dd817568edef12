/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Orthodox chess by the FIDE laws: the control, with well-known perft numbers. */

#define BOARD_OWNS_TABLES
#define STEP_GENERATE
#define STEP_EN_PASSANT
#include "chess.h"

/* ---- Data sheet ---- */

const PieceInfo piece_table[BOARD_TYPES] = {
    ORTHODOX_PAWN(90, 110),         ORTHODOX_KNIGHT(330, 310),       ORTHODOX_BISHOP(345, 325),
    ORTHODOX_ROOK(480, 540, true),  ORTHODOX_QUEEN(1000, 980, true), ORTHODOX_KING,
};

static const Castling castlings[RIGHT_NB] = {
    [WHITE_SHORT] = {E1, G1, H1, F1}, [WHITE_LONG] = {E1, C1, A1, D1},
    [BLACK_SHORT] = {E8, G8, H8, F8}, [BLACK_LONG] = {E8, C8, A8, D8},
};
static const CastlingList all_castlings = {castlings, RIGHT_NB};

/* ---- Options of the rules ---- */

static struct {
    int castling_off, torpedo;
} rules;

static const RuleOption rule_options[] = {
    {"castling", "on|off", &rules.castling_off, .spares = DATA_NET | DATA_TABLEBASES, .words = "off: no castling."},
    {"torpedo", "off|on", &rules.torpedo,
     .words = "on: Pawns may always step two squares, and may then be taken en passant.",
     .said = "|Pawns may always step two"},
    {.name = NULL},
};

/* ---- Geometry ---- */

static uint8_t rights_lost[BOARD_SQUARES]; /* by a move from or to the square */
static Bitboard double_over[SIDE_NB];      /* the squares that a double step may pass over */

static bool chess_adjust(Variant *chess, ErrorText *error)
{
    (void)error;
    if (rules.castling_off) {
        chess->position.castling = NULL;
        chess->position.start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    }
    return true;
}

static void chess_init(void)
{
    orthodox_init();
    psq_fill(chess_square_value);
    castling_init(&all_castlings, rights_lost);
    for (Side side = WHITE; side <= BLACK; ++side) {
        double_over[side] = rank_set(side == WHITE ? 2 : 5);
        for (unsigned rank = 1; rules.torpedo && rank < 7; ++rank) double_over[side] = bb_or(double_over[side], rank_set(rank));
    }
}

/* ---- Moves ---- */

/* The data for testing the legality of moves in one position; the sets below as in ChessFacts. */
typedef struct Legality {
    Side us;
    Square king;
    Bitboard occupied, own, enemy;
    Bitboard checkers, allowed, pinned;
} Legality;

static Bitboard checkers_of(const Board *b, ChessFacts *facts)
{
    if (!(facts->board.node.known & FACT_CHECKERS)) {
        Side us = b->base.side;
        facts->checkers = attackers_to(b, king_square(b, us), board_occupied(b), us ^ 1, KING);
        facts->board.node.known |= FACT_CHECKERS;
    }
    return facts->checkers;
}

static void find_pins(const Board *b, const Legality *l, ChessFacts *facts)
{
    facts->pinned = facts->allowed = bb_none();
    if (!bb_any(l->checkers)) facts->allowed = whole_board();
    else if (!bb_many(l->checkers)) facts->allowed = bb_or(l->checkers, between[l->king][bb_first(l->checkers)]);

    Bitboard straight = bb_and(rook_attacks(l->king, l->enemy), bb_or(b->type[ROOK], b->type[QUEEN]));
    Bitboard diagonal = bb_and(bishop_attacks(l->king, l->enemy), bb_or(b->type[BISHOP], b->type[QUEEN]));
    Bitboard snipers = bb_and(bb_or(straight, diagonal), l->enemy);
    BB_EACH(sniper, snipers)
    {
        Bitboard shields = bb_and(between[l->king][sniper], l->occupied);
        if (bb_any(shields) && !bb_many(shields)) facts->pinned = bb_or(facts->pinned, bb_and(shields, l->own));
    }
    facts->board.node.known |= FACT_PINS;
}

static Legality legality(const Board *b, ChessFacts *facts)
{
    Side us = b->base.side;
    Legality l = {.us = us, .king = king_square(b, us), .occupied = board_occupied(b), .own = b->side[us],
                  .enemy = b->side[us ^ 1], .checkers = checkers_of(b, facts)};
    if (!(facts->board.node.known & FACT_PINS)) find_pins(b, &l, facts);
    l.allowed = facts->allowed;
    l.pinned = facts->pinned;
    return l;
}

static Move *emit_pawn(Move *out, Square from, Square to, unsigned kind)
{
    if (square_rank(to) != 0 && square_rank(to) != 7) {
        *out++ = move_simple(from, to, NO_TYPE, kind);
        return out;
    }
    for (PieceType t = QUEEN; t >= KNIGHT; --t) *out++ = move_simple(from, to, t, MOVE_PROMOTION);
    return out;
}

/* Steps of Pawns that all go by the same `delta`. */
static inline Move *emit_steps(const Legality *l, Bitboard targets, int delta, unsigned kind, Move *out)
{
    BB_EACH(to, targets)
    {
        Square from = (Square)((int)to - delta);
        bool free = !bb_test(l->pinned, from) || bb_test(through[l->king][from], (unsigned)to);
        if (free) out = emit_pawn(out, from, (Square)to, kind);
    }
    return out;
}

static Move *generate_pawns(const Legality *l, GenKind kind, Bitboard pawns, Move *out)
{
    Bitboard last = rank_set(l->us == WHITE ? 7 : 0), empty = {{~l->occupied.w[0]}};
    int up = l->us == WHITE ? 8 : -8;

    Bitboard one = {{step_forward(l->us, pawns.w[0]) & empty.w[0]}};
    Bitboard two = {{step_forward(l->us, one.w[0] & double_over[l->us].w[0]) & empty.w[0]}};
    Bitboard wanted = kind == GEN_ALL ? l->allowed : kind == GEN_NOISY ? bb_and(l->allowed, last) : bb_without(l->allowed, last);
    out = emit_steps(l, bb_and(one, wanted), up, MOVE_NORMAL, out);
    out = emit_steps(l, bb_and(two, wanted), 2 * up, MOVE_DOUBLE_STEP, out);
    if (!(kind & GEN_NOISY)) return out;

    Bitboard victims = bb_and(l->enemy, l->allowed);
    BB_EACH(from, pawns)
    {
        Bitboard targets = {{pawn_attacks[l->us][from] & victims.w[0]}};
        if (bb_test(l->pinned, (unsigned)from)) targets = bb_and(targets, through[l->king][from]);
        BB_EACH(to, targets) out = emit_pawn(out, (Square)from, (Square)to, MOVE_NORMAL);
    }
    return out;
}

static Move *generate_officers(const Board *b, const Legality *l, Bitboard officers, Bitboard allowed, Move *out)
{
    BB_EACH(from, officers)
    {
        Bitboard targets = {{piece_attacks(piece_type(b->base.board[from]), from, l->occupied.w[0]) & allowed.w[0]}};
        if (bb_test(l->pinned, (unsigned)from)) targets = bb_and(targets, through[l->king][from]);
        out = step_emit_normal(out, (Square)from, targets);
    }
    return out;
}

static Move *generate_king(const Board *b, const Legality *l, Bitboard wanted, Move *out)
{
    Bitboard targets = {{king_attacks[l->king] & wanted.w[0]}};
    Bitboard without_king = bb_without(l->occupied, bb_square(l->king));
    BB_EACH(to, targets)
    {
        if (!attacked(b, (Square)to, bb_without(without_king, bb_square((unsigned)to)), l->us ^ 1))
            *out++ = move_simple(l->king, (Square)to, NO_TYPE, MOVE_NORMAL);
    }
    return out;
}

/* ---- En passant ---- */

/* The Pawns of the side to move that stand beside the one that has just made a double step. */
static Bitboard en_passant_takers(const Board *b)
{
    Side us = b->base.side;
    return (Bitboard){{pawn_attacks[us ^ 1][b->base.state->ep[0]] & board_pieces(b, us, PAWN).w[0]}};
}

static bool en_passant_is_safe(const Board *b, Square from)
{
    Side us = b->base.side;
    Square ep = b->base.state->ep[0];
    Bitboard occupied = board_occupied(b);
    bb_flip(&occupied, from);
    bb_flip(&occupied, ep);
    bb_flip(&occupied, passed_pawn(us, ep));
    return !attacked(b, king_square(b, us), occupied, us ^ 1);
}

/* ---- All legal moves, and making one ---- */

static Move *generate_from(const Board *b, NodeFacts *facts, GenKind kind, Bitboard sources, Move *out)
{
    Legality l = legality(b, (ChessFacts *)facts);
    Bitboard wanted = bb_without(whole_board(), l.own);
    if (kind == GEN_NOISY) wanted = l.enemy;
    if (kind == GEN_QUIET) wanted = bb_without(wanted, l.enemy);
    sources = bb_and(sources, l.own);

    if (!bb_many(l.checkers)) {
        out = generate_pawns(&l, kind, bb_and(sources, b->type[PAWN]), out);
        if (kind & GEN_NOISY) out = step_generate_ep(b, sources, out);
        Bitboard officers = bb_without(sources, bb_or(b->type[PAWN], b->type[KING]));
        out = generate_officers(b, &l, officers, bb_and(wanted, l.allowed), out);
    }
    if (!bb_test(sources, l.king)) return out;
    out = generate_king(b, &l, wanted, out);
    return kind & GEN_QUIET && !bb_any(l.checkers) ? castling_generate(b, &all_castlings, attacked, out) : out;
}

static void chess_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Square from = move_from(move), to = move_to(move);
    Side us = pos->side;
    State *state = step_push(b, move);

    castling_lose(state, rights_lost[from] | rights_lost[to]);
    bool irreversible = piece_type(pos->board[from]) == PAWN || pos->board[to];
    if (irreversible) state->counter = state->reversible = 0;

    if (pos->board[to]) board_remove(b, to);
    bool promotes = move_kind(move) == MOVE_PROMOTION;
    board_move_as(b, from, to, promotes ? piece_make(us, move_type(move)) : pos->board[from]);
    switch (move_kind(move)) {
    case MOVE_EN_PASSANT:
        board_remove(b, passed_pawn(us, to));
        break;
    case MOVE_DOUBLE_STEP:
        state->ep[0] = (Square)((from + to) / 2);
        state->key ^= step_ep_key(b);
        break;
    case MOVE_CASTLING:
        castling_rook(b, &all_castlings, from, to);
        break;
    default:
        break;
    }
}

/* ---- End of the game ---- */

static bool chess_in_peril(const Position *pos, NodeFacts *facts)
{
    return bb_any(checkers_of(board_const(pos), (ChessFacts *)facts));
}

/* Insufficient material: no Pawn, Rook or Queen, and either a single minor piece or only Bishops that all
 * stand on squares of one colour. */
static Outcome chess_board_outcome(const Position *pos)
{
    const Board *b = board_const(pos);
    static const uint64_t dark = 0xAA55AA55AA55AA55u;
    Bitboard minors = bb_or(b->type[KNIGHT], b->type[BISHOP]);
    if (bb_any(b->type[PAWN]) || bb_any(b->type[ROOK]) || bb_any(b->type[QUEEN])) return (Outcome){ONGOING, NULL};
    uint64_t bishops = b->type[BISHOP].w[0];
    bool one_colour = !bb_any(b->type[KNIGHT]) && (!(bishops & dark) || !(bishops & ~dark));
    if (bb_count(minors) <= 1 || one_colour) return (Outcome){DRAW, "insufficient material"};
    return (Outcome){ONGOING, NULL};
}

/* ---- FEN ---- */

static bool chess_set_fen(Position *pos, const char *fen, ErrorText *error)
{
    FenFields fields;
    return board_read_fen(pos, fen, true, &fields, error) && castling_accepts(pos, &all_castlings, KING, ROOK, error)
           && step_read_ep(pos, fields.ep, PAWN, rules.torpedo ? 2 : 5, 5, error);
}

/* ---- The game ---- */

Variant variant_chess = {
    .name = "chess",
    .title = "Chess",
    .board = BOARD_SHEET,
    .symmetry = {.board = SYMMETRIC_FILES, .swap = FLIP_RANKS},
    .draws = {.counter_limit = 100, .repetitions = 3, .recurrence = RECURRENCE_DRAWS},
    .options = {.list = rule_options, .adjust = chess_adjust},
    .position = {.start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", .castling = "KQkq",
                 .init = chess_init, .set_fen = chess_set_fen, .accepts = orthodox_accepts, .may_stand = orthodox_may_stand,
                 .extra_key = step_extra_key},
    /* From each square to each other; a Pawn has at most 12 moves. */
    .moves = {.max = 64 * 63, .generate = step_generate, .is_legal = step_move_is_legal, .key_after = step_key_after,
              .make = chess_make},
    .end = {.in_check = orthodox_in_check, .in_peril = chess_in_peril, .on_board = chess_board_outcome,
            .no_move = orthodox_no_move},
    .text = {.standard = true, .print = simple_print_move, .parse = simple_parse_move},
    .search = {.hints = &chess_hints, .describe = chess_describe, .see_ge = chess_see_ge, .evaluate = chess_evaluate},
    .display = &chess_display,
    .measured = &chess_measured,
};
