/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of Borderlands share, in both editions: the first one is in this folder, the inventor's revision of October 2025
 * in borderlands-2025-10, which defines REVISED. rules.c, search.c and shown.c have what is an edition's own, both_*.h the rest. */
#ifndef QUINCUNX_BORDERLANDS_H
#define QUINCUNX_BORDERLANDS_H

#ifdef REVISED
#define BOARD_GAME borderlands_2025_10
#define BOARD_TYPES 18
#else
#define REVISED 0
#define BOARD_GAME borderlands
#define BOARD_TYPES 19
#endif
#define BOARD_FILES 9
#define BOARD_RANKS 10
#include "../../step_game.h"

/* Promoted forms follow their bases in the same order. */
enum {
    CHIEF = 1,
#if !REVISED
    GUARD,
#endif
    MARAUDER, FALCON, ELEPHANT, HORSE, SLINGER, ARCHER, WARRIOR, LION,
    PROMOTED_MARAUDER, PROMOTED_FALCON, PROMOTED_ELEPHANT, PROMOTED_HORSE, PROMOTED_SLINGER,
    PROMOTED_ARCHER, PROMOTED_WARRIOR, PROMOTED_LION,
    BASE_TYPES = LION
};
#define PROMOTED .promoted = true, .symmetry = SYMMETRIC_SIDES

/* The value of the first of two Chiefs; the last one is worth more than everything else. */
enum { CHIEF_VALUE = 450, LAST_CHIEF_VALUE = 20000 };

enum { MARAUDER_SLOT = 0, MARAUDERS_IN_HAND = 2 };

#define rules_set BOARD_NAME(rules_set)
extern struct RulesSet {
    int version, conquest_off, one_chief, drops_off;
} rules_set;

/* ---- Geometry ---- */

typedef struct Leaps {
    Bitboard capture, step;
} Leaps;

typedef struct LandZones {
    Bitboard villages, chief_region; /* the same for both sides */
    Bitboard lion_region[SIDE_NB], promotion[SIDE_NB], drop[SIDE_NB];
    Bitboard near[SIDE_NB]; /* from where a piece may come to a square where it promotes: at most three ranks */
} LandZones;

#define land BOARD_NAME(land)
extern struct Land {
    LandZones zone;
    Bitboard not_file_a, not_file_i;
    Leaps leaps[SIDE_NB][BOARD_TYPES][BOARD_SQUARES]; /* to capture, and to an empty square; only into the region of the piece */
    Bitboard wazir[BOARD_SQUARES], ferz[BOARD_SQUARES], knight[BOARD_SQUARES];
    Bitboard second_ring[BOARD_SQUARES];               /* Alfil and Dabbaba */
    Bitboard straight[BOARD_SQUARES], diagonal[BOARD_SQUARES]; /* the squares on the lines through one */
    Bitboard within_three[BOARD_SQUARES];              /* along the eight lines */
    Bitboard warrior_stoppers[SIDE_NB][BOARD_SQUARES]; /* where enemy Warriors could stop a Warrior */
#if BOARD_PEXT
    uint16_t line_reaches[LINE_MAX][1 << LINE_MAX];
#endif
} land;

/* ---- How the pieces move ---- */

/* The lines of the riders. SHORT: at most three squares, without capturing. The others slide without
 * capturing and capture over one hurdle. */
enum { ORTHOGONAL = 1, DIAGONAL = 2, SHORT = 4 };

/* Slinger and Archer slide, and also capture over one hurdle. One set holds both: the squares of the slide plus the square of the
 * second piece on the line. Its empty squares are the quiet targets, since a capture over a hurdle never ends on an empty
 * square. */
#if BOARD_PEXT
static inline Bitboard line_reach(enum Line line, Square s, Bitboard occupied)
{
    return line_lookup(&line_ref[line][s], occupied, land.line_reaches);
}
#else
static inline Bitboard line_reach(enum Line line, Square s, Bitboard occupied)
{
    return bb_or(line_attacks(line, s, occupied), line_hop_captures(line, s, occupied));
}
#endif

