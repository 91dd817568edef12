/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Horizons by Lev Grigoriev: 12x12, with bent riders that are easily blocked, Shielders that
 * push, and en passant for three families of pieces.
 */

#include <string.h>

#define BOARD_FILES 12
#define BOARD_RANKS 12
#define BOARD_TYPES 13
#define BOARD_SEE
#define BOARD_ATTACKS
#define BOARD_STRUCTURES 256
#define STEP_PERIL
#include "../../step_game.h"

/* ---- Data sheet ---- */

enum { PAWN = 1, WARRIOR, SPENT_WARRIOR, SHIELDER, KNIGHT, BISHOP, OX, ROOK, MAGICIAN, ZIP, QUEEN,
       KING };

/* The inventor's values, 1 2 2 3 3-4 4 5 7-8 8 9, slightly compressed for pieces that seldom reach them; a
 * spent Warrior has lost its long capture. */
static const PieceInfo piece_table[BOARD_TYPES] = {
    [PAWN] = {.letter = 'P', .sides = 3, .base = PAWN, .structure = true, .mg = 60, .eg = 85,
              .name = "Pawn", .betza = "fmWfcFifmnD"},
    [WARRIOR] = {.letter = 'W', .sides = 3, .base = WARRIOR, .structure = true,
                 .mg = 85, .eg = 110, .name = "Warrior", .betza = "fmFfcWifmnAfcnD"},
    [SPENT_WARRIOR] = {.letter = 'V', .sides = 3, .base = WARRIOR, .structure = true,
                       .mg = 60, .eg = 85, .name = "spent Warrior", .betza = "fmFfcWifmnA"},
    [SHIELDER] = {.letter = 'S', .sides = 3, .base = SHIELDER, .structure = true,
                  .mg = 115, .eg = 145, .name = "Shielder", .betza = "fmWscWifmnD"},
    [KNIGHT] = {.letter = 'N', .sides = 3, .base = KNIGHT, .symmetry = SYMMETRIC_ALL, .phase = 1, .mg = 235, .eg = 235,
                .name = "Knight", .betza = "N"},
    [BISHOP] = {.letter = 'B', .sides = 3, .base = BISHOP, .symmetry = SYMMETRIC_ALL, .phase = 1, .mg = 340, .eg = 350,
                .name = "Bishop", .betza = "B"},
    [OX] = {.letter = 'O', .sides = 3, .base = OX, .mates = true, .symmetry = SYMMETRIC_ALL, .phase = 1, .mg = 415, .eg = 430,
            .name = "Ox", .betza = "afWafafWafafsW"},
    [ROOK] = {.letter = 'R', .sides = 3, .base = ROOK, .mates = true, .symmetry = SYMMETRIC_ALL, .phase = 2, .mg = 580, .eg = 620,
              .name = "Rook", .betza = "R"},
    [MAGICIAN] = {.letter = 'M', .sides = 3, .base = MAGICIAN, .mates = true, .symmetry = SYMMETRIC_ALL, .phase = 3, .mg = 730,
        .eg = 780, .name = "Magician", .betza = "afafafsKafafafafsK..."},
    [ZIP] = {.letter = 'Z', .sides = 3, .base = ZIP, .mates = true, .symmetry = SYMMETRIC_ALL, .phase = 3, .mg = 830, .eg = 860,
             .name = "Zip", .betza = "WafWafafrWafaflWafafraflWafaflafrW..."},
    [QUEEN] = {.letter = 'Q', .sides = 3, .base = QUEEN, .mates = true, .symmetry = SYMMETRIC_ALL, .phase = 4, .mg = 1170,
        .eg = 1190, .name = "Queen", .betza = "Q"},
    [KING] = {.letter = 'K', .sides = 3, .base = KING, .symmetry = SYMMETRIC_ALL, .royal = true,
              .name = "King", .betza = "KisO3"},
};

/*
 * XBoard uses these to find checks, so the captures are exact. The quiet moves are wider than the rules:
 * XBoard remembers double steps of slot 0 only, and a pushed piece may double-step again. XBoard sees a push
 * as a capture; 't' keeps it from giving check.
 */
static const char *const cecp_pieces[] = {
    "K& KisO3", "Q& Q", "R& R", "B& B", "N& N", "P& fFfmWfmnD", "W& fmFfWfmnAfcnD", "V& fmFfWfmnA",
    "S& fmWsWfctWfmnD", "O& afWafafWafafsW",
    "M& afafafsKafafafafsKafafafafafsKafafafafafafsKafafafafafafafsK"
    "afafafafafafafafsKafafafafafafafafafsKafafafafafafafafafafsK",
    "Z& WafWafafrWafaflWafafraflWafaflafrWafafraflafrWafaflafraflWafafraflafraflW"
    "afaflafraflafrWafafraflafraflafrWafaflafraflafraflWafafraflafraflafraflW"
    "afaflafraflafraflafrWafafraflafraflafraflafrWafaflafraflafraflafraflW"
    "afafraflafraflafraflafraflWafaflafraflafraflafraflafrWafafraflafraflafraflafraflafrW"
    "afaflafraflafraflafraflafraflW",
    NULL,
};

enum { MOVE_PUSH = MOVE_SPECIAL, MOVE_LONG_CAPTURE };

/* How each piece moves, for display. */
static const char *const words[BOARD_TYPES] = {
    [PAWN] = "Steps one square straight forward, or two from its second rank, and captures "
        "one square diagonally forward. It may capture en passant. On the last rank it "
        "becomes a Queen, Rook, Bishop, Knight or Ox.",
    [WARRIOR] = "Moves one square diagonally forward, or two from its second rank, and "
        "captures one square straight forward. Once in the game it may capture two "
        "squares straight forward over an empty one and is then a spent Warrior. On "
        "the last rank it becomes a Magician, Rook, Bishop, Knight or Ox.",
    [SPENT_WARRIOR] = "A Warrior without its long capture: moves one square diagonally forward, or "
        "two from its second rank, and captures one square straight forward.",
    [SHIELDER] = "Steps one square straight forward, or two from its second rank, and captures "
        "one square sideways. It pushes an enemy in front of it one square on if there "
        "is room. No enemy in front of it can capture it. On the last rank it becomes "
        "a Zip, Rook, Bishop, Knight or Ox.",
    [KNIGHT] = "Jumps two squares straight and one sideways, over anything.",
    [BISHOP] = "Runs any distance diagonally.",
    [OX] = "Goes two squares straight, or three, or two straight and one diagonally "
        "onward. It never jumps: the way must be empty.",
    [ROOK] = "Runs any distance straight.",
    [MAGICIAN] = "Runs three squares or more in any direction over empty squares, then turns 45 "
        "degrees and steps one square, the only place where it stops.",
    [ZIP] = "Zigzags in one of eight ways: one square straight, the next straight, then "
        "diagonal and straight by turns, as far as the way is empty.",
    [QUEEN] = "Runs any distance straight or diagonally.",
    [KING] = "Steps one square in any direction, never onto an attacked square. Castles "
        "three squares towards a Rook, if neither has moved, nothing stands between "
        "and no square on its way is attacked.",
};

static const Zone zones[] = {
    {"White's last rank", ZONE_PROMOTION, 1, "a12-l12",
     "White Pawns, Warriors and Shielders promote here.", 0},
    {"Black's last rank", ZONE_PROMOTION, 2, "a1-l1",
     "Black Pawns, Warriors and Shielders promote here.", 0},
    {.name = NULL},
};

enum { A1 = 0, D1 = 3, E1, G1 = 6, I1 = 8, J1, L1 = 11,
       A12 = 132, D12 = 135, E12, G12 = 138, I12 = 140, J12, L12 = 143 };
static const Castling castlings[RIGHT_NB] = {
    [WHITE_SHORT] = {G1, J1, L1, I1}, [WHITE_LONG] = {G1, D1, A1, E1},
    [BLACK_SHORT] = {G12, J12, L12, I12}, [BLACK_LONG] = {G12, D12, A12, E12},
};
static const CastlingList all_castlings = {castlings, "KQkq", RIGHT_NB};

