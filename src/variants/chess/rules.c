/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Orthodox chess by the FIDE laws: the control, with well-known perft numbers. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define BOARD_BETWEEN
#define BOARD_SEE
#define BOARD_ATTACKS
#define BOARD_STRUCTURES 256
#define STEP_STANDARD
#include "../../orthodox.h"

/* ---- Data sheet ---- */

static const PieceInfo piece_table[BOARD_TYPES] = {
    ORTHODOX_PAWN(90, 110),         ORTHODOX_KNIGHT(330, 310),       ORTHODOX_BISHOP(345, 325),
    ORTHODOX_ROOK(480, 540, true),  ORTHODOX_QUEEN(1000, 980, true), ORTHODOX_KING,
};

enum { TEMPO_MG = 24, TEMPO_EG = 11 };
/* How each piece moves, for display. */
static const char *const words[BOARD_TYPES] = {
    [PAWN] = PAWN_WORDS EN_PASSANT_WORDS PROMOTION_WORDS,
    [KNIGHT] = KNIGHT_WORDS,
    [BISHOP] = BISHOP_WORDS,
    [ROOK] = ROOK_WORDS,
    [QUEEN] = QUEEN_WORDS,
    [KING] = "Steps one square in any direction, never onto an attacked square. Castles "
        "with a Rook: two squares towards it, if neither has moved and nothing stands "
        "between.",
};


static const Castling castlings[RIGHT_NB] = {
    [WHITE_SHORT] = {E1, G1, H1, F1}, [WHITE_LONG] = {E1, C1, A1, D1},
    [BLACK_SHORT] = {E8, G8, H8, F8}, [BLACK_LONG] = {E8, C8, A8, D8},
};
static const CastlingList all_castlings = {castlings, "KQkq", RIGHT_NB};

/* ---- Options of the rules ---- */

static struct {
    int castling_off, torpedo;
} rules;

static const RuleOption rule_options[] = {
    {"castling", "on|off", &rules.castling_off, .spares = DATA_NET | DATA_TABLEBASES, .words = "off: no castling."},
    {"torpedo", "off|on", &rules.torpedo,
     .words = "on: Pawns may always step two squares, and may then be taken en passant.",
     .said = "|Pawns may always step two"},
    {.name = NULL},
};

/* ---- Geometry ---- */

static uint8_t rights_lost[BOARD_SQUARES]; /* by a move from or to the square */
static Bitboard double_over[SIDE_NB];      /* the squares that a double step may pass over */

static Tapered square_value(PieceType type, unsigned file, unsigned rank)
{
    int f = board_centre(file, BOARD_FILES), r = board_centre(rank, BOARD_RANKS), advanced = (int)rank;
    switch (type) {
    case PAWN:
        return tapered((f - 1) * (advanced > 1 ? 6 : 2) + (f == 3 && rank >= 3 ? 12 : 0) + advanced * 3 - 8,
                       advanced * advanced * 3 / 2 - 8);
    case KNIGHT: return tapered((f + r) * 9 - 36 + (rank >= 3 && rank <= 5 ? 8 : 0), (f + r) * 6 - 20);
    case BISHOP: return tapered((f + r) * 4 - 12 - (rank == 0 ? 8 : 0), (f + r) * 3 - 9);
    case ROOK: return tapered(f * 4 - 6 + (rank == 6 ? 18 : 0), rank == 6 ? 12 : 0);
    case QUEEN: return tapered(f + r - 3, (f + r) * 5 - 15);
    default: return tapered((rank == 0 ? 12 - f * f * 5 : -20 - advanced * 10 - f * 4), (f + r) * 10 - 30);
    }
}

static bool chess_adjust(Variant *chess, ErrorText *error)
{
    (void)error;
    if (rules.castling_off) chess->start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    for (Side side = WHITE; side <= BLACK; ++side) {
        double_over[side] = rank_set(side == WHITE ? 2 : 5);
        for (unsigned rank = 1; rules.torpedo && rank < 7; ++rank) double_over[side] = bb_or(double_over[side], rank_set(rank));
    }
    return true;
}

static void chess_init(void)
{
    orthodox_init();
    psq_fill(square_value);
    castling_init(&all_castlings, rights_lost);
}

