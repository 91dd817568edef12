/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shogi, Japanese chess: captured pieces change sides and are dropped. The fourth example of docs/adding-a-variant.md; the
 * rules are in examples/rules/shogi.md. Letters, FENs and moves are those of other programs (Fairy-Stockfish), with the six
 * fields of this one: White is Sente and begins, S is the Silver, +P the promoted Pawn.
 */

#define BOARD_FILES 9
#define BOARD_RANKS 9
#define BOARD_TYPES 15
#define BOARD_KEEPS_CAPTURED 1
#define BOARD_SEE
#define BOARD_ATTACKS
#define STEP_GENERATE
#define STEP_STANDARD
#include "../src/step_game.h"

/* ---- Data sheet ---- */

/* Those that can be in hand come first, so that their slots follow from their numbers. */
enum { PAWN = 1, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, KING, TOKIN, NEW_LANCE, NEW_KNIGHT, NEW_SILVER, HORSE, DRAGON };

static const PieceType hand_types[] = {PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, NO_TYPE};
static unsigned slot_of(PieceType type) { return type - 1u; }

/* Pieces in hand leave the board, but the middlegame goes on: all values are the same in both phases. */
#define WORTH(value) .sides = 3, .mg = value, .eg = value
#define PROMOTED(type) .promoted = true, .base = type
static const PieceInfo piece_table[BOARD_TYPES] = {
    [PAWN] = {.letter = 'P', WORTH(90), .base = PAWN, .promotes = TOKIN, .structure = true, .name = "Pawn", .betza = "fW"},
    [LANCE] = {.letter = 'L', WORTH(240), .base = LANCE, .promotes = NEW_LANCE, .phase = 1, .name = "Lance", .betza = "fR"},
    [KNIGHT] = {.letter = 'N', WORTH(260), .base = KNIGHT, .promotes = NEW_KNIGHT, .phase = 1, .name = "Knight", .betza = "ffN"},
    [SILVER] = {.letter = 'S', WORTH(370), .base = SILVER, .promotes = NEW_SILVER, .phase = 1, .name = "Silver", .betza = "FfW"},
    [GOLD] = {.letter = 'G', WORTH(440), .base = GOLD, .phase = 1, .name = "Gold", .betza = "WfF"},
    [BISHOP] = {.letter = 'B', WORTH(570), .base = BISHOP, .promotes = HORSE, .phase = 2, .name = "Bishop", .betza = "B"},
    [ROOK] = {.letter = 'R', WORTH(640), .base = ROOK, .promotes = DRAGON, .phase = 2, .name = "Rook", .betza = "R"},
    [KING] = {.letter = 'K', .sides = 3, .base = KING, .royal = true, .name = "King", .betza = "K"},
    [TOKIN] = {.letter = 'P', WORTH(500), PROMOTED(PAWN), .phase = 0, .name = "Tokin", .betza = "WfF"},
    [NEW_LANCE] = {.letter = 'L', WORTH(470), PROMOTED(LANCE), .phase = 1, .name = "promoted Lance", .betza = "WfF"},
    [NEW_KNIGHT] = {.letter = 'N', WORTH(470), PROMOTED(KNIGHT), .phase = 1, .name = "promoted Knight", .betza = "WfF"},
    [NEW_SILVER] = {.letter = 'S', WORTH(460), PROMOTED(SILVER), .phase = 1, .name = "promoted Silver", .betza = "WfF"},
    [HORSE] = {.letter = 'B', WORTH(830), PROMOTED(BISHOP), .phase = 2, .name = "Dragon Horse", .betza = "BW"},
    [DRAGON] = {.letter = 'R', WORTH(950), PROMOTED(ROOK), .phase = 2, .name = "Dragon King", .betza = "RF"},
};

#define AS_GOLD "As a Gold: one square straight, or diagonally forward."
static const char *const words[BOARD_TYPES] = {
    [PAWN] = "One square straight forward; it captures there, too.",
    [LANCE] = "Any distance straight forward.",
    [KNIGHT] = "Jumps two squares forward and one aside.",
    [SILVER] = "One square diagonally, or straight forward.",
    [GOLD] = "One square straight, or diagonally forward. It does not promote.",
    [BISHOP] = "Any distance diagonally.",
    [ROOK] = "Any distance straight.",
    [KING] = "One square in any direction.",
    [TOKIN] = AS_GOLD, [NEW_LANCE] = AS_GOLD, [NEW_KNIGHT] = AS_GOLD, [NEW_SILVER] = AS_GOLD,
    [HORSE] = "As a Bishop, or one square straight.",
    [DRAGON] = "As a Rook, or one square diagonally.",
};

