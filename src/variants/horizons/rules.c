/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Horizons by Lev Grigoriev: 12x12, with bent riders that are easily blocked, Shielders that push, and en passant for three
 * families of pieces. */

#include <string.h>

#define BOARD_OWNS_TABLES
#define STEP_GENERATE
#define STEP_EN_PASSANT
#include "horizons.h"

/* ---- Data sheet ---- */

/* The inventor's values, 1 2 2 3 3-4 4 5 7-8 8 9, slightly compressed for pieces that seldom reach them; a
 * spent Warrior has lost its long capture. */
const PieceInfo piece_table[BOARD_TYPES] = {
    [PAWN] = {PIECE('P', PAWN, 0, 60, 85, "Pawn", "fmWfcFifmnD"), .structure = true},
    [WARRIOR] = {PIECE('W', WARRIOR, 0, 85, 110, "Warrior", "fmFfcWifmnAfcnD"), .structure = true},
    [SPENT_WARRIOR] = {PIECE('V', WARRIOR, 0, 60, 85, "spent Warrior", "fmFfcWifmnA"), .structure = true},
    [SHIELDER] = {PIECE('S', SHIELDER, 0, 115, 145, "Shielder", "fmWscWifmnD"), .structure = true},
    [KNIGHT] = {PIECE('N', KNIGHT, 1, 235, 235, "Knight", "N"), .symmetry = SYMMETRIC_ALL},
    [BISHOP] = {PIECE('B', BISHOP, 1, 340, 350, "Bishop", "B"), .symmetry = SYMMETRIC_ALL},
    [OX] = {PIECE('O', OX, 1, 415, 430, "Ox", "afWafafWafafsW"), .mates = true, .symmetry = SYMMETRIC_ALL},
    [ROOK] = {PIECE('R', ROOK, 2, 580, 620, "Rook", "R"), .mates = true, .symmetry = SYMMETRIC_ALL},
    [MAGICIAN] = {PIECE('M', MAGICIAN, 3, 730, 780, "Magician", "afafafsKafafafafsK..."), .mates = true, .symmetry = SYMMETRIC_ALL},
    [ZIP] = {PIECE('Z', ZIP, 3, 830, 860, "Zip", "WafWafafrWafaflWafafraflWafaflafrW..."), .mates = true,
             .symmetry = SYMMETRIC_ALL},
    [QUEEN] = {PIECE('Q', QUEEN, 4, 1170, 1190, "Queen", "Q"), .mates = true, .symmetry = SYMMETRIC_ALL},
    [KING] = {PIECE('K', KING, 0, 0, 0, "King", "KisO3"), .royal = true, .symmetry = SYMMETRIC_ALL},
};

enum { A1 = 0, D1 = 3, E1, G1 = 6, I1 = 8, J1, L1 = 11, A12 = 132, D12 = 135, E12, G12 = 138, I12 = 140, J12, L12 = 143 };
static const Castling castlings[RIGHT_NB] = {
    [WHITE_SHORT] = {G1, J1, L1, I1}, [WHITE_LONG] = {G1, D1, A1, E1},
    [BLACK_SHORT] = {G12, J12, L12, I12}, [BLACK_LONG] = {G12, D12, A12, E12},
};
static const CastlingList all_castlings = {castlings, RIGHT_NB};

/* ---- Options of the rules ---- */

struct HorizonsRules horizons_rules;

static const RuleOption rule_options[] = {
    {"shield", "on|off", &horizons_rules.shield_off, .words = "off: a Shielder can be captured from anywhere."},
    {"warrior", "once|tireless", &horizons_rules.tireless,
     .words = "tireless: a Warrior makes its long capture as often as it likes."},
    {"magician", "long|short", &horizons_rules.short_magician, .words = "short: a Magician turns after two squares or more."},
    {"ox", "t|original", &horizons_rules.original_ox,
     .words = "original: an Ox moves only to the bar of its T, and captures on the stem, too."},
    {"push", "on|off", &horizons_rules.push_off, .words = "off: Shielders do not push."},
    {.name = NULL},
};

/* ---- Geometry ---- */

enum { THIRD_RANK = 2, LAST_RANK = BOARD_RANKS - 1 }; /* counted from the own side */

struct HorizonsGeometry horizons;
static Bitboard rank_of[SIDE_NB][BOARD_RANKS];    /* counted from the own side */
static Bitboard in_front[SIDE_NB][BOARD_SQUARES]; /* all squares on the ranks in front */
static Bitboard ox_takes[BOARD_SQUARES];          /* where an Ox may go only to capture */
static uint8_t rights_lost[BOARD_SQUARES];        /* by a move from or to the square */

