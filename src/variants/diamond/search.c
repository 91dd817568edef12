/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Diamond Chess: what the search and the evaluation are told. */

#include <stdlib.h>

#define BOARD_SEE
#define BOARD_ATTACKS
#include "diamond.h"

/* ---- Attacks by spear ---- */

/* The squares where a side could capture by spear; arrows and teleports are not counted. */
static Bitboard attacks_of(const Board *b, Side side)
{
    uint64_t occupied = board_occupied(b).w[0], set = 0;
    Pack pack = pack_of(b->side[side].w[0] & b->type[CANI].w[0]);
    for (unsigned i = 0; i < pack.count; ++i) set |= straight(pack.at[i], occupied) & within[pack.reach[i]][pack.at[i]];
    for (uint64_t pieces = b->side[side].w[0]; pieces; pieces &= pieces - 1) {
        Square s = lowest(pieces);
        PieceType type = piece_type(b->base.board[s]);
        switch (type) {
        case GORMOROR: case HERETHROY: case KHTSOYIS: case SLEETH: set |= step_targets(type, s, occupied, 0); break;
        /* pieces block its line, but not its swim */
        case ORREN: set |= rook_attacks(s, board_occupied(b)).w[0] | (bit(s) & river ? river : 0); break;
        default: break;
        }
    }
    return (Bitboard){{set}};
}

/* The pieces among `occupied` that could capture a piece on s by spear. */
static Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant)
{
    (void)occupant;
    uint64_t pieces = b->side[side].w[0] & occupied.w[0];
    uint64_t line = straight(s, occupied.w[0]), near = line & within[2][s];
    uint64_t set = b->type[HERETHROY].w[0] & line;
    set |= b->type[GORMOROR].w[0] & near;
    set |= b->type[SLEETH].w[0] & (near | diagonal(s, occupied.w[0]));
    set |= b->type[KHTSOYIS].w[0] & beside[s];
    set |= b->type[ORREN].w[0] & (rook_attacks(s, occupied).w[0] | (bit(s) & river ? river : 0));
    uint64_t canis = b->type[CANI].w[0] & pieces;
    if (canis & line & within[REACH_MAX][s]) {
        Pack pack = pack_of(canis);
        for (unsigned i = 0; i < pack.count; ++i) set |= line & within[pack.reach[i]][s] & bit(pack.at[i]);
    }
    return (Bitboard){{set & pieces & ~bit(s)}};
}

/* ---- Peril ---- */

/* Could a Zi Ri on z, if it were to act, bring itself or a piece of its side to the square? */
static bool zi_ri_enters(Square z, Square city, uint64_t own, uint64_t enemy)
{
    uint64_t occupied = own | enemy, empty = ~occupied, target = bit(city);
    if (occupied & target) /* teleport the enemy piece away and step into the City */
        return (beside[z] & target) && (jumps[city] & empty);
    if ((beside[z] | jumps[z]) & target) return true;
    if (beside[z] & empty & jumps[city]) return true;
    if (jumps[z] & empty & beside[city]) return true;
    uint64_t thrown = jumps[city] & own & ~bit(z);
    if (!thrown) return false;
    if (sight(z, occupied) & thrown) return true;
    for (uint64_t left = beside[z] & empty; left; left &= left - 1)
        if (sight(lowest(left), (occupied ^ bit(z)) | (left & -left)) & thrown) return true;
    return false;
}

/* Could a Khtsoyis reach the square by capturing on its way? */
static bool khtsoyis_enters(uint64_t khtsoyis, Square city, uint64_t enemy)
{
    if (khtsoyis & beside[city]) return true;
    for (uint64_t left = beside[city] & enemy; left; left &= left - 1) {
        Square c = lowest(left);
        if (khtsoyis & beside[c]) return true;
        if (!(enemy & bit(city))) continue; /* the third act must capture */
        for (uint64_t before = beside[c] & enemy; before; before &= before - 1)
            if (khtsoyis & beside[lowest(before)]) return true;
    }
    return false;
}

