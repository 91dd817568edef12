/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Diamond Chess, from the World Tree setting by Bard Bloom: 8x8, corner to corner, with a set-up phase, a
 * reserve to muster from, arrows, packs of Cani and teleports. A move has an optional muster and up to three
 * legs. Moves that lead to the same position are one move.
 */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../text/notation.h"

#define BOARD_FILES 8
#define BOARD_RANKS 8
#define BOARD_TYPES 9
#define BOARD_SEE
#define BOARD_ATTACKS
#include "../../board.h"

/* ---- Data sheet ---- */

enum { CANI = 1, GORMOROR, HERETHROY, KHTSOYIS, ORREN, RASSIMEL, SLEETH, ZI_RI };

/* Middlegame and endgame have the same values; the phase counts the pieces on the board. */
static const PieceInfo piece_table[BOARD_TYPES] = {
    [CANI] = {.letter = 'C', .sides = 3, .base = CANI, .structure = true, .phase = 1,
              .mg = 170, .eg = 170, .name = "Cani", .betza = "R4"},
    [GORMOROR] = {.letter = 'G', .sides = 3, .base = GORMOROR, .phase = 1, .mg = 285, .eg = 285,
                  .name = "Gormoror", .betza = "R2"},
    [HERETHROY] = {.letter = 'H', .sides = 3, .base = HERETHROY, .phase = 1, .mg = 370, .eg = 370,
                   .name = "Herethroy", .betza = "R"},
    [KHTSOYIS] = {.letter = 'K', .sides = 3, .base = KHTSOYIS, .phase = 1, .mg = 205, .eg = 205,
                  .name = "Khtsoyis", .betza = "W"},
    [ORREN] = {.letter = 'O', .sides = 3, .base = ORREN, .phase = 1, .mg = 650, .eg = 650,
               .name = "Orren", .betza = "R"},
    [RASSIMEL] = {.letter = 'R', .sides = 3, .base = RASSIMEL, .phase = 1, .mg = 160, .eg = 160,
                  .name = "Rassimel", .betza = "mQ2"},
    [SLEETH] = {.letter = 'S', .sides = 3, .base = SLEETH, .phase = 1, .mg = 570, .eg = 570,
                .name = "Sleeth", .betza = "R2B"},
    [ZI_RI] = {.letter = 'Z', .sides = 3, .base = ZI_RI, .phase = 1, .mg = 765, .eg = 765,
               .name = "Zi Ri", .betza = "mWmN"},
};

/* The reserve is the hand; a type's slot is its number minus one. */
static const PieceType reserve_types[] = {CANI,  GORMOROR, HERETHROY, KHTSOYIS, ORREN,
                                          RASSIMEL, SLEETH, ZI_RI,    NO_TYPE};
static unsigned reserve_slot(PieceType type) { return type - 1u; }
static unsigned species_limit(PieceType type) { return type == CANI ? 3 : 1; }

enum { PIECES_PER_SIDE = 10, RESERVE_AFTER_SET_UP = 6, CANI_MAX = 3 };

/* How each piece moves, for display. */
static const char *const words[BOARD_TYPES] = {
    [CANI] = "One, two or three Cani move in a move, straight, each once: alone one square, "
        "a connected pair up to two each, three in a line up to three, three in an L "
        "up to four.",
    [GORMOROR] = "May first shoot an enemy one square diagonally away; may then go one or two "
        "squares straight. At least one of the two.",
    [HERETHROY] = "Goes any number of squares straight. Arrows do not hurt it.",
    [KHTSOYIS] = "Goes one square straight. After a capture it may go again; after a second "
        "capture it may capture once more.",
    [ORREN] = "Goes straight one square, or all the way, or onto the River. From the River "
        "it may swim to any other river square. It never drowns.",
    [RASSIMEL] = "May first shoot an enemy one square diagonally away; may then go one or two "
        "squares in any direction, never capturing. At least one of the two.",
    [SLEETH] = "Goes one or two squares straight or any number diagonally.",
    [ZI_RI] = "Steps one square straight, never capturing, and teleports itself or any piece "
        "it sees by a knight's move to an empty square: one of the two or both, in "
        "either order.",
};

static const Zone zones[] = {
    {"River", ZONE_WATER, 3, "a1 b2 c3 d4 e5 f6 g7 h8",
     "Stops every piece but the Orren; a piece that stays in it through its side's move is taken.", 0x2f8fd8},
    {"City", ZONE_GOAL, 3, "a8 h1",
     "White wins with a piece on a8, Black's City; Black with a piece on h1, White's.", 0xc23b22},
    {"Black's set-up", ZONE_SET_UP, 2, "a7-b8",
     "Black places four pieces here, then musters in the City.", 0},
    {"White's set-up", ZONE_SET_UP, 1, "g1-h2",
     "White places four pieces here, then musters in the City.", 0},
    {.name = NULL},
};

/* ---- Geometry ----
 *
 * Sets of the 64 squares are plain 64-bit words in this file. */

/* ---- Options of the rules ---- */

enum { COUNTER_LIMIT = 31 };

static struct {
    int drowning_off, pack, offered;
} rules = {.pack = CANI_MAX};

static const RuleOption rule_options[] = {
    {"drowning", "on|off", &rules.drowning_off, .words = "off: the River takes no piece."},
    {"pack", NULL, &rules.pack, .value = CANI_MAX, .min = 1, .max = CANI_MAX,
     .words = "The most Cani that act together as a pack.", .said = "At most %d Cani act together"},
    {"stalemate", "automatic|offered", &rules.offered, .spares = DATA_NET | DATA_LEVELS,
     .words = "offered: quiet plies draw if a side claims it, or after 24 more."},
    {.name = NULL},
};

enum { REACH_MAX = 4 };
/* The reach by the number of connected Cani, 4 for an L of three; that of a smaller pack is its size. */
static uint8_t pack_reaches[REACH_MAX + 1];

static bool diamond_adjust(Variant *diamond, ErrorText *error)
{
    for (int reach = 0; reach <= REACH_MAX; ++reach)
        pack_reaches[reach] = (uint8_t)(rules.pack < CANI_MAX && reach > rules.pack ? rules.pack : reach);
    if (!rules.offered) return true;
    if (diamond->counter_limit != COUNTER_LIMIT)
        return error_set(error, "stalemate=offered draws by a claim: leave 'counter' out");
    diamond->counter_limit = 0;
    diamond->quiet_offer = (QuietOffer){.after = 14, .then = 24};
    return true;
}

/* ---- Geometry ---- */

enum { H1 = 7, A8 = 56 };
static const Square home[SIDE_NB] = {H1, A8}, goal[SIDE_NB] = {A8, H1};
static const uint64_t river = 0x8040201008040201u;
static const uint64_t set_up_squares[SIDE_NB] = {0xC0C0u, 0x0303000000000000u};

static uint64_t bit(unsigned s) { return (uint64_t)1 << s; }
static Square lowest(uint64_t set) { return (Square)__builtin_ctzll(set); }
static Square highest(uint64_t set) { return (Square)(63 - __builtin_clzll(set)); }
static unsigned count(uint64_t set) { return (unsigned)__builtin_popcountll(set); }

static uint64_t beside[BOARD_SQUARES];     /* orthogonal neighbours */
static uint64_t cornering[BOARD_SQUARES];  /* diagonal neighbours: targets of arrows */
static uint64_t jumps[BOARD_SQUARES];      /* knight's moves: targets of teleports */
static uint64_t within[REACH_MAX + 1][BOARD_SQUARES]; /* orthogonal squares up to this distance */
static uint64_t within_two[BOARD_SQUARES]; /* up to two squares in eight directions */
static uint64_t flights[BOARD_SQUARES];    /* squares a Zi Ri can reach by step and teleport */

static int distance(Square a, Square b)
{
    return abs((int)square_file(a) - (int)square_file(b))
           + abs((int)square_rank(a) - (int)square_rank(b));
}

/* The gain of a piece with each step nearer to the enemy City, fitted to self-play results. A Khtsoyis and a
 * Sleeth are stronger from afar. */
static Tapered square_value(PieceType type, Square s)
{
    static const int8_t advance[BOARD_TYPES] = {
        [CANI] = 5,  [GORMOROR] = 4, [HERETHROY] = 4, [KHTSOYIS] = -4,
        [ORREN] = 3, [RASSIMEL] = 8, [SLEETH] = -8,   [ZI_RI] = 10};
    int bonus = (7 - distance(s, goal[WHITE])) * advance[type];
    if (bit(s) & jumps[goal[WHITE]]) bonus += 8;
    return tapered(bonus, bonus);
}

static void fill_geometry(Square s)
{
    beside[s] = leaper(s, 0, 1).w[0];
    cornering[s] = leaper(s, 1, 1).w[0];
    jumps[s] = leaper(s, 1, 2).w[0];
    for (int reach = 1; reach <= REACH_MAX; ++reach)
        within[reach][s] = within[reach - 1][s] | leaper(s, 0, reach).w[0];
    within_two[s] = within[2][s] | cornering[s] | leaper(s, 2, 2).w[0];
}