/* A path under construction: the squares passed so far. */
typedef struct Way {
    Square from, at;
    Bitboard passed;
} Way;

/* Extends the path by a step; false if it leaves the board. */
static bool way_step(Way *way, int df, int dr)
{
    Square next = square_step(way->at, df, dr);
    if (next == SQUARE_NONE) return false;
    if (way->at != way->from) way->passed = bb_or(way->passed, bb_square(way->at));
    way->at = next;
    return true;
}

/* Makes the current square of the path a target of a bent rider. */
static void way_stop(BentMover *mover, PieceType type, const Way *way)
{
    Square from = way->from, to = way->at;
    mover->targets[from] = bb_or(mover->targets[from], bb_square(to));
    mover->passed[from] = bb_or(mover->passed[from], way->passed);
    BB_EACH(s, way->passed) mover->beyond[from][s] = bb_or(mover->beyond[from][s], bb_square(to));
    for (Side side = WHITE; side <= BLACK; ++side)
        horizons.origins[to][side][type] = bb_or(horizons.origins[to][side][type], bb_square(from));
    (type == MAGICIAN ? horizons.trunk : horizons.path)[to][from] = way->passed;
}

/* The eight directions clockwise; neighbours differ by 45 degrees. */
static const int directions[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

/* Makes the current square of the path a target of the original Ox, to capture only. */
static void ox_stop_to_take(const Way *way)
{
    way_stop(&horizons.ox, OX, way);
    ox_takes[way->from] = bb_or(ox_takes[way->from], bb_square(way->at));
}

/* Two squares straight, then the bar of the T. */
static void ox_init(Square from)
{
    for (int d = 0; d < 8; d += 2) {
        Way stem = {.from = from, .at = from};
        const int *ahead = directions[d];
        if (!way_step(&stem, ahead[0], ahead[1])) continue;
        if (horizons_rules.original_ox) ox_stop_to_take(&stem);
        if (!way_step(&stem, ahead[0], ahead[1])) continue;
        if (horizons_rules.original_ox) ox_stop_to_take(&stem);
        else way_stop(&horizons.ox, OX, &stem);
        for (int turn = -1; turn <= 1; ++turn) {
            Way bar = stem;
            const int *onward = directions[(d + turn) & 7];
            if (way_step(&bar, onward[0], onward[1])) way_stop(&horizons.ox, OX, &bar);
        }
    }
}

/* Three or more squares straight (short: two), then one at 45 degrees. */
static void magician_init(Square from)
{
    for (int d = 0; d < 8; ++d) {
        Way stem = {.from = from, .at = from};
        for (int n = 1; way_step(&stem, directions[d][0], directions[d][1]); ++n) {
            for (int turn = -1; n >= (horizons_rules.short_magician ? 2 : 3) && turn <= 1; turn += 2) {
                Way branch = stem;
                const int *aside = directions[(d + turn) & 7];
                if (way_step(&branch, aside[0], aside[1])) way_stop(&horizons.magician, MAGICIAN, &branch);
            }
        }
    }
}

/* Straight, straight, aside, straight, aside, straight ... */
static void zip_init(Square from)
{
    for (int d = 0; d < 8; d += 2) {
        for (int turn = -1; turn <= 1; turn += 2) {
            Way way = {.from = from, .at = from};
            for (int n = 1;; ++n) {
                const int *step = directions[n >= 3 && n % 2 == 1 ? (d + turn) & 7 : d];
                if (!way_step(&way, step[0], step[1])) break;
                way_stop(&horizons.zip, ZIP, &way);
            }
        }
    }
}

static void origins_init(Square s)
{
    for (int line = 0; line < LINE_NB; ++line) {
        Bitboard others = bb_without(line_ref[line][s].mask, bb_square(s));
        BB_EACH(from, others)
        {
            horizons.path[s][from] = bb_and(line_attacks((enum Line)line, s, bb_square((unsigned)from)),
                                            line_attacks((enum Line)line, (Square)from, bb_square(s)));
        }
    }
    for (Side side = WHITE; side <= BLACK; ++side) {
        Bitboard *to = horizons.origins[s][side];
        int back = side == WHITE ? -1 : 1;
        to[KNIGHT] = leaper(s, 1, 2);
        to[KING] = bb_or(leaper(s, 0, 1), leaper(s, 1, 1));
        to[ROOK] = rook_attacks(s, bb_none());
        to[BISHOP] = bishop_attacks(s, bb_none());
        to[QUEEN] = bb_or(to[ROOK], to[BISHOP]);
        leap_add(&to[SPENT_WARRIOR], s, 0, back);
        leap_add(&horizons.long_captures[s][side], s, 0, 2 * back);
        to[WARRIOR] = bb_or(to[SPENT_WARRIOR], horizons.long_captures[s][side]);
        for (int df = -1; df <= 1; df += 2) {
            leap_add(&to[SHIELDER], s, df, 0);
            leap_add(&to[PAWN], s, df, back);
        }
    }
}

static void zones_init(Square s)
{
    for (Side side = WHITE; side <= BLACK; ++side) {
        unsigned rank = square_relative_rank(side, s);
        bb_flip(&rank_of[side][rank], s);
        for (unsigned t = 0; t < BOARD_SQUARES; ++t)
            if (square_relative_rank(side, (Square)t) > rank) bb_flip(&in_front[side][s], t);
    }
}

static void horizons_init(void)
{
    board_init();
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) {
        origins_init((Square)s);
        zones_init((Square)s);
        zip_init((Square)s);
        ox_init((Square)s);
        magician_init((Square)s);
    }
    horizons.not_first_file = bb_without(whole_board(), file_set(0));
    horizons.not_last_file = bb_without(whole_board(), file_set(BOARD_FILES - 1));
    horizons_search_init();
    psq_fill(horizons_square_value);
    castling_init(&all_castlings, rights_lost);
}