/* ---- Moves ---- */

/* The data for testing the legality of moves in one position. */
typedef struct Legality {
    Side us;
    Square king;
    Bitboard occupied, own, enemy;
    Bitboard checkers; /* enemy pieces that give check */
    Bitboard allowed;  /* targets of pieces other than the King: they must answer a check */
    Bitboard pinned;   /* own pieces that shield the King */
} Legality;

static Legality legality(const Board *b)
{
    Side us = b->base.side;
    Legality l = {.us = us, .king = king_square(b, us), .occupied = board_occupied(b),
                  .own = b->side[us], .enemy = b->side[us ^ 1]};
    l.checkers = attackers_to(b, l.king, l.occupied, us ^ 1, KING);
    if (!bb_any(l.checkers)) l.allowed.w[0] = ~(uint64_t)0;
    else if (!bb_many(l.checkers)) l.allowed = bb_or(l.checkers, between[l.king][bb_first(l.checkers)]);

    Bitboard straight = bb_and(rook_attacks(l.king, l.enemy), bb_or(b->type[ROOK], b->type[QUEEN]));
    Bitboard diagonal = bb_and(bishop_attacks(l.king, l.enemy), bb_or(b->type[BISHOP], b->type[QUEEN]));
    Bitboard snipers = bb_and(bb_or(straight, diagonal), l.enemy);
    BB_EACH(sniper, snipers)
    {
        Bitboard shields = bb_and(between[l.king][sniper], l.occupied);
        if (bb_any(shields) && !bb_many(shields)) l.pinned = bb_or(l.pinned, bb_and(shields, l.own));
    }
    return l;
}

static Move *emit(Move *out, Square from, Bitboard targets)
{
    BB_EACH(to, targets) *out++ = move_simple(from, (Square)to, NO_TYPE, MOVE_NORMAL);
    return out;
}

static Move *emit_pawn(Move *out, Square from, Square to, unsigned kind)
{
    if (square_rank(to) != 0 && square_rank(to) != 7) {
        *out++ = move_simple(from, to, NO_TYPE, kind);
        return out;
    }
    for (PieceType t = QUEEN; t >= KNIGHT; --t) *out++ = move_simple(from, to, t, MOVE_PROMOTION);
    return out;
}

/* Is the King safe after capturing en passant from this square? */
static bool en_passant_is_safe(const Board *b, Square from, Square ep, Side us)
{
    Square victim = (Square)(us == WHITE ? ep - 8 : ep + 8);
    Bitboard occupied = board_occupied(b);
    bb_flip(&occupied, from);
    bb_flip(&occupied, ep);
    bb_flip(&occupied, victim);
    return !attacked(b, king_square(b, us), occupied, us ^ 1);
}

static bool en_passant_is_usable(const Board *b)
{
    Square ep = b->base.state->ep[0];
    Side us = b->base.side;
    if (ep == SQUARE_NONE) return false;
    Bitboard takers = {{pawn_attacks[us ^ 1][ep] & board_pieces(b, us, PAWN).w[0]}};
    BB_EACH(from, takers) if (en_passant_is_safe(b, (Square)from, ep, us)) return true;
    return false;
}

