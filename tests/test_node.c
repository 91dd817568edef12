/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* One node of the tree, searched within a window: why it is pruned, what it stores then, and how it updates
 * the correction history. */

#include <stdlib.h>

#include "../bench/prove.h"
#include "tree.h"

static void set(Tree *tree, Move move, const TTEntry *entry)
{
    position_make(tree->pos, move);
    tt_store(tree->pool->tt, tree->pos->state->key, entry);
    position_unmake(tree->pos);
}

/* ---- Pruning of a node ---- */

/* A table score that is more reliable than the evaluation decides whether a node is pruned. The node here
 * follows the only move of a root in check, which is never pruned itself. */
START_TEST(test_pruned_by_the_table)
{
    static const struct { Score score; Bound bound; bool pruned; } known[] = {
        {1200, BOUND_LOWER, true}, {1200, BOUND_EXACT, true}, {1200, BOUND_UPPER, false}, {-1200, BOUND_UPPER, false},
    };
    enum { ASKED = 700 }; /* the side that made the move is three Pawns ahead, not seven */
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        Tree tree = tree_at("chess", "1n2k3/1p2r1p1/8/8/8/8/1P4P1/R3K3 w - - 0 1", "");
        Move move = move_at(tree.pos, "e1d1");
        const TTEntry entry = {.score = known[i].score, .eval = SCORE_NONE, .depth = 0, .bound = known[i].bound};
        ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, 1, -ASKED, -ASKED + 1);
        search_clear(tree.pool);
        set(&tree, move, &entry);
        Score score = search_tree(tree.pool->workers[0], 2, -ASKED, -ASKED + 1);
        if (known[i].pruned) ck_assert_msg(score <= -ASKED, "entry %zu: %d", i, score);
        else ck_assert_msg(score > -ASKED, "entry %zu: %d", i, score);
        tree_end(&tree);
    }
}
END_TEST

/* A capture that wins far more than beta prunes a node after a shallower search (ProbCut), and that result is
 * stored. */
START_TEST(test_kept_of_a_shallower_search)
{
    int given_up = 0;
    for (int depth = 5; depth <= 8; ++depth) {
        TTEntry entry;
        Tree tree = tree_at("chess", "3rk3/1p4p1/8/3q4/8/4N3/1P4P1/3RK3 w - - 0 1", "");
        Score score = ask(&tree, (SearchLimits){0}, depth, -51, -50);
        ck_assert(score > -51 && tt_probe(tree.pool->tt, tree.pos->state->key, &entry));
        ck_assert(entry.bound == BOUND_LOWER && entry.move == move_at(tree.pos, "e3d5"));
        /* This few nodes are not a search of this depth. */
        uint64_t nodes = tree.pool->workers[0]->nodes;
        if (nodes < 300) {
            ck_assert_msg(entry.depth < depth, "%llu nodes are kept as %d plies", (unsigned long long)nodes, entry.depth);
            ++given_up;
        }
        tree_end(&tree);
    }
    ck_assert_int_gt(given_up, 0);
}
END_TEST

/* Black takes the Queen and is mated by a quiet move, which quiescence does not see. */
static const char poisoned[] = "6k1/2n2ppp/8/3Q4/8/8/5PPp/4R1K1 w - - 0 1"; /* White is in check: the root is not pruned */

/* A capture that quiescence likes does not decide a node: neither far below alpha (razoring) nor above beta (ProbCut). */
START_TEST(test_quiescence_is_verified)
{
    /* Black's capture ends a little below White's 150. */
    static const struct { int depth; Score asked; } searches[] = {{3, 200}, {4, 200}, {7, 350}, {8, 350}};
    for (size_t i = 0; i < sizeof searches / sizeof *searches; ++i) {
        int depth = searches[i].depth;
        Score asked = searches[i].asked;
        Tree tree = tree_at("chess", poisoned, "");
        Move move = move_at(tree.pos, "g1h2");
        ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, 1, asked - 1, asked);
        search_clear(tree.pool);
        /* The table has the mate's move, so that no search leaves it out. */
        play(tree.pos, "g1h2 c7d5");
        const TTEntry entry = {
            .move = move_at(tree.pos, "e1e8"), .score = 2000, .eval = SCORE_NONE, .depth = 0, .bound = BOUND_UPPER};
        tt_store(tree.pool->tt, tree.pos->state->key, &entry);
        Score score = search_tree(tree.pool->workers[0], depth, asked - 1, asked);
        ck_assert_msg(score >= asked, "depth %d: %d", depth, score);
        tree_end(&tree);
    }
}
END_TEST