/* ---- Attacks ---- */

/* Pieces of a side that attack s and cannot be blocked. Generating moves is slower where the compiler does not inline this. */
static inline __attribute__((always_inline)) Bitboard near_attackers(const Board *b, Square s, Side by)
{
    const Bitboard *from = horizons.origins[s][by];
    Bitboard set = bb_and(from[PAWN], b->type[PAWN]);
    set = bb_or(set, bb_and(from[SPENT_WARRIOR], warriors(b)));
    set = bb_or(set, bb_and(from[SHIELDER], b->type[SHIELDER]));
    set = bb_or(set, bb_and(from[KNIGHT], b->type[KNIGHT]));
    set = bb_or(set, bb_and(from[KING], b->type[KING]));
    return bb_and(set, b->side[by]);
}

/* The shield: no enemy captures a Shielder from a rank in front of it. */
Bitboard horizons_attackers(const Board *b, Square s, Bitboard occupied, Side side, PieceType occupant)
{
    Bitboard set = bb_and(near_attackers(b, s, side), occupied);
    Bitboard riders = bb_and(far_attackers(b, s, side), occupied);
    BB_EACH(from, riders) if (!bb_meet(way_of(b, s, (unsigned)from), occupied)) bb_flip(&set, (unsigned)from);
    if (occupant == SHIELDER && !horizons_rules.shield_off) return bb_without(set, in_front[side ^ 1][s]);
    return set;
}

bool horizons_attacked(const Board *b, Square s, Bitboard occupied, Side by, Bitboard pieces)
{
    if (bb_meet(near_attackers(b, s, by), pieces)) return true;
    Bitboard riders = bb_and(far_attackers(b, s, by), pieces);
    BB_EACH(from, riders) if (!bb_meet(way_of(b, s, (unsigned)from), occupied)) return true;
    return false;
}

bool horizons_reaches(Piece piece, Square from, Square to, Bitboard occupied)
{
    PieceType type = piece_type(piece);
    return bb_test(horizons.origins[to][piece_side(piece)][type], from)
           && !bb_meet((type == MAGICIAN ? horizons.trunk : horizons.path)[to][from], occupied);
}

/* Does a side attack the square, if `occupied` is everything on the board? */
static bool attacked(const Board *b, Square s, Bitboard occupied, Side by)
{
    return horizons_attacked(b, s, occupied, by, b->side[by]);
}

static bool in_check(const Board *b, Side side) { return attacked(b, king_square(b, side), board_occupied(b), side ^ 1); }

/* ---- Moves ---- */

/* The data for testing legality in one position. The paths of all enemy riders to the King are computed once; a piece on none of
 * them moves freely. Moves of the King, en passant and some pushes change the paths themselves, so their result is tested. */
typedef struct Legality {
    Side us;
    Square king;
    const Checks *checks;
    Bitboard occupied, own, enemy, empty;
} Legality;

/* Adds a rider that attacks the King if `way` is empty: it gives check, or pins the only piece there if that is ours. */
static inline void add_rider(Checks *c, Bitboard occupied, Bitboard own, Square rider, Bitboard way)
{
    Bitboard blockers = bb_and(way, occupied);
    if (!bb_any(blockers)) {
        c->in_check = true;
        c->allowed = bb_and(c->allowed, bb_or(way, bb_square(rider)));
    } else if (bb_meet(blockers, own) && !bb_many(blockers)) {
        c->pinned = bb_or(c->pinned, blockers);
    }
}

