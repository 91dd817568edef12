/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Borderlands by dpldgr (2025): two Chiefs a side, zones, drops, villages to conquer. The inventor revised it in October 2025;
 * borderlands-2025-10.c compiles this file as that edition. EDITION(first, revised) stands where they differ.
 */

#ifndef REVISED
#define REVISED 0
#endif
#if REVISED
#define EDITION(first, revised) revised
#else
#define EDITION(first, revised) first
#endif

#include <stdio.h>
#include <string.h>

#define BOARD_FILES 9
#define BOARD_RANKS 10
#define BOARD_TYPES EDITION(19, 18)
#define BOARD_SEE
#define BOARD_ATTACKS
#define BOARD_STRUCTURES 256
#define STEP_PERIL
#include "../../step_game.h"

/* ---- Data sheet ---- */

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

/* The value of the first of two Chiefs; the last one is worth more than everything else. */
enum { CHIEF_VALUE = 450, LAST_CHIEF_VALUE = 20000 };

/* The inventor's values, in the first edition then fitted to the results of self-play. */
static const PieceInfo piece_table[BOARD_TYPES] = {
    [CHIEF] = {.letter = 'C', .sides = 3, .base = CHIEF, .symmetry = SYMMETRIC_SIDES, .royal = true,
               .name = "Chief", .betza = EDITION("KmNmAmD", "K")},
#if !REVISED
    [GUARD] = {.letter = 'G', .sides = 3, .base = GUARD, .symmetry = SYMMETRIC_SIDES, .phase = 2, .mg = 290, .eg = 295,
               .name = "Guard", .betza = "KmNmAmD"},
#endif
    [MARAUDER] = {.letter = 'M', .sides = 3, .promotes = PROMOTED_MARAUDER, .base = MARAUDER,
                  .mg = EDITION(100, 75), .eg = EDITION(125, 95), .name = "Marauder", .betza = EDITION("FmN", "F")},
    [FALCON] = {.letter = 'F', .sides = 3, .promotes = PROMOTED_FALCON, .base = FALCON, .phase = 1,
                .mg = EDITION(55, 60), .eg = EDITION(140, 120), .name = "Falcon", .betza = EDITION("WmAmD", "W")},
    [ELEPHANT] = {.letter = 'E', .sides = 3, .promotes = PROMOTED_ELEPHANT, .base = ELEPHANT, .mates = REVISED,
                  .phase = 2, .mg = EDITION(270, 340), .eg = EDITION(235, 330), .name = "Elephant",
                  .betza = EDITION("ADmR3", "WAD")},
    [HORSE] = {.letter = 'H', .sides = 3, .promotes = PROMOTED_HORSE, .base = HORSE, .mates = true, .phase = 2,
               .mg = EDITION(330, 380), .eg = EDITION(245, 340), .name = "Horse", .betza = EDITION("NmB3", "NF")},
    [SLINGER] = {.letter = 'S', .sides = 3, .promotes = PROMOTED_SLINGER, .base = SLINGER, .mates = true,
                 .phase = 4, .mg = EDITION(500, 440), .eg = EDITION(400, 370), .name = "Slinger",
                 .betza = EDITION("BcpBmW", "BcpB")},
    [ARCHER] = {.letter = 'A', .sides = 3, .promotes = PROMOTED_ARCHER, .base = ARCHER, .mates = true, .phase = 6,
                .mg = EDITION(770, 690), .eg = EDITION(845, 760), .name = "Archer", .betza = EDITION("RcpRmF", "RcpR")},
    [WARRIOR] = {.letter = 'W', .sides = 3, .promotes = PROMOTED_WARRIOR, .base = WARRIOR,
                 .structure = true, .mg = EDITION(65, 80), .eg = EDITION(120, 130), .name = "Warrior",
                 .betza = "fWfceFifmnD"},
    [LION] = {.letter = 'L', .sides = 3, .promotes = PROMOTED_LION, .base = LION, .mates = true, .phase = 4,
              .mg = EDITION(445, 450), .eg = 420, .name = "Lion", .betza = "KNAD"},
    [PROMOTED_MARAUDER] = {.letter = 'M', .promoted = true, .sides = 3, .base = MARAUDER,
                           .symmetry = SYMMETRIC_SIDES, .mg = EDITION(220, 250),
                           .eg = EDITION(125, 240), .name = "promoted Marauder", .betza = EDITION("KmN", "K")},
    [PROMOTED_FALCON] = {.letter = 'F', .promoted = true, .sides = 3, .base = FALCON,
                         .symmetry = SYMMETRIC_SIDES, .phase = 1, .mg = EDITION(255, 270),
                         .eg = EDITION(215, 250), .name = "promoted Falcon", .betza = EDITION("KmAmD", "K")},
    [PROMOTED_ELEPHANT] = {.letter = 'E', .promoted = true, .sides = 3, .base = ELEPHANT, .mates = REVISED,
                           .symmetry = SYMMETRIC_SIDES, .phase = 2, .mg = EDITION(435, 520),
                           .eg = EDITION(305, 500), .name = "promoted Elephant", .betza = EDITION("ADWmFmR3", "KAD")},
    [PROMOTED_HORSE] = {.letter = 'H', .promoted = true, .sides = 3, .base = HORSE, .mates = true,
                        .symmetry = SYMMETRIC_SIDES, .phase = 2, .mg = EDITION(420, 560),
                        .eg = EDITION(380, 540), .name = "promoted Horse", .betza = EDITION("NFmWmB3", "NK")},
    [PROMOTED_SLINGER] = {.letter = 'S', .promoted = true, .sides = 3, .base = SLINGER, .mates = true,
        .symmetry = SYMMETRIC_SIDES, .phase = 4, .mg = EDITION(515, 510), .eg = EDITION(390, 420),
        .name = "promoted Slinger", .betza = "BcpBW"},
    [PROMOTED_ARCHER] = {.letter = 'A', .promoted = true, .sides = 3, .base = ARCHER, .mates = true,
        .symmetry = SYMMETRIC_SIDES, .phase = 6, .mg = EDITION(885, 830), .eg = EDITION(825, 850),
        .name = "promoted Archer", .betza = "RcpRF"},
    [PROMOTED_WARRIOR] = {.letter = 'W', .promoted = true, .sides = 3, .base = WARRIOR, .mates = REVISED,
                          .symmetry = SYMMETRIC_SIDES, .mg = EDITION(515, 560),
                          .eg = EDITION(410, 540), .name = "promoted Warrior", .betza = EDITION("NADmQ3", "NK")},
    [PROMOTED_LION] = {.letter = 'L', .promoted = true, .sides = 3, .base = LION, .mates = true,
        .symmetry = SYMMETRIC_SIDES, .phase = 4, .mg = 820, .eg = 820, .name = "promoted Lion", .betza = "KNAD"},
};

static const PieceType hand_types[] = {MARAUDER, NO_TYPE};
enum { MARAUDER_SLOT = 0, MARAUDERS_IN_HAND = 2 };

