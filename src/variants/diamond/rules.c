/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Diamond Chess, from the World Tree setting by Bard Bloom: 8x8, corner to corner, with a set-up phase, a
 * reserve to muster from, arrows, packs of Cani and teleports. A move has an optional muster and up to three
 * legs. Moves that lead to the same position are one move.
 */

#include <string.h>

#define BOARD_OWNS_TABLES
#include "diamond.h"

/* ---- Data sheet ---- */

/* Middlegame and endgame have the same values; the phase counts the pieces on the board. */
#define SPECIES(type, l, value, n, moves) [type] = {PIECE(l, type, 1, value, value, n, moves), .structure = type == CANI}
const PieceInfo piece_table[BOARD_TYPES] = {
    SPECIES(CANI, 'C', 170, "Cani", "R4"),
    SPECIES(GORMOROR, 'G', 285, "Gormoror", "R2"),
    SPECIES(HERETHROY, 'H', 370, "Herethroy", "R"),
    SPECIES(KHTSOYIS, 'K', 205, "Khtsoyis", "W"),
    SPECIES(ORREN, 'O', 650, "Orren", "R"),
    SPECIES(RASSIMEL, 'R', 160, "Rassimel", "mQ2"),
    SPECIES(SLEETH, 'S', 570, "Sleeth", "R2B"),
    SPECIES(ZI_RI, 'Z', 765, "Zi Ri", "mWmN"),
};

static const PieceType reserve_types[] = {CANI, GORMOROR, HERETHROY, KHTSOYIS, ORREN, RASSIMEL, SLEETH, ZI_RI, NO_TYPE};
static unsigned species_limit(PieceType type) { return type == CANI ? 3 : 1; }

/* ---- Options of the rules ---- */

enum { COUNTER_LIMIT = 31 };

struct DiamondRules diamond_rules = {.pack = CANI_MAX};

static const RuleOption rule_options[] = {
    {"drowning", "on|off", &diamond_rules.drowning_off, .words = "off: the River takes no piece."},
    {"pack", NULL, &diamond_rules.pack, .value = CANI_MAX, .min = 1, .max = CANI_MAX,
     .words = "The most Cani that act together as a pack.", .said = "At most %d Cani act together"},
    {"stalemate", "automatic|offered", &diamond_rules.offered, .spares = DATA_NET | DATA_LEVELS,
     .words = "offered: quiet plies draw if a side claims it, or after 24 more."},
    {.name = NULL},
};

static bool diamond_adjust(Variant *diamond, ErrorText *error)
{
    if (!diamond_rules.offered) return true;
    if (diamond->draws.counter_limit != COUNTER_LIMIT)
        return error_set(error, "stalemate=offered draws by a claim: leave 'counter' out");
    diamond->draws.counter_limit = 0;
    diamond->draws.quiet_offer = (QuietOffer){.after = 14, .then = 24};
    return true;
}

/* ---- Geometry ---- */

static void fill_geometry(Square s)
{
    beside[s] = leaper(s, 0, 1).w[0];
    cornering[s] = leaper(s, 1, 1).w[0];
    jumps[s] = leaper(s, 1, 2).w[0];
    for (int reach = 1; reach <= REACH_MAX; ++reach) within[reach][s] = within[reach - 1][s] | leaper(s, 0, reach).w[0];
    within_two[s] = within[2][s] | cornering[s] | leaper(s, 2, 2).w[0];
}

static void diamond_init(void)
{
    board_init();
    for (int reach = 0; reach <= REACH_MAX; ++reach)
        pack_reaches[reach] = (uint8_t)(diamond_rules.pack < CANI_MAX && reach > diamond_rules.pack ? diamond_rules.pack : reach);
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) fill_geometry((Square)s);
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) {
        flights[s] = beside[s] | jumps[s];
        for (uint64_t left = beside[s]; left; left &= left - 1) flights[s] |= jumps[lowest(left)];
    }
    for (PieceType t = CANI; t <= ZI_RI; ++t) {
        Tapered value = tapered(piece_table[t].mg, piece_table[t].eg);
        for (unsigned s = 0; s < BOARD_SQUARES; ++s) {
            piece_square[piece_make(WHITE, t)][s] = value + diamond_square_value(t, (Square)s);
            piece_square[piece_make(BLACK, t)][s] = -(value + diamond_square_value(t, (Square)(63 - s)));
        }
    }
}

/* ---- Set-up and River ---- */

Outcome diamond_board_outcome(const Position *pos)
{
    const Board *b = board_const(pos);
    if (in_set_up(pos)) return (Outcome){ONGOING, NULL};
    if (bb_test(b->side[WHITE], goal[WHITE])) return (Outcome){WHITE_WINS, "the Black City is entered"};
    if (bb_test(b->side[BLACK], goal[BLACK])) return (Outcome){BLACK_WINS, "the White City is entered"};
    return (Outcome){ONGOING, NULL};
}