static inline __attribute__((always_inline)) Checks find_checks(const Board *b, const Legality *l)
{
    Side them = l->us ^ 1;
    Bitboard checkers = near_attackers(b, l->king, them);
    Checks c = {.in_check = bb_any(checkers), .allowed = whole_board(), .pinned = bb_none()};
    BB_EACH(from, checkers) c.allowed = bb_and(c.allowed, bb_square((unsigned)from));
    Bitboard riders = far_attackers(b, l->king, them);
    BB_EACH(from, riders) add_rider(&c, l->occupied, l->own, (Square)from, way_of(b, l->king, (unsigned)from));
    return c;
}

static inline __attribute__((always_inline)) void legality(Legality *l, const Board *b, NodeFacts *node)
{
    HorizonsFacts *facts = (HorizonsFacts *)node;
    l->us = b->base.side;
    l->king = king_square(b, l->us);
    l->occupied = board_occupied(b);
    l->own = b->side[l->us];
    l->enemy = b->side[l->us ^ 1];
    l->empty = bb_without(whole_board(), l->occupied);
    l->checks = &facts->checks;
    if (node->known & FACT_CHECKS) return;
    facts->checks = find_checks(b, l);
    node->known |= FACT_CHECKS;
}

/* The targets of a pinned piece that answer every check and keep every rider blocked. */
static Bitboard answers_of_pinned(const Board *b, const Legality *l, Square piece)
{
    Bitboard answers = l->checks->allowed, riders = far_attackers(b, l->king, l->us ^ 1);
    BB_EACH(from, riders)
    {
        Bitboard way = way_of(b, l->king, (unsigned)from);
        bool pins = bb_test(way, piece) && !bb_many(bb_and(way, l->occupied));
        if (pins) answers = bb_and(answers, bb_or(way, bb_square((unsigned)from)));
    }
    return answers;
}

/* The best piece that a pawn of each type may become; the others are the same for all. */
static const PieceType best_promotion[] = {[PAWN] = QUEEN, [WARRIOR] = MAGICIAN, [SHIELDER] = ZIP};
static const PieceType lesser_promotions[] = {ROOK, OX, BISHOP, KNIGHT};

/* Moves of pawns of one type that all go by the same `delta`; on the last rank, where no double step ends, they promote. */
static inline Move *emit_pawns(const Legality *l, Move *out, Bitboard targets, int delta, unsigned kind, PieceType type)
{
    Bitboard last = kind == MOVE_DOUBLE_STEP ? bb_none() : bb_and(targets, rank_of[l->us][LAST_RANK]);
    targets = bb_without(targets, last);
    BB_EACH(to, targets) *out++ = move_simple((Square)((int)to - delta), (Square)to, NO_TYPE, kind);
    BB_EACH(to, last)
    {
        Square from = (Square)((int)to - delta);
        *out++ = move_simple(from, (Square)to, best_promotion[type], MOVE_PROMOTION);
        for (unsigned i = 0; i < sizeof lesser_promotions; ++i)
            *out++ = move_simple(from, (Square)to, lesser_promotions[i], MOVE_PROMOTION);
    }
    return out;
}

/* The targets for one kind of moves. */
typedef struct Goals {
    bool no_steps;             /* no pawn can step to a goal */
    Bitboard steps;            /* of quiet steps by pawns */
    Bitboard victims;          /* for captures straight and diagonally forward: no Shielders */
    Bitboard sideways_victims; /* for captures sideways */
    Bitboard officers;         /* for officers, ignoring shields */
} Goals;

/* Steps of one square and two, df files aside. Only a pawn from the second rank arrives on the third by a single step. */
static inline Move *generate_steps(const Legality *l, const Goals *goals, Bitboard pieces, int df, PieceType type, Move *out)
{
    if (goals->no_steps) return out;
    Bitboard one = bb_and(step_forward(l->us, pieces, df), l->empty);
    Bitboard two = step_forward(l->us, bb_and(one, rank_of[l->us][THIRD_RANK]), df);
    int delta = forward(l->us) + df;
    out = emit_pawns(l, out, bb_and(one, goals->steps), delta, MOVE_NORMAL, type);
    return emit_pawns(l, out, bb_and(two, goals->steps), 2 * delta, MOVE_DOUBLE_STEP, type);
}