/* How each piece moves, for display. */
static const char *const words[BOARD_TYPES] = {
#if REVISED
    [CHIEF] = "Moves and captures one square in any direction. A side without Chiefs has lost.",
    [MARAUDER] = "Moves and captures one square diagonally. Each side has two in hand to drop.",
    [FALCON] = "Moves and captures one square straight.",
    [ELEPHANT] = "Steps one square straight or jumps exactly two squares straight or diagonally, to move or capture.",
    [HORSE] = "Jumps like a knight or steps one square diagonally, to move or capture.",
    [SLINGER] = "Runs any distance diagonally. It also captures on a diagonal by jumping over exactly one piece of either side.",
    [ARCHER] = "Runs any distance straight. It also captures on a straight line by jumping over exactly one piece of either side.",
    [PROMOTED_MARAUDER] = "Moves and captures one square in any direction.",
    [PROMOTED_FALCON] = "Moves and captures one square in any direction.",
    [PROMOTED_ELEPHANT] = "Steps one square in any direction or jumps exactly two squares straight or diagonally.",
    [PROMOTED_HORSE] = "Jumps like a knight or steps one square in any direction.",
    [PROMOTED_WARRIOR] = "Jumps like a knight or steps one square in any direction.",
#else
    [CHIEF] = "Moves and captures one square in any direction; jumps like a knight or "
        "exactly two squares straight or diagonally, but only to move. It stays on "
        "ranks 1-3, ranks 8-10 and the files a, e and i. A side without Chiefs has "
        "lost.",
    [GUARD] = "Moves and captures one square in any direction; jumps like a knight or "
        "exactly two squares straight or diagonally, but only to move.",
    [MARAUDER] = "Moves and captures one square diagonally; jumps like a knight, but only to "
        "move. Each side has two in hand to drop.",
    [FALCON] = "Moves and captures one square straight; jumps exactly two squares straight or "
        "diagonally, but only to move.",
    [ELEPHANT] = "Jumps exactly two squares straight or diagonally to move or capture; runs up "
        "to three squares straight, but only to move.",
    [HORSE] = "Jumps like a knight to move or capture; runs up to three squares diagonally, "
        "but only to move.",
    [SLINGER] = "Runs any distance diagonally. It also captures on a diagonal by jumping over "
        "exactly one piece of either side, and moves one square straight.",
    [ARCHER] = "Runs any distance straight. It also captures on a straight line by jumping "
        "over exactly one piece of either side, and moves one square diagonally.",
    [PROMOTED_MARAUDER] = "Moves and captures one square in any direction; jumps like a knight, but only "
        "to move.",
    [PROMOTED_FALCON] = "Moves and captures one square in any direction; jumps exactly two squares "
        "straight or diagonally, but only to move.",
    [PROMOTED_ELEPHANT] = "Jumps exactly two squares straight or diagonally, or steps one square "
        "straight, to move or capture; moves one square diagonally or up to three "
        "straight, but only to move.",
    [PROMOTED_HORSE] = "Jumps like a knight or steps one square diagonally to move or capture; moves "
        "one square straight or up to three diagonally, but only to move.",
    [PROMOTED_WARRIOR] = "Jumps like a knight or exactly two squares straight or diagonally to move or "
        "capture; runs up to three squares in any direction, but only to move.",
#endif
    [WARRIOR] = "Moves and captures one square straight forward, captures one square "
        "diagonally forward, and may step two squares from rank 3 (Black: rank 8). It may "
        "capture en passant.",
    [LION] = "Steps one square in any direction or jumps to any square two away. It stays "
        "on its own half and three squares beyond, and promotes only on the farthest "
        "of them.",
    [PROMOTED_SLINGER] = "Runs any distance diagonally, captures there by jumping over exactly one piece, "
        "too, and steps one square straight to move or capture.",
    [PROMOTED_ARCHER] = "Runs any distance straight, captures there by jumping over exactly one piece, "
        "too, and steps one square diagonally to move or capture.",
    [PROMOTED_LION] = "Steps one square in any direction or jumps to any square two away, anywhere "
        "on the board.",
};

/* Those that the rules use; where each side has its own, Black's is the next. */
enum { VILLAGES = EDITION(2, -1), CHIEF_LAND, PROMOTION = EDITION(4, 0), DROPS = PROMOTION + SIDE_NB, LION_LAND = DROPS + SIDE_NB };
static const Zone zones[] = {
#if !REVISED
    {"Borderlands", ZONE_LAND, 3, "a4-i7",
     "The land between the two sides, where Chiefs keep to the roads.", 0x7fa650},
    {"Road", ZONE_LAND, 3, "a4-a7 e4-e7 i4-i7",
     "The only way of a Chief through the Borderlands.", 0xd8a860},
    [VILLAGES] = {"Village", ZONE_GOAL, 3, "b2 h2 b9 h9",
     "A side that is to move and stands on all four has won.", 0xc23b22},
    [CHIEF_LAND] = {"Chiefs' land", ZONE_REGION, 3, "a1-i3 a8-i10 a4-a7 e4-e7 i4-i7",
     "Chiefs stand only here.", 0},
#endif
    [PROMOTION] = {"White's promotion zone", ZONE_PROMOTION, 1, "a8-i10",
     "White pieces promote at once when they arrive here.", 0},
    {"Black's promotion zone", ZONE_PROMOTION, 2, "a1-i3",
     "Black pieces promote at once when they arrive here.", 0},
    [DROPS] = {"White's drops", ZONE_DROP, 1, "a6-i7",
     "White drops Marauders here.", 0},
    {"Black's drops", ZONE_DROP, 2, "a4-i5",
     "Black drops Marauders here.", 0},
    [LION_LAND] = {"White Lion's land", ZONE_REGION, 1, "a1-i5 d7 f7 e9",
     "A white Lion stays here and promotes on e9.", 0},
    {"Black Lion's land", ZONE_REGION, 2, "a6-i10 d4 f4 e2",
     "A black Lion stays here and promotes on e2.", 0},
    {.name = NULL},
};

/* XBoard knows en passant only for its own Pawns, and a double step only from a piece's start square, so the
 * Warrior's line allows more than the rules. */
static const char *const cecp_pieces[] = {
#if REVISED
    "C& K",
    "M& F",       "+M& K",
    "F& W",       "+F& K",
    "E& WAD",     "+E& KAD",
    "H& NF",      "+H& NK",
    "S& BcpB",    "+S& BcpBW",
    "A& RcpR",    "+A& RcpRF",
    "W& fWfFfmnD", "+W& NK",
#else
    "C& KmNmAmD", "G& KmNmAmD",
    "M& FmN",     "+M& KmN",
    "F& WmAmD",   "+F& KmAmD",
    "E& ADmR3",   "+E& ADWmFmR3",
    "H& NmB3",    "+H& NFmWmB3",
    "S& BcpBmW",  "+S& BcpBW",
    "A& RcpRmF",  "+A& RcpRF",
    "W& fWfFfmnD", "+W& NADmQ3",
#endif
    "L& KNAD",    "+L& KNAD",
    NULL,
};

/* ---- Options of the rules ---- */

static struct {
    int version, conquest_off, one_chief, drops_off;
} rules = {.conquest_off = REVISED};

static const RuleOption rule_options[] = {
#if !REVISED
    {"version", "2025-09|2025-10", &rules.version, .words = "2025-10: the inventor's revision, a separate game.",
     .other = "borderlands-2025-10"},
    {"conquest", "on|off", &rules.conquest_off, .words = "off: holding the villages wins nothing."},
#endif
    {"chiefs", "both|one", &rules.one_chief, .words = "one: a side that has lost a Chief has lost."},
    {"drops", "on|off", &rules.drops_off, .spares = DATA_NET, .words = "off: no Marauders in hand."},
    {.name = NULL},
};

static bool borderlands_adjust(Variant *borderlands, ErrorText *error)
{
    static char start[FEN_MAX];
    (void)error;
    if (rules.drops_off) borderlands->start_fen = fen_with_hand(borderlands->start_fen, "", start);
    return true;
}

/* ---- Geometry ---- */

static Bitboard whole_board;
static Bitboard village_squares, chief_region; /* the same for both sides */
static Bitboard lion_region[SIDE_NB];
static Bitboard promotion_zone[SIDE_NB];
static Bitboard drop_zone[SIDE_NB];
static Bitboard not_file_a, not_file_i;
static Bitboard double_step_over[SIDE_NB];  /* the rank that a double step passes over */

/* The squares where a type promotes on arrival: none, the zone, or (Lion) a single square. */
static Bitboard promotes_on[SIDE_NB][BOARD_TYPES];

static Square square_named(char file, unsigned rank) { return square_at(0, (unsigned)(file - 'a'), rank - 1); }