/* A side can always pass, so lack of moves never ends a game. */
static Outcome diamond_no_move_outcome(const Position *pos) { return (void)pos, (Outcome){DRAW, "no legal move"}; }

/* ---- Moves ---- */

/*
 * Upper bounds. Three Cani have at most 14 squares each (four each way on two lines of eight), so at most 15^3 - 1 results.
 * Gormoror and Rassimel: a shot at one of four pieces or none, then one of 8 or 16 moves or none, but not neither. Khtsoyis: 4 +
 * 4^2 + 4^3. Orren: three squares a direction and seven by swimming. Sleeth: 8 and 13. Zi Ri: itself to another square; one
 * of eight pieces seen to one of eight squares; and on each of four squares stepped to, one of sixteen pieces seen from there or
 * before. And no action at all.
 */
enum {
    CANI_MOVES = 15 * 15 * 15 - 1,
    OTHER_MOVES = (5 * 9 - 1) + 14 + 84 + (12 + 7) + (5 * 17 - 1) + 21 + 63 + 8 * 8 + 4 * 16 * 8 + 1,
    MOVES_PER_MUSTER = CANI_MOVES + OTHER_MOVES,
    /* No muster or one of eight species. All eight are in reserve only if at most two Cani are on the board,
     * with 15^2 - 1 results, so eight times the bound is enough. */
    MOVES_MAX = 8 * MOVES_PER_MUSTER
};
_Static_assert(8 * (15 * 15 - 1 + OTHER_MOVES) + MOVES_PER_MUSTER <= MOVES_MAX, "nine musters");

/* A hash set of the sets of squares where the Cani can stand at the end of a move. Such a set identifies a move of the Cani: no
 * other piece moves, and every victim stood where a Cani now stands. */
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
static void emit_each(Generation *g, Move legs, unsigned n, enum LegKind kind, Square from, uint64_t targets, uint64_t noisy)
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

/* Herethroy, Orren and Sleeth. Of these only the Sleeth goes from River to River, which saves it no more than standing still. */
static void generate_runner(Generation *g, PieceType type, Square s)
{
    uint64_t moves = step_targets(type, s, g->occupied, g->own), drowning = g->wet & bit(s) ? moves & river : 0;
    emit_each(g, 0, 0, LEG_STEP, s, moves & ~drowning, g->prize);
    for (; drowning; drowning &= drowning - 1)
        emit_vanishing(g, leg_make(0, LEG_STEP, s, lowest(drowning)), drowning & -drowning & g->enemy);
}

/* Gormoror and Rassimel; only the Rassimel goes from River to River. */
static void generate_archer(Generation *g, PieceType type, Square s)
{
    uint64_t moves = step_targets(type, s, g->occupied, g->own), drowning = g->wet & bit(s) ? river : 0;
    if (moves & drowning) emit_vanishing(g, leg_make(0, LEG_STEP, s, lowest(moves & drowning)), 0);
    emit_each(g, 0, 0, LEG_STEP, s, moves & ~drowning, g->prize);
    for (uint64_t left = cornering[s] & g->enemy & ~g->immune; left; left &= left - 1) {
        Move shot = leg_make(0, LEG_ARROW, s, lowest(left));
        emit_vanishing(g, shot, left & -left);
        moves = step_targets(type, s, g->occupied & ~(left & -left), g->own);
        emit_each(g, shot, 1, LEG_STEP, s, moves & ~drowning, all_squares);
    }
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
            emit_each(g, legs | leg_make(1, LEG_STEP, b, c), 2, LEG_STEP, c, beside[c] & g->enemy & ~bit(b), all_squares);
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
    uint64_t reach = straight(p->pack.at[i], p->others | canis) & within[p->pack.reach[i]][p->pack.at[i]];
    return reach & ~((p->g->own ^ p->canis) | canis);
}

/* All combinations of moves by Cani that cannot meet, from Cani `first` on. */
static void combine_apart(const PackMoves *p, unsigned first, Move legs, unsigned n, bool noisy)
{
    for (unsigned i = first; i < p->pack.count; ++i) {
        uint64_t zone = p->zone[i];
        Square from = p->pack.at[i];
        emit_each(p->g, legs, n, LEG_STEP, from, zone, noisy ? all_squares : p->g->prize);
        if (i + 1 == p->pack.count || n + 1 == (unsigned)diamond_rules.pack) continue;
        for (; zone; zone &= zone - 1) {
            Square to = lowest(zone);
            combine_apart(p, i + 1, legs | leg_make(n, LEG_STEP, from, to), n + 1, noisy || p->g->prize & bit(to));
        }
    }
}