/* Captures one square forward and df files aside. */
static inline Move *generate_takes(const Legality *l, const Goals *goals, Bitboard pieces, int df, PieceType type, Move *out)
{
    return emit_pawns(l, out, bb_and(step_forward(l->us, pieces, df), goals->victims), forward(l->us) + df, MOVE_NORMAL, type);
}

static Move *generate_pawns(const Legality *l, const Goals *goals, Bitboard pawns, Move *out)
{
    out = generate_steps(l, goals, pawns, 0, PAWN, out);
    if (!bb_any(goals->victims)) return out;
    out = generate_takes(l, goals, pawns, -1, PAWN, out);
    return generate_takes(l, goals, pawns, 1, PAWN, out);
}

static Move *generate_warriors(const Board *b, const Legality *l, const Goals *goals, Bitboard pieces, Move *out)
{
    out = generate_steps(l, goals, pieces, -1, WARRIOR, out);
    out = generate_steps(l, goals, pieces, 1, WARRIOR, out);
    if (!bb_any(goals->victims)) return out;
    out = generate_takes(l, goals, pieces, 0, WARRIOR, out);
    Bitboard middle = bb_and(step_forward(l->us, bb_and(pieces, b->type[WARRIOR]), 0), l->empty);
    Bitboard taken = bb_and(step_forward(l->us, middle, 0), goals->victims);
    return emit_pawns(l, out, taken, 2 * forward(l->us), MOVE_LONG_CAPTURE, WARRIOR);
}

static Move *generate_shielders(const Legality *l, const Goals *goals, Bitboard pieces, Move *out)
{
    out = generate_steps(l, goals, pieces, 0, SHIELDER, out);
    if (!bb_any(goals->sideways_victims)) return out;
    out = emit_pawns(l, out, bb_and(step_left(pieces), goals->sideways_victims), -1, MOVE_NORMAL, SHIELDER);
    return emit_pawns(l, out, bb_and(step_right(pieces), goals->sideways_victims), 1, MOVE_NORMAL, SHIELDER);
}

/* The moves of own pieces that are not pinned, or of one pinned piece, to `allowed`. */
static Move *generate_pieces(const Board *b, const Legality *l, GenKind kind, Bitboard pieces, Bitboard allowed, Move *out)
{
    Bitboard last = rank_of[l->us][LAST_RANK], pawns = bb_and(pieces, all_pawns(b));
    Bitboard captures = kind & GEN_NOISY ? bb_and(l->enemy, allowed) : bb_none();
    Goals goals = {.steps = bb_and(l->empty, allowed), .victims = bb_without(captures, shielded(b)),
                   .sideways_victims = captures, .officers = captures};
    if (kind & GEN_QUIET) goals.officers = bb_or(captures, goals.steps);
    if (kind == GEN_NOISY) {
        goals.steps = bb_and(goals.steps, last);
        goals.no_steps = !bb_meet(pawns, rank_of[l->us][LAST_RANK - 1]);
    }
    if (kind == GEN_QUIET) goals.steps = bb_without(goals.steps, last);

    if (bb_any(pawns)) {
        out = generate_pawns(l, &goals, bb_and(pawns, b->type[PAWN]), out);
        out = generate_warriors(b, l, &goals, bb_and(pawns, warriors(b)), out);
        out = generate_shielders(l, &goals, bb_and(pawns, b->type[SHIELDER]), out);
    }

    Bitboard shields = bb_and(l->enemy, shielded(b));
    Bitboard officers = bb_without(pieces, pawns);
    BB_EACH(from, officers)
    {
        PieceType type = piece_type(b->base.board[from]);
        Bitboard targets = piece_attacks(type, (Square)from, l->occupied);
        if (horizons_rules.original_ox && type == OX) targets = bb_without(targets, bb_and(ox_takes[from], l->empty));
        Bitboard spared = bb_and(shields, in_front[l->us][from]);
        out = step_emit_normal(out, (Square)from, bb_without(bb_and(targets, goals.officers), spared));
    }
    return out;
}

/* ---- Special moves: King, pushes, en passant ---- */

static Move *generate_king(const Board *b, const Legality *l, GenKind kind, Move *out)
{
    Bitboard wanted = bb_none();
    Bitboard spared = bb_and(shielded(b), in_front[l->us][l->king]);
    if (kind & GEN_NOISY) wanted = bb_without(l->enemy, spared);
    if (kind & GEN_QUIET) wanted = bb_or(wanted, l->empty);
    Bitboard targets = bb_and(horizons.origins[l->king][l->us][KING], wanted);
    Bitboard without_king = bb_without(l->occupied, bb_square(l->king));
    BB_EACH(to, targets)
    {
        Bitboard pieces = bb_without(l->enemy, bb_square((unsigned)to));
        if (!horizons_attacked(b, (Square)to, without_king, l->us ^ 1, pieces))
            *out++ = move_simple(l->king, (Square)to, NO_TYPE, MOVE_NORMAL);
    }
    return out;
}