/* No ProbCut where the table already knows that the position is worth less. */
START_TEST(test_no_probcut_against_the_table)
{
    enum { DEPTH = 5 };
    for (int known = 0; known <= 1; ++known) {
        TTEntry entry = {.score = -300, .eval = SCORE_NONE, .depth = DEPTH - 3, .bound = BOUND_UPPER};
        Tree tree = tree_at("chess", "3rk3/1p4p1/8/3q4/8/4N3/1P4P1/3RK3 w - - 0 1", "");
        ask(&tree, (SearchLimits){0}, 1, -51, -50);
        search_clear(tree.pool);
        if (known) tt_store(tree.pool->tt, tree.pos->state->key, &entry);
        ck_assert_int_gt(search_tree(tree.pool->workers[0], DEPTH, -51, -50), -51);
        ck_assert(tt_probe(tree.pool->tt, tree.pos->state->key, &entry));
        ck_assert_int_eq(entry.depth, known ? DEPTH : DEPTH - 3);
        tree_end(&tree);
    }
}
END_TEST

/* A capture that loses material by the exchange on its square is not searched near the leaves, though here it mates (the
 * Knight is pinned); deeper it is. */
START_TEST(test_losing_captures)
{
    static const struct { int depth; bool mated; } searches[] = {{2, false}, {3, false}, {12, true}};
    for (size_t i = 0; i < sizeof searches / sizeof *searches; ++i) {
        Tree tree = tree_at("chess", "r6k/8/4q3/4b3/8/2N5/P5PP/KR6 w - - 0 1", "");
        Move move = move_at(tree.pos, "h2h3");
        Score score =
            ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, searches[i].depth, -SCORE_INFINITE, SCORE_INFINITE);
        ck_assert_msg((score < -SCORE_MATE_MIN) == searches[i].mated, "depth %d: %d", searches[i].depth, score);
        tree_end(&tree);
    }
}
END_TEST

/* A node in check, which is never pruned itself, after the only move of a root; the table has a move for it.
 * Returns what a search of the root to ROOT plies stores about the node, or about the position after that
 * move. */
enum { SINGULAR_ROOT = 10, SINGULAR_DEPTH = SINGULAR_ROOT - 1 };
static TTEntry after_singularity(const char *fen, const char *check, const char *known, Score score, Score beta,
                                 int double_extensions, bool behind)
{
    static Variant passless;
    ErrorText error;
    passless = *variant_find("chess");
    passless.null_move = false; /* null-move cutoffs are not stored */
    passless.mop_up = NULL;
    Tree tree = {.pos = position_new(&passless), .pool = search_new(&passless, TREE_HASH, 1)};
    ck_assert(tree.pool && tree.pos && position_set_fen(tree.pos, fen, &error));
    Move move = move_at(tree.pos, check);
    ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, 1, -beta, -beta + 1);
    search_clear(tree.pool);
    position_make(tree.pos, move);
    Move best = move_at(tree.pos, known);
    const TTEntry entry = {.move = best, .score = score, .eval = SCORE_NONE, .depth = SINGULAR_DEPTH - 3, .bound = BOUND_LOWER};
    tt_store(tree.pool->tt, tree.pos->state->key, &entry);
    /* As if this many had been used before the root. */
    tree.pool->workers[0]->stack[STACK_MARGIN - 1].double_extensions = double_extensions;
    search_tree(tree.pool->workers[0], SINGULAR_ROOT, -beta, -beta + 1);
    if (behind) position_make(tree.pos, best);
    TTEntry found;
    ck_assert(tt_probe(tree.pool->tt, tree.pos->state->key, &found));
    tree_end(&tree);
    return found;
}