/* Indexed by side. */
static const Zone zones[] = {
    {"White's promotion zone", ZONE_PROMOTION, 1, "a7-i9", "White's pieces may promote that move to, from or inside it.", 0x3f7f5f},
    {"Black's promotion zone", ZONE_PROMOTION, 2, "a1-i3", "Black's pieces may promote that move to, from or inside it.", 0x3f7f5f},
    {.name = NULL},
};

/* ---- Geometry ---- */

static Bitboard zone[SIDE_NB];
static Bitboard steps[SIDE_NB][BOARD_TYPES][BOARD_SQUARES];
static Bitboard ahead[SIDE_NB][BOARD_SQUARES]; /* the squares before a piece on its file */
static Bitboard stands[SIDE_NB][BOARD_TYPES];  /* from where a piece could ever move */
static Bitboard sensitive[BOARD_SQUARES]; /* where a piece may shield or expose a King on the square */

static Tapered square_value(PieceType type, unsigned file, unsigned rank)
{
    int centre = board_centre(file, BOARD_FILES), up = (int)rank;
    if (type == KING) return tapered(-12 * up - 5 * centre, -12 * up - 5 * centre);
    int value = type == GOLD || type == SILVER ? 2 * centre + 3 * (int)min(up, 5) : centre + 2 * up;
    return tapered(value, value);
}

/* The steps and leaps of a piece to the right, in White's eyes; those to the left are alike. */
enum { STEPS_MAX = 5 };
static const struct { int8_t files, ranks; } leaps[BOARD_TYPES][STEPS_MAX] = {
    [PAWN] = {{0, 1}}, [KNIGHT] = {{1, 2}}, [SILVER] = {{0, 1}, {1, 1}, {1, -1}}, [GOLD] = {{0, 1}, {1, 1}, {1, 0}, {0, -1}},
    [KING] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}, [HORSE] = {{0, 1}, {1, 0}, {0, -1}}, [DRAGON] = {{1, 1}, {1, -1}},
};

static void leaps_init(Square s, Side side, PieceType type)
{
    PieceType as = type >= TOKIN && type <= NEW_SILVER ? GOLD : type;
    for (int i = 0; i < STEPS_MAX && (leaps[as][i].files || leaps[as][i].ranks); ++i) {
        int df = leaps[as][i].files, dr = side == WHITE ? leaps[as][i].ranks : -leaps[as][i].ranks;
        leap_add(&steps[side][type][s], s, df, dr);
        leap_add(&steps[side][type][s], s, -df, dr);
    }
}

static void shogi_init(void)
{
    board_init();
    psq_fill(square_value);
    for (unsigned i = 0; i < BOARD_SQUARES; ++i) {
        Square s = (Square)i;
        sensitive[s] = queen_attacks(s, bb_none());
        for (Side side = WHITE; side <= BLACK; ++side) {
            ahead[side][s] = side == WHITE ? line_ref[LINE_FILE][s].up : line_ref[LINE_FILE][s].down;
            for (PieceType t = 1; t < BOARD_TYPES; ++t) {
                leaps_init(s, side, t);
                bool moves = t == LANCE ? bb_any(ahead[side][s]) : t == BISHOP || t == ROOK || bb_any(steps[side][t][s]);
                if (moves) bb_flip(&stands[side][t], s);
            }
        }
    }
    for (Side side = WHITE; side <= BLACK; ++side) zone[side] = zone_set(&zones[side]);
}

/* ---- Attacks ---- */

static Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant)
{
    (void)occupant;
    const Bitboard *type = b->type;
    Bitboard diagonal = bb_or(type[BISHOP], type[HORSE]), straight = bb_or(type[ROOK], type[DRAGON]);
    Bitboard gold = bb_or(bb_or(type[GOLD], type[TOKIN]), bb_or(type[NEW_LANCE], bb_or(type[NEW_KNIGHT], type[NEW_SILVER])));
    Bitboard near = bb_or(type[KING], bb_or(type[HORSE], type[DRAGON]));
    Bitboard (*back)[BOARD_SQUARES] = steps[side ^ 1]; /* from where such a piece reaches the square */
    Bitboard set = bb_and(back[PAWN][s], type[PAWN]);
    set = bb_or(set, bb_and(back[KNIGHT][s], type[KNIGHT]));
    set = bb_or(set, bb_and(back[SILVER][s], type[SILVER]));
    set = bb_or(set, bb_and(back[GOLD][s], gold));
    set = bb_or(set, bb_and(back[KING][s], near));
    if (bb_meet(sensitive[s], diagonal)) set = bb_or(set, bb_and(bishop_attacks(s, occupied), diagonal));
    if (bb_meet(sensitive[s], straight)) set = bb_or(set, bb_and(rook_attacks(s, occupied), straight));
    Bitboard lances = bb_and(ahead[side ^ 1][s], type[LANCE]);
    if (bb_any(lances)) set = bb_or(set, bb_and(line_attacks(LINE_FILE, s, occupied), lances));
    return bb_and(set, bb_and(b->side[side], occupied));
}

static Bitboard piece_attacks(const Board *b, Square s)
{
    Bitboard occupied = board_occupied(b);
    PieceType type = piece_type(b->base.board[s]);
    Side side = piece_side(b->base.board[s]);
    switch (piece_table[type].base) {
    case LANCE: return type == LANCE ? bb_and(line_attacks(LINE_FILE, s, occupied), ahead[side][s]) : steps[side][type][s];
    case BISHOP: return bb_or(bishop_attacks(s, occupied), steps[side][type][s]);
    case ROOK: return bb_or(rook_attacks(s, occupied), steps[side][type][s]);
    default: return steps[side][type][s];
    }
}

static Bitboard attacks_of(const Board *b, Side side)
{
    Bitboard set = bb_none(), pieces = b->side[side];
    BB_EACH(s, pieces) set = bb_or(set, piece_attacks(b, (Square)s));
    return set;
}

static bool shogi_in_check(const Position *pos) { return step_in_check(board_const(pos), pos->side, KING); }
static bool shogi_in_peril(const Position *pos, NodeFacts *facts) { return (void)facts, shogi_in_check(pos); }

/* ---- Moves ---- */

static Step step_of(const Position *pos, Move move)
{
    Step step = step_plain(pos, move);
    if (move_kind(move) == MOVE_DROP) step.mover = step.arrival = move_type(move);
    return step;
}

/* Is a Pawn dropped on `to`, next to the enemy King, mate? The King has a safe step, or a piece captures the Pawn. */
static bool drop_mates(const Board *b, Square to)
{
    Side us = b->base.side, them = us ^ 1;
    Square king = bb_first(board_pieces(b, them, KING));
    Bitboard occupied = bb_or(board_occupied(b), bb_square(to));
    Bitboard flights = bb_without(steps[them][KING][king], b->side[them]), left = bb_without(occupied, bb_square(king));
    BB_EACH(s, flights) if (!bb_any(bb_without(attackers_to(b, (Square)s, left, us, KING), bb_square((unsigned)s)))) return false;
    Bitboard takers = bb_without(attackers_to(b, to, occupied, them, PAWN), bb_square(king));
    BB_EACH(s, takers) if (!bb_any(attackers_to(b, king, bb_without(occupied, bb_square((unsigned)s)), us, KING))) return false;
    return true;
}

/* Where a piece of this type may be dropped, mate by a Pawn left aside: in check between the King and the attacker. */
static Bitboard drop_squares(const Board *b, PieceType type, bool in_check)
{
    Side us = b->base.side;
    Bitboard set = bb_without(stands[us][type], board_occupied(b)), pawns = board_pieces(b, us, PAWN);
    if (type == PAWN) BB_EACH(s, pawns) set = bb_without(set, line_ref[LINE_FILE][s].mask);
    if (!in_check) return set;
    set = bb_and(set, sensitive[bb_first(board_pieces(b, us, KING))]);
    Bitboard tried = set;
    BB_EACH(s, tried) if (!step_is_safe(b, (Square)s, (Square)s, KING)) bb_flip(&set, (unsigned)s);
    return set;
}