/* Is the own King safe after the Shielder has gone from `from` to `to` and the enemy piece on `to` has been pushed to `behind`? */
static bool push_is_safe(const Board *b, const Legality *l, Square from, Square to, Square behind)
{
    Bitboard occupied = bb_or(bb_without(l->occupied, bb_square(from)), bb_square(behind));
    if (horizons_reaches(b->base.board[to], behind, l->king, occupied)) return false;
    /* A Shielder that is not pinned opens no line by leaving, and it blocks on the square of the pushed piece as that piece did. */
    if (!l->checks->in_check && !bb_test(l->checks->pinned, from)) return true;
    return !horizons_attacked(b, l->king, occupied, l->us ^ 1, bb_without(l->enemy, bb_square(to)));
}

static Move *generate_pushes(const Board *b, const Legality *l, Bitboard sources, Move *out)
{
    if (horizons_rules.push_off) return out;
    int up = forward(l->us);
    Bitboard room = step_forward(l->us ^ 1, l->empty, 0); /* squares that an empty one lies behind */
    Bitboard pushed =
        bb_and(step_forward(l->us, bb_and(sources, b->type[SHIELDER]), 0), bb_and(bb_without(l->enemy, b->type[SHIELDER]), room));
    BB_EACH(to, pushed)
    {
        Square from = (Square)((int)to - up), behind = (Square)((int)to + up);
        if (push_is_safe(b, l, from, (Square)to, behind)) *out++ = move_simple(from, (Square)to, NO_TYPE, MOVE_PUSH);
    }
    return out;
}

/* The pieces of the side to move whose one-square capture can take the double-stepper: Pawns all but
 * Shielders, Warriors only Warriors, Shielders all. */
static Bitboard en_passant_takers(const Board *b)
{
    Square ep = b->base.state->ep[0];
    Side us = b->base.side;
    const Bitboard *from = horizons.origins[ep][us];
    Bitboard set = bb_and(from[SHIELDER], b->type[SHIELDER]);
    PieceType victim = piece_type(b->base.board[stepper_square(b)]);
    if (victim != SHIELDER) set = bb_or(set, bb_and(from[PAWN], b->type[PAWN]));
    if (victim == WARRIOR || victim == SPENT_WARRIOR) set = bb_or(set, bb_and(from[SPENT_WARRIOR], warriors(b)));
    return bb_and(set, b->side[us]);
}

static bool en_passant_is_safe(const Board *b, Square from)
{
    Square ep = b->base.state->ep[0];
    Side us = b->base.side;
    Bitboard victim = bb_square(stepper_square(b));
    Bitboard occupied = bb_without(board_occupied(b), bb_or(victim, bb_square(from)));
    occupied = bb_or(occupied, bb_square(ep));
    return !horizons_attacked(b, king_square(b, us), occupied, us ^ 1, bb_without(b->side[us ^ 1], victim));
}

static Move *generate_from(const Board *b, NodeFacts *facts, GenKind kind, Bitboard sources, Move *out)
{
    Legality l;
    legality(&l, b, facts);
    Bitboard pieces = bb_without(bb_and(sources, l.own), bb_square(l.king));
    if (bb_any(l.checks->allowed)) {
        Bitboard pinned = bb_and(pieces, l.checks->pinned);
        out = generate_pieces(b, &l, kind, bb_without(pieces, pinned), l.checks->allowed, out);
        BB_EACH(piece, pinned)
        {
            out = generate_pieces(b, &l, kind, bb_square((unsigned)piece), answers_of_pinned(b, &l, (Square)piece), out);
        }
    }
    if (kind & GEN_QUIET) out = generate_pushes(b, &l, pieces, out);
    if (kind & GEN_NOISY) out = step_generate_ep(b, pieces, out);
    if (!bb_test(sources, l.king)) return out;
    out = generate_king(b, &l, kind, out);
    return kind & GEN_QUIET && !l.checks->in_check ? castling_generate(b, &all_castlings, attacked, out) : out;
}

/* A piece reaches at most as many squares as a short Magician, more than a Queen's 43, and promotes in at most 4 * 5 ways. */
enum { TARGETS_MAX = 56 };