static void diamond_init(void)
{
    board_init();
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) fill_geometry((Square)s);
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) {
        flights[s] = beside[s] | jumps[s];
        for (uint64_t left = beside[s]; left; left &= left - 1) flights[s] |= jumps[lowest(left)];
    }
    for (PieceType t = CANI; t <= ZI_RI; ++t) {
        Tapered value = tapered(piece_table[t].mg, piece_table[t].eg);
        for (unsigned s = 0; s < BOARD_SQUARES; ++s) {
            piece_square[piece_make(WHITE, t)][s] = value + square_value(t, (Square)s);
            piece_square[piece_make(BLACK, t)][s] = -(value + square_value(t, (Square)(63 - s)));
        }
    }
}

/* ---- Moves of the species ---- */

/* Squares on orthogonal lines up to and including the first piece or River square. */
static uint64_t straight(Square s, uint64_t occupied)
{
    return rook_attacks(s, (Bitboard){{occupied | river}}).w[0];
}
static uint64_t diagonal(Square s, uint64_t occupied)
{
    return bishop_attacks(s, (Bitboard){{occupied | river}}).w[0];
}

/* How far each Cani may go, by adjacency; the squares in canis[] are ascending. */
typedef struct Pack {
    unsigned count;
    Square at[CANI_MAX];
    uint8_t reach[CANI_MAX];
} Pack;

static Pack pack_of(uint64_t canis)
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
static unsigned pack_reach(const Pack *pack, Square s)
{
    unsigned i = 0;
    while (pack->at[i] != s) ++i;
    return pack->reach[i];
}

/* One square, the full distance, or the River square on the way; from the River also any other River square. */
static uint64_t orren_targets(Square s, uint64_t occupied, uint64_t own)
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
static uint64_t step_targets(PieceType type, Square s, uint64_t occupied, uint64_t own)
{
    switch (type) {
    case GORMOROR: return straight(s, occupied) & within[2][s] & ~own;
    case HERETHROY: return straight(s, occupied) & ~own;
    case KHTSOYIS: return beside[s] & ~own;
    case ORREN: return orren_targets(s, occupied, own);
    case RASSIMEL:
        return (straight(s, occupied) | diagonal(s, occupied)) & within_two[s] & ~occupied;
    case SLEETH: return ((straight(s, occupied) & within[2][s]) | diagonal(s, occupied)) & ~own;
    default: return beside[s] & ~occupied;
    }
}

/* The pieces that a Zi Ri sees. The River does not block sight. */
static uint64_t sight(Square s, uint64_t occupied)
{
    return queen_attacks(s, (Bitboard){{occupied}}).w[0] & occupied;
}

/* ---- Set-up and River ---- */

static unsigned reserve_size(uint64_t hands, Side side)
{
    uint32_t half = (uint32_t)(hands >> side * 32);
    half = (half & 0x0F0F0F0Fu) + (half >> 4 & 0x0F0F0F0Fu);
    return half * 0x01010101u >> 24;
}

static bool in_set_up(const Position *pos)
{
    uint64_t hands = pos->state->hands;
    return reserve_size(hands, WHITE) > RESERVE_AFTER_SET_UP
           || reserve_size(hands, BLACK) > RESERVE_AFTER_SET_UP;
}

/* The pieces of a side that drown at the end of its move unless they leave the River. */
static uint64_t wet_pieces(const Board *b, Side side)
{
    return rules.drowning_off ? 0 : b->side[side].w[0] & river & ~b->type[ORREN].w[0];
}

static Outcome diamond_board_outcome(const Position *pos)
{
    const Board *b = board_const(pos);
    if (in_set_up(pos)) return (Outcome){ONGOING, NULL};
    if (bb_test(b->side[WHITE], goal[WHITE]))
        return (Outcome){WHITE_WINS, "the Black City is entered"};
    if (bb_test(b->side[BLACK], goal[BLACK]))
        return (Outcome){BLACK_WINS, "the White City is entered"};
    return (Outcome){ONGOING, NULL};
}

/* A side can always pass, so lack of moves never ends a game. */
static Outcome diamond_no_move_outcome(const Position *pos)
{
    (void)pos;
    return (Outcome){DRAW, "no legal move"};
}

/* ---- The encoding of a move ----
 *
 * Bits 0-3: the mustered type, 15 for the pass. Then up to three legs of 14 bits: from, to,
 * kind. A placement in the set-up is a muster with a leg that stays on its square.
 */

enum LegKind { LEG_NONE, LEG_STEP, LEG_ARROW, LEG_TELEPORT };
enum { MUSTER_BITS = 4, LEG_BITS = 14, LEG_TO = 6, LEG_KIND = 12, MOVE_LEGS = 3, PASS = 15 };

static unsigned leg_shift(unsigned n) { return MUSTER_BITS + LEG_BITS * n; }

static Move leg_make(unsigned n, enum LegKind kind, Square from, Square to)
{
    return ((Move)from | (Move)to << LEG_TO | (Move)kind << LEG_KIND) << leg_shift(n);
}

typedef struct Leg {
    enum LegKind kind;
    Square from, to;
} Leg;

static Leg move_leg(Move move, unsigned n)
{
    Move leg = move >> leg_shift(n);
    return (Leg){(enum LegKind)(leg >> LEG_KIND & 3), leg & 63, leg >> LEG_TO & 63};
}

/* The type mustered or placed, or NO_TYPE. */
static PieceType move_muster(Move move)
{
    PieceType type = move & 15;
    return type == PASS ? NO_TYPE : type;
}

static bool move_is_placement(Move move)
{
    Leg leg = move_leg(move, 0);
    return leg.kind == LEG_STEP && leg.from == leg.to;
}

/* ---- Moves ---- */

/*
 * Upper bounds. Three Cani have at most 14 squares each (four each way on two lines of
 * eight), so at most 15^3 - 1 results. Gormoror and Rassimel: a shot at one of four pieces or
 * none, then one of 8 or 16 moves or none, but not neither. Khtsoyis: 4 + 4 * 4 + 4 * 4 * 4.
 * Orren: three squares a direction and seven by swimming. Sleeth: 8 and 13. Zi Ri: itself to
 * another square; one of eight pieces seen to one of eight squares; and on each of four
 * squares stepped to, one of sixteen pieces seen from there or before. And no action at all.
 */
enum {
    CANI_MOVES = 15 * 15 * 15 - 1,
    OTHER_MOVES =
        (5 * 9 - 1) + 14 + 84 + (12 + 7) + (5 * 17 - 1) + 21 + 63 + 8 * 8 + 4 * 16 * 8 + 1,
    MOVES_PER_MUSTER = CANI_MOVES + OTHER_MOVES,
    /* No muster or one of eight species. All eight are in reserve only if at most two Cani are on the board,
     * with 15^2 - 1 results, so eight times the bound is enough. */
    MOVES_MAX = 8 * MOVES_PER_MUSTER
};
_Static_assert(8 * (15 * 15 - 1 + OTHER_MOVES) + MOVES_PER_MUSTER <= MOVES_MAX, "nine musters");

/*
 * A hash set of the sets of squares where the Cani can stand at the end of a move. Such a set identifies a
 * move of the Cani: no other piece moves, and every victim stood where a Cani now stands.
 */
typedef struct CaniSets {
    unsigned shift;
    uint64_t slot[8192];
} CaniSets;

/* Empties the set; up to `size` members may be added. */
static void cani_set_clear(CaniSets *e, unsigned size)
{
    unsigned bits = 6;
    while (1u << bits < 2 * size) ++bits;
    assert(bits <= 13);
    e->shift = 64 - bits;
    memset(e->slot, 0, sizeof e->slot[0] << bits);
}

/* Adds a member other than the empty set; false if it is there already. */
static bool cani_set_add(CaniSets *e, uint64_t canis)
{
    size_t mask = ((size_t)1 << (64 - e->shift)) - 1;
    size_t i = canis * 0x9E3779B97F4A7C15u >> e->shift;
    for (; e->slot[i]; i = (i + 1) & mask)
        if (e->slot[i] == canis) return false;
    e->slot[i] = canis;
    return true;
}

/*
 * The moves with one muster. Moves that lead to the same position are written only once.
 * Only these can coincide; the fields below and the set above detect them:
 * - moves that only remove one piece (by an arrow, or by a Khtsoyis that starts on dry land,
 *   captures and returns) or change nothing, while all wet pieces drown (a Rassimel or Sleeth
 *   that goes from River to River drowns as if it had stood still);
 * - moves that leave the Cani on the same squares, by their own moves or by a teleport;
 * - teleports of either of two wet Cani to the same square, while the other one drowns.
 */