static Move *generate_drops(const Board *b, Bitboard sources, bool in_check, Move *out)
{
    Side us = b->base.side;
    Square king = bb_first(board_pieces(b, us ^ 1, KING));
    for (PieceType type = PAWN; type <= ROOK; ++type) {
        if (!hand_count(b->base.variant, b->base.state->hands, us, slot_of(type))) continue;
        Bitboard set = bb_and(drop_squares(b, type, in_check), sources);
        BB_EACH(to, set)
        {
            if (type == PAWN && bb_test(steps[us][PAWN][to], king) && drop_mates(b, (Square)to)) continue;
            *out++ = move_simple((Square)to, (Square)to, type, MOVE_DROP);
        }
    }
    return out;
}

/* The moves of one piece to a square: promoting if it may, and unpromoted unless it could never move again. */
static Move *emit(const Position *pos, GenKind kind, Square from, Square to, Move *out)
{
    PieceType type = piece_type(pos->board[from]), promotes = piece_table[type].promotes;
    if (promotes && (bb_test(zone[pos->side], from) || bb_test(zone[pos->side], to)))
        out = step_emit(pos, kind, move_simple(from, to, promotes, MOVE_PROMOTION), out);
    if (!bb_test(stands[pos->side][type], to)) return out;
    return step_emit(pos, kind, move_simple(from, to, NO_TYPE, MOVE_NORMAL), out);
}

static bool wins_by_points(const Position *pos);

static Move *generate_from(const Board *b, NodeFacts *facts, GenKind kind, Bitboard sources, Move *out)
{
    (void)facts;
    const Position *pos = &b->base;
    if (wins_by_points(pos)) return out;
    Bitboard own = b->side[pos->side], king = board_pieces(b, pos->side, KING), pieces = bb_and(sources, own);
    bool in_check = shogi_in_check(pos);
    Bitboard unsure = in_check ? own : bb_or(king, sensitive[bb_first(king)]);
    BB_EACH(from, pieces)
    {
        Bitboard targets = bb_without(piece_attacks(b, (Square)from), own);
        BB_EACH(to, targets)
        {
            if (bb_test(unsure, (unsigned)from) && !step_is_safe(b, (Square)from, (Square)to, KING)) continue;
            out = emit(pos, kind, (Square)from, (Square)to, out);
        }
    }
    return kind & GEN_QUIET ? generate_drops(b, sources, in_check, out) : out;
}

/* There are 40 pieces at most; a Bishop or Rook has 16 squares and two moves to each. */
enum { ONE_PIECE_MAX = 32, MOVES_MAX = 40 * ONE_PIECE_MAX + 7 * BOARD_SQUARES };

/* Nothing is irreversible: what was captured may be dropped, captured back and dropped again. So `reversible` is never reset. */
static void shogi_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Step step = step_of(pos, move);
    Side us = pos->side;
    State *state = position_push(pos, move);
    if (move_kind(move) == MOVE_DROP) {
        board_hand(b, us, slot_of(step.arrival), -1);
        board_put(b, step.to, piece_make(us, step.arrival));
        return;
    }
    if (step.victim) {
        state->counter = 0;
        board_remove(b, step.to);
        board_hand(b, us, slot_of(piece_table[step.victim].base), 1);
    }
    board_move_as(b, step.from, step.to, piece_make(us, step.arrival));
}

static Key shogi_key_after(const Position *pos, Move move)
{
    Step step = step_of(pos, move);
    uint64_t hands = pos->state->hands, after = hands;
    Key key = pos->state->key ^ zobrist_side ^ zobrist_piece[piece_make(pos->side, step.arrival)][step.to];
    if (move_kind(move) == MOVE_DROP) after -= hand_one(pos->variant, pos->side, slot_of(step.arrival));
    else key ^= zobrist_piece[pos->board[step.from]][step.from];
    if (step.victim) {
        key ^= zobrist_piece[pos->board[step.to]][step.to];
        after += hand_one(pos->variant, pos->side, slot_of(piece_table[step.victim].base));
    }
    return key ^ zobrist_hands(hands) ^ zobrist_hands(after);
}

/* ---- End of the game ---- */

/* The 28 points of a King that has come across: Bishops and Rooks count five, all others one. */
enum { POINTS = 28, COMPANIONS = 10 };