static inline Bitboard rook_reach(Square s, Bitboard occupied)
{
    return bb_or(line_reach(LINE_FILE, s, occupied), line_reach(LINE_RANK, s, occupied));
}
static inline Bitboard bishop_reach(Square s, Bitboard occupied)
{
    return bb_or(line_reach(LINE_DIAGONAL, s, occupied), line_reach(LINE_ANTIDIAGONAL, s, occupied));
}

static inline Bitboard forward(Side us, Bitboard set, unsigned squares)
{
    return us == WHITE ? bb_up(set, squares) : bb_down(set, squares);
}

/* The squares where the Warriors of a side capture. */
static inline Bitboard warriors_attack(Side us, Bitboard warriors)
{
    Bitboard left = bb_and(warriors, land.not_file_a), right = bb_and(warriors, land.not_file_i);
    Bitboard diagonal = us == WHITE ? bb_or(bb_up(left, 8), bb_up(right, 10)) : bb_or(bb_down(left, 10), bb_down(right, 8));
    return bb_and(bb_or(forward(us, warriors, 9), diagonal), whole_board());
}

static inline Bitboard of_types(const Board *b, PieceType t1, PieceType t2) { return bb_or(b->type[t1], b->type[t2]); }

/* All captures but the Warrior's are symmetric: if A attacks B, then B attacks A. */
static __attribute__((unused)) Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant)
{
    (void)occupant;
    Bitboard lions = b->type[PROMOTED_LION];
    if (bb_test(land.zone.lion_region[side], s)) lions = bb_or(lions, b->type[LION]);
    Bitboard kings = bb_or(lions, of_types(b, PROMOTED_MARAUDER, PROMOTED_FALCON));
    if (bb_test(land.zone.chief_region, s)) kings = bb_or(kings, b->type[CHIEF]);
#if REVISED
    kings = bb_or(kings, bb_or(b->type[PROMOTED_WARRIOR], of_types(b, PROMOTED_ELEPHANT, PROMOTED_HORSE)));
    Bitboard wazirs = bb_or(kings, bb_or(b->type[FALCON], of_types(b, ELEPHANT, PROMOTED_SLINGER)));
    Bitboard ferzes = bb_or(kings, bb_or(b->type[MARAUDER], of_types(b, HORSE, PROMOTED_ARCHER)));
    Bitboard knights = bb_or(bb_or(lions, b->type[PROMOTED_WARRIOR]), of_types(b, HORSE, PROMOTED_HORSE));
    Bitboard elephants = bb_or(lions, of_types(b, ELEPHANT, PROMOTED_ELEPHANT));
#else
    kings = bb_or(kings, b->type[GUARD]);
    Bitboard wazirs = bb_or(kings, bb_or(b->type[FALCON], of_types(b, PROMOTED_ELEPHANT, PROMOTED_SLINGER)));
    Bitboard ferzes = bb_or(kings, bb_or(b->type[MARAUDER], of_types(b, PROMOTED_HORSE, PROMOTED_ARCHER)));
    Bitboard far = bb_or(lions, b->type[PROMOTED_WARRIOR]);
    Bitboard knights = bb_or(far, of_types(b, HORSE, PROMOTED_HORSE));
    Bitboard elephants = bb_or(far, of_types(b, ELEPHANT, PROMOTED_ELEPHANT));
#endif

    Bitboard set = bb_and(land.wazir[s], wazirs);
    set = bb_or(set, bb_and(land.ferz[s], ferzes));
    set = bb_or(set, bb_and(land.knight[s], knights));
    set = bb_or(set, bb_and(land.second_ring[s], elephants));
    set = bb_or(set, bb_and(land.leaps[side ^ 1][WARRIOR][s].capture, b->type[WARRIOR]));
    Bitboard pieces = bb_and(b->side[side], occupied);
    Bitboard archers = bb_and(pieces, of_types(b, ARCHER, PROMOTED_ARCHER));
    Bitboard slingers = bb_and(pieces, of_types(b, SLINGER, PROMOTED_SLINGER));
    if (bb_meet(archers, land.straight[s])) set = bb_or(set, bb_and(rook_reach(s, occupied), archers));
    if (bb_meet(slingers, land.diagonal[s])) set = bb_or(set, bb_and(bishop_reach(s, occupied), slingers));
    return bb_and(set, pieces);
}

