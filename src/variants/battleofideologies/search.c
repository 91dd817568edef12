/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Battle of Ideologies: what search and evaluation are told. */

#define BOARD_SEE
#define BOARD_ATTACKS
#define STEP_STANDARD
#define STEP_GOALS
#define STEP_PERIL
#define STEP_SLOTS
#include "battleofideologies.h"

/* ---- Sheets ---- */

const SearchHints battle_hints = {
    .history_slots = KIRIN,
    .params = (const ParamValue[]){
#include "params.inc"
        {NULL, 0}
    },
};

const MeasuredSheet battle_measured = {
    .levels = &(const LevelSheet){ /* written by `make levels` */
#include "levels.inc"
    },
    .wdl = &(const WdlSheet){
#include "wdl.inc"
    },
    .length = 144,
    .opening = {.plies = 8, .limit = 100, .from_start = true},
    .bench_depth = 10,
};

/* ---- Move ordering and exchanges ---- */

static Bitboard attacks_of(const Board *b, Side side)
{
    if (side == WHITE) return battle_white_attacks(b, board_occupied(b));
    Bitboard set = bb_none();
    BB_EACH(s, b->side[BLACK]) set = bb_or(set, battle.capture_leaps[piece_type(b->base.board[s])][s]);
    return set;
}

static Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant)
{
    (void)occupant;
    return bb_and(side == WHITE ? battle_white_attackers(b, s, occupied) : black_attackers(b, s), occupied);
}

/* No type is on both sides. */
static inline unsigned step_slot(Side side, PieceType type) { return (void)side, piece_table[type].base - 1u; }

enum { GOAL_GAIN = 10000 }; /* for reaching rank 1: more than all captures */

static inline __attribute__((always_inline)) Step step_of(const Position *pos, Move move)
{
    Step step = step_plain(pos, move);
    if (move_kind(move) == MOVE_DROP) step.mover = step.arrival = QUADRAPAWN;
    return step;
}

static Score goal_gain(const Position *pos, const Step *step)
{
    (void)pos;
    return piece_table[step->mover].base == KIRIN && bb_test(battle.kirin_goal, step->to) ? GOAL_GAIN : 0;
}

static bool perils_fill(const Board *b, BoardFacts *facts)
{
    Square king = king_square(b), kirin = kirin_square(b);
    bool white = b->base.side == WHITE;
    facts->perils_from = bb_none();
    for (PieceType t = white ? PAWN : QUADRAPAWN; t <= (white ? KING : PROMOTED_KIRIN); ++t)
        facts->perils_to[t] = battle.captured_from[t][white ? kirin : king];
    if (!white) {
        if (!bb_any(battle.kirin_goal)) return true;
        for (PieceType t = KIRIN; t <= PROMOTED_KIRIN; ++t) facts->perils_to[t] = bb_or(facts->perils_to[t], battle.near_goal);
        if (square_rank(kirin) <= 2) facts->perils_from = whole_board(); /* any piece may guard or clear its way */
        return true;
    }
    Bitboard occupied = board_occupied(b);
    Bitboard straight = rook_attacks(kirin, occupied), diagonal = bishop_attacks(kirin, occupied);
    facts->perils_to[HORSE] = lame_leaps(battle.horse_from[kirin], occupied);
    facts->perils_to[BISHOP] = diagonal;
    facts->perils_to[ROOK] = straight;
    facts->perils_to[ARCHBISHOP] = bb_or(facts->perils_to[ARCHBISHOP], diagonal);
    facts->perils_to[CHANCELLOR] = bb_or(facts->perils_to[CHANCELLOR], straight);
    Pins pins;
    battle_find_pins(b, WHITE, kirin, &pins);
    facts->perils_from = pins.pinned;
    return true;
}

static bool leaves_black_in_check(const Board *b, const Step *step, bool uncovers)
{
    Square kirin = kirin_square(b);
    Bitboard occupied = step_occupied(b, step);
    if (bb_test(captures_of(step->arrival, step->to, occupied), kirin)) return true;
    /* legs of Horses are on diagonals too */
    uncovers = uncovers && (bb_test(battle.straight_rays[kirin], step->from) || bb_test(battle.diagonal_rays[kirin], step->from));
    return uncovers && bb_meet(battle_white_attackers(b, kirin, occupied), occupied);
}

/* White's King is attacked, or the Kirin is about to enter rank 1. Black's attacks are never uncovered. */
static bool leaves_white_in_peril(const Board *b, const Step *step)
{
    bool royal = piece_table[step->mover].royal;
    Square kirin = royal ? step->to : kirin_square(b);
    if (bb_test(battle.kirin_goal, kirin)) return false; /* the game is over */
    if (bb_test(battle.captured_from[step->arrival][king_square(b)], step->to)) return true;
    return battle_goal_is_open(b, royal ? step->arrival : piece_type(b->base.board[kirin]), kirin, step_occupied(b, step));
}

static bool leaves_in_peril(const Board *b, const Step *step, bool uncovers)
{
    return b->base.side == WHITE ? leaves_black_in_check(b, step, uncovers) : leaves_white_in_peril(b, step);
}

/* ---- Evaluation ---- */

static Tapered weighed(Tapered t) { return tapered(tapered_mg(t) * 12 / 25, tapered_eg(t) * 11 / 16); }

