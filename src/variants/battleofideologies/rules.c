/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Battle of Ideologies by RadarUndetectable: two different armies on 9x9. White has sliders and a lame Horse; Black has only
 * leapers. So White's pieces are never pinned. Black's pieces can be pinned on lines and on the legs of Horses. */

#define BOARD_OWNS_TABLES
#define STEP_GENERATE
#include "battleofideologies.h"

/* ---- Data sheet ---- */

#define WHITE_PIECE(...) .sides = 1, PIECE_ROW(__VA_ARGS__)
#define BLACK_PIECE(...) .sides = 2, PIECE_ROW(__VA_ARGS__)

/* Fitted to the results of self-play, like the weights of the evaluation. */
const PieceInfo piece_table[BOARD_TYPES] = {
    [PAWN] = {WHITE_PIECE('P', PAWN, 0, 85, 85, "Pawn", "fmWfcFifmnD"), .structure = true},
    [HORSE] = {WHITE_PIECE('H', HORSE, 1, 345, 345, "Horse", "nN")},
    [BISHOP] = {WHITE_PIECE('B', BISHOP, 1, 370, 370, "Bishop", "B")},
    [ROOK] = {WHITE_PIECE('R', ROOK, 2, 380, 380, "Rook", "R")},
    [ARCHBISHOP] = {WHITE_PIECE('A', ARCHBISHOP, 4, 495, 495, "Archbishop", "BN")},
    [CHANCELLOR] = {WHITE_PIECE('C', CHANCELLOR, 4, 1185, 1185, "Chancellor", "RN"), .mates = true},
    [KING] = {WHITE_PIECE('K', KING, 0, 0, 0, "King", "K"), .royal = true},
    [QUADRAPAWN] = {BLACK_PIECE('S', QUADRAPAWN, 0, 260, 260, "Quadrapawn", "mWcF"), .structure = true},
    [ALIBACKA] = {BLACK_PIECE('F', ALIBACKA, 1, 185, 185, "Alibacka", "ADbW")},
    [GOLD_DEFENDER] = {BLACK_PIECE('E', GOLD_DEFENDER, 2, 240, 240, "Gold Defender", "WfFfDcffNcbF")},
    [OKAPI] = {BLACK_PIECE('J', OKAPI, 2, 390, 390, "Okapi", "NZ")},
    [CENTAUR] = {BLACK_PIECE('M', CENTAUR, 3, 370, 370, "Centaur", "KN")},
    [KIRIN] = {BLACK_PIECE('Z', KIRIN, 0, 0, 0, "Kirin", "FD"), .promotes = PROMOTED_KIRIN, .royal = true},
    [PROMOTED_KIRIN] = {BLACK_PIECE('Z', KIRIN, 0, 0, 0, "promoted Kirin", "FDbW"), .promoted = true, .royal = true},
};

/* White has no hand. Black starts with five Quadrapawns in hand and never gains another. */
static const PieceType hand_types[] = {QUADRAPAWN, NO_TYPE};

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

struct Battle battle;

static Bitboard rank_3, rank_9;
static Bitboard drop_zone;
static Bitboard kirin_zone; /* where a Kirin promotes: rank 5 */

/* King, Kirin and Black's officers have regions; the others go anywhere. */
static void leaps_init(PieceType t, Square s)
{
    Side side = t <= KING ? WHITE : BLACK;
    Bitboard region = t == KING ? battle.palace : t >= ALIBACKA && t <= KIRIN ? battle.black_region : whole_board();
    battle.quiet_leaps[t][s] = bb_and(betza_leaps(piece_table[t].betza, side, s, false), region);
    battle.capture_leaps[t][s] = bb_and(betza_leaps(piece_table[t].betza, side, s, true), region);
    BB_EACH(to, battle.capture_leaps[t][s]) bb_flip(&battle.captured_from[t][to], s);
}