typedef struct Generation {
    GenKind kind;
    Square home, goal;
    Move muster;
    uint64_t own, enemy, occupied; /* after the muster */
    uint64_t piece[BOARD_TYPES];     /* own pieces by type */
    uint64_t immune;               /* the enemy Herethroy: arrows cannot take it */
    uint64_t wet;
    uint64_t prize;                /* squares where an arriving piece makes the move noisy */
    uint64_t vanished;             /* enemies for which a move that only removes them has been written */
    bool idle;                     /* a move that only drowns pieces has been written */
    bool acted;                    /* some action of any kind exists */
    CaniSets *cani_sets;              /* NULL: no two moves of the Cani can coincide */
    Move *out;
} Generation;

static const uint64_t all_squares = ~(uint64_t)0;

static void emit(Generation *g, Move legs, bool noisy)
{
    g->acted = true;
    if (g->kind & (noisy ? GEN_NOISY : GEN_QUIET)) *g->out++ = g->muster | legs;
}

/* Writes the moves that consist of `legs`, then leg n to each of the targets. */
static void emit_each(Generation *g, Move legs, unsigned n, enum LegKind kind, Square from,
                      uint64_t targets, uint64_t noisy)
{
    if (targets) g->acted = true;
    if (g->kind == GEN_NOISY) targets &= noisy;
    if (g->kind == GEN_QUIET) targets &= ~noisy;
    Move base = g->muster | legs | leg_make(n, kind, from, 0);
    unsigned shift = leg_shift(n) + LEG_TO;
    for (; targets; targets &= targets - 1) *g->out++ = base | (Move)lowest(targets) << shift;
}

/* A move that removes only the victim, if any, and the wet pieces. */
static void emit_vanishing(Generation *g, Move legs, uint64_t victim)
{
    if (victim ? (g->vanished & victim) != 0 : g->idle) return;
    g->vanished |= victim;
    g->idle |= !victim;
    emit(g, legs, victim != 0);
}

static void generate_gormoror(Generation *g, Square s)
{
    uint64_t moves = step_targets(GORMOROR, s, g->occupied, g->own);
    emit_each(g, 0, 0, LEG_STEP, s, moves, g->prize);
    for (uint64_t left = cornering[s] & g->enemy & ~g->immune; left; left &= left - 1) {
        Move shot = leg_make(0, LEG_ARROW, s, lowest(left));
        emit_vanishing(g, shot, left & -left);
        emit_each(g, shot, 1, LEG_STEP, s, moves, all_squares);
    }
}

static void generate_rassimel(Generation *g, Square s)
{
    uint64_t moves = step_targets(RASSIMEL, s, g->occupied, g->own);
    uint64_t drowning = g->wet & bit(s) ? river : 0;
    if (moves & drowning) emit_vanishing(g, leg_make(0, LEG_STEP, s, lowest(moves & drowning)), 0);
    emit_each(g, 0, 0, LEG_STEP, s, moves & ~drowning, g->prize);
    for (uint64_t left = cornering[s] & g->enemy & ~g->immune; left; left &= left - 1) {
        Move shot = leg_make(0, LEG_ARROW, s, lowest(left));
        emit_vanishing(g, shot, left & -left);
        moves = step_targets(RASSIMEL, s, g->occupied & ~(left & -left), g->own);
        emit_each(g, shot, 1, LEG_STEP, s, moves & ~drowning, all_squares);
    }
}

static void generate_sleeth(Generation *g, Square s)
{
    uint64_t moves = step_targets(SLEETH, s, g->occupied, g->own);
    uint64_t drowning = g->wet & bit(s) ? moves & river : 0;
    emit_each(g, 0, 0, LEG_STEP, s, moves & ~drowning, g->prize);
    for (; drowning; drowning &= drowning - 1)
        emit_vanishing(g, leg_make(0, LEG_STEP, s, lowest(drowning)),
                       drowning & -drowning & g->enemy);
}

static void generate_khtsoyis(Generation *g, Square s)
{
    uint64_t moves = step_targets(KHTSOYIS, s, g->occupied, g->own);
    emit_each(g, 0, 0, LEG_STEP, s, moves, g->prize);
    for (uint64_t first = moves & g->enemy & ~bit(g->goal); first; first &= first - 1) {
        Square b = lowest(first);
        Move legs = leg_make(0, LEG_STEP, s, b);
        uint64_t again = beside[b] & ~(g->own & ~bit(s));
        if (g->wet & bit(s)) emit(g, legs | leg_make(1, LEG_STEP, b, s), true);
        else emit_vanishing(g, legs | leg_make(1, LEG_STEP, b, s), bit(b));
        emit_each(g, legs, 1, LEG_STEP, b, again & ~bit(s), all_squares);
        for (uint64_t second = again & g->enemy & ~bit(g->goal); second; second &= second - 1) {
            Square c = lowest(second);
            emit_each(g, legs | leg_make(1, LEG_STEP, b, c), 2, LEG_STEP, c,
                      beside[c] & g->enemy & ~bit(b), all_squares);
        }
    }
}

/* ---- Moves of the Cani ---- */

typedef struct PackMoves {
    Generation *g;
    Pack pack;
    uint64_t canis, others; /* all own Cani at the start; all other pieces */
    uint64_t zone[CANI_MAX]; /* all squares that each Cani could reach in this move */
} PackMoves;

/* The targets of Cani i while the Cani stand on these squares. */
static uint64_t cani_targets(const PackMoves *p, unsigned i, uint64_t canis)
{
    uint64_t reach =
        straight(p->pack.at[i], p->others | canis) & within[p->pack.reach[i]][p->pack.at[i]];
    return reach & ~((p->g->own ^ p->canis) | canis);
}

/* All combinations of moves by Cani that cannot meet, from Cani `first` on. */
static void combine_apart(const PackMoves *p, unsigned first, Move legs, unsigned n, bool noisy)
{
    for (unsigned i = first; i < p->pack.count; ++i) {
        uint64_t zone = p->zone[i];
        Square from = p->pack.at[i];
        emit_each(p->g, legs, n, LEG_STEP, from, zone, noisy ? all_squares : p->g->prize);
        if (i + 1 == p->pack.count || n + 1 == (unsigned)rules.pack) continue;
        for (; zone; zone &= zone - 1) {
            Square to = lowest(zone);
            combine_apart(p, i + 1, legs | leg_make(n, LEG_STEP, from, to), n + 1,
                          noisy || p->g->prize & bit(to));
        }
    }
}

/* Writes a move unless one with the same result exists. `idle`: Cani that did not move. */
static void emit_result(const PackMoves *p, Move legs, uint64_t canis, uint64_t idle)
{
    Generation *g = p->g;
    bool over = canis & bit(g->goal);
    if (cani_set_add(g->cani_sets, over ? canis : canis & ~(g->wet & idle)))
        emit(g, legs, (canis & g->prize) != 0);
}

/* Two Cani have moved; the third one may move. */
static void emit_pair(const PackMoves *p, unsigned i, Square to, unsigned j, Square then)
{
    Square from = p->pack.at[i], next = p->pack.at[j];
    Move legs = leg_make(0, LEG_STEP, from, to) | leg_make(1, LEG_STEP, next, then);
    /* one may now stand where the other one stood, so clear the origins first */
    uint64_t idle = p->canis & ~bit(from) & ~bit(next), canis = idle | bit(to) | bit(then);
    emit_result(p, legs, canis, idle);
    if (!idle || then == p->g->goal || rules.pack == 2) return;
    unsigned k = CANI_MAX - i - j;
    for (uint64_t left = cani_targets(p, k, canis); left; left &= left - 1) {
        Square last = lowest(left);
        emit_result(p, legs | leg_make(2, LEG_STEP, p->pack.at[k], last),
                    (canis ^ idle) | bit(last), 0);
    }
}

/* Cani i and j in both orders; a result that both orders reach is written for the first order only. */
static void generate_pairs(const PackMoves *p, unsigned i, unsigned j, const uint64_t *alone)
{
    uint64_t second[BOARD_SQUARES]; /* targets of j after i has gone there */
    uint64_t city = bit(p->g->goal), first = alone[i] & ~city;
    for (uint64_t left = first; left; left &= left - 1) {
        Square to = lowest(left);
        second[to] = cani_targets(p, j, (p->canis ^ bit(p->pack.at[i])) | bit(to));
        for (uint64_t then = second[to]; then; then &= then - 1)
            emit_pair(p, i, to, j, lowest(then));
    }
    for (uint64_t left = alone[j] & ~city; left; left &= left - 1) {
        Square to = lowest(left);
        uint64_t then = cani_targets(p, i, (p->canis ^ bit(p->pack.at[j])) | bit(to));
        for (; then; then &= then - 1) {
            Square s = lowest(then);
            if (!(first & bit(s) && second[s] & bit(to))) emit_pair(p, j, to, i, s);
        }
    }
}

