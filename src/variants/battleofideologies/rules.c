/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Battle of Ideologies by RadarUndetectable: two different armies on 9x9. White has sliders and a lame Horse;
 * Black has only leapers. So White's pieces are never pinned. Black's pieces can be pinned on lines and on
 * the legs of Horses.
 */

#define BOARD_FILES 9
#define BOARD_RANKS 9
#define BOARD_TYPES 15
#define BOARD_BETWEEN
#define BOARD_SEE
#define BOARD_ATTACKS
#define STEP_PERIL
#include "../../step_game.h"

/* ---- Data sheet ---- */

/* White's types, then Black's. The types that a Pawn promotes to have consecutive numbers, and so do those
 * that a Quadrapawn promotes to. */
enum { PAWN = 1, HORSE, BISHOP, ROOK, ARCHBISHOP, CHANCELLOR, KING,
       QUADRAPAWN, ALIBACKA, GOLD_DEFENDER, OKAPI, CENTAUR, KIRIN, PROMOTED_KIRIN };

enum { WHITE_ONLY = 1, BLACK_ONLY = 2 };

/* Fitted to the results of self-play, like the weights below. */
static const PieceInfo piece_table[BOARD_TYPES] = {
    [PAWN] = {.letter = 'P', .sides = WHITE_ONLY, .base = PAWN, .structure = true,
              .mg = 85, .eg = 85, .name = "Pawn", .betza = "fmWfcFifmnD"},
    [HORSE] = {.letter = 'H', .sides = WHITE_ONLY, .base = HORSE, .phase = 1,
               .mg = 345, .eg = 345, .name = "Horse", .betza = "nN"},
    [BISHOP] = {.letter = 'B', .sides = WHITE_ONLY, .base = BISHOP, .phase = 1,
                .mg = 370, .eg = 370, .name = "Bishop", .betza = "B"},
    [ROOK] = {.letter = 'R', .sides = WHITE_ONLY, .base = ROOK, .phase = 2,
              .mg = 380, .eg = 380, .name = "Rook", .betza = "R"},
    [ARCHBISHOP] = {.letter = 'A', .sides = WHITE_ONLY, .base = ARCHBISHOP, .phase = 4,
                    .mg = 495, .eg = 495, .name = "Archbishop", .betza = "BN"},
    [CHANCELLOR] = {.letter = 'C', .sides = WHITE_ONLY, .base = CHANCELLOR, .mates = true, .phase = 4,
                    .mg = 1185, .eg = 1185, .name = "Chancellor", .betza = "RN"},
    [KING] = {.letter = 'K', .sides = WHITE_ONLY, .base = KING, .royal = true,
              .name = "King", .betza = "K"},
    [QUADRAPAWN] = {.letter = 'S', .sides = BLACK_ONLY, .base = QUADRAPAWN, .structure = true,
                    .mg = 260, .eg = 260, .name = "Quadrapawn", .betza = "mWcF"},
    [ALIBACKA] = {.letter = 'F', .sides = BLACK_ONLY, .base = ALIBACKA, .phase = 1,
                  .mg = 185, .eg = 185, .name = "Alibacka", .betza = "ADbW"},
    [GOLD_DEFENDER] = {.letter = 'E', .sides = BLACK_ONLY, .base = GOLD_DEFENDER, .phase = 2,
                       .mg = 240, .eg = 240, .name = "Gold Defender", .betza = "WfFfDcffNcbF"},
    [OKAPI] = {.letter = 'J', .sides = BLACK_ONLY, .base = OKAPI, .phase = 2,
               .mg = 390, .eg = 390, .name = "Okapi", .betza = "NZ"},
    [CENTAUR] = {.letter = 'M', .sides = BLACK_ONLY, .base = CENTAUR, .phase = 3,
                 .mg = 370, .eg = 370, .name = "Centaur", .betza = "KN"},
    [KIRIN] = {.letter = 'Z', .sides = BLACK_ONLY, .promotes = PROMOTED_KIRIN, .base = KIRIN,
               .royal = true, .name = "Kirin", .betza = "FD"},
    [PROMOTED_KIRIN] = {.letter = 'Z', .promoted = true, .sides = BLACK_ONLY, .base = KIRIN,
                        .royal = true, .name = "promoted Kirin", .betza = "FDbW"},
};

/* White has no hand. Black starts with five Quadrapawns in hand and never gains another. */
static const PieceType hand_types[] = {QUADRAPAWN, NO_TYPE};

/* How each piece moves, for display. */
static const char *const words[BOARD_TYPES] = {
    [PAWN] = "Steps one square straight forward, or two from rank 2, and captures one "
        "square diagonally forward. No en passant. On rank 9 it may become a Horse, "
        "Bishop, Rook, Archbishop or Chancellor, or stay a Pawn.",
    [HORSE] = "One square straight, which must be empty, then one diagonally outward.",
    [BISHOP] = "Runs any distance diagonally.",
    [ROOK] = "Runs any distance straight.",
    [ARCHBISHOP] = "Runs any distance diagonally, or jumps like a knight.",
    [CHANCELLOR] = "Runs any distance straight, or jumps like a knight.",
    [KING] = "Steps one square in any direction inside its palace, d1-f2. Checkmated, "
        "White has lost.",
    [QUADRAPAWN] = "Moves one square straight in any direction and captures one square diagonally "
        "in any direction. Arriving on rank 5, 4 or 3 it may become an Okapi, Gold "
        "Defender, Alibacka or Centaur. Five wait in hand.",
    [ALIBACKA] = "Jumps exactly two squares straight or diagonally, or steps one square "
        "straight back.",
    [GOLD_DEFENDER] = "Steps one square straight, or diagonally forward, or jumps two squares "
        "straight forward; captures by the two longest forward knight jumps and one "
        "square diagonally back as well.",
    [OKAPI] = "Jumps like a knight, or three squares straight and two sideways.",
    [CENTAUR] = "Steps one square in any direction or jumps like a knight.",
    [KIRIN] = "Steps one square diagonally or jumps two squares straight. Royal. Arriving on "
        "rank 5 it may promote and roam the whole board; standing on rank 1 it wins.",
    [PROMOTED_KIRIN] = "Steps one square diagonally or straight back, or jumps two squares straight, "
        "anywhere on the board. Royal; standing on rank 1 it wins.",
};

enum { PALACE, GOAL, LAND, BLACK_PROMOTION, WHITE_PROMOTION, DROPS };
static const Zone zones[] = {
    [PALACE] = {"Palace", ZONE_PALACE, 1, "d1-f2",
     "The King never leaves it.", 0xc23b22},
    [GOAL] = {"Kirin's goal", ZONE_GOAL, 2, "a1-i1",
     "Black wins with a Kirin here after a legal move.", 0},
    [LAND] = {"Black's land", ZONE_REGION, 2, "a5-i9 a1-i2",
     "Black pieces other than Quadrapawns and a promoted Kirin stand only here.", 0},
    [BLACK_PROMOTION] = {"Black's promotion zone", ZONE_PROMOTION, 2, "a3-i5",
     "A Quadrapawn arriving here may promote; a Kirin on rank 5.", 0},
    [WHITE_PROMOTION] = {"White's promotion zone", ZONE_PROMOTION, 1, "a9-i9",
     "A Pawn arriving here may promote.", 0},
    [DROPS] = {"Black's drops", ZONE_DROP, 2, "a6-i9",
     "Black drops Quadrapawns here.", 0},
    {.name = NULL},
};