static void init_regions(void)
{
    for (unsigned rank = 0; rank < BOARD_RANKS; ++rank) whole_board = bb_or(whole_board, rank_set(rank));
    not_file_a = bb_without(whole_board, file_set(0));
    not_file_i = bb_without(whole_board, file_set(8));
    if (!REVISED) village_squares = zone_set(&zones[VILLAGES]);
    chief_region = REVISED ? whole_board : zone_set(&zones[CHIEF_LAND]);
    for (Side us = WHITE; us <= BLACK; ++us) {
        promotion_zone[us] = zone_set(&zones[PROMOTION + us]);
        drop_zone[us] = zone_set(&zones[DROPS + us]);
        lion_region[us] = zone_set(&zones[LION_LAND + us]);
        double_step_over[us] = rank_set(us == WHITE ? 3 : 6);
    }
    for (PieceType t = MARAUDER; t <= WARRIOR; ++t) {
        promotes_on[WHITE][t] = promotion_zone[WHITE];
        promotes_on[BLACK][t] = promotion_zone[BLACK];
    }
    promotes_on[WHITE][LION] = bb_square(square_named('e', 9));
    promotes_on[BLACK][LION] = bb_square(square_named('e', 2));
}

/* ---- How the pieces move ---- */

/* The lines of the riders. SHORT: at most three squares, without capturing. The others slide without
 * capturing and capture over one hurdle. */
enum { ORTHOGONAL = 1, DIAGONAL = 2, SHORT = 4 };

enum Atom { WAZIR = 1, FERZ = 2, DABBABA = 4, KNIGHT = 8, ALFIL = 16,
            KING = WAZIR | FERZ, KNAD = KING | KNIGHT | ALFIL | DABBABA };

/* The leaps of a type: to capture, and to an empty square. */
static const struct { uint8_t capture, step; } leap_atoms[BOARD_TYPES] = {
#if REVISED
    [CHIEF] = {KING, KING},
    [MARAUDER] = {FERZ, FERZ},
    [PROMOTED_MARAUDER] = {KING, KING},
    [FALCON] = {WAZIR, WAZIR},
    [PROMOTED_FALCON] = {KING, KING},
    [ELEPHANT] = {ALFIL | DABBABA | WAZIR, ALFIL | DABBABA | WAZIR},
    [PROMOTED_ELEPHANT] = {ALFIL | DABBABA | KING, ALFIL | DABBABA | KING},
    [HORSE] = {KNIGHT | FERZ, KNIGHT | FERZ},
    [PROMOTED_HORSE] = {KNIGHT | KING, KNIGHT | KING},
    [PROMOTED_WARRIOR] = {KNIGHT | KING, KNIGHT | KING},
#else
    [CHIEF] = {KING, KNAD},
    [GUARD] = {KING, KNAD},
    [MARAUDER] = {FERZ, FERZ | KNIGHT},
    [PROMOTED_MARAUDER] = {KING, KING | KNIGHT},
    [FALCON] = {WAZIR, WAZIR | ALFIL | DABBABA},
    [PROMOTED_FALCON] = {KING, KING | ALFIL | DABBABA},
    [ELEPHANT] = {ALFIL | DABBABA, ALFIL | DABBABA},                              /* and mR3 */
    [PROMOTED_ELEPHANT] = {ALFIL | DABBABA | WAZIR, ALFIL | DABBABA | KING},      /* and mR3 */
    [HORSE] = {KNIGHT, KNIGHT},                                                   /* and mB3 */
    [PROMOTED_HORSE] = {KNIGHT | FERZ, KNIGHT | KING},                            /* and mB3 */
    [SLINGER] = {0, WAZIR},                                                       /* and BcpB */
    [ARCHER] = {0, FERZ},                                                         /* and RcpR */
    [PROMOTED_WARRIOR] = {KNIGHT | ALFIL | DABBABA, KNIGHT | ALFIL | DABBABA},    /* and mQ3 */
#endif
    [PROMOTED_SLINGER] = {WAZIR, WAZIR},                                          /* and BcpB */
    [PROMOTED_ARCHER] = {FERZ, FERZ},                                             /* and RcpR */
    [LION] = {KNAD, KNAD},
    [PROMOTED_LION] = {KNAD, KNAD},
};

typedef struct Leaps {
    Bitboard capture, step;
} Leaps;

/* Regions are already removed from these. */
static Leaps leaps[SIDE_NB][BOARD_TYPES][BOARD_SQUARES];

static Bitboard wazir[BOARD_SQUARES], ferz[BOARD_SQUARES], knight[BOARD_SQUARES];
static Bitboard second_ring[BOARD_SQUARES];               /* Alfil and Dabbaba */
static Bitboard warrior_attacks[SIDE_NB][BOARD_SQUARES];  /* straight ahead included */
static Bitboard within_three[BOARD_SQUARES];              /* along the eight lines */

static Bitboard atoms_reach(unsigned atoms, Square s)
{
    Bitboard set = bb_none();
    if (atoms & WAZIR) set = bb_or(set, leaper(s, 0, 1));
    if (atoms & FERZ) set = bb_or(set, leaper(s, 1, 1));
    if (atoms & DABBABA) set = bb_or(set, leaper(s, 0, 2));
    if (atoms & KNIGHT) set = bb_or(set, leaper(s, 1, 2));
    if (atoms & ALFIL) set = bb_or(set, leaper(s, 2, 2));
    return set;
}

static void init_leaps(Square s)
{
    wazir[s] = atoms_reach(WAZIR, s);
    ferz[s] = atoms_reach(FERZ, s);
    knight[s] = atoms_reach(KNIGHT, s);
    second_ring[s] = atoms_reach(ALFIL | DABBABA, s);
    for (int n = 1; n <= 3; ++n)
        within_three[s] = bb_or(within_three[s], bb_or(leaper(s, 0, n), leaper(s, n, n)));
    for (Side us = WHITE; us <= BLACK; ++us) {
        for (int df = -1; df <= 1; ++df) leap_add(&warrior_attacks[us][s], s, df, us == WHITE ? 1 : -1);
        for (PieceType t = CHIEF; t < BOARD_TYPES; ++t) {
            Bitboard region = t == CHIEF ? chief_region : t == LION ? lion_region[us] : whole_board;
            leaps[us][t][s] = (Leaps){bb_and(atoms_reach(leap_atoms[t].capture, s), region),
                                      bb_and(atoms_reach(leap_atoms[t].step, s), region)};
        }
    }
}

/*
 * Slinger and Archer slide, and also capture over one hurdle. One set holds both: the squares of the slide
 * plus the square of the second piece on the line. Its empty squares are the quiet targets, since a capture
 * over a hurdle never ends on an empty square.
 */
#if BOARD_PEXT
static uint16_t line_reaches[LINE_MAX][1 << LINE_MAX];

static Bitboard line_reach(enum Line line, Square s, Bitboard occupied)
{
    return line_lookup(&line_ref[line][s], occupied, line_reaches);
}

static void init_line_reaches(void)
{
    for (int place = 0; place < LINE_MAX; ++place)
        for (int i = 0; i < 1 << LINE_MAX; ++i)
            line_reaches[place][i] = line_slides[place][i] | line_hops[place][i];
}
#else
static Bitboard line_reach(enum Line line, Square s, Bitboard occupied)
{
    return bb_or(line_attacks(line, s, occupied), line_hop_captures(line, s, occupied));
}

static void init_line_reaches(void) {}
#endif

static Bitboard rook_reach(Square s, Bitboard occupied)
{
    return bb_or(line_reach(LINE_FILE, s, occupied), line_reach(LINE_RANK, s, occupied));
}
static Bitboard bishop_reach(Square s, Bitboard occupied)
{
    return bb_or(line_reach(LINE_DIAGONAL, s, occupied), line_reach(LINE_ANTIDIAGONAL, s, occupied));
}

/* ---- Values of squares ---- */

static Bitboard chief_ring[BOARD_SQUARES];            /* a Chief's square and its neighbours */
static Bitboard warrior_stoppers[SIDE_NB][BOARD_SQUARES]; /* where enemy Warriors could stop a Warrior */

/* Warriors and promotable pieces advance, leapers seek the centre, Chiefs and Guards stay at home in the
 * villages. `rank` is counted from the own side, from 0. */
