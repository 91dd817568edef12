/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Alice chess by V. R. Parton (1953): two boards. After each move the piece passes to the same square
 * of the other board. The second example of docs/adding-a-variant.md.
 *
 * A move must be legal on the board where it is played, the square it passes to must be empty, and the
 * King must not be in check after it. Castling passes King and Rook to the other board. There is no en
 * passant, as is usual. A move is written as the squares where the piece starts and ends up: e2m4 steps
 * to e4 and passes to m4.
 *
 * No square is ever occupied on both boards, so a piece that captures always has room on the other.
 */

#define BOARD_COUNT 2
#define BOARD_BETWEEN
#define BOARD_SEE
#define BOARD_EXCHANGE
#define BOARD_ATTACKS
#define STEP_GENERATE
#define STEP_STANDARD
#include "../src/orthodox.h"

/* ---- Data sheet ---- */

static const PieceInfo piece_table[BOARD_TYPES] = {
    ORTHODOX_PAWN(100, 130),        ORTHODOX_KNIGHT(300, 280),       ORTHODOX_BISHOP(310, 300),
    ORTHODOX_ROOK(440, 460, false), ORTHODOX_QUEEN(900, 900, false), ORTHODOX_KING,
};

#define PASSES_WORDS " Then it passes to the other board, where its square must be empty."
static const char *const words[BOARD_TYPES] = {
    [PAWN] = PAWN_WORDS PROMOTION_WORDS PASSES_WORDS,
    [KNIGHT] = KNIGHT_WORDS PASSES_WORDS,
    [BISHOP] = BISHOP_WORDS PASSES_WORDS,
    [ROOK] = ROOK_WORDS PASSES_WORDS,
    [QUEEN] = QUEEN_WORDS PASSES_WORDS,
    [KING] = "Steps one square in any direction, never onto a square that is attacked on either board. Castles as in chess "
             "from the first board; King and Rook both pass to the other.",
};

/* The same square on the other board. */
static inline Square across(Square s) { return s ^ 64; }
static inline Bitboard across_set(Bitboard set) { return (Bitboard){{set.w[1], set.w[0]}}; }
static Square exchange_square(Square s) { return across(s); }

enum { B_BOARD = 64 };
static const Castling castlings[RIGHT_NB] = {
    [WHITE_SHORT] = {E1, B_BOARD + G1, H1, B_BOARD + F1}, [WHITE_LONG] = {E1, B_BOARD + C1, A1, B_BOARD + D1},
    [BLACK_SHORT] = {E8, B_BOARD + G8, H8, B_BOARD + F8}, [BLACK_LONG] = {E8, B_BOARD + C8, A8, B_BOARD + D8},
};
static const CastlingList all_castlings = {castlings, RIGHT_NB};

/* ---- Geometry ---- */

static uint8_t rights_lost[BOARD_SQUARES]; /* by a move from the square, or a capture on it */

static Tapered square_value(PieceType type, unsigned file, unsigned rank)
{
    int f = board_centre(file, BOARD_FILES), r = board_centre(rank, BOARD_RANKS), advanced = (int)rank;
    switch (type) {
    case PAWN: return tapered(advanced * 4 + (f - 1) * 4, advanced * advanced * 3);
    case KNIGHT: return tapered((f + r) * 6 - 20, (f + r) * 4 - 12);
    case KING: return tapered((rank == 0 ? 10 : -15) - advanced * 8 - f * 4, (f + r) * 6 - 18);
    default: return tapered((f + r) * 2 - 6, (f + r) * 2 - 6);
    }
}

static void alice_init(void)
{
    orthodox_init();
    psq_fill(square_value);
    castling_init(&all_castlings, rights_lost);
}

/* ---- Moves ---- */

static Bitboard piece_attacks_from(const Board *b, Square s)
{
    Piece piece = b->base.board[s];
    unsigned board = square_board(s), place = s & 63;
    Bitboard set = bb_none();
    set.w[board] = piece_type(piece) == PAWN ? pawn_attacks[piece_side(piece)][place]
                                             : piece_attacks(piece_type(piece), place, board_occupied(b).w[board]);
    return set;
}