/* Cani that may open or block each other's lines. */
static void generate_together(PackMoves *p)
{
    uint64_t alone[CANI_MAX];
    unsigned n = p->pack.count;
    for (unsigned i = 0; i < n; ++i) {
        Square from = p->pack.at[i];
        alone[i] = cani_targets(p, i, p->canis);
        for (uint64_t left = alone[i]; left; left &= left - 1) {
            uint64_t idle = p->canis ^ bit(from);
            emit_result(p, leg_make(0, LEG_STEP, from, lowest(left)), idle | (left & -left), idle);
        }
    }
    for (unsigned i = 0; i + 1 < n && rules.pack > 1; ++i)
        for (unsigned j = i + 1; j < n; ++j) generate_pairs(p, i, j, alone);
}

/* A Cani that can enter the City goes last, because nothing follows that. */
static void put_city_last(PackMoves *p)
{
    unsigned last = p->pack.count - 1;
    for (unsigned i = 0; i < last; ++i) {
        if (!(p->zone[i] & bit(p->g->goal))) continue;
        Square s = p->pack.at[i];
        uint64_t zone = p->zone[i];
        p->pack.at[i] = p->pack.at[last];
        p->zone[i] = p->zone[last];
        p->pack.at[last] = s;
        p->zone[last] = zone;
    }
}

static void generate_canis(Generation *g, CaniSets *cani_sets)
{
    enum { TELEPORTS = CANI_MAX * 8 }; /* by Cani, added by generate_zi_ri */
    PackMoves p = {.g = g, .canis = g->piece[CANI], .others = g->occupied ^ g->piece[CANI]};
    uint64_t reached = 0;
    unsigned squares = 0, sets_max = 1;
    p.pack = pack_of(p.canis);
    for (unsigned i = 0; i < p.pack.count; ++i) {
        Square s = p.pack.at[i];
        p.zone[i] = cani_targets(&p, i, 0);
        reached |= p.zone[i] | bit(s);
        squares += count(p.zone[i]) + 1;
        sets_max *= count(p.zone[i]) + 1;
    }
    if (g->kind == GEN_NOISY && !(reached & ~p.canis & g->prize)) return;
    /* If no two Cani share a reachable square, they cannot meet or reach the same result. But either of two
     * wet Cani may take the other's place, since a Cani that does not move drowns. */
    if (count(reached) == squares && count(g->wet & p.canis) < 2) {
        put_city_last(&p);
        combine_apart(&p, 0, 0, 0, false);
    } else {
        g->cani_sets = cani_sets;
        cani_set_clear(cani_sets, sets_max + TELEPORTS);
        generate_together(&p);
    }
}

/* ---- Moves of the Zi Ri ---- */

/* Moves the Zi Ri by step, teleport or both, to each square once. */
static void generate_flights(Generation *g, Square z)
{
    uint64_t empty = ~g->occupied, city = bit(g->goal);
    uint64_t steps = beside[z] & empty, leaps = jumps[z] & empty, done = steps | leaps;
    emit_each(g, 0, 0, LEG_STEP, z, steps, city);
    emit_each(g, 0, 0, LEG_TELEPORT, z, leaps, city);
    for (uint64_t left = steps & ~city; left; left &= left - 1) {
        Square s = lowest(left);
        uint64_t targets = jumps[s] & empty & ~done;
        emit_each(g, leg_make(0, LEG_STEP, z, s), 1, LEG_TELEPORT, s, targets, city);
        done |= targets;
    }
    for (uint64_t left = leaps & ~city; left; left &= left - 1) {
        Square s = lowest(left);
        uint64_t targets = beside[s] & empty & ~done;
        emit_each(g, leg_make(0, LEG_TELEPORT, z, s), 1, LEG_STEP, s, targets, city);
        done |= targets;
    }
}

/* The square that ends the game if the piece on x is teleported there. */
static uint64_t final_square(const Generation *g, Square x)
{
    return bit(g->own & bit(x) ? g->goal : g->home);
}

/* If several wet Cani could be teleported to a square, only one is: the result is the same, since the others
 * drown. Unless the move ends the game there. */
static uint64_t drop_alike(const Generation *g, Square x, uint64_t targets, uint64_t *done)
{
    if (!(bit(x) & g->wet & g->piece[CANI])) return targets;
    targets &= ~*done;
    *done |= targets & ~bit(g->goal);
    return targets;
}

/* Teleports of another piece while the Zi Ri stays where it is. */
static void generate_teleports(Generation *g, Square z)
{
    uint64_t done = 0;
    for (uint64_t left = sight(z, g->occupied); left; left &= left - 1) {
        Square x = lowest(left);
        uint64_t targets = drop_alike(g, x, jumps[x] & ~g->occupied, &done);
        if (g->cani_sets && bit(x) & g->piece[CANI]) {
            uint64_t others = g->piece[CANI] ^ bit(x);
            for (uint64_t to = targets; to; to &= to - 1) {
                uint64_t y = to & -to;
                bool over = y == bit(g->goal);
                if (!cani_set_add(g->cani_sets, (over ? others : others & ~g->wet) | y)) targets ^= y;
            }
        }
        emit_each(g, 0, 0, LEG_TELEPORT, x, targets, g->own & bit(x) ? bit(g->goal) : 0);
    }
}

/* Teleports of another piece before or after a step to s; that piece may have left s. */
static void generate_step_and_teleport(Generation *g, Square z, Square s)
{
    uint64_t after = (g->occupied ^ bit(z)) | bit(s), done = 0;
    bool empty = !(g->occupied & bit(s)), city = s == g->goal;
    uint64_t seen_before = sight(z, g->occupied) & (empty ? all_squares : bit(s));
    uint64_t seen_after = empty && !city ? sight(s, after) : 0;
    for (uint64_t left = seen_before | seen_after; left; left &= left - 1) {
        Square x = lowest(left);
        uint64_t here = left & -left;
        uint64_t first =
            seen_before & here ? jumps[x] & ~g->occupied & ~bit(s) & ~final_square(g, x) : 0;
        uint64_t last = seen_after & here ? jumps[x] & ~after : 0;
        if (!city) {
            last = drop_alike(g, x, last, &done);
            first = drop_alike(g, x, first & ~last, &done);
        }
        emit_each(g, leg_make(0, LEG_STEP, z, s), 1, LEG_TELEPORT, x, last,
                  g->own & here ? bit(g->goal) : 0);
        for (; first; first &= first - 1) {
            Move legs = leg_make(0, LEG_TELEPORT, x, lowest(first));
            emit(g, legs | leg_make(1, LEG_STEP, z, s), city);
        }
    }
}

static void generate_zi_ri(Generation *g, Square z)
{
    bool near = flights[z] & bit(g->goal), shoved = jumps[g->goal] & g->own;
    if (g->kind == GEN_NOISY && !near && !shoved) return;
    generate_flights(g, z);
    generate_teleports(g, z);
    for (uint64_t left = beside[z]; left; left &= left - 1)
        generate_step_and_teleport(g, z, lowest(left));
}

/* ---- All moves ---- */

enum { ALL_TYPES = 0x1FE };

/* The moves of a kind with this muster (or NO_TYPE) in which one of these types acts; with ALL_TYPES also the
 * move without an action, if no action exists. */
static Move *generate_mustered(const Board *b, GenKind kind, PieceType muster, unsigned types,
                               Move *out)
{
    CaniSets cani_sets;
    Side us = b->base.side, them = us ^ 1;
    Generation g = {.kind = kind,
                    .home = home[us],
                    .goal = goal[us],
                    .muster = muster,
                    .own = b->side[us].w[0],
                    .enemy = b->side[them].w[0],
                    .wet = wet_pieces(b, us),
                    .out = out};
    for (PieceType t = CANI; t <= ZI_RI; ++t) g.piece[t] = g.own & b->type[t].w[0];
    if (muster) {
        g.own |= bit(g.home);
        g.piece[muster] |= bit(g.home);
    }
    g.occupied = g.own | g.enemy;
    g.immune = b->type[HERETHROY].w[0];
    g.prize = g.enemy | bit(g.goal);

    uint64_t plain[] = {g.piece[HERETHROY], g.piece[ORREN]};
    for (int i = 0; i < 2; ++i) {
        PieceType type = i ? ORREN : HERETHROY;
        if (!plain[i] || !(types >> type & 1)) continue;
        Square s = lowest(plain[i]);
        emit_each(&g, 0, 0, LEG_STEP, s, step_targets(type, s, g.occupied, g.own), g.prize);
    }
    if (types >> GORMOROR & 1 && g.piece[GORMOROR]) generate_gormoror(&g, lowest(g.piece[GORMOROR]));
    if (types >> RASSIMEL & 1 && g.piece[RASSIMEL]) generate_rassimel(&g, lowest(g.piece[RASSIMEL]));
    if (types >> SLEETH & 1 && g.piece[SLEETH]) generate_sleeth(&g, lowest(g.piece[SLEETH]));
    if (types >> KHTSOYIS & 1 && g.piece[KHTSOYIS]) generate_khtsoyis(&g, lowest(g.piece[KHTSOYIS]));
    if (types >> CANI & 1 && g.piece[CANI]) generate_canis(&g, &cani_sets);
    if (types >> ZI_RI & 1 && g.piece[ZI_RI]) generate_zi_ri(&g, lowest(g.piece[ZI_RI]));
    if (!g.acted && types == ALL_TYPES && kind & GEN_QUIET)
        *g.out++ = muster ? (Move)muster : (Move)PASS;
    return g.out;
}