static Tapered square_value(PieceType type, int file, int rank)
{
    int centre = board_centre((unsigned)file, BOARD_FILES), middle = board_centre((unsigned)rank, BOARD_RANKS);
    int near = rank < 7 ? rank : 6;                                /* towards the zone */
    switch (type) {
    case WARRIOR: return tapered(near * near - 4 + centre, near * near * 2 - 8);
    case CHIEF: return tapered((rank < 3 ? 20 : -15) - centre * 4, centre * 2 - 4);
#if !REVISED
    case GUARD: return tapered((rank < 3 ? 8 : 0) + centre - 2, centre + middle - 4);
#endif
    case MARAUDER: return tapered(near * 4 - 20, near * 5 - 25);
    case FALCON: return tapered(near * 4 - 10, near * 5 - 12);
    case LION: {
        bool incursion = rank >= 5; /* one leap from promotion */
        return tapered(near * 3 + centre * 2 - 8 + incursion * 20, near * 4 + incursion * 30);
    }
    case ELEPHANT: case HORSE: return tapered(near * 3 + centre * 2 - 12, near * 4 + centre - 10);
    case SLINGER: case ARCHER: return tapered(near + centre - 4, near * 2 - 6);
    default: return tapered(centre * 3 + middle * 2 - 10, centre * 2 + middle * 3 - 10);
    }
}

static void init_values(Square s)
{
    chief_ring[s] = bb_or(bb_square(s), atoms_reach(KING, s));
    for (Side us = WHITE; us <= BLACK; ++us) {
        for (int dr = 1; dr < BOARD_RANKS; ++dr)
            for (int df = -1; df <= 1; ++df) leap_add(&warrior_stoppers[us][s], s, df, us == WHITE ? dr : -dr);
        for (PieceType t = CHIEF; t < BOARD_TYPES; ++t) {
            Tapered value = t == CHIEF ? tapered(CHIEF_VALUE, CHIEF_VALUE)
                                       : tapered(piece_table[t].mg, piece_table[t].eg);
            value += square_value(t, (int)square_file(s), (int)square_relative_rank(us, s));
            piece_square[piece_make(us, t)][s] = us == WHITE ? value : -value;
        }
    }
}

static void borderlands_init(void)
{
    board_init();
    init_line_reaches();
    init_regions();
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) {
        init_leaps((Square)s);
        init_values((Square)s);
    }
}

/* ---- Attacks ---- */

static Bitboard forward(Side us, Bitboard set, unsigned squares)
{
    return us == WHITE ? bb_up(set, squares) : bb_down(set, squares);
}

/* The squares where the Warriors of a side capture. */
static Bitboard warriors_attack(Side us, Bitboard warriors)
{
    Bitboard left = bb_and(warriors, not_file_a), right = bb_and(warriors, not_file_i);
    Bitboard diagonal = us == WHITE ? bb_or(bb_up(left, 8), bb_up(right, 10))
                                    : bb_or(bb_down(left, 10), bb_down(right, 8));
    return bb_and(bb_or(forward(us, warriors, 9), diagonal), whole_board);
}

static Bitboard of_types(const Board *b, PieceType t1, PieceType t2)
{
    return bb_or(b->type[t1], b->type[t2]);
}

/* All captures but the Warrior's are symmetric: if A attacks B, then B attacks A. */
static Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant)
{
    (void)occupant;
    Bitboard lions = b->type[PROMOTED_LION];
    if (bb_test(lion_region[side], s)) lions = bb_or(lions, b->type[LION]);
    Bitboard kings = bb_or(lions, of_types(b, PROMOTED_MARAUDER, PROMOTED_FALCON));
    if (bb_test(chief_region, s)) kings = bb_or(kings, b->type[CHIEF]);
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

    Bitboard set = bb_and(wazir[s], wazirs);
    set = bb_or(set, bb_and(ferz[s], ferzes));
    set = bb_or(set, bb_and(knight[s], knights));
    set = bb_or(set, bb_and(second_ring[s], elephants));
    set = bb_or(set, bb_and(warrior_attacks[side ^ 1][s], b->type[WARRIOR]));
    set = bb_or(set, bb_and(rook_reach(s, occupied), of_types(b, ARCHER, PROMOTED_ARCHER)));
    set = bb_or(set, bb_and(bishop_reach(s, occupied), of_types(b, SLINGER, PROMOTED_SLINGER)));
    return bb_and(set, bb_and(b->side[side], occupied));
}

static Bitboard attacks_of(const Board *b, Side side)
{
    Bitboard occupied = board_occupied(b), own = b->side[side], set = warriors_attack(side, bb_and(own, b->type[WARRIOR]));
    Bitboard officers = bb_without(own, b->type[WARRIOR]);
    BB_EACH(s, officers) set = bb_or(set, leaps[side][piece_type(b->base.board[s])][s].capture);
    Bitboard archers = bb_and(own, of_types(b, ARCHER, PROMOTED_ARCHER)),
             slingers = bb_and(own, of_types(b, SLINGER, PROMOTED_SLINGER));
    /* up to the second piece: the first one does not block */
    BB_EACH(s, archers) set = bb_or(set, rook_attacks((Square)s, bb_without(occupied, rook_attacks((Square)s, occupied))));
    BB_EACH(s, slingers) set = bb_or(set, bishop_attacks((Square)s, bb_without(occupied, bishop_attacks((Square)s, occupied))));
    return set;
}

/* Could this side capture a Chief if it were to move? */
static bool attacks_chief(const Board *b, Side side)
{
    Bitboard chiefs = board_pieces(b, side ^ 1, CHIEF), occupied = board_occupied(b);
    BB_EACH(s, chiefs) if (bb_any(attackers_to(b, (Square)s, occupied, side, CHIEF))) return true;
    return false;
}

/* ---- End of the game by the board ---- */

static inline bool has_lost(const Board *b, Side side)
{
    return !(rules.one_chief ? bb_many(board_pieces(b, side, CHIEF)) : bb_meet(b->side[side], b->type[CHIEF]));
}

/* Would the loss of a Chief lose the game? */
static inline bool needs_all_chiefs(const Board *b, Side side)
{
    Bitboard chiefs = board_pieces(b, side, CHIEF);
    return rules.one_chief ? bb_count(chiefs) <= 2 : !bb_many(chiefs);
}

static bool holds_villages(const Board *b, Side side)
{
    return !rules.conquest_off && !bb_any(bb_without(village_squares, b->side[side]));
}

static Outcome borderlands_board_outcome(const Position *pos)
{
    const Board *b = board_const(pos);
    for (Side side = WHITE; side <= BLACK; ++side)
        if (has_lost(b, side)) return (Outcome){result_win(side ^ 1), rules.one_chief ? "a Chief is lost" : "no Chief is left"};
    if (holds_villages(b, pos->side)) return (Outcome){result_win(pos->side), "conquest of the villages"};
    return (Outcome){ONGOING, NULL};
}

static Outcome borderlands_no_move_outcome(const Position *pos)
{
    return (Outcome){result_win(pos->side ^ 1), "no legal move"};
}

static const char *const occurrences[] = {
    [2] = "second occurrence of a position", [3] = "third occurrence of a position",   [4] = "fourth occurrence of a position",
    [5] = "fifth occurrence of a position",  [6] = "sixth occurrence of a position",   [7] = "seventh occurrence of a position",
    [8] = "eighth occurrence of a position", [9] = "ninth occurrence of a position",
};

/*
 * The fifth occurrence (the option "repetitions" says otherwise) loses for the side that made it, with one exception: if exactly
 * one side attacked a Chief with every ply since the occurrence before, that side loses. The function takes the plies back one by
 * one and plays them again from the saved states.
 */