static Move *generate_pawns(const Board *b, const Legality *l, GenKind kind, Bitboard pawns, Move *out)
{
    Bitboard last = rank_set(l->us == WHITE ? 7 : 0);
    Bitboard empty = {{~l->occupied.w[0]}};
    int up = l->us == WHITE ? 8 : -8;

    Bitboard one = bb_and(l->us == WHITE ? bb_up(pawns, 8) : bb_down(pawns, 8), empty);
    Bitboard two = bb_and(one, double_over[l->us]);
    two = bb_and(l->us == WHITE ? bb_up(two, 8) : bb_down(two, 8), empty);
    Bitboard wanted = kind == GEN_ALL ? l->allowed
                      : kind == GEN_NOISY ? bb_and(l->allowed, last) : bb_without(l->allowed, last);
    one = bb_and(one, wanted);
    two = bb_and(two, wanted);
    BB_EACH(to, one)
    {
        Square from = (Square)((int)to - up);
        if (!bb_test(l->pinned, from) || bb_test(through[l->king][from], (unsigned)to))
            out = emit_pawn(out, from, (Square)to, MOVE_NORMAL);
    }
    BB_EACH(to, two)
    {
        Square from = (Square)((int)to - 2 * up);
        if (!bb_test(l->pinned, from) || bb_test(through[l->king][from], (unsigned)to))
            out = emit_pawn(out, from, (Square)to, MOVE_DOUBLE_STEP);
    }
    if (!(kind & GEN_NOISY)) return out;

    Bitboard victims = bb_and(l->enemy, l->allowed);
    BB_EACH(from, pawns)
    {
        Bitboard targets = {{pawn_attacks[l->us][from] & victims.w[0]}};
        if (bb_test(l->pinned, (unsigned)from)) targets = bb_and(targets, through[l->king][from]);
        BB_EACH(to, targets) out = emit_pawn(out, (Square)from, (Square)to, MOVE_NORMAL);
    }
    Square ep = b->base.state->ep[0];
    if (ep == SQUARE_NONE) return out;
    Bitboard takers = {{pawn_attacks[l->us ^ 1][ep] & pawns.w[0]}};
    BB_EACH(from, takers)
    {
        if (en_passant_is_safe(b, (Square)from, ep, l->us))
            *out++ = move_simple((Square)from, ep, NO_TYPE, MOVE_EN_PASSANT);
    }
    return out;
}

static Move *generate_castling(const Board *b, const Legality *l, Move *out)
{
    uint32_t rights = b->base.state->rights;
    for (int right = l->us == WHITE ? WHITE_SHORT : BLACK_SHORT, end = right + 2; right < end; ++right) {
        if (!(rights >> right & 1)) continue;
        const Castling *c = &castlings[right];
        if (bb_meet(between[c->king_from][c->rook_from], l->occupied)) continue;
        int step = c->king_to > c->king_from ? 1 : -1;
        bool safe = true;
        for (int s = c->king_from + step; safe && s != c->king_to + step; s += step)
            safe = !attacked(b, (Square)s, l->occupied, l->us ^ 1);
        if (safe) *out++ = move_simple(c->king_from, c->king_to, NO_TYPE, MOVE_CASTLING);
    }
    return out;
}

/* The legal moves of a kind that start on one of `sources`. */
static Move *generate_from(const Board *b, GenKind kind, Bitboard sources, Move *out)
{
    Legality l = legality(b);
    Bitboard wanted = bb_without((Bitboard){{~(uint64_t)0}}, l.own);
    if (kind == GEN_NOISY) wanted = l.enemy;
    if (kind == GEN_QUIET) wanted = bb_without(wanted, l.enemy);
    sources = bb_and(sources, l.own);

    if (!bb_many(l.checkers)) {
        out = generate_pawns(b, &l, kind, bb_and(sources, b->type[PAWN]), out);
        Bitboard allowed = bb_and(wanted, l.allowed);
        Bitboard officers = bb_without(sources, bb_or(b->type[PAWN], b->type[KING]));
        BB_EACH(from, officers)
        {
            Bitboard targets = {{piece_attacks(piece_type(b->base.board[from]), from, l.occupied.w[0]) & allowed.w[0]}};
            if (bb_test(l.pinned, (unsigned)from)) targets = bb_and(targets, through[l.king][from]);
            out = emit(out, (Square)from, targets);
        }
    }
    if (bb_test(sources, l.king)) {
        Bitboard targets = {{king_attacks[l.king] & wanted.w[0]}};
        Bitboard without_king = bb_without(l.occupied, bb_square(l.king));
        BB_EACH(to, targets)
        {
            if (!attacked(b, (Square)to, bb_without(without_king, bb_square((unsigned)to)), l.us ^ 1))
                *out++ = move_simple(l.king, (Square)to, NO_TYPE, MOVE_NORMAL);
        }
        if (kind & GEN_QUIET && !bb_any(l.checkers)) out = generate_castling(b, &l, out);
    }
    return out;
}

static Move *chess_generate(const Position *pos, GenKind kind, Move *out)
{
    return generate_from(board_const(pos), kind, (Bitboard){{~(uint64_t)0}}, out);
}

