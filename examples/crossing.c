/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Crossing: a small game on 5x6 in which a King that reaches the far side wins. The first example of
 * docs/adding-a-variant.md. */

#define BOARD_FILES 5
#define BOARD_RANKS 6
#define BOARD_TYPES 5
#define BOARD_SEE
#define BOARD_ATTACKS
#define STEP_STANDARD
#define STEP_GOALS
#include "../src/step_game.h"

/* ---- Data sheet ---- */

enum { PAWN = 1, KNIGHT, ROOK, KING };

static const PieceInfo piece_table[BOARD_TYPES] = {
    [PAWN] = {.letter = 'P', .sides = 3, .base = PAWN, .structure = true, .mg = 90, .eg = 120, .name = "Pawn", .betza = "fmWfcF"},
    [KNIGHT] = {.letter = 'N', .sides = 3, .base = KNIGHT, .symmetry = SYMMETRIC_ALL, .phase = 1, .mg = 280, .eg = 260,
        .name = "Knight", .betza = "N"},
    [ROOK] = {.letter = 'R', .sides = 3, .base = ROOK, .mates = true, .symmetry = SYMMETRIC_ALL, .phase = 2, .mg = 420,
        .eg = 480, .name = "Rook", .betza = "R"},
    [KING] = {.letter = 'K', .sides = 3, .base = KING, .symmetry = SYMMETRIC_FILES, .royal = true, .name = "King", .betza = "K"},
};

static const char *const words[BOARD_TYPES] = {
    [PAWN] = "Steps one square straight forward, captures one square diagonally forward, and becomes a Rook or Knight at the end.",
    [KNIGHT] = "Jumps two squares straight and one sideways, over anything.",
    [ROOK] = "Runs any distance straight.",
    [KING] = "Steps one square in any direction, never onto an attacked square. On the opponent's first rank it has won.",
};

static const Zone zones[] = {
    {"White's goal", ZONE_GOAL, 1, "a6-e6", "White wins when the White King arrives here.", 0xc23b22},
    {"Black's goal", ZONE_GOAL, 2, "a1-e1", "Black wins when the Black King arrives here.", 0xc23b22},
    {.name = NULL},
};

/* ---- Geometry ---- */

static Bitboard knight_attacks[BOARD_SQUARES], king_attacks[BOARD_SQUARES];
static Bitboard pawn_attacks[SIDE_NB][BOARD_SQUARES], pawn_steps[SIDE_NB][BOARD_SQUARES];
static Bitboard goal[SIDE_NB];

/* In the endgame the King gains value near the goal. */
static Tapered square_value(PieceType type, unsigned file, unsigned rank)
{
    int centre = board_centre(file, BOARD_FILES), advanced = (int)rank;
    switch (type) {
    case PAWN: return tapered(advanced * 6 + centre * 3, advanced * advanced * 6);
    case KNIGHT: return tapered(centre * 8, centre * 5);
    case ROOK: return tapered(centre * 3, 0);
    default: return tapered(rank == 0 ? 10 : -advanced * 15, advanced * 25);
    }
}

static void crossing_init(void)
{
    board_init();
    psq_fill(square_value);
    for (Side side = WHITE; side <= BLACK; ++side) goal[side] = zone_set(&zones[side]);
    for (unsigned i = 0; i < BOARD_SQUARES; ++i) {
        Square s = (Square)i;
        knight_attacks[s] = leaper(s, 1, 2);
        king_attacks[s] = bb_or(leaper(s, 0, 1), leaper(s, 1, 1));
        for (Side side = WHITE; side <= BLACK; ++side) {
            int ahead = side == WHITE ? 1 : -1;
            leap_add(&pawn_steps[side][s], s, 0, ahead);
            leap_add(&pawn_attacks[side][s], s, -1, ahead);
            leap_add(&pawn_attacks[side][s], s, 1, ahead);
        }
    }
}

/* ---- Attacks ---- */

static Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant)
{
    (void)occupant;
    Bitboard set = bb_and(pawn_attacks[side ^ 1][s], b->type[PAWN]);
    set = bb_or(set, bb_and(knight_attacks[s], b->type[KNIGHT]));
    set = bb_or(set, bb_and(king_attacks[s], b->type[KING]));
    set = bb_or(set, bb_and(rook_attacks(s, occupied), b->type[ROOK]));
    return bb_and(set, bb_and(b->side[side], occupied));
}

static Bitboard piece_attacks(const Board *b, Square s)
{
    switch (piece_type(b->base.board[s])) {
    case PAWN: return pawn_attacks[piece_side(b->base.board[s])][s];
    case KNIGHT: return knight_attacks[s];
    case ROOK: return rook_attacks(s, board_occupied(b));
    default: return king_attacks[s];
    }
}

static Bitboard attacks_of(const Board *b, Side side)
{
    Bitboard set = bb_none(), pieces = b->side[side];
    BB_EACH(s, pieces) set = bb_or(set, piece_attacks(b, (Square)s));
    return set;
}

static Square king_square(const Board *b, Side side) { return bb_first(board_pieces(b, side, KING)); }

static bool in_check(const Board *b, Side side) { return step_in_check(b, side, KING); }

static bool has_crossed(const Board *b, Side side) { return bb_meet(board_pieces(b, side, KING), goal[side]); }

/* ---- Moves ---- */

static Bitboard targets_of(const Board *b, Square from)
{
    Side us = b->base.side;
    Bitboard attacks = piece_attacks(b, from);
    if (piece_type(b->base.board[from]) != PAWN) return bb_without(attacks, b->side[us]);
    return bb_or(bb_and(attacks, b->side[us ^ 1]), bb_without(pawn_steps[us][from], board_occupied(b)));
}