/* The types that may be mustered now, as bits; bit NO_TYPE means none. */
static unsigned musters(const Position *pos)
{
    unsigned set = 1u << NO_TYPE;
    if (pos->board[home[pos->side]]) return set;
    for (PieceType t = CANI; t <= ZI_RI; ++t)
        if (hand_count(pos->variant, pos->state->hands, pos->side, reserve_slot(t))) set |= 1u << t;
    return set;
}

/* A side that has placed its four pieces passes; this happens only after null moves. */
static Move *generate_placements(const Position *pos, GenKind kind, Move *out)
{
    if (!(kind & GEN_QUIET)) return out;
    Move *start = out;
    uint64_t occupied = board_occupied(board_const(pos)).w[0];
    for (uint64_t left = set_up_squares[pos->side] & ~occupied; left; left &= left - 1) {
        Square s = lowest(left);
        for (PieceType t = CANI; t <= ZI_RI; ++t)
            if (hand_count(pos->variant, pos->state->hands, pos->side, reserve_slot(t)))
                *out++ = t | leg_make(0, LEG_STEP, s, s);
    }
    if (out == start) *out++ = PASS;
    return out;
}

static Move *diamond_generate(const Position *pos, GenKind kind, Move *out)
{
    if (in_set_up(pos)) return generate_placements(pos, kind, out);
    if (diamond_board_outcome(pos).result != ONGOING) return out;
    for (unsigned left = musters(pos); left; left &= left - 1)
        out = generate_mustered(board_const(pos), kind, (PieceType)__builtin_ctz(left), ALL_TYPES,
                                out);
    return out;
}

/* The types to generate for this move: the actor's and those whose moves may coincide with its moves. 0 if no
 * piece can make it. */
static unsigned acting_types(const Position *pos, Move move)
{
    enum {
        VANISHING = 1 << GORMOROR | 1 << RASSIMEL | 1 << SLEETH | 1 << KHTSOYIS,
        CANI_RESULTS = 1 << CANI | 1 << ZI_RI
    };
    Leg leg = move_leg(move, 0);
    if (leg.kind == LEG_NONE) return ALL_TYPES;
    if (leg.kind == LEG_TELEPORT) return CANI_RESULTS;
    Piece piece = pos->board[leg.from];
    PieceType type = piece_type(piece);
    if (move_muster(move) && leg.from == home[pos->side]) type = move_muster(move);
    else if (!piece || piece_side(piece) != pos->side) return 0;
    if (VANISHING >> type & 1) return VANISHING;
    if (CANI_RESULTS >> type & 1) return type == CANI ? 1u << CANI : CANI_RESULTS;
    return 1u << type;
}

static bool diamond_move_is_legal(const Position *pos, Move move)
{
    Move list[MOVES_PER_MUSTER], *end = list;
    PieceType muster = move_muster(move);
    if (move == MOVE_NONE || move >> leg_shift(MOVE_LEGS)) return false;
    if (in_set_up(pos)) {
        end = generate_placements(pos, GEN_ALL, list);
    } else if (diamond_board_outcome(pos).result == ONGOING && musters(pos) >> muster & 1) {
        unsigned types = acting_types(pos, move);
        if (types) end = generate_mustered(board_const(pos), GEN_ALL, muster, types, list);
    }
    for (Move *m = list; m != end; ++m)
        if (*m == move) return true;
    return false;
}

/* ---- Making moves ---- */

static void take_from_reserve(Board *b, Side side, PieceType type, Square s)
{
    board_hand(b, side, reserve_slot(type), -1);
    b->base.state->reversible = 0;
    board_put(b, s, piece_make(side, type));
}

static void take_piece(Board *b, Square s)
{
    board_remove(b, s);
    b->base.state->counter = b->base.state->reversible = 0;
}

/* The pieces still wet after a piece has moved; a move from River to River is not leaving. */
static uint64_t still_wet(uint64_t wet, Leg leg)
{
    if (!(wet & bit(leg.from))) return wet;
    wet ^= bit(leg.from);
    return wet | (bit(leg.to) & river);
}

static void drown(Board *b, uint64_t wet)
{
    for (; wet; wet &= wet - 1) take_piece(b, lowest(wet));
}

static inline void make_leg(Board *b, Leg leg, uint64_t *wet)
{
    if (leg.kind != LEG_TELEPORT && b->base.board[leg.to]) take_piece(b, leg.to);
    if (leg.kind == LEG_ARROW) return;
    board_move(b, leg.from, leg.to);
    *wet = still_wet(*wet, leg);
}

/* After the last leg the pieces still wet drown, unless a piece has entered a City. */
static inline void end_move(Board *b, uint64_t wet)
{
    if (diamond_board_outcome(&b->base).result == ONGOING) drown(b, wet);
}

/* All changes of a move by this side on the board and in its reserve. */
static inline void carry_out(Board *b, Side us, Move move)
{
    PieceType muster = move_muster(move);
    bool set_up = in_set_up(&b->base);
    uint64_t wet = wet_pieces(b, us);
    if (muster) take_from_reserve(b, us, muster, set_up ? move_leg(move, 0).to : home[us]);
    if (set_up) {
        b->base.state->counter = 0;
        return;
    }
    for (unsigned n = 0; n < MOVE_LEGS; ++n) {
        Leg leg = move_leg(move, n);
        if (leg.kind == LEG_NONE) break;
        make_leg(b, leg, &wet);
    }
    end_move(b, wet);
}

/* Ignores drowning. */
static Key diamond_key_after(const Position *pos, Move move)
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

static void diamond_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Side us = pos->side;
    position_push(pos, move);
    carry_out(b, us, move);
}

/* Wet pieces drown in a null move, as in a real pass. */
static void diamond_make_null(Position *pos)
{
    Board *b = board_of(pos);
    bool set_up = in_set_up(pos);
    uint64_t wet = set_up ? 0 : wet_pieces(b, pos->side);
    State *state = position_push(pos, MOVE_NONE);
    if (set_up) state->counter = 0;
    drown(b, wet);
    state->reversible = 0;
}

/* ---- Move ordering and exchanges ---- */

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

/*
 * Could a side enter the enemy City if it were to move? `gone`: enemy pieces that have drowned
 * before. Exact: if one Cani blocks another one's line, the blocker is nearer and reaches as
 * far; of the pieces just mustered only a Sleeth or Zi Ri gets that far.
 */
static bool can_enter(const Board *b, Side by, uint64_t gone)
{
    Square city = goal[by];
    uint64_t own = b->side[by].w[0], enemy = b->side[by ^ 1].w[0] & ~gone, occupied = own | enemy;
    uint64_t line = straight(city, occupied), slope = diagonal(city, occupied);
    uint64_t spears = b->type[HERETHROY].w[0] & line;
    spears |= b->type[GORMOROR].w[0] & line & within[2][city];
    spears |= b->type[SLEETH].w[0] & ((line & within[2][city]) | slope);
    spears |= b->type[ORREN].w[0] & rook_attacks(city, (Bitboard){{occupied}}).w[0];
    if (spears & own) return true;

    /* a Rassimel's arrow can empty the City or open the long diagonal */
    uint64_t rassimel = b->type[RASSIMEL].w[0] & own & within_two[city];
    uint64_t targets = enemy & ~b->type[HERETHROY].w[0];
    if (enemy & bit(city)) {
        if (rassimel & cornering[city] && targets & bit(city)) return true;
    } else if (rassimel
               & (line | slope | diagonal(city, occupied & ~(cornering[city] & targets)))) {
        return true;
    }
    uint64_t canis = b->type[CANI].w[0] & own;
    if (canis & line & within[REACH_MAX][city]) {
        Pack pack = pack_of(canis);
        for (unsigned i = 0; i < pack.count; ++i)
            if (line & within[pack.reach[i]][city] & bit(pack.at[i])) return true;
    }
    if (khtsoyis_enters(b->type[KHTSOYIS].w[0] & own, city, enemy)) return true;
    uint64_t zi_ri = b->type[ZI_RI].w[0] & own;
    if (zi_ri && zi_ri_enters(lowest(zi_ri), city, own, enemy)) return true;

    uint64_t hands = b->base.state->hands;
    if (own & bit(home[by])) return false;
    if (hand_count(b->base.variant, hands, by, reserve_slot(SLEETH)) && slope & bit(home[by])) return true;
    return hand_count(b->base.variant, hands, by, reserve_slot(ZI_RI)) && zi_ri_enters(home[by], city, own | bit(home[by]), enemy);
}

