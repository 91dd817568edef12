/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What the search and the evaluation are told of both editions of Borderlands; search.c of an edition includes it. */

/* ---- Move ordering and exchanges ---- */

static Bitboard attacks_of(const Board *b, Side side)
{
    Bitboard occupied = board_occupied(b), own = b->side[side], set = warriors_attack(side, bb_and(own, b->type[WARRIOR]));
    Bitboard officers = bb_without(own, b->type[WARRIOR]);
    BB_EACH(s, officers) set = bb_or(set, land.leaps[side][piece_type(b->base.board[s])][s].capture);
    Bitboard archers = bb_and(own, of_types(b, ARCHER, PROMOTED_ARCHER)),
             slingers = bb_and(own, of_types(b, SLINGER, PROMOTED_SLINGER));
    /* up to the second piece: the first one does not block */
    BB_EACH(s, archers) set = bb_or(set, rook_attacks((Square)s, bb_without(occupied, rook_attacks((Square)s, occupied))));
    BB_EACH(s, slingers) set = bb_or(set, bishop_attacks((Square)s, bb_without(occupied, bishop_attacks((Square)s, occupied))));
    return set;
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
    Bitboard set = land.leaps[us][type][s].capture;
    if (piece_table[type].base == ARCHER) set = bb_or(set, rook_reach(s, occupied));
    if (piece_table[type].base == SLINGER) set = bb_or(set, bishop_reach(s, occupied));
    return set;
}

/* Adds the squares where a piece of each type attacks a Chief. Returns the pieces that do so now. */
static Bitboard perils_to(BoardFacts *facts, const Board *b, Square chief, Bitboard straight, Bitboard diagonal)
{
    Side us = b->base.side;
    Bitboard attackers = bb_none();
    for (PieceType t = CHIEF; t < BOARD_TYPES; ++t) {
        Bitboard set = land.leaps[t == WARRIOR ? us ^ 1 : us][t][chief].capture;
        if (piece_table[t].base == ARCHER) set = bb_or(set, straight);
        if (piece_table[t].base == SLINGER) set = bb_or(set, diagonal);
        facts->perils_to[t] = bb_or(facts->perils_to[t], set);
        attackers = bb_or(attackers, bb_and(set, b->type[t]));
    }
    return bb_and(attackers, b->side[us]);
}

/* Adds the moves that may attack a Chief: all of them if it is attacked already. */
static void perils_near_chief(BoardFacts *facts, const Board *b, Square chief)
{
    Bitboard occupied = board_occupied(b), own = b->side[b->base.side];
    /* up to the second piece: the first one does not block */
    Bitboard straight = rook_attacks(chief, bb_without(occupied, rook_attacks(chief, occupied)));
    Bitboard diagonal = bishop_attacks(chief, bb_without(occupied, bishop_attacks(chief, occupied)));
    if (bb_any(perils_to(facts, b, chief, straight, diagonal))) facts->perils_from = whole_board();
    /* an Archer that is the third piece on its line becomes the second one */
    Bitboard archers = bb_and(own, of_types(b, ARCHER, PROMOTED_ARCHER)),
             slingers = bb_and(own, of_types(b, SLINGER, PROMOTED_SLINGER));
    if (bb_any(archers) && bb_meet(archers, rook_attacks(chief, bb_without(occupied, straight))))
        facts->perils_from = bb_or(facts->perils_from, bb_and(straight, own));
    if (bb_any(slingers) && bb_meet(slingers, bishop_attacks(chief, bb_without(occupied, diagonal))))
        facts->perils_from = bb_or(facts->perils_from, bb_and(diagonal, own));
}

static bool perils_fill(const Board *b, BoardFacts *facts)
{
    Side us = b->base.side, them = us ^ 1;
    Bitboard chiefs = board_pieces(b, them, CHIEF), villages = bb_without(land.zone.villages, b->side[us]);
    bool conquers = !rules_set.conquest_off && !bb_many(villages), hunts = needs_all_chiefs(b, them);
    if (!conquers && !hunts) return false;
    facts->perils_from = bb_none();
    for (PieceType t = CHIEF; t < BOARD_TYPES; ++t) facts->perils_to[t] = conquers ? villages : bb_none();
    if (hunts) BB_EACH(chief, chiefs) perils_near_chief(facts, b, (Square)chief);
    return true;
}

static bool leaves_in_peril(const Board *b, const Step *step, bool uncovers)
{
    Side us = b->base.side, them = us ^ 1;
    Bitboard occupied = step_occupied(b, step), own = bb_without(occupied, b->side[them]);
    if (holds_villages(b, them)) return false; /* the game is over */
    if (!rules_set.conquest_off && !bb_any(bb_without(land.zone.villages, own))) return true;
    if (!needs_all_chiefs(b, them)) return false;
    Bitboard chiefs = board_pieces(b, them, CHIEF);
    if (bb_meet(captures_of(us, step->arrival, step->to, occupied), chiefs)) return true;
    BB_EACH(chief, chiefs) if (uncovers && bb_any(attackers_to(b, (Square)chief, occupied, us, CHIEF))) return true;
    return false;
}

