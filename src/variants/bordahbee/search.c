/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* BordahBee: what the search and the evaluation are told. */

#include <string.h>

#include "bordahbee.h"

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

void bordahbee_describe(const Position *pos, NodeFacts *facts, const Move *moves, size_t n, MoveInfo *out)
{
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
                out->attacked[board] = board_attacked(board_const(pos), board_facts(facts), (Square)from, (Square)to);
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

static PieceType half_occupant(Half half) { return half_promotion(half) ? (PieceType)half_promotion(half) : half_mover(half); }

/* The gain of a half by the exchanges on its target square: the swap algorithm of the Chess Programming Wiki. It ignores whether a
 * recapture has a companion, since that may change. */
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
bool bordahbee_see_ge(const Position *pos, Move move, Score threshold)
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

static MovePart *put_best_companions(const Board *b, unsigned board, MovePart *out)
{
    HalfList list;
    Field enemy = field_of(b, board, b->base.side ^ 1);
    uint64_t attacked = field_attacks(&enemy);
    bordahbee_list_halves(b, board, GEN_QUIET, ~(uint64_t)0, &list);
    for (unsigned s = 0; s < S_KNIGHT_AGAIN; ++s) {
        unsigned first = list.first[s], end = list.first[s + 1];
        Move best = best_companion(b, board, list.halves + first, end - first, attacked);
        if (best) *out++ = (MovePart){best, segment_kind[s], companions_of[1 << segment_kind[s]]};
    }
    return out;
}

static MovePart *put_parts(const HalfList *list, MovePart *out)
{
    for (unsigned s = 0; s < S_KNIGHT_AGAIN; ++s) {
        uint8_t kind = segment_kind[s], with = companions_of[1 << kind];
        const Move *half = list->halves + list->first[s], *end = list->halves + list->first[s + 1];
        for (; half < end; ++half) *out++ = (MovePart){*half, kind, with};
    }
    return out;
}

static void generate_parts(const Position *pos, bool tactical, MovePart *out[2])
{
    const Board *b = board_const(pos);
    HalfList list;
    bool noisy[2] = {false, false};
    if (!has_its_kings(b, pos->side)) return;
    for (unsigned board = 0; board < 2; ++board) {
        bordahbee_list_halves(b, board, tactical ? GEN_NOISY : GEN_ALL, ~(uint64_t)0, &list);
        out[board] = put_parts(&list, out[board]);
        noisy[board] = list.first[S_KNIGHT_AGAIN] != 0;
    }
    if (!tactical) return;
    for (unsigned board = 0; board < 2; ++board)
        if (noisy[board ^ 1]) out[board] = put_best_companions(b, board, out[board]);
}

/* ---- Evaluation ---- */

/* The side to move gets a large bonus, because two boards offer many attacks at once. */
enum { TEMPO_MG = 150, TEMPO_EG = 75 };

Tapered bordahbee_square_value(PieceType type, unsigned file, unsigned rank)
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
static Tapered evaluate_pieces(const Field *f, unsigned playable, uint16_t moves[KIND_NB], uint64_t *attacked)
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
    if (rules_set.any_pairing) {
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
    if (rules_set.both_kings) sum += __builtin_popcountll(field_pieces(f, KING)) * tapered(KING_OF_TWO, KING_OF_TWO);
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

/* The entry of a board, with at least the kinds that can move: in the scratch memory, else in *fresh. */
static BoardEval *board_eval_of(const Board *b, unsigned board, EvalScratch *scratch, BoardEval *fresh)
{
    Key key = board_key(b, board);
    BoardEval *entry = scratch ? &scratch->board_evals[board][key >> 32 & (BOARD_EVALS - 1)] : fresh;
    if (scratch && entry->key == key) return entry;
    *entry = (BoardEval){.key = key};
    for (Side side = WHITE; side <= BLACK; ++side) {
        Field f = field_of(b, board, side);
        entry->mobile[side] = (uint8_t)mobile_kinds(&f);
    }
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

static void net_attacks(const Position *pos, EvalScratch *scratch, SquareSet attacked[SIDE_NB])
{
    const Board *b = board_const(pos);
    memset(attacked, 0, SIDE_NB * sizeof *attacked);
    for (unsigned board = 0; board < 2; ++board) {
        BoardEval fresh, *entry = board_eval_of(b, board, scratch, &fresh);
        for (Side side = WHITE; side <= BLACK; ++side) {
            Field f = field_of(b, board, side);
            if (!entry->evaluated && !entry->mapped) entry->attacked[side] = field_attacks(&f);
            attacked[side].w[board] = entry->attacked[side];
        }
        entry->mapped = true;
    }
}

/* The kinds on each board that have a companion on the other one. */
static uint32_t net_facts(const Position *pos, EvalScratch *scratch)
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

Tapered bordahbee_evaluate(const Position *pos, EvalScratch *scratch)
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

/* ---- Sheets ---- */

const SearchHints bordahbee_hints = {
    .margin_percent = 150,
    .quiescence_breadth = 8,
    .params = (const ParamValue[]){
#include "params.inc"
        {NULL, 0}
    },
    .generate_parts = generate_parts,
    .max_parts = HALVES_MAX,
};

const MeasuredSheet bordahbee_measured = {
    .levels = &(const LevelSheet){ /* written by `make levels` */
#include "levels.inc"
    },
    .wdl = &(const WdlSheet){
#include "wdl.inc"
    },
    .length = 31,
    .opening = {.plies = 4, .limit = 60}, /* two moves of each side */
    .bench_depth = 6,
};

const NetExtras bordahbee_net_extras = {
    .attacks = net_attacks,
    .facts = net_facts,
    .facts_each = KING,
};