/* ---- Options of the rules ---- */

static struct {
    int shield_off, tireless, short_magician, original_ox, push_off;
} rules;

static const RuleOption rule_options[] = {
    {"shield", "on|off", &rules.shield_off, .words = "off: a Shielder can be captured from anywhere."},
    {"warrior", "once|tireless", &rules.tireless, .words = "tireless: a Warrior makes its long capture as often as it likes."},
    {"magician", "long|short", &rules.short_magician, .words = "short: a Magician turns after two squares or more."},
    {"ox", "t|original", &rules.original_ox,
     .words = "original: an Ox moves only to the bar of its T, and captures on the stem, too."},
    {"push", "on|off", &rules.push_off, .words = "off: Shielders do not push."},
    {.name = NULL},
};

/* ---- Geometry ---- */

enum { SECOND_RANK = 1, THIRD_RANK = 2, LAST_RANK = BOARD_RANKS - 1 }; /* counted from the own side */

static Bitboard whole_board, not_first_file, not_last_file;
static Bitboard rank_of[SIDE_NB][BOARD_RANKS];     /* counted from the own side */
static Bitboard in_front[SIDE_NB][BOARD_SQUARES];  /* all squares on the ranks in front */
static uint8_t rights_lost[BOARD_SQUARES];         /* by a move from or to the square */
static Bitboard castling_gap[RIGHT_NB];            /* between King and Rook */
static Bitboard king_zone[SIDE_NB][BOARD_SQUARES];
static Bitboard passed_mask[SIDE_NB][BOARD_SQUARES];
static Bitboard own_file[BOARD_SQUARES];

static int forward(Side side) { return side == WHITE ? BOARD_FILES : -BOARD_FILES; }

/* The set shifted one rank forward and df (-1 to 1) files aside. The result may contain squares past the last
 * rank; the caller intersects it with squares of the board. */
static inline __attribute__((always_inline)) Bitboard step_forward(Side side, Bitboard set, int df)
{
    if (df < 0) set = bb_and(set, not_first_file);
    if (df > 0) set = bb_and(set, not_last_file);
    return side == WHITE ? bb_up(set, (unsigned)(BOARD_FILES + df))
                         : bb_down(set, (unsigned)(BOARD_FILES - df));
}

/*
 * The attackers of a square, seen from that square. For pieces that can be blocked, `path`
 * holds the squares that must be empty. No two types reach a square from the same origin by
 * different paths, except the Magician, which has its own table `trunk`. Both are indexed
 * [to][from]: the paths of Ox, Magician and Zip differ in the two directions, and a King
 * needs a single row.
 */
typedef struct Sources {
    Bitboard pawn[SIDE_NB], warrior[SIDE_NB], long_capture[SIDE_NB];
    Bitboard shielder, knight, king;
    Bitboard rook, bishop, ox, zip, magician;
} Sources;

static Sources sources_of[BOARD_SQUARES];
static Bitboard path[BOARD_SQUARES][BOARD_SQUARES];
static Bitboard trunk[BOARD_SQUARES][BOARD_SQUARES];

/* The moves of a bent rider from a square: its targets on an empty board, the squares where a piece blocks
 * some of them, and the targets that it blocks, [from][blocker]. */
typedef struct BentMover {
    Bitboard targets[BOARD_SQUARES], passed[BOARD_SQUARES];
    Bitboard beyond[BOARD_SQUARES][BOARD_SQUARES];
} BentMover;

static BentMover ox, magician, zip;
static Bitboard ox_takes[BOARD_SQUARES]; /* where an Ox may go only to capture */

static inline Bitboard bent_attacks(const BentMover *mover, Square s, Bitboard occupied)
{
    Bitboard reached = mover->targets[s], blockers = bb_and(mover->passed[s], occupied);
    BB_EACH(blocker, blockers) reached = bb_without(reached, mover->beyond[s][blocker]);
    return reached;
}

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

/* Makes the current square of the path a target of the rider. */
static void way_stop(BentMover *mover, const Way *way, Bitboard *sources,
                     Bitboard passed[BOARD_SQUARES][BOARD_SQUARES])
{
    Bitboard to = bb_square(way->at);
    mover->targets[way->from] = bb_or(mover->targets[way->from], to);
    mover->passed[way->from] = bb_or(mover->passed[way->from], way->passed);
    BB_EACH(s, way->passed) mover->beyond[way->from][s] = bb_or(mover->beyond[way->from][s], to);
    *sources = bb_or(*sources, bb_square(way->from));
    passed[way->at][way->from] = way->passed;
}

/* The eight directions clockwise; neighbours differ by 45 degrees. */
static const int directions[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1},
                                     {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

/* Makes the current square of the path a target of the original Ox, to capture only. */
static void ox_stop_to_take(const Way *way)
{
    way_stop(&ox, way, &sources_of[way->at].ox, path);
    ox_takes[way->from] = bb_or(ox_takes[way->from], bb_square(way->at));
}

/* Two squares straight, then the bar of the T. */
static void ox_init(Square from)
{
    for (int d = 0; d < 8; d += 2) {
        Way stem = {.from = from, .at = from};
        const int *ahead = directions[d];
        if (!way_step(&stem, ahead[0], ahead[1])) continue;
        if (rules.original_ox) ox_stop_to_take(&stem);
        if (!way_step(&stem, ahead[0], ahead[1])) continue;
        if (rules.original_ox) ox_stop_to_take(&stem);
        else way_stop(&ox, &stem, &sources_of[stem.at].ox, path);
        for (int turn = -1; turn <= 1; ++turn) {
            Way bar = stem;
            const int *onward = directions[(d + turn) & 7];
            if (way_step(&bar, onward[0], onward[1]))
                way_stop(&ox, &bar, &sources_of[bar.at].ox, path);
        }
    }
}

/* Three or more squares straight (short: two), then one at 45 degrees. */
static void magician_init(Square from)
{
    for (int d = 0; d < 8; ++d) {
        Way stem = {.from = from, .at = from};
        for (int n = 1; way_step(&stem, directions[d][0], directions[d][1]); ++n) {
            for (int turn = -1; n >= (rules.short_magician ? 2 : 3) && turn <= 1; turn += 2) {
                Way branch = stem;
                const int *aside = directions[(d + turn) & 7];
                if (way_step(&branch, aside[0], aside[1]))
                    way_stop(&magician, &branch, &sources_of[branch.at].magician, trunk);
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
                way_stop(&zip, &way, &sources_of[way.at].zip, path);
            }
        }
    }
}

/* The pieces of chess, and the Pawns, Warriors and Shielders, that attack s. */
static void sources_init(Square s)
{
    Sources *to = &sources_of[s];
    to->knight = leaper(s, 1, 2);
    to->king = bb_or(leaper(s, 0, 1), leaper(s, 1, 1));
    to->rook = rook_attacks(s, bb_none());
    to->bishop = bishop_attacks(s, bb_none());
    Bitboard lines = bb_or(to->rook, to->bishop);
    BB_EACH(from, lines)
    {
        Bitboard ends = bb_or(bb_square(s), bb_square((unsigned)from));
        Bitboard both = bb_and(queen_attacks(s, ends), queen_attacks((Square)from, ends));
        for (int line = 0; line < LINE_NB; ++line)
            if (bb_test(line_ref[line][s].mask, (unsigned)from))
                path[s][from] = bb_and(both, line_ref[line][s].mask);
    }
    for (int df = -1; df <= 1; df += 2) {
        leap_add(&to->shielder, s, df, 0);
        leap_add(&to->pawn[WHITE], s, df, -1);
        leap_add(&to->pawn[BLACK], s, df, 1);
    }
    for (Side side = WHITE; side <= BLACK; ++side) {
        int back = side == WHITE ? -1 : 1;
        leap_add(&to->warrior[side], s, 0, back);
        leap_add(&to->long_capture[side], s, 0, 2 * back);
    }
}

static Tapered square_value(PieceType type, unsigned file, unsigned rank)
{
    int f = board_centre(file, BOARD_FILES), r = board_centre(rank, BOARD_RANKS), advanced = (int)rank;
    int late = advanced > 5 ? advanced - 5 : 0;
    switch (type) {
    case PAWN:
        return tapered((f - 2) * 3 + advanced * 2 + late * late * 2 - 4,
                       advanced * 3 + late * late * 5 - 6);
    case WARRIOR:
    case SPENT_WARRIOR:
        return tapered((f - 2) * 3 + advanced * 4 + late * late * 2 - 8,
                       advanced * 4 + late * late * 4 - 8);
    case SHIELDER:
        return tapered((f - 2) * 2 + advanced * 4 + late * late * 3 - 8,
                       advanced * 5 + late * late * 5 - 8);
    case KNIGHT: return tapered((f + r) * 6 - 30, (f + r) * 5 - 25);
    case BISHOP: return tapered((f + r) * 3 - 12 - (rank == 0 ? 8 : 0), (f + r) * 2 - 10);
    case OX: return tapered((f + r) * 4 - 18, (f + r) * 4 - 20);
    case ROOK: return tapered(f * 2 - 5 + (rank >= 9 ? 12 : 0), rank >= 9 ? 10 : 0);
    case MAGICIAN: return tapered(r - 2, 0);
    case ZIP: return tapered((f + r) * 2 - 9, (f + r) * 3 - 15);
    case QUEEN: return tapered(f + r - 4, (f + r) * 4 - 20);
    default:
        return tapered(rank == 0 ? 16 - f * 4 : -16 - advanced * 9 - f * 3, (f + r) * 8 - 30);
    }
}

static void zones_init(Square s)
{
    whole_board = bb_or(whole_board, bb_square(s));
    own_file[s] = file_set(square_file(s));
    for (Side side = WHITE; side <= BLACK; ++side) {
        unsigned rank = square_relative_rank(side, s);
        rank_of[side][rank] = bb_or(rank_of[side][rank], bb_square(s));
        for (unsigned t = 0; t < BOARD_SQUARES; ++t) {
            if (square_relative_rank(side, (Square)t) <= rank) continue;
            bb_flip(&in_front[side][s], t);
            int apart = (int)square_file((Square)t) - (int)square_file(s);
            if (apart >= -1 && apart <= 1) bb_flip(&passed_mask[side][s], t);
        }
        king_zone[side][s] = bb_or(sources_of[s].king, bb_square(s));
        for (int df = -1; df <= 1; ++df)
            leap_add(&king_zone[side][s], s, df, side == WHITE ? 2 : -2);
    }
}

static void horizons_init(void)
{
    board_init();
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) {
        sources_init((Square)s);
        zones_init((Square)s);
        zip_init((Square)s);
    }
    not_first_file = bb_without(whole_board, file_set(0));
    not_last_file = bb_without(whole_board, file_set(BOARD_FILES - 1));
    psq_fill(square_value);
    castling_init(&all_castlings, rights_lost);
    for (int right = 0; right < RIGHT_NB; ++right)
        castling_gap[right] = path[castlings[right].king_from][castlings[right].rook_from];
}

