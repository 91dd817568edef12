/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of Diamond Chess share. Sets of the 64 squares are plain 64-bit words. */
#ifndef QUINCUNX_DIAMOND_H
#define QUINCUNX_DIAMOND_H

#define BOARD_GAME diamond
#define BOARD_FILES 8
#define BOARD_RANKS 8
#define BOARD_TYPES 9
#include "../../board.h"

enum { CANI = 1, GORMOROR, HERETHROY, KHTSOYIS, ORREN, RASSIMEL, SLEETH, ZI_RI };
enum { PIECES_PER_SIDE = 10, RESERVE_AFTER_SET_UP = 6, CANI_MAX = 3 };

extern struct DiamondRules {
    int drowning_off, pack, offered;
} diamond_rules;

/* ---- Geometry ---- */

enum { H1 = 7, A8 = 56, REACH_MAX = 4 };
static const Square home[SIDE_NB] = {H1, A8}, goal[SIDE_NB] = {A8, H1};
static const uint64_t river = 0x8040201008040201u;
static const uint64_t set_up_squares[SIDE_NB] = {0xC0C0u, 0x0303000000000000u};

BOARD_INLINE uint64_t bit(unsigned s) { return (uint64_t)1 << s; }
BOARD_INLINE Square lowest(uint64_t set) { return (Square)__builtin_ctzll(set); }
BOARD_INLINE Square highest(uint64_t set) { return (Square)(63 - __builtin_clzll(set)); }
BOARD_INLINE unsigned count(uint64_t set) { return (unsigned)__builtin_popcountll(set); }

#define beside BOARD_NAME(beside)
#define cornering BOARD_NAME(cornering)
#define jumps BOARD_NAME(jumps)
#define within BOARD_NAME(within)
#define within_two BOARD_NAME(within_two)
#define flights BOARD_NAME(flights)
#define pack_reaches BOARD_NAME(pack_reaches)
/* The reach by the number of connected Cani, 4 for an L of three; that of a smaller pack is its size. */
BOARD_TABLE uint8_t pack_reaches[REACH_MAX + 1];
BOARD_TABLE uint64_t beside[BOARD_SQUARES];     /* orthogonal neighbours */
BOARD_TABLE uint64_t cornering[BOARD_SQUARES];  /* diagonal neighbours: targets of arrows */
BOARD_TABLE uint64_t jumps[BOARD_SQUARES];      /* knight's moves: targets of teleports */
BOARD_TABLE uint64_t within[REACH_MAX + 1][BOARD_SQUARES]; /* orthogonal squares up to this distance */
BOARD_TABLE uint64_t within_two[BOARD_SQUARES]; /* up to two squares in eight directions */
BOARD_TABLE uint64_t flights[BOARD_SQUARES];    /* squares a Zi Ri can reach by step and teleport */

/* ---- Moves of the species ---- */

/* Squares on orthogonal lines up to and including the first piece or River square. */
BOARD_INLINE uint64_t straight(Square s, uint64_t occupied) { return rook_attacks(s, (Bitboard){{occupied | river}}).w[0]; }
BOARD_INLINE uint64_t diagonal(Square s, uint64_t occupied) { return bishop_attacks(s, (Bitboard){{occupied | river}}).w[0]; }

/* How far each Cani may go, by adjacency; the squares in canis[] are ascending. */
typedef struct Pack {
    unsigned count;
    Square at[CANI_MAX];
    uint8_t reach[CANI_MAX];
} Pack;

/* Not inlined: generating moves is slower where it is. */
static __attribute__((unused, noinline)) Pack pack_of(uint64_t canis)
{
    Pack pack = {0};
    unsigned touching = 0;
    for (uint64_t left = canis; left; left &= left - 1) {
        Square s = lowest(left);
        unsigned neighbours = count(beside[s] & canis);
        touching += neighbours;
        pack.at[pack.count] = s;
        pack.reach[pack.count++] = pack_reaches[neighbours ? 2 : 1];
    }
    if (touching == 4) {
        bool line = pack.at[1] - pack.at[0] == pack.at[2] - pack.at[1];
        for (unsigned i = 0; i < CANI_MAX; ++i) pack.reach[i] = pack_reaches[line ? 3 : 4];
    }
    return pack;
}

/* How far the Cani that started on this square may go. */
BOARD_INLINE unsigned pack_reach(const Pack *pack, Square s)
{
    unsigned i = 0;
    while (pack->at[i] != s) ++i;
    return pack->reach[i];
}

/* One square, the full distance, or the River square on the way; from the River also any other River square. */
static __attribute__((unused)) uint64_t orren_targets(Square s, uint64_t occupied, uint64_t own)
{
    uint64_t open = rook_attacks(s, (Bitboard){{occupied}}).w[0] & ~own;
    uint64_t targets = open & (beside[s] | river);
    for (enum Line line = LINE_FILE; line <= LINE_RANK; ++line) {
        uint64_t up = open & line_ref[line][s].up.w[0], down = open & line_ref[line][s].down.w[0];
        if (up) targets |= bit(highest(up));
        if (down) targets |= bit(lowest(down));
    }
    if (bit(s) & river) targets |= river & ~own;
    return targets;
}