/* Could a side enter the enemy City if it were to move? `gone`: enemy pieces that have drowned before. Exact: if one Cani blocks
 * another one's line, the blocker is nearer and reaches as far; of the pieces just mustered only a Sleeth or Zi Ri gets that
 * far. */
static bool can_enter(const Board *b, Side by, uint64_t gone)
{
    Square city = goal[by];
    uint64_t own = b->side[by].w[0], enemy = b->side[by ^ 1].w[0] & ~gone, occupied = own | enemy;
    uint64_t line = straight(city, occupied), slope = diagonal(city, occupied);
    if (bb_any(attackers_to(b, city, (Bitboard){{occupied}}, by, NO_TYPE))) return true;

    /* a Rassimel's arrow can empty the City or open the long diagonal */
    uint64_t rassimel = b->type[RASSIMEL].w[0] & own & within_two[city];
    uint64_t targets = enemy & ~b->type[HERETHROY].w[0];
    if (enemy & bit(city)) {
        if (rassimel & cornering[city] && targets & bit(city)) return true;
    } else if (rassimel & (line | slope | diagonal(city, occupied & ~(cornering[city] & targets)))) {
        return true;
    }
    if (khtsoyis_enters(b->type[KHTSOYIS].w[0] & own, city, enemy)) return true;
    uint64_t zi_ri = b->type[ZI_RI].w[0] & own;
    if (zi_ri && zi_ri_enters(lowest(zi_ri), city, own, enemy)) return true;

    uint64_t hands = b->base.state->hands;
    if (own & bit(home[by])) return false;
    if (hand_count(b->base.variant, hands, by, reserve_slot(SLEETH)) && slope & bit(home[by])) return true;
    return hand_count(b->base.variant, hands, by, reserve_slot(ZI_RI)) && zi_ri_enters(home[by], city, own | bit(home[by]), enemy);
}

bool diamond_in_peril(const Position *pos, NodeFacts *facts)
{
    (void)facts;
    const Board *b = board_const(pos);
    return !in_set_up(pos) && can_enter(b, pos->side ^ 1, wet_pieces(b, pos->side));
}

/* ---- Move ordering and exchanges ---- */

enum { CITY_VALUE = 10000 };

/* What a move captures and wins. */
typedef struct Effect {
    uint64_t victims; /* squares of the captured pieces */
    Score gain;       /* value of the victims, and of entering a City */
    PieceType victim; /* the most valuable one */
} Effect;

/* A move that touches none of these squares captures and wins nothing. */
static inline uint64_t what_matters(const Position *pos)
{
    return board_const(pos)->side[pos->side ^ 1].w[0] | bit(goal[pos->side]);
}

/* The squares where legs start and end. */
static inline uint64_t squares_of(Move move)
{
    uint64_t set = 0;
    for (move >>= MUSTER_BITS; move; move >>= LEG_BITS) set |= bit(move & 63) | bit(move >> LEG_TO & 63);
    return set;
}

static Effect move_effect(const Position *pos, Move move)
{
    uint64_t enemy = board_const(pos)->side[pos->side ^ 1].w[0];
    Square own_city = home[pos->side], enemy_city = goal[pos->side];
    Effect e = {0};
    for (move >>= MUSTER_BITS; move; move >>= LEG_BITS) {
        Square from = move & 63, to = move >> LEG_TO & 63;
        unsigned kind = move >> LEG_KIND & 3;
        bool foreign = kind == LEG_TELEPORT && enemy & bit(from);
        if (kind != LEG_TELEPORT && enemy & bit(to)) {
            PieceType type = piece_type(pos->board[to]);
            e.victims |= bit(to);
            e.gain += piece_table[type].mg;
            if (!e.victim || piece_table[type].mg > piece_table[e.victim].mg) e.victim = type;
        }
        enemy &= ~bit(foreign ? from : to);
        if (foreign && to == own_city) e.gain -= CITY_VALUE;
        if (!foreign && to == enemy_city && kind != LEG_ARROW) e.gain += CITY_VALUE;
    }
    return e;
}