/* No slot is the King of the GUI: its own idea of check differs from the rules. The GUI wants directions
 * before restrictions: ffcN, not cffN. */
static const char *const cecp_pieces[] = {
    "P fmWfcFifmnD", "H nN", "B B", "R R", "A BN", "C RN", "K K",
    "s mWcF", "f ADbW", "e WfFfDffcNbcF", "j NZ", "m KN", "z FD", "+z FDbW", NULL,
};

/* ---- Options of the rules ---- */

enum { RESERVE = 5, RESERVE_MAX = 9 };

static struct {
    int reserve, goal_off, palace_off;
} rules = {.reserve = RESERVE};

static const RuleOption rule_options[] = {
    {"reserve", NULL, &rules.reserve, .value = RESERVE, .max = RESERVE_MAX, .spares = DATA_NET | DATA_TABLEBASES,
     .words = "Quadrapawns in hand at the start; also the most a FEN may have.",
     .said = "%d Quadrapawns in hand|No Quadrapawns in hand"},
    {"goal", "on|off", &rules.goal_off, .words = "off: a Kirin on rank 1 decides nothing."},
    {"palace", "on|off", &rules.palace_off, .words = "off: the King goes anywhere."},
    {.name = NULL},
};

/* ---- Geometry ---- */

static Bitboard whole_board, file_a, file_i;
static Bitboard rank_3, rank_9;
static Bitboard kirin_goal; /* rank 1, or nothing */
static Bitboard near_goal;  /* ranks 2 and 3, from where a Kirin goes there */
static Bitboard palace, drop_zone;
static Bitboard black_region;   /* of Black's officers and the unpromoted Kirin */
static Bitboard promotion_zone; /* of the Quadrapawn */
static Bitboard kirin_zone;     /* where a Kirin promotes: rank 5 */

static Bitboard straight_rays[BOARD_SQUARES], diagonal_rays[BOARD_SQUARES];

/* For all leapers: their targets without and with a capture, regions respected, and for each square, the
 * squares from which a piece could capture there. */
static Bitboard quiet_leaps[BOARD_TYPES][BOARD_SQUARES];
static Bitboard capture_leaps[BOARD_TYPES][BOARD_SQUARES];
static Bitboard captured_from[BOARD_TYPES][BOARD_SQUARES];
static Bitboard knight_leaps[BOARD_SQUARES]; /* also part of the Archbishop and the Chancellor */
static Bitboard pawn_attackers[BOARD_SQUARES]; /* the squares from which Pawns attack a square */

static LameWay horse_to[BOARD_SQUARES][LAME_WAYS], horse_from[BOARD_SQUARES][LAME_WAYS];

/* The rank from 1, as in the notation. */
static int rank_number(Square s) { return (int)square_rank(s) + 1; }

/* ---- The moves of each piece ---- */

/* The attacks of a White officer, own pieces included. */
static inline Bitboard officer_attacks(PieceType type, Square s, Bitboard occupied)
{
    switch (type) {
    case HORSE: return lame_leaps(horse_to[s], occupied);
    case BISHOP: return bishop_attacks(s, occupied);
    case ROOK: return rook_attacks(s, occupied);
    case ARCHBISHOP: return bb_or(bishop_attacks(s, occupied), knight_leaps[s]);
    default: return bb_or(rook_attacks(s, occupied), knight_leaps[s]);
    }
}

static Bitboard ferz(Square s) { return leaper(s, 1, 1); }
static Bitboard wazir(Square s) { return leaper(s, 1, 0); }
static Bitboard dabbaba(Square s) { return leaper(s, 2, 0); }
static Bitboard king_steps(Square s) { return bb_or(ferz(s), wazir(s)); }

/* A Black step; forward is down the board. */
static Bitboard black_step(Square s, int df, int forward)
{
    Bitboard set = bb_none();
    leap_add(&set, s, df, -forward);
    return set;
}

static Bitboard gold_defender(Square s, bool captures)
{
    Bitboard set = bb_or(wazir(s), black_step(s, 0, 2));
    set = bb_or(set, bb_or(black_step(s, -1, 1), black_step(s, 1, 1)));
    if (!captures) return set;
    set = bb_or(set, bb_or(black_step(s, -1, 2), black_step(s, 1, 2)));
    return bb_or(set, bb_or(black_step(s, -1, -1), black_step(s, 1, -1)));
}

/* The targets of a leaper on s, without or with a capture. */
static Bitboard leaps_of(PieceType type, Square s, bool captures)
{
    Bitboard set;
    switch (type) {
    case KING: return bb_and(king_steps(s), palace);
    case QUADRAPAWN: return captures ? ferz(s) : wazir(s);
    case CENTAUR: set = bb_or(king_steps(s), leaper(s, 1, 2)); break;
    case ALIBACKA: set = bb_or(bb_or(leaper(s, 2, 2), dabbaba(s)), black_step(s, 0, -1)); break;
    case OKAPI: set = bb_or(leaper(s, 1, 2), leaper(s, 2, 3)); break;
    case GOLD_DEFENDER: set = gold_defender(s, captures); break;
    case KIRIN: set = bb_or(ferz(s), dabbaba(s)); break;
    default: return bb_or(bb_or(ferz(s), dabbaba(s)), black_step(s, 0, -1));
    }
    return bb_and(set, black_region);
}

/* ---- Tables ---- */

/* Scales down the positional and activity terms below. */
static Tapered weighed(Tapered t)
{
    return tapered(tapered_mg(t) * 12 / 25, tapered_eg(t) * 11 / 16);
}

static Tapered square_value(PieceType type, Square s)
{
    int centre = board_centre(square_file(s), BOARD_FILES), middle = board_centre(square_rank(s), BOARD_RANKS);
    int rank = rank_number(s), advanced = 9 - rank;
    switch (type) {
    case PAWN: /* on rank 9 it has no move left */
        if (rank == 9) return tapered(-60, -80);
        return tapered((rank - 2) * 5 + (rank > 2 ? centre * 2 : 0), (rank - 2) * (rank - 2) * 3);
    case HORSE: return tapered((centre + middle) * 6 - 24, (centre + middle) * 5 - 20);
    case BISHOP: return tapered((centre + middle) * 3 - 12, (centre + middle) * 3 - 12);
    case ROOK: return tapered(centre * 2 - 4 + (rank >= 7 ? 10 : 0), 0);
    case ARCHBISHOP: return tapered((centre + middle) * 3 - 12, (centre + middle) * 4 - 16);
    case CHANCELLOR: return tapered(centre + middle - 4, (centre + middle) * 3 - 12);
    case KING: return tapered(rank == 1 ? 12 - (centre == 4 ? 4 : 0) : -12, 0);
    case QUADRAPAWN: { /* its distance to the promotion zone */
        static const int16_t by_rank[10] = {0, 0, 20, 60, 75, 75, 60, 30, 0, -15};
        return tapered(by_rank[rank] + centre * 2 - 4, by_rank[rank] + centre - 2);
    }
    case ALIBACKA: return tapered(centre * 3 - 6 + (rank == 9 ? -10 : 0), centre * 2 - 4);
    case GOLD_DEFENDER: return tapered(centre * 4 - 8 - (rank == 9 ? 10 : 0), advanced * 2 - 6);
    case OKAPI: return tapered(centre * 4 - 8 - (rank == 9 ? 15 : 0), centre * 3 - 6);
    case CENTAUR: return tapered(centre * 4 - 8 + advanced * 2, centre * 4 - 8 + advanced * 3);
    default: /* the Kirin; evaluate_goals decides when it advances, not this table */
        return tapered(-advanced * 6, 0) + (type == PROMOTED_KIRIN ? tapered(10, 25) : 0);
    }
}

