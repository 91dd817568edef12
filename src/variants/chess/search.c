/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Chess: what the search and the evaluation are told. */

#define STEP_STANDARD
#define STEP_PERIL
#include "chess.h"

/* ---- Move ordering and exchanges ---- */

static inline Step step_of(const Position *pos, Move move)
{
    if (move_kind(move) != MOVE_EN_PASSANT) return step_plain(pos, move);
    return step_capture(pos, move, passed_pawn(pos->side, move_to(move)));
}

static bool perils_fill(const Board *b, BoardFacts *facts)
{
    Field f = field_of(b, 0, b->base.side);
    unsigned king = king_square(b, f.us ^ 1);
    uint64_t rooks = rook_word(king, f.occupied), bishops = bishop_word(king, f.occupied);
    uint64_t near = (rooks | bishops) & f.own, open = f.occupied & ~near;
    uint64_t queens = field_pieces(&f, QUEEN);
    bool covered = rook_word(king, open) & ~rooks & (field_pieces(&f, ROOK) | queens)
                   || bishop_word(king, open) & ~bishops & (field_pieces(&f, BISHOP) | queens);
    Bitboard *to = facts->perils_to;
    to[PAWN].w[0] = pawn_attacks[f.us ^ 1][king];
    to[KNIGHT].w[0] = knight_attacks[king];
    to[BISHOP].w[0] = bishops;
    to[ROOK].w[0] = rooks;
    to[QUEEN].w[0] = rooks | bishops;
    to[KING].w[0] = 0;
    facts->perils_from.w[0] = covered ? near : 0;
    return true;
}

static bool leaves_in_peril(const Board *b, const Step *step, bool uncovers)
{
    Side us = b->base.side;
    Square king = king_square(b, us ^ 1);
    Bitboard occupied = step_occupied(b, step);
    uint64_t attacks =
        step->arrival == PAWN ? pawn_attacks[us][step->to] : piece_attacks(step->arrival, step->to, occupied.w[0]);
    return attacks >> king & 1 || (uncovers && attacked(b, king, occupied, us));
}

/* ---- Evaluation ---- */

enum { TEMPO_MG = 24, TEMPO_EG = 11 };

Tapered chess_square_value(PieceType type, unsigned file, unsigned rank)
{
    int f = board_centre(file, BOARD_FILES), r = board_centre(rank, BOARD_RANKS), advanced = (int)rank;
    switch (type) {
    case PAWN:
        return tapered((f - 1) * (advanced > 1 ? 6 : 2) + (f == 3 && rank >= 3 ? 12 : 0) + advanced * 3 - 8,
                       advanced * advanced * 3 / 2 - 8);
    case KNIGHT: return tapered((f + r) * 9 - 36 + (rank >= 3 && rank <= 5 ? 8 : 0), (f + r) * 6 - 20);
    case BISHOP: return tapered((f + r) * 4 - 12 - (rank == 0 ? 8 : 0), (f + r) * 3 - 9);
    case ROOK: return tapered(f * 4 - 6 + (rank == 6 ? 18 : 0), rank == 6 ? 12 : 0);
    case QUEEN: return tapered(f + r - 3, (f + r) * 5 - 15);
    default: return tapered((rank == 0 ? 12 - f * f * 5 : -20 - advanced * 10 - f * 4), (f + r) * 10 - 30);
    }
}

/* The squares of the files beside a square's file. */
static inline uint64_t beside(unsigned s)
{
    uint64_t file = FILE_A << (s & 7);
    return step_left(file) | step_right(file);
}

static inline uint64_t king_zone(Square king) { return king_attacks[king] | (uint64_t)1 << king; }

static int distance(Square a, Square b)
{
    int files = (int)square_file(a) - (int)square_file(b);
    int ranks = (int)square_rank(a) - (int)square_rank(b);
    if (files < 0) files = -files;
    if (ranks < 0) ranks = -ranks;
    return files > ranks ? files : ranks;
}