/* Fills the tables of the pieces that options change. */
static bool horizons_adjust(Variant *horizons, ErrorText *error)
{
    (void)horizons;
    (void)error;
    memset(&ox, 0, sizeof ox);
    memset(ox_takes, 0, sizeof ox_takes);
    memset(&magician, 0, sizeof magician);
    memset(trunk, 0, sizeof trunk);
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) sources_of[s].ox = sources_of[s].magician = bb_none();
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) {
        ox_init((Square)s);
        magician_init((Square)s);
    }
    return true;
}

/* ---- Attacks ---- */

/* The Shielders that no enemy in front of them captures. */
static inline Bitboard shielded(const Board *b) { return rules.shield_off ? bb_none() : b->type[SHIELDER]; }

static inline Bitboard warriors(const Board *b)
{
    return bb_or(b->type[WARRIOR], b->type[SPENT_WARRIOR]);
}

/* Pawns, Warriors and Shielders: "pawns" below, with a small p. */
static inline __attribute__((always_inline)) Bitboard all_pawns(const Board *b)
{
    return bb_or(bb_or(b->type[PAWN], b->type[SHIELDER]), warriors(b));
}

/* Pieces of a side that attack s and cannot be blocked. Generating moves is slower where the compiler does not inline this. */
static inline __attribute__((always_inline)) Bitboard near_attackers(const Board *b, Square s, Side by)
{
    const Sources *to = &sources_of[s];
    Bitboard set = bb_and(to->pawn[by], b->type[PAWN]);
    set = bb_or(set, bb_and(to->warrior[by], warriors(b)));
    set = bb_or(set, bb_and(to->shielder, b->type[SHIELDER]));
    set = bb_or(set, bb_and(to->knight, b->type[KNIGHT]));
    set = bb_or(set, bb_and(to->king, b->type[KING]));
    return bb_and(set, b->side[by]);
}

/* Pieces of a side that attack s if the squares of `path` are empty. */
static inline Bitboard far_attackers(const Board *b, Square s, Side by)
{
    const Sources *to = &sources_of[s];
    Bitboard set = bb_and(to->rook, bb_or(b->type[ROOK], b->type[QUEEN]));
    set = bb_or(set, bb_and(to->bishop, bb_or(b->type[BISHOP], b->type[QUEEN])));
    set = bb_or(set, bb_and(to->ox, b->type[OX]));
    set = bb_or(set, bb_and(to->zip, b->type[ZIP]));
    set = bb_or(set, bb_and(to->long_capture[by], b->type[WARRIOR]));
    return bb_and(set, b->side[by]);
}

/* Magicians of a side that attack s if their trunk is empty. */
static inline Bitboard magicians(const Board *b, Square s, Side by)
{
    return bb_and(sources_of[s].magician, board_pieces(b, by, MAGICIAN));
}

/* The shield: no enemy captures a Shielder from a rank in front of it. */
static Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side,
                             PieceType occupant)
{
    Bitboard set = bb_and(near_attackers(b, s, side), occupied);
    Bitboard riders = bb_and(far_attackers(b, s, side), occupied);
    BB_EACH(from, riders) if (!bb_meet(path[s][from], occupied)) bb_flip(&set, (unsigned)from);
    riders = bb_and(magicians(b, s, side), occupied);
    BB_EACH(from, riders) if (!bb_meet(trunk[s][from], occupied)) bb_flip(&set, (unsigned)from);
    if (occupant == SHIELDER && !rules.shield_off) return bb_without(set, in_front[side ^ 1][s]);
    return set;
}

/* Could one of these pieces of a side capture a King on s? */
static bool attacked(const Board *b, Square s, Bitboard occupied, Side by, Bitboard pieces)
{
    if (bb_meet(near_attackers(b, s, by), pieces)) return true;
    Bitboard riders = bb_and(far_attackers(b, s, by), pieces);
    BB_EACH(from, riders) if (!bb_meet(path[s][from], occupied)) return true;
    riders = bb_and(magicians(b, s, by), pieces);
    BB_EACH(from, riders) if (!bb_meet(trunk[s][from], occupied)) return true;
    return false;
}

/* Would a piece on `from`, real or not, attack a King on `to`? */
static bool attacks_square(Piece piece, Square from, Square to, Bitboard occupied)
{
    const Sources *sources = &sources_of[to];
    Side side = piece_side(piece);
    Bitboard near = bb_none(), far = bb_none();
    switch (piece_type(piece)) {
    case PAWN: near = sources->pawn[side]; break;
    case WARRIOR:
        far = sources->long_capture[side];
        near = sources->warrior[side];
        break;
    case SPENT_WARRIOR: near = sources->warrior[side]; break;
    case SHIELDER: near = sources->shielder; break;
    case KNIGHT: near = sources->knight; break;
    case KING: near = sources->king; break;
    case BISHOP: far = sources->bishop; break;
    case ROOK: far = sources->rook; break;
    case QUEEN: far = bb_or(sources->rook, sources->bishop); break;
    case OX: far = sources->ox; break;
    case ZIP: far = sources->zip; break;
    default:
        return bb_test(sources->magician, from) && !bb_meet(trunk[to][from], occupied);
    }
    return bb_test(near, from) || (bb_test(far, from) && !bb_meet(path[to][from], occupied));
}