static void sets_init(void)
{
    file_a = file_set(0);
    file_i = file_set(8);
    for (unsigned r = 0; r < BOARD_RANKS; ++r) whole_board = bb_or(whole_board, rank_set(r));
    black_region = zone_set(&zones[LAND]);
    drop_zone = zone_set(&zones[DROPS]);
    promotion_zone = zone_set(&zones[BLACK_PROMOTION]);
    rank_3 = rank_set(2);
    rank_9 = rank_set(8);
    near_goal = bb_or(rank_set(1), rank_set(2));
    kirin_zone = rank_set(4);
}

static void leaps_init(PieceType t, Square s)
{
    quiet_leaps[t][s] = leaps_of(t, s, false);
    capture_leaps[t][s] = leaps_of(t, s, true);
    BB_EACH(to, capture_leaps[t][s]) bb_flip(&captured_from[t][to], s);
}

static bool battle_adjust(Variant *battle, ErrorText *error)
{
    static const char hand[RESERVE_MAX + 1] = "sssssssss";
    static char start[FEN_MAX];
    (void)error;
    if (rules.reserve != RESERVE) battle->start_fen = fen_with_hand(battle->start_fen, &hand[RESERVE_MAX - rules.reserve], start);
    if (rules.reserve > RESERVE) battle->rules.lost |= DATA_NET; /* which counts no more of them */
    kirin_goal = rules.goal_off ? bb_none() : rank_set(0);
    palace = rules.palace_off ? whole_board : zone_set(&zones[PALACE]);
    memset(captured_from[KING], 0, sizeof captured_from[KING]);
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) leaps_init(KING, (Square)s);
    return true;
}

static void battle_init(void)
{
    board_init();
    sets_init();
    for (unsigned i = 0; i < BOARD_SQUARES; ++i) {
        Square s = (Square)i;
        straight_rays[s] = rook_attacks(s, bb_none());
        diagonal_rays[s] = bishop_attacks(s, bb_none());
        knight_leaps[s] = leaper(s, 1, 2);
        mao_init(s, horse_to[s], horse_from[s]);
        for (int df = -1; df <= 1; df += 2) leap_add(&pawn_attackers[s], s, df, -1);
        for (PieceType t = QUADRAPAWN; t < BOARD_TYPES; ++t) leaps_init(t, s);
        for (PieceType t = PAWN; t < BOARD_TYPES; ++t) {
            Tapered value = tapered(piece_table[t].mg, piece_table[t].eg) + weighed(square_value(t, s));
            if (t <= KING) piece_square[piece_make(WHITE, t)][s] = value;
            else piece_square[piece_make(BLACK, t)][s] = -value;
        }
    }
}

/* ---- Attacks ---- */

static inline Square king_square(const Board *b) { return bb_first(b->type[KING]); }
static inline Bitboard kirin_set(const Board *b)
{
    return bb_or(b->type[KIRIN], b->type[PROMOTED_KIRIN]);
}

/* Black pieces that could capture on s. All are leapers, so no blocker matters. */
static inline Bitboard black_attackers(const Board *b, Square s)
{
    Bitboard set = bb_none();
    for (PieceType t = QUADRAPAWN; t <= PROMOTED_KIRIN; ++t)
        set = bb_or(set, bb_and(captured_from[t][s], b->type[t]));
    return set;
}

/* White pieces that could capture on s, if `occupied` is everything on the board. */
static Bitboard white_attackers(const Board *b, Square s, Bitboard occupied)
{
    Bitboard straight = bb_or(b->type[ROOK], b->type[CHANCELLOR]);
    Bitboard diagonal = bb_or(b->type[BISHOP], b->type[ARCHBISHOP]);
    Bitboard knights = bb_or(b->type[ARCHBISHOP], b->type[CHANCELLOR]);
    Bitboard set = bb_and(pawn_attackers[s], b->type[PAWN]);
    set = bb_or(set, bb_and(knight_leaps[s], knights));
    set = bb_or(set, bb_and(captured_from[KING][s], b->type[KING]));
    if (bb_meet(knight_leaps[s], b->type[HORSE]))
        set = bb_or(set, bb_and(lame_leaps(horse_from[s], occupied), b->type[HORSE]));
    if (bb_meet(straight_rays[s], straight))
        set = bb_or(set, bb_and(rook_attacks(s, occupied), straight));
    if (bb_meet(diagonal_rays[s], diagonal))
        set = bb_or(set, bb_and(bishop_attacks(s, occupied), diagonal));
    return set;
}

/* All squares that White attacks, if `occupied` is everything on the board. */
static Bitboard white_attacks(const Board *b, Bitboard occupied)
{
    Bitboard set = bb_or(bb_up(bb_without(b->type[PAWN], file_a), 8),
                         bb_up(bb_without(b->type[PAWN], file_i), 10));
    set = bb_or(set, capture_leaps[KING][king_square(b)]);
    Bitboard horses = b->type[HORSE];
    BB_EACH(h, horses) set = bb_or(set, lame_leaps(horse_to[h], occupied));
    Bitboard straight = bb_or(b->type[ROOK], b->type[CHANCELLOR]);
    BB_EACH(r, straight) set = bb_or(set, rook_attacks((Square)r, occupied));
    Bitboard diagonal = bb_or(b->type[BISHOP], b->type[ARCHBISHOP]);
    BB_EACH(d, diagonal) set = bb_or(set, bishop_attacks((Square)d, occupied));
    Bitboard knights = bb_or(b->type[ARCHBISHOP], b->type[CHANCELLOR]);
    BB_EACH(n, knights) set = bb_or(set, knight_leaps[n]);
    return set;
}

static Bitboard attacks_of(const Board *b, Side side)
{
    if (side == WHITE) return white_attacks(b, board_occupied(b));
    Bitboard set = bb_none();
    BB_EACH(s, b->side[BLACK]) set = bb_or(set, capture_leaps[piece_type(b->base.board[s])][s]);
    return set;
}

static Bitboard attackers_to(const Board *b, Square s, Bitboard occupied, Side side,
                             PieceType occupant)
{
    (void)occupant;
    Bitboard set = side == WHITE ? white_attackers(b, s, occupied) : black_attackers(b, s);
    return bb_and(set, occupied);
}

