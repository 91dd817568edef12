/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The histories and the order of the move picker. */

#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "../src/search/history.h"
#include "../src/search/movepick.h"
#include "tree.h"

static const ContinuationRows no_move_before;
static const ContinuationRows *const nothing_before = &no_move_before;

/* ---- Histories ---- */

typedef struct Learner {
    History history;
    Position *pos;
} Learner;

static Learner learner_at(const char *game, const char *fen)
{
    static SearchParams params;
    Learner learner = {.pos = position_at(game, fen)};
    search_params_of(learner.pos->variant, &params);
    ck_assert(history_init(&learner.history, learner.pos->variant, &params));
    return learner;
}
static void learner_end(Learner *learner)
{
    history_free(&learner->history);
    position_free(learner->pos);
}

/* A move on two boards updates the entries of both halves independently. */
START_TEST(test_history_of_two_boards)
{
    Learner l = learner_at("bordahbee", NULL);
    History *h = &l.history;
    MoveInfo move = info_at(l.pos, "g1f3,m2m4"), first = info_at(l.pos, "g1f3,i2i3"), second = info_at(l.pos, "b1c3,m2m4"),
             neither = info_at(l.pos, "b1c3,i2i3");
    history_update_quiet(h, WHITE, &move, nothing_before, 600);
    int whole = history_quiet(h, WHITE, &move, nothing_before);
    ck_assert_int_gt(history_quiet(h, WHITE, &first, nothing_before), 0);
    ck_assert_int_gt(history_quiet(h, WHITE, &second, nothing_before), 0);
    ck_assert_int_eq(history_quiet(h, WHITE, &first, nothing_before) + history_quiet(h, WHITE, &second, nothing_before), whole);
    ck_assert_int_eq(history_quiet(h, WHITE, &neither, nothing_before), 0);
    /* Each board's half continues the previous half on that board. */
    MoveInfo before = info_at(l.pos, "b1c3,i2i4");
    ContinuationRows rows = no_move_before, on_second_board = no_move_before;
    history_after(h, &before, &rows, 0);
    on_second_board.row[0][1] = rows.row[0][1];
    before.piece_to[0] = info_at(l.pos, "g1h3,i2i4").piece_to[0]; /* another half on the first board */
    ContinuationRows other_rows = no_move_before;
    history_after(h, &before, &other_rows, 0);
    history_clear(h);
    history_update_quiet(h, WHITE, &move, &rows, 600);
    int plain = history_quiet(h, WHITE, &move, nothing_before);
    int second_alone = history_quiet(h, WHITE, &move, &on_second_board);
    ck_assert_int_gt(second_alone, plain);
    ck_assert_int_gt(history_quiet(h, WHITE, &move, &rows), second_alone);
    ck_assert_int_eq(history_quiet(h, WHITE, &move, &other_rows), second_alone);
    learner_end(&l);
}

/* A move has its own entry if its origin or target is attacked, in the from-to history only. */
START_TEST(test_attacked_history)
{
    Learner l = learner_at("chess", NULL);
    History *h = &l.history;
    MoveInfo moves[ATTACKED_NB];
    for (unsigned i = 0; i < ATTACKED_NB; ++i) {
        moves[i] = info_at(l.pos, "g1f3");
        moves[i].attacked[0] = (uint8_t)i;
    }
    for (unsigned i = 0; i < ATTACKED_NB; ++i) {
        history_clear(h);
        history_update_quiet(h, BLACK, &moves[i], nothing_before, 700);
        int learnt = history_quiet(h, BLACK, &moves[i], nothing_before);
        for (unsigned j = 0; j < ATTACKED_NB; ++j) {
            int other = history_quiet(h, BLACK, &moves[j], nothing_before);
            ck_assert_msg(other > 0 && (j == i) == (other == learnt) && other <= learnt, "learnt with %u, known with %u", i, j);
        }
    }
    learner_end(&l);
}

static int bounded(int value, int limit) { return value > limit ? limit : value < -limit ? -limit : value; }

/* The correction is an average of the errors, in which a search counts by its depth and one, at most 16, out of 102, and no error
 * for more than 160 centipawns; a share of it reaches the evaluation, only in positions with the same pawn structure and side to
 * move. */
START_TEST(test_correction)
{
    Learner l = learner_at("chess", "4k3/pp6/8/8/8/8/6PP/4K3 w - - 0 1");
    Position *same = position_at("chess", "8/pp2k3/8/8/8/8/4K1PP/8 w - - 0 1");
    Position *other = position_at("chess", "4k3/p1p5/8/8/8/8/6PP/4K3 w - - 0 1");
    Position *turned = position_at("chess", "4k3/pp6/8/8/8/8/6PP/4K3 b - - 0 1");
    int weight = l.history.params->correction_weight;
    for (int depth = 0; depth < 30; ++depth) {
        int average = 0;
        history_clear(&l.history);
        for (int error = -200; error <= 200; error += 33) {
            int now = average * weight / (128 * 128), share = depth < 15 ? depth + 1 : 16;
            ck_assert_int_eq(history_correction(&l.history, l.pos), now);
            history_update_correction(&l.history, l.pos, depth, error);
            average = (average * (102 - share) + bounded((error + now) * 128, 160 * 128) * share) / 102;
        }
        ck_assert_int_eq(history_correction(&l.history, l.pos), average * weight / (128 * 128));
        ck_assert_int_eq(history_correction(&l.history, same), average * weight / (128 * 128));
        ck_assert(history_correction(&l.history, other) == 0 && history_correction(&l.history, turned) == 0);
    }
    position_free(turned);
    position_free(other);
    position_free(same);
    learner_end(&l);
}

/* The bonus of a move brings its entries nearer to their bound, by less the nearer they are: those of its squares for its side
 * alone, of its piece and target for both, of what it takes, and behind each earlier move that it answers or continues. */