/* The squares occupied after the legs, including those of pieces that then drown. */
static uint64_t occupied_after(const Position *pos, Move move)
{
    uint64_t occupied = board_occupied(board_const(pos)).w[0];
    if (move_muster(move)) occupied |= bit(home[pos->side]);
    for (unsigned n = 0; n < MOVE_LEGS; ++n) {
        Leg leg = move_leg(move, n);
        if (leg.kind == LEG_NONE) break;
        if (leg.kind == LEG_ARROW) occupied &= ~bit(leg.to);
        else occupied = (occupied & ~bit(leg.from)) | bit(leg.to);
    }
    return occupied;
}

/* The type that moves or shoots in leg n; the set-up has no legs. */
static PieceType leg_actor(const Position *pos, Move move, unsigned n)
{
    Square from = move_leg(move, n).from;
    for (; n > 0; --n) {
        Leg before = move_leg(move, n - 1);
        if (before.kind == LEG_ARROW || before.to != from) break;
        from = before.from;
    }
    return move_muster(move) && from == home[pos->side] ? move_muster(move) : piece_type(pos->board[from]);
}

/* Part n of a move: a piece of this type arrives. */
static inline void describe_part(const Position *pos, MoveInfo *info, unsigned n, PieceType type, Square from, Square to)
{
    info->piece_to[n] = piece_to_index(type_slot(pos->side, type), to);
    info->from_to[n] = from_to_index(from, to);
}

static MoveInfo describe_placement(const Position *pos, Move move)
{
    MoveInfo info = {0};
    Square s = move_leg(move, 0).to;
    if (move_muster(move)) describe_part(pos, &info, 0, move_muster(move), s, s);
    return info;
}

/* Of the up to four parts of a move, ordering knows two: the first leg, and the muster or else the second leg. */
static inline void describe_parts(const Position *pos, Move move, MoveInfo *info)
{
    PieceType muster = move_muster(move);
    Leg first = move_leg(move, 0), second = move_leg(move, 1);
    bool acts = first.kind != LEG_NONE;
    if (acts) describe_part(pos, info, 0, leg_actor(pos, move, 0), first.from, first.to);
    if (muster) describe_part(pos, info, acts, muster, home[pos->side], home[pos->side]);
    else if (second.kind != LEG_NONE) describe_part(pos, info, 1, leg_actor(pos, move, 1), second.from, second.to);
}

/* Which of its squares the enemy attacks, for each part. A part counts as a plain move from its start to its end, even if
 * it is an arrow, a teleport or a muster. */
static void describe_attacks(const Board *b, BoardFacts *facts, MoveInfo *info)
{
    for (unsigned part = 0; part < 2 && info->from_to[part]; ++part) {
        unsigned squares = info->from_to[part] - 1u;
        info->attacked[part] = board_attacked(b, facts, (Square)(squares / BOARD_SQUARES), (Square)(squares % BOARD_SQUARES));
    }
}

void diamond_describe(const Position *pos, NodeFacts *facts, const Move *moves, size_t n, MoveInfo *out)
{
    if (in_set_up(pos)) {
        for (size_t i = 0; i < n; ++i) out[i] = describe_placement(pos, moves[i]);
        return;
    }
    uint64_t matters = what_matters(pos);
    for (size_t i = 0; i < n; ++i, ++out) {
        Move move = moves[i];
        *out = (MoveInfo){0};
        describe_parts(pos, move, out);
        if (squares_of(move) & matters) { /* most moves skip this */
            Effect effect = move_effect(pos, move);
            out->gain = (int16_t)effect.gain;
            out->victim = effect.victim;
            out->noisy = effect.victims || effect.gain >= CITY_VALUE;
            if (effect.victim) out->attacker = piece_table[leg_actor(pos, move, 0)].mg;
        }
        if (!out->noisy) describe_attacks(board_const(pos), board_facts(facts), out);
    }
}

/* Does the side keep its gain with a piece of this type on s? A piece that can be shot counts as lost: the
 * shooter cannot be recaptured. */