/* What a square adds to a piece's value: file and rank from 0, counted from the piece's own side. */
static Tapered square_value(PieceType type, int file, int rank)
{
    int centre = board_centre((unsigned)file, BOARD_FILES), middle = board_centre((unsigned)rank, BOARD_RANKS);
    switch (type) {
    case PAWN: /* on rank 9 it has no move left */
        if (rank == 8) return tapered(-60, -80);
        return tapered((rank - 1) * 5 + (rank > 1 ? centre * 2 : 0), (rank - 1) * (rank - 1) * 3);
    case HORSE: return tapered((centre + middle) * 6 - 24, (centre + middle) * 5 - 20);
    case BISHOP: return tapered((centre + middle) * 3 - 12, (centre + middle) * 3 - 12);
    case ROOK: return tapered(centre * 2 - 4 + (rank >= 6 ? 10 : 0), 0);
    case ARCHBISHOP: return tapered((centre + middle) * 3 - 12, (centre + middle) * 4 - 16);
    case CHANCELLOR: return tapered(centre + middle - 4, (centre + middle) * 3 - 12);
    case KING: return tapered(rank == 0 ? 12 - (centre == 4 ? 4 : 0) : -12, 0);
    case QUADRAPAWN: { /* its distance to the promotion zone */
        static const int16_t by_rank[9] = {-15, 0, 30, 60, 75, 75, 60, 20, 0};
        return tapered(by_rank[rank] + centre * 2 - 4, by_rank[rank] + centre - 2);
    }
    case ALIBACKA: return tapered(centre * 3 - 6 + (rank == 0 ? -10 : 0), centre * 2 - 4);
    case GOLD_DEFENDER: return tapered(centre * 4 - 8 - (rank == 0 ? 10 : 0), rank * 2 - 6);
    case OKAPI: return tapered(centre * 4 - 8 - (rank == 0 ? 15 : 0), centre * 3 - 6);
    case CENTAUR: return tapered(centre * 4 - 8 + rank * 2, centre * 4 - 8 + rank * 3);
    default: return tapered(-rank * 6, 0) + (type == PROMOTED_KIRIN ? tapered(10, 25) : 0);
    }
}

Tapered battle_square_value(PieceType type, unsigned file, unsigned rank) { return weighed(square_value(type, file, rank)); }

/* By type: the weight of each target above the usual number, that number, and the weight of an attack near
 * the enemy royal: twice as much near a King, which cannot leave its small palace. */
static const struct Activity {
    int8_t mg, eg, usual, threat;
} activity[BOARD_TYPES] = {
    [HORSE] = {4, 4, 4, 3},       [BISHOP] = {4, 5, 7, 3},      [ROOK] = {2, 4, 8, 4},
    [ARCHBISHOP] = {3, 4, 13, 5}, [CHANCELLOR] = {2, 4, 14, 6}, [ALIBACKA] = {4, 4, 4, 6},
    [GOLD_DEFENDER] = {3, 3, 5, 10}, [OKAPI] = {2, 3, 8, 8},    [CENTAUR] = {3, 3, 9, 10},
};

/* The officers first .. last of a side: mobility without the squares `excluded`, and pressure on the zone of the enemy royal. */
static Tapered evaluate_officers(const Board *b, PieceType first, PieceType last, Bitboard excluded, Bitboard zone)
{
    Bitboard occupied = board_occupied(b);
    Tapered sum = 0;
    int attackers = 0, hits = 0;
    for (PieceType t = first; t <= last; ++t) {
        const struct Activity *a = &activity[t];
        Bitboard pieces = b->type[t];
        BB_EACH(from, pieces)
        {
            Bitboard set = captures_of(t, (Square)from, occupied);
            int squares = bb_count(bb_without(set, excluded)) - a->usual, near = bb_count(bb_and(set, zone));
            sum += tapered(squares * a->mg, squares * a->eg);
            attackers += near > 0;
            hits += near * a->threat;
        }
    }
    int pressure = attackers < 2 ? 0 : (int)min(hits * attackers, 400);
    return sum + tapered(pressure, pressure / 3);
}

/* The value of a Quadrapawn in hand, and of White's army beyond the sum of its pieces. */
enum { IN_HAND = 159, WHITE_MG = 449, WHITE_EG = -112 };

Tapered battle_evaluate(const Position *pos, EvalScratch *scratch)
{
    (void)scratch;
    const Board *b = board_const(pos);
    Square king = king_square(b), kirin = kirin_square(b);
    Bitboard west = bb_without(b->type[QUADRAPAWN], battle.file_a), east = bb_without(b->type[QUADRAPAWN], battle.file_i);
    Bitboard unsafe = bb_or(bb_or(bb_down(west, 10), bb_up(west, 8)), bb_or(bb_down(east, 8), bb_up(east, 10)));
    Tapered sum = evaluate_officers(b, HORSE, CHANCELLOR, bb_or(unsafe, b->type[PAWN]),
                                    bb_or(battle.captured_from[PROMOTED_KIRIN][kirin], bb_square(kirin)));
    sum -= evaluate_officers(b, ALIBACKA, CENTAUR, bb_or(pawn_attacks(b->type[PAWN]), b->side[BLACK]),
                             bb_or(battle.capture_leaps[KING][king], bb_square(king)));
    sum += pos->side == WHITE ? tapered(14, 8) : -tapered(14, 8);
    int in_hand = (int)hand_count(b->base.variant, b->base.state->hands, BLACK, 0);
    return weighed(sum) - in_hand * tapered(IN_HAND, IN_HAND) + tapered(WHITE_MG, WHITE_EG);
}