static bool chess_move_is_legal(const Position *pos, Move move)
{
    enum { ONE_PIECE_MAX = 64 };
    Move list[ONE_PIECE_MAX];
    Square from = move_from(move);
    if (from >= BOARD_SQUARES || !pos->board[from]) return false;
    return step_is_listed(list, generate_from(board_const(pos), GEN_ALL, bb_square(from), list), move);
}

static void chess_make(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Square from = move_from(move), to = move_to(move);
    Side us = pos->side;
    State *state = step_push(b, move, en_passant_is_usable(b));

    castling_lose(state, rights_lost[from] | rights_lost[to]);
    bool irreversible = piece_type(pos->board[from]) == PAWN || pos->board[to];
    if (irreversible) state->counter = state->reversible = 0;

    if (pos->board[to]) board_remove(b, to);
    bool promotes = move_kind(move) == MOVE_PROMOTION;
    board_move_as(b, from, to, promotes ? piece_make(us, move_type(move)) : pos->board[from]);
    switch (move_kind(move)) {
    case MOVE_EN_PASSANT:
        board_remove(b, (Square)(us == WHITE ? to - 8 : to + 8));
        break;
    case MOVE_DOUBLE_STEP:
        state->ep[0] = (Square)((from + to) / 2);
        step_enter_ep(state, en_passant_is_usable(b));
        break;
    case MOVE_CASTLING:
        castling_rook(b, &all_castlings, from, to);
        break;
    default:
        break;
    }
}

/* From where a side checks the enemy King, and with which moves it uncovers a check; filled in on first use. */
typedef struct Checks {
    bool known;
    unsigned king;
    uint64_t from[BOARD_TYPES]; /* by type; none for the King */
    uint64_t covers;            /* own pieces that may uncover a check */
} Checks;

static void checks_fill(Checks *checks, const Field *f)
{
    unsigned king = (unsigned)__builtin_ctzll(f->b->type[KING].w[0] & f->enemy);
    uint64_t rooks = rook_word(king, f->occupied), bishops = bishop_word(king, f->occupied);
    uint64_t near = (rooks | bishops) & f->own, open = f->occupied & ~near;
    uint64_t queens = field_pieces(f, QUEEN);
    bool covered = rook_word(king, open) & ~rooks & (field_pieces(f, ROOK) | queens)
                   || bishop_word(king, open) & ~bishops & (field_pieces(f, BISHOP) | queens);
    *checks = (Checks){.known = true, .king = king, .covers = covered ? near : 0};
    checks->from[PAWN] = pawn_attacks[f->us ^ 1][king];
    checks->from[KNIGHT] = knight_attacks[king];
    checks->from[BISHOP] = bishops;
    checks->from[ROOK] = rooks;
    checks->from[QUEEN] = rooks | bishops;
}

/* Does a quiet move, other than castling, check? */
static bool gives_check(Checks *checks, const Field *f, unsigned from, unsigned to)
{
    if (!checks->known) checks_fill(checks, f);
    uint64_t start = (uint64_t)1 << from, end = (uint64_t)1 << to;
    if (checks->from[piece_type(f->b->base.board[from])] & end) return true;
    if (!(checks->covers & start)) return false;
    return officers_attacking(f->b, 0, checks->king, f->occupied ^ start ^ end) & f->own & ~start;
}

static void chess_describe(const Position *pos, const Move *moves, size_t n, MoveInfo *out)
{
    Field field = field_of(board_const(pos), 0, pos->side);
    Checks checks = {.known = false};
    step_describe(pos, moves, n, out);
    for (size_t i = 0; i < n; ++i)
        if (!out[i].noisy) out[i].gives_peril = gives_check(&checks, &field, move_from(moves[i]), move_to(moves[i]));
}

static Key chess_extra_key(const Position *pos) { return castling_key(pos, en_passant_is_usable(board_const(pos))); }

/* ---- End of the game ---- */

/* Insufficient material: no Pawn, Rook or Queen, and either a single minor piece or only Bishops that all
 * stand on squares of one colour. */
