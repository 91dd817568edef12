/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Xiangqi, Chinese chess: 9x10 points, two palaces, a River, lame leapers and Cannons. The third example of
 * docs/adding-a-variant.md; the rules are in examples/rules/xiangqi.md. Letters, FENs and moves are those of other
 * programs (Fairy-Stockfish): N is the Horse, B the Elephant, and ranks are 1 to 10.
 */

#define BOARD_FILES 9
#define BOARD_RANKS 10
#define BOARD_TYPES 8
#define BOARD_SEE
#define BOARD_ATTACKS
#define STEP_GENERATE
#define STEP_STANDARD
#include "../src/step_game.h"

/* ---- Data sheet ---- */

enum { SOLDIER = 1, ADVISOR, ELEPHANT, HORSE, CANNON, CHARIOT, GENERAL };

/* No piece is more symmetric than the game: the Generals, in every endgame, keep to their palaces. */
static const PieceInfo piece_table[BOARD_TYPES] = {
    [SOLDIER] = {.letter = 'P', .sides = 3, .base = SOLDIER, .structure = true, .mg = 80, .eg = 110, .name = "Soldier",
        .betza = "fsW"},
    [ADVISOR] = {.letter = 'A', .sides = 3, .base = ADVISOR, .mg = 120, .eg = 110, .name = "Advisor", .betza = "F"},
    [ELEPHANT] = {.letter = 'B', .sides = 3, .base = ELEPHANT, .mg = 120, .eg = 115, .name = "Elephant", .betza = "nA"},
    [HORSE] = {.letter = 'N', .sides = 3, .base = HORSE, .mates = true, .phase = 2, .mg = 400, .eg = 430, .name = "Horse",
        .betza = "nN"},
    [CANNON] = {.letter = 'C', .sides = 3, .base = CANNON, .phase = 2, .mg = 440, .eg = 380, .name = "Cannon", .betza = "mRcpR"},
    [CHARIOT] = {.letter = 'R', .sides = 3, .base = CHARIOT, .mates = true, .phase = 4, .mg = 920, .eg = 920, .name = "Chariot",
        .betza = "R"},
    [GENERAL] = {.letter = 'K', .sides = 3, .base = GENERAL, .royal = true, .name = "General", .betza = "W"},
};

static const char *const words[BOARD_TYPES] = {
    [SOLDIER] = "Steps one square straight forward, and sideways too beyond the River. Never back.",
    [ADVISOR] = "Steps one square diagonally inside the palace.",
    [ELEPHANT] = "Jumps exactly two squares diagonally over an empty square. It does not cross the River.",
    [HORSE] = "One square straight, which must be empty, then one diagonally outward.",
    [CANNON] = "Runs any distance straight, and captures straight over exactly one piece.",
    [CHARIOT] = "Runs any distance straight.",
    [GENERAL] = "Steps one square straight inside the palace. The Generals may not face each other on an open file.",
};

/* Indexed by side. */
static const Zone zones[] = {
    {"White's palace", ZONE_PALACE, 1, "d1-f3", "White's General and Advisors never leave it.", 0xc23b22},
    {"Black's palace", ZONE_PALACE, 2, "d8-f10", "Black's General and Advisors never leave it.", 0xc23b22},
    {"White's side of the River", ZONE_REGION, 1, "a1-i5", "White's Elephants stay; Black's Soldiers may step sideways.", 0},
    {"Black's side of the River", ZONE_REGION, 2, "a6-i10", "Black's Elephants stay; White's Soldiers may step sideways.", 0},
    {.name = NULL},
};

/* ---- Geometry ---- */

static Bitboard palace[SIDE_NB], land[SIDE_NB];
static Bitboard stands[SIDE_NB][BOARD_TYPES]; /* where a piece may ever stand */
static Bitboard advisor_steps[BOARD_SQUARES], general_steps[BOARD_SQUARES];
static Bitboard soldier_steps[SIDE_NB][BOARD_SQUARES], soldier_sources[SIDE_NB][BOARD_SQUARES];
static LameWay horse_to[BOARD_SQUARES][LAME_WAYS], horse_from[BOARD_SQUARES][LAME_WAYS], elephant_ways[BOARD_SQUARES][LAME_WAYS];
static Bitboard sensitive[BOARD_SQUARES]; /* where a piece may shield or expose a General on the square */