/* The attacks of an officer or the King, own pieces included. */
static inline Bitboard piece_attacks(PieceType type, Square s, Bitboard occupied)
{
    switch (type) {
    case KNIGHT: return sources_of[s].knight;
    case BISHOP: return bishop_attacks(s, occupied);
    case OX: return bent_attacks(&ox, s, occupied);
    case ROOK: return rook_attacks(s, occupied);
    case MAGICIAN: return bent_attacks(&magician, s, occupied);
    case ZIP: return bent_attacks(&zip, s, occupied);
    case QUEEN: return queen_attacks(s, occupied);
    default: return sources_of[s].king;
    }
}

/* Squares attacked by a side's pawns. */
static Bitboard guarded_squares(const Board *b, Side side)
{
    Bitboard pawns = board_pieces(b, side, PAWN), shielders = board_pieces(b, side, SHIELDER);
    Bitboard set = bb_or(step_forward(side, pawns, -1), step_forward(side, pawns, 1));
    set = bb_or(set, step_forward(side, bb_and(b->side[side], warriors(b)), 0));
    set = bb_or(set, bb_down(bb_and(shielders, not_first_file), 1));
    return bb_or(set, bb_up(bb_and(shielders, not_last_file), 1));
}

static Bitboard attacks_of(const Board *b, Side side)
{
    Bitboard occupied = board_occupied(b), set = guarded_squares(b, side);
    /* long captures pass over these */
    Bitboard passed = bb_without(step_forward(side, board_pieces(b, side, WARRIOR), 0), occupied);
    set = bb_or(set, step_forward(side, passed, 0));
    Bitboard officers = bb_without(b->side[side], all_pawns(b));
    BB_EACH(s, officers) set = bb_or(set, piece_attacks(piece_type(b->base.board[s]), (Square)s, occupied));
    Bitboard shields = bb_and(set, bb_and(b->side[side ^ 1], shielded(b))); /* not attacked from the front */
    BB_EACH(s, shields) if (!bb_any(attackers_to(b, (Square)s, occupied, side, SHIELDER))) bb_flip(&set, (unsigned)s);
    return set;
}

static inline __attribute__((always_inline)) Square king_square(const Board *b, Side side)
{
    return bb_first(board_pieces(b, side, KING));
}

static bool in_check(const Board *b, Side side)
{
    return attacked(b, king_square(b, side), board_occupied(b), side ^ 1, b->side[side ^ 1]);
}

/* ---- Moves ---- */

/*
 * The data for testing legality in one position. The paths of all enemy riders to the King
 * are computed once; a piece on none of them moves freely. Moves of the King, en passant
 * and some pushes change the paths themselves, so their result is tested.
 */
typedef struct Legality {
    Side us;
    Square king;
    bool in_check;
    Bitboard occupied, own, enemy, empty;
    Bitboard allowed; /* targets of pieces other than the King: they must answer every check */
    Bitboard pinned;  /* own pieces that alone block an enemy rider */
    Bitboard stays[BOARD_SQUARES]; /* targets where a pinned piece still blocks; not set for others */
} Legality;

/* Adds a rider that attacks the King if `way` is empty: it gives check, or pins the only piece there if that is ours. */
static inline void add_rider(Legality *l, Square rider, Bitboard way)
{
    Bitboard blockers = bb_and(way, l->occupied), answers = bb_or(way, bb_square(rider));
    if (!bb_any(blockers)) {
        l->in_check = true;
        l->allowed = bb_and(l->allowed, answers);
    } else if (bb_meet(blockers, l->own) && !bb_many(blockers)) {
        Square piece = bb_first(blockers);
        l->stays[piece] = bb_test(l->pinned, piece) ? bb_and(l->stays[piece], answers) : answers;
        l->pinned = bb_or(l->pinned, blockers);
    }
}

static void find_checks_and_pins(const Board *b, Legality *l)
{
    Side us = l->us = b->base.side;
    l->king = king_square(b, us);
    l->occupied = board_occupied(b);
    l->own = b->side[us];
    l->enemy = b->side[us ^ 1];
    l->empty = bb_without(whole_board, l->occupied);
    l->allowed = whole_board;
    l->pinned = bb_none();
    Bitboard checkers = near_attackers(b, l->king, us ^ 1);
    l->in_check = bb_any(checkers);
    BB_EACH(from, checkers) l->allowed = bb_and(l->allowed, bb_square((unsigned)from));
    Bitboard riders = far_attackers(b, l->king, us ^ 1);
    BB_EACH(from, riders) add_rider(l, (Square)from, path[l->king][from]);
    riders = magicians(b, l->king, us ^ 1);
    BB_EACH(from, riders) add_rider(l, (Square)from, trunk[l->king][from]);
}

static inline Move *emit(Move *out, Square from, Bitboard targets)
{
    BB_EACH(to, targets) *out++ = move_simple(from, (Square)to, NO_TYPE, MOVE_NORMAL);
    return out;
}

/* The promotion choices by type. */
enum { PROMOTIONS = 5 };
static const PieceType pawn_promotions[PROMOTIONS] = {QUEEN, ROOK, OX, BISHOP, KNIGHT};
static const PieceType warrior_promotions[PROMOTIONS] = {MAGICIAN, ROOK, OX, BISHOP, KNIGHT};
static const PieceType shielder_promotions[PROMOTIONS] = {ZIP, ROOK, OX, BISHOP, KNIGHT};

/* Moves of pawns of one type that all go by the same `delta`; on the last rank they promote. */
static inline Move *emit_pawns(const Legality *l, Move *out, Bitboard targets, int delta,
                             unsigned kind, const PieceType promotions[PROMOTIONS])
{
    Bitboard last = bb_and(targets, rank_of[l->us][LAST_RANK]);
    targets = bb_without(targets, last);
    BB_EACH(to, targets) *out++ = move_simple((Square)((int)to - delta), (Square)to, NO_TYPE, kind);
    BB_EACH(to, last)
    {
        Square from = (Square)((int)to - delta);
        for (int i = 0; i < PROMOTIONS; ++i)
            *out++ = move_simple(from, (Square)to, promotions[i], MOVE_PROMOTION);
    }
    return out;
}

/* The targets for one kind of moves. */
typedef struct Goals {
    Bitboard steps;            /* of quiet steps by pawns */
    Bitboard victims;          /* for captures straight and diagonally forward: no Shielders */
    Bitboard sideways_victims; /* for captures sideways */
    Bitboard officers;         /* for officers, ignoring shields */
} Goals;

static Move *generate_pawns(const Legality *l, const Goals *goals, Bitboard pawns, Move *out)
{
    int up = forward(l->us);
    Bitboard one = bb_and(step_forward(l->us, pawns, 0), l->empty);
    Bitboard two = step_forward(l->us, bb_and(one, rank_of[l->us][THIRD_RANK]), 0);
    /* Only a pawn from the second rank arrives on the third rank by a single step. */
    out = emit_pawns(l, out, bb_and(one, goals->steps), up, MOVE_NORMAL, pawn_promotions);
    out = emit_pawns(l, out, bb_and(two, goals->steps), 2 * up, MOVE_DOUBLE_STEP, pawn_promotions);
    if (!bb_any(goals->victims)) return out;
    for (int df = -1; df <= 1; df += 2) {
        Bitboard taken = bb_and(step_forward(l->us, pawns, df), goals->victims);
        out = emit_pawns(l, out, taken, up + df, MOVE_NORMAL, pawn_promotions);
    }
    return out;
}