static Outcome chess_board_outcome(const Position *pos)
{
    const Board *b = board_const(pos);
    static const uint64_t dark = 0xAA55AA55AA55AA55u;
    Bitboard minors = bb_or(b->type[KNIGHT], b->type[BISHOP]);
    if (bb_any(b->type[PAWN]) || bb_any(b->type[ROOK]) || bb_any(b->type[QUEEN])) return (Outcome){ONGOING, NULL};
    uint64_t bishops = b->type[BISHOP].w[0];
    bool one_colour = !bb_any(b->type[KNIGHT]) && (!(bishops & dark) || !(bishops & ~dark));
    if (bb_count(minors) <= 1 || one_colour) return (Outcome){DRAW, "insufficient material"};
    return (Outcome){ONGOING, NULL};
}

/* ---- Search and evaluation ---- */

static inline Step step_of(const Position *pos, Move move)
{
    if (move_kind(move) != MOVE_EN_PASSANT) return step_plain(pos, move);
    return step_capture(pos, move, (Square)(pos->side == WHITE ? move_to(move) - 8 : move_to(move) + 8));
}

/* ---- Evaluation ---- */

/* The squares of the files beside a square's file. */
static inline uint64_t beside(unsigned s)
{
    uint64_t file = FILE_A << (s & 7);
    return step_left(file) | step_right(file);
}

/* A King's square and those around it. */
static inline uint64_t king_zone(Square king) { return king_attacks[king] | (uint64_t)1 << king; }

static int distance(Square a, Square b)
{
    int files = (int)square_file(a) - (int)square_file(b);
    int ranks = (int)square_rank(a) - (int)square_rank(b);
    if (files < 0) files = -files;
    if (ranks < 0) ranks = -ranks;
    return files > ranks ? files : ranks;
}

/* The square in front of a Pawn. */
static Square square_ahead(Side us, unsigned s) { return (Square)(us == WHITE ? s + 8 : s - 8); }

/* Doubled, isolated, backward and connected Pawns; adds the passed ones to the structure. */
static Tapered evaluate_pawns(const Board *b, Side us, Structure *structure)
{
    Tapered sum = 0;
    Side them = us ^ 1;
    uint64_t own = board_pieces(b, us, PAWN).w[0], enemy = board_pieces(b, them, PAWN).w[0];
    uint64_t guarded = pawns_attack(them, enemy);
    for (uint64_t set = own; set; set &= set - 1) {
        unsigned s = (unsigned)__builtin_ctzll(set);
        uint64_t one = (uint64_t)1 << s, file = FILE_A << (s & 7);
        if (!(passed_mask[us][s] & enemy)) structure->passed.w[0] |= one;
        if (file & own & ~one) sum -= tapered(2, 16);
        if (!(beside(s) & own)) sum -= file & enemy ? tapered(2, 20) : tapered(20, 15);
        else if (step_forward(us, one) & guarded && !(beside(s) & passed_mask[them][s] & own)) sum -= tapered(0, 25);
        if ((step_left(one) | step_right(one)) & own) sum += tapered(5, 2);
    }
    return sum;
}

static Structure structure_of(const Board *b)
{
    Structure s = {0};
    s.value = evaluate_pawns(b, WHITE, &s);
    s.value -= evaluate_pawns(b, BLACK, &s);
    return s;
}

/* Passed Pawns: how far they are, what blocks them, which King is near. */
static Tapered evaluate_passed(const Board *b, Side us, Bitboard passed)
{
    Tapered sum = 0;
    Bitboard occupied = board_occupied(b), own = bb_and(passed, b->side[us]);
    Square king = king_square(b, us), enemy_king = king_square(b, us ^ 1);
    BB_EACH(s, own)
    {
        Square ahead = square_ahead(us, (unsigned)s);
        int rank = (int)square_relative_rank(us, (Square)s);
        sum += tapered(rank * rank, rank * rank * (bb_test(occupied, ahead) ? 2 : 4));
        int near = distance(king, ahead), far = distance(enemy_king, ahead);
        if (rank > 2) sum += (rank - 2) * tapered(far * 5, far * 5 - near);
    }
    return sum;
}

/* The data for evaluating a side's officers. */
typedef struct Surroundings {
    uint64_t occupied, own_pawns, enemy_pawns;
    uint64_t closed;   /* squares that do not count as mobility */
    uint64_t shielded; /* by an own Pawn in front */
    uint64_t zone;     /* around the enemy King */
} Surroundings;