static bool in_check(const Board *b, Side side)
{
    if (side == WHITE) return bb_any(black_attackers(b, king_square(b)));
    return bb_any(white_attackers(b, bb_first(kirin_set(b)), board_occupied(b)));
}

/* ---- Moves: common to both sides ---- */

static inline Move *emit(Move *out, Square from, Bitboard targets)
{
    BB_EACH(to, targets) *out++ = move_simple(from, (Square)to, NO_TYPE, MOVE_NORMAL);
    return out;
}

/* Moves of pieces that all start `delta` squares below their targets (a drop: 0). */
static inline Move *emit_by(Move *out, Bitboard targets, int delta, PieceType type, unsigned kind)
{
    BB_EACH(to, targets)
        *out++ = move_simple((Square)((int)to - delta), (Square)to, type, kind);
    return out;
}

/* Promotions to each of the types first .. last. */
static inline Move *emit_promotions(Move *out, Bitboard targets, int delta, PieceType first,
                                    PieceType last)
{
    BB_EACH(to, targets)
    {
        for (PieceType t = first; t <= last; ++t)
            *out++ = move_simple((Square)((int)to - delta), (Square)to, t, MOVE_PROMOTION);
    }
    return out;
}

/* ---- White's moves ---- */

static Move *generate_pawns(const Board *b, GenKind kind, Bitboard pawns, Bitboard allowed,
                            Move *out)
{
    Bitboard empty = bb_without(whole_board, board_occupied(b));
    Bitboard victims = bb_and(b->side[BLACK], allowed);
    Bitboard one = bb_and(bb_up(pawns, 9), empty);
    Bitboard two = bb_and(bb_and(bb_up(bb_and(one, rank_3), 9), empty), allowed);
    one = bb_and(one, allowed);
    if (kind & GEN_QUIET) {
        /* only a Pawn from rank 2 arrives on rank 3 by a single step */
        out = emit_by(out, one, 9, NO_TYPE, MOVE_NORMAL);
        out = emit_by(out, two, 18, NO_TYPE, MOVE_NORMAL);
    }
    if (!(kind & GEN_NOISY)) return out;
    Bitboard left = bb_and(bb_up(bb_without(pawns, file_a), 8), victims);
    Bitboard right = bb_and(bb_up(bb_without(pawns, file_i), 10), victims);
    out = emit_by(out, left, 8, NO_TYPE, MOVE_NORMAL);
    out = emit_by(out, right, 10, NO_TYPE, MOVE_NORMAL);
    if (!bb_meet(bb_or(one, bb_or(left, right)), rank_9)) return out;
    out = emit_promotions(out, bb_and(one, rank_9), 9, HORSE, CHANCELLOR);
    out = emit_promotions(out, bb_and(left, rank_9), 8, HORSE, CHANCELLOR);
    return emit_promotions(out, bb_and(right, rank_9), 10, HORSE, CHANCELLOR);
}

/*
 * Black only leaps, so no White piece shields the King, a check cannot be blocked, and a double check needs a
 * King move.
 */
static Move *generate_white(const Board *b, GenKind kind, Bitboard sources, Move *out)
{
    if (bb_meet(kirin_set(b), kirin_goal)) return out; /* Black has won */
    Square king = king_square(b);
    Bitboard occupied = board_occupied(b);
    Bitboard checkers = black_attackers(b, king);
    Bitboard wanted = bb_without(whole_board, b->side[WHITE]);
    if (kind == GEN_NOISY) wanted = b->side[BLACK];
    if (kind == GEN_QUIET) wanted = bb_without(wanted, b->side[BLACK]);
    sources = bb_and(sources, b->side[WHITE]);

    if (!bb_many(checkers)) {
        Bitboard allowed = bb_any(checkers) ? checkers : whole_board;
        Bitboard targets = bb_and(allowed, wanted);
        out = generate_pawns(b, kind, bb_and(sources, b->type[PAWN]), allowed, out);
        for (PieceType t = HORSE; t <= CHANCELLOR; ++t) {
            Bitboard pieces = bb_and(sources, b->type[t]);
            BB_EACH(from, pieces)
            {
                Bitboard attacks = officer_attacks(t, (Square)from, occupied);
                out = emit(out, (Square)from, bb_and(attacks, targets));
            }
        }
    }
    if (bb_test(sources, king)) {
        Bitboard targets = bb_and(capture_leaps[KING][king], wanted);
        BB_EACH(to, targets)
        {
            if (!bb_any(black_attackers(b, (Square)to)))
                *out++ = move_simple(king, (Square)to, NO_TYPE, MOVE_NORMAL);
        }
    }
    return out;
}

/* ---- Black's moves ---- */

/* A pinned piece and the squares it may move to. */
typedef struct Pin {
    Square piece;
    Bitboard mask;
} Pin;

/* The data for testing the legality of Black's moves. */
typedef struct BlackNode {
    Square kirin;
    Bitboard occupied, empty, enemy;
    Bitboard danger;  /* squares that White attacks once the Kirin has left its square */
    Bitboard allowed; /* targets of pieces other than the Kirin: they must answer all checks */
    Bitboard pinned;
    Pin pins[16]; /* at most one a ray and two a leg; a piece may have several entries */
    int pin_count;
} BlackNode;

static inline void pin(BlackNode *n, Square piece, Bitboard mask)
{
    n->pins[n->pin_count++] = (Pin){piece, mask};
    n->pinned = bb_or(n->pinned, bb_square(piece));
}

/* White's sliders on a line with the Kirin. */
static inline Bitboard snipers_of(const Board *b, Square kirin)
{
    return bb_or(bb_and(straight_rays[kirin], bb_or(b->type[ROOK], b->type[CHANCELLOR])),
                 bb_and(diagonal_rays[kirin], bb_or(b->type[BISHOP], b->type[ARCHBISHOP])));
}

/* Finds pieces that shield the Kirin from a slider, or stand on the leg of a Horse that aims at it. The
 * former may move between Kirin and slider; both may capture the pinning piece. */
static void find_pins(const Board *b, BlackNode *n)
{
    Bitboard snipers = snipers_of(b, n->kirin);
    BB_EACH(sniper, snipers)
    {
        Bitboard line = between[n->kirin][sniper], shields = bb_and(line, n->occupied);
        if (bb_any(shields) && !bb_many(shields) && bb_meet(shields, b->side[BLACK]))
            pin(n, bb_first(shields), bb_or(line, bb_square((unsigned)sniper)));
    }
    if (!bb_meet(knight_leaps[n->kirin], b->type[HORSE])) return;
    for (int i = 0; i < 4; ++i) {
        const LameWay *way = &horse_from[n->kirin][i];
        Bitboard horses = bb_and(way->leaps, b->type[HORSE]);
        if (!bb_test(b->side[BLACK], way->leg)) continue;
        BB_EACH(h, horses) pin(n, way->leg, bb_square((unsigned)h));
    }
}

/* The squares that answer every check by capturing the only checker, blocking a line or blocking a leg. One
 * square may answer several checks: two Horses can share a leg. */
