/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Horizons: what the search and the evaluation are told. */

#define STEP_STANDARD
#define STEP_PERIL
#define STEP_SLOTS
#include "horizons.h"

/* ---- Move ordering and exchanges ---- */

static Bitboard guarded_squares(const Board *b, Side side)
{
    Bitboard pawns = board_pieces(b, side, PAWN), shielders = board_pieces(b, side, SHIELDER);
    Bitboard set = bb_or(step_forward(side, pawns, -1), step_forward(side, pawns, 1));
    set = bb_or(set, step_forward(side, bb_and(b->side[side], warriors(b)), 0));
    set = bb_or(set, step_left(shielders));
    return bb_or(set, step_right(shielders));
}

Bitboard horizons_attacks(const Board *b, Side side)
{
    Bitboard occupied = board_occupied(b), set = guarded_squares(b, side);
    /* long captures pass over these */
    Bitboard passed = bb_without(step_forward(side, board_pieces(b, side, WARRIOR), 0), occupied);
    set = bb_or(set, step_forward(side, passed, 0));
    Bitboard officers = bb_without(b->side[side], all_pawns(b));
    BB_EACH(s, officers) set = bb_or(set, piece_attacks(piece_type(b->base.board[s]), (Square)s, occupied));
    Bitboard shields = bb_and(set, bb_and(b->side[side ^ 1], shielded(b))); /* not attacked from the front */
    BB_EACH(s, shields) if (!bb_any(attackers_to(b, (Square)s, occupied, side, SHIELDER))) bb_flip(&set, (unsigned)s);
    return set;
}

/* A pushed piece only blocks its new square; it stands in front of the Shielder and cannot capture it. */
static inline __attribute__((always_inline)) Step step_of(const Position *pos, Move move)
{
    if (move_kind(move) == MOVE_EN_PASSANT) return step_capture(pos, move, stepper_square(board_const(pos)));
    Step step = step_plain(pos, move);
    if (move_kind(move) == MOVE_LONG_CAPTURE) step.arrival = after_long_capture();
    if (move_kind(move) != MOVE_PUSH) return step;
    step.victim = NO_TYPE;
    step.filled = (Square)(step.to + forward(pos->side));
    return step;
}

/* A spent Warrior counts as a Warrior. */
enum { ORDER_SLOTS = KING - 1 };
static inline unsigned step_slot(Side side, PieceType type)
{
    unsigned base = piece_table[type].base;
    return side * ORDER_SLOTS + base - 1u - (base > SPENT_WARRIOR);
}

/* What is on the ways of arriving riders is left to leaves_in_peril. */
static bool perils_fill(const Board *b, BoardFacts *facts)
{
    Side us = b->base.side;
    Square king = king_square(b, us ^ 1);
    facts->perils_from = facts->perils_to[KING] = bb_none();
    for (PieceType type = PAWN; type <= QUEEN; ++type) facts->perils_to[type] = horizons.origins[king][us][type];
    bb_flip(&facts->perils_to[SHIELDER], king); /* it may push the King */
    Bitboard riders = far_attackers(b, king, us);
    BB_EACH(rider, riders) /* the own piece that alone blocks it */
    {
        Bitboard blockers = bb_and(way_of(b, king, (unsigned)rider), board_occupied(b));
        if (bb_count(blockers) == 1) facts->perils_from = bb_or(facts->perils_from, bb_and(blockers, b->side[us]));
    }
    return true;
}

/* Has a piece that left `from` opened the way of a rider of its side to a King on s? */
static bool uncovers_attack(const Board *b, Square s, Bitboard occupied, Side by, Square from)
{
    Bitboard riders = far_attackers(b, s, by);
    BB_EACH(rider, riders)
    {
        Bitboard way = way_of(b, s, (unsigned)rider);
        if (bb_test(way, from) && !bb_meet(way, occupied)) return true;
    }
    return false;
}

static bool leaves_in_peril(const Board *b, const Step *step, bool uncovers)
{
    Side us = b->base.side;
    Square king = king_square(b, us ^ 1);
    Bitboard occupied = step_occupied(b, step);
    if (step->to == king) /* A Shielder pushes the King, which it does not attack then. */
        return horizons_attacked(b, step->filled, occupied, us, bb_without(b->side[us], bb_square(step->from)));
    return horizons_reaches(piece_make(us, step->arrival), step->to, king, occupied)
           || (uncovers && uncovers_attack(b, king, occupied, us, step->from));
}

/* ---- Evaluation ---- */

enum { TEMPO_MG = 28, TEMPO_EG = 14 };