static bool exposure_is_affordable(const Board *b, Square s, PieceType type, uint64_t occupied, Side them, Score balance)
{
    uint64_t shooters = (b->type[GORMOROR].w[0] | b->type[RASSIMEL].w[0]) & b->side[them].w[0] & occupied;
    if (type != HERETHROY && shooters & cornering[s] && balance < piece_table[type].mg) return false;
    if (see_is_decided(type, balance)) return balance >= 0;
    return board_see(b, s, (Bitboard){{occupied | bit(s)}}, type, them, balance);
}

/* An approximation: the enemy captures the most costly of the moved or teleported pieces, by exchanges on its
 * square. Pieces that did not move are ignored. */
bool diamond_see_ge(const Position *pos, Move move, Score threshold)
{
    const Board *b = board_const(pos);
    if (in_set_up(pos) || move == PASS) return threshold <= 0;
    Effect e = move_effect(pos, move);
    Score balance = e.gain - threshold;
    if (balance < 0 || e.gain >= CITY_VALUE) return balance >= 0;
    /* a victim cannot recapture, even if another piece now stands on its square */
    uint64_t wet = wet_pieces(b, pos->side), occupied = occupied_after(pos, move) & ~e.victims;
    for (unsigned n = 0; n < MOVE_LEGS; ++n) {
        Leg leg = move_leg(move, n), next = n + 1 < MOVE_LEGS ? move_leg(move, n + 1) : (Leg){0};
        if (leg.kind == LEG_NONE) break;
        bool goes_on = next.kind != LEG_NONE && next.from == leg.to;
        bool foreign = bb_test(b->side[pos->side ^ 1], leg.from) && !(e.victims & bit(leg.from));
        if (leg.kind == LEG_ARROW || goes_on || foreign) continue;
        PieceType type = leg_actor(pos, move, n);
        if (bit(leg.to) & still_wet(wet, leg)) {
            if (balance < piece_table[type].mg) return false;
        } else if (!exposure_is_affordable(b, leg.to, type, occupied, pos->side ^ 1, balance)) {
            return false;
        }
    }
    return true;
}

/* Ignores drowning. */
Key diamond_key_after(const Position *pos, Move move)
{
    Side us = pos->side;
    PieceType muster = move_muster(move);
    Square city = in_set_up(pos) ? move_leg(move, 0).to : home[us];
    uint64_t hands = pos->state->hands;
    Key key = pos->state->key ^ zobrist_side;
    if (muster)
        key ^= zobrist_piece[piece_make(us, muster)][city] ^ zobrist_hands(hands)
               ^ zobrist_hands(hands - hand_one(pos->variant, us, reserve_slot(muster)));
    Piece actor = NO_PIECE;
    Square at = SQUARE_NONE; /* where the last leg ends */
    for (unsigned n = 0; n < MOVE_LEGS; ++n) {
        Leg leg = move_leg(move, n);
        if (leg.kind == LEG_NONE || leg.from == leg.to) break;
        if (leg.from != at) actor = muster && leg.from == city ? piece_make(us, muster) : pos->board[leg.from];
        if (leg.kind != LEG_TELEPORT && pos->board[leg.to]) key ^= zobrist_piece[pos->board[leg.to]][leg.to];
        if (leg.kind == LEG_ARROW) continue;
        key ^= zobrist_piece[actor][leg.from] ^ zobrist_piece[actor][leg.to];
        at = leg.to;
    }
    return key;
}

/* ---- Evaluation ---- */

static int distance(Square a, Square b)
{
    return abs((int)square_file(a) - (int)square_file(b)) + abs((int)square_rank(a) - (int)square_rank(b));
}

/* The gain of a piece with each step nearer to the enemy City, fitted to self-play results. A Khtsoyis and a
 * Sleeth are stronger from afar. */
Tapered diamond_square_value(PieceType type, Square s)
{
    static const int8_t advance[BOARD_TYPES] = {
        [CANI] = 5,  [GORMOROR] = 4, [HERETHROY] = 4, [KHTSOYIS] = -4,
        [ORREN] = 3, [RASSIMEL] = 8, [SLEETH] = -8,   [ZI_RI] = 10};
    int bonus = (7 - distance(s, goal[WHITE])) * advance[type];
    if (bit(s) & jumps[goal[WHITE]]) bonus += 8;
    return tapered(bonus, bonus);
}