static Step step_of(const Position *pos, Move move) { return step_plain(pos, move); }

/* A crossing King gains more than any capture. */
static Score goal_gain(const Position *pos, const Step *step)
{
    return step->mover == KING && bb_test(goal[pos->side], step->to) ? 10000 : 0;
}

static Move *crossing_generate(const Position *pos, NodeFacts *facts, GenKind kind, Move *out)
{
    (void)facts;
    const Board *b = board_const(pos);
    Side us = pos->side;
    if (has_crossed(b, us ^ 1)) return out;
    BB_EACH(from, b->side[us])
    {
        Bitboard targets = targets_of(b, (Square)from);
        BB_EACH(to, targets)
        {
            if (!step_is_safe(b, (Square)from, (Square)to, KING)) continue;
            bool promotes = piece_type(pos->board[from]) == PAWN && bb_test(goal[us], (unsigned)to);
            Move move = move_simple((Square)from, (Square)to, promotes ? ROOK : NO_TYPE, promotes ? MOVE_PROMOTION : MOVE_NORMAL);
            out = step_emit(pos, kind, move, out);
            if (promotes) out = step_emit(pos, kind, move_simple((Square)from, (Square)to, KNIGHT, MOVE_PROMOTION), out);
        }
    }
    return out;
}

enum { MOVES_MAX = 512 };

static bool crossing_move_is_legal(const Position *pos, NodeFacts *facts, Move move)
{
    Move list[MOVES_MAX];
    return step_is_listed(list, crossing_generate(pos, facts, GEN_ALL, list), move);
}

static void crossing_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Square from = move_from(move), to = move_to(move);
    Step step = step_of(pos, move);
    State *state = position_push(pos, move);
    if (step.mover == PAWN || step.victim) state->counter = state->reversible = 0;
    if (step.victim) board_remove(b, to);
    board_move_as(b, from, to, piece_make(piece_side(pos->board[from]), step.arrival));
}

/* ---- End of the game ---- */

static Outcome crossing_board_outcome(const Position *pos)
{
    Side them = pos->side ^ 1;
    return has_crossed(board_const(pos), them) ? (Outcome){result_win(them), "the King has crossed"} : (Outcome){ONGOING, NULL};
}

/* Generalised check: the King is attacked, or the enemy King can cross with its next move. */
static bool crossing_in_peril(const Position *pos, NodeFacts *facts)
{
    (void)facts;
    const Board *b = board_const(pos);
    Side us = pos->side, them = us ^ 1;
    if (in_check(b, us)) return true;
    Square king = king_square(b, them);
    Bitboard ways = bb_and(bb_without(king_attacks[king], b->side[them]), goal[them]);
    Bitboard others = bb_without(board_occupied(b), bb_square(king));
    BB_EACH(to, ways) if (!bb_any(attackers_to(b, (Square)to, bb_without(others, bb_square((unsigned)to)), us, KING))) return true;
    return false;
}

static Outcome crossing_no_move(const Position *pos) { return step_no_move(pos, in_check(board_const(pos), pos->side)); }

/* The side to move has a small advantage. */
static Tapered crossing_evaluate(const Position *pos, EvalScratch *scratch)
{
    return (void)scratch, pos->side == WHITE ? tapered(15, 10) : -tapered(15, 10);
}

/* ---- FEN ---- */

static bool crossing_may_stand(Piece piece, Square s)
{
    return piece_type(piece) != PAWN || (square_rank(s) != 0 && square_rank(s) != BOARD_RANKS - 1);
}

static bool crossing_accepts(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    if (!step_has_kings(b, KING, error) || !step_well_placed(pos, "no Pawn stands on ranks 1 and 6", error)) return false;
    if (has_crossed(b, pos->side)) return error_set(error, "the King of the side to move has crossed: the game was over before");
    return !in_check(b, pos->side ^ 1) || error_set(error, "the side that is not to move is in check");
}

static const DisplaySheet display = {
    .rules = "King, Rook and Knight as in chess; Pawns step one square and capture diagonally.\n"
             "A Pawn that arrives on the last rank becomes a Rook or a Knight: a5a6r.\n"
             "A King that reaches the opponent's first rank wins; so does mate. Stalemate draws.\n"
             "Drawn, too: a third occurrence, 60 plies without a capture or a Pawn's step.",
    .words = words, .zones = zones,
    .cecp = {.table = "(PN.R.......Kpn.r.......k)", .geometry = "5x6+0_bughouse",
             .pieces = (const char *const[BOARD_TYPES]){NULL}},
};

Variant variant_crossing = {
    .name = "crossing",
    .title = "Crossing",
    .board = BOARD_SHEET,
    .symmetry = {.board = SYMMETRIC_FILES, .swap = FLIP_RANKS},
    .draws = {.counter_limit = 60, .repetitions = 3, .recurrence = RECURRENCE_DRAWS},
    .position = {.start_fen = "rnknr/ppppp/5/5/PPPPP/RNKNR w - - 0 1", .init = crossing_init, .set_fen = board_set_fen,
                 .accepts = crossing_accepts, .may_stand = crossing_may_stand},
    .moves = {.max = MOVES_MAX, .generate = crossing_generate, .is_legal = crossing_move_is_legal, .key_after = step_key_after,
              .make = crossing_make},
    .end = {.in_peril = crossing_in_peril, .on_board = crossing_board_outcome, .no_move = crossing_no_move},
    .text = {.print = simple_print_move, .parse = simple_parse_move},
    .search = {.describe = step_describe, .see_ge = step_see_ge, .evaluate = crossing_evaluate},
    .display = &display,
    .measured = &(const MeasuredSheet){.opening = {.plies = 4, .limit = 80}, .bench_depth = 10},
};