static bool diamond_in_peril(const Position *pos)
{
    const Board *b = board_const(pos);
    return !in_set_up(pos) && can_enter(b, pos->side ^ 1, wet_pieces(b, pos->side));
}

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
    Square city = home[pos->side];
    Leg first = move_leg(move, 0), second = move_leg(move, 1);
    bool acts = first.kind != LEG_NONE;
    if (muster) {
        if (acts)
            describe_part(pos, info, 0, first.from == city ? muster : piece_type(pos->board[first.from]), first.from, first.to);
        describe_part(pos, info, acts, muster, city, city);
        return;
    }
    if (!acts) return;
    describe_part(pos, info, 0, piece_type(pos->board[first.from]), first.from, first.to);
    if (second.kind == LEG_NONE) return;
    bool goes_on = first.kind != LEG_ARROW && first.to == second.from;
    Piece actor = pos->board[goes_on ? first.from : second.from];
    describe_part(pos, info, 1, piece_type(actor), second.from, second.to);
}

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

/* Which of its squares the enemy attacks, for each part. A part counts as a plain move from its start to its end, even if
 * it is an arrow, a teleport or a muster. */
static void describe_attacks(MoveInfo *info, Attacked *attacked)
{
    for (unsigned part = 0; part < 2 && info->from_to[part]; ++part) {
        unsigned squares = info->from_to[part] - 1u;
        info->attacked[part] = board_attacked(attacked, (Square)(squares / BOARD_SQUARES), (Square)(squares % BOARD_SQUARES));
    }
}

static void diamond_describe(const Position *pos, const Move *moves, size_t n, MoveInfo *out)
{
    if (in_set_up(pos)) {
        for (size_t i = 0; i < n; ++i) out[i] = describe_placement(pos, moves[i]);
        return;
    }
    uint64_t matters = what_matters(pos);
    Attacked attacked = {.board = board_const(pos)};
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
        if (!out->noisy) describe_attacks(out, &attacked);
    }
}

/* The pieces among `occupied` that could capture a piece on s by spear. */
static Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side,
                             PieceType occupant)
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
        for (unsigned i = 0; i < pack.count; ++i)
            set |= line & within[pack.reach[i]][s] & bit(pack.at[i]);
    }
    return (Bitboard){{set & pieces & ~bit(s)}};
}

/* Does the side keep its gain with a piece of this type on s? A piece that can be shot counts as lost: the
 * shooter cannot be recaptured. */
static bool exposure_is_affordable(const Board *b, Square s, PieceType type, uint64_t occupied,
                                   Side them, Score balance)
{
    uint64_t shooters =
        (b->type[GORMOROR].w[0] | b->type[RASSIMEL].w[0]) & b->side[them].w[0] & occupied;
    if (type != HERETHROY && shooters & cornering[s] && balance < piece_table[type].mg) return false;
    return board_see(b, s, (Bitboard){{occupied | bit(s)}}, type, them, balance);
}

/* An approximation: the enemy captures the most costly of the moved or teleported pieces, by exchanges on its
 * square. Pieces that did not move are ignored. */
static bool diamond_see_ge(const Position *pos, Move move, Score threshold)
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

/* ---- Evaluation ---- */

/* The City and the squares around it. */
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

static Tapered diamond_evaluate(const Position *pos, EvalScratch *scratch)
{
    (void)scratch;
    enum { TEMPO = 20 };
    const Board *b = board_const(pos);
    int sum =
        evaluate_side(b, WHITE) - evaluate_side(b, BLACK) + (pos->side == WHITE ? TEMPO : -TEMPO);
    return tapered(sum, sum);
}

/* ---- FEN ---- */

/* Checks that neither side has more of a species than its ten pieces include. */
static bool check_species(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    for (Side side = WHITE; side <= BLACK; ++side) {
        for (PieceType t = CANI; t <= ZI_RI; ++t) {
            unsigned n = (unsigned)bb_count(board_pieces(b, side, t))
                         + hand_count(pos->variant, pos->state->hands, side, reserve_slot(t));
            if (n > species_limit(t)) {
                return error_set(error,
                                 "%s has %u %s, board and reserve together; at most %u are allowed",
                                 side_name(side), n, piece_table[t].name, species_limit(t));
            }
        }
    }
    return true;
}

/* Who places the first piece: Black, unless an option of the rules says otherwise. */
static Side places_first(const Variant *variant)
{
    const char *rest = strchr(variant->start_fen, ']'); /* every FEN of the game has the reserves */
    return strncmp(variant->start_fen, "8/8/8/8/8/8/8/8[", 16) == 0 && rest[2] == 'w' ? WHITE : BLACK;
}

/* During the set-up only the placement of the pieces is free. */
static bool check_set_up(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    unsigned reserve[SIDE_NB];
    for (Side side = WHITE; side <= BLACK; ++side) {
        unsigned pieces = (unsigned)bb_count(b->side[side]);
        uint64_t misplaced = b->side[side].w[0] & ~set_up_squares[side];
        reserve[side] = reserve_size(pos->state->hands, side);
        if (pieces + reserve[side] != PIECES_PER_SIDE)
            return error_set(
                error, "in the set-up (more than six in reserve) %s must have ten pieces, not %u",
                side_name(side), pieces + reserve[side]);
        if (misplaced) {
            char at[4];
            square_print(pos->variant, lowest(misplaced), at);
            return error_set(error,
                             "in the set-up (more than six in reserve) %s cannot have a piece on %s",
                             side_name(side), at);
        }
    }
    Side first = places_first(pos->variant);
    unsigned ahead = pos->side != first; /* the one who places first has placed one more */
    if (reserve[first] + ahead != reserve[first ^ 1])
        return error_set(
            error, "in the set-up it cannot be %s's move with %u and %u in reserve (White, Black)",
            side_name(pos->side), reserve[WHITE], reserve[BLACK]);
    if (pos->state->counter)
        return error_set(error, "the counter is 0 during the set-up, not %u", pos->state->counter);
    return true;
}

static bool diamond_accepts(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    if (!check_species(pos, error)) return false;
    if (in_set_up(pos)) return check_set_up(pos, error);
    if (bb_test(b->side[WHITE], goal[WHITE]) && bb_test(b->side[BLACK], goal[BLACK]))
        return error_set(error, "a8 and h1: both Cities are entered");
    return true;
}

static bool diamond_set_fen(Position *pos, const char *fen, ErrorText *error)
{
    Board *b = board_of(pos);
    FenFields fields;
    Piece board[SQUARE_MAX];
    if (!fen_read(pos, fen, NULL, false, &fields, board, error)) return false;
    if (!fields.has_hands)
        return error_set(error,
                         "the reserves are missing: '[]' after the board, if they are empty");
    board_fill(b, board);
    return diamond_accepts(pos, error);
}

static void diamond_get_fen(const Position *pos, char *fen) { fen_write(pos, "-", "-", fen); }

/* ---- Moves as text ---- */

static char *print_leg(const Variant *variant, Leg leg, char *text)
{
    static const char *const between[] = {[LEG_STEP] = "", [LEG_ARROW] = "x", [LEG_TELEPORT] = ">"};
    text += square_print(variant, leg.from, text);
    text += sprintf(text, "%s", between[leg.kind]);
    return text + square_print(variant, leg.to, text);
}

static void diamond_print_move(const Position *pos, Move move, char *text)
{
    const Variant *variant = pos->variant;
    PieceType muster = move_muster(move);
    if (move == PASS) {
        strcpy(text, "@@@@");
        return;
    }
    bool placement = muster && move_is_placement(move);
    if (muster) {
        text += sprintf(text, "%c@", piece_table[muster].letter);
        text += square_print(variant, placement ? move_leg(move, 0).to : home[pos->side], text);
        if (placement) return;
    }
    for (unsigned n = 0; n < MOVE_LEGS && move_leg(move, n).kind != LEG_NONE; ++n) {
        if (n > 0 || muster) *text++ = ',';
        text = print_leg(variant, move_leg(move, n), text);
    }
}

/*
 * A move played leg by leg, as players write it. Accepts any legal order, including orders that the generator
 * leaves out because another order leads to the same position. The board has its own state and log, so a Play
 * must not be copied.
 */
typedef struct Play {
    const Position *pos; /* before the move */
    Board board;         /* after the legs so far */
    State state;
    Change changes[4 * BOARD_FILES]; /* a muster, three legs with captures, and drowned pieces */
    Side us;
    uint64_t wet;
    PieceType muster, species; /* species: of the action, once it has begun */
    unsigned acts;
    bool stepped, teleported;
    bool captured;             /* the last leg captured by spear */
    Pack pack;                 /* how far the Cani may go; fixed when the action begins */
    uint64_t fresh;            /* Cani that may still move in this action */
} Play;