static Tapered square_value(PieceType type, unsigned file, unsigned rank)
{
    int centre = board_centre(file, BOARD_FILES), middle = board_centre(rank, BOARD_RANKS);
    switch (type) {
    case SOLDIER:
        if (rank < 5) return tapered(centre == 4 ? 15 : 0, 0);
        return rank == 9 ? tapered(10, 0) : tapered(30 + centre * 12 + middle * 5, 40 + centre * 12 + middle * 5);
    case ADVISOR: return tapered(file == 4 ? 12 : 0, 0);
    case ELEPHANT: return tapered(file == 4 ? 14 : file == 0 || file == 8 ? -14 : 0, 0);
    case HORSE: return tapered(centre * 6 + middle * 8 - 28, centre * 6 + middle * 6 - 24);
    case CANNON: return tapered(centre * 4 - 8 + (rank == 9 ? 12 : 0), 0);
    case CHARIOT: return tapered(centre * 4 - 8 + (rank == 0 ? -12 : 0), centre * 2);
    default: return tapered(file == 4 ? 10 : 0, 0) - (int)rank * tapered(25, 5);
    }
}

/* Advisors stand on the five points of the palace's diagonals, Elephants on seven points of their side, Soldiers in
 * front of where they start. */
static bool is_stand(PieceType type, Side side, Square s)
{
    unsigned file = square_file(s), rank = square_relative_rank(side, s);
    switch (type) {
    case SOLDIER: return rank > 4 || (rank > 2 && file % 2 == 0);
    case ADVISOR: return bb_test(palace[side], s) && (file + rank) % 2 == 1;
    case ELEPHANT: return bb_test(land[side], s) && file % 2 == 0 && (file + rank) % 4 == 2;
    case GENERAL: return bb_test(palace[side], s);
    default: return true;
    }
}

/* The squares of a set where this type may stand, if it may stand on s, too. */
static Bitboard confined(PieceType type, Square s, Bitboard set)
{
    Bitboard all = bb_or(stands[WHITE][type], stands[BLACK][type]);
    return bb_test(all, s) ? bb_and(set, all) : bb_none();
}

/* The lame Alfil: two squares diagonally over an empty one. Seen from the attacked square the ways are the same. */
static void lame_alfil_init(Square s, LameWay ways[LAME_WAYS])
{
    for (int i = 0; i < LAME_WAYS; ++i) {
        int df = i & 1 ? 1 : -1, dr = i & 2 ? 1 : -1;
        ways[i] = lame_way(s, df, dr);
        leap_add(&ways[i].leaps, s, 2 * df, 2 * dr);
    }
}

static void steps_init(Square s)
{
    advisor_steps[s] = confined(ADVISOR, s, leaper(s, 1, 1));
    general_steps[s] = confined(GENERAL, s, leaper(s, 0, 1));
    mao_init(s, horse_to[s], horse_from[s]);
    lame_alfil_init(s, elephant_ways[s]);
    for (int i = 0; i < LAME_WAYS; ++i) elephant_ways[s][i].leaps = confined(ELEPHANT, s, elephant_ways[s][i].leaps);
    for (Side side = WHITE; side <= BLACK; ++side) {
        leap_add(&soldier_steps[side][s], s, 0, side == WHITE ? 1 : -1);
        for (int df = -1; df <= 1 && !bb_test(land[side], s); df += 2) leap_add(&soldier_steps[side][s], s, df, 0);
        BB_EACH(to, soldier_steps[side][s]) bb_flip(&soldier_sources[side][to], s);
    }
    sensitive[s] = bb_or(rook_attacks(s, bb_none()), leaper(s, 1, 1));
}

static void xiangqi_init(void)
{
    board_init();
    psq_fill(square_value);
    for (Side side = WHITE; side <= BLACK; ++side) {
        palace[side] = zone_set(&zones[side]);
        land[side] = zone_set(&zones[SIDE_NB + side]);
        for (PieceType t = 1; t < BOARD_TYPES; ++t)
            for (unsigned s = 0; s < BOARD_SQUARES; ++s)
                if (is_stand(t, side, (Square)s)) bb_flip(&stands[side][t], s);
    }
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) steps_init((Square)s);
}

/* ---- Attacks ---- */

static Bitboard cannon_captures(Square s, Bitboard occupied)
{
    return bb_or(line_hop_captures(LINE_FILE, s, occupied), line_hop_captures(LINE_RANK, s, occupied));
}