static Outcome borderlands_repetition_outcome(Position *pos)
{
    unsigned plies = position_recurrence(pos);
    Side last = pos->side ^ 1;
    bool always[SIDE_NB] = {true, true};
    for (unsigned i = 0; i < plies; ++i) {
        Side mover = pos->side ^ 1;
        always[mover] = always[mover] && attacks_chief(board_const(pos), mover);
        pos->variant->unmake(pos);
    }
    for (unsigned i = 0; i < plies; ++i) pos->variant->make(pos, pos->state[1].move);
    if (always[WHITE] != always[BLACK])
        return (Outcome){result_win(always[WHITE] ? BLACK : WHITE), "perpetual attack on a Chief"};
    return (Outcome){result_win(last ^ 1), occurrences[pos->variant->repetitions]};
}

/* ---- Moves ---- */

/*
 * No piece reaches more than 32 squares (a promoted Warrior: 8 by leap, 24 by slide), and no target holds an
 * own piece. So n pieces have at most n * min(32, 90 - n) moves, with the maximum at n = 58. Drops go to two
 * ranks of nine squares.
 */
enum { MAX_MOVES = 58 * 32 + 18 };

/* The data of one call of the generator. */
typedef struct Generation {
    const Board *board;
    Side us;
    GenKind kind;
    Bitboard occupied, enemy, empty;
} Generation;

static Generation generation(const Board *b, Side us, GenKind kind)
{
    Bitboard occupied = board_occupied(b);
    return (Generation){b, us, kind, occupied, b->side[us ^ 1], bb_without(whole_board, occupied)};
}

/* Inlined into one copy for each side, where tables and shifts are constant. */
#define GENERATOR static inline __attribute__((always_inline))

/* The targets of an officer on a square; `lines` are those of its type. */
GENERATOR Bitboard officer_targets(const Generation *g, PieceType type, Square from, unsigned lines)
{
    const Leaps *leap = &leaps[g->us][type][from];
    Bitboard reach = bb_none();
    if (lines & ORTHOGONAL) reach = rook_reach(from, g->occupied);
    if (lines & DIAGONAL) reach = bb_or(reach, bishop_reach(from, g->occupied));
    if (lines & SHORT) reach = bb_and(reach, bb_and(within_three[from], g->empty));
    else reach = bb_and(reach, bb_or(g->enemy, g->empty));
    return bb_or(reach, bb_or(bb_and(leap->capture, g->enemy), bb_and(leap->step, g->empty)));
}

/* Writes the move base + target * factor for each target. */
GENERATOR Move *emit(Move *out, Bitboard targets, Move base, Move factor)
{
    BB_EACH(to, targets) *out++ = base + to * factor;
    return out;
}

/* A piece that arrives on one of its promotion squares promotes; such moves are noisy, like captures. */
GENERATOR Move *emit_piece(const Generation *g, PieceType type, Square from, Bitboard targets, Move *out)
{
    Bitboard promoting = promotes_on[g->us][type];
    if (g->kind != GEN_ALL) {
        Bitboard noisy = bb_or(g->enemy, promoting);
        targets = g->kind == GEN_NOISY ? bb_and(targets, noisy) : bb_without(targets, noisy);
    }
    promoting = bb_and(promoting, targets);
    out = emit(out, bb_without(targets, promoting), from, 0x100);
    if (bb_any(promoting))
        out = emit(out, promoting, move_simple(from, 0, piece_table[type].promotes, MOVE_PROMOTION), 0x100);
    return out;
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

/* The moves of those among these pieces that have exactly these lines. */
GENERATOR Move *generate_alike(const Generation *g, Bitboard pieces, unsigned lines, Move *out)
{
    pieces = bb_and(pieces, with_lines(g->board, lines));
    BB_EACH(from, pieces)
    {
        PieceType type = piece_type(g->board->base.board[from]);
        out = emit_piece(g, type, (Square)from, officer_targets(g, type, (Square)from, lines), out);
    }
    return out;
}

GENERATOR Move *generate_officers(const Generation *g, Bitboard pieces, Move *out)
{
    out = generate_alike(g, pieces, 0, out);
    out = generate_alike(g, pieces, ORTHOGONAL | SHORT, out);
    out = generate_alike(g, pieces, DIAGONAL | SHORT, out);
    out = generate_alike(g, pieces, DIAGONAL, out);
    out = generate_alike(g, pieces, ORTHOGONAL, out);
    return generate_alike(g, pieces, ORTHOGONAL | DIAGONAL | SHORT, out);
}

/* The moves of the Warriors that reach `targets` over this distance. */
GENERATOR Move *emit_warriors(const Generation *g, Bitboard targets, unsigned distance, Move *out)
{
    Move base = g->us == WHITE ? (Move)0 - distance : (Move)distance;
    Bitboard promoting = bb_and(targets, promotion_zone[g->us]);
    out = emit(out, bb_without(targets, promoting), base, 0x101);
    if (bb_any(promoting))
        out = emit(out, promoting, base + move_simple(0, 0, PROMOTED_WARRIOR, MOVE_PROMOTION), 0x101);
    return out;
}

GENERATOR Move *generate_warriors(const Generation *g, Bitboard warriors, Move *out)
{
    Side us = g->us;
    Bitboard left = bb_and(us == WHITE ? bb_up(bb_and(warriors, not_file_a), 8)
                                       : bb_down(bb_and(warriors, not_file_i), 8), g->enemy);
    Bitboard right = bb_and(us == WHITE ? bb_up(bb_and(warriors, not_file_i), 10)
                                        : bb_down(bb_and(warriors, not_file_a), 10), g->enemy);
    Bitboard ahead = forward(us, warriors, 9), step = bb_and(ahead, g->empty);
    Bitboard twice = bb_and(forward(us, bb_and(step, double_step_over[us]), 9), g->empty);
    ahead = bb_and(ahead, bb_or(g->enemy, g->empty));
    if (g->kind != GEN_ALL) {
        Bitboard noisy = bb_or(g->enemy, promotion_zone[us]);
        ahead = g->kind == GEN_NOISY ? bb_and(ahead, noisy) : bb_without(ahead, noisy);
    }
    out = emit_warriors(g, ahead, 9, out);
    if (g->kind & GEN_QUIET) {
        Move base = us == WHITE ? (Move)0 - 18 : (Move)18;
        out = emit(out, twice, base + move_simple(0, 0, NO_TYPE, MOVE_DOUBLE_STEP), 0x101);
    }
    if (!(g->kind & GEN_NOISY)) return out;

    out = emit_warriors(g, left, 8, out);
    out = emit_warriors(g, right, 10, out);
    Square ep = g->board->base.state->ep[0];
    if (ep == SQUARE_NONE) return out;
    Bitboard takers = bb_and(bb_and(warrior_attacks[us ^ 1][ep], ferz[ep]), warriors);
    BB_EACH(from, takers) *out++ = move_simple((Square)from, ep, NO_TYPE, MOVE_EN_PASSANT);
    return out;
}

/* The legal moves of a kind that start on one of `sources`; a drop counts as starting from its target square. */
GENERATOR Move *generate_side(const Board *b, Side us, GenKind kind, Bitboard sources, Move *out)
{
    Generation g = generation(b, us, kind);
    Bitboard pieces = bb_and(sources, b->side[us]);
    out = generate_officers(&g, pieces, out);
    out = generate_warriors(&g, bb_and(pieces, b->type[WARRIOR]), out);
    if (kind & GEN_QUIET && hand_count(b->base.variant, b->base.state->hands, us, MARAUDER_SLOT)) {
        Bitboard squares = bb_and(bb_and(drop_zone[us], g.empty), sources);
        out = emit(out, squares, move_simple(0, 0, MARAUDER, MOVE_DROP), 0x101);
    }
    return out;
}

static Move *generate_from(const Board *b, GenKind kind, Bitboard sources, Move *out)
{
    if (borderlands_board_outcome(&b->base).result != ONGOING) return out;
    return b->base.side == WHITE ? generate_side(b, WHITE, kind, sources, out)
                                 : generate_side(b, BLACK, kind, sources, out);
}

static Move *borderlands_generate(const Position *pos, GenKind kind, Move *out)
{
    return generate_from(board_const(pos), kind, whole_board, out);
}

static bool borderlands_move_is_legal(const Position *pos, Move move)
{
    enum { ONE_PIECE_MAX = 64 };
    Move list[ONE_PIECE_MAX];
    Square from = move_from(move);
    if (from >= BOARD_SQUARES) return false;
    return step_is_listed(list, generate_from(board_const(pos), GEN_ALL, bb_square(from), list), move);
}

/* Can a Warrior capture en passant? Nothing is ever pinned, so the capture is always legal. */
static bool en_passant_is_usable(const Board *b)
{
    Square ep = b->base.state->ep[0];
    Side us = b->base.side;
    if (ep == SQUARE_NONE) return false;
    return bb_meet(bb_and(warrior_attacks[us ^ 1][ep], ferz[ep]), board_pieces(b, us, WARRIOR));
}

/* Drops and Warrior moves are irreversible but do not reset the counter. */
static void borderlands_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Square from = move_from(move), to = move_to(move);
    Side us = pos->side;
    unsigned kind = move_kind(move);
    State *state = step_push(b, move, en_passant_is_usable(b));

    if (kind == MOVE_DROP) {
        board_hand(b, us, MARAUDER_SLOT, -1);
        state->reversible = 0;
        board_put(b, to, piece_make(us, MARAUDER));
        return;
    }
    Piece piece = pos->board[from];
    if (piece_type(piece) == WARRIOR) state->reversible = 0;
    bool progress = pos->board[to] || kind == MOVE_PROMOTION || kind == MOVE_EN_PASSANT;
    if (progress) state->counter = state->reversible = 0;
    if (pos->board[to]) board_remove(b, to);
    board_move_as(b, from, to, kind == MOVE_PROMOTION ? piece_make(us, move_type(move)) : piece);
    if (kind == MOVE_EN_PASSANT) board_remove(b, (Square)(us == WHITE ? to - BOARD_FILES : to + BOARD_FILES));
    if (kind == MOVE_DOUBLE_STEP) {
        state->ep[0] = (Square)((from + to) / 2);
        step_enter_ep(state, en_passant_is_usable(b));
    }
}