Tapered horizons_square_value(PieceType type, unsigned file, unsigned rank)
{
    int f = board_centre(file, BOARD_FILES), r = board_centre(rank, BOARD_RANKS), advanced = (int)rank;
    int late = advanced > 5 ? advanced - 5 : 0;
    switch (type) {
    case PAWN: return tapered((f - 2) * 3 + advanced * 2 + late * late * 2 - 4, advanced * 3 + late * late * 5 - 6);
    case WARRIOR:
    case SPENT_WARRIOR: return tapered((f - 2) * 3 + advanced * 4 + late * late * 2 - 8, advanced * 4 + late * late * 4 - 8);
    case SHIELDER: return tapered((f - 2) * 2 + advanced * 4 + late * late * 3 - 8, advanced * 5 + late * late * 5 - 8);
    case KNIGHT: return tapered((f + r) * 6 - 30, (f + r) * 5 - 25);
    case BISHOP: return tapered((f + r) * 3 - 12 - (rank == 0 ? 8 : 0), (f + r) * 2 - 10);
    case OX: return tapered((f + r) * 4 - 18, (f + r) * 4 - 20);
    case ROOK: return tapered(f * 2 - 5 + (rank >= 9 ? 12 : 0), rank >= 9 ? 10 : 0);
    case MAGICIAN: return tapered(r - 2, 0);
    case ZIP: return tapered((f + r) * 2 - 9, (f + r) * 3 - 15);
    case QUEEN: return tapered(f + r - 4, (f + r) * 4 - 20);
    default: return tapered(rank == 0 ? 16 - f * 4 : -16 - advanced * 9 - f * 3, (f + r) * 8 - 30);
    }
}

/* For evaluation, by side and square: around a King, one square more in front; ahead on three files. */
static Bitboard king_zone[SIDE_NB][BOARD_SQUARES], passed_mask[SIDE_NB][BOARD_SQUARES];

void horizons_search_init(void)
{
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) {
        Square at = (Square)s;
        for (Side side = WHITE; side <= BLACK; ++side) {
            int up = side == WHITE ? 1 : -1;
            king_zone[side][s] = bb_or(horizons.origins[s][side][KING], bb_square(s));
            for (int df = -1; df <= 1; ++df) {
                leap_add(&king_zone[side][s], at, df, 2 * up);
                for (int n = 1; n < BOARD_RANKS; ++n) leap_add(&passed_mask[side][s], at, df, n * up);
            }
        }
    }
}

/* Passed pawns, which no enemy pawn can stop, and pawns that shelter the King. */
static Tapered evaluate_pawns(const Board *b, Side us)
{
    Tapered sum = 0;
    Bitboard occupied = board_occupied(b), own = bb_and(all_pawns(b), b->side[us]), enemy = bb_without(all_pawns(b), own);
    BB_EACH(s, own)
    {
        if (bb_meet(passed_mask[us][s], enemy)) continue;
        int rank = (int)square_relative_rank(us, (Square)s);
        bool blocked = bb_test(occupied, (unsigned)((int)s + forward(us)));
        sum += tapered(rank * rank / 2, rank * rank * (blocked ? 1 : 2));
    }
    int shelter = bb_count(bb_and(king_zone[us][king_square(b, us)], own));
    return sum + tapered(shelter * 9, 0);
}

/* Mobility, pressure on the enemy King, open files, the Bishop pair; fills *reach. */
static Tapered evaluate_officers(const Board *b, Side us, Bitboard guarded, Reach *reach)
{
    static const struct { int8_t mg, eg, usual, threat; } activity[BOARD_TYPES] = {
        [KNIGHT] = {4, 4, 5, 3}, [BISHOP] = {3, 3, 9, 2},    [OX] = {4, 4, 8, 3},    [ROOK] = {2, 3, 11, 3},
        [QUEEN] = {1, 2, 20, 4}, [MAGICIAN] = {2, 3, 14, 4}, [ZIP] = {2, 3, 14, 4},
    };
    Side them = us ^ 1;
    Bitboard pawns = all_pawns(b);
    Bitboard own_pawns = bb_and(pawns, b->side[us]), enemy_pawns = bb_and(pawns, b->side[them]);
    Bitboard occupied = board_occupied(b), zone = king_zone[them][king_square(b, them)];
    Bitboard closed = bb_or(guarded, own_pawns);
    Bitboard officers = bb_without(b->side[us], bb_or(pawns, b->type[KING]));

    Tapered sum = 0;
    int pressure = 0, attackers = 0;
    BB_EACH(s, officers)
    {
        PieceType type = piece_type(b->base.board[s]);
        Bitboard attacks = piece_attacks(type, (Square)s, occupied);
        reach_add(reach, type, attacks);
        int n = bb_count(bb_without(attacks, closed)) - activity[type].usual;
        sum += tapered(n * activity[type].mg, n * activity[type].eg);
        int hits = bb_count(bb_and(attacks, zone));
        attackers += hits > 0;
        pressure += hits * activity[type].threat;
        if (type == ROOK && !bb_meet(own_pawns, line_ref[LINE_FILE][s].mask))
            sum += bb_meet(enemy_pawns, line_ref[LINE_FILE][s].mask) ? tapered(10, 6) : tapered(20, 10);
    }
    if (attackers > 1) sum += tapered(pressure * attackers / 2, 0);
    if (bb_many(board_pieces(b, us, BISHOP))) sum += tapered(25, 40);
    return sum;
}