/* Sums over a side's officers. */
typedef struct OfficerSum {
    Tapered sum;
    int pressure, attackers; /* on the surroundings of the enemy King */
} OfficerSum;

/* Mobility, pressure on the enemy King and good squares of a side's officers of one type. Inlined, so that
 * each type has a loop of its own. */
static inline __attribute__((always_inline)) void
evaluate_type(const Board *b, Side us, PieceType type, const Surroundings *around, OfficerSum *tally, Reach *reach)
{
    static const int8_t mobility_mg[BOARD_TYPES][28] = {
        [KNIGHT] = {-30, -23, -15, -8, 0, 15, 30, 42, 52},
        [BISHOP] = {-59, -49, -39, -30, -20, -10, 0, 9, 18, 27, 34, 40, 45, 50},
        [ROOK] = {-41, -34, -27, -19, -12, -8, -4, 0, 4, 8, 12, 16, 20, 24, 28},
        [QUEEN] = {-120, -100, -80, -62, -50, -45, -39, -34, -28, -22, -17, -11, -6, 0,
                   5,    10,   15,  20,  25,  29,  33,  37,  41,  44,  47,  50,  53, 56},
    };
    static const int8_t slope_eg[] = {[KNIGHT] = 6, [BISHOP] = 5, [ROOK] = 5, [QUEEN] = 3};
    static const int8_t usual[] = {[KNIGHT] = 4, [BISHOP] = 6, [ROOK] = 7, [QUEEN] = 13};
    static const int8_t threat[] = {[KNIGHT] = 2, [BISHOP] = 2, [ROOK] = 3, [QUEEN] = 5};
    Bitboard pieces = board_pieces(b, us, type);
    BB_EACH(s, pieces)
    {
        uint64_t attacks = piece_attacks(type, s, around->occupied);
        reach_add(reach, type, (Bitboard){{attacks}});
        int n = __builtin_popcountll(attacks & ~around->closed), more = n - usual[type];
        tally->sum += tapered(mobility_mg[type][n], (more > 0 ? more / 2 : more) * slope_eg[type]);
        int hits = __builtin_popcountll(attacks & around->zone);
        tally->attackers += hits != 0;
        tally->pressure += hits * threat[type];
        if (type == ROOK) {
            uint64_t file = FILE_A << (s & 7);
            if (!(around->own_pawns & file)) tally->sum += around->enemy_pawns & file ? tapered(8, 25) : tapered(40, 5);
        }
        if (type != KNIGHT && type != BISHOP) continue;
        int rank = (int)square_relative_rank(us, (Square)s);
        if (around->shielded >> s & 1) tally->sum += tapered(15, 0);
        if (type == KNIGHT && rank >= 3 && rank <= 5 && bb_test(reach->type[PAWN], (unsigned)s)
            && !(passed_mask[us][s] & beside(s) & around->enemy_pawns))
            tally->sum += tapered(6, 35);
    }
}

/* All officers of a side; fills *reach. */
static Tapered evaluate_officers(const Board *b, Side us, Bitboard guarded, Reach *reach)
{
    Side them = us ^ 1;
    Surroundings around = {.occupied = board_occupied(b).w[0],
                           .own_pawns = board_pieces(b, us, PAWN).w[0],
                           .enemy_pawns = board_pieces(b, them, PAWN).w[0],
                           .zone = king_zone(king_square(b, them))};
    around.closed = guarded.w[0] | around.own_pawns;
    around.shielded = step_forward(them, around.own_pawns);
    OfficerSum tally = {.sum = 0};
    evaluate_type(b, us, KNIGHT, &around, &tally, reach);
    evaluate_type(b, us, BISHOP, &around, &tally, reach);
    evaluate_type(b, us, ROOK, &around, &tally, reach);
    evaluate_type(b, us, QUEEN, &around, &tally, reach);
    if (tally.attackers > 1) tally.sum += tapered(tally.pressure * tally.attackers * 2, 0);
    if (bb_many(board_pieces(b, us, BISHOP))) tally.sum += tapered(25, 45);
    return tally.sum;
}