/* Does the side to move win with its King, which is not in check, and ten other pieces in the promotion zone? */
static bool wins_by_points(const Position *pos)
{
    const Board *b = board_const(pos);
    Side us = pos->side;
    Bitboard inside = bb_and(b->side[us], zone[us]);
    if (!bb_meet(inside, b->type[KING]) || bb_count(inside) <= COMPANIONS) return false;
    Bitboard large = bb_or(bb_or(b->type[BISHOP], b->type[HORSE]), bb_or(b->type[ROOK], b->type[DRAGON]));
    unsigned points = (unsigned)(bb_count(inside) - 1 + 4 * bb_count(bb_and(inside, large)));
    for (PieceType t = PAWN; t <= ROOK; ++t)
        points += hand_count(pos->variant, pos->state->hands, us, slot_of(t)) * (t >= BISHOP ? 5 : 1);
    return points >= POINTS && !shogi_in_check(pos);
}

static Outcome shogi_board_outcome(const Position *pos)
{
    const Board *b = board_const(pos);
    if (!pos->state->hands && bb_equal(board_occupied(b), b->type[KING])) return (Outcome){DRAW, "insufficient material"};
    return wins_by_points(pos) ? (Outcome){result_win(pos->side), "28 points"} : (Outcome){ONGOING, NULL};
}

static Outcome shogi_no_move(const Position *pos)
{
    return (Outcome){result_win(pos->side ^ 1), shogi_in_check(pos) ? "checkmate" : "stalemate"};
}

/* A draw, unless one side has given check with every move since the position first occurred: that side loses. */
static Outcome shogi_repetition(Position *pos)
{
    unsigned plies = 0;
    bool always[SIDE_NB] = {true, true};
    for (unsigned i = 2; i <= pos->state->reversible; i += 2)
        if (pos->state[-(int)i].key == pos->state->key) plies = i;
    for (unsigned i = 0; i < plies; ++i) {
        always[pos->side ^ 1] = always[pos->side ^ 1] && shogi_in_check(pos);
        pos->variant->board.unmake(pos);
    }
    for (unsigned i = 0; i < plies; ++i) pos->variant->moves.make(pos, pos->state[1].move);
    if (always[WHITE] == always[BLACK]) return (Outcome){DRAW, "repetition"};
    return (Outcome){result_win(always[WHITE] ? BLACK : WHITE), "perpetual check"};
}

/* ---- Evaluation ---- */

/* Pieces in hand, and attacks on the squares around the enemy King, which count more with pieces to drop. */
static Tapered evaluate_side(const Board *b, Side side)
{
    int sum = 0, in_hand = 0, attacks = 0, mobility = 0;
    Square king = bb_first(board_pieces(b, side ^ 1, KING));
    Bitboard pieces = b->side[side], ring = bb_or(steps[WHITE][KING][king], bb_square(king));
    for (PieceType t = PAWN; t <= ROOK; ++t) {
        int count = (int)hand_count(b->base.variant, b->base.state->hands, side, slot_of(t));
        sum += count * piece_table[t].mg * 11 / 10;
        in_hand += count * (t == PAWN ? 1 : 3);
    }
    BB_EACH(s, pieces)
    {
        Bitboard reached = piece_attacks(b, (Square)s);
        attacks += bb_count(bb_and(reached, ring));
        mobility += bb_count(bb_without(reached, b->side[side]));
    }
    sum += attacks * (8 + min(in_hand, 20)) + 3 * mobility;
    return tapered(sum, sum);
}

static Tapered shogi_evaluate(const Position *pos, EvalScratch *scratch)
{
    (void)scratch;
    const Board *b = board_const(pos);
    return evaluate_side(b, WHITE) - evaluate_side(b, BLACK) + (pos->side == WHITE ? tapered(30, 30) : -tapered(30, 30));
}

/* ---- FEN ---- */

static bool shogi_may_stand(Piece piece, Square s) { return bb_test(stands[piece_side(piece)][piece_type(piece)], s); }