/* Unguarded pieces, officers attacked by lesser pieces, safe checks, and attacked squares around the enemy
 * King that only the King defends. */
static Tapered evaluate_threats(const Board *b, Side us, const Reach *own, const Reach *enemy)
{
    Side them = us ^ 1;
    Bitboard pawns = all_pawns(b), officers = bb_without(b->side[them], bb_or(pawns, b->type[KING]));
    Bitboard loose = bb_without(bb_and(b->side[them], own->all), enemy->all);
    Tapered sum = bb_count(bb_and(loose, pawns)) * tapered(14, 20);
    sum += bb_count(bb_and(loose, officers)) * tapered(22, 12);
    Bitboard by_minors = bb_or(bb_or(own->type[KNIGHT], own->type[BISHOP]), own->type[OX]);
    Bitboard majors = bb_or(b->type[ROOK], b->type[QUEEN]);
    majors = bb_or(majors, bb_or(b->type[MAGICIAN], b->type[ZIP]));
    sum += bb_count(bb_and(officers, own->type[PAWN])) * tapered(30, 8);
    sum += bb_count(bb_and(bb_and(officers, majors), by_minors)) * tapered(28, 10);

    Square king = king_square(b, them);
    Bitboard occupied = board_occupied(b), refused = bb_or(b->side[us], enemy->all);
    Bitboard straight = rook_attacks(king, occupied), diagonal = bishop_attacks(king, occupied);
    Bitboard checks = bb_and(own->type[KNIGHT], horizons.origins[king][us][KNIGHT]);
    checks = bb_or(checks, bb_and(own->type[ROOK], straight));
    checks = bb_or(checks, bb_and(own->type[QUEEN], bb_or(straight, diagonal)));
    sum += bb_count(bb_without(checks, refused)) * tapered(18, 0);
    Bitboard weak = bb_without(bb_and(king_zone[them][king], own->all), enemy->twice);
    return sum + bb_count(weak) * tapered(16, 0);
}

Tapered horizons_evaluate(const Position *pos, EvalScratch *scratch)
{
    (void)scratch;
    const Board *b = board_const(pos);
    Reach reach[SIDE_NB] = {0};
    Tapered sum[SIDE_NB];
    for (Side side = WHITE; side <= BLACK; ++side) {
        reach[side].type[PAWN] = guarded_squares(b, side); /* of all pawns */
        reach[side].all = reach[side].type[PAWN];
        reach_add(&reach[side], KING, horizons.origins[king_square(b, side)][side][KING]);
    }
    for (Side side = WHITE; side <= BLACK; ++side)
        sum[side] = evaluate_officers(b, side, reach[side ^ 1].type[PAWN], &reach[side]) + evaluate_pawns(b, side);
    sum[WHITE] += evaluate_threats(b, WHITE, &reach[WHITE], &reach[BLACK]);
    sum[BLACK] += evaluate_threats(b, BLACK, &reach[BLACK], &reach[WHITE]);
    Tapered tempo = pos->side == WHITE ? tapered(TEMPO_MG, TEMPO_EG) : -tapered(TEMPO_MG, TEMPO_EG);
    /* Self-play results give all this more weight than the first estimates. */
    Tapered difference = sum[WHITE] - sum[BLACK];
    return tapered(tapered_mg(difference) * 8 / 5, tapered_eg(difference) * 8 / 5) + tempo;
}

/* ---- Measured ---- */

const MeasuredSheet horizons_measured = {
    .levels = &(const LevelSheet){ /* written by `make levels` */
#include "levels.inc"
    },
    .wdl = &(const WdlSheet){
#include "wdl.inc"
    },
    .length = 111,
    .opening = {.plies = 8, .limit = 60},
    .bench_depth = 9,
};

const SearchHints horizons_hints = {
    .mop_up = true,
    .history_slots = 2 * ORDER_SLOTS,
    .params = (const ParamValue[]){
#include "params.inc"
        {NULL, 0}
    },
};