/* The squares on its own board where a piece may go and then pass. */
static Bitboard targets_of(const Board *b, Square from)
{
    Side us = b->base.side;
    Bitboard occupied = board_occupied(b), attacks = piece_attacks_from(b, from);
    Bitboard closed = bb_or(occupied, across_set(occupied));
    if (piece_type(b->base.board[from]) != PAWN) return bb_or(bb_without(attacks, closed), bb_and(attacks, b->side[us ^ 1]));
    Bitboard targets = bb_and(attacks, b->side[us ^ 1]);
    int up = us == WHITE ? 8 : -8;
    unsigned one = (unsigned)(from + up);
    if (bb_test(occupied, one)) return targets;
    if (!bb_test(closed, one)) bb_flip(&targets, one);
    unsigned two = (unsigned)(from + 2 * up);
    if (square_relative_rank(us, from) == 1 && !bb_test(closed, two)) bb_flip(&targets, two);
    return targets;
}

/* Is the own King safe: first on the board where the piece steps from `from` to `step`, then after it has
 * passed to the other board? */
static bool is_safe(const Board *b, Square from, Square step)
{
    Side us = b->base.side;
    Square king = king_square(b, us);
    bool moves = king == from;
    Bitboard others = bb_without(bb_without(board_occupied(b), bb_square(from)), bb_square(step));
    if (square_board(king) == square_board(from)) {
        Bitboard attackers = attackers_to(b, moves ? step : king, bb_or(others, bb_square(step)), us ^ 1, KING);
        if (bb_any(bb_without(attackers, bb_square(step)))) return false;
    }
    return !attacked(b, moves ? across(step) : king, bb_or(others, bb_square(across(step))), us ^ 1);
}

static Move *generate_castlings(const Board *b, Move *out)
{
    Side us = b->base.side;
    Bitboard occupied = board_occupied(b);
    for (unsigned right = us == WHITE ? WHITE_SHORT : BLACK_SHORT, end = right + 2; right < end; ++right) {
        if (!(b->base.state->rights >> right & 1)) continue;
        const Castling *c = &castlings[right];
        Bitboard landing = bb_or(bb_square(c->king_to), bb_square(c->rook_to));
        if (bb_meet(between[c->king_from][c->rook_from], occupied) || bb_meet(landing, occupied)) continue;
        int way = c->rook_from > c->king_from ? 1 : -1;
        bool safe = !attacked(b, c->king_to, bb_or(occupied, landing), us ^ 1);
        for (int i = 0; safe && i <= 2; ++i) safe = !attacked(b, (Square)(c->king_from + i * way), occupied, us ^ 1);
        if (safe) *out++ = move_simple(c->king_from, c->king_to, NO_TYPE, MOVE_CASTLING);
    }
    return out;
}

static Step step_of(const Position *pos, Move move) { return step_capture(pos, move, across(move_to(move))); }

static Move *generate_from(const Board *b, NodeFacts *facts, GenKind kind, Bitboard sources, Move *out)
{
    (void)facts;
    const Position *pos = &b->base;
    Bitboard pieces = bb_and(sources, b->side[pos->side]);
    BB_EACH(s, pieces)
    {
        Square from = (Square)s;
        Bitboard targets = targets_of(b, from);
        BB_EACH(step, targets)
        {
            if (!is_safe(b, from, (Square)step)) continue;
            bool promotes =
                piece_type(pos->board[from]) == PAWN && (square_rank((Square)step) == 0 || square_rank((Square)step) == 7);
            for (PieceType t = promotes ? QUEEN : KNIGHT; t >= KNIGHT; --t)
                out = step_emit(
                    pos, kind,
                    move_simple(from, across((Square)step), promotes ? t : NO_TYPE, promotes ? MOVE_PROMOTION : MOVE_NORMAL), out);
        }
    }
    if (kind & GEN_QUIET && bb_meet(pieces, b->type[KING])) out = generate_castlings(b, out);
    return out;
}

static Key alice_key_after(const Position *pos, Move move) { return step_key_after_capture(pos, move, across(move_to(move))); }

static void alice_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Step step = step_of(pos, move);
    Side us = pos->side;
    State *state = position_push(pos, move);
    castling_lose(state, rights_lost[step.from] | rights_lost[step.victim_square]);
    if (step.mover == PAWN || step.victim) state->counter = state->reversible = 0;
    if (step.victim) board_remove(b, step.victim_square);
    board_move_as(b, step.from, step.to, piece_make(us, step.arrival));
    if (move_kind(move) == MOVE_CASTLING) castling_rook(b, &all_castlings, step.from, step.to);
}

/* ---- End of the game, evaluation ---- */

static Outcome alice_board_outcome(const Position *pos)
{
    return bb_count(board_occupied(board_const(pos))) == 2 ? (Outcome){DRAW, "insufficient material"} : (Outcome){ONGOING, NULL};
}