static void play_begin(Play *play, const Position *pos)
{
    *play = (Play){.pos = pos, .board = *board_const(pos), .state = *pos->state, .us = pos->side};
    play->board.base.state = &play->state;
    play->board.base.changes = play->changes;
    play->state.log_end = 0;
    play->wet = wet_pieces(&play->board, play->us);
}

/* The pieces of this type of the side to move. */
static uint64_t own_pieces(const Play *play, PieceType type) { return board_pieces(&play->board, play->us, type).w[0]; }
static PieceType play_type(const Play *play, Square s) { return piece_type(play->board.base.board[s]); }

/* Plays a legal leg. */
static void play_leg(Play *play, Leg leg)
{
    if (play->acts++ == 0) {
        play->species = leg.kind == LEG_TELEPORT ? ZI_RI : play_type(play, leg.from);
        play->fresh = own_pieces(play, CANI);
        play->pack = pack_of(play->fresh);
    }
    play->captured = leg.kind == LEG_STEP && play_type(play, leg.to);
    play->stepped |= leg.kind == LEG_STEP;
    play->teleported |= leg.kind == LEG_TELEPORT;
    play->fresh &= ~bit(leg.from);
    make_leg(&play->board, leg, &play->wet);
}

static bool check_arrow(const Play *play, Leg leg, ErrorText *error)
{
    if (!((own_pieces(play, GORMOROR) | own_pieces(play, RASSIMEL)) & bit(leg.from)))
        return error_set(error, "only a Gormoror or Rassimel of the side to move shoots arrows");
    if (play->acts) return error_set(error, "one arrow a move, before the shooter moves");
    if (!(cornering[leg.from] & bit(leg.to)))
        return error_set(error, "an arrow hits a diagonally adjacent square");
    if (!bb_test(play->board.side[play->us ^ 1], leg.to))
        return error_set(error, "no enemy stands where the arrow hits");
    if (play_type(play, leg.to) == HERETHROY)
        return error_set(error, "no arrow takes a Herethroy");
    return true;
}

static bool check_teleport(const Play *play, Leg leg, ErrorText *error)
{
    uint64_t occupied = board_occupied(&play->board).w[0], zi_ri = own_pieces(play, ZI_RI);
    if (!zi_ri)
        return error_set(error, "only a Zi Ri teleports, and %s has none on the board",
                         side_name(play->us));
    if (play->acts && play->species != ZI_RI)
        return error_set(error, "the %s acts already, so the Zi Ri cannot", piece_table[play->species].name);
    if (play->teleported) return error_set(error, "one teleport a move");
    if (!((zi_ri | sight(lowest(zi_ri), occupied)) & bit(leg.from)))
        return error_set(error, "the Zi Ri sees no piece on the square teleported from");
    if (!(jumps[leg.from] & bit(leg.to))) return error_set(error, "a teleport is a knight's move");
    if (occupied & bit(leg.to)) return error_set(error, "the square teleported to is occupied");
    return true;
}

/* May this piece take one more step of any kind? */
static bool check_stepper(const Play *play, Square from, PieceType type, ErrorText *error)
{
    if (play->acts == 0) return true;
    if (type != play->species)
        return error_set(error, "the %s acts already, and only one species acts in a move",
                         piece_table[play->species].name);
    if (type == CANI && play->acts == (unsigned)rules.pack)
        return error_set(error, "no more than %d Cani move in an action", rules.pack);
    if (type == CANI)
        return play->fresh & bit(from) || error_set(error, "this Cani has moved already");
    if (type == KHTSOYIS) {
        return (play->captured && play->acts < 3)
               || error_set(
                   error, "the Khtsoyis acts again only after a capture, and three times at most");
    }
    return !play->stepped || error_set(error, "the %s has moved already", piece_table[type].name);
}

/* Says why a piece cannot step so, whatever has moved before. */
static bool refuse_step(const Play *play, Leg leg, ErrorText *error)
{
    const Variant *variant = play->pos->variant;
    Piece piece = play->board.base.board[leg.from], victim = play->board.base.board[leg.to];
    char at[4], there[4], text[8], name[40], other[40];
    if (!error) return false;
    square_print(variant, leg.from, at);
    square_print(variant, leg.to, there);
    snprintf(text, sizeof text, "%s%s", at, there);
    if (!piece || piece_side(piece) != play->us) return error_set(error, "no %s piece stands on %s", side_name(play->us), at);
    /* On the board of the position the common words say what stands in the way. */
    if (play->acts == 0 && !play->muster) return simple_explain(play->pos, text, error);
    piece_describe(variant, piece, name);
    if (victim && piece_side(victim) == play->us)
        return error_set(error, "%s cannot go from %s to %s: %s stands there", name, at, there,
                         piece_describe(variant, victim, other));
    return error_set(error, "%s cannot go from %s to %s", name, at, there);
}

static bool check_step(const Play *play, Leg leg, ErrorText *error)
{
    uint64_t own = play->board.side[play->us].w[0], occupied = board_occupied(&play->board).w[0], targets;
    PieceType type = play_type(play, leg.from);
    if (!(own & bit(leg.from))) return refuse_step(play, leg, error);
    if (!check_stepper(play, leg.from, type, error)) return false;
    if (own & bit(leg.to)) return refuse_step(play, leg, error);
    if (type == CANI) {
        Pack pack = play->acts ? play->pack : pack_of(own_pieces(play, CANI));
        targets = straight(leg.from, occupied) & within[pack_reach(&pack, leg.from)][leg.from];
    } else {
        targets = step_targets(type, leg.from, occupied, own);
    }
    if (type == KHTSOYIS && play->acts == 2) targets &= occupied;
    return targets & bit(leg.to) || refuse_step(play, leg, error);
}

static bool check_leg(const Play *play, Leg leg, ErrorText *error)
{
    if (diamond_board_outcome(&play->board.base).result != ONGOING)
        return error_set(error, "the move has ended: a City is entered");
    if (leg.kind == LEG_ARROW) return check_arrow(play, leg, error);
    if (leg.kind == LEG_TELEPORT) return check_teleport(play, leg, error);
    return check_step(play, leg, error);
}

/* Could another leg follow? */
static bool play_goes_on(const Play *play)
{
    for (uint64_t left = board_occupied(&play->board).w[0]; left; left &= left - 1)
        for (unsigned to = 0; to < BOARD_SQUARES; ++to)
            for (unsigned kind = LEG_STEP; kind <= LEG_TELEPORT; ++kind)
                if (check_leg(play, (Leg){(enum LegKind)kind, lowest(left), (Square)to}, NULL)) return true;
    return false;
}

/* Reads "e2e4", "e4xf5" or "c3>e4" and advances *text past it. */
static bool read_leg(const Variant *variant, const char **text, Leg *leg)
{
    leg->kind = LEG_STEP;
    leg->from = square_parse(variant, text);
    if (leg->from == SQUARE_NONE) return false;
    if (tolower((unsigned char)**text) == 'x') leg->kind = LEG_ARROW;
    if (**text == '>') leg->kind = LEG_TELEPORT;
    if (leg->kind != LEG_STEP) ++*text;
    leg->to = square_parse(variant, text);
    return leg->to != SQUARE_NONE && leg->from != leg->to;
}

/* Reads and plays "S@h1". */
static bool read_muster(Play *play, const char **text, ErrorText *error)
{
    const Position *pos = play->pos;
    PieceType type = piece_type_find(pos->variant, play->us, **text, false);
    char name[40], city[4];
    if (type == NO_TYPE)
        return error_set(error, "no piece of %s is written '%c'", side_name(play->us), toupper((unsigned char)**text));
    if (!hand_count(pos->variant, pos->state->hands, play->us, reserve_slot(type)))
        return error_set(error, "%s has no %s in reserve", side_name(play->us), piece_table[type].name);
    *text += 2;
    Square to = square_parse(pos->variant, text);
    if (to == SQUARE_NONE) return error_set(error, "a muster is written like S@h1");
    if (in_set_up(pos)) {
        if (!(set_up_squares[play->us] & bit(to)))
            return error_set(error, "%s sets up on %s only", side_name(play->us),
                             play->us == WHITE ? "g1, h1, g2 and h2" : "a7, b7, a8 and b8");
        if (pos->board[to]) return error_set(error, "%s stands there", piece_describe(pos->variant, pos->board[to], name));
    } else {
        square_print(pos->variant, home[play->us], city);
        if (pos->board[home[play->us]])
            return error_set(error, "nothing can be mustered while %s stands in its own City, %s",
                             piece_describe(pos->variant, pos->board[home[play->us]], name), city);
        if (to != home[play->us]) return error_set(error, "pieces are mustered in their own City, %s", city);
    }
    play->muster = type;
    take_from_reserve(&play->board, play->us, type, to);
    return true;
}