START_TEST(test_gravity)
{
    Learner l = learner_at("chess", NULL);
    History *h = &l.history;
    MoveInfo move = info_at(l.pos, "g1f3"), other = info_at(l.pos, "b1c3"), other_victim = move;
    MoveInfo before = info_at(l.pos, "e2e4"), elsewhere = info_at(l.pos, "a2a3");
    ++other_victim.victim;
    for (int run = 0; run < SIDE_NB * CONTINUATION_NB; ++run) {
        Side side = run % 2 ? BLACK : WHITE;
        ContinuationRows rows = no_move_before, other_rows = no_move_before;
        int entry = 0;
        history_clear(h);
        history_after(h, &before, &rows, run / 2);
        history_after(h, &elsewhere, &other_rows, run / 2);
        for (int bonus = -1600; bonus <= 1600; bonus += 230) {
            history_update_quiet(h, side, &move, &rows, bonus);
            history_update_noisy(h, &move, bonus);
            entry = entry + bonus - entry * abs(bonus) / 16384;
            ck_assert_int_eq(history_quiet(h, side, &move, nothing_before), 2 * entry);
            ck_assert_int_eq(history_quiet(h, side ^ 1, &move, nothing_before), entry);
            ck_assert_int_eq(history_quiet(h, side, &other, nothing_before), 0);
            ck_assert_int_eq(history_quiet(h, side, &move, &rows), 2 * entry + entry * h->params->continuation_weight / 128);
            ck_assert_int_eq(history_quiet(h, side, &move, &other_rows), 2 * entry);
            ck_assert(history_noisy(h, &other) == 0 && history_noisy(h, &other_victim) == 0);
            ck_assert_int_eq(history_noisy(h, &move), entry * h->params->capture_weight / 128);
            ck_assert_int_eq(history_noisy_order(h, &move), 32 * move.gain - move.attacker + history_noisy(h, &move));
        }
    }
    learner_end(&l);
}

/* The bound of the correction scales with the game's centipawns and with the weight that it has there. */
START_TEST(test_correction_of_games)
{
    enum { PERCENT_MAX = 159 }; /* beyond that the correction has no room in 16 bits */
    int chess = 0;
    for (const Variant *const *v = variants; *v; ++v) {
        Learner l = learner_at((*v)->name, NULL);
        for (int i = 0; i < 3000; ++i) history_update_correction(&l.history, l.pos, 30, EVAL_MAX);
        int unit = (int)min(variant_margin_percent(*v), PERCENT_MAX) * l.history.params->correction_weight;
        int most = (history_correction(&l.history, l.pos) * 100 * 128 + unit / 2) / unit;
        if (!chess) chess = most;
        int centipawn = 1 + 100 * 128 / unit; /* of the correction, which is rounded */
        ck_assert_msg(abs(most - chess) <= centipawn, "%s: %d, chess %d", (*v)->name, most, chess);
        learner_end(&l);
    }
}

/* ---- The move picker ---- */

/* Facts of the position that the worker is at. */
static NodeFacts *fresh_facts(const Tree *p)
{
    NodeFacts *facts = &p->worker->stack[STACK_MARGIN].facts.node;
    facts_empty(facts);
    return facts;
}

/* A worker at a position, as in the middle of a search. */
static Tree picking_at(const char *game, const char *fen)
{
    Tree p = tree_of(variant_find(game), fen);
    p.worker->settings.tt = p.pool->tt;
    ck_assert(position_copy(p.worker->pos, p.pos));
    return p;
}

typedef struct Picked {
    Move moves[40000];
    MoveInfo info[40000];
    int count;
} Picked;

/* Everything that a picker returns; overwritten by the next. */
static const Picked *pick_all(Tree *p, MovePicker *mp)
{
    static Picked room, *const picked = &room;
    size_t used = mp->arena_start;
    picked->count = 0;
    for (Move move; (move = movepick_next(mp));) {
        MoveInfo fresh = info_of(p->pos, move);
        ck_assert_msg(mp->info->noisy == fresh.noisy && mp->info->gain == fresh.gain && mp->info->attacker == fresh.attacker
                          && mp->info->victim == fresh.victim && mp->info->piece_to[0] == fresh.piece_to[0]
                          && mp->info->piece_to[1] == fresh.piece_to[1] && mp->info->from_to[0] == fresh.from_to[0]
                          && mp->info->from_to[1] == fresh.from_to[1] && mp->info->attacked[0] == fresh.attacked[0]
                          && mp->info->attacked[1] == fresh.attacked[1] && mp->info->gives_peril == fresh.gives_peril
                          && mp->info->escape == fresh.escape,
                      "a move with another move's description");
        picked->info[picked->count] = *mp->info;
        picked->moves[picked->count++] = move;
    }
    ck_assert(!movepick_next(mp));
    movepick_end(mp);
    ck_assert_uint_eq(p->worker->arena.used, used);
    return picked;
}

static void start(Tree *p, MovePicker *mp)
{
    movepick_start(mp, p->worker, fresh_facts(p), MOVE_NONE, NULL, MOVE_NONE, nothing_before);
}

/* Everything, where nothing is known but the histories. */
static const Picked *pick(Tree *p)
{
    MovePicker mp;
    start(p, &mp);
    return pick_all(p, &mp);
}

/* Gives every move of a kind a history by chance. */
static void learn_at_random(Tree *p, bool noisy, uint64_t *seed)
{
    size_t count;
    Move *moves = position_moves(p->pos, &count);
    for (size_t i = 0; i < count; ++i) {
        MoveInfo info = info_of(p->pos, moves[i]);
        int bonus = (int)random_below(seed, 3201) - 1600;
        if (!noisy) history_update_quiet(&p->worker->history, p->pos->side, &info, nothing_before, bonus);
        else if (info.noisy) history_update_noisy(&p->worker->history, &info, bonus);
    }
    free(moves);
}

static int place_of(const Picked *picked, Move move)
{
    for (int i = 0; i < picked->count; ++i)
        if (picked->moves[i] == move) return i;
    return -1;
}