/* The number of squares where a side's pieces may go and pass. */
static int mobility(const Board *b, Side side)
{
    Bitboard pieces_of = bb_without(b->side[side], bb_or(b->type[PAWN], b->type[KING])), occupied = board_occupied(b);
    Bitboard closed = bb_or(b->side[side], across_set(occupied));
    int n = 0;
    BB_EACH(s, pieces_of) n += bb_count(bb_without(piece_attacks_from(b, (Square)s), closed));
    return n;
}

static Tapered alice_evaluate(const Position *pos, EvalScratch *scratch)
{
    (void)scratch;
    const Board *b = board_const(pos);
    int n = mobility(b, WHITE) - mobility(b, BLACK);
    return tapered(n * 4, n * 4) + (pos->side == WHITE ? tapered(20, 10) : -tapered(20, 10));
}

/* ---- FEN and text ---- */

static bool alice_accepts(const Position *pos, ErrorText *error)
{
    Bitboard occupied = board_occupied(board_const(pos));
    char at[4];
    if (!bb_meet(occupied, across_set(occupied))) return orthodox_accepts(pos, error);
    square_print(pos->variant, bb_first(bb_and(occupied, across_set(occupied))), at);
    return error_set(error, "%s is occupied on both boards: of the two squares one is always empty", at);
}

static bool alice_set_fen(Position *pos, const char *fen, ErrorText *error)
{
    return board_set_fen(pos, fen, error) && castling_accepts(pos, &all_castlings, KING, ROOK, error);
}

static Key alice_extra_key(const Position *pos) { return zobrist_rights(pos->state->rights); }

static bool alice_parse_move(const Position *pos, const char *text, Move *move, ErrorText *error)
{
    const char *p = text;
    char start[4], end[4];
    if (simple_parse_move(pos, text, move, error)) return true;
    Square from = square_parse(pos->variant, &p), to = from == SQUARE_NONE ? SQUARE_NONE : square_parse(pos->variant, &p);
    if (to == SQUARE_NONE || square_board(from) != square_board(to)) return false;
    square_print(pos->variant, from, start);
    square_print(pos->variant, across(to), end);
    return error_set(error, "a piece that moves passes to the other board: write where it ends up, like %s%s", start, end);
}

static const DisplaySheet display = {
    .rules = "Alice Chess, by V. R. Parton, 1953. Chess on two boards; the second begins empty.\n"
             "Every piece that has moved passes to the same square of the other board, which must be\n"
             "empty: e2m4 steps to e4 and passes to m4. A piece captures on its own board, then passes.\n"
             "A move must be legal where it is played, and leave the King out of check once the piece\n"
             "has passed. Castling is written as the King's move, e1o1; there is no en passant.\n"
             "Drawn: stalemate, Kings alone, a third occurrence, 100 plies without capture or Pawn's move.",
    .words = words,
    .cecp = {.table = "(PNBRQ.....K.pnbrq.....k.)", .geometry = "16x8+0_lion",
             .plain_start = true}, /* XBoard does not castle here */
};

Variant variant_alice = {
    .name = "alice",
    .title = "Alice Chess",
    .board = BOARD_SHEET,
    .symmetry = {.board = SYMMETRIC_FILES, .swap = FLIP_RANKS},
    .draws = {.counter_limit = 100, .repetitions = 3, .recurrence = RECURRENCE_DRAWS},
    .position = {.start_fen = "rnbqkbnr8/pppppppp8/16/16/16/16/PPPPPPPP8/RNBQKBNR8 w KQkq - 0 1", .castling = "KQkq",
                 .init = alice_init, .set_fen = alice_set_fen, .accepts = alice_accepts, .may_stand = orthodox_may_stand,
                 .extra_key = alice_extra_key},
    .moves = {.max = 4096, .crosses_boards = true, .captures_elsewhere = true, .generate = step_generate,
              .is_legal = step_move_is_legal, .key_after = alice_key_after, .make = alice_make},
    .end = {.in_check = orthodox_in_check, .in_peril = orthodox_in_peril, .on_board = alice_board_outcome,
            .no_move = orthodox_no_move},
    .text = {.print = simple_print_move, .parse = alice_parse_move},
    .search = {.describe = step_describe, .see_ge = step_see_ge, .evaluate = alice_evaluate},
    .display = &display,
    .measured = &(const MeasuredSheet){.opening = {.plies = 8, .limit = 80}, .bench_depth = 7},
};