static Square square_ahead(Side us, unsigned s) { return (Square)(us == WHITE ? s + 8 : s - 8); }

/* Doubled, isolated, backward and connected Pawns; adds the passed ones to *passed. */
static Tapered evaluate_pawns(const Board *b, Side us, uint64_t *passed)
{
    Tapered sum = 0;
    Side them = us ^ 1;
    uint64_t own = board_pieces(b, us, PAWN).w[0], enemy = board_pieces(b, them, PAWN).w[0];
    uint64_t guarded = pawns_attack(them, enemy);
    for (uint64_t set = own; set; set &= set - 1) {
        unsigned s = (unsigned)__builtin_ctzll(set);
        uint64_t one = (uint64_t)1 << s, file = FILE_A << (s & 7);
        if (!(passed_mask[us][s] & enemy)) *passed |= one;
        if (file & own & ~one) sum -= tapered(2, 16);
        if (!(beside(s) & own)) sum -= file & enemy ? tapered(2, 20) : tapered(20, 15);
        else if (step_forward(us, one) & guarded && !(beside(s) & passed_mask[them][s] & own)) sum -= tapered(0, 25);
        if ((step_left(one) | step_right(one)) & own) sum += tapered(5, 2);
    }
    return sum;
}

/* Passed Pawns: how far they are, what blocks them, which King is near. */
static Tapered evaluate_passed(const Board *b, Side us, uint64_t passed)
{
    Tapered sum = 0;
    Bitboard occupied = board_occupied(b);
    Square king = king_square(b, us), enemy_king = king_square(b, us ^ 1);
    for (; passed; passed &= passed - 1) {
        Square s = (Square)__builtin_ctzll(passed), ahead = square_ahead(us, s);
        int rank = (int)square_relative_rank(us, s);
        sum += tapered(rank * rank, rank * rank * (bb_test(occupied, ahead) ? 2 : 4));
        int near = distance(king, ahead), far = distance(enemy_king, ahead);
        if (rank > 2) sum += (rank - 2) * tapered(far * 5, far * 5 - near);
    }
    return sum;
}

typedef struct Surroundings {
    uint64_t occupied, own_pawns, enemy_pawns;
    uint64_t closed;   /* squares that do not count as mobility */
    uint64_t shielded; /* by an own Pawn in front */
    uint64_t zone;     /* around the enemy King */
} Surroundings;

typedef struct OfficerSum {
    Tapered sum;
    int pressure, attackers; /* on the surroundings of the enemy King */
} OfficerSum;

/* Mobility, pressure on the enemy King and good squares of a side's officers of one type. Inlined, so that
 * each type has a loop of its own. */
