/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The rules of both editions of Borderlands; rules.c of an edition includes it below its data sheet. */

static const PieceType hand_types[] = {MARAUDER, NO_TYPE};

struct RulesSet rules_set = {.conquest_off = REVISED};

static bool BOARD_NAME(adjust)(Variant *borderlands, ErrorText *error)
{
    static char start[FEN_MAX];
    (void)error;
    if (rules_set.drops_off) borderlands->position.start_fen = fen_with_hand(borderlands->position.start_fen, "", start);
    return true;
}

/* ---- Geometry ---- */

struct Land land;

static Bitboard double_step_over[SIDE_NB]; /* the rank that a double step passes over */

/* The squares where a type promotes on arrival: none, the zone, or (Lion) a single square. */
static Bitboard promotes_on[SIDE_NB][BOARD_TYPES];

static Square square_named(char file, unsigned rank) { return square_at(0, (unsigned)(file - 'a'), rank - 1); }

/* The zone of this kind for these sides; nothing if there is none. */
static Bitboard zone_of(ZoneKind kind, unsigned sides)
{
    for (const Zone *zone = BOARD_NAME(zones); zone->name; ++zone)
        if (zone->kind == kind && zone->sides == sides) return zone_set(zone);
    return bb_none();
}

static void init_regions(void)
{
    land.not_file_a = bb_without(whole_board(), file_set(0));
    land.not_file_i = bb_without(whole_board(), file_set(8));
    land.zone.villages = zone_of(ZONE_GOAL, 3);
    land.zone.chief_region = zone_of(ZONE_REGION, 3);
    if (!bb_any(land.zone.chief_region)) land.zone.chief_region = whole_board();
    for (Side us = WHITE; us <= BLACK; ++us) {
        land.zone.promotion[us] = zone_of(ZONE_PROMOTION, 1u << us);
        land.zone.near[us] = land.zone.promotion[us];
        for (int rank = 0; rank < 3; ++rank)
            land.zone.near[us] = bb_or(land.zone.near[us], forward(us ^ 1, land.zone.near[us], BOARD_FILES));
        land.zone.drop[us] = zone_of(ZONE_DROP, 1u << us);
        land.zone.lion_region[us] = zone_of(ZONE_REGION, 1u << us);
        double_step_over[us] = rank_set(us == WHITE ? 3 : 6);
    }
    for (PieceType t = MARAUDER; t <= WARRIOR; ++t) {
        promotes_on[WHITE][t] = land.zone.promotion[WHITE];
        promotes_on[BLACK][t] = land.zone.promotion[BLACK];
    }
    promotes_on[WHITE][LION] = bb_square(square_named('e', 9));
    promotes_on[BLACK][LION] = bb_square(square_named('e', 2));
}

static void init_leaps(Square s)
{
    land.wazir[s] = leaper(s, 0, 1);
    land.ferz[s] = leaper(s, 1, 1);
    land.knight[s] = leaper(s, 1, 2);
    land.second_ring[s] = bb_or(leaper(s, 0, 2), leaper(s, 2, 2));
    land.straight[s] = rook_attacks(s, bb_none());
    land.diagonal[s] = bishop_attacks(s, bb_none());
    for (int n = 1; n <= 3; ++n) land.within_three[s] = bb_or(land.within_three[s], bb_or(leaper(s, 0, n), leaper(s, n, n)));
    for (Side us = WHITE; us <= BLACK; ++us) {
        for (int dr = 1; dr < BOARD_RANKS; ++dr)
            for (int df = -1; df <= 1; ++df) leap_add(&land.warrior_stoppers[us][s], s, df, us == WHITE ? dr : -dr);
        for (PieceType t = CHIEF; t < BOARD_TYPES; ++t) {
            Bitboard region = t == CHIEF ? land.zone.chief_region : t == LION ? land.zone.lion_region[us] : whole_board();
            land.leaps[us][t][s] = (Leaps){bb_and(betza_leaps(piece_table[t].betza, us, s, true), region),
                                           bb_and(betza_leaps(piece_table[t].betza, us, s, false), region)};
        }
    }
}

static void BOARD_NAME(init)(void)
{
    board_init();
    psq_fill(BOARD_NAME(square_value));
#if BOARD_PEXT
    for (int place = 0; place < LINE_MAX; ++place)
        for (int i = 0; i < 1 << LINE_MAX; ++i) land.line_reaches[place][i] = line_slides[place][i] | line_hops[place][i];
#endif
    init_regions();
    for (unsigned s = 0; s < BOARD_SQUARES; ++s) init_leaps((Square)s);
}

/* ---- The end of the game ---- */

static inline bool has_lost(const Board *b, Side side)
{
    return !(rules_set.one_chief ? bb_many(board_pieces(b, side, CHIEF)) : bb_meet(b->side[side], b->type[CHIEF]));
}