/* Generals may not face each other on an open file: those that see a General `occupant` on s. */
static Bitboard facing_royals(const Board *b, Square s, Bitboard occupied, PieceType occupant)
{
    return piece_table[occupant].royal ? bb_and(line_attacks(LINE_FILE, s, occupied), b->type[occupant]) : bb_none();
}

static Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant)
{
    Bitboard set = bb_and(soldier_sources[side][s], b->type[SOLDIER]);
    set = bb_or(set, bb_and(lame_leaps(horse_from[s], occupied), b->type[HORSE]));
    set = bb_or(set, bb_and(rook_attacks(s, occupied), b->type[CHARIOT]));
    set = bb_or(set, bb_and(cannon_captures(s, occupied), b->type[CANNON]));
    set = bb_or(set, bb_and(advisor_steps[s], b->type[ADVISOR]));
    set = bb_or(set, bb_and(lame_leaps(elephant_ways[s], occupied), b->type[ELEPHANT]));
    set = bb_or(set, bb_and(general_steps[s], b->type[GENERAL]));
    set = bb_or(set, facing_royals(b, s, occupied, occupant));
    return bb_and(set, bb_and(b->side[side], occupied));
}

/* The squares where a piece captures or, a Cannon, would if an enemy were there. */
static Bitboard piece_attacks(const Board *b, Square s)
{
    Bitboard occupied = board_occupied(b);
    switch (piece_type(b->base.board[s])) {
    case SOLDIER: return soldier_steps[piece_side(b->base.board[s])][s];
    case ADVISOR: return advisor_steps[s];
    case ELEPHANT: return lame_leaps(elephant_ways[s], occupied);
    case HORSE: return lame_leaps(horse_to[s], occupied);
    case CANNON: {
        Bitboard reached = rook_attacks(s, occupied);
        return bb_without(rook_attacks(s, bb_without(occupied, reached)), reached);
    }
    case CHARIOT: return rook_attacks(s, occupied);
    default: return general_steps[s];
    }
}

static Bitboard attacks_of(const Board *b, Side side)
{
    Bitboard set = bb_none(), pieces = b->side[side];
    BB_EACH(s, pieces) set = bb_or(set, piece_attacks(b, (Square)s));
    return set;
}

static bool xiangqi_in_check(const Position *pos) { return step_in_check(board_const(pos), pos->side, GENERAL); }
static bool xiangqi_in_peril(const Position *pos, NodeFacts *facts) { return (void)facts, xiangqi_in_check(pos); }

/* ---- Moves ---- */

static Bitboard targets_of(const Board *b, Square from)
{
    Bitboard occupied = board_occupied(b), own = b->side[b->base.side];
    if (piece_type(b->base.board[from]) != CANNON) return bb_without(piece_attacks(b, from), own);
    return bb_or(bb_without(rook_attacks(from, occupied), occupied), bb_without(cannon_captures(from, occupied), own));
}

static Step step_of(const Position *pos, Move move) { return step_plain(pos, move); }

/* A side that is not in check can expose its General only on its lines and on the legs next to it. */
static Move *generate_from(const Board *b, NodeFacts *facts, GenKind kind, Bitboard sources, Move *out)
{
    (void)facts;
    const Position *pos = &b->base;
    Bitboard pieces = bb_and(sources, b->side[pos->side]), general = board_pieces(b, pos->side, GENERAL);
    Bitboard unsure = xiangqi_in_check(pos) ? b->side[pos->side] : bb_or(general, sensitive[bb_first(general)]);
    BB_EACH(from, pieces)
    {
        Bitboard targets = targets_of(b, (Square)from);
        BB_EACH(to, targets)
        {
            if ((bb_test(unsure, (unsigned)from) || bb_test(unsure, (unsigned)to))
                && !step_is_safe(b, (Square)from, (Square)to, GENERAL))
                continue;
            out = step_emit(pos, kind, move_simple((Square)from, (Square)to, NO_TYPE, MOVE_NORMAL), out);
        }
    }
    return out;
}

/* No piece has more moves than a Chariot; a FEN may fill the board with pieces. */
enum { ONE_PIECE_MAX = 17, MOVES_MAX = BOARD_SQUARES * ONE_PIECE_MAX };

/* A Soldier's step forward cannot be taken back, but resets nothing. */
static void xiangqi_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Step step = step_of(pos, move);
    State *state = position_push(pos, move);
    if (step.victim) state->counter = state->reversible = 0;
    if (step.mover == SOLDIER && square_rank(step.from) != square_rank(step.to)) state->reversible = 0;
    if (step.victim) board_remove(b, step.to);
    board_move(b, step.from, step.to);
}