static uint64_t suburb(Square city) { return bit(city) | beside[city] | cornering[city]; }

/* The pieces that are about to drown. The side to move can save one of them. The other side may still lose
 * those it cannot save, and its saves cost it moves. */
static int evaluate_wet(const Board *b, Side us)
{
    int pieces = 0, cheapest = INT16_MAX;
    for (uint64_t left = wet_pieces(b, us); left; left &= left - 1, ++pieces) {
        int value = piece_table[piece_type(b->base.board[lowest(left)])].mg;
        if (value < cheapest) cheapest = value;
    }
    if (pieces < 2) return pieces * (b->base.side == us ? -10 : -20);
    return b->base.side == us ? -cheapest : -cheapest * 3 / 4;
}

static int evaluate_reserve(const Board *b, Side us)
{
    enum { PERCENT = 98, SHUT_OUT = 12 };
    int sum = 0;
    for (PieceType t = CANI; t <= ZI_RI; ++t)
        sum += (int)hand_count(b->base.variant, b->base.state->hands, us, reserve_slot(t)) * piece_table[t].mg * PERCENT / 100;
    if (sum && bb_test(b->side[us], home[us])) sum -= SHUT_OUT;
    return sum;
}

/* Mobility, presence around both Cities, the pack, and terms for all pieces. */
static int evaluate_side(const Board *b, Side us)
{
    static const int8_t mobility[BOARD_TYPES] = {
        [CANI] = 5,  [GORMOROR] = 5, [HERETHROY] = 5, [KHTSOYIS] = 5,
        [ORREN] = 6, [RASSIMEL] = 5, [SLEETH] = 6,    [ZI_RI] = 5};
    enum { ATTACK = 9, GUARD = 5, SHOT = 12, PACK = 4, PUSHED = 6 };
    uint64_t own = b->side[us].w[0], enemy = b->side[us ^ 1].w[0], occupied = own | enemy;
    uint64_t target = suburb(goal[us]), guarded = suburb(home[us]), shots = 0;
    Pack pack = pack_of(own & b->type[CANI].w[0]);
    int sum = evaluate_reserve(b, us) + evaluate_wet(b, us);
    for (uint64_t left = own; left; left &= left - 1) {
        Square s = lowest(left);
        PieceType type = piece_type(b->base.board[s]);
        uint64_t reach;
        if (type == CANI) {
            unsigned squares = pack_reach(&pack, s);
            reach = straight(s, occupied) & within[squares][s] & ~own;
            sum += PACK * ((int)squares - 1);
        } else {
            reach = step_targets(type, s, occupied, own);
        }
        if (type == GORMOROR || type == RASSIMEL) shots |= cornering[s];
        if (type == ZI_RI && flights[s] & target) sum += PUSHED;
        sum += mobility[type] * (int)count(reach) + ATTACK * (int)count(reach & target)
               + GUARD * (int)count((reach | cornering[s]) & guarded);
    }
    return sum + SHOT * (int)count(shots & enemy & ~b->type[HERETHROY].w[0]);
}

Tapered diamond_evaluate(const Position *pos, EvalScratch *scratch)
{
    (void)scratch;
    enum { TEMPO = 20 };
    const Board *b = board_const(pos);
    int sum = evaluate_side(b, WHITE) - evaluate_side(b, BLACK) + (pos->side == WHITE ? TEMPO : -TEMPO);
    return tapered(sum, sum);
}

/* ---- Measured ---- */

const MeasuredSheet diamond_measured = {
    .levels = &(const LevelSheet){ /* written by `make levels` */
#include "levels.inc"
    },
    .wdl = &(const WdlSheet){
#include "wdl.inc"
    },
    .length = 25,
    .opening = {.plies = 12, .limit = 60}, /* eight plies of set-up, four more */
    .bench_depth = 10,
};

const SearchHints diamond_hints = {
    .margin_percent = 120,
    .params = (const ParamValue[]){
#include "params.inc"
        {NULL, 0}
    },
};