/* All legal moves, each once. */
static void expect_all_moves(const Tree *p, const Picked *picked, const char *what)
{
    size_t count;
    Move *moves = position_moves(p->pos, &count);
    const char *fen = fen_text(p->pos);
    ck_assert_msg((size_t)picked->count == count, "%s: %s: %d moves are handed out of %zu", fen, what, picked->count, count);
    Move *sorted = malloc((count + 1) * sizeof *sorted);
    memcpy(sorted, picked->moves, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_moves);
    qsort(moves, count, sizeof *moves, compare_moves);
    ck_assert_msg(memcmp(sorted, moves, count * sizeof *sorted) == 0, "%s: %s: not the legal moves", fen, what);
    free(sorted);
    free(moves);
}

/* In positions of random games, whatever hash move, killers and countermoves are set. */
START_TEST(test_every_move_once)
{
    enum { GAMES = 6, PLIES = 60 };
    uint64_t seed = 2;
    Tree p = picking_at(variants[_i]->name, NULL);
    for (int game = 0; game < GAMES; ++game) {
        Position *pos = position_at(variants[_i]->name, NULL);
        Move earlier[4] = {0};
        for (int ply = 0; ply < PLIES && position_outcome(pos).result == ONGOING; ply += 5) {
            size_t count;
            Move *moves = position_moves(pos, &count), hints[4]; /* some legal here, some of another position, some twice */
            ck_assert(position_copy(p.worker->pos, pos) && position_copy(p.pos, pos));
            for (int i = 0; i < 4; ++i) hints[i] = random_below(&seed, 2) ? moves[random_below(&seed, count)] : earlier[i];
            if (ply % 10 == 0) hints[random_below(&seed, 4)] = hints[random_below(&seed, 4)];
            MovePicker mp;
            movepick_start(&mp, p.worker, fresh_facts(&p), hints[0], hints + 1, hints[3], nothing_before);
            const Picked *picked = pick_all(&p, &mp);
            expect_all_moves(&p, picked, "with hints");
            if (position_is_legal(pos, hints[0])) ck_assert_uint_eq(picked->moves[0], hints[0]);
            for (int i = 0; i < 4; ++i) earlier[i] = moves[random_below(&seed, count)];
            free(moves);
            play_at_random(pos, 5, &seed);
        }
        position_free(pos);
    }
    tree_end(&p);
}

/* The hash move, good captures, killers, the countermove, quiet moves, bad captures: in this order, in every
 * position with some of each. */
START_TEST(test_stages)
{
    enum Stage { TABLE, WINNING, SPECIAL, QUIET, LOSING };
    Tree p = picking_at("chess", "r2qk3/p2r1p2/2n1b3/3p4/1b2P3/2N2N2/PP3PPP/R2QR1K1 w - - 0 1");
    Move table = move_at(p.pos, "h2h3"), killers[2] = {move_at(p.pos, "a2a3"), move_at(p.pos, "g2g3")},
         countermove = move_at(p.pos, "f3e5");
    MovePicker mp;
    movepick_start(&mp, p.worker, fresh_facts(&p), table, killers, countermove, nothing_before);
    const Picked *picked = pick_all(&p, &mp);
    expect_all_moves(&p, picked, "by stages");
    int stages[5] = {0};
    enum Stage now = TABLE;
    for (int i = 0; i < picked->count; ++i) {
        Move move = picked->moves[i];
        enum Stage stage = move == table ? TABLE
                           : picked->info[i].noisy ? p.pos->variant->search.see_ge(p.pos, move, 0) ? WINNING : LOSING
                           : move == killers[0] || move == killers[1] || move == countermove ? SPECIAL
                                                                                         : QUIET;
        ck_assert_msg(stage >= now, "move %d comes too late", i + 1);
        now = stage;
        ++stages[stage];
    }
    ck_assert(stages[TABLE] == 1 && stages[WINNING] >= 1 && stages[SPECIAL] == 3 && stages[QUIET] > 5 && stages[LOSING] >= 1);
    ck_assert_int_lt(place_of(picked, killers[0]), place_of(picked, killers[1]));
    ck_assert_int_lt(place_of(picked, killers[1]), place_of(picked, countermove));
    tree_end(&p);
}

/* Captures: most valuable victim first, then least valuable attacker; capture history counts too. */
START_TEST(test_captures_by_victim)
{
    Tree p = picking_at("chess", "4k3/8/2q1r3/1P1P4/8/8/3R4/K5Q1 w - - 0 1");
    const Picked *picked = pick(&p);
    ck_assert(picked->moves[0] == move_at(p.pos, "b5c6") || picked->moves[0] == move_at(p.pos, "d5c6"));
    ck_assert_int_lt(place_of(picked, move_at(p.pos, "d5c6")), place_of(picked, move_at(p.pos, "d5e6")));
    tree_end(&p);
    p = picking_at("chess", "4k3/8/8/3q4/8/4N3/3R4/3QK3 w - - 0 1");
    MoveInfo least = info_at(p.pos, "e3d5"), good = info_at(p.pos, "d2d5");
    ck_assert_uint_eq(pick(&p)->moves[0], move_at(p.pos, "e3d5"));
    for (int i = 0; i < 500; ++i) {
        history_update_noisy(&p.worker->history, &least, -1600);
        history_update_noisy(&p.worker->history, &good, 1600);
    }
    ck_assert_uint_eq(pick(&p)->moves[0], move_at(p.pos, "d2d5"));
    tree_end(&p);
}

/* Quiet moves come sorted by history, best first, in long lists too. */
START_TEST(test_quiets_by_history)
{
    uint64_t seed = 6;
    Tree p = picking_at(variants[_i]->name, NULL);
    learn_at_random(&p, false, &seed);
    const Picked *picked = pick(&p);
    expect_all_moves(&p, picked, "by history");
    int last = INT32_MAX;
    for (int i = 0; i < picked->count; ++i) {
        if (picked->info[i].noisy) continue;
        int order = history_quiet_order(&p.worker->history, p.pos->side, &picked->info[i], nothing_before);
        ck_assert_msg(i == 0 || picked->info[i - 1].noisy || order <= last, "quiet move %d comes before a better one", i);
        last = order;
    }
    tree_end(&p);
}