/* If another move beats beta as well, the node is pruned after a search of half the depth, and is not stored
 * as if it had been searched in full (multicut). */
START_TEST(test_another_good_move)
{
    TTEntry entry = after_singularity("r3k3/1p4p1/8/7R/8/8/1P4P1/4K3 b - - 0 1", "a8a1", "e1e2", -100, -200, 0, false);
    ck_assert_msg(entry.depth == SINGULAR_DEPTH - 3 && entry.score == -100, "kept: %d, %d plies deep", entry.score, entry.depth);
}
END_TEST

/* A singular move is extended by two plies, but only a limited number of times on a line; then by one. */
START_TEST(test_extensions)
{
    static const char fen[] = "r3k3/1p5p/8/8/8/8/1B4P1/4K3 b - - 0 1";
    ck_assert_int_eq(after_singularity(fen, "a8a1", "b2a1", 250, 100, 0, true).depth, SINGULAR_DEPTH - 1 + 2);
    ck_assert_int_eq(after_singularity(fen, "a8a1", "b2a1", 250, 100, 6, true).depth, SINGULAR_DEPTH - 1 + 1);
}
END_TEST

/* ---- Null move ---- */

static Variant watched;
static int passed; /* null moves next to the root */

static void watch_null(Position *pos)
{
    passed += position_plies(pos) == 1;
    variant_find("chess")->make_null(pos);
}

/* Null move is tried only if the node is expected to beat beta: not if the table knows a lower value than the
 * evaluation. */
START_TEST(test_null_move_above_beta)
{
    enum { ASKED = 100, ROOT = 6 };
    for (int known = 0; known <= 1; ++known) {
        ErrorText error;
        watched = *variant_find("chess");
        watched.make_null = watch_null;
        watched.mop_up = NULL;
        Tree tree = {.pos = position_new(&watched), .pool = search_new(&watched, TREE_HASH, 1)};
        ck_assert(tree.pool && tree.pos && position_set_fen(tree.pos, "1n2k3/1p2r1p1/8/8/8/8/1P4P1/R3K3 w - - 0 1", &error));
        Move move = move_at(tree.pos, "e1d1");
        const TTEntry entry = {.score = ASKED - 50, .eval = SCORE_NONE, .depth = 0, .bound = BOUND_UPPER};
        ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, 1, -ASKED, -ASKED + 1);
        search_clear(tree.pool);
        if (known) set(&tree, move, &entry);
        passed = 0;
        search_tree(tree.pool->workers[0], ROOT, -ASKED, -ASKED + 1);
        if (known) ck_assert_int_eq(passed, 0);
        else ck_assert_int_gt(passed, 0);
        tree_end(&tree);
    }
}
END_TEST

/* The singular search has half the depth, and no less if the table has no move: in check, where nothing is
 * pruned, only that search sees the other evasions. */
START_TEST(test_depth_of_what_stands_alone)
{
    enum { ROOT = 10, ASKED = 200, SEARCHED = (ROOT - 2) / 2 - 1 };
    static const char *const others[] = {"e1d2", "e1f2"};
    Tree tree = tree_at("chess", "r3k3/1p4p1/8/7R/8/8/1P4P1/4K3 b - - 0 1", "");
    Move check = move_at(tree.pos, "a8a1");
    ask(&tree, (SearchLimits){.moves = &check, .move_count = 1}, 1, ASKED - 1, ASKED);
    search_clear(tree.pool);
    position_make(tree.pos, check);
    const TTEntry entry = {
        .move = move_at(tree.pos, "e1e2"), .score = 0, .eval = SCORE_NONE, .depth = ROOT - 4, .bound = BOUND_LOWER};
    tt_store(tree.pool->tt, tree.pos->state->key, &entry);
    ck_assert_int_lt(search_tree(tree.pool->workers[0], ROOT, ASKED - 1, ASKED), ASKED);
    int depth = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        TTEntry found;
        position_make(tree.pos, move_at(tree.pos, others[i]));
        if (tt_probe(tree.pool->tt, tree.pos->state->key, &found) && found.bound != BOUND_NONE)
            depth = (int)max(depth, found.depth);
        position_unmake(tree.pos);
    }
    ck_assert_int_eq(depth, SEARCHED);
    tree_end(&tree);
}
END_TEST