static Bitboard check_answers(const Board *b, const BlackNode *n)
{
    Bitboard answers = whole_board;
    Bitboard checkers = white_attackers(b, n->kirin, n->occupied);
    Bitboard horses = bb_and(checkers, b->type[HORSE]);
    Bitboard others = bb_without(checkers, horses);
    BB_EACH(c, others) /* a leap lies on no line: `between` is empty */
        answers = bb_and(answers, bb_or(between[n->kirin][c], bb_square((unsigned)c)));
    for (int i = 0; i < 4; ++i) {
        const LameWay *way = &horse_from[n->kirin][i];
        Bitboard pieces = bb_and(way->leaps, horses);
        BB_EACH(h, pieces)
            answers = bb_and(answers, bb_or(bb_square(way->leg), bb_square((unsigned)h)));
    }
    return answers;
}

static inline void black_node(const Board *b, BlackNode *n)
{
    n->kirin = bb_first(kirin_set(b));
    n->occupied = board_occupied(b);
    n->empty = bb_without(whole_board, n->occupied);
    n->enemy = b->side[WHITE];
    n->danger = white_attacks(b, bb_without(n->occupied, bb_square(n->kirin)));
    n->allowed = bb_test(n->danger, n->kirin) ? check_answers(b, n) : whole_board;
    n->pinned = bb_none();
    n->pin_count = 0;
    find_pins(b, n);
}

static inline Move *emit_quadrapawns(Move *out, Bitboard targets, int delta, bool plain,
                                     bool promotions)
{
    if (plain) out = emit_by(out, targets, delta, NO_TYPE, MOVE_NORMAL);
    if (promotions)
        out = emit_promotions(out, bb_and(targets, promotion_zone), delta, ALIBACKA, CENTAUR);
    return out;
}

/* Quadrapawns step in the four straight directions and capture in the four diagonal ones. */
static Move *generate_quadrapawns(const BlackNode *n, GenKind kind, Bitboard pieces, Move *out)
{
    bool quiet = kind & GEN_QUIET, noisy = kind & GEN_NOISY;
    Bitboard not_a = bb_without(pieces, file_a), not_i = bb_without(pieces, file_i);
    Bitboard empty = bb_and(n->empty, n->allowed), victims = bb_and(n->enemy, n->allowed);
    out = emit_quadrapawns(out, bb_and(bb_down(pieces, 9), empty), -9, quiet, noisy);
    out = emit_quadrapawns(out, bb_and(bb_down(not_a, 1), empty), -1, quiet, noisy);
    out = emit_quadrapawns(out, bb_and(bb_up(not_i, 1), empty), 1, quiet, noisy);
    out = emit_quadrapawns(out, bb_and(bb_up(pieces, 9), empty), 9, quiet, noisy);
    if (!noisy) return out;
    out = emit_quadrapawns(out, bb_and(bb_down(not_a, 10), victims), -10, true, true);
    out = emit_quadrapawns(out, bb_and(bb_down(not_i, 8), victims), -8, true, true);
    out = emit_quadrapawns(out, bb_and(bb_up(not_a, 8), victims), 8, true, true);
    return emit_quadrapawns(out, bb_and(bb_up(not_i, 10), victims), 10, true, true);
}

/* Centaur, Alibacka, Okapi and Gold Defender. */
static inline Move *generate_officer(const BlackNode *n, GenKind kind, PieceType type, Square from,
                                     Bitboard allowed, Move *out)
{
    Bitboard targets = bb_none();
    if (kind & GEN_QUIET) targets = bb_and(quiet_leaps[type][from], n->empty);
    if (kind & GEN_NOISY) targets = bb_or(targets, bb_and(capture_leaps[type][from], n->enemy));
    return emit(out, from, bb_and(targets, allowed));
}

/* Generates the moves of the few pinned pieces, one by one. */
static Move *generate_pinned(const Board *b, const BlackNode *node, GenKind kind, Bitboard pieces,
                             Move *out)
{
    BB_EACH(from, pieces)
    {
        PieceType type = piece_type(b->base.board[from]);
        BlackNode n = *node;
        for (int i = 0; i < n.pin_count; ++i)
            if (n.pins[i].piece == from) n.allowed = bb_and(n.allowed, n.pins[i].mask);
        if (type == QUADRAPAWN)
            out = generate_quadrapawns(&n, kind, bb_square((unsigned)from), out);
        else out = generate_officer(&n, kind, type, (Square)from, n.allowed, out);
    }
    return out;
}

/* Rank 1 is the Kirin's goal, so a move there is noisy. Its promotion on rank 5 wins nothing at once and is
 * quiet. */
static Move *generate_kirin(const Board *b, const BlackNode *n, GenKind kind, Move *out)
{
    PieceType type = piece_type(b->base.board[n->kirin]);
    Bitboard targets = bb_without(capture_leaps[type][n->kirin], bb_or(b->side[BLACK], n->danger));
    Bitboard noisy = bb_and(targets, bb_or(n->enemy, kirin_goal));
    if (kind == GEN_NOISY) targets = noisy;
    if (kind == GEN_QUIET) targets = bb_without(targets, noisy);
    out = emit(out, n->kirin, targets);
    if (type != KIRIN) return out;
    targets = bb_and(targets, kirin_zone);
    BB_EACH(to, targets)
        *out++ = move_simple(n->kirin, (Square)to, PROMOTED_KIRIN, MOVE_PROMOTION);
    return out;
}

static Move *generate_black(const Board *b, GenKind kind, Bitboard sources, Move *out)
{
    BlackNode n;
    black_node(b, &n);
    Bitboard pieces = bb_and(sources, b->side[BLACK]);
    if (bb_any(n.allowed)) {
        Bitboard free = bb_without(pieces, n.pinned);
        out = generate_quadrapawns(&n, kind, bb_and(free, b->type[QUADRAPAWN]), out);
        for (PieceType t = ALIBACKA; t <= CENTAUR; ++t) {
            Bitboard officers = bb_and(free, b->type[t]);
            BB_EACH(from, officers)
                out = generate_officer(&n, kind, t, (Square)from, n.allowed, out);
        }
        if (bb_meet(pieces, n.pinned)) out = generate_pinned(b, &n, kind, bb_and(pieces, n.pinned), out);
        if (kind & GEN_QUIET && hand_count(b->base.variant, b->base.state->hands, BLACK, 0)) {
            /* a drop counts as starting from its target square */
            Bitboard targets = bb_and(bb_and(drop_zone, n.empty), bb_and(sources, n.allowed));
            out = emit_by(out, targets, 0, QUADRAPAWN, MOVE_DROP);
        }
    }
    if (bb_test(pieces, n.kirin)) out = generate_kirin(b, &n, kind, out);
    return out;
}

/* The legal moves of a kind that start on one of `sources`. */
static Move *generate_from(const Board *b, GenKind kind, Bitboard sources, Move *out)
{
    return b->base.side == WHITE ? generate_white(b, kind, sources, out)
                                 : generate_black(b, kind, sources, out);
}

/*
 * A bound on the moves of any position. Each of the 79 squares other than the royals' holds a piece with at
 * most 24 moves for White (Chancellor, Archbishop: 16 + 8; a Pawn: 3 targets, 6 choices) or 40 for Black
 * (Quadrapawn: 8 targets, 5 choices; others: 16 targets). The royals have at most 9 targets with 2 choices
 * each, and there are 36 drop squares.
 */