/* Writes a move unless one with the same result exists. `idle`: Cani that did not move. */
static void emit_result(const PackMoves *p, Move legs, uint64_t canis, uint64_t idle)
{
    Generation *g = p->g;
    bool over = canis & bit(g->goal);
    if (cani_set_add(g->cani_sets, over ? canis : canis & ~(g->wet & idle))) emit(g, legs, (canis & g->prize) != 0);
}

/* Two Cani have moved; the third one may move. */
static void emit_pair(const PackMoves *p, unsigned i, Square to, unsigned j, Square then)
{
    Square from = p->pack.at[i], next = p->pack.at[j];
    Move legs = leg_make(0, LEG_STEP, from, to) | leg_make(1, LEG_STEP, next, then);
    /* one may now stand where the other one stood, so clear the origins first */
    uint64_t idle = p->canis & ~bit(from) & ~bit(next), canis = idle | bit(to) | bit(then);
    emit_result(p, legs, canis, idle);
    if (!idle || then == p->g->goal || diamond_rules.pack == 2) return;
    unsigned k = CANI_MAX - i - j;
    for (uint64_t left = cani_targets(p, k, canis); left; left &= left - 1) {
        Square last = lowest(left);
        emit_result(p, legs | leg_make(2, LEG_STEP, p->pack.at[k], last), (canis ^ idle) | bit(last), 0);
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
        for (uint64_t then = second[to]; then; then &= then - 1) emit_pair(p, i, to, j, lowest(then));
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
    for (unsigned i = 0; i + 1 < n && diamond_rules.pack > 1; ++i)
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
static uint64_t final_square(const Generation *g, Square x) { return bit(g->own & bit(x) ? g->goal : g->home); }

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
        uint64_t first = seen_before & here ? jumps[x] & ~g->occupied & ~bit(s) & ~final_square(g, x) : 0;
        uint64_t last = seen_after & here ? jumps[x] & ~after : 0;
        if (!city) {
            last = drop_alike(g, x, last, &done);
            first = drop_alike(g, x, first & ~last, &done);
        }
        emit_each(g, leg_make(0, LEG_STEP, z, s), 1, LEG_TELEPORT, x, last, g->own & here ? bit(g->goal) : 0);
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
    for (uint64_t left = beside[z]; left; left &= left - 1) generate_step_and_teleport(g, z, lowest(left));
}

/* ---- All moves ---- */

enum { ALL_TYPES = 0x1FE };

/* The moves of a kind with this muster (or NO_TYPE) in which one of these types acts; with ALL_TYPES also the
 * move without an action, if no action exists. */
static Move *generate_mustered(const Board *b, GenKind kind, PieceType muster, unsigned types, Move *out)
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

    for (PieceType t = CANI; t <= ZI_RI; ++t) g.piece[t] &= types >> t & 1 ? all_squares : 0;
    if (g.piece[HERETHROY]) generate_runner(&g, HERETHROY, lowest(g.piece[HERETHROY]));
    if (g.piece[ORREN]) generate_runner(&g, ORREN, lowest(g.piece[ORREN]));
    if (g.piece[GORMOROR]) generate_archer(&g, GORMOROR, lowest(g.piece[GORMOROR]));
    if (g.piece[RASSIMEL]) generate_archer(&g, RASSIMEL, lowest(g.piece[RASSIMEL]));
    if (g.piece[SLEETH]) generate_runner(&g, SLEETH, lowest(g.piece[SLEETH]));
    if (g.piece[KHTSOYIS]) generate_khtsoyis(&g, lowest(g.piece[KHTSOYIS]));
    if (g.piece[CANI]) generate_canis(&g, &cani_sets);
    if (g.piece[ZI_RI]) generate_zi_ri(&g, lowest(g.piece[ZI_RI]));
    if (!g.acted && types == ALL_TYPES && kind & GEN_QUIET) *g.out++ = muster ? (Move)muster : (Move)PASS;
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
            if (hand_count(pos->variant, pos->state->hands, pos->side, reserve_slot(t))) *out++ = t | leg_make(0, LEG_STEP, s, s);
    }
    if (out == start) *out++ = PASS;
    return out;
}

static Move *diamond_generate(const Position *pos, NodeFacts *facts, GenKind kind, Move *out)
{
    (void)facts;
    if (in_set_up(pos)) return generate_placements(pos, kind, out);
    if (diamond_board_outcome(pos).result != ONGOING) return out;
    for (unsigned left = musters(pos); left; left &= left - 1)
        out = generate_mustered(board_const(pos), kind, (PieceType)__builtin_ctz(left), ALL_TYPES, out);
    return out;
}