/* With the same history, quiet moves that put the opponent in peril come first; a bad history outweighs that. The picker can be
 * told to leave out the others; none of these is lost. */
START_TEST(test_peril_first)
{
    Tree p = picking_at("chess", "4k3/8/8/8/8/8/PPPP4/R2QK2R w KQ - 0 1");
    MoveInfo check = info_at(p.pos, "d1e2"), other = info_at(p.pos, "h1h8"), plain = info_at(p.pos, "a2a3");
    ck_assert(check.gives_peril && other.gives_peril && !plain.gives_peril);
    const Move firsts[] = {MOVE_NONE, move_at(p.pos, "h1h8")};
    for (int i = 0; i < 2; ++i) {
        MovePicker mp;
        movepick_start(&mp, p.worker, fresh_facts(&p), firsts[i], NULL, MOVE_NONE, nothing_before);
        mp.quiet.only_peril = true;
        const Picked *picked = pick_all(&p, &mp);
        ck_assert_int_eq(picked->count, 3);
        for (int j = 0; j < picked->count; ++j) ck_assert(picked->info[j].gives_peril);
    }
    for (int round = 0; round < 2; ++round) {
        const Picked *picked = pick(&p);
        int checks = 0;
        while (checks < picked->count && picked->info[checks].gives_peril) ++checks;
        ck_assert_int_eq(checks, round ? 2 : 3); /* d1h5 too */
        ck_assert(place_of(picked, move_at(p.pos, "h1h8")) < checks);
        ck_assert(round == (place_of(picked, move_at(p.pos, "d1e2")) > place_of(picked, move_at(p.pos, "a2a3"))));
        for (int i = 0; i < 50; ++i) history_update_quiet(&p.worker->history, WHITE, &check, nothing_before, -1600);
    }
    tree_end(&p);
}

/* Where the picker says that no later move has a better history, perils aside, none has: a move out of the way of a lesser piece
 * or one that gives peril may come first with a bad one. */
START_TEST(test_by_history)
{
    uint64_t seed = 6;
    Tree p = picking_at("chess", "4k3/8/8/8/1p6/2N5/PP4P1/R3K2R w KQ - 0 1");
    History *h = &p.worker->history;
    size_t said = 0, unsaid = 0;
    for (int round = 0; round < 20; ++round) {
        MovePicker mp;
        learn_at_random(&p, false, &seed);
        start(&p, &mp);
        int least = INT32_MAX;
        while (movepick_next(&mp)) {
            int history = mp.info->noisy ? 0 : history_quiet(h, p.pos->side, mp.info, nothing_before);
            ck_assert(mp.info->noisy || mp.info->gives_peril || history <= least);
            if (mp.quiet.by_history) least = history, ++said;
            else unsaid += !mp.info->noisy;
        }
        movepick_end(&mp);
    }
    ck_assert(said > 100 && unsaid > 20);
    tree_end(&p);
}

/* Which moves go from a square where a lesser piece attacks to one where none does. */
START_TEST(test_escapes)
{
    static const struct {
        const char *fen, *move;
        bool escapes;
    } moves[] = {
        {"4k3/8/8/8/1p6/2Q5/8/4K3 w - - 0 1", "c3d3", true},
        {"4k3/8/8/8/2p5/2Q5/8/4K3 w - - 0 1", "c3d2", false},   /* was not attacked */
        {"4k3/8/8/8/1p1p4/2Q5/8/4K3 w - - 0 1", "c3g3", true},
        {"4k3/8/8/3p4/1p6/2Q5/8/4K3 w - - 0 1", "c3c4", false}, /* from one Pawn to another */
        {"4k3/4r3/8/8/1p6/2Q5/8/3K4 w - - 0 1", "c3e3", false}, /* to a Rook */
        {"4k3/8/1r6/8/8/1N6/8/3K4 w - - 0 1", "b3c5", false},   /* a Rook is not less than a Knight */
        {"7k/8/2b5/8/4R3/8/8/4K3 w - - 0 1", "e4e3", true},
        {"7k/8/2b5/8/4R3/6n1/8/4K3 w - - 0 1", "e4e2", false}, /* to the Knight */
        {"8/8/8/5k2/4R3/8/8/4K3 w - - 0 1", "e4b4", false},     /* nor a King than anything */
        {"4k3/8/8/8/4r3/3P4/8/K7 b - - 0 1", "e4f4", true},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i) {
        Position *pos = position_at("chess", moves[i].fen);
        MoveInfo info = info_at(pos, moves[i].move);
        PieceType mover = piece_type(pos->board[move_from(move_at(pos, moves[i].move))]);
        int value = moves[i].escapes ? pos->variant->board.pieces[mover].mg : 0;
        ck_assert_msg(info.escape == value, "%s: %s: %d", moves[i].fen, moves[i].move, info.escape);
        position_free(pos);
    }
}

/* With the same history, the more valuable piece gets out of the way of a lesser one first. */
START_TEST(test_escapes_first)
{
    Tree p = picking_at("chess", "4k3/8/8/1p3p2/R3N3/8/8/4K3 w - - 0 1");
    int last = INT16_MAX, kinds = 0;
    const Picked *picked = pick(&p);
    for (int i = 0; i < picked->count; ++i) {
        if (picked->info[i].noisy || picked->info[i].gives_peril) continue;
        ck_assert_int_le(picked->info[i].escape, last);
        kinds += picked->info[i].escape < last;
        last = picked->info[i].escape;
    }
    ck_assert_int_eq(kinds, 3);
    tree_end(&p);
}

/* A quiet move that is said to put the opponent in peril does. A game that says so at all knows nearly all of these moves;
 * it need not know castling. */