static Move *generate_warriors(const Board *b, const Legality *l, const Goals *goals, Bitboard pieces,
                               Move *out)
{
    int up = forward(l->us);
    for (int df = -1; df <= 1; df += 2) {
        Bitboard one = bb_and(step_forward(l->us, pieces, df), l->empty);
        Bitboard two = step_forward(l->us, bb_and(one, rank_of[l->us][THIRD_RANK]), df);
        out = emit_pawns(l, out, bb_and(one, goals->steps), up + df, MOVE_NORMAL, warrior_promotions);
        out = emit_pawns(l, out, bb_and(two, goals->steps), 2 * (up + df), MOVE_DOUBLE_STEP,
                       warrior_promotions);
    }
    if (!bb_any(goals->victims)) return out;
    Bitboard taken = bb_and(step_forward(l->us, pieces, 0), goals->victims);
    out = emit_pawns(l, out, taken, up, MOVE_NORMAL, warrior_promotions);
    Bitboard middle = bb_and(step_forward(l->us, bb_and(pieces, b->type[WARRIOR]), 0), l->empty);
    taken = bb_and(step_forward(l->us, middle, 0), goals->victims);
    return emit_pawns(l, out, taken, 2 * up, MOVE_LONG_CAPTURE, warrior_promotions);
}

static Move *generate_shielders(const Legality *l, const Goals *goals, Bitboard pieces, Move *out)
{
    int up = forward(l->us);
    Bitboard one = bb_and(step_forward(l->us, pieces, 0), l->empty);
    Bitboard two = step_forward(l->us, bb_and(one, rank_of[l->us][THIRD_RANK]), 0);
    out = emit_pawns(l, out, bb_and(one, goals->steps), up, MOVE_NORMAL, shielder_promotions);
    out = emit_pawns(l, out, bb_and(two, goals->steps), 2 * up, MOVE_DOUBLE_STEP,
                   shielder_promotions);
    if (!bb_any(goals->sideways_victims)) return out;
    Bitboard left = bb_and(bb_down(bb_and(pieces, not_first_file), 1), goals->sideways_victims);
    Bitboard right = bb_and(bb_up(bb_and(pieces, not_last_file), 1), goals->sideways_victims);
    out = emit_pawns(l, out, left, -1, MOVE_NORMAL, shielder_promotions);
    return emit_pawns(l, out, right, 1, MOVE_NORMAL, shielder_promotions);
}

/* The moves of own pieces that are not pinned, or of one pinned piece, to `allowed`. */
static Move *generate_pieces(const Board *b, const Legality *l, GenKind kind, Bitboard pieces,
                          Bitboard allowed, Move *out)
{
    Bitboard last = rank_of[l->us][LAST_RANK], shielders = b->type[SHIELDER];
    Bitboard captures = kind & GEN_NOISY ? bb_and(l->enemy, allowed) : bb_none();
    Goals goals = {.steps = bb_and(l->empty, allowed), .victims = bb_without(captures, shielded(b)),
                   .sideways_victims = captures, .officers = captures};
    if (kind & GEN_QUIET) goals.officers = bb_or(captures, goals.steps);
    if (kind == GEN_NOISY) goals.steps = bb_and(goals.steps, last);
    if (kind == GEN_QUIET) goals.steps = bb_without(goals.steps, last);

    out = generate_pawns(l, &goals, bb_and(pieces, b->type[PAWN]), out);
    out = generate_warriors(b, l, &goals, bb_and(pieces, warriors(b)), out);
    out = generate_shielders(l, &goals, bb_and(pieces, shielders), out);

    Bitboard shields = bb_and(l->enemy, shielded(b));
    Bitboard officers = bb_without(pieces, all_pawns(b));
    BB_EACH(from, officers)
    {
        PieceType type = piece_type(b->base.board[from]);
        Bitboard targets = piece_attacks(type, (Square)from, l->occupied);
        if (rules.original_ox && type == OX) targets = bb_without(targets, bb_and(ox_takes[from], l->empty));
        Bitboard spared = bb_and(shields, in_front[l->us][from]);
        out = emit(out, (Square)from, bb_without(bb_and(targets, goals.officers), spared));
    }
    return out;
}

/* ---- Special moves: King, pushes, en passant, castling ---- */

static Move *generate_king(const Board *b, const Legality *l, GenKind kind, Move *out)
{
    Bitboard wanted = bb_none();
    Bitboard spared = bb_and(shielded(b), in_front[l->us][l->king]);
    if (kind & GEN_NOISY) wanted = bb_without(l->enemy, spared);
    if (kind & GEN_QUIET) wanted = bb_or(wanted, l->empty);
    Bitboard targets = bb_and(sources_of[l->king].king, wanted);
    Bitboard without_king = bb_without(l->occupied, bb_square(l->king));
    BB_EACH(to, targets)
    {
        Bitboard pieces = bb_without(l->enemy, bb_square((unsigned)to));
        if (!attacked(b, (Square)to, without_king, l->us ^ 1, pieces))
            *out++ = move_simple(l->king, (Square)to, NO_TYPE, MOVE_NORMAL);
    }
    return out;
}

/* Is the own King safe after the Shielder has gone from `from` to `to` and the enemy piece on `to` has been
 * pushed to `behind`? */
static bool push_is_safe(const Board *b, const Legality *l, Square from, Square to, Square behind)
{
    Bitboard occupied = bb_or(bb_without(l->occupied, bb_square(from)), bb_square(behind));
    if (attacks_square(b->base.board[to], behind, l->king, occupied)) return false;
    /* A Shielder that is not pinned opens no line by leaving, and it blocks on the square of the pushed piece
     * as that piece did. */
    if (!l->in_check && !bb_test(l->pinned, from)) return true;
    return !attacked(b, l->king, occupied, l->us ^ 1, bb_without(l->enemy, bb_square(to)));
}

static Move *generate_pushes(const Board *b, const Legality *l, Bitboard sources, Move *out)
{
    if (rules.push_off) return out;
    int up = forward(l->us);
    Bitboard room = step_forward(l->us ^ 1, l->empty, 0); /* squares that an empty one lies behind */
    Bitboard pushed = bb_and(step_forward(l->us, bb_and(sources, b->type[SHIELDER]), 0),
                             bb_and(bb_without(l->enemy, b->type[SHIELDER]), room));
    BB_EACH(to, pushed)
    {
        Square from = (Square)((int)to - up), behind = (Square)((int)to + up);
        if (push_is_safe(b, l, from, (Square)to, behind))
            *out++ = move_simple(from, (Square)to, NO_TYPE, MOVE_PUSH);
    }
    return out;
}

/* The square of the piece that has just made a double step. */
static Square stepper_square(const Board *b)
{
    const State *state = b->base.state;
    if (state->ep[1] != SQUARE_NONE) return state->ep[1];
    return (Square)(state->ep[0] + forward(b->base.side ^ 1));
}

/* The pieces of the side to move whose one-square capture can take the double-stepper: Pawns all but
 * Shielders, Warriors only Warriors, Shielders all. */
static Bitboard en_passant_takers(const Board *b)
{
    Square ep = b->base.state->ep[0];
    Side us = b->base.side;
    const Sources *to = &sources_of[ep];
    Bitboard set = bb_and(to->shielder, b->type[SHIELDER]);
    PieceType victim = piece_type(b->base.board[stepper_square(b)]);
    if (victim != SHIELDER) set = bb_or(set, bb_and(to->pawn[us], b->type[PAWN]));
    if (victim == WARRIOR || victim == SPENT_WARRIOR)
        set = bb_or(set, bb_and(to->warrior[us], warriors(b)));
    return bb_and(set, b->side[us]);
}

/* Is the King safe after capturing en passant from this square? */
static bool en_passant_is_safe(const Board *b, Square from)
{
    Square ep = b->base.state->ep[0];
    Side us = b->base.side;
    Bitboard victim = bb_square(stepper_square(b));
    Bitboard occupied = bb_without(board_occupied(b), bb_or(victim, bb_square(from)));
    occupied = bb_or(occupied, bb_square(ep));
    return !attacked(b, king_square(b, us), occupied, us ^ 1, bb_without(b->side[us ^ 1], victim));
}