/* Attacks on unguarded pieces and on pieces worth more than the attacker, safe checks, and attacked squares
 * around the enemy King that only the King defends. */
static Tapered evaluate_threats(const Board *b, Side us, const Reach *own, const Reach *enemy)
{
    static const int8_t loose_mg[] = {
        [PAWN] = 22, [KNIGHT] = 28, [BISHOP] = 28, [ROOK] = 5, [QUEEN] = 20};
    static const int8_t loose_eg[] = {
        [PAWN] = 45, [KNIGHT] = 5, [BISHOP] = 20, [ROOK] = 25, [QUEEN] = 0};
    Side them = us ^ 1;
    Tapered sum = 0;
    Bitboard pieces = b->side[them], loose = bb_without(bb_and(pieces, own->all), enemy->all);
    for (PieceType type = PAWN; type <= QUEEN; ++type)
        sum += bb_count(bb_and(loose, b->type[type])) * tapered(loose_mg[type], loose_eg[type]);
    Bitboard minors = bb_and(pieces, bb_or(b->type[KNIGHT], b->type[BISHOP]));
    Bitboard rooks = bb_and(pieces, b->type[ROOK]), queens = bb_and(pieces, b->type[QUEEN]);
    Bitboard by_minors = bb_or(own->type[KNIGHT], own->type[BISHOP]);
    sum += bb_count(bb_and(minors, own->type[PAWN])) * tapered(48, 5);
    sum += bb_count(bb_and(rooks, by_minors)) * tapered(50, 5);
    sum += bb_count(bb_and(queens, bb_or(by_minors, own->type[ROOK]))) * tapered(40, 5);

    Square king = king_square(b, them);
    Bitboard occupied = board_occupied(b), refused = bb_or(b->side[us], enemy->all);
    Bitboard straight = rook_attacks(king, occupied), diagonal = bishop_attacks(king, occupied);
    Bitboard checks = {{own->type[KNIGHT].w[0] & knight_attacks[king]}};
    sum += bb_count(bb_without(checks, refused)) * tapered(45, 0);
    checks = bb_and(own->type[ROOK], straight);
    sum += bb_count(bb_without(checks, refused)) * tapered(45, 0);
    checks = bb_and(own->type[QUEEN], bb_or(straight, diagonal));
    sum += bb_count(bb_without(checks, refused)) * tapered(50, -20);
    int weak = __builtin_popcountll(king_zone(king) & own->all.w[0] & ~enemy->twice.w[0]);
    return sum + weak * tapered(28, -8);
}

/* Pawns in front of the King, and files near it without Pawns. */
static Tapered evaluate_shelter(const Board *b, Side us)
{
    Square king = king_square(b, us);
    uint64_t own = board_pieces(b, us, PAWN).w[0], enemy = board_pieces(b, us ^ 1, PAWN).w[0];
    Tapered sum = __builtin_popcountll(king_attacks[king] & own) * tapered(14, 5);
    int last = min((int)square_file(king) + 1, 7);
    for (int file = max((int)square_file(king) - 1, 0); file <= last; ++file) {
        if (FILE_A << file & own) continue;
        sum -= FILE_A << file & enemy ? tapered(20, -25) : tapered(32, -10);
    }
    return sum;
}

static Tapered chess_evaluate(const Position *pos, EvalScratch *scratch)
{
    const Board *b = board_const(pos);
    Structure structure = board_structure(b, scratch, structure_of);
    Reach reach[SIDE_NB] = {0};
    Tapered sum[SIDE_NB];
    for (Side side = WHITE; side <= BLACK; ++side) {
        reach[side].all.w[0] = reach[side].type[PAWN].w[0] = pawns_attack(side, board_pieces(b, side, PAWN).w[0]);
        reach_add(&reach[side], KING, (Bitboard){{king_attacks[king_square(b, side)]}});
    }
    for (Side side = WHITE; side <= BLACK; ++side) {
        Bitboard guarded = reach[side ^ 1].type[PAWN];
        sum[side] = evaluate_passed(b, side, structure.passed)
                    + evaluate_officers(b, side, guarded, &reach[side]) + evaluate_shelter(b, side);
    }
    sum[WHITE] += evaluate_threats(b, WHITE, &reach[WHITE], &reach[BLACK]);
    sum[BLACK] += evaluate_threats(b, BLACK, &reach[BLACK], &reach[WHITE]);
    return structure.value + sum[WHITE] - sum[BLACK]
           + (pos->side == WHITE ? tapered(TEMPO_MG, TEMPO_EG) : -tapered(TEMPO_MG, TEMPO_EG));
}