enum { ONE_PIECE_MAX = 40, MOVES_MAX = 79 * ONE_PIECE_MAX + 9 * 2 + 36 };

static Move *battle_generate(const Position *pos, GenKind kind, Move *out)
{
    return generate_from(board_const(pos), kind, whole_board, out);
}

static bool battle_move_is_legal(const Position *pos, Move move)
{
    Move list[ONE_PIECE_MAX];
    Square from = move_from(move);
    if (from >= BOARD_SQUARES) return false;
    return step_is_listed(list, generate_from(board_const(pos), GEN_ALL, bb_square(from), list), move);
}

/*
 * The draw counter and the reversible plies differ: a Quadrapawn's move resets the counter although it can be
 * undone by later moves; a Kirin's promotion does not reset it although it cannot.
 */
static void battle_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Square from = move_from(move), to = move_to(move);
    Side us = pos->side;
    unsigned kind = move_kind(move);
    State *state = position_push(pos, move);

    if (kind == MOVE_DROP) {
        board_hand(b, us, 0, -1);
        board_put(b, to, piece_make(us, QUADRAPAWN));
        state->counter = state->reversible = 0;
        return;
    }
    PieceType mover = piece_type(pos->board[from]);
    bool capture = pos->board[to] != NO_PIECE, promotion = kind == MOVE_PROMOTION;
    if (capture || mover == PAWN || mover == QUADRAPAWN) state->counter = 0;
    if (capture || mover == PAWN || promotion) state->reversible = 0;

    if (capture) board_remove(b, to);
    board_move_as(b, from, to, promotion ? piece_make(us, move_type(move)) : pos->board[from]);
}

/* ---- End of the game ---- */

/* Could a Kirin on this square enter rank 1 if `occupied` is everything on the board? White's pieces are where they are. */
static bool goal_is_open(const Board *b, PieceType type, Square kirin, Bitboard occupied)
{
    if (square_rank(kirin) > 2) return false;
    Bitboard goals = bb_and(capture_leaps[type][kirin], kirin_goal);
    goals = bb_without(goals, bb_without(occupied, b->side[WHITE]));
    occupied = bb_without(occupied, bb_square(kirin));
    BB_EACH(to, goals) if (!bb_any(white_attackers(b, (Square)to, occupied))) return true;
    return false;
}

/* Could the Kirin enter rank 1 if Black were to move? */
static bool kirin_threatens_goal(const Board *b)
{
    Square kirin = bb_first(kirin_set(b));
    return goal_is_open(b, piece_type(b->base.board[kirin]), kirin, board_occupied(b));
}

static bool battle_in_peril(const Position *pos)
{
    const Board *b = board_const(pos);
    return in_check(b, pos->side) || (pos->side == WHITE && kirin_threatens_goal(b));
}

/* A FEN may have the Kirin on rank 1 with Black to move: Black wins only after its next move. */
static Outcome battle_board_outcome(const Position *pos)
{
    if (pos->side == WHITE && bb_meet(kirin_set(board_const(pos)), kirin_goal))
        return (Outcome){BLACK_WINS, "the Kirin has reached rank 1"};
    return (Outcome){ONGOING, NULL};
}

static bool battle_in_check(const Position *pos) { return in_check(board_const(pos), pos->side); }

static Outcome battle_no_move_outcome(const Position *pos)
{
    if (battle_in_check(pos))
        return (Outcome){result_win(pos->side ^ 1), "checkmate"};
    return (Outcome){result_win(pos->side), "stalemate"};
}

/* ---- Move ordering and exchanges ---- */

enum { GOAL_GAIN = 10000 }; /* for reaching rank 1: more than all captures */

static inline __attribute__((always_inline)) Step step_of(const Position *pos, Move move)
{
    Step step = step_plain(pos, move);
    if (move_kind(move) == MOVE_DROP) step.mover = step.arrival = QUADRAPAWN;
    return step;
}

static bool reaches_goal(const Step *step) { return bb_test(kirin_goal, step->to) && piece_table[step->mover].base == KIRIN; }

/* The white pieces that alone shield the Kirin from a slider, or stand on the leg of a Horse that aims at it. */
static Bitboard hiding_checks(const Board *b, Square kirin)
{
    Bitboard snipers = snipers_of(b, kirin), occupied = board_occupied(b), set = bb_none();
    BB_EACH(sniper, snipers)
    {
        Bitboard shields = bb_and(between[kirin][sniper], occupied);
        if (!bb_many(shields)) set = bb_or(set, bb_and(shields, b->side[WHITE]));
    }
    if (!bb_meet(knight_leaps[kirin], b->type[HORSE])) return set;
    for (int i = 0; i < LAME_WAYS; ++i) {
        const LameWay *way = &horse_from[kirin][i];
        if (bb_meet(way->leaps, b->type[HORSE])) set = bb_or(set, bb_and(bb_square(way->leg), b->side[WHITE]));
    }
    return set;
}

static bool perils_fill(Perils *perils, const Board *b)
{
    Square king = king_square(b), kirin = bb_first(kirin_set(b));
    if (b->base.side == BLACK) {
        for (PieceType t = QUADRAPAWN; t <= PROMOTED_KIRIN; ++t) perils->to[t] = captured_from[t][king];
        if (!bb_any(kirin_goal)) return true;
        for (PieceType t = KIRIN; t <= PROMOTED_KIRIN; ++t) perils->to[t] = bb_or(perils->to[t], near_goal);
        if (square_rank(kirin) <= 2) perils->from = whole_board; /* any piece may guard or clear its way */
        return true;
    }
    Bitboard occupied = board_occupied(b);
    Bitboard straight = rook_attacks(kirin, occupied), diagonal = bishop_attacks(kirin, occupied);
    perils->to[PAWN] = pawn_attackers[kirin];
    perils->to[HORSE] = lame_leaps(horse_from[kirin], occupied);
    perils->to[BISHOP] = diagonal;
    perils->to[ROOK] = straight;
    perils->to[ARCHBISHOP] = bb_or(diagonal, knight_leaps[kirin]);
    perils->to[CHANCELLOR] = bb_or(straight, knight_leaps[kirin]);
    perils->to[KING] = captured_from[KING][kirin];
    perils->from = hiding_checks(b, kirin);
    return true;
}

static bool leaves_black_in_check(const Board *b, const Step *step, bool uncovers)
{
    Square kirin = bb_first(kirin_set(b));
    Bitboard occupied = step_occupied(b, step);
    if (step->arrival == PAWN) {
        if (bb_test(pawn_attackers[kirin], step->to)) return true;
    } else if (step->arrival == KING) {
        if (bb_test(captured_from[KING][kirin], step->to)) return true;
    } else if (bb_test(officer_attacks(step->arrival, step->to, occupied), kirin)) {
        return true;
    }
    /* legs of Horses are on diagonals too */
    uncovers = uncovers && (bb_test(straight_rays[kirin], step->from) || bb_test(diagonal_rays[kirin], step->from));
    return uncovers && bb_meet(white_attackers(b, kirin, occupied), occupied);
}