static Key borderlands_extra_key(const Position *pos)
{
    return en_passant_is_usable(board_const(pos)) ? zobrist_ep[0][pos->state->ep[0]] : 0;
}

/* ---- Search and evaluation ---- */

/* Generalised check: the last Chief is attacked, or the opponent holds all villages. */
static bool borderlands_in_peril(const Position *pos)
{
    const Board *b = board_const(pos);
    if (holds_villages(b, pos->side ^ 1)) return true;
    return needs_all_chiefs(b, pos->side) && attacks_chief(b, pos->side ^ 1);
}

static inline __attribute__((always_inline)) Step step_of(const Position *pos, Move move)
{
    if (move_kind(move) == MOVE_EN_PASSANT)
        return step_capture(pos, move, (Square)(pos->side == WHITE ? move_to(move) - BOARD_FILES : move_to(move) + BOARD_FILES));
    Step step = step_plain(pos, move);
    if (move_kind(move) == MOVE_DROP) step.mover = step.arrival = MARAUDER;
    return step;
}

/* What the move wins at once, Chiefs included. */
static Score gain_of(const Board *b, const Step *step)
{
    if (step->victim != CHIEF) return step_gain(step);
    bool last = needs_all_chiefs(b, b->base.side ^ 1);
    return step_gain(step) + (last ? LAST_CHIEF_VALUE : CHIEF_VALUE);
}

/* The squares where a piece captures, if `occupied` is everything on the board. */
static Bitboard captures_of(Side us, PieceType type, Square s, Bitboard occupied)
{
    switch (piece_table[type].base) {
    case WARRIOR: return type == WARRIOR ? warrior_attacks[us][s] : leaps[us][type][s].capture;
    case ARCHER: return bb_or(leaps[us][type][s].capture, rook_reach(s, occupied));
    case SLINGER: return bb_or(leaps[us][type][s].capture, bishop_reach(s, occupied));
    default: return leaps[us][type][s].capture;
    }
}

/* Adds the squares where a piece of each type attacks a Chief. Returns the pieces that do so now. */
static Bitboard perils_to(Perils *perils, const Board *b, Square chief, Bitboard straight, Bitboard diagonal)
{
    Side us = b->base.side;
    Bitboard attackers = bb_none();
    for (PieceType t = CHIEF; t < BOARD_TYPES; ++t) {
        Bitboard set = t == WARRIOR ? warrior_attacks[us ^ 1][chief] : leaps[us][t][chief].capture;
        if (piece_table[t].base == ARCHER) set = bb_or(set, straight);
        if (piece_table[t].base == SLINGER) set = bb_or(set, diagonal);
        perils->to[t] = bb_or(perils->to[t], set);
        attackers = bb_or(attackers, bb_and(set, b->type[t]));
    }
    return bb_and(attackers, b->side[us]);
}

/* Adds the moves that may attack a Chief: all of them if it is attacked already. */
static void perils_near_chief(Perils *perils, const Board *b, Square chief)
{
    Bitboard occupied = board_occupied(b), own = b->side[b->base.side];
    /* up to the second piece: the first one does not block */
    Bitboard straight = rook_attacks(chief, bb_without(occupied, rook_attacks(chief, occupied)));
    Bitboard diagonal = bishop_attacks(chief, bb_without(occupied, bishop_attacks(chief, occupied)));
    if (bb_any(perils_to(perils, b, chief, straight, diagonal))) perils->from = whole_board;
    /* an Archer that is the third piece on its line becomes the second one */
    Bitboard archers = bb_and(own, of_types(b, ARCHER, PROMOTED_ARCHER)),
             slingers = bb_and(own, of_types(b, SLINGER, PROMOTED_SLINGER));
    if (bb_any(archers) && bb_meet(archers, rook_attacks(chief, bb_without(occupied, straight))))
        perils->from = bb_or(perils->from, bb_and(straight, own));
    if (bb_any(slingers) && bb_meet(slingers, bishop_attacks(chief, bb_without(occupied, diagonal))))
        perils->from = bb_or(perils->from, bb_and(diagonal, own));
}

static bool perils_fill(Perils *perils, const Board *b)
{
    Side us = b->base.side, them = us ^ 1;
    Bitboard chiefs = board_pieces(b, them, CHIEF), villages = bb_without(village_squares, b->side[us]);
    bool conquers = !rules.conquest_off && !bb_many(villages), hunts = needs_all_chiefs(b, them);
    for (PieceType t = CHIEF; conquers && t < BOARD_TYPES; ++t) perils->to[t] = villages;
    if (hunts) BB_EACH(chief, chiefs) perils_near_chief(perils, b, (Square)chief);
    return conquers || hunts;
}

static bool leaves_in_peril(const Board *b, const Step *step, bool uncovers)
{
    Side us = b->base.side, them = us ^ 1;
    Bitboard occupied = step_occupied(b, step), own = bb_without(occupied, b->side[them]);
    if (holds_villages(b, them)) return false; /* the game is over */
    if (!rules.conquest_off && !bb_any(bb_without(village_squares, own))) return true;
    if (!needs_all_chiefs(b, them)) return false;
    Bitboard chiefs = board_pieces(b, them, CHIEF);
    if (bb_meet(captures_of(us, step->arrival, step->to, occupied), chiefs)) return true;
    BB_EACH(chief, chiefs) if (uncovers && bb_any(attackers_to(b, (Square)chief, occupied, us, CHIEF))) return true;
    return false;
}

static void borderlands_describe(const Position *pos, const Move *moves, size_t n, MoveInfo *out)
{
    Attacked attacked = {.board = board_const(pos)};
    for (size_t i = 0; i < n; ++i) {
        Step step = step_of(pos, moves[i]);
        unsigned slot = pos->side * (unsigned)BASE_TYPES + piece_table[step.mover].base - 1u;
        step_info(&step, slot, gain_of(board_const(pos), &step), &attacked, &out[i]);
        out[i].victim = piece_table[step.victim].base;
        if (step.victim && step.mover == CHIEF) out[i].attacker = CHIEF_VALUE;
    }
    step_describe_perils(pos, moves, n, out);
}