/* ---- FEN ---- */

static bool chess_set_fen(Position *pos, const char *fen, ErrorText *error)
{
    FenFields fields;
    Piece board[SQUARE_MAX];
    if (!fen_read(pos, fen, rules.castling_off ? NULL : all_castlings.letters, true, &fields, board, error)) return false;
    board_fill(board_of(pos), board);
    return orthodox_accepts(pos, error) && castling_accepts(pos, &all_castlings, KING, ROOK, error)
           && step_read_ep(pos, fields.ep, PAWN, rules.torpedo ? 2 : 5, 5, error);
}

static void chess_get_fen(const Position *pos, char *fen) { castling_get_fen(pos, &all_castlings, fen); }

/* Strength of the lower levels, written by `make levels`. */
static const LevelSheet levels = {
#include "levels.inc"
};
static const WdlSheet wdl = {
#include "wdl.inc"
};

static const DisplaySheet display = {
    .rules = "Chess by the laws of FIDE.\n"
             "Check and mate as everyone knows them; stalemate draws.\n"
             "A Pawn that arrives on the last rank becomes a Queen, Rook, Bishop or Knight: e7e8q.\n"
             "Castling is written as the King's move: e1g1. En passant: the square moved to.\n"
             "Drawn at once: a third occurrence of a position, 100 plies without a capture or a Pawn\n"
             "move, and too little material to mate with.",
    .brief = "The game that you know: checkmate the King.\n"
             "A check must be answered. Stalemate draws.\n"
             "A Pawn becomes a Queen, Rook, Bishop or Knight on the last rank.\n"
             "King and Rook castle, once in the game. A Pawn that stepped two squares may be taken en passant.\n"
             "A position that occurs three times draws, and so do 50 moves of each side without a capture or a Pawn's move.",
    .goals = {"Checkmate the King.", "Checkmate the King."},
    .scene = "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1f4 f8e7 e2e3 e8g8",
    .words = words,
    .cecp = {.name = "normal"},
};

static const MeasuredSheet measured = {
    .levels = &levels,
    .wdl = &wdl,
    .length = 63,
    .opening = {.plies = 8, .limit = 60},
    .bench_depth = 12,
};

static const ParamValue own_params[] = {
#include "params.inc"
    {NULL, 0}
};

static const SearchHints hints = {.mop_up = true, .params = own_params};

Variant variant_chess = {
    STEP_MEMBERS,
    .name = "chess",
    .title = "Chess",
    .standard = true,
    .start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .symmetry = SYMMETRIC_FILES,
    .swap = FLIP_RANKS,
    .counter_limit = 100,
    .repetitions = 3,
    .recurrence = RECURRENCE_DRAWS,
    .display = &display,
    .hints = &hints,
    .measured = &measured,
    .scratch_size = sizeof(EvalScratch),
    .max_moves = 64 * 63, /* from each square to each other; a Pawn has at most 12 moves */
    .phase_max = 24,
    .rule_options = rule_options,
    .adjust = chess_adjust,
    .init = chess_init,
    .set_fen = chess_set_fen,
    .accepts = orthodox_accepts,
    .extra_key = chess_extra_key,
    .may_stand = orthodox_may_stand,
    .get_fen = chess_get_fen,
    .generate = chess_generate,
    .move_is_legal = chess_move_is_legal,
    .key_after = step_key_after,
    .make = chess_make,
    .in_check = orthodox_in_peril,
    .in_peril = orthodox_in_peril,
    .board_outcome = chess_board_outcome,
    .no_move_outcome = orthodox_no_move,
    .describe = chess_describe,
    .see_ge = step_see_ge,
    .evaluate = chess_evaluate,
    .parse_move = simple_parse_move,
};