static bool battle_adjust(Variant *variant, ErrorText *error)
{
    static const char hand[RESERVE_MAX + 1] = "sssssssss";
    static char start[FEN_MAX];
    (void)error;
    if (rules.reserve != RESERVE)
        variant->position.start_fen = fen_with_hand(variant->position.start_fen, &hand[RESERVE_MAX - rules.reserve], start);
    if (rules.reserve > RESERVE) variant->rules.lost |= DATA_NET; /* which counts no more of them */
    return true;
}

static void battle_init(void)
{
    board_init();
    psq_fill(battle_square_value);
    battle.file_a = file_set(0);
    battle.file_i = file_set(8);
    battle.kirin_goal = rules.goal_off ? bb_none() : rank_set(0);
    battle.palace = rules.palace_off ? whole_board() : zone_set(&battle_zones[PALACE]);
    battle.black_region = zone_set(&battle_zones[LAND]);
    battle.promotion_zone = zone_set(&battle_zones[BLACK_PROMOTION]);
    drop_zone = zone_set(&battle_zones[DROPS]);
    battle.near_goal = bb_or(rank_set(1), rank_set(2));
    rank_3 = rank_set(2);
    rank_9 = rank_set(8);
    kirin_zone = rank_set(4);
    for (unsigned i = 0; i < BOARD_SQUARES; ++i) {
        Square s = (Square)i;
        battle.straight_rays[s] = rook_attacks(s, bb_none());
        battle.diagonal_rays[s] = bishop_attacks(s, bb_none());
        mao_init(s, battle.horse_to[s], battle.horse_from[s]);
        for (PieceType t = PAWN; t < BOARD_TYPES; ++t) leaps_init(t, s);
    }
}

/* ---- Attacks ---- */

Bitboard battle_white_attackers(const Board *b, Square s, Bitboard occupied)
{
    Bitboard straight = bb_or(b->type[ROOK], b->type[CHANCELLOR]);
    Bitboard diagonal = bb_or(b->type[BISHOP], b->type[ARCHBISHOP]);
    Bitboard knight = battle.captured_from[CHANCELLOR][s];
    Bitboard set = bb_and(knight, bb_or(b->type[ARCHBISHOP], b->type[CHANCELLOR]));
    set = bb_or(set, bb_and(battle.captured_from[PAWN][s], b->type[PAWN]));
    set = bb_or(set, bb_and(battle.captured_from[KING][s], b->type[KING]));
    if (bb_meet(knight, b->type[HORSE])) set = bb_or(set, bb_and(lame_leaps(battle.horse_from[s], occupied), b->type[HORSE]));
    if (bb_meet(battle.straight_rays[s], straight)) set = bb_or(set, bb_and(rook_attacks(s, occupied), straight));
    if (bb_meet(battle.diagonal_rays[s], diagonal)) set = bb_or(set, bb_and(bishop_attacks(s, occupied), diagonal));
    return set;
}

Bitboard battle_white_attacks(const Board *b, Bitboard occupied)
{
    Bitboard straight = bb_or(b->type[ROOK], b->type[CHANCELLOR]), diagonal = bb_or(b->type[BISHOP], b->type[ARCHBISHOP]);
    Bitboard knights = bb_or(b->type[ARCHBISHOP], b->type[CHANCELLOR]), horses = b->type[HORSE];
    Bitboard set = bb_or(pawn_attacks(b->type[PAWN]), battle.capture_leaps[KING][king_square(b)]);
    BB_EACH(s, horses) set = bb_or(set, lame_leaps(battle.horse_to[s], occupied));
    BB_EACH(s, straight) set = bb_or(set, rook_attacks((Square)s, occupied));
    BB_EACH(s, diagonal) set = bb_or(set, bishop_attacks((Square)s, occupied));
    BB_EACH(s, knights) set = bb_or(set, battle.capture_leaps[CHANCELLOR][s]);
    return set;
}

static bool in_check(const Board *b, Side side)
{
    if (side == WHITE) return bb_any(black_attackers(b, king_square(b)));
    return bb_any(battle_white_attackers(b, kirin_square(b), board_occupied(b)));
}