void BOARD_NAME(describe)(const Position *pos, NodeFacts *facts, const Move *moves, size_t n, MoveInfo *out)
{
    unsigned first_slot = pos->side * (unsigned)BASE_TYPES;
    for (size_t i = 0; i < n; ++i) {
        Step step = step_of(pos, moves[i]);
        unsigned slot = first_slot + piece_table[step.mover].base - 1u;
        step_info(board_const(pos), board_facts(facts), &step, slot, gain_of(board_const(pos), &step), &out[i]);
        out[i].victim = piece_table[step.victim].base;
        if (step.victim && step.mover == CHIEF) out[i].attacker = CHIEF_VALUE;
    }
    step_describe_perils(pos, board_facts(facts), moves, n, out);
}

bool BOARD_NAME(see_ge)(const Position *pos, Move move, Score threshold)
{
    const Board *b = board_const(pos);
    Step step = step_of(pos, move);
    Score gain = gain_of(b, &step);
    return gain >= LAST_CHIEF_VALUE ? gain >= threshold : step_see(b, &step, gain, threshold);
}

/* ---- Evaluation ---- */

/* Warriors and promotable pieces advance, leapers seek the centre, Chiefs and Guards stay at home in the
 * villages. `rank` is counted from the own side, from 0. */
Tapered BOARD_NAME(square_value)(PieceType type, unsigned file, unsigned rank)
{
    int centre = board_centre(file, BOARD_FILES), middle = board_centre(rank, BOARD_RANKS);
    int near = rank < 7 ? (int)rank : 6; /* towards the zone */
    switch (type) {
    case WARRIOR: return tapered(near * near - 4 + centre, near * near * 2 - 8);
    case CHIEF: return tapered(CHIEF_VALUE + (rank < 3 ? 20 : -15) - centre * 4, CHIEF_VALUE + centre * 2 - 4);
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
    if (rules_set.conquest_off) return needs_all_chiefs(b, us) ? -tapered(130, 90) : 0;
    int held = bb_count(bb_and(land.zone.villages, b->side[us]));
    Bitboard wanted = bb_without(land.zone.villages, b->side[us]);
    int reachable = bb_count(bb_and(wanted, survey->reach[us]));
    Tapered sum = tapered(held_value[held], held_value[held]) + tapered(reachable * 8, reachable * 14);
    if (needs_all_chiefs(b, us)) sum -= tapered(130, 90);
    return sum;
}

/* Passed Warriors, which no enemy Warrior can stop, and Marauders in hand waiting for a gap. */
static Tapered evaluate_warriors(const Board *b, Side us, const Survey *survey)
{
    Tapered sum = 0;
    Bitboard own = board_pieces(b, us, WARRIOR), enemy = board_pieces(b, us ^ 1, WARRIOR);
    Bitboard behind_pieces = forward(us ^ 1, survey->occupied, BOARD_FILES);
    BB_EACH(s, own)
    {
        if (bb_meet(land.warrior_stoppers[us][s], enemy)) continue;
        int rank = (int)square_relative_rank(us, (Square)s);
        bool blocked = bb_test(behind_pieces, (unsigned)s);
        sum += tapered(rank * rank, rank * rank * (blocked ? 2 : 3));
    }
    int hand = (int)hand_count(b->base.variant, b->base.state->hands, us, MARAUDER_SLOT);
    if (hand) {
        Bitboard safe = bb_without(land.zone.drop[us], bb_or(survey->occupied, survey->warriors[us ^ 1]));
        int squares = bb_count(safe);
        int value = 250 + 8 * (squares < 6 ? squares : 6);
        sum += tapered(hand * value, hand * value);
    }
    return sum;
}

Tapered BOARD_NAME(evaluate)(const Position *pos, EvalScratch *scratch)
{
    (void)scratch;
    const Board *b = board_const(pos);
    Survey survey = {.occupied = board_occupied(b)};
    for (Side us = WHITE; us <= BLACK; ++us) {
        Bitboard chiefs = board_pieces(b, us, CHIEF);
        BB_EACH(s, chiefs)
            survey.chief_zone[us] = bb_or(survey.chief_zone[us], bb_or(bb_square((unsigned)s), bb_or(land.wazir[s], land.ferz[s])));
        survey.warriors[us] = warriors_attack(us, board_pieces(b, us, WARRIOR));
    }
    Tapered sum = 0;
    for (Side us = WHITE; us <= BLACK; ++us) {
        Tapered side = evaluate_officers(b, us, &survey);
        side += evaluate_goals(b, us, &survey);
        side += evaluate_warriors(b, us, &survey);
        /* Self-play results give all this less weight than the first estimates. */
        side = tapered(tapered_mg(side) * 3 / 5, tapered_eg(side) * 3 / 5);
        if (us == pos->side) side += tapered(15, 10);
        sum += us == WHITE ? side : -side;
    }
    return sum;
}