START_TEST(test_gives_peril)
{
    enum { KNOWN = 95, ROUNDS = 4 };
    int lines_count, said = 0, all = 0;
    const PositionLine *lines = position_lines("epd", true, &lines_count);
    const Variant *v = variants[_i];
    uint64_t seed = 13;
    for (int n = 0; n < ROUNDS * lines_count; ++n) {
        char fen[FEN_MAX];
        const PositionLine *line = &lines[n % lines_count];
        if (line->variant != v) continue;
        position_line_fen(line, fen);
        Position *pos = position_at(v->name, fen);
        play_at_random(pos, n / lines_count, &seed);
        strcpy(fen, fen_text(pos));
        size_t count;
        Move *moves = position_moves(pos, &count);
        MoveInfo *infos = calloc(count + 1, sizeof *infos);
        position_describe(pos, moves, count, infos);
        for (size_t m = 0; m < count && v->end.on_board(pos).result == ONGOING; ++m) {
            MoveInfo info = infos[m];
            ck_assert_msg(info_of(pos, moves[m]).gives_peril == info.gives_peril, "%s: move %zu differs by itself", fen, m + 1);
            position_make(pos, moves[m]);
            bool peril = v->end.on_board(pos).result == ONGOING && position_in_peril(pos);
            position_unmake(pos);
            ck_assert_msg(!info.gives_peril || (peril && !info.noisy), "%s: move %zu is said to give peril", fen, m + 1);
            said += info.gives_peril;
            all += peril && !info.noisy;
        }
        free(infos);
        free(moves);
        position_free(pos);
    }
    ck_assert_msg(!said || said * 100 >= all * KNOWN, "%s: %d of %d moves that give peril", v->name, said, all);
}