/* Plays the legs of a text; on error says which one is wrong. */
static bool play_text(Play *play, const char *text, ErrorText *error)
{
    ErrorText why, *reason = error ? &why : NULL; /* writing the reason is slow, and callers without `error` are many */
    bool set_up = in_set_up(play->pos);
    Outcome outcome = diamond_board_outcome(play->pos);
    if (outcome.result != ONGOING) return error_set(error, "the game is over: %s", outcome.reason);
    if (isalpha((unsigned char)text[0]) && text[1] == '@') {
        if (!read_muster(play, &text, reason)) return error_set(error, "leg 1: %s", why.text);
        if (!*text) return true;
        if (*text++ != ',')
            return error_set(error, "leg 1: text after the muster; legs are joined by commas");
    }
    if (set_up)
        return error_set(error, "in the set-up a piece of the reserve is placed, like S@%s",
                         play->us == WHITE ? "h1" : "a8");
    for (unsigned n = play->muster ? 2 : 1;; ++n) {
        Leg leg;
        if (!read_leg(play->pos->variant, &text, &leg))
            return error_set(
                error, "leg %u: a leg is written like h1g2, e4xf5 (arrow) or c3>e4 (teleport)", n);
        if (!check_leg(play, leg, reason)) return error_set(error, "leg %u: %s", n, why.text);
        play_leg(play, leg);
        if (!*text) return true;
        if (*text++ != ',')
            return error_set(error, "leg %u: text after it; legs are joined by commas", n);
    }
}

static bool is_pass(const char *text) { return strcmp(text, "@@@@") == 0; }

static LegStatus diamond_legs_status(const Position *pos, const char *text, ErrorText *error)
{
    if (is_pass(text)) {
        if (diamond_move_is_legal(pos, PASS)) return LEGS_COMPLETE;
        error_set(error, "no pass: an action is possible, or the game is over");
        return LEGS_ILLEGAL;
    }
    Play play;
    play_begin(&play, pos);
    if (!play_text(&play, text, error)) return LEGS_ILLEGAL;
    if (in_set_up(pos) || !play_goes_on(&play)) return LEGS_COMPLETE;
    return play.acts ? LEGS_EXTENSIBLE : LEGS_PARTIAL;
}

static void diamond_legs_board(const Position *pos, const char *text, Piece board[SQUARE_MAX])
{
    Play play;
    play_begin(&play, pos);
    play_text(&play, text, NULL); /* a pass, which is no leg, changes nothing */
    memcpy(board, play.board.base.board, SQUARE_MAX * sizeof *board);
}

/* Finds the generated move that leads to the same board: there is one if the legs are legal. */
static bool find_move(const Play *play, Move *move, ErrorText *error)
{
    size_t n;
    bool found = false;
    Move *moves = position_moves(play->pos, &n);
    if (!moves) return error_set(error, "out of memory");
    for (size_t i = 0; i < n && !found; ++i) {
        if (move_muster(moves[i]) != play->muster) continue;
        Play other;
        play_begin(&other, play->pos);
        carry_out(&other.board, play->us, moves[i]);
        found = memcmp(other.board.base.board, play->board.base.board, BOARD_SQUARES) == 0;
        if (found) *move = moves[i];
    }
    free(moves);
    assert(found);
    return found;
}

static bool diamond_parse_move(const Position *pos, const char *text, Move *move, ErrorText *error)
{
    LegStatus status = diamond_legs_status(pos, text, error);
    if (status == LEGS_ILLEGAL) return false;
    if (status == LEGS_PARTIAL)
        return error_set(error, "an action must follow the muster: one is possible");
    if (is_pass(text)) {
        *move = PASS;
        return true;
    }
    Play play;
    play_begin(&play, pos);
    play_text(&play, text, error); /* again: the legs are legal */
    end_move(&play.board, play.wet);
    return find_move(&play, move, error);
}

/* ---- The game ---- */

/* For XBoard each leg is a ply. No Betza atom describes the Orren's swim over other pieces, up to seven
 * squares; leaps of two and three squares and a hop are close. */
static const char *const cecp_pieces[] = {"C& R4", "G& R2F", "H& R", "K& W", "O& RBAGpB", "R& Q2", "S& R2B", "Z& WN", NULL};

/* Strength of the lower levels, written by `make levels`. */
static const LevelSheet levels = {
#include "levels.inc"
};
static const WdlSheet wdl = {
#include "wdl.inc"
};

static const DisplaySheet display = {
    .rules = "Diamond Chess, from the World Tree setting by Bard Bloom.\n"
             "White wins with a piece on a8, Black's City; Black with a piece on h1, White's. It ends at once.\n"
             "Set-up: Black and White in turn place four pieces of the reserve by their City: S@a8.\n"
             "A move: muster a piece of the reserve in your City if it is empty (S@h1), or do not; then\n"
             "act with one species, all legs joined by commas or one after the other: S@h1,g2xf3,g2e4.\n"
             "  Cani       one to three move: alone 1 square, a pair 2 each, three in line 3, in an L 4\n"
             "  Gormoror   shoots an arrow (e4xf5: one square diagonally), then 1-2 squares; or one of these\n"
             "  Herethroy  any number of squares; arrows do not hurt it\n"
             "  Khtsoyis   one square; after a capture again, after a second again, if to capture\n"
             "  Orren      one square, or all the way, or onto the River; from it to any river square\n"
             "  Rassimel   shoots, then 1-2 squares in eight directions, never capturing; or one of these\n"
             "  Sleeth     1-2 squares, or any number diagonally\n"
             "  Zi Ri      a step, never capturing, and a teleport: itself or a piece it sees, a knight's move\n"
             "The River a1-h8 stops all but the Orren; a piece still in it after its side's next move drowns.\n"
             "31 plies without a piece taken draw.",
    .brief = "Bring any piece into the enemy City, past the River that drowns.\n"
             "First each side places four pieces at its City, Black before White. Six more wait in hand.\n"
             "Then a move may put a piece of the hand into your empty City, and acts with one kind of piece.\n"
             "The River stops all but the Orren, and takes a piece that stays in it through its side's move.\n"
             "Arrows take a neighbour from where the archer stands. 31 plies without a piece taken draw.",
    .goals = {"Bring a piece to a8, the Black City on top.", "Bring a piece to h1, the White City below."},
    .scene = "H@a7 K@g1 K@a8 H@h2 S@b7 S@g2 R@b8 R@h1 b8d6 h2h8 a8b8 h8d8 O@a8,d6c6",
    .words = words,
    .zones = zones,
    .on_corner = true,
    .cecp = {.table = "(.....R.G..KO.....Z.SH.....C."
                      ".....r.g..ko.....z.sh.....c.)", .geometry = "8x8+8_bughouse",
             .pieces = cecp_pieces, .plain_start = true},
};

static const ParamValue own_params[] = {
#include "params.inc"
    {NULL, 0}
};

static const SearchHints hints = {.margin_percent = 120, .params = own_params};

static const MeasuredSheet measured = {
    .levels = &levels,
    .wdl = &wdl,
    .length = 25,
    .opening = {.plies = 12, .limit = 60}, /* eight plies of set-up, four more */
    .bench_depth = 10,
};

Variant variant_diamond = {
    BOARD_MEMBERS,
    .name = "diamond",
    .title = "Diamond Chess",
    .start_fen = "8/8/8/8/8/8/8/8[CCCGHKORSZcccghkorsz] b - - 0 1",
    .captures_elsewhere = true,
    .symmetry = 1 << 0 | 1 << (TRANSPOSE | FLIP_RANKS | FLIP_FILES), /* the Cities' diagonal */
    .swap = FLIP_RANKS | FLIP_FILES,
    .hand_types = reserve_types,
    .counter_limit = COUNTER_LIMIT,
    .repetitions = 0,
    .recurrence = RECURRENCE_IGNORED,
    .hints = &hints,
    .display = &display,
    .measured = &measured,
    .max_moves = MOVES_MAX,
    .phase_max = 2 * PIECES_PER_SIDE,
    .rule_options = rule_options,
    .adjust = diamond_adjust,
    .init = diamond_init,
    .set_fen = diamond_set_fen,
    .accepts = diamond_accepts,
    .get_fen = diamond_get_fen,
    .generate = diamond_generate,
    .move_is_legal = diamond_move_is_legal,
    .key_after = diamond_key_after,
    .make = diamond_make,
    .make_null = diamond_make_null,
    .in_peril = diamond_in_peril,
    .board_outcome = diamond_board_outcome,
    .no_move_outcome = diamond_no_move_outcome,
    .describe = diamond_describe,
    .see_ge = diamond_see_ge,
    .evaluate = diamond_evaluate,
    .print_move = diamond_print_move,
    .parse_move = diamond_parse_move,
    .legs_status = diamond_legs_status,
    .legs_board = diamond_legs_board,
};