typedef struct Generation {
    const Board *board;
    Side us;
    GenKind kind;
    Bitboard occupied, enemy, empty;
} Generation;

static inline Generation generation(const Board *b, Side us, GenKind kind)
{
    Bitboard occupied = board_occupied(b);
    return (Generation){b, us, kind, occupied, b->side[us ^ 1], bb_without(whole_board(), occupied)};
}

/* Inlined into one copy for each side, where tables and shifts are constant. */
#define GENERATOR static inline __attribute__((always_inline))

/* The targets of an officer on a square; `lines` are those of its type. */
GENERATOR Bitboard officer_targets(const Generation *g, PieceType type, Square from, unsigned lines)
{
    const Leaps *leap = &land.leaps[g->us][type][from];
    Bitboard reach = bb_none();
    if (lines & ORTHOGONAL) reach = rook_reach(from, g->occupied);
    if (lines & DIAGONAL) reach = bb_or(reach, bishop_reach(from, g->occupied));
    if (lines & SHORT) reach = bb_and(reach, bb_and(land.within_three[from], g->empty));
    else reach = bb_and(reach, bb_or(g->enemy, g->empty));
    return bb_or(reach, bb_or(bb_and(leap->capture, g->enemy), bb_and(leap->step, g->empty)));
}

/* All officers with exactly these lines. */
GENERATOR Bitboard with_lines(const Board *b, unsigned lines)
{
    if (REVISED && lines & SHORT) return bb_none();
    Bitboard elephants = of_types(b, ELEPHANT, PROMOTED_ELEPHANT);
    Bitboard horses = of_types(b, HORSE, PROMOTED_HORSE);
    Bitboard slingers = of_types(b, SLINGER, PROMOTED_SLINGER);
    Bitboard archers = of_types(b, ARCHER, PROMOTED_ARCHER);
    Bitboard others = of_types(b, WARRIOR, PROMOTED_WARRIOR);
    switch (lines) {
    case ORTHOGONAL | SHORT: return elephants;
    case DIAGONAL | SHORT: return horses;
    case DIAGONAL: return slingers;
    case ORTHOGONAL: return archers;
    case ORTHOGONAL | DIAGONAL | SHORT: return b->type[PROMOTED_WARRIOR];
    default:
        if (REVISED) others = b->type[WARRIOR];
        else others = bb_or(others, bb_or(elephants, horses));
        others = bb_or(others, bb_or(slingers, archers));
        return bb_without(board_occupied(b), others);
    }
}

/* ---- The end of the game ---- */

/* Would the loss of a Chief lose the game? */
static inline bool needs_all_chiefs(const Board *b, Side side)
{
    Bitboard chiefs = board_pieces(b, side, CHIEF);
    return rules_set.one_chief ? bb_count(chiefs) <= 2 : !bb_many(chiefs);
}

static inline bool holds_villages(const Board *b, Side side)
{
    return !rules_set.conquest_off && !bb_any(bb_without(land.zone.villages, b->side[side]));
}

/* ---- search.c and shown.c ---- */

Tapered BOARD_NAME(square_value)(PieceType type, unsigned file, unsigned rank);
extern const Zone BOARD_NAME(zones)[];
const char *BOARD_NAME(refusal)(const Position *pos, PieceType type, Square from, Square to);

#endif