/* ---- Moves: common to both sides ---- */

/* Moves of pieces that all start `delta` squares below their targets (a drop: 0). */
static inline Move *emit_by(Move *out, Bitboard targets, int delta, PieceType type, unsigned kind)
{
    BB_EACH(to, targets) *out++ = move_simple((Square)((int)to - delta), (Square)to, type, kind);
    return out;
}

static inline Move *emit_promotions(Move *out, Bitboard targets, int delta, PieceType first, PieceType last)
{
    BB_EACH(to, targets)
    {
        for (PieceType t = first; t <= last; ++t) *out++ = move_simple((Square)((int)to - delta), (Square)to, t, MOVE_PROMOTION);
    }
    return out;
}

/* ---- White's moves ---- */

static Move *generate_pawns(const Board *b, GenKind kind, Bitboard pawns, Bitboard allowed, Move *out)
{
    Bitboard empty = bb_without(whole_board(), board_occupied(b));
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
    Bitboard left = bb_and(bb_up(bb_without(pawns, battle.file_a), 8), victims);
    Bitboard right = bb_and(bb_up(bb_without(pawns, battle.file_i), 10), victims);
    out = emit_by(out, left, 8, NO_TYPE, MOVE_NORMAL);
    out = emit_by(out, right, 10, NO_TYPE, MOVE_NORMAL);
    if (!bb_meet(bb_or(one, bb_or(left, right)), rank_9)) return out;
    out = emit_promotions(out, bb_and(one, rank_9), 9, HORSE, CHANCELLOR);
    out = emit_promotions(out, bb_and(left, rank_9), 8, HORSE, CHANCELLOR);
    return emit_promotions(out, bb_and(right, rank_9), 10, HORSE, CHANCELLOR);
}

/* Black only leaps, so no White piece shields the King, a check cannot be blocked, and a double check needs a King move. */
static Move *generate_white(const Board *b, GenKind kind, Bitboard sources, Move *out)
{
    if (bb_meet(kirin_set(b), battle.kirin_goal)) return out; /* Black has won */
    Square king = king_square(b);
    Bitboard occupied = board_occupied(b);
    Bitboard checkers = black_attackers(b, king);
    Bitboard wanted = bb_without(whole_board(), b->side[WHITE]);
    if (kind == GEN_NOISY) wanted = b->side[BLACK];
    if (kind == GEN_QUIET) wanted = bb_without(wanted, b->side[BLACK]);
    sources = bb_and(sources, b->side[WHITE]);

    if (!bb_many(checkers)) {
        Bitboard allowed = bb_any(checkers) ? checkers : whole_board();
        Bitboard targets = bb_and(allowed, wanted);
        out = generate_pawns(b, kind, bb_and(sources, b->type[PAWN]), allowed, out);
        for (PieceType t = HORSE; t <= CHANCELLOR; ++t) {
            Bitboard pieces = bb_and(sources, b->type[t]);
            BB_EACH(from, pieces)
            {
                Bitboard attacks = captures_of(t, (Square)from, occupied);
                out = step_emit_normal(out, (Square)from, bb_and(attacks, targets));
            }
        }
    }
    if (bb_test(sources, king)) {
        Bitboard targets = bb_and(battle.capture_leaps[KING][king], wanted);
        BB_EACH(to, targets)
        {
            if (!bb_any(black_attackers(b, (Square)to))) *out++ = move_simple(king, (Square)to, NO_TYPE, MOVE_NORMAL);
        }
    }
    return out;
}

/* ---- Black's moves ---- */

typedef struct BlackNode {
    Square kirin;
    Bitboard occupied, empty, enemy;
    Bitboard danger;  /* squares that White attacks once the Kirin has left its square */
    Bitboard allowed; /* targets of pieces other than the Kirin: they must answer all checks */
    Pins pins;
} BlackNode;