/* White's King is attacked, or the Kirin is about to enter rank 1. Black's attacks are never uncovered. */
static bool leaves_white_in_peril(const Board *b, const Step *step)
{
    bool royal = piece_table[step->mover].royal;
    Square kirin = royal ? step->to : bb_first(kirin_set(b));
    if (bb_test(kirin_goal, kirin)) return false; /* the game is over */
    if (bb_test(captured_from[step->arrival][king_square(b)], step->to)) return true;
    return goal_is_open(b, royal ? step->arrival : piece_type(b->base.board[kirin]), kirin, step_occupied(b, step));
}

static bool leaves_in_peril(const Board *b, const Step *step, bool uncovers)
{
    return b->base.side == WHITE ? leaves_black_in_check(b, step, uncovers) : leaves_white_in_peril(b, step);
}

static void battle_describe(const Position *pos, const Move *moves, size_t n, MoveInfo *out)
{
    Attacked attacked = {.board = board_const(pos)};
    for (size_t i = 0; i < n; ++i) {
        Step step = step_of(pos, moves[i]);
        Score gain = step_gain(&step) + (reaches_goal(&step) ? GOAL_GAIN : 0);
        step_info(&step, piece_table[step.mover].base - 1u, gain, &attacked, &out[i]);
    }
    step_describe_perils(pos, moves, n, out);
}

static bool battle_see_ge(const Position *pos, Move move, Score threshold)
{
    Step step = step_of(pos, move);
    return reaches_goal(&step) || step_see(board_const(pos), &step, step_gain(&step), threshold);
}

/* ---- Evaluation ---- */

/* By type: the weight of each target above the usual number, that number, and the weight of an attack near
 * the enemy royal. */
static const struct Activity {
    int8_t mg, eg, usual, threat;
} activity[BOARD_TYPES] = {
    [HORSE] = {4, 4, 4, 3},         [BISHOP] = {4, 5, 7, 3},   [ROOK] = {2, 4, 8, 4},
    [ARCHBISHOP] = {3, 4, 13, 5},   [CHANCELLOR] = {2, 4, 14, 6},
    [ALIBACKA] = {4, 4, 4, 3},      [GOLD_DEFENDER] = {3, 3, 5, 3},
    [OKAPI] = {2, 3, 8, 4},         [CENTAUR] = {3, 3, 9, 5},
};

/* The bonus for several attackers near a royal. */
static Tapered pressure(int attackers, int hits)
{
    if (attackers < 2) return 0;
    int sum = hits * attackers;
    return tapered(sum > 400 ? 400 : sum, (sum > 400 ? 400 : sum) / 3);
}

/* Mobility and pressure on the Kirin; adds all of White's attacks to *attacks. */
static Tapered evaluate_white(const Board *b, Bitboard occupied, Bitboard *attacks)
{
    Bitboard west = bb_without(b->type[QUADRAPAWN], file_a);
    Bitboard east = bb_without(b->type[QUADRAPAWN], file_i);
    Bitboard unsafe = bb_or(bb_or(bb_down(west, 10), bb_up(west, 8)),
                            bb_or(bb_down(east, 8), bb_up(east, 10)));
    Square kirin = bb_first(kirin_set(b));
    Bitboard zone = bb_or(captured_from[PROMOTED_KIRIN][kirin], bb_square(kirin));
    Bitboard excluded = bb_or(unsafe, b->type[PAWN]);
    Tapered sum = 0;
    int attackers = 0, hits = 0;
    for (PieceType t = HORSE; t <= CHANCELLOR; ++t) {
        const struct Activity *a = &activity[t];
        Bitboard pieces = b->type[t];
        int squares = 0, near = 0;
        BB_EACH(from, pieces)
        {
            Bitboard set = officer_attacks(t, (Square)from, occupied);
            *attacks = bb_or(*attacks, set);
            squares += bb_count(bb_without(set, excluded)) - a->usual;
            int hit = bb_count(bb_and(set, zone));
            attackers += hit > 0;
            near += hit;
        }
        sum += tapered(squares * a->mg, squares * a->eg);
        hits += near * a->threat;
    }
    return sum + pressure(attackers, hits);
}

/* Mobility and pressure on the palace, from Black's point of view. */
static Tapered evaluate_black(const Board *b, Bitboard pawn_attacks)
{
    Square king = king_square(b);
    Bitboard zone = bb_or(capture_leaps[KING][king], bb_square(king));
    Bitboard excluded = bb_or(pawn_attacks, b->side[BLACK]);
    Tapered sum = 0;
    int attackers = 0, hits = 0;
    for (PieceType t = ALIBACKA; t <= CENTAUR; ++t) {
        const struct Activity *a = &activity[t];
        Bitboard pieces = b->type[t];
        int squares = 0, near = 0;
        BB_EACH(from, pieces)
        {
            Bitboard set = capture_leaps[t][from];
            squares += bb_count(bb_without(set, excluded)) - a->usual;
            int hit = bb_count(bb_and(set, zone));
            attackers += hit > 0;
            near += hit;
        }
        sum += tapered(squares * a->mg, squares * a->eg);
        hits += near * a->threat * 2; /* a palace is small, and its King cannot leave */
    }
    return sum + pressure(attackers, hits);
}

/* The Kirin advances when White's officers weigh less than this (PieceInfo.phase, 16 at the start). */
enum { ROAD_OPENS = 9 };

/* Black's own goals: Quadrapawns near promotion, the Kirin's path to rank 1. */
static Tapered evaluate_goals(const Board *b, Bitboard occupied, Bitboard attacks)
{
    Bitboard open = bb_without(promotion_zone, bb_or(occupied, attacks));
    Bitboard s = b->type[QUADRAPAWN];
    Bitboard sideways = bb_or(bb_down(bb_without(s, file_a), 1), bb_up(bb_without(s, file_i), 1));
    Bitboard steps = bb_or(bb_or(bb_down(s, 9), bb_up(s, 9)), sideways);
    int promoting = bb_count(bb_and(steps, open));
    Tapered sum = promoting ? tapered(40, 50) + promoting * tapered(6, 6) : 0;

    Square kirin = bb_first(kirin_set(b));
    if (rules.goal_off) return sum;
    int rank = rank_number(kirin), force = 0;
    for (PieceType t = HORSE; t <= CHANCELLOR; ++t) force += bb_count(b->type[t]) * piece_table[t].phase;
    if (force < ROAD_OPENS) sum += (9 - rank) * (ROAD_OPENS - force) * tapered(4, 4);
    if (rank > 6) return sum;
    Bitboard road = bb_without(capture_leaps[piece_type(b->base.board[kirin])][kirin],
                               bb_or(attacks, b->side[BLACK]));
    int ways = __builtin_popcountll(road.w[0] & (((uint64_t)1 << (rank - 1) * BOARD_FILES) - 1)); /* the first word has six ranks */
    if (ways) sum += tapered(10, 25) + (7 - rank) * tapered(4, 12) + ways * tapered(4, 8);
    return sum;
}

/* The value of a Quadrapawn in hand, and of White's army beyond the sum of its pieces. */
enum { IN_HAND = 159, WHITE_MG = 449, WHITE_EG = -112 };