static bool borderlands_see_ge(const Position *pos, Move move, Score threshold)
{
    const Board *b = board_const(pos);
    Step step = step_of(pos, move);
    Score gain = gain_of(b, &step);
    return gain >= LAST_CHIEF_VALUE ? gain >= threshold : step_see(b, &step, gain, threshold);
}

/* Data that both sides' evaluations share. */
typedef struct Survey {
    Bitboard occupied;
    Bitboard reach[SIDE_NB];     /* squares that a side's officers can reach */
    Bitboard warriors[SIDE_NB];  /* squares where its Warriors capture */
    Bitboard chief_zone[SIDE_NB];
} Survey;

/* Centipawns for each square above the usual number that an officer can reach. */
static const struct { int8_t usual, mg, eg, threat; } activity[BOARD_TYPES] = {
#if !REVISED
    [GUARD] = {10, 2, 2, 2},
#endif
    [CHIEF] = {6, 1, 1, 0},   [MARAUDER] = {6, 3, 3, 2},
    [FALCON] = {6, 2, 2, 1},  [ELEPHANT] = {8, 3, 3, 2}, [HORSE] = {8, 3, 3, 2},
    [SLINGER] = {8, 4, 4, 3}, [ARCHER] = {9, 3, 4, 4},  [LION] = {12, 2, 2, 3},
    [PROMOTED_MARAUDER] = {8, 3, 3, 3},  [PROMOTED_FALCON] = {9, 3, 3, 3},
    [PROMOTED_ELEPHANT] = {12, 3, 3, 4}, [PROMOTED_HORSE] = {12, 3, 3, 4},
    [PROMOTED_SLINGER] = {10, 4, 4, 4},  [PROMOTED_ARCHER] = {13, 3, 4, 6},
    [PROMOTED_WARRIOR] = {18, 2, 3, 5},  [PROMOTED_LION] = {16, 2, 3, 6},
};

/* Sums over a side's officers. */
typedef struct OfficerSum {
    Bitboard reach;
    int mg, eg;              /* mobility */
    int attackers, pressure; /* on the surroundings of the enemy's Chiefs */
} OfficerSum;

GENERATOR void tally_alike(const Generation *g, const Survey *survey, unsigned lines, OfficerSum *tally)
{
    Bitboard pieces = bb_and(g->board->side[g->us], with_lines(g->board, lines));
    Bitboard zone = survey->chief_zone[g->us ^ 1], guarded = survey->warriors[g->us ^ 1];
    BB_EACH(s, pieces)
    {
        PieceType type = piece_type(g->board->base.board[s]);
        Bitboard reach = officer_targets(g, type, (Square)s, lines);
        int n = bb_count(bb_without(reach, guarded)) - activity[type].usual;
        int hits = bb_count(bb_and(reach, zone)) * activity[type].threat;
        tally->mg += n * activity[type].mg;
        tally->eg += n * activity[type].eg;
        tally->attackers += hits != 0;
        tally->pressure += hits;
        tally->reach = bb_or(tally->reach, reach);
    }
}

/* Mobility, and pressure on Chiefs; pressure counts double against a last Chief. */
static Tapered evaluate_officers(const Board *b, Side us, Survey *survey)
{
    Generation g = generation(b, us, GEN_ALL);
    OfficerSum tally = {.attackers = 0};
    tally_alike(&g, survey, 0, &tally);
    tally_alike(&g, survey, ORTHOGONAL | SHORT, &tally);
    tally_alike(&g, survey, DIAGONAL | SHORT, &tally);
    tally_alike(&g, survey, DIAGONAL, &tally);
    tally_alike(&g, survey, ORTHOGONAL, &tally);
    tally_alike(&g, survey, ORTHOGONAL | DIAGONAL | SHORT, &tally);
    survey->reach[us] = tally.reach;
    int pressure = tally.pressure;
    if (tally.attackers > 1) pressure = pressure * (tally.attackers < 6 ? tally.attackers : 6) / 2;
    if (needs_all_chiefs(b, us ^ 1)) pressure *= 2;
    return tapered(tally.mg + pressure, tally.eg + pressure / 2);
}

/* Villages held and within reach, and Chiefs left. */
static Tapered evaluate_goals(const Board *b, Side us, const Survey *survey)
{
    static const int16_t held_value[] = {0, 5, 20, 90, 350};
    if (rules.conquest_off) return needs_all_chiefs(b, us) ? -tapered(130, 90) : 0;
    int held = bb_count(bb_and(village_squares, b->side[us]));
    Bitboard wanted = bb_without(village_squares, b->side[us]);
    int reachable = bb_count(bb_and(wanted, survey->reach[us]));
    Tapered sum = tapered(held_value[held], held_value[held]) + tapered(reachable * 8, reachable * 14);
    if (needs_all_chiefs(b, us)) sum -= tapered(130, 90);
    return sum;
}

/* Passed Warriors: no enemy Warrior can stop them. */
static Structure structure_of(const Board *b)
{
    Structure found = {0};
    BB_EACH(s, b->type[WARRIOR])
    {
        Side us = piece_side(b->base.board[s]);
        if (!bb_meet(warrior_stoppers[us][s], board_pieces(b, us ^ 1, WARRIOR))) bb_flip(&found.passed, (unsigned)s);
    }
    return found;
}

/* Advancing Warriors, and Marauders in hand waiting for a gap. */
static Tapered evaluate_warriors(const Board *b, Side us, const Survey *survey, Bitboard all_passed)
{
    Tapered sum = 0;
    Bitboard passed = bb_and(all_passed, b->side[us]);
    Bitboard behind_pieces = forward(us ^ 1, survey->occupied, BOARD_FILES);
    BB_EACH(s, passed)
    {
        int rank = (int)square_relative_rank(us, (Square)s);
        bool blocked = bb_test(behind_pieces, (unsigned)s);
        sum += tapered(rank * rank, rank * rank * (blocked ? 2 : 3));
    }
    int hand = (int)hand_count(b->base.variant, b->base.state->hands, us, MARAUDER_SLOT);
    if (hand) {
        Bitboard safe = bb_without(drop_zone[us], bb_or(survey->occupied, survey->warriors[us ^ 1]));
        int squares = bb_count(safe);
        int value = 250 + 8 * (squares < 6 ? squares : 6);
        sum += tapered(hand * value, hand * value);
    }
    return sum;
}

static Tapered borderlands_evaluate(const Position *pos, EvalScratch *scratch)
{
    const Board *b = board_const(pos);
    Survey survey = {.occupied = board_occupied(b)};
    Bitboard passed = board_structure(b, scratch, structure_of).passed;
    for (Side us = WHITE; us <= BLACK; ++us) {
        Bitboard chiefs = board_pieces(b, us, CHIEF);
        BB_EACH(s, chiefs) survey.chief_zone[us] = bb_or(survey.chief_zone[us], chief_ring[s]);
        survey.warriors[us] = warriors_attack(us, board_pieces(b, us, WARRIOR));
    }
    Tapered sum = 0;
    for (Side us = WHITE; us <= BLACK; ++us) {
        Tapered side = evaluate_officers(b, us, &survey);
        side += evaluate_goals(b, us, &survey);
        side += evaluate_warriors(b, us, &survey, passed);
        /* Self-play results give all this less weight than the first estimates. */
        side = tapered(tapered_mg(side) * 3 / 5, tapered_eg(side) * 3 / 5);
        if (us == pos->side) side += tapered(15, 10);
        sum += us == WHITE ? side : -side;
    }
    return sum;
}

/* ---- FEN ---- */

static bool borderlands_may_stand(Piece piece, Square s)
{
    if (piece_type(piece) == CHIEF) return bb_test(chief_region, s);
    return piece_type(piece) != LION || bb_test(lion_region[piece_side(piece)], s);
}