static inline __attribute__((always_inline)) void
evaluate_type(const Board *b, Side us, PieceType type, const Surroundings *around, OfficerSum *tally, Reach *reach)
{
    static const int8_t mobility_mg[BOARD_TYPES][28] = {
        [KNIGHT] = {-30, -23, -15, -8, 0, 15, 30, 42, 52},
        [BISHOP] = {-59, -49, -39, -30, -20, -10, 0, 9, 18, 27, 34, 40, 45, 50},
        [ROOK] = {-41, -34, -27, -19, -12, -8, -4, 0, 4, 8, 12, 16, 20, 24, 28},
        [QUEEN] = {-120, -100, -80, -62, -50, -45, -39, -34, -28, -22, -17, -11, -6, 0,
                   5,    10,   15,  20,  25,  29,  33,  37,  41,  44,  47,  50,  53, 56},
    };
    static const int8_t slope_eg[] = {[KNIGHT] = 6, [BISHOP] = 5, [ROOK] = 5, [QUEEN] = 3};
    static const int8_t usual[] = {[KNIGHT] = 4, [BISHOP] = 6, [ROOK] = 7, [QUEEN] = 13};
    static const int8_t threat[] = {[KNIGHT] = 2, [BISHOP] = 2, [ROOK] = 3, [QUEEN] = 5};
    Bitboard pieces = board_pieces(b, us, type);
    BB_EACH(s, pieces)
    {
        uint64_t attacks = piece_attacks(type, s, around->occupied);
        reach_add(reach, type, (Bitboard){{attacks}});
        int n = __builtin_popcountll(attacks & ~around->closed), more = n - usual[type];
        tally->sum += tapered(mobility_mg[type][n], (more > 0 ? more / 2 : more) * slope_eg[type]);
        int hits = __builtin_popcountll(attacks & around->zone);
        tally->attackers += hits != 0;
        tally->pressure += hits * threat[type];
        if (type == ROOK) {
            uint64_t file = FILE_A << (s & 7);
            if (!(around->own_pawns & file)) tally->sum += around->enemy_pawns & file ? tapered(8, 25) : tapered(40, 5);
        }
        if (type != KNIGHT && type != BISHOP) continue;
        int rank = (int)square_relative_rank(us, (Square)s);
        if (around->shielded >> s & 1) tally->sum += tapered(15, 0);
        if (type == KNIGHT && rank >= 3 && rank <= 5 && bb_test(reach->type[PAWN], (unsigned)s)
            && !(passed_mask[us][s] & beside(s) & around->enemy_pawns))
            tally->sum += tapered(6, 35);
    }
}

/* All officers of a side; fills *reach. */
static Tapered evaluate_officers(const Board *b, Side us, Bitboard guarded, Reach *reach)
{
    Side them = us ^ 1;
    Surroundings around = {.occupied = board_occupied(b).w[0],
                           .own_pawns = board_pieces(b, us, PAWN).w[0],
                           .enemy_pawns = board_pieces(b, them, PAWN).w[0],
                           .zone = king_zone(king_square(b, them))};
    around.closed = guarded.w[0] | around.own_pawns;
    around.shielded = step_forward(them, around.own_pawns);
    OfficerSum tally = {.sum = 0};
    evaluate_type(b, us, KNIGHT, &around, &tally, reach);
    evaluate_type(b, us, BISHOP, &around, &tally, reach);
    evaluate_type(b, us, ROOK, &around, &tally, reach);
    evaluate_type(b, us, QUEEN, &around, &tally, reach);
    if (tally.attackers > 1) tally.sum += tapered(tally.pressure * tally.attackers * 2, 0);
    if (bb_many(board_pieces(b, us, BISHOP))) tally.sum += tapered(25, 45);
    return tally.sum;
}

/* Attacks on unguarded pieces and on pieces worth more than the attacker, safe checks, and attacked squares
 * around the enemy King that only the King defends. */