/* The types to generate for this move: the actor's and those whose moves may coincide with its moves. 0 if no piece can make it. */
static unsigned acting_types(const Position *pos, Move move)
{
    enum { VANISHING = 1 << GORMOROR | 1 << RASSIMEL | 1 << SLEETH | 1 << KHTSOYIS, CANI_RESULTS = 1 << CANI | 1 << ZI_RI };
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

bool diamond_move_is_legal(const Position *pos, NodeFacts *facts, Move move)
{
    (void)facts;
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

void diamond_place(Board *b, Side side, PieceType type, Square s)
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

static void drown(Board *b, uint64_t wet)
{
    for (; wet; wet &= wet - 1) take_piece(b, lowest(wet));
}

void diamond_make_leg(Board *b, Leg leg, uint64_t *wet)
{
    if (leg.kind != LEG_TELEPORT && b->base.board[leg.to]) take_piece(b, leg.to);
    if (leg.kind == LEG_ARROW) return;
    board_move(b, leg.from, leg.to);
    *wet = still_wet(*wet, leg);
}

void diamond_end_move(Board *b, uint64_t wet)
{
    if (diamond_board_outcome(&b->base).result == ONGOING) drown(b, wet);
}

void diamond_carry_out(Board *b, Side us, Move move)
{
    PieceType muster = move_muster(move);
    bool set_up = in_set_up(&b->base);
    uint64_t wet = wet_pieces(b, us);
    if (muster) diamond_place(b, us, muster, set_up ? move_leg(move, 0).to : home[us]);
    if (set_up) {
        b->base.state->counter = 0;
        return;
    }
    for (unsigned n = 0; n < MOVE_LEGS; ++n) {
        Leg leg = move_leg(move, n);
        if (leg.kind == LEG_NONE) break;
        diamond_make_leg(b, leg, &wet);
    }
    diamond_end_move(b, wet);
}

static void diamond_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Side us = pos->side;
    position_push(pos, move);
    diamond_carry_out(b, us, move);
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

/* ---- FEN ---- */

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
    const char *rest = strchr(variant->position.start_fen, ']'); /* every FEN of the game has the reserves */
    return strncmp(variant->position.start_fen, "8/8/8/8/8/8/8/8[", 16) == 0 && rest[2] == 'w' ? WHITE : BLACK;
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
            return error_set(error, "in the set-up (more than six in reserve) %s must have ten pieces, not %u", side_name(side),
                             pieces + reserve[side]);
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
        return error_set(error, "in the set-up it cannot be %s's move with %u and %u in reserve (White, Black)",
                         side_name(pos->side), reserve[WHITE], reserve[BLACK]);
    if (pos->state->counter) return error_set(error, "the counter is 0 during the set-up, not %u", pos->state->counter);
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
    FenFields fields;
    if (!board_read_fen(pos, fen, false, &fields, error)) return false;
    return fields.has_hands || error_set(error, "the reserves are missing: '[]' after the board, if they are empty");
}

/* ---- The game ---- */

Variant variant_diamond = {
    .name = "diamond",
    .title = "Diamond Chess",
    .board = BOARD_SHEET,
    .symmetry = {.board = 1 << 0 | 1 << (TRANSPOSE | FLIP_RANKS | FLIP_FILES), /* the Cities' diagonal */
                 .swap = FLIP_RANKS | FLIP_FILES},
    .hands = {.types = reserve_types},
    .draws = {.counter_limit = COUNTER_LIMIT},
    .options = {.list = rule_options, .adjust = diamond_adjust},
    .position = {.start_fen = "8/8/8/8/8/8/8/8[CCCGHKORSZcccghkorsz] b - - 0 1", .init = diamond_init,
                 .set_fen = diamond_set_fen, .accepts = diamond_accepts},
    .moves = {.max = MOVES_MAX, .captures_elsewhere = true, .generate = diamond_generate, .is_legal = diamond_move_is_legal,
              .key_after = diamond_key_after, .make = diamond_make, .make_null = diamond_make_null},
    .end = {.in_peril = diamond_in_peril, .on_board = diamond_board_outcome, .no_move = diamond_no_move_outcome},
    .text = {.print = diamond_print_move, .parse = diamond_parse_move, .legs_status = diamond_legs_status,
             .legs_board = diamond_legs_board},
    .search = {.hints = &diamond_hints, .describe = diamond_describe,
               .see_ge = diamond_see_ge, .evaluate = diamond_evaluate},
    .display = &diamond_display,
    .measured = &diamond_measured,
};