/* ---- Making moves ---- */

/* Only captures, promotions and lost castling rights are irreversible: pushes can send any piece back, step by step. */
static void horizons_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Square from = move_from(move), to = move_to(move);
    Side us = pos->side;
    unsigned kind = move_kind(move);
    Square victim = kind == MOVE_EN_PASSANT ? stepper_square(b) : to;
    State *state = step_push(b, move);
    castling_lose(state, rights_lost[from] | rights_lost[to]);

    if (kind == MOVE_PUSH) {
        board_move(b, to, (Square)(to + forward(us)));
    } else if (pos->board[victim]) {
        board_remove(b, victim);
        state->counter = state->reversible = 0;
    }
    Piece piece = pos->board[from];
    if (kind == MOVE_PROMOTION) {
        piece = piece_make(us, move_type(move));
        state->counter = state->reversible = 0;
    } else if (kind == MOVE_LONG_CAPTURE) {
        piece = piece_make(us, after_long_capture());
    }
    board_move_as(b, from, to, piece);

    if (kind == MOVE_CASTLING) {
        castling_rook(b, &all_castlings, from, to);
    } else if (kind == MOVE_DOUBLE_STEP) {
        state->ep[0] = (Square)((from + to) / 2);
        if (square_file(from) != square_file(to)) state->ep[1] = to;
        state->key ^= step_ep_key(b);
    }
}

/* ---- End of the game ---- */

static bool horizons_in_check(const Position *pos) { return in_check(board_const(pos), pos->side); }
static bool horizons_in_peril(const Position *pos, NodeFacts *facts)
{
    Legality l;
    legality(&l, board_const(pos), facts);
    return l.checks->in_check;
}

static bool has_move(const Board *b)
{
    Move list[BOARD_SQUARES];
    HorizonsFacts facts;
    facts_empty(&facts.board.node);
    return generate_from(b, &facts.board.node, GEN_ALL, whole_board(), list) != list;
}

/* Insufficient material: lone Kings, or a King and one Bishop, one Knight or two Knights against a lone King. Mate and stalemate
 * come first (two Knights may have mated), so a position without a legal move is not a draw yet. Testing that is cheap: a side
 * has at most three pieces. */
static Outcome horizons_board_outcome(const Position *pos)
{
    static const Outcome ongoing = {ONGOING, NULL}, draw = {DRAW, "insufficient material"};
    const Board *b = board_const(pos);
    int white = bb_count(b->side[WHITE]), black = bb_count(b->side[BLACK]);
    if (white + black > 4 || (white > 1 && black > 1)) return ongoing;
    int knights = bb_count(b->type[KNIGHT]), bishops = bb_count(b->type[BISHOP]);
    if (knights + bishops != white + black - 2 || (bishops && white + black > 3)) return ongoing;
    return has_move(b) ? draw : ongoing;
}

static Outcome horizons_no_move_outcome(const Position *pos) { return step_no_move(pos, horizons_in_check(pos)); }

/* A side with a lone King does not win on time. */
static Outcome horizons_flag_outcome(const Position *pos, Side side)
{
    if (bb_count(board_const(pos)->side[side ^ 1]) == 1) return (Outcome){DRAW, "time forfeit against a lone King"};
    return (Outcome){result_win(side ^ 1), "time forfeit"};
}

/* ---- Refusals ---- */

static const char *horizons_refusal(const Position *pos, PieceType type, Square from, Square to)
{
    const Board *b = board_const(pos);
    int up = forward(pos->side), beyond = to + up;
    if (bb_test(shielded(b), to) && bb_test(in_front[pos->side][from], to)
        && horizons_reaches(pos->board[from], from, to, board_occupied(b)))
        return "a Shielder cannot be captured from a rank in front of it";
    if (type == SPENT_WARRIOR && pos->board[to] && to == from + 2 * up) return "a spent Warrior has made its long capture already";
    if (type != SHIELDER || !pos->board[to] || to != from + up) return NULL;
    if (horizons_rules.push_off) return "a Shielder captures only sideways";
    if (piece_type(pos->board[to]) == SHIELDER) return "a Shielder cannot be pushed";
    if (beyond < 0 || beyond >= BOARD_SQUARES) return "nothing can be pushed over the edge";
    return pos->board[beyond] ? "a push needs an empty square behind the piece" : NULL;
}

/* ---- FEN ---- */

static bool horizons_may_stand(Piece piece, Square s)
{
    return piece_type(piece) >= KNIGHT || square_relative_rank(piece_side(piece), s) != LAST_RANK;
}