static Tapered evaluate_threats(const Board *b, Side us, const Reach *own, const Reach *enemy)
{
    static const int8_t loose_mg[] = {
        [PAWN] = 22, [KNIGHT] = 28, [BISHOP] = 28, [ROOK] = 5, [QUEEN] = 20};
    static const int8_t loose_eg[] = {
        [PAWN] = 45, [KNIGHT] = 5, [BISHOP] = 20, [ROOK] = 25, [QUEEN] = 0};
    Side them = us ^ 1;
    Tapered sum = 0;
    Bitboard pieces = b->side[them], loose = bb_without(bb_and(pieces, own->all), enemy->all);
    for (PieceType type = PAWN; type <= QUEEN; ++type)
        sum += bb_count(bb_and(loose, b->type[type])) * tapered(loose_mg[type], loose_eg[type]);
    Bitboard minors = bb_and(pieces, bb_or(b->type[KNIGHT], b->type[BISHOP]));
    Bitboard rooks = bb_and(pieces, b->type[ROOK]), queens = bb_and(pieces, b->type[QUEEN]);
    Bitboard by_minors = bb_or(own->type[KNIGHT], own->type[BISHOP]);
    sum += bb_count(bb_and(minors, own->type[PAWN])) * tapered(48, 5);
    sum += bb_count(bb_and(rooks, by_minors)) * tapered(50, 5);
    sum += bb_count(bb_and(queens, bb_or(by_minors, own->type[ROOK]))) * tapered(40, 5);

    Square king = king_square(b, them);
    Bitboard occupied = board_occupied(b), refused = bb_or(b->side[us], enemy->all);
    Bitboard straight = rook_attacks(king, occupied), diagonal = bishop_attacks(king, occupied);
    Bitboard checks = {{own->type[KNIGHT].w[0] & knight_attacks[king]}};
    sum += bb_count(bb_without(checks, refused)) * tapered(45, 0);
    checks = bb_and(own->type[ROOK], straight);
    sum += bb_count(bb_without(checks, refused)) * tapered(45, 0);
    checks = bb_and(own->type[QUEEN], bb_or(straight, diagonal));
    sum += bb_count(bb_without(checks, refused)) * tapered(50, -20);
    int weak = __builtin_popcountll(king_zone(king) & own->all.w[0] & ~enemy->twice.w[0]);
    return sum + weak * tapered(28, -8);
}

/* Pawns in front of the King, and files near it without Pawns. */
static Tapered evaluate_shelter(const Board *b, Side us)
{
    Square king = king_square(b, us);
    uint64_t own = board_pieces(b, us, PAWN).w[0], enemy = board_pieces(b, us ^ 1, PAWN).w[0];
    Tapered sum = __builtin_popcountll(king_attacks[king] & own) * tapered(14, 5);
    int last = min((int)square_file(king) + 1, 7);
    for (int file = max((int)square_file(king) - 1, 0); file <= last; ++file) {
        if (FILE_A << file & own) continue;
        sum -= FILE_A << file & enemy ? tapered(20, -25) : tapered(32, -10);
    }
    return sum;
}

Tapered chess_evaluate(const Position *pos, EvalScratch *scratch)
{
    (void)scratch;
    const Board *b = board_const(pos);
    Reach reach[SIDE_NB] = {0};
    Tapered sum[SIDE_NB];
    for (Side side = WHITE; side <= BLACK; ++side) {
        reach[side].all.w[0] = reach[side].type[PAWN].w[0] = pawns_attack(side, board_pieces(b, side, PAWN).w[0]);
        reach_add(&reach[side], KING, (Bitboard){{king_attacks[king_square(b, side)]}});
    }
    for (Side side = WHITE; side <= BLACK; ++side) {
        Bitboard guarded = reach[side ^ 1].type[PAWN];
        uint64_t passed = 0;
        sum[side] = evaluate_pawns(b, side, &passed) + evaluate_officers(b, side, guarded, &reach[side]);
        sum[side] += evaluate_passed(b, side, passed) + evaluate_shelter(b, side);
    }
    sum[WHITE] += evaluate_threats(b, WHITE, &reach[WHITE], &reach[BLACK]);
    sum[BLACK] += evaluate_threats(b, BLACK, &reach[BLACK], &reach[WHITE]);
    return sum[WHITE] - sum[BLACK] + (pos->side == WHITE ? tapered(TEMPO_MG, TEMPO_EG) : -tapered(TEMPO_MG, TEMPO_EG));
}

/* ---- Measured ---- */

const MeasuredSheet chess_measured = {
    .levels = &(const LevelSheet){ /* written by `make levels` */
#include "levels.inc"
    },
    .wdl = &(const WdlSheet){
#include "wdl.inc"
    },
    .length = 63,
    .opening = {.plies = 8, .limit = 60},
    .bench_depth = 12,
};

const SearchHints chess_hints = {
    .mop_up = true,
    .params = (const ParamValue[]){
#include "params.inc"
        {NULL, 0}
    },
};