/* ---- End of the game ---- */

static Outcome xiangqi_board_outcome(const Position *pos)
{
    const Board *b = board_const(pos);
    Bitboard attackers = bb_or(bb_or(b->type[SOLDIER], b->type[HORSE]), bb_or(b->type[CANNON], b->type[CHARIOT]));
    return bb_any(attackers) ? (Outcome){ONGOING, NULL} : (Outcome){DRAW, "insufficient material"};
}

static Outcome xiangqi_no_move(const Position *pos)
{
    return (Outcome){result_win(pos->side ^ 1), xiangqi_in_check(pos) ? "checkmate" : "stalemate"};
}

/* ---- Evaluation ---- */

/* Mobility of Horses and Chariots; a Cannon counts more if the enemy has its Advisors. */
static Tapered evaluate_side(const Board *b, Side side)
{
    Bitboard riders = bb_and(b->side[side], bb_or(b->type[HORSE], b->type[CHARIOT]));
    int advisors = bb_count(board_pieces(b, side ^ 1, ADVISOR));
    Tapered sum = bb_count(board_pieces(b, side, CANNON)) * (advisors - 1) * tapered(8, 20);
    BB_EACH(s, riders)
    {
        int squares = bb_count(bb_without(piece_attacks(b, (Square)s), b->side[side]));
        sum += squares * (piece_type(b->base.board[s]) == HORSE ? tapered(9, 9) : tapered(4, 5));
    }
    return sum;
}

static Tapered xiangqi_evaluate(const Position *pos, EvalScratch *scratch)
{
    (void)scratch;
    const Board *b = board_const(pos);
    Tapered tempo = pos->side == WHITE ? tapered(25, 10) : -tapered(25, 10);
    return evaluate_side(b, WHITE) - evaluate_side(b, BLACK) + tempo;
}

/* ---- FEN ---- */

static bool xiangqi_may_stand(Piece piece, Square s) { return bb_test(stands[piece_side(piece)][piece_type(piece)], s); }

static bool xiangqi_accepts(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    if (!step_has_kings(b, GENERAL, error) || !step_well_placed(pos, "it can never come there", error)) return false;
    return !step_in_check(b, pos->side ^ 1, GENERAL) || error_set(error, "the side that is not to move is in check");
}

static const DisplaySheet display = {
    .rules = "Xiangqi, Chinese chess. Checkmate the General; a side without a legal move loses, too.\n"
             "General and Advisors stay in the palace, d1-f3 or d8-f10; Elephants do not cross the River.\n"
             "Horses and Elephants do not jump over a piece next to them. A Cannon captures over one piece.\n"
             "The Generals may not face each other on a file with nothing between them.\n"
             "Drawn: a third occurrence, 120 plies without a capture, no piece left that crosses the River.\n"
             "Perpetual check and perpetual chase are not forbidden: the third occurrence draws.",
    .words = words, .zones = zones,
    .cecp = {.table = "(PN.R.AB..K.C.pn.r.ab..k.c.)", .geometry = "9x10+0_xiangqi"},
};

Variant variant_xiangqi = {
    .name = "xiangqi",
    .title = "Xiangqi",
    .board = BOARD_SHEET,
    .symmetry = {.board = SYMMETRIC_FILES, .swap = FLIP_RANKS},
    .draws = {.counter_limit = 120, .repetitions = 3, .recurrence = RECURRENCE_DRAWS},
    .position = {.start_fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", .init = xiangqi_init,
                 .set_fen = board_set_fen, .accepts = xiangqi_accepts, .may_stand = xiangqi_may_stand},
    .moves = {.max = MOVES_MAX, .generate = step_generate, .is_legal = step_move_is_legal, .key_after = step_key_after,
              .make = xiangqi_make},
    .end = {.in_check = xiangqi_in_check, .in_peril = xiangqi_in_peril, .on_board = xiangqi_board_outcome,
            .no_move = xiangqi_no_move},
    .text = {.print = simple_print_move, .parse = simple_parse_move},
    .search = {.describe = step_describe, .see_ge = step_see_ge, .evaluate = xiangqi_evaluate},
    .display = &display,
    .measured = &(const MeasuredSheet){.opening = {.plies = 8, .limit = 80}, .bench_depth = 9},
};