static inline void pin(Pins *pins, Square piece, Bitboard mask)
{
    pins->pins[pins->count].piece = piece;
    pins->pins[pins->count++].mask = mask;
    pins->pinned = bb_or(pins->pinned, bb_square(piece));
}

void battle_find_pins(const Board *b, Side side, Square kirin, Pins *pins)
{
    Bitboard snipers = snipers_of(b, kirin), occupied = board_occupied(b);
    pins->pinned = bb_none();
    pins->count = 0;
    BB_EACH(sniper, snipers)
    {
        Bitboard line = between[kirin][sniper], shields = bb_and(line, occupied);
        if (bb_any(shields) && !bb_many(shields) && bb_meet(shields, b->side[side]))
            pin(pins, bb_first(shields), bb_or(line, bb_square((unsigned)sniper)));
    }
    if (!bb_meet(battle.captured_from[CHANCELLOR][kirin], b->type[HORSE])) return;
    for (int i = 0; i < LAME_WAYS; ++i) {
        const LameWay *way = &battle.horse_from[kirin][i];
        Bitboard horses = bb_and(way->leaps, b->type[HORSE]);
        if (!bb_test(b->side[side], way->leg)) continue;
        BB_EACH(h, horses) pin(pins, way->leg, bb_square((unsigned)h));
    }
}

/* The squares that answer every check by capturing the only checker, blocking a line or blocking a leg. One
 * square may answer several checks: two Horses can share a leg. */
static Bitboard check_answers(const Board *b, const BlackNode *n)
{
    Bitboard answers = whole_board();
    Bitboard checkers = battle_white_attackers(b, n->kirin, n->occupied);
    Bitboard horses = bb_and(checkers, b->type[HORSE]);
    Bitboard others = bb_without(checkers, horses);
    BB_EACH(c, others) /* a leap lies on no line: `between` is empty */
        answers = bb_and(answers, bb_or(between[n->kirin][c], bb_square((unsigned)c)));
    for (int i = 0; i < LAME_WAYS; ++i) {
        const LameWay *way = &battle.horse_from[n->kirin][i];
        Bitboard pieces = bb_and(way->leaps, horses);
        BB_EACH(h, pieces) answers = bb_and(answers, bb_or(bb_square(way->leg), bb_square((unsigned)h)));
    }
    return answers;
}

static inline void black_node(const Board *b, BlackNode *n)
{
    n->kirin = kirin_square(b);
    n->occupied = board_occupied(b);
    n->empty = bb_without(whole_board(), n->occupied);
    n->enemy = b->side[WHITE];
    n->danger = battle_white_attacks(b, bb_without(n->occupied, bb_square(n->kirin)));
    n->allowed = bb_test(n->danger, n->kirin) ? check_answers(b, n) : whole_board();
    battle_find_pins(b, BLACK, n->kirin, &n->pins);
}

static inline Move *emit_quadrapawns(Move *out, Bitboard targets, int delta, bool plain, bool promotions)
{
    if (plain) out = emit_by(out, targets, delta, NO_TYPE, MOVE_NORMAL);
    if (promotions) out = emit_promotions(out, bb_and(targets, battle.promotion_zone), delta, ALIBACKA, CENTAUR);
    return out;
}