/* A node pruned by its evaluation still stores it: another path need not compute it again. */
START_TEST(test_evaluation_of_what_is_given_up)
{
    TTEntry entry = {0};
    Tree tree = tree_at("chess", NULL, "");
    Move move = move_at(tree.pos, "e2e4");
    ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, 2, 1000, 1001);
    position_make(tree.pos, move);
    ck_assert(tt_probe(tree.pool->tt, tree.pos->state->key, &entry));
    ck_assert_int_eq(entry.bound, BOUND_NONE);
    ck_assert_int_eq(entry.eval, evaluate(tree.pos));
    tree_end(&tree);
}
END_TEST

/* A node whose only move is excluded is not mate. */
START_TEST(test_nothing_but_what_is_left_out)
{
    Tree tree = tree_at("chess", "k7/8/8/8/7p/1q6/7P/K7 w - - 0 1", "");
    ask(&tree, (SearchLimits){0}, 1, -1, 0);
    Worker *w = tree.pool->workers[0];
    w->stack[STACK_MARGIN].excluded = move_at(tree.pos, "h2h3");
    ck_assert_int_eq(search_tree(w, 3, -1, 0), -1);
    w->stack[STACK_MARGIN].excluded = MOVE_NONE;
    tree_end(&tree);
}
END_TEST

/* ---- Mates ---- */

/* Is a score of a win or loss in this many plies correct? */
static bool is_proved(Position *pos, Score score, int plies)
{
    ProofNodes nodes = {0, 0};
    if (score > 0) return prove_win(pos, (unsigned)(plies + 1) / 2, &nodes) == PROOF_WIN;
    size_t count;
    Move *moves = position_moves(pos, &count);
    bool lost = true;
    for (size_t i = 0; i < count && lost; ++i) {
        position_make(pos, moves[i]);
        lost = position_outcome(pos).result == ONGOING && prove_win(pos, (unsigned)plies / 2, &nodes) == PROOF_WIN;
        position_unmake(pos);
    }
    free(moves);
    return lost;
}

/* Mate scores of a search are correct. Tested on games with random moves, where mates are frequent. */
START_TEST(test_mates_are_mates)
{
    enum { GAMES = 40, PLIES = 150, SEARCHED = 3, PROVED = 4 };
    uint64_t seed = 5;
    int mates = 0;
    Tree tree = tree_at("chess", NULL, "");
    for (int game = 0; game < GAMES; ++game) {
        Position *pos = position_at("chess", NULL);
        ck_assert(position_reserve(pos, PLIES + 2 * PROVED));
        while (position_plies(pos) < PLIES && position_outcome(pos).result == ONGOING) {
            ck_assert(position_copy(tree.pos, pos));
            Score score = tree_search(&tree, (SearchLimits){.depth = 1 + (int)position_plies(pos) % SEARCHED}).score;
            int plies = SCORE_MATE - (score < 0 ? -score : score);
            if (is_mate(score) && plies <= PROVED) {
                char fen[FEN_MAX];
                pos->variant->get_fen(pos, fen);
                ck_assert_msg(is_proved(pos, score, plies), "%s: %d plies", fen, score > 0 ? plies : -plies);
                ++mates;
            }
            size_t count;
            Move *moves = position_moves(pos, &count);
            position_make(pos, moves[random_below(&seed, count)]);
            free(moves);
        }
        position_free(pos);
    }
    tree_end(&tree);
    ck_assert_int_gt(mates, 50);
}
END_TEST

/* ---- Correction history ---- */