static bool borderlands_accepts(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    if (has_lost(b, WHITE) && has_lost(b, BLACK))
        return error_set(error, rules.one_chief ? "both sides have lost a Chief" : "no Chief of either side is on the board");
    if (!step_well_placed(pos, "outside its region", error)) return false;
    if (rules.drops_off && pos->state->hands) return error_set(error, "there are no Marauders in hand without drops");
    for (Side side = WHITE; side <= BLACK; ++side) {
        unsigned n = hand_count(pos->variant, pos->state->hands, side, MARAUDER_SLOT);
        if (n > MARAUDERS_IN_HAND)
            return error_set(error, "%s has %u Marauders in hand, at most two are possible",
                             side_name(side), n);
    }
    return true;
}

static bool borderlands_set_fen(Position *pos, const char *fen, ErrorText *error)
{
    FenFields fields;
    Piece board[SQUARE_MAX];
    if (!fen_read(pos, fen, NULL, true, &fields, board, error)) return false;
    board_fill(board_of(pos), board);
    return borderlands_accepts(pos, error) && step_read_ep(pos, fields.ep, WARRIOR, 6, 6, error);
}

static void borderlands_get_fen(const Position *pos, char *fen)
{
    char ep[4] = "-";
    if (pos->state->ep[0] != SQUARE_NONE) square_print(pos->variant, pos->state->ep[0], ep);
    fen_write(pos, "-", ep, fen);
}

/* ---- Text ---- */

static const char *borderlands_refusal(const Position *pos, PieceType type, Square from, Square to)
{
    (void)from;
    if (type == CHIEF && !bb_test(chief_region, to))
        return "a Chief stands only on ranks 1-3, on ranks 8-10 and on the files a, e and i";
    if (type != LION || bb_test(lion_region[pos->side], to)) return NULL;
    return pos->side == WHITE ? "a Lion that is not promoted stands only on its own half, d7, f7 and e9"
                              : "a Lion that is not promoted stands only on its own half, d4, f4 and e2";
}

static const char start_fen[] = EDITION(
    "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/9/9/W1W1W1W1W/FWGW1WGWF/1CE1L1EC1/A1HS1SH1A[MMmm] w - - 0 1",
    "a3s3a/1chesehc1/fw1wlw1wf/w1w1w1w1w/9/9/W1W1W1W1W/FW1WLW1WF/1CHESEHC1/A3S3A[MMmm] w - - 0 1");

/* Strength of the lower levels, written by `make levels`. */
static const LevelSheet levels = {
#if REVISED
#include "../borderlands-2025-10/levels.inc"
#else
#include "levels.inc"
#endif
};
static const WdlSheet wdl = {
#if REVISED
#include "../borderlands-2025-10/wdl.inc"
#else
#include "wdl.inc"
#endif
};

static const ParamValue own_params[] = {
#if REVISED
#include "../borderlands-2025-10/params.inc"
#else
#include "params.inc"
#endif
    {NULL, 0}
};

static const DisplaySheet display = {
    .rules =
#if REVISED
             "Borderlands as dpldgr revised it in October 2025. Chiefs are captured; there is no check and no mate.\n"
             "You win if the enemy has no Chief left or no legal move on his turn. There are no Guards, no\n"
             "villages and no roads: Chiefs step one square and go anywhere.\n"
#else
             "Borderlands, by dpldgr, 2025. Chiefs are captured; there is no check and no mate.\n"
             "You win if the enemy has no Chief left or no legal move on his turn, or if you are to\n"
             "move and stand on all four villages: b2, h2, b9 and h9.\n"
             "A Chief stands only on ranks 1-3, ranks 8-10 and the files a, e and i.\n"
#endif
             "White promotes on ranks 8-10, Black on ranks 1-3: at once, always, on arriving (e7e8+).\n"
             "A Lion stays on its own half and three squares beyond (White d7, f7, e9; Black d4, f4, e2)\n"
             "and promotes only on e9 or e2; promoted it roams freely.\n"
             "Each side has two Marauders in hand, to drop on ranks 6-7 (White) or ranks 4-5 (Black): M@e6.\n"
             "Archers and Slingers also capture by jumping over one piece, of either side, along their lines.\n"
             "Warriors step two squares from rank 3 (Black: rank 8) and are then open to en passant.\n"
             "A side that makes a position occur for the fifth time loses, unless the other side has\n"
             "attacked a Chief with every move since the fourth. "
             EDITION("150", "80") " plies without a capture or a promotion draw.",
    .brief = EDITION("Capture both enemy Chiefs, or hold all four villages.\n",
                     "The inventor's revision, without villages and Guards: capture both enemy Chiefs.\n")
             "There is no check: a Chief may stand in danger, and is taken like any other piece.\n"
             EDITION("Between the two lands lie the Borderlands, which Chiefs cross only by three roads.\n",
                     "Chiefs go anywhere: there are no roads.\n")
             "Other pieces promote in the enemy's land. Instead of moving you may put a Marauder of your hand on the board.\n"
             "A side without a legal move loses. " EDITION("150", "80") " plies without a capture or a promotion draw.",
    .goals = {EDITION("Capture both Chiefs, or hold all four villages for one enemy move.",
                      "Capture both Chiefs, or leave no legal move."),
              EDITION("Capture both Chiefs, or hold all four villages for one enemy move.",
                      "Capture both Chiefs, or leave no legal move.")},
    .scene = EDITION("e2e3 c10e8 f3f5 d8d6 g1f3 f8f6 a3a5 i8g6 e3f4 g10f9 c1e3 f6f5 g4f5 g6f6",
                     "f3f4 d8d7 e4e5 c7c6 i1f1 i10f10 d3d5 c6d5 c4d5 f8f6 d2d4 h8h6 e2b5 e8g10"),
    .words = words,
    .zones = zones,
    .cecp = {.table = EDITION("(.HSALMEGFWC^S....^M^F..^W...^E.^H..^A..^L."
                              ".hsalmegfwc^s....^m^f..^w...^e.^h..^a..^l.)",
                              "(.HSALME.FWC^S....^M^F..^W...^E.^H..^A..^L."
                              ".hsalme.fwc^s....^m^f..^w...^e.^h..^a..^l.)"),
             .geometry = "9x10+6_bughouse",
             .pieces = cecp_pieces},
};

static const SearchHints hints = {
    .mop_up = true,
    .history_slots = 2 * BASE_TYPES,
    .params = own_params,
};

static const MeasuredSheet measured = {
    .levels = &levels,
    .wdl = &wdl,
    .length = EDITION(85, 87),
    .opening = {.plies = 8, .limit = 60},
    .bench_depth = 10,
};

Variant EDITION(variant_borderlands, variant_borderlands_2025_10) = {
    STEP_MEMBERS,
    .name = EDITION("borderlands", "borderlands-2025-10"),
    .title = EDITION("Borderlands", "Borderlands of October 2025"),
    .start_fen = start_fen,
    .symmetry = SYMMETRIC_FILES,
    .swap = FLIP_RANKS,
    .hand_types = hand_types,
    .counter_limit = EDITION(150, 80),
    .repetitions = 5,
    .recurrence = RECURRENCE_SCORED,
    .hints = &hints,
    .display = &display,
    .measured = &measured,
    .scratch_size = sizeof(EvalScratch),
    .max_moves = MAX_MOVES,
    .phase_max = EDITION(76, 68),
    .rule_options = rule_options,
    .adjust = borderlands_adjust,
    .init = borderlands_init,
    .set_fen = borderlands_set_fen,
    .accepts = borderlands_accepts,
    .extra_key = borderlands_extra_key,
    .may_stand = borderlands_may_stand,
    .get_fen = borderlands_get_fen,
    .generate = borderlands_generate,
    .move_is_legal = borderlands_move_is_legal,
    .key_after = step_key_after,
    .make = borderlands_make,
    .in_peril = borderlands_in_peril,
    .board_outcome = borderlands_board_outcome,
    .no_move_outcome = borderlands_no_move_outcome,
    .repetition_outcome = borderlands_repetition_outcome,
    .describe = borderlands_describe,
    .see_ge = borderlands_see_ge,
    .evaluate = borderlands_evaluate,
    .parse_move = simple_parse_move,
    .refusal = borderlands_refusal,
};