/* The targets of a step or spear by a piece other than a Cani. */
BOARD_INLINE uint64_t step_targets(PieceType type, Square s, uint64_t occupied, uint64_t own)
{
    switch (type) {
    case GORMOROR: return straight(s, occupied) & within[2][s] & ~own;
    case HERETHROY: return straight(s, occupied) & ~own;
    case KHTSOYIS: return beside[s] & ~own;
    case ORREN: return orren_targets(s, occupied, own);
    case RASSIMEL: return (straight(s, occupied) | diagonal(s, occupied)) & within_two[s] & ~occupied;
    case SLEETH: return ((straight(s, occupied) & within[2][s]) | diagonal(s, occupied)) & ~own;
    default: return beside[s] & ~occupied;
    }
}

/* The pieces that a Zi Ri sees. The River does not block sight. */
static __attribute__((unused)) uint64_t sight(Square s, uint64_t occupied)
{
    return queen_attacks(s, (Bitboard){{occupied}}).w[0] & occupied;
}

/* ---- Set-up and River ---- */

/* The reserve is the hand; a type's slot is its number minus one. */
BOARD_INLINE unsigned reserve_slot(PieceType type) { return type - 1u; }
BOARD_INLINE unsigned reserve_size(uint64_t hands, Side side)
{
    uint32_t half = (uint32_t)(hands >> side * 32);
    half = (half & 0x0F0F0F0Fu) + (half >> 4 & 0x0F0F0F0Fu);
    return half * 0x01010101u >> 24;
}

BOARD_INLINE bool in_set_up(const Position *pos)
{
    uint64_t hands = pos->state->hands;
    return reserve_size(hands, WHITE) > RESERVE_AFTER_SET_UP || reserve_size(hands, BLACK) > RESERVE_AFTER_SET_UP;
}

/* The pieces of a side that drown at the end of its move unless they leave the River. */
BOARD_INLINE uint64_t wet_pieces(const Board *b, Side side)
{
    return diamond_rules.drowning_off ? 0 : b->side[side].w[0] & river & ~b->type[ORREN].w[0];
}

/* ---- The encoding of a move ----
 *
 * Bits 0-3: the mustered type, 15 for the pass. Then up to three legs of 14 bits: from, to,
 * kind. A placement in the set-up is a muster with a leg that stays on its square.
 */

enum LegKind { LEG_NONE, LEG_STEP, LEG_ARROW, LEG_TELEPORT };
enum { MUSTER_BITS = 4, LEG_BITS = 14, LEG_TO = 6, LEG_KIND = 12, MOVE_LEGS = 3, PASS = 15 };

BOARD_INLINE unsigned leg_shift(unsigned n) { return MUSTER_BITS + LEG_BITS * n; }

BOARD_INLINE Move leg_make(unsigned n, enum LegKind kind, Square from, Square to)
{
    return ((Move)from | (Move)to << LEG_TO | (Move)kind << LEG_KIND) << leg_shift(n);
}

typedef struct Leg {
    enum LegKind kind;
    Square from, to;
} Leg;

BOARD_INLINE Leg move_leg(Move move, unsigned n)
{
    Move leg = move >> leg_shift(n);
    return (Leg){(enum LegKind)(leg >> LEG_KIND & 3), leg & 63, leg >> LEG_TO & 63};
}

/* The type mustered or placed, or NO_TYPE. */
BOARD_INLINE PieceType move_muster(Move move)
{
    PieceType type = move & 15;
    return type == PASS ? NO_TYPE : type;
}

/* The pieces still wet after a piece has moved; a move from River to River is not leaving. */
BOARD_INLINE uint64_t still_wet(uint64_t wet, Leg leg)
{
    if (!(wet & bit(leg.from))) return wet;
    wet ^= bit(leg.from);
    return wet | (bit(leg.to) & river);
}

/* ---- rules.c ---- */

Outcome diamond_board_outcome(const Position *pos);
bool diamond_move_is_legal(const Position *pos, NodeFacts *facts, Move move);
/* A piece of the reserve is placed on s. */
void diamond_place(Board *b, Side side, PieceType type, Square s);
/* Plays a leg; wet: the pieces that drown unless they leave the River. */
void diamond_make_leg(Board *b, Leg leg, uint64_t *wet);
/* After the last leg the pieces still wet drown, unless a piece has entered a City. */
void diamond_end_move(Board *b, uint64_t wet);
/* All changes of a move by this side on the board and in its reserve. */
void diamond_carry_out(Board *b, Side us, Move move);

/* ---- legs.c ---- */

void diamond_print_move(const Position *pos, Move move, char *text);
bool diamond_parse_move(const Position *pos, const char *text, Move *move, ErrorText *error);
LegStatus diamond_legs_status(const Position *pos, const char *text, ErrorText *error);
void diamond_legs_board(const Position *pos, const char *text, Piece board[SQUARE_MAX]);

/* ---- search.c ---- */

Tapered diamond_square_value(PieceType type, Square s);
Key diamond_key_after(const Position *pos, Move move);
bool diamond_in_peril(const Position *pos, NodeFacts *facts);

#endif