/* Could this side capture a Chief if it were to move? */
static bool attacks_chief(const Board *b, Side side)
{
    Bitboard chiefs = board_pieces(b, side ^ 1, CHIEF), occupied = board_occupied(b);
    BB_EACH(s, chiefs) if (bb_any(attackers_to(b, (Square)s, occupied, side, CHIEF))) return true;
    return false;
}

static Outcome BOARD_NAME(board_outcome)(const Position *pos)
{
    const Board *b = board_const(pos);
    for (Side side = WHITE; side <= BLACK; ++side)
        if (has_lost(b, side)) return (Outcome){result_win(side ^ 1), rules_set.one_chief ? "a Chief is lost" : "no Chief is left"};
    if (holds_villages(b, pos->side)) return (Outcome){result_win(pos->side), "conquest of the villages"};
    return (Outcome){ONGOING, NULL};
}

static Outcome borderlands_no_move_outcome(const Position *pos) { return (Outcome){result_win(pos->side ^ 1), "no legal move"}; }

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
        pos->variant->board.unmake(pos);
    }
    for (unsigned i = 0; i < plies; ++i) pos->variant->moves.make(pos, pos->state[1].move);
    if (always[WHITE] != always[BLACK]) return (Outcome){result_win(always[WHITE] ? BLACK : WHITE), "perpetual attack on a Chief"};
    return (Outcome){result_win(last ^ 1), occurrences[pos->variant->draws.repetitions]};
}

/* Generalised check: the last Chief is attacked, or the opponent holds all villages. */
static bool BOARD_NAME(in_peril)(const Position *pos, NodeFacts *facts)
{
    (void)facts;
    const Board *b = board_const(pos);
    if (holds_villages(b, pos->side ^ 1)) return true;
    return needs_all_chiefs(b, pos->side) && attacks_chief(b, pos->side ^ 1);
}

/* ---- Moves ---- */

/* No piece reaches more than 32 squares (a promoted Warrior: 8 by leap, 24 by slide), and no target holds an own piece. So n pieces
 * have at most n * min(32, 90 - n) moves, with the maximum at n = 58. Drops go to two ranks of nine squares. */
enum { MAX_MOVES = 58 * 32 + 18 };

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
    if (bb_any(promoting)) out = emit(out, promoting, move_simple(from, 0, piece_table[type].promotes, MOVE_PROMOTION), 0x100);
    return out;
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

/* The squares at most one file or rank away from a set. */
static inline Bitboard widened(Bitboard set)
{
    Bitboard left = bb_down(bb_and(set, land.not_file_a), 1), right = bb_up(bb_and(set, land.not_file_i), 1);
    set = bb_or(set, bb_or(left, right));
    return bb_or(set, bb_or(bb_up(set, BOARD_FILES), bb_down(set, BOARD_FILES)));
}

/* The squares from which a piece may capture or promote, if it is neither an Archer nor a Slinger: captures go two squares far. */
GENERATOR Bitboard close_quarters(const Generation *g) { return bb_or(land.zone.near[g->us], widened(widened(g->enemy))); }

GENERATOR Move *generate_officers(const Generation *g, Bitboard pieces, Move *out)
{
    if (g->kind == GEN_NOISY) {
        Bitboard far = bb_or(of_types(g->board, ARCHER, PROMOTED_ARCHER), of_types(g->board, SLINGER, PROMOTED_SLINGER));
        pieces = bb_and(pieces, bb_or(far, close_quarters(g)));
    }
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
    Bitboard promoting = bb_and(targets, land.zone.promotion[g->us]);
    out = emit(out, bb_without(targets, promoting), base, 0x101);
    if (bb_any(promoting)) out = emit(out, promoting, base + move_simple(0, 0, PROMOTED_WARRIOR, MOVE_PROMOTION), 0x101);
    return out;
}