static Tapered battle_evaluate(const Position *pos, EvalScratch *scratch)
{
    (void)scratch;
    const Board *b = board_const(pos);
    Bitboard occupied = board_occupied(b), pawns = b->type[PAWN];
    Bitboard pawn_attacks = bb_or(bb_up(bb_without(pawns, file_a), 8),
                                  bb_up(bb_without(pawns, file_i), 10));
    Bitboard attacks = bb_or(pawn_attacks, capture_leaps[KING][king_square(b)]);
    Tapered sum = evaluate_white(b, occupied, &attacks) - evaluate_black(b, pawn_attacks);
    sum -= evaluate_goals(b, occupied, attacks);
    sum += pos->side == WHITE ? tapered(14, 8) : -tapered(14, 8);
    int in_hand = (int)hand_count(b->base.variant, b->base.state->hands, BLACK, 0);
    return weighed(sum) - in_hand * tapered(IN_HAND, IN_HAND) + tapered(WHITE_MG, WHITE_EG);
}

/* ---- FEN ---- */

static bool battle_may_stand(Piece piece, Square s)
{
    if (piece_type(piece) == KING) return bb_test(palace, s);
    return piece_type(piece) != KIRIN || bb_test(black_region, s);
}

static const char *battle_refusal(const Position *pos, PieceType type, Square from, Square to)
{
    (void)from;
    if (type == KING && !bb_test(palace, to)) return "the King never leaves its palace, d1-f2";
    if (pos->side == WHITE || type == QUADRAPAWN || type == PROMOTED_KIRIN || bb_test(black_region, to)) return NULL;
    return type == KIRIN ? "a Kirin that is not promoted stands only on ranks 5-9 and 1-2"
                         : "Black's officers stand only on ranks 5-9 and 1-2";
}

static bool check_pieces(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    char name[40], at[4];
    int kings = bb_count(b->type[KING]), kirins = bb_count(kirin_set(b));
    unsigned in_hand = hand_count(pos->variant, pos->state->hands, BLACK, 0);
    if (kings != 1) return error_set(error, "White has %d Kings, not one", kings);
    if (kirins != 1)
        return error_set(error, "Black has %d Kirins of either form, not one", kirins);
    if (in_hand > (unsigned)rules.reserve)
        return error_set(error, "%u Quadrapawns in hand: there are only %d", in_hand, rules.reserve);
    Square s = board_misplaced(b);
    if (s == SQUARE_NONE) return true;
    square_print(pos->variant, s, at);
    return error_set(error, "%s on %s: it never leaves %s", piece_describe(pos->variant, pos->board[s], name), at,
                     piece_type(pos->board[s]) == KING ? "its palace (d1-f2)" : "ranks 5-9 and 1-2 unpromoted");
}

static bool battle_accepts(const Position *pos, ErrorText *error)
{
    if (!check_pieces(pos, error)) return false;
    return !in_check(board_const(pos), pos->side ^ 1)
           || error_set(error, "it is %s's move, but the %s is already attacked", side_name(pos->side),
                        pos->side == WHITE ? "Kirin" : "King");
}

/* Strength of the lower levels, written by `make levels`. */
static const LevelSheet levels = {
#include "levels.inc"
};
static const WdlSheet wdl = {
#include "wdl.inc"
};

static const DisplaySheet display = {
    .rules = "Battle of Ideologies, by RadarUndetectable, 2025. Two different armies.\n"
             "White checkmates the Kirin, Black the King. Black also wins by a Kirin on rank 1.\n"
             "A side that is not in check and has no legal move WINS.\n"
             "The King stays on d1-f1 and d2-f2. Black's pieces stay on ranks 5-9 and 1-2, but\n"
             "Quadrapawns and a promoted Kirin go anywhere.\n"
             "A Pawn may promote on rank 9 (to H, B, R, A or C), or stay a Pawn.\n"
             "A Quadrapawn may promote on arriving on rank 5, 4 or 3 (to J, E, F or M): e6e5j; a Kirin\n"
             "on arriving on rank 5 (e7e5+). Both may decline.\n"
             "Black holds five Quadrapawns and may drop one on an empty square of ranks 6-9: S@e6.\n"
             "No castling, no en passant.\n"
             "Draws: a third occurrence; 100 plies without a capture, a drop or a (Quadra)pawn's move.",
    .brief = "Two different armies: White hunts the Kirin, Black the King, or brings the Kirin home to rank 1.\n"
             "Checkmate wins. So does a side that is not in check and has no legal move: do not shut the enemy in.\n"
             "The King never leaves his palace. White's other pieces are nearly those of chess.\n"
             "Black's pieces leap. All but the Quadrapawns and a promoted Kirin keep out of ranks 3 and 4.\n"
             "Black may drop a Quadrapawn on ranks 6 to 9. It may promote on ranks 5 to 3, White's Pawns on rank 9.",
    .goals = {"Checkmate the Kirin, and keep it off rank 1.", "Checkmate the King, or bring your Kirin to rank 1."},
    .scene = "d2d4 S@f6 g2g4 S@a6 b2b3 S@d6 c1a3 S@c7 f1g3 a6a5j d1e3 S@e7 g3e4 b8b7",
    .words = words,
    .zones = zones,
    .cecp = {.table = "(PHBR............C.............................A...K."
                      "....z...................j.....^z...m.....e.f.s.......)",
             .geometry = "9x9+6_bughouse",
             .pieces = cecp_pieces},
};

static const ParamValue own_params[] = {
#include "params.inc"
    {NULL, 0}
};

static const SearchHints hints = {
    .history_slots = KIRIN,
    .params = own_params,
};

static const MeasuredSheet measured = {
    .levels = &levels,
    .wdl = &wdl,
    .length = 144,
    .opening = {.plies = 8, .limit = 100, .from_start = true},
    .bench_depth = 10,
};

Variant variant_battleofideologies = {
    STEP_MEMBERS,
    .name = "battleofideologies",
    .title = "Battle of Ideologies",
    .start_fen = "mfjezejfm/sssssssss/9/9/9/9/9/PPPPPPPPP/RHBCKABHR[sssss] w - - 0 1",
    .symmetry = SYMMETRIC_FILES,
    .hand_types = hand_types,
    .counter_limit = 100,
    .repetitions = 3,
    .recurrence = RECURRENCE_DRAWS,
    .hints = &hints,
    .display = &display,
    .measured = &measured,
    .max_moves = MOVES_MAX,
    .phase_max = 32,
    .rule_options = rule_options,
    .adjust = battle_adjust,
    .init = battle_init,
    .set_fen = step_set_fen,
    .accepts = battle_accepts,
    .may_stand = battle_may_stand,
    .get_fen = step_get_fen,
    .generate = battle_generate,
    .move_is_legal = battle_move_is_legal,
    .key_after = step_key_after,
    .make = battle_make,
    .in_check = battle_in_check,
    .in_peril = battle_in_peril,
    .board_outcome = battle_board_outcome,
    .no_move_outcome = battle_no_move_outcome,
    .describe = battle_describe,
    .see_ge = battle_see_ge,
    .evaluate = battle_evaluate,
    .parse_move = simple_parse_move,
    .refusal = battle_refusal,
};