static bool horizons_accepts(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    if (horizons_rules.tireless && bb_any(b->type[SPENT_WARRIOR]))
        return error_set(error, "there are no spent Warriors where Warriors are tireless");
    if (!step_has_kings(b, KING, error) || !step_well_placed(pos, "it would have promoted on its last rank", error)) return false;
    return !in_check(b, pos->side ^ 1) || error_set(error, "the side that is not to move is in check");
}

/* Reads `d3` (a Pawn or Shielder has passed over d3) or `d3e4` (a Warrior has, and stands on e4). */
static bool read_ep(Position *pos, const char *field, ErrorText *error)
{
    if (strcmp(field, "-") == 0) return true;
    State *state = pos->state;
    Side mover = pos->side ^ 1;
    const char *p = field;
    Square ep = square_parse(pos->variant, &p), stepper = SQUARE_NONE;
    if (ep != SQUARE_NONE && *p) stepper = square_parse(pos->variant, &p);
    if (ep == SQUARE_NONE || *p) return error_set(error, "en passant is '-', a square or two squares, not '%.20s'", field);
    if (square_relative_rank(mover, ep) != THIRD_RANK)
        return error_set(error, "en passant %s: the side that moved passes no such square", field);

    int up = mover == WHITE ? 1 : -1;
    int df = stepper == SQUARE_NONE ? 0 : (int)square_file(stepper) - (int)square_file(ep);
    Square origin = square_step(ep, -df, -up), target = square_step(ep, df, up);
    if (stepper != SQUARE_NONE && (stepper != target || df * df != 1 || origin == SQUARE_NONE))
        return error_set(error, "en passant %s: that is no Warrior's double step", field);
    Piece piece = pos->board[target];
    PieceType type = piece && piece_side(piece) == mover ? piece_type(piece) : NO_TYPE;
    if (df == 0 && type != PAWN && type != SHIELDER)
        return error_set(error, "en passant %s: no Pawn or Shielder has passed it", field);
    if (df != 0 && type != WARRIOR && type != SPENT_WARRIOR)
        return error_set(error, "en passant %s: no Warrior has passed it", field);
    if (pos->board[ep] || pos->board[origin])
        return error_set(error, "en passant %s: it and the piece's origin must be empty", field);
    state->ep[0] = ep;
    state->ep[1] = stepper;
    return true;
}

static bool horizons_set_fen(Position *pos, const char *fen, ErrorText *error)
{
    FenFields fields;
    return board_read_fen(pos, fen, true, &fields, error) && castling_accepts(pos, &all_castlings, KING, ROOK, error)
           && read_ep(pos, fields.ep, error);
}

/* ---- The game ---- */

Variant variant_horizons = {
    .name = "horizons",
    .title = "Horizons",
    .board = BOARD_SHEET,
    .symmetry = {.board = SYMMETRIC_FILES, .swap = FLIP_RANKS},
    .draws = {.counter_limit = 150, .repetitions = 3, .recurrence = RECURRENCE_DRAWS},
    .options = {.list = rule_options},
    .position = {.start_fen = "rnobmqkzbonr/pswpwsswpwsp/12/12/12/12/12/12/12/12/PSWPWSSWPWSP/RNOBMQKZBONR w KQkq - 0 1",
                 .castling = "KQkq", .init = horizons_init, .set_fen = horizons_set_fen, .accepts = horizons_accepts,
                 .may_stand = horizons_may_stand, .extra_key = step_extra_key},
    /* Let e squares be free of own pieces. At most 144 - e own pieces then have at most min(e, 56) targets each, because a short
     * Magician has 56 on an empty board and no piece has more. A move is given by its squares: (144 - e) * min(e, 56) <= (144 - 56)
     * * 56. Only promotions, to one of 12 squares from one of 4, have five choices: 12 * 4 * 4 more. */
    .moves = {.max = (BOARD_SQUARES - TARGETS_MAX) * TARGETS_MAX + 12 * 4 * 4, .generate = step_generate,
              .is_legal = step_move_is_legal, .key_after = step_key_after, .make = horizons_make},
    .end = {.in_check = horizons_in_check, .in_peril = horizons_in_peril, .on_board = horizons_board_outcome,
            .no_move = horizons_no_move_outcome, .flag = horizons_flag_outcome},
    .text = {.print = simple_print_move, .parse = simple_parse_move, .refusal = horizons_refusal},
    .search = {.hints = &horizons_hints, .describe = horizons_describe, .see_ge = horizons_see_ge,
               .evaluate = horizons_evaluate},
    .display = &horizons_display,
    .measured = &horizons_measured,
};