/* Quadrapawns step in the four straight directions and capture in the four diagonal ones. */
static Move *generate_quadrapawns(const BlackNode *n, GenKind kind, Bitboard pieces, Move *out)
{
    bool quiet = kind & GEN_QUIET, noisy = kind & GEN_NOISY;
    Bitboard not_a = bb_without(pieces, battle.file_a), not_i = bb_without(pieces, battle.file_i);
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
static inline Move *generate_officer(const BlackNode *n, GenKind kind, PieceType type, Square from, Bitboard allowed, Move *out)
{
    Bitboard targets = bb_none();
    if (kind & GEN_QUIET) targets = bb_and(battle.quiet_leaps[type][from], n->empty);
    if (kind & GEN_NOISY) targets = bb_or(targets, bb_and(battle.capture_leaps[type][from], n->enemy));
    return step_emit_normal(out, from, bb_and(targets, allowed));
}

static Move *generate_pinned(const Board *b, const BlackNode *node, GenKind kind, Bitboard pieces, Move *out)
{
    BB_EACH(from, pieces)
    {
        PieceType type = piece_type(b->base.board[from]);
        BlackNode n = *node;
        for (int i = 0; i < n.pins.count; ++i)
            if (n.pins.pins[i].piece == from) n.allowed = bb_and(n.allowed, n.pins.pins[i].mask);
        if (type == QUADRAPAWN)
            out = generate_quadrapawns(&n, kind, bb_square((unsigned)from), out);
        else out = generate_officer(&n, kind, type, (Square)from, n.allowed, out);
    }
    return out;
}

/* Rank 1 is the Kirin's goal, so a move there is noisy. Its promotion on rank 5 wins nothing at once and is quiet. */
static Move *generate_kirin(const Board *b, const BlackNode *n, GenKind kind, Move *out)
{
    PieceType type = piece_type(b->base.board[n->kirin]);
    Bitboard targets = bb_without(battle.capture_leaps[type][n->kirin], bb_or(b->side[BLACK], n->danger));
    Bitboard noisy = bb_and(targets, bb_or(n->enemy, battle.kirin_goal));
    if (kind == GEN_NOISY) targets = noisy;
    if (kind == GEN_QUIET) targets = bb_without(targets, noisy);
    out = step_emit_normal(out, n->kirin, targets);
    if (type != KIRIN) return out;
    targets = bb_and(targets, kirin_zone);
    BB_EACH(to, targets) *out++ = move_simple(n->kirin, (Square)to, PROMOTED_KIRIN, MOVE_PROMOTION);
    return out;
}

static Move *generate_black(const Board *b, GenKind kind, Bitboard sources, Move *out)
{
    BlackNode n;
    black_node(b, &n);
    Bitboard pieces = bb_and(sources, b->side[BLACK]);
    if (bb_any(n.allowed)) {
        Bitboard free = bb_without(pieces, n.pins.pinned);
        out = generate_quadrapawns(&n, kind, bb_and(free, b->type[QUADRAPAWN]), out);
        for (PieceType t = ALIBACKA; t <= CENTAUR; ++t) {
            Bitboard officers = bb_and(free, b->type[t]);
            BB_EACH(from, officers) out = generate_officer(&n, kind, t, (Square)from, n.allowed, out);
        }
        if (bb_meet(pieces, n.pins.pinned)) out = generate_pinned(b, &n, kind, bb_and(pieces, n.pins.pinned), out);
        if (kind & GEN_QUIET && hand_count(b->base.variant, b->base.state->hands, BLACK, 0)) {
            /* a drop counts as starting from its target square */
            Bitboard targets = bb_and(bb_and(drop_zone, n.empty), bb_and(sources, n.allowed));
            out = emit_by(out, targets, 0, QUADRAPAWN, MOVE_DROP);
        }
    }
    if (bb_test(pieces, n.kirin)) out = generate_kirin(b, &n, kind, out);
    return out;
}

static Move *generate_from(const Board *b, NodeFacts *facts, GenKind kind, Bitboard sources, Move *out)
{
    (void)facts;
    return b->base.side == WHITE ? generate_white(b, kind, sources, out) : generate_black(b, kind, sources, out);
}

/*
 * A bound on the moves of any position. Each of the 79 squares other than the royals' holds a piece with at most 24 moves for White
 * (Chancellor, Archbishop: 16 + 8; a Pawn: 3 targets, 6 choices) or 40 for Black (Quadrapawn: 8 targets, 5 choices; others: 16
 * targets). The royals have at most 9 targets with 2 choices each, and there are 36 drop squares.
 */
enum { ONE_PIECE_MAX = 40, MOVES_MAX = 79 * ONE_PIECE_MAX + 9 * 2 + 36 };

/* The draw counter and the reversible plies differ: a Quadrapawn's move resets the counter although it can be undone by later
 * moves; a Kirin's promotion does not reset it although it cannot. */
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

bool battle_goal_is_open(const Board *b, PieceType type, Square kirin, Bitboard occupied)
{
    if (square_rank(kirin) > 2) return false;
    Bitboard goals = bb_and(battle.capture_leaps[type][kirin], battle.kirin_goal);
    goals = bb_without(goals, bb_without(occupied, b->side[WHITE]));
    occupied = bb_without(occupied, bb_square(kirin));
    BB_EACH(to, goals) if (!bb_any(battle_white_attackers(b, (Square)to, occupied))) return true;
    return false;
}

/* Could the Kirin enter rank 1 if Black were to move? */
static bool kirin_threatens_goal(const Board *b)
{
    Square kirin = kirin_square(b);
    return battle_goal_is_open(b, piece_type(b->base.board[kirin]), kirin, board_occupied(b));
}

static bool battle_in_peril(const Position *pos, NodeFacts *facts)
{
    (void)facts;
    const Board *b = board_const(pos);
    return in_check(b, pos->side) || (pos->side == WHITE && kirin_threatens_goal(b));
}

/* A FEN may have the Kirin on rank 1 with Black to move: Black wins only after its next move. */
static Outcome battle_board_outcome(const Position *pos)
{
    if (pos->side == WHITE && bb_meet(kirin_set(board_const(pos)), battle.kirin_goal))
        return (Outcome){BLACK_WINS, "the Kirin has reached rank 1"};
    return (Outcome){ONGOING, NULL};
}

static bool battle_in_check(const Position *pos) { return in_check(board_const(pos), pos->side); }

static Outcome battle_no_move_outcome(const Position *pos)
{
    if (battle_in_check(pos)) return (Outcome){result_win(pos->side ^ 1), "checkmate"};
    return (Outcome){result_win(pos->side), "stalemate"};
}

/* ---- FEN ---- */

static bool battle_may_stand(Piece piece, Square s)
{
    if (piece_type(piece) == KING) return bb_test(battle.palace, s);
    return piece_type(piece) != KIRIN || bb_test(battle.black_region, s);
}

static bool check_pieces(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    char name[40], at[4];
    int kings = bb_count(b->type[KING]), kirins = bb_count(kirin_set(b));
    unsigned in_hand = hand_count(pos->variant, pos->state->hands, BLACK, 0);
    if (kings != 1) return error_set(error, "White has %d Kings, not one", kings);
    if (kirins != 1) return error_set(error, "Black has %d Kirins of either form, not one", kirins);
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

Variant variant_battleofideologies = {
    .name = "battleofideologies",
    .title = "Battle of Ideologies",
    .board = BOARD_SHEET,
    .symmetry = {.board = SYMMETRIC_FILES},
    .hands = {.types = hand_types},
    .draws = {.counter_limit = 100, .repetitions = 3, .recurrence = RECURRENCE_DRAWS},
    .options = {.list = rule_options, .adjust = battle_adjust},
    .position = {.start_fen = "mfjezejfm/sssssssss/9/9/9/9/9/PPPPPPPPP/RHBCKABHR[sssss] w - - 0 1", .init = battle_init,
                 .set_fen = board_set_fen, .accepts = battle_accepts, .may_stand = battle_may_stand},
    .moves = {.max = MOVES_MAX, .generate = step_generate, .is_legal = step_move_is_legal, .key_after = step_key_after,
              .make = battle_make},
    .end = {.in_check = battle_in_check, .in_peril = battle_in_peril, .on_board = battle_board_outcome,
            .no_move = battle_no_move_outcome},
    .text = {.print = simple_print_move, .parse = simple_parse_move, .refusal = battle_refusal},
    .search = {.hints = &battle_hints, .describe = battle_describe, .see_ge = battle_see_ge,
               .evaluate = battle_evaluate},
    .display = &battle_display,
    .measured = &battle_measured,
};