/* Are there no more pieces of a kind, on the board, promoted and in both hands, than the game has? All may come into one hand. */
static bool has_room(const Position *pos, ErrorText *error)
{
    const Variant *variant = pos->variant;
    unsigned count[BOARD_TYPES] = {0};
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) ++count[piece_table[piece_type(pos->board[s])].base];
    for (unsigned slot = 0; variant->hands.types[slot]; ++slot) {
        PieceType type = variant->hands.types[slot];
        unsigned all = count[type], most = variant->hands.max[slot];
        for (Side side = WHITE; side <= BLACK; ++side) all += hand_count(variant, pos->state->hands, side, slot);
        if (all <= most) continue;
        return error_set(error, "there are %u pieces of the kind %s; the game has %u", all, piece_table[type].name, most);
    }
    return true;
}

static bool shogi_accepts(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    if (!step_has_kings(b, KING, error) || !step_well_placed(pos, "it could never move", error)) return false;
    if (!has_room(pos, error)) return false;
    for (Side side = WHITE; side <= BLACK; ++side) {
        Bitboard pawns = board_pieces(b, side, PAWN);
        BB_EACH(s, pawns)
        {
            if (!bb_meet(pawns, ahead[side][s])) continue;
            return error_set(error, "%s has two Pawns on file %c", side_name(side), 'a' + (int)square_file((Square)s));
        }
    }
    return !step_in_check(b, pos->side ^ 1, KING) || error_set(error, "the side that is not to move is in check");
}

/* Why a piece may not come to a square, where a rule of drops or promotion forbids it. */
static const char *shogi_refusal(const Position *pos, PieceType type, Square from, Square to)
{
    const Board *b = board_const(pos);
    if (!bb_test(stands[pos->side][type], to)) return "it could never move from there: only promoted pieces go to such squares";
    if (from != SQUARE_NONE || type != PAWN) return NULL;
    if (bb_meet(board_pieces(b, pos->side, PAWN), line_ref[LINE_FILE][to].mask))
        return "there may be no second unpromoted Pawn on a file";
    bool checks = bb_test(steps[pos->side][PAWN][to], bb_first(board_pieces(b, pos->side ^ 1, KING)));
    return checks && drop_mates(b, to) ? "a dropped Pawn may not give mate" : NULL;
}

static const DisplaySheet display = {
    .rules = "Shogi, Japanese chess. Checkmate the King; a side without a legal move loses, too.\n"
             "A captured piece changes sides: it waits in hand, unpromoted, and is dropped in place of a move.\n"
             "Pieces may promote that move to, from or inside the last three ranks, and must if they could never move on.\n"
             "No piece is dropped where it could never move, no Pawn on a file with an unpromoted one, or to give mate.\n"
             "The fourth occurrence of a position draws; but who has given check with every move since the first loses.\n"
             "You win at the beginning of your move with your King and ten other pieces in the promotion zone, not in check,\n"
             "and 28 points of these and of those in hand: a Rook or Bishop has five, any other piece one.",
    .words = words, .zones = zones,
    .cecp = {.table = "(PNBRLS...G.++++++Kpnbrls...g.++++++k)", .geometry = "9x9+7_shogi"},
};

static const WdlSheet wdl = {
#include "shogi/wdl.inc"
};

static const LevelSheet levels = {
#include "shogi/levels.inc"
};

Variant variant_shogi = {
    .name = "shogi",
    .title = "Shogi",
    .board = BOARD_SHEET,
    .symmetry = {.board = SYMMETRIC_FILES, .swap = FLIP_RANKS},
    .hands = {.types = hand_types},
    .draws = {.repetitions = 4, .recurrence = RECURRENCE_SCORED},
    .position = {.start_fen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1", .init = shogi_init,
                 .set_fen = board_set_fen, .accepts = shogi_accepts, .may_stand = shogi_may_stand},
    .moves = {.max = MOVES_MAX, .generate = step_generate, .is_legal = step_move_is_legal, .key_after = shogi_key_after,
              .make = shogi_make},
    .end = {.in_check = shogi_in_check, .in_peril = shogi_in_peril, .on_board = shogi_board_outcome, .no_move = shogi_no_move,
            .repetition = shogi_repetition},
    .text = {.print = simple_print_move, .parse = simple_parse_move, .refusal = shogi_refusal},
    .search = {.describe = step_describe, .see_ge = step_see_ge, .evaluate = shogi_evaluate},
    .display = &display,
    .measured = &(const MeasuredSheet){.levels = &levels, .wdl = &wdl, .opening = {.plies = 8, .limit = 120}, .bench_depth = 8},
};