/* The correction that one node adds for its pawn structure: at depth 1 only the root updates. */
static Score taught(const char *fen, const char *move_text, Score alpha, Score beta)
{
    Tree tree = tree_at("chess", fen, "");
    Move move = move_at(tree.pos, move_text);
    ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, 1, alpha, beta);
    /* A single update is small: repeat it many times. */
    for (int i = 0; i < 200; ++i) {
        tt_clear(tree.pool->tt);
        search_tree(tree.pool->workers[0], 1, alpha, beta);
    }
    Score correction = history_correction(&tree.pool->workers[0]->history, tree.pos);
    tree_end(&tree);
    return correction;
}

START_TEST(test_lessons)
{
    static const char knight[] = "4k3/1p4p1/8/8/8/4N3/1P4P1/4K3 w - - 0 1";
    /* A Knight moves to a square where a Pawn captures it: worse than evaluated. */
    static const char blunder[] = "4k3/1p1p4/8/8/3N4/8/1P4P1/4K3 w - - 0 1";
    ck_assert_int_lt(taught(blunder, "d4c6", -3000, 3000), -10);
    /* A lower bound below the evaluation updates nothing. */
    ck_assert_int_eq(taught(blunder, "d4c6", -3000, -2500), 0);
    /* An upper bound above the evaluation does not raise it. */
    ck_assert_int_le(taught(knight, "e3d5", 2500, 3000), 0);
    /* Scores of captures do not update it. */
    ck_assert_int_eq(taught("4k3/1p4p1/8/3q4/8/4N3/1P4P1/4K3 w - - 0 1", "e3d5", -3000, 3000), 0);
}
END_TEST

/* Killers belong to the siblings of one node: those below another node are cleared. */
START_TEST(test_killers_of_other_nodes)
{
    Tree tree = tree_at("chess", NULL, "");
    ask(&tree, (SearchLimits){0}, 1, -3000, 3000);
    Worker *w = tree.pool->workers[0];
    Move *killers = w->stack[STACK_MARGIN + 1].killers;
    play(tree.pos, "e2e4");
    killers[0] = move_at(tree.pos, "e7e5");
    killers[1] = move_at(tree.pos, "d7d5");
    search_tree(w, 1, -3000, 3000);
    ck_assert(killers[0] == MOVE_NONE && killers[1] == MOVE_NONE);
    tree_end(&tree);
}
END_TEST

/* ---- Nodes by root move ---- */

/* Every node counts for one of the root moves. */
START_TEST(test_nodes_of_moves)
{
    Tree tree = tree_at(variants[_i]->name, NULL, "");
    SearchResult result = tree_search(&tree, (SearchLimits){.depth = variants[_i]->bench_depth < 6 ? 3 : 6});
    const Worker *w = tree.pool->workers[0];
    uint64_t sum = 0;
    for (size_t i = 0; i < w->root_count; ++i) sum += w->roots[i].nodes;
    ck_assert_uint_eq(sum, result.nodes);
    tree_end(&tree);
}
END_TEST

int main(void)
{
    variants_init();
    Suite *suite = suite_create("node");
    TCase *tests = tcase_create("node");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, test_pruned_by_the_table);
    tcase_add_test(tests, test_kept_of_a_shallower_search);
    tcase_add_test(tests, test_quiescence_is_verified);
    tcase_add_test(tests, test_no_probcut_against_the_table);
    tcase_add_test(tests, test_losing_captures);
    tcase_add_test(tests, test_another_good_move);
    tcase_add_test(tests, test_extensions);
    tcase_add_test(tests, test_null_move_above_beta);
    tcase_add_test(tests, test_depth_of_what_stands_alone);
    tcase_add_test(tests, test_evaluation_of_what_is_given_up);
    tcase_add_test(tests, test_nothing_but_what_is_left_out);
    tcase_add_test(tests, test_mates_are_mates);
    tcase_add_test(tests, test_lessons);
    tcase_add_test(tests, test_killers_of_other_nodes);
    tcase_add_loop_test(tests, test_nodes_of_moves, 0, games_count());
    suite_add_tcase(suite, tests);
    return test_main(suite);
}