GENERATOR Move *generate_warriors(const Generation *g, Bitboard warriors, Move *out)
{
    Side us = g->us;
    Bitboard left = bb_and(us == WHITE ? bb_up(bb_and(warriors, land.not_file_a), 8)
                                       : bb_down(bb_and(warriors, land.not_file_i), 8), g->enemy);
    Bitboard right = bb_and(us == WHITE ? bb_up(bb_and(warriors, land.not_file_i), 10)
                                        : bb_down(bb_and(warriors, land.not_file_a), 10), g->enemy);
    Bitboard ahead = forward(us, warriors, 9), step = bb_and(ahead, g->empty);
    Bitboard twice = bb_and(forward(us, bb_and(step, double_step_over[us]), 9), g->empty);
    ahead = bb_and(ahead, bb_or(g->enemy, g->empty));
    if (g->kind != GEN_ALL) {
        Bitboard noisy = bb_or(g->enemy, land.zone.promotion[us]);
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
    return step_generate_ep(g->board, warriors, out);
}

GENERATOR Move *generate_side(const Board *b, Side us, GenKind kind, Bitboard sources, Move *out)
{
    Generation g = generation(b, us, kind);
    Bitboard pieces = bb_and(sources, b->side[us]);
    out = generate_officers(&g, pieces, out);
    out = generate_warriors(&g, bb_and(pieces, b->type[WARRIOR]), out);
    if (kind & GEN_QUIET && hand_count(b->base.variant, b->base.state->hands, us, MARAUDER_SLOT)) {
        Bitboard squares = bb_and(bb_and(land.zone.drop[us], g.empty), sources);
        out = emit(out, squares, move_simple(0, 0, MARAUDER, MOVE_DROP), 0x101);
    }
    return out;
}

static Move *generate_from(const Board *b, NodeFacts *facts, GenKind kind, Bitboard sources, Move *out)
{
    (void)facts;
    if (BOARD_NAME(board_outcome)(&b->base).result != ONGOING) return out;
    return b->base.side == WHITE ? generate_side(b, WHITE, kind, sources, out) : generate_side(b, BLACK, kind, sources, out);
}

static Bitboard en_passant_takers(const Board *b)
{
    Square ep = b->base.state->ep[0];
    Side us = b->base.side;
    return bb_and(bb_and(land.leaps[us ^ 1][WARRIOR][ep].capture, land.ferz[ep]), board_pieces(b, us, WARRIOR));
}

/* Nothing is ever pinned. */
static bool en_passant_is_safe(const Board *b, Square from) { return (void)b, (void)from, true; }

/* Drops and Warrior moves are irreversible but do not reset the counter. */
static void BOARD_NAME(make)(Position *pos, Move move)
{
    Board *b = board_of(pos);
    Square from = move_from(move), to = move_to(move);
    Side us = pos->side;
    unsigned kind = move_kind(move);
    State *state = step_push(b, move);

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
        state->key ^= step_ep_key(b);
    }
}

/* ---- FEN ---- */

static bool borderlands_may_stand(Piece piece, Square s)
{
    if (piece_type(piece) == CHIEF) return bb_test(land.zone.chief_region, s);
    return piece_type(piece) != LION || bb_test(land.zone.lion_region[piece_side(piece)], s);
}

static bool borderlands_accepts(const Position *pos, ErrorText *error)
{
    const Board *b = board_const(pos);
    if (has_lost(b, WHITE) && has_lost(b, BLACK))
        return error_set(error, rules_set.one_chief ? "both sides have lost a Chief" : "no Chief of either side is on the board");
    if (!step_well_placed(pos, "outside its region", error)) return false;
    if (rules_set.drops_off && pos->state->hands) return error_set(error, "there are no Marauders in hand without drops");
    for (Side side = WHITE; side <= BLACK; ++side) {
        unsigned n = hand_count(pos->variant, pos->state->hands, side, MARAUDER_SLOT);
        if (n > MARAUDERS_IN_HAND)
            return error_set(error, "%s has %u Marauders in hand, at most two are possible", side_name(side), n);
    }
    return true;
}

static bool borderlands_set_fen(Position *pos, const char *fen, ErrorText *error)
{
    FenFields fields;
    return board_read_fen(pos, fen, true, &fields, error) && step_read_ep(pos, fields.ep, WARRIOR, 6, 6, error);
}

/* The members of a Variant that are the same in both editions. */
#define BORDERLANDS_MEMBERS \
    .board = BOARD_SHEET, \
    .symmetry = {.board = SYMMETRIC_FILES, .swap = FLIP_RANKS}, \
    .hands = {.types = hand_types}, \
    .draws.repetitions = 5, .draws.recurrence = RECURRENCE_SCORED, \
    .options = {.list = rule_options, .adjust = BOARD_NAME(adjust)}, \
    .position.init = BOARD_NAME(init), .position.set_fen = borderlands_set_fen, .position.accepts = borderlands_accepts, \
    .position.may_stand = borderlands_may_stand, .position.extra_key = step_extra_key, \
    .moves = {.max = MAX_MOVES, .generate = step_generate, .is_legal = step_move_is_legal, .key_after = step_key_after, \
              .make = BOARD_NAME(make)}, \
    .end = {.in_peril = BOARD_NAME(in_peril), .on_board = BOARD_NAME(board_outcome), .no_move = borderlands_no_move_outcome, \
            .repetition = borderlands_repetition_outcome}, \
    .text = {.print = simple_print_move, .parse = simple_parse_move, .refusal = BOARD_NAME(refusal)}, \
    .search.hints = &BOARD_NAME(hints), .search.describe = BOARD_NAME(describe), .search.see_ge = BOARD_NAME(see_ge), \
    .search.evaluate = BOARD_NAME(evaluate), .display = &BOARD_NAME(display), .measured = &BOARD_NAME(measured)