/* Attacks by some kinds of pieces, uncovered ones, other perils, and what looks like one; test_gives_peril has them all. */
START_TEST(test_perils)
{
    static const struct {
        const char *game, *fen, *move;
        bool peril;
    } moves[] = {
        {"chess", "4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", "d6d7", true},
        {"chess", "4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4d6", true},
        {"chess", "4k3/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2b5", true},
        {"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true},
        {"chess", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a4", true},
        {"chess", "4k3/8/8/4B3/8/8/8/K3R3 w - - 0 1", "e5d6", true},   /* uncovers the Rook */
        {"chess", "4k3/8/8/4P3/8/8/8/K3R3 w - - 0 1", "e5e6", false},  /* stays on the line */
        {"chess", "4k3/4p3/8/4B3/8/8/8/K3R3 w - - 0 1", "e5d6", false}, /* another piece is between */
        {"chess", "4k3/8/2N5/8/B7/8/8/4K3 w - - 0 1", "c6a5", true},   /* uncovers the Bishop */
        {"chess", "4k3/8/4K3/8/8/8/8/4R3 w - - 0 1", "e6d6", true},
        {"chess", "8/8/8/3p4/8/2K5/8/4k3 b - - 0 1", "d5d4", true},
        /* an Archer reaches the first piece on its line and the second */
        {"borderlands", "4c4/9/9/9/9/9/9/9/9/C2A5[] w - - 0 1", "d1e2", true},
        {"borderlands", "4c4/9/9/4w4/9/9/9/9/9/C2A5[] w - - 0 1", "d1e2", true},
        {"borderlands", "4c4/9/9/4w4/9/9/9/4G4/9/C3A4[] w - - 0 1", "e3d3", true},  /* uncovers the Archer */
        {"borderlands", "4c4/9/9/4w4/9/9/9/4G4/9/C3A4[] w - - 0 1", "e3e5", false}, /* stays on the line */
        {"borderlands", "4c3c/9/9/4w4/9/9/9/4G4/9/C3A4[] w - - 0 1", "e3d3", false}, /* not the last Chief */
        {"borderlands", "4c4/9/9/8S/9/9/9/9/9/C8[] w - - 0 1", "i7h7", true},
        {"borderlands", "9/9/9/9/c8/9/9/2L6/9/C8[] w - - 0 1", "c3b5", false}, /* no Lion goes there */
        {"borderlands", "9/9/9/9/c8/9/9/9/9/C8[M] w - - 0 1", "M@b7", true},
        /* who holds all villages wins with his next move */
        {"borderlands", "c3c4/1G7/7G1/9/9/9/9/9/1G5G1/C8[] w - - 0 1", "h8h9", true},
        {"borderlands", "c3c4/1G5G1/9/9/9/9/9/7G1/7G1/C8[] w - - 0 1", "h2f2", false},
        {"battleofideologies", "4z4/9/9/9/9/9/9/9/R2K5[] w - - 0 1", "a1a9", true},
        {"battleofideologies", "4z4/9/9/9/6H2/9/9/9/3K5[] w - - 0 1", "g5f7", true},
        {"battleofideologies", "4z4/5R3/5H3/9/9/9/9/9/3K5[] w - - 0 1", "f8g8", true}, /* uncovers the Horse */
        {"battleofideologies", "4z4/9/9/4B4/9/9/9/9/3KR4[] w - - 0 1", "e6d5", true},
        /* the Kirin is about to reach rank 1 */
        {"battleofideologies", "9/9/9/9/9/+z8/9/9/4K4[] b - - 0 1", "a4b3", true},
        {"battleofideologies", "9/9/9/9/9/9/1+z7/2s6/3RK4[] b - - 0 1", "c2c1", true}, /* off the Rook's line */
        {"horizons", "6k5/12/12/5W6/12/12/12/12/12/12/12/K11 w - - 0 1", "f9g10", true}, /* a long capture */
        {"horizons", "6k5/12/12/5V6/12/12/12/12/12/12/12/K11 w - - 0 1", "f9g10", false}, /* a spent Warrior has none */
        {"horizons", "12/6k5/5S6/12/12/12/12/12/12/12/12/K11 w - - 0 1", "f10f11", true},
        {"horizons", "12/12/12/12/12/R11/5k6/5S6/12/12/12/K11 w - - 0 1", "f5f6", true}, /* pushes the King into the Rook's line */
        {"horizons", "6k5/12/12/12/6Z5/12/12/12/12/12/12/K11 w - - 0 1", "g8g10", true},
        {"horizons", "6k5/12/12/12/12/12/12/3M8/12/12/12/K11 w - - 0 1", "d5h8", true},
        {"horizons", "6k5/12/7B4/12/7M4/12/12/12/12/12/12/K11 w - - 0 1", "h10i11", true}, /* uncovers the Magician */
        {"horizons", "6k5/12/12/6B5/12/12/12/12/12/12/12/K5R5 w - - 0 1", "g9f8", true},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i) {
        if (!variant_find(moves[i].game)) continue;
        Position *pos = position_at(moves[i].game, moves[i].fen);
        ck_assert_msg(info_at(pos, moves[i].move).gives_peril == moves[i].peril, "%s: %s: %s", moves[i].game, moves[i].fen,
                      moves[i].move);
        position_free(pos);
    }
}

/* Noisy moves come sorted by gain, attacker and history. The parts of a move are rounded separately, so they
 * may be off by one. */
START_TEST(test_noisies_by_order)
{
    int lines_count, pairs = 0;
    const PositionLine *lines = position_lines("epd", true, &lines_count);
    uint64_t seed = 7;
    Tree p = picking_at(variants[_i]->name, NULL);
    /* Where captures are few, some random moves later there are others. */
    for (int n = 0; n < lines_count || (n < 20 * lines_count && pairs <= 5); ++n) {
        char fen[FEN_MAX];
        ErrorText error;
        const PositionLine *line = &lines[n % lines_count];
        if (line->variant != variants[_i] || line->number > 24) continue;
        position_line_fen(line, fen);
        ck_assert_msg(position_set_fen(p.pos, fen, &error), "%s", fen);
        play_at_random(p.pos, n / lines_count, &seed);
        ck_assert(position_copy(p.worker->pos, p.pos));
        learn_at_random(&p, true, &seed);
        MovePicker mp;
        movepick_start_noisy(&mp, p.worker, fresh_facts(&p), MOVE_NONE, -SCORE_INFINITE);
        const Picked *picked = pick_all(&p, &mp);
        for (int i = 1; i < picked->count; ++i)
            ck_assert_msg(history_noisy_order(&p.worker->history, &picked->info[i - 1]) + 2
                              >= history_noisy_order(&p.worker->history, &picked->info[i]),
                          "%s: noisy move %d comes before a better one", fen, i);
        pairs += picked->count > 1 ? picked->count - 1 : 0;
    }
    ck_assert_int_gt(pairs, 5);
    tree_end(&p);
}

/* For quiescence: noisy moves only, and none that loses more than the threshold. */
START_TEST(test_noisy_alone)
{
    Tree p = picking_at("chess", "r2qk3/p2r1p2/2n1b3/3p4/1b2P3/2N2N2/PP3PPP/R2QR1K1 w - - 0 1");
    static const Score thresholds[] = {-2000, 0, 1, 200};
    size_t count;
    Move *moves = position_moves(p.pos, &count);
    for (size_t t = 0; t < sizeof thresholds / sizeof *thresholds; ++t) {
        for (size_t hint = 0; hint <= count; ++hint) {
            MovePicker mp;
            movepick_start_noisy(&mp, p.worker, fresh_facts(&p), hint < count ? moves[hint] : MOVE_NONE, thresholds[t]);
            const Picked *picked = pick_all(&p, &mp);
            int expected = 0;
            for (size_t i = 0; i < count; ++i) {
                bool wanted = info_of(p.pos, moves[i]).noisy && p.pos->variant->search.see_ge(p.pos, moves[i], thresholds[t]);
                expected += wanted;
                ck_assert_msg((place_of(picked, moves[i]) >= 0) == wanted, "threshold %d", thresholds[t]);
            }
            ck_assert_int_eq(picked->count, expected);
        }
    }
    free(moves);
    tree_end(&p);
}

/* If quiet moves are skipped, bad captures still come. */
START_TEST(test_skipping_quiets)
{
    Tree p = picking_at("chess", "r2qk3/p2r1p2/2n1b3/3p4/1b2P3/2N2N2/PP3PPP/R2QR1K1 w - - 0 1");
    MovePicker mp;
    int quiets = 0, noisies = 0, all = 0;
    size_t count;
    Move *moves = position_moves(p.pos, &count);
    for (size_t i = 0; i < count; ++i) all += info_of(p.pos, moves[i]).noisy;
    start(&p, &mp);
    while (movepick_next(&mp)) {
        if (mp.info->noisy) ++noisies;
        else if (++quiets == 2) mp.quiet.skip = true;
    }
    movepick_end(&mp);
    ck_assert_int_eq(quiets, 2);
    ck_assert_int_eq(noisies, all);
    /* Killers and the countermove are quiet too. */
    const Move killers[] = {move_at(p.pos, "a2a3"), move_at(p.pos, "h2h3")};
    movepick_start(&mp, p.worker, fresh_facts(&p), MOVE_NONE, killers, move_at(p.pos, "g2g3"), nothing_before);
    mp.quiet.skip = true;
    for (noisies = 0; movepick_next(&mp); ++noisies) ck_assert(mp.info->noisy);
    movepick_end(&mp);
    ck_assert_int_eq(noisies, all);
    free(moves);
    tree_end(&p);
}

/* A null move is no move: the position after two null moves is not a repetition. */
START_TEST(test_passes_repeat_nothing)
{
    for (const Variant *const *v = variants; *v; ++v) {
        Position *pos = position_at((*v)->name, NULL);
        for (int i = 0; i < 4; ++i) {
            position_make_null(pos);
            ck_assert_msg(position_recurrence(pos) == 0 && position_occurrences(pos) == 1, "%s: %d passes repeat a position",
                          (*v)->name, i + 1);
        }
        position_free(pos);
    }
}

/* ---- Moves at the root ---- */

/* Without any information: the largest gain first, moves that lose material last, otherwise in order of
 * generation. */
START_TEST(test_root_order)
{
    Tree p = picking_at("chess", "r2qk3/p2r1p2/2n1b3/3p4/1b2P3/2N2N2/PP3PPP/R2QR1K1 w - - 0 1");
    const Variant *v = p.pos->variant;
    size_t count;
    Move *moves = position_moves(p.pos, &count);
    ck_assert(roots_set(p.worker, moves, count));
    roots_order(p.worker);
    int last = INT32_MAX, losing = 0;
    size_t place = 0;
    for (size_t i = 0; i < count; ++i) {
        Move move = p.worker->root.moves[i].move;
        MoveInfo info = info_of(p.pos, move);
        bool loses = info.noisy && !v->search.see_ge(p.pos, move, 0);
        int worth = loses ? info.gain - EVAL_MAX : info.gain;
        size_t generated = 0;
        while (moves[generated] != move) ++generated;
        ck_assert_msg(worth < last || (worth == last && generated > place), "root move %zu is out of order", i + 1);
        ck_assert(p.worker->root.moves[i].score == -SCORE_INFINITE && p.worker->root.moves[i].previous == -SCORE_INFINITE);
        last = worth;
        place = generated;
        losing += loses;
    }
    ck_assert_int_gt(losing, 0);
    free(moves);
    tree_end(&p);
}

/* After an iteration the best moves come first; unsearched moves keep their order, and so do equal ones. */
START_TEST(test_root_sort)
{
    enum { N = 7 };
    static const Score scores[N] = {-SCORE_INFINITE, 10, -SCORE_INFINITE, 30, 10, -SCORE_INFINITE, 30};
    static const Move sorted[N] = {4, 7, 2, 5, 1, 3, 6}, inner[N] = {1, 4, 2, 5, 3, 6, 7};
    Tree p = picking_at("chess", NULL);
    for (int part = 0; part <= 1; ++part) {
        Move moves[N];
        for (int i = 0; i < N; ++i) moves[i] = (Move)(i + 1);
        ck_assert(roots_set(p.worker, moves, N));
        for (int i = 0; i < N; ++i) p.worker->root.moves[i].score = scores[i];
        if (part) roots_sort(p.worker, 1, 6);
        else roots_sort(p.worker, 0, N);
        for (int i = 0; i < N; ++i) ck_assert_uint_eq(p.worker->root.moves[i].move, (part ? inner : sorted)[i]);
    }
    tree_end(&p);
}

/* After an unfinished iteration, lower bounds and wins stay, upper bounds and losses do not. If nothing is
 * left, the best move of the previous iteration counts, with its score. */
#define ROOT(number, now, before, kind) {.move = (number), .score = (now), .previous = (before), .bound = (kind)}
START_TEST(test_roots_of_an_unfinished_iteration)
{
    enum { N = 4, LOSS = -SCORE_MATE + 6, WIN = SCORE_MATE - 5 };
    /* Moves 1 and 2 in the order of the list, of which the iteration has finished `from`. */
    static const struct { RootMove roots[N]; size_t from; Move first; Score score; } cases[] = {
        {{ROOT(2, 40, 10, BOUND_EXACT), ROOT(1, 30, 50, BOUND_LOWER)}, 0, 2, 40},
        {{ROOT(2, WIN, 10, BOUND_EXACT), ROOT(1, 30, 50, BOUND_LOWER)}, 0, 2, WIN},
        {{ROOT(2, LOSS, -20, BOUND_EXACT), ROOT(1, LOSS - 2, 50, BOUND_EXACT)}, 0, 1, 50},
        {{ROOT(1, 20, 50, BOUND_UPPER), ROOT(2, -SCORE_INFINITE, 70, BOUND_NONE)}, 0, 1, 50},
        {{ROOT(2, 60, 10, BOUND_EXACT), ROOT(1, 20, 50, BOUND_UPPER)}, 0, 2, 60},
        {{ROOT(2, LOSS, 10, BOUND_EXACT), ROOT(1, LOSS - 1, 50, BOUND_EXACT)}, 1, 2, LOSS},
    };
    Tree p = picking_at("chess", NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ck_assert(roots_set(p.worker, (Move[]){1, 2, 3, 4}, N));
        for (int j = 0; j < N; ++j) {
            p.worker->root.moves[j] = cases[i].roots[j];
            if (j < 2) continue;
            p.worker->root.moves[j] = (RootMove){.move = (Move)(j + 1), .score = -SCORE_INFINITE, .previous = 90};
        }
        roots_keep_proven(p.worker, cases[i].from, 1);
        const RootMove *first = &p.worker->root.moves[0];
        ck_assert_msg(first->move == cases[i].first && root_score(first) == cases[i].score, "case %zu: move %d, %d", i,
                      (int)first->move, root_score(first));
        for (size_t j = cases[i].from; j < N; ++j)
            ck_assert(p.worker->root.moves[j].score == -SCORE_INFINITE || p.worker->root.moves[j].bound != BOUND_UPPER);
        unsigned moves = 0;
        for (int j = 0; j < N; ++j) moves |= 1u << p.worker->root.moves[j].move;
        ck_assert_uint_eq(moves, 0x1E);
    }
    tree_end(&p);
}

/* ---- Attacked squares ---- */

static int count_pieces(const Position *pos, Side side)
{
    int n = 0;
    for (unsigned s = 0; s < square_count(pos->variant); ++s)
        n += pos->board[s] && piece_side(pos->board[s]) == side;
    return n;
}

/* If the other side were to move, could it capture on this square, with any piece? */
static bool other_side_takes_on(Position *pos, Square square)
{
    size_t count;
    bool takes = false;
    Side us = pos->side;
    Piece piece = pos->board[square];
    position_make_null(pos);
    int pieces = count_pieces(pos, us);
    Move *moves = position_moves(pos, &count);
    for (size_t i = 0; i < count && !takes; ++i) {
        position_make(pos, moves[i]);
        takes = pos->board[square] != piece && count_pieces(pos, us) < pieces;
        position_unmake(pos);
    }
    free(moves);
    position_unmake(pos);
    return takes;
}

/* The opponent can capture exactly on the squares that are marked as attacked; a piece is put on the target
 * for it to capture. A capture on an attacked square may still be illegal: by a pin, or without a companion. */
START_TEST(test_attacked_squares)
{
    enum { MOVES = 12, WANTED = 80, OF_EACH = 60, ROUNDS = 20 }; /* several rounds for games with few positions */
    int lines_count;
    const PositionLine *lines = position_lines("epd", true, &lines_count);
    const Variant *v = variants[_i];
    /* If pieces shoot, the squares attacked by steps are not all that a side can capture on. */
    bool by_steps_alone = !v->moves.captures_elsewhere || v->moves.crosses_boards;
    int attacked = 0, taken = 0, not_attacked = 0;
    uint64_t seed = 11;
    for (int i = 0; i < lines_count || (i < ROUNDS * lines_count && min(attacked, not_attacked) <= OF_EACH); ++i) {
        char fen[FEN_MAX];
        const PositionLine *line = &lines[i % lines_count];
        if (line->variant != v) continue;
        position_line_fen(line, fen);
        Position *pos = position_at(v->name, fen);
        size_t count;
        Move *moves = position_moves(pos, &count);
        for (int n = 0; n < MOVES && count && v->end.on_board(pos).result == ONGOING && !position_in_peril(pos); ++n) {
            MoveInfo info = info_of(pos, moves[random_below(&seed, count)]);
            if (info.noisy || !info.from_to[0]) continue;
            for (int part = 0; part < 2 && info.from_to[part]; ++part) {
                unsigned squares = square_count(v), step = info.from_to[part] - 1u;
                Square from = (Square)(step / squares), to = (Square)(step % squares);
                Piece piece = pos->board[from];
                if (!piece || piece_side(piece) != pos->side || v->board.pieces[piece_type(piece)].royal || pos->board[to]
                    || (v->position.may_stand && !v->position.may_stand(piece, to)))
                    continue;
                bool at_first = other_side_takes_on(pos, from);
                v->board.place(pos, to, piece);
                if (!by_steps_alone) v->board.place(pos, from, NO_PIECE); /* another Cani would be one too many */
                bool at_last = other_side_takes_on(pos, to);
                v->board.place(pos, to, NO_PIECE);
                v->board.place(pos, from, piece);
                bool first_said = info.attacked[part] & ATTACKED_START, last_said = info.attacked[part] & ATTACKED_END;
                if (by_steps_alone) {
                    ck_assert_msg(first_said || !at_first, "%s: square %d can be taken on, but is not attacked", fen, from);
                    ck_assert_msg(last_said || !at_last, "%s: square %d can be taken on, but is not attacked", fen, to);
                }
                attacked += first_said + last_said;
                taken += (first_said && at_first) + (last_said && at_last);
                not_attacked += !first_said + !last_said;
            }
        }
        free(moves);
        position_free(pos);
    }
    ck_assert_msg(min(attacked, not_attacked) > OF_EACH, "%s: %d squares attacked, %d not", v->name, attacked, not_attacked);
    ck_assert_msg(taken * 100 >= attacked * WANTED, "%s: of %d attacked squares %d could be taken on", v->name, attacked, taken);
}

/* Attacks are those before the move: a piece that moves along the attacking line is no longer attacked there. */
START_TEST(test_attacked_by_whom)
{
    static const struct {
        const char *game, *fen, *move;
        unsigned attacked;
    } moves[] = {
        /* a Shielder is protected from the front */
        {"horizons", "k11/12/12/5r6/12/12/12/5S6/12/12/12/6K5 w - - 0 1", "f5f6", ATTACKED_END},
        {"horizons", "k11/12/12/12/12/12/12/5S6/12/12/5r6/7K4 w - - 0 1", "f5f6", ATTACKED_START},
        /* a Gormoror two squares away, and three */
        {"diamond", "8/8/8/8/5Z2/8/5g2/8[] w - - 0 1", "f4e4", ATTACKED_START},
        {"diamond", "8/8/8/5Z2/8/8/5g2/8[] w - - 0 1", "f5e5", 0},
        /* an Orren in the river attacks all of it, one on land its lines */
        {"diamond", "8/8/8/8/4Z3/2o5/8/8[] w - - 0 1", "e4e5", ATTACKED_END},
        {"diamond", "8/8/8/8/2o1Z3/8/8/8[] w - - 0 1", "e4e5", ATTACKED_START},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i) {
        if (!variant_find(moves[i].game)) continue;
        Position *pos = position_at(moves[i].game, moves[i].fen);
        MoveInfo info = info_at(pos, moves[i].move);
        ck_assert_msg(info.attacked[0] == moves[i].attacked, "%s: %s: %u", moves[i].fen, moves[i].move, info.attacked[0]);
        position_free(pos);
    }
}

int main(void)
{
    variants_init();
    return RUN_TESTS("order", 60, ONCE(test_attacked_history), EACH_GAME(test_attacked_squares), ONCE(test_history_of_two_boards),
                     ONCE(test_attacked_by_whom), ONCE(test_correction), ONCE(test_gravity), ONCE(test_correction_of_games),
                     EACH_GAME(test_every_move_once), ONCE(test_stages), ONCE(test_captures_by_victim),
                     EACH_GAME(test_quiets_by_history), EACH_GAME(test_noisies_by_order), ONCE(test_noisy_alone),
                     ONCE(test_skipping_quiets), ONCE(test_passes_repeat_nothing), ONCE(test_peril_first),
                     EACH_GAME(test_gives_peril), ONCE(test_perils), ONCE(test_by_history), ONCE(test_escapes),
                     ONCE(test_escapes_first), ONCE(test_root_order), ONCE(test_root_sort),
                     ONCE(test_roots_of_an_unfinished_iteration));
}