static bool en_passant_is_usable(const Board *b)
{
    if (b->base.state->ep[0] == SQUARE_NONE) return false;
    Bitboard takers = en_passant_takers(b);
    BB_EACH(from, takers) if (en_passant_is_safe(b, (Square)from)) return true;
    return false;
}

static Move *generate_en_passant(const Board *b, Bitboard sources, Move *out)
{
    Square ep = b->base.state->ep[0];
    if (ep == SQUARE_NONE) return out;
    Bitboard takers = bb_and(en_passant_takers(b), sources);
    BB_EACH(from, takers)
    {
        if (en_passant_is_safe(b, (Square)from))
            *out++ = move_simple((Square)from, ep, NO_TYPE, MOVE_EN_PASSANT);
    }
    return out;
}

static Move *generate_castling(const Board *b, const Legality *l, Move *out)
{
    uint32_t rights = b->base.state->rights;
    int first = l->us == WHITE ? WHITE_SHORT : BLACK_SHORT;
    for (int right = first; right < first + 2; ++right) {
        if (!(rights >> right & 1)) continue;
        const Castling *c = &castlings[right];
        if (bb_meet(castling_gap[right], l->occupied)) continue;
        /* Tested with the King lifted: an Ox or a Magician may see through it. The Rook in the corner blocks
         * no line, so its own move cannot open one. */
        Bitboard without_king = bb_without(l->occupied, bb_square(l->king));
        int step = c->king_to > c->king_from ? 1 : -1;
        bool safe = true;
        for (int s = c->king_from + step; safe && s != c->king_to + step; s += step)
            safe = !attacked(b, (Square)s, without_king, l->us ^ 1, l->enemy);
        if (safe) *out++ = move_simple(c->king_from, c->king_to, NO_TYPE, MOVE_CASTLING);
    }
    return out;
}

/* The legal moves of a kind that start on one of `sources`. */
static Move *generate_from(const Board *b, GenKind kind, Bitboard sources, Move *out)
{
    Legality l;
    find_checks_and_pins(b, &l);
    Bitboard pieces = bb_without(bb_and(sources, l.own), bb_square(l.king));
    if (bb_any(l.allowed)) {
        Bitboard pinned = bb_and(pieces, l.pinned);
        out = generate_pieces(b, &l, kind, bb_without(pieces, pinned), l.allowed, out);
        BB_EACH(piece, pinned)
        {
            Bitboard stays = bb_and(l.allowed, l.stays[piece]);
            out = generate_pieces(b, &l, kind, bb_square((unsigned)piece), stays, out);
        }
    }
    if (kind & GEN_QUIET) out = generate_pushes(b, &l, pieces, out);
    if (kind & GEN_NOISY) out = generate_en_passant(b, pieces, out);
    if (!bb_test(sources, l.king)) return out;
    out = generate_king(b, &l, kind, out);
    return kind & GEN_QUIET && !l.in_check ? generate_castling(b, &l, out) : out;
}

static Move *horizons_generate(const Position *pos, GenKind kind, Move *out)
{
    return generate_from(board_const(pos), kind, whole_board, out);
}

/* The most squares a piece reaches: a short Magician, more than a Queen's 43. A piece promotes in at most 4 * 5 ways. */
enum { TARGETS_MAX = 56, ONE_PIECE_MAX = 64 };

static bool horizons_move_is_legal(const Position *pos, Move move)
{
    Move list[ONE_PIECE_MAX];
    Square from = move_from(move);
    if (from >= BOARD_SQUARES || !pos->board[from]) return false;
    return step_is_listed(list, generate_from(board_const(pos), GEN_ALL, bb_square(from), list), move);
}

/* ---- Making moves ---- */

static PieceType after_long_capture(void) { return rules.tireless ? WARRIOR : SPENT_WARRIOR; }

/* Only captures, promotions and lost castling rights are irreversible: pushes can send any piece back, step
 * by step. */
static void horizons_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Square from = move_from(move), to = move_to(move);
    Side us = pos->side;
    unsigned kind = move_kind(move);
    Square victim = kind == MOVE_EN_PASSANT ? stepper_square(b) : to;
    State *state = step_push(b, move, en_passant_is_usable(b));
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
        step_enter_ep(state, en_passant_is_usable(b));
    }
}

static Key horizons_extra_key(const Position *pos) { return castling_key(pos, en_passant_is_usable(board_const(pos))); }

/* ---- End of the game ---- */

static bool horizons_in_peril(const Position *pos) { return in_check(board_const(pos), pos->side); }

static bool has_move(const Board *b)
{
    Move list[BOARD_SQUARES];
    return generate_from(b, GEN_ALL, whole_board, list) != list;
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

static Outcome horizons_no_move_outcome(const Position *pos) { return step_no_move(pos, horizons_in_peril(pos)); }

/* A side with a lone King does not win on time. */
static Outcome horizons_flag_outcome(const Position *pos, Side side)
{
    if (bb_count(board_const(pos)->side[side ^ 1]) == 1) return (Outcome){DRAW, "time forfeit against a lone King"};
    return (Outcome){result_win(side ^ 1), "time forfeit"};
}

/* ---- Search and evaluation ---- */

/* A pushed piece only blocks its new square; it stands in front of the Shielder and cannot capture it. */
static inline __attribute__((always_inline)) Step step_of(const Position *pos, Move move)
{
    if (move_kind(move) == MOVE_EN_PASSANT) return step_capture(pos, move, stepper_square(board_const(pos)));
    Step step = step_plain(pos, move);
    if (move_kind(move) == MOVE_LONG_CAPTURE) step.arrival = after_long_capture();
    if (move_kind(move) != MOVE_PUSH) return step;
    step.victim = NO_TYPE;
    step.filled = (Square)(step.to + forward(pos->side));
    return step;
}

/* Types for move ordering: a spent Warrior counts as a Warrior. */
enum { ORDER_SLOTS = KING - 1 };

/* Adds the own piece that alone keeps a rider from attacking the enemy King. */
static inline void perils_behind(Perils *perils, const Board *b, Bitboard way)
{
    Bitboard blockers = bb_and(way, board_occupied(b));
    if (bb_count(blockers) == 1) perils->from = bb_or(perils->from, bb_and(blockers, b->side[b->base.side]));
}

/* What is on the ways of arriving riders is left to leaves_in_peril. */
static bool perils_fill(Perils *perils, const Board *b)
{
    Side us = b->base.side;
    Square king = king_square(b, us ^ 1);
    const Sources *sources = &sources_of[king];
    Bitboard own = b->side[us];
    perils->to[PAWN] = sources->pawn[us];
    perils->to[SPENT_WARRIOR] = sources->warrior[us];
    perils->to[WARRIOR] = bb_or(sources->warrior[us], sources->long_capture[us]);
    perils->to[SHIELDER] = bb_or(sources->shielder, bb_square(king)); /* it may push the King */
    perils->to[KNIGHT] = sources->knight;
    perils->to[BISHOP] = sources->bishop;
    perils->to[ROOK] = sources->rook;
    perils->to[QUEEN] = bb_or(sources->bishop, sources->rook);
    if (bb_meet(own, b->type[OX])) perils->to[OX] = sources->ox;
    if (bb_meet(own, b->type[ZIP])) perils->to[ZIP] = sources->zip;
    if (bb_meet(own, b->type[MAGICIAN])) perils->to[MAGICIAN] = sources->magician;
    Bitboard riders = far_attackers(b, king, us);
    BB_EACH(rider, riders) perils_behind(perils, b, path[king][rider]);
    riders = magicians(b, king, us);
    BB_EACH(rider, riders) perils_behind(perils, b, trunk[king][rider]);
    return true;
}

/* Has a piece that left `from` opened the way of a rider of its side to a King on s? */
static bool uncovers_attack(const Board *b, Square s, Bitboard occupied, Side by, Square from)
{
    Bitboard riders = far_attackers(b, s, by);
    BB_EACH(rider, riders) if (bb_test(path[s][rider], from) && !bb_meet(path[s][rider], occupied)) return true;
    riders = magicians(b, s, by);
    BB_EACH(rider, riders) if (bb_test(trunk[s][rider], from) && !bb_meet(trunk[s][rider], occupied)) return true;
    return false;
}

static bool leaves_in_peril(const Board *b, const Step *step, bool uncovers)
{
    Side us = b->base.side;
    Square king = king_square(b, us ^ 1);
    Bitboard occupied = step_occupied(b, step);
    if (step->to == king) /* A Shielder pushes the King, which it does not attack then. */
        return attacked(b, step->filled, occupied, us, bb_without(b->side[us], bb_square(step->from)));
    return attacks_square(piece_make(us, step->arrival), step->to, king, occupied)
           || (uncovers && uncovers_attack(b, king, occupied, us, step->from));
}

static void horizons_describe(const Position *pos, const Move *moves, size_t n, MoveInfo *out)
{
    Attacked attacked = {.board = board_const(pos)};
    for (size_t i = 0; i < n; ++i) {
        Step step = step_of(pos, moves[i]);
        unsigned base = piece_table[step.mover].base, slot = pos->side * ORDER_SLOTS + base - 1u - (base > SPENT_WARRIOR);
        step_info(&step, slot, step_gain(&step), &attacked, &out[i]);
    }
    step_describe_perils(pos, moves, n, out);
}

static bool horizons_see_ge(const Position *pos, Move move, Score threshold)
{
    if (move_kind(move) == MOVE_CASTLING) return threshold <= 0;
    Step step = step_of(pos, move);
    return step_see(board_const(pos), &step, step_gain(&step), threshold);
}

enum { TEMPO_MG = 28, TEMPO_EG = 14 };

/* Passed pawns: no enemy pawn can stop them. */
static Structure structure_of(const Board *b)
{
    Structure found = {0};
    Bitboard pawns = all_pawns(b);
    BB_EACH(s, pawns)
    {
        Side us = piece_side(b->base.board[s]);
        if (!bb_meet(passed_mask[us][s], bb_without(pawns, b->side[us]))) bb_flip(&found.passed, (unsigned)s);
    }
    return found;
}

/* Passed pawns, and pawns that shelter the King. */
static Tapered evaluate_pawns(const Board *b, Side us, Bitboard all_passed)
{
    Tapered sum = 0;
    Bitboard occupied = board_occupied(b), passed = bb_and(all_passed, b->side[us]);
    BB_EACH(s, passed)
    {
        int rank = (int)square_relative_rank(us, (Square)s);
        bool blocked = bb_test(occupied, (unsigned)((int)s + forward(us)));
        sum += tapered(rank * rank / 2, rank * rank * (blocked ? 1 : 2));
    }
    int shelter = bb_count(bb_and(king_zone[us][king_square(b, us)], bb_and(all_pawns(b), b->side[us])));
    return sum + tapered(shelter * 9, 0);
}

/* Mobility, pressure on the enemy King, open files, the Bishop pair; fills *reach. */
static Tapered evaluate_officers(const Board *b, Side us, Bitboard guarded, Reach *reach)
{
    static const int8_t mobility_mg[BOARD_TYPES] = {
        [KNIGHT] = 4, [BISHOP] = 3, [OX] = 4, [ROOK] = 2, [MAGICIAN] = 2, [ZIP] = 2, [QUEEN] = 1};
    static const int8_t mobility_eg[BOARD_TYPES] = {
        [KNIGHT] = 4, [BISHOP] = 3, [OX] = 4, [ROOK] = 3, [MAGICIAN] = 3, [ZIP] = 3, [QUEEN] = 2};
    static const int8_t usual[BOARD_TYPES] = {
        [KNIGHT] = 5, [BISHOP] = 9, [OX] = 8, [ROOK] = 11, [MAGICIAN] = 14, [ZIP] = 14,
        [QUEEN] = 20};
    static const int8_t threat[BOARD_TYPES] = {
        [KNIGHT] = 3, [BISHOP] = 2, [OX] = 3, [ROOK] = 3, [MAGICIAN] = 4, [ZIP] = 4, [QUEEN] = 4};
    Side them = us ^ 1;
    Bitboard pawns = all_pawns(b);
    Bitboard own_pawns = bb_and(pawns, b->side[us]), enemy_pawns = bb_and(pawns, b->side[them]);
    Bitboard occupied = board_occupied(b), zone = king_zone[them][king_square(b, them)];
    Bitboard closed = bb_or(guarded, own_pawns);
    Bitboard officers = bb_without(b->side[us], bb_or(pawns, b->type[KING]));

    Tapered sum = 0;
    int pressure = 0, attackers = 0;
    BB_EACH(s, officers)
    {
        PieceType type = piece_type(b->base.board[s]);
        Bitboard attacks = piece_attacks(type, (Square)s, occupied);
        reach_add(reach, type, attacks);
        int n = bb_count(bb_without(attacks, closed)) - usual[type];
        sum += tapered(n * mobility_mg[type], n * mobility_eg[type]);
        int hits = bb_count(bb_and(attacks, zone));
        attackers += hits > 0;
        pressure += hits * threat[type];
        if (type == ROOK && !bb_meet(own_pawns, own_file[s]))
            sum += bb_meet(enemy_pawns, own_file[s]) ? tapered(10, 6) : tapered(20, 10);
    }
    if (attackers > 1) sum += tapered(pressure * attackers / 2, 0);
    if (bb_many(board_pieces(b, us, BISHOP))) sum += tapered(25, 40);
    return sum;
}

/* Unguarded pieces, officers attacked by lesser pieces, safe checks, and attacked squares around the enemy
 * King that only the King defends. */
static Tapered evaluate_threats(const Board *b, Side us, const Reach *own, const Reach *enemy)
{
    Side them = us ^ 1;
    Bitboard pawns = all_pawns(b), officers = bb_without(b->side[them], bb_or(pawns, b->type[KING]));
    Bitboard loose = bb_without(bb_and(b->side[them], own->all), enemy->all);
    Tapered sum = bb_count(bb_and(loose, pawns)) * tapered(14, 20);
    sum += bb_count(bb_and(loose, officers)) * tapered(22, 12);
    Bitboard by_minors = bb_or(bb_or(own->type[KNIGHT], own->type[BISHOP]), own->type[OX]);
    Bitboard majors = bb_or(b->type[ROOK], b->type[QUEEN]);
    majors = bb_or(majors, bb_or(b->type[MAGICIAN], b->type[ZIP]));
    sum += bb_count(bb_and(officers, own->type[PAWN])) * tapered(30, 8);
    sum += bb_count(bb_and(bb_and(officers, majors), by_minors)) * tapered(28, 10);

    Square king = king_square(b, them);
    Bitboard occupied = board_occupied(b), refused = bb_or(b->side[us], enemy->all);
    Bitboard straight = rook_attacks(king, occupied), diagonal = bishop_attacks(king, occupied);
    Bitboard checks = bb_and(own->type[KNIGHT], sources_of[king].knight);
    checks = bb_or(checks, bb_and(own->type[ROOK], straight));
    checks = bb_or(checks, bb_and(own->type[QUEEN], bb_or(straight, diagonal)));
    sum += bb_count(bb_without(checks, refused)) * tapered(18, 0);
    Bitboard weak = bb_without(bb_and(king_zone[them][king], own->all), enemy->twice);
    return sum + bb_count(weak) * tapered(16, 0);
}

static Tapered horizons_evaluate(const Position *pos, EvalScratch *scratch)
{
    const Board *b = board_const(pos);
    Bitboard passed = board_structure(b, scratch, structure_of).passed;
    Reach reach[SIDE_NB] = {0};
    Tapered sum[SIDE_NB];
    for (Side side = WHITE; side <= BLACK; ++side) {
        reach[side].type[PAWN] = guarded_squares(b, side); /* of all pawns */
        reach[side].all = reach[side].type[PAWN];
        reach_add(&reach[side], KING, sources_of[king_square(b, side)].king);
    }
    for (Side side = WHITE; side <= BLACK; ++side)
        sum[side] = evaluate_officers(b, side, reach[side ^ 1].type[PAWN], &reach[side]) + evaluate_pawns(b, side, passed);
    sum[WHITE] += evaluate_threats(b, WHITE, &reach[WHITE], &reach[BLACK]);
    sum[BLACK] += evaluate_threats(b, BLACK, &reach[BLACK], &reach[WHITE]);
    Tapered tempo = pos->side == WHITE ? tapered(TEMPO_MG, TEMPO_EG) : -tapered(TEMPO_MG, TEMPO_EG);
    /* Self-play results give all this more weight than the first estimates. */
    Tapered difference = sum[WHITE] - sum[BLACK];
    return tapered(tapered_mg(difference) * 8 / 5, tapered_eg(difference) * 8 / 5) + tempo;
}

/* ---- Refusals ---- */

static const char *horizons_refusal(const Position *pos, PieceType type, Square from, Square to)
{
    const Board *b = board_const(pos);
    int forward = pos->side == WHITE ? BOARD_FILES : -BOARD_FILES, beyond = to + forward;
    if (bb_test(shielded(b), to) && bb_test(in_front[pos->side][from], to)
        && attacks_square(pos->board[from], from, to, board_occupied(b)))
        return "a Shielder cannot be captured from a rank in front of it";
    if (type == SPENT_WARRIOR && pos->board[to] && to == from + 2 * forward)
        return "a spent Warrior has made its long capture already";
    if (type != SHIELDER || !pos->board[to] || to != from + forward) return NULL;
    if (rules.push_off) return "a Shielder captures only sideways";
    if (piece_type(pos->board[to]) == SHIELDER) return "a Shielder cannot be pushed";
    if (beyond < 0 || beyond >= BOARD_SQUARES) return "nothing can be pushed over the edge";
    return pos->board[beyond] ? "a push needs an empty square behind the piece" : NULL;
}

/* ---- FEN ---- */

static bool horizons_may_stand(Piece piece, Square s)
{
    return piece_type(piece) >= KNIGHT || square_relative_rank(piece_side(piece), s) != LAST_RANK;
}

static bool check_pieces(const Position *pos, ErrorText *error)
{
    if (rules.tireless && bb_any(board_const(pos)->type[SPENT_WARRIOR]))
        return error_set(error, "there are no spent Warriors where Warriors are tireless");
    return step_has_kings(board_const(pos), KING, error) && step_well_placed(pos, "it would have promoted on its last rank", error);
}

static bool horizons_accepts(const Position *pos, ErrorText *error)
{
    if (!check_pieces(pos, error)) return false;
    return !in_check(board_const(pos), pos->side ^ 1)
           || error_set(error, "the side that is not to move is in check");
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
    if (ep == SQUARE_NONE || *p)
        return error_set(error, "en passant is '-', a square or two squares, not '%.20s'", field);
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
    Piece board[SQUARE_MAX];
    if (!fen_read(pos, fen, all_castlings.letters, true, &fields, board, error)) return false;
    board_fill(board_of(pos), board);
    return horizons_accepts(pos, error) && castling_accepts(pos, &all_castlings, KING, ROOK, error)
           && read_ep(pos, fields.ep, error);
}

static void horizons_get_fen(const Position *pos, char *fen) { castling_get_fen(pos, &all_castlings, fen); }

/* Strength of the lower levels, written by `make levels`. */
static const LevelSheet levels = {
#include "levels.inc"
};
static const WdlSheet wdl = {
#include "wdl.inc"
};

static const ParamValue own_params[] = {
#include "params.inc"
    {NULL, 0}
};

static const DisplaySheet display = {
    .rules = "Horizons, by Lev Grigoriev, 2021-2023. Checkmate wins, stalemate draws.\n"
             "Warriors move diagonally and capture straight ahead; once in the game each may capture two\n"
             "squares ahead over an empty one and is then a spent Warrior (V).\n"
             "Shielders step straight ahead and capture sideways. No enemy in front of a Shielder can\n"
             "capture it. It pushes an enemy (no Shielder) one square on by stepping onto its square, if\n"
             "the square behind is empty: write the Shielder's move.\n"
             "The Ox goes two squares straight, three straight, or two and one diagonally onward; the way\n"
             "must be empty. The Magician runs three squares or more and then turns 45 degrees for one\n"
             "last step, the only one where it stops. The Zip zigzags: straight, diagonal, straight, ...\n"
             "Last rank: all become R, B, N or O; Pawns also Q, Warriors M, Shielders Z: e11e12q.\n"
             "The King castles three squares: g1j1, g1d1. Double steps are open to en passant.\n"
             "Draws: a third occurrence, 150 plies without a capture or promotion, King against King with\n"
             "at most a Bishop or two Knights.",
    .brief = "Checkmate the King on a board of twelve by twelve, with pieces that push, turn and zigzag.\n"
             "King, Queen, Rook, Bishop, Knight and Pawn are those of chess. The King castles three squares.\n"
             "Warriors move diagonally and take straight ahead. Shielders push what stands before them, and "
             "nothing before them takes them.\n"
             "Ox, Magician and Zip turn on their way, which must be empty.\n"
             "Pawns, Warriors and Shielders promote on the last rank. Stalemate draws.",
    .goals = {"Checkmate the King.", "Checkmate the King."},
    .scene = "h2j4 h11j9 i1d6 e11c9 e2f3 e12f1 e1f12 f1a7 h1h3 d12h8 h3h4 a7e6",
    .words = words,
    .zones = zones,
    .cecp = {.table = "(PNBRQMOW.S.......Z...........VK"
                      "pnbrqmow.s.......z...........vk)", .geometry = "12x12+0_bughouse",
             .pieces = cecp_pieces},
};

static const SearchHints hints = {
    .mop_up = true,
    .history_slots = 2 * ORDER_SLOTS,
    .params = own_params,
};

static const MeasuredSheet measured = {
    .levels = &levels,
    .wdl = &wdl,
    .length = 111,
    .opening = {.plies = 8, .limit = 60},
    .bench_depth = 9,
};

Variant variant_horizons = {
    STEP_MEMBERS,
    .name = "horizons",
    .title = "Horizons",
    .start_fen = "rnobmqkzbonr/pswpwsswpwsp/12/12/12/12/12/12/12/12/PSWPWSSWPWSP/RNOBMQKZBONR"
                 " w KQkq - 0 1",
    .symmetry = SYMMETRIC_FILES,
    .swap = FLIP_RANKS,
    .counter_limit = 150,
    .repetitions = 3,
    .recurrence = RECURRENCE_DRAWS,
    .hints = &hints,
    .display = &display,
    .measured = &measured,
    /* Let e squares be free of own pieces. At most 144 - e own pieces then have at most min(e, 56) targets
     * each, because a short Magician has 56 on an empty board and no piece has more. A move is given by its squares:
     * (144 - e) * min(e, 56) <= (144 - 56) * 56. Only promotions, to one of 12 squares from one of 4, have
     * five choices: 12 * 4 * 4 more. */
    .scratch_size = sizeof(EvalScratch),
    .max_moves = (BOARD_SQUARES - TARGETS_MAX) * TARGETS_MAX + 12 * 4 * 4,
    .phase_max = 40,
    .rule_options = rule_options,
    .adjust = horizons_adjust,
    .init = horizons_init,
    .set_fen = horizons_set_fen,
    .accepts = horizons_accepts,
    .extra_key = horizons_extra_key,
    .may_stand = horizons_may_stand,
    .get_fen = horizons_get_fen,
    .generate = horizons_generate,
    .move_is_legal = horizons_move_is_legal,
    .key_after = step_key_after,
    .make = horizons_make,
    .in_check = horizons_in_peril,
    .in_peril = horizons_in_peril,
    .board_outcome = horizons_board_outcome,
    .no_move_outcome = horizons_no_move_outcome,
    .flag_outcome = horizons_flag_outcome,
    .describe = horizons_describe,
    .see_ge = horizons_see_ge,
    .evaluate = horizons_evaluate,
    .parse_move = simple_parse_move,
    .refusal = horizons_refusal,
};
