/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* One node of the tree, searched within a window: why it is pruned, what it stores then, and how it updates
 * the correction history. */

#include <math.h>
#include <stdlib.h>

#include "../src/library/prove.h"
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

/* Black takes the Queen and is mated by a quiet move, which quiescence does not see. */
static const char poisoned[] = "6k1/2n2ppp/8/3Q4/8/8/5PPp/4R1K1 w - - 0 1"; /* White is in check: the root is not pruned */

/* A capture that quiescence likes does not decide a node: neither far below alpha (razoring) nor above beta (ProbCut). */
START_TEST(test_quiescence_is_verified)
{
    /* Black's capture ends a little below White's 150. For 0 it is what ProbCut asks for, no more and no less. */
    static const struct { int depth; Score asked; } searches[] = {{3, 200}, {4, 200}, {7, 350}, {8, 350}, {7, 0}, {8, 0}};
    Tree taken = tree_at("chess", poisoned, "g1h2 c7d5");
    ask(&taken, (SearchLimits){0}, 1, -1, 0);
    Score margin = scaled(taken.pos, taken.pool->tuning.params.probcut_margin);
    Score just = search_tree(taken.pool->workers[0], 0, -3000, 3000) + margin + 1;
    tree_end(&taken);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; ++i) {
        int depth = searches[i].depth;
        Score asked = searches[i].asked ? searches[i].asked : just;
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

/* No ProbCut where the table already knows, from a search as deep as ProbCut's, that the position is worth less than ProbCut
 * asks for. */
START_TEST(test_no_probcut_against_the_table)
{
    enum { DEPTH = 5, BETA = -50 };
    Tree tree = tree_at("chess", NULL, "");
    const Score target = BETA + scaled(tree.pos, tree.pool->tuning.params.probcut_margin);
    tree_end(&tree);
    const struct {
        int depth; /* of the table's score; -1: there is none */
        Score score;
        bool prunes;
    } cases[] = {{-1, 0, true},
                 {DEPTH - 3, -300, false},
                 {DEPTH - 4, -300, true},
                 {DEPTH - 3, target - 1, false},
                 {DEPTH - 3, target, true},
                 {DEPTH, -300, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        TTEntry entry = {.score = cases[i].score, .eval = SCORE_NONE, .depth = cases[i].depth, .bound = BOUND_UPPER};
        tree = tree_at("chess", "3rk3/1p4p1/8/3q4/8/4N3/1P4P1/3RK3 w - - 0 1", "");
        ask(&tree, (SearchLimits){0}, 1, BETA - 1, BETA);
        search_clear(tree.pool);
        if (cases[i].depth >= 0) tt_store(tree.pool->tt, tree.pos->state->key, &entry);
        ck_assert_int_ge(search_tree(tree.pool->workers[0], DEPTH, BETA - 1, BETA), BETA);
        ck_assert(tt_probe(tree.pool->tt, tree.pos->state->key, &entry));
        ck_assert_msg(entry.depth == (cases[i].prunes ? DEPTH - 3 : DEPTH), "case %zu: depth %d", i, entry.depth);
        tree_end(&tree);
    }
}

/* A search of some moves of the root says nothing of the position. */
START_TEST(test_some_moves_of_the_root)
{
    for (int all = 0; all <= 1; ++all) {
        TTEntry entry;
        Tree tree = tree_at("chess", "3rk3/1p4p1/8/3q4/8/4N3/1P4P1/3RK3 w - - 0 1", "");
        Move move = move_at(tree.pos, "b2b3");
        ask(&tree, all ? (SearchLimits){0} : (SearchLimits){.moves = &move, .move_count = 1}, 3, -SCORE_INFINITE, SCORE_INFINITE);
        bool stored = tt_probe(tree.pool->tt, tree.pos->state->key, &entry) && entry.bound != BOUND_NONE;
        ck_assert_int_eq(stored, all);
        tree_end(&tree);
    }
}

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

/* A node in check, which is never pruned itself, after the only move of a root; the table has a move for it.
 * Returns what a search of the root to ROOT plies stores about the node, or about the position after that
 * move. */
enum { SINGULAR_ROOT = 10, SINGULAR_DEPTH = SINGULAR_ROOT - 1 };
static TTEntry after_singularity(const char *fen, const char *check, const char *known, Score score, Score beta,
                                 int double_extensions, int iteration, bool behind)
{
    static const SearchHints no_null_move = {.no_null_move = true};
    static Variant passless;
    ErrorText error;
    passless = *variant_find("chess");
    passless.hints = &no_null_move; /* null-move cutoffs are not stored */
    passless.measured = NULL;
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
    tree.pool->workers[0]->root.depth = iteration;
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
    TTEntry entry = after_singularity("r3k3/1p4p1/8/7R/8/8/1P4P1/4K3 b - - 0 1", "a8a1", "e1e2", -100, -200, 0, 1, false);
    ck_assert_msg(entry.depth == SINGULAR_DEPTH - 3 && entry.score == -100, "kept: %d, %d plies deep", entry.score, entry.depth);
}

/* A singular move is extended by two plies, but only a limited number of times on a line; then by one. */
START_TEST(test_extensions)
{
    static const char fen[] = "r3k3/1p5p/8/8/8/8/1B4P1/4K3 b - - 0 1";
    ck_assert_int_eq(after_singularity(fen, "a8a1", "b2a1", 250, 100, 0, 1, true).depth, SINGULAR_DEPTH - 1 + 2);
    ck_assert_int_eq(after_singularity(fen, "a8a1", "b2a1", 250, 100, 6, 1, true).depth, SINGULAR_DEPTH - 1 + 1);
    /* Further from the root than twice the iteration's depth nothing is extended. */
    ck_assert_int_eq(after_singularity(fen, "a8a1", "b2a1", 250, 100, 0, 0, true).depth, SINGULAR_DEPTH - 1);
}

/* Where the table's move is not singular, but its score reaches beta, it is searched two plies less deep. */
START_TEST(test_one_of_many)
{
    for (Score beta = -105; beta <= -100; beta += 5) {
        TTEntry entry = after_singularity("r3k3/1p4p1/8/7R/8/8/1P4P1/4K3 b - - 0 1", "a8a1", "e1e2", -100, beta, 0, 1, true);
        ck_assert_int_eq(entry.depth, SINGULAR_DEPTH - 1 - 2);
    }
}

/* Just as far from the root as twice the iteration's depth the singular move is still extended. Each side's check has one good
 * answer, which checks or takes the piece that does. */
START_TEST(test_extended_so_far)
{
    enum { ROOT = 8, NODE = ROOT - 2, BETA = 100 };
    Tree tree = tree_at("chess", "kr1b4/pp6/8/1N6/8/N7/1P4PK/2R5 w - - 0 1", "");
    Move check = move_at(tree.pos, "b5c7");
    ask(&tree, (SearchLimits){.moves = &check, .move_count = 1}, 1, BETA - 1, BETA);
    search_clear(tree.pool);
    play(tree.pos, "b5c7 d8c7");
    Move best = move_at(tree.pos, "c1c7");
    const TTEntry entry = {.move = best, .score = 250, .eval = SCORE_NONE, .depth = NODE - 3, .bound = BOUND_LOWER};
    TTEntry found;
    tt_store(tree.pool->tt, tree.pos->state->key, &entry);
    position_make(tree.pos, best);
    Key key = tree.pos->state->key;
    for (int i = 0; i < 3; ++i) position_unmake(tree.pos);
    tree.pool->workers[0]->root.depth = 1; /* the node is two plies from the root */
    search_tree(tree.pool->workers[0], ROOT, BETA - 1, BETA);
    ck_assert(tt_probe(tree.pool->tt, key, &found));
    ck_assert_int_gt(found.depth, NODE - 1);
    tree_end(&tree);
}

/* ---- Null move ---- */

static Variant watched;
static int passed; /* null moves next to the root */

static void watch_null(Position *pos)
{
    passed += position_plies(pos) == 1;
    position_pass(pos);
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
        watched.measured = NULL;
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

/* The singular search has half the depth, and no less if the table has no move: in check, where nothing is
 * pruned, only that search sees the other evasions. */
START_TEST(test_singular_search_depth)
{
    enum { ROOT = 10, ASKED = 200, SEARCHED = (ROOT - 2) / 2 - 1 };
    static const char *const others[] = {"e1d2", "e1f2"};
    Tree tree = tree_at("chess", "r3k3/1p4p1/8/7R/8/8/1P4P1/4K3 b - - 0 1", "");
    Move check = move_at(tree.pos, "a8a1");
    tree.pool->tuning.params.iir_cut_depth = 2;
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

/* A node pruned by its evaluation still stores it: another path need not compute it again. */
START_TEST(test_pruned_nodes_store_evaluations)
{
    TTEntry entry = {0};
    Tree tree = tree_at("chess", NULL, "");
    Move move = move_at(tree.pos, "e2e4");
    ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, 2, 1000, 1001);
    position_make(tree.pos, move);
    ck_assert(tt_probe(tree.pool->tt, tree.pos->state->key, &entry));
    ck_assert_int_eq(entry.bound, BOUND_NONE);
    ck_assert_int_eq(entry.eval, evaluate(tree.pos, NULL));
    tree_end(&tree);
}

/* A node whose only move is excluded is not mate. */
START_TEST(test_only_move_excluded)
{
    Tree tree = tree_at("chess", "k7/8/8/8/7p/1q6/7P/K7 w - - 0 1", "");
    ask(&tree, (SearchLimits){0}, 1, -1, 0);
    Worker *w = tree.pool->workers[0];
    w->stack[STACK_MARGIN].excluded = move_at(tree.pos, "h2h3");
    ck_assert_int_eq(search_tree(w, 3, -1, 0), -1);
    w->stack[STACK_MARGIN].excluded = MOVE_NONE;
    tree_end(&tree);
}

/* ---- Mates ---- */

/* Is a score of a win or loss in this many plies correct? */
static bool is_proved(Position *pos, Score score, int plies)
{
    ProofNodes nodes = {0};
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

/* ---- Nodes by root move ---- */

/* Every node counts for one of the root moves. */
START_TEST(test_nodes_of_moves)
{
    Tree tree = tree_at(variants[_i]->name, NULL, "");
    SearchResult result = tree_search(&tree, (SearchLimits){.depth = variant_bench_depth(variants[_i]) < 6 ? 3 : 6});
    const Worker *w = tree.pool->workers[0];
    uint64_t sum = 0;
    for (size_t i = 0; i < w->root.count; ++i) sum += w->root.moves[i].nodes;
    ck_assert_uint_eq(sum, result.nodes);
    tree_end(&tree);
}

/* ---- Depth, pruning and bonuses: what makes them larger or smaller ---- */

/* Chess without null move, whose cutoffs are not stored; counts the moves made one and two plies from the root. */
static Variant counted;
static bool passes; /* with null move all the same */
static int made_next, made_second;
static const ParamValue *own_params; /* the game's */
static const TTEntry *known_next;    /* what the table knows about the node after the root's only move */
static int16_t after_all;            /* the continuation history of every move */

static void count_made(Position *pos, Move move)
{
    made_next += position_plies(pos) == 1;
    made_second += position_plies(pos) == 2;
    variant_find("chess")->make(pos, move);
}

/* A node that is searched with these facts; the fields that are 0 have no effect. */
typedef struct Setting {
    Score earlier, before; /* the evaluations two and four plies before, or SCORE_NONE */
    int bonus;             /* of the history of the late move, many times */
    bool wide;             /* a PV node */
    bool first;            /* not late: the first move of the root */
} Setting;

static Tree counted_tree(const char *fen, SearchLimits limits, Score asked)
{
    ErrorText error;
    counted = *variant_find("chess");
    counted.measured = NULL;
    counted.make = count_made;
    static SearchHints hints;
    hints = (SearchHints){.no_null_move = !passes, .params = own_params};
    counted.hints = &hints;
    Tree tree = {.pos = position_new(&counted), .pool = search_new(&counted, TREE_HASH, 1)};
    ck_assert(tree.pool && tree.pos && position_set_fen(tree.pos, fen, &error));
    ask(&tree, limits, 1, asked - 1, asked);
    search_clear(tree.pool);
    return tree;
}

/* The depth to which a move is searched that is the sixth of the root's, summed over several depths of the root. The
 * node after it is not pruned by its evaluation: it is getting worse. */
static int late_depths(const char *fen, const char *late, Score asked, Setting setting)
{
    size_t place = setting.first ? 0 : 5;
    int sum = 0;
    for (int depth = 6; depth <= 12; ++depth) {
        Tree tree = counted_tree(fen, (SearchLimits){0}, asked);
        Worker *w = tree.pool->workers[0];
        Move move = move_at(tree.pos, late);
        ck_assert_uint_gt(w->root.count, place);
        for (size_t i = 0; i < w->root.count; ++i) {
            if (w->root.moves[i].move != move) continue;
            RootMove other = w->root.moves[place];
            w->root.moves[place] = w->root.moves[i];
            w->root.moves[i] = other;
        }
        MoveInfo info;
        ContinuationRows none = {.row = {{NULL}}};
        position_describe(tree.pos, &move, 1, &info);
        for (int i = 0; i < 40 && setting.bonus; ++i)
            history_update_quiet(&w->history, tree.pos->side, &info, &none, setting.bonus);
        w->stack[STACK_MARGIN - 1].eval = w->stack[STACK_MARGIN - 3].eval = 3000;
        w->stack[STACK_MARGIN - 2].eval = setting.earlier;
        w->stack[STACK_MARGIN - 4].eval = setting.before;
        search_tree(w, depth, setting.wide ? -SCORE_INFINITE : asked - 1, setting.wide ? SCORE_INFINITE : asked);
        position_make(tree.pos, move);
        TTEntry entry = {0};
        ck_assert_msg(tt_probe(tree.pool->tt, tree.pos->state->key, &entry), "%s is not in the table", late);
        sum += entry.depth;
        tree_end(&tree);
    }
    return sum;
}

/* No move of White reaches what is asked. */
static const char late_moves[] = "4r1k1/p4pp1/7p/8/8/7P/P4PP1/3R2K1 w - - 0 1";
enum { LATE_ASKED = 60 };
static int late_quiet(Setting setting) { return late_depths(late_moves, "d1c1", LATE_ASKED, setting); }

static const Setting steady = {.earlier = SCORE_NONE, .before = SCORE_NONE};

/* A late move with a good history is searched deeper, one with a bad history less deep. */
START_TEST(test_reduced_by_history)
{
    Setting good = steady, bad = steady;
    good.bonus = 1000;
    bad.bonus = -1000;
    ck_assert_int_gt(late_quiet(good), late_quiet(steady));
    ck_assert_int_lt(late_quiet(bad), late_quiet(steady));
}

static const char late_capture[] = "3r2k1/p4pp1/2p4p/3p4/4P3/7P/P4PP1/3R2K1 w - - 0 1";

/* Captures are reduced less. */
START_TEST(test_noisy_reduced_less)
{
    ck_assert_int_gt(late_depths(late_capture, "e4d5", 150, steady), late_depths(late_capture, "d1e1", 150, steady));
}

/* In PV nodes they are not reduced at all. */
START_TEST(test_noisy_kept)
{
    static const ParamValue much[] = {{"lmr_base", 200}, {"lmr_window", 0}, {"lmr_pv", 0}, {NULL, 0}},
                            little[] = {{"lmr_base", 0}, {"lmr_window", 0}, {"lmr_pv", 0}, {NULL, 0}};
    int depths[2][2];
    for (int wide = 0; wide <= 1; ++wide) {
        Setting setting = steady;
        setting.wide = wide;
        own_params = much;
        depths[wide][0] = late_depths(late_capture, "e4d5", 150, setting);
        own_params = little;
        depths[wide][1] = late_depths(late_capture, "e4d5", 150, setting);
    }
    own_params = NULL;
    ck_assert_int_lt(depths[0][0], depths[0][1]);
    ck_assert_int_eq(depths[1][0], depths[1][1]);
}

/* Late moves of PV nodes and of nodes that improve are reduced less. Where the side was in peril two plies ago, the
 * evaluation four plies ago tells whether it improves. */
START_TEST(test_good_nodes_reduced_less)
{
    Setting worsening = steady, improving = steady, worse_before = steady, better_before = steady;
    Setting narrow = steady, wide = steady;
    worsening.earlier = worsening.before = worse_before.before = 1000;
    improving.earlier = improving.before = better_before.before = -1000;
    narrow.bonus = wide.bonus = -1000; /* what the search itself learns makes no difference then */
    wide.wide = true;
    ck_assert_int_gt(late_quiet(wide), late_quiet(narrow));
    ck_assert_int_gt(late_quiet(improving), late_quiet(worsening));
    ck_assert_int_gt(late_quiet(better_before), late_quiet(worse_before));
    /* The parameter for PV nodes says by how much. */
    static const ParamValue alike[] = {{"lmr_window", 0}, {"lmr_pv", 0}, {NULL, 0}},
                            less[] = {{"lmr_window", 0}, {"lmr_pv", 2048}, {NULL, 0}};
    own_params = alike;
    int depths = late_quiet(wide);
    own_params = less;
    ck_assert_int_gt(late_quiet(wide), depths);
    own_params = NULL;
}

/* A late move that turns out well is searched again, as deep as a first move. */
START_TEST(test_searched_again)
{
    static const char hanging[] = "6k1/p4pp1/7p/3r4/8/7P/P4PP1/3R2K1 w - - 0 1";
    Setting first = steady;
    first.first = true;
    ck_assert_int_eq(late_depths(hanging, "d1d5", 300, steady), late_depths(hanging, "d1d5", 300, first));
}

/* Checks that a quiet move of a side has this history, and the other side none of it. */
static void check_learnt(const Worker *w, Side side, const MoveInfo *info, int bonus)
{
    ck_assert_int_eq(w->history.piece_to[info->piece_to[0]], bonus);
    ck_assert_int_eq(*history_from_to(&w->history, side, info, 0), bonus);
    ck_assert_int_eq(*history_from_to(&w->history, side ^ 1, info, 0), 0);
}

/* A quiet move that is searched again and holds is good for the history, though it cuts nothing off: here the last move mates, and
 * no other piece or move comes to its square. */
START_TEST(test_second_search_is_learnt)
{
    static const ParamValue reduces[] = {{"lmr_window", 0}, {"lmr_pv", 0}, {"evaluated_bonus", 0}, {NULL, 0}};
    static const char *const texts[] = {"d1a1", "d1b1", "d1c1", "d1e1", "d1f1", "d1d8"};
    enum { COUNT = sizeof texts / sizeof *texts };
    Move moves[COUNT];
    MoveInfo info;
    own_params = reduces;
    Tree tree = counted_tree("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", (SearchLimits){0}, 0);
    Worker *w = tree.pool->workers[0];
    for (int i = 0; i < COUNT; ++i) w->root.moves[i].move = moves[i] = move_at(tree.pos, texts[i]);
    size_t all = w->root.count;
    w->root.count = COUNT;
    ck_assert_int_gt(search_tree(w, 3, -SCORE_INFINITE, SCORE_INFINITE), SCORE_MATE_MIN);
    w->root.count = all;
    position_describe(tree.pos, &moves[COUNT - 1], 1, &info);
    check_learnt(w, WHITE, &info, w->params->history_bonus * 2); /* the second search has depth 2 */
    own_params = NULL;
    tree_end(&tree);
}

/* One that the second search refutes, whatever the first one saw in the table, is bad for the history by as much. Of the moves
 * before it the table knows all. */
START_TEST(test_second_search_that_fails)
{
    static const ParamValue reduces[] = {{"evaluated_bonus", 0}, {"lmr_base", 200}, {"razor_depth", 0}, {NULL, 0}};
    static const char *const texts[] = {"g2g3", "h3h4", "d1c1"};
    enum { DEPTH = 3, COUNT = sizeof texts / sizeof *texts };
    const TTEntry good = {.score = 500, .eval = SCORE_NONE, .depth = 50, .bound = BOUND_LOWER},
                  seems_bad = {.score = -500, .eval = SCORE_NONE, .depth = DEPTH - 2, .bound = BOUND_UPPER};
    MoveInfo info;
    own_params = reduces;
    Tree tree = counted_tree(late_moves, (SearchLimits){0}, LATE_ASKED);
    Worker *w = tree.pool->workers[0];
    for (int i = 0; i < COUNT; ++i) {
        w->root.moves[i].move = move_at(tree.pos, texts[i]);
        set(&tree, w->root.moves[i].move, i < COUNT - 1 ? &good : &seems_bad);
    }
    size_t all = w->root.count;
    w->root.count = COUNT;
    made_next = 0;
    ck_assert_int_lt(search_tree(w, DEPTH, LATE_ASKED - 1, LATE_ASKED), LATE_ASKED);
    w->root.count = all;
    ck_assert_int_gt(made_next, 0); /* by the second search */
    Move late = w->root.moves[COUNT - 1].move;
    position_describe(tree.pos, &late, 1, &info);
    check_learnt(w, WHITE, &info, -w->params->history_bonus * (DEPTH - 1));
    own_params = NULL;
    tree_end(&tree);
}

/* A cutoff is good for the history of the move, and as bad for those of the moves that were tried before it, for the side that
 * made them alone: quiet ones for their squares and after the move before, captures by what they took. */
START_TEST(test_bonus_and_malus_of_a_cutoff)
{
    static const ParamValue only_cutoffs[] = {{"evaluated_bonus", 0}, {NULL, 0}};
    static const char *const texts[] = {"a1a7", "a1a2", "b1b8"}; /* a capture, a quiet move, mate */
    enum { DEPTH = 2, ASKED = 3000, COUNT = sizeof texts / sizeof *texts };
    MoveInfo info[COUNT], last;
    own_params = only_cutoffs;
    Tree tree = counted_tree("6k1/p4ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1", (SearchLimits){0}, ASKED);
    Worker *w = tree.pool->workers[0];
    Stack *before = &w->stack[STACK_MARGIN - 1];
    before->move = move_at(tree.pos, "g1h1"); /* any move */
    position_describe(tree.pos, &before->move, 1, &last);
    before->info = last;
    for (int i = 0; i < COUNT; ++i) {
        w->root.moves[i].move = move_at(tree.pos, texts[i]);
        position_describe(tree.pos, &w->root.moves[i].move, 1, &info[i]);
    }
    size_t all = w->root.count;
    w->root.count = COUNT;
    ck_assert_int_gt(search_tree(w, DEPTH, ASKED - 1, ASKED), SCORE_MATE_MIN);
    w->root.count = all;
    int bonus = w->params->history_bonus * DEPTH;
    ck_assert_int_eq(w->history.noisy[info[0].piece_to[0] * TYPE_MAX + info[0].victim], -bonus);
    check_learnt(w, WHITE, &info[1], -bonus);
    check_learnt(w, WHITE, &info[2], bonus);
    for (int i = 1; i < COUNT; ++i) {
        const int16_t *row = &w->history.continuation[last.piece_to[0] * w->history.piece_to_count];
        ck_assert_int_eq(row[info[i].piece_to[0]], i == 1 ? -bonus : bonus);
    }
    own_params = NULL;
    tree_end(&tree);
}

/* Of each kind of move, quiet and not, a node remembers 48 that it tried in vain: later ones get no malus, and earlier ones of the
 * other kind lose none. */
START_TEST(test_malus_of_many_moves)
{
    static const ParamValue only_cutoffs[] = {{"evaluated_bonus", 0}, {NULL, 0}};
    enum { DEPTH = 2, ASKED = 8000, REMEMBERED = 48, QUIETS = REMEMBERED + 2 };
    own_params = only_cutoffs;
    Tree tree = counted_tree("6k1/p4ppp/8/8/2NN4/2BBBB2/5PPP/RR4K1 w - - 0 1", (SearchLimits){0}, ASKED);
    Worker *w = tree.pool->workers[0];
    Move capture = move_at(tree.pos, "a1a7"), mate = move_at(tree.pos, "b1b8"), quiets[QUIETS];
    MoveInfo info;
    size_t all = w->root.count, found = 0;
    for (size_t i = 0; i < all && found < QUIETS; ++i) {
        Move move = w->root.moves[i].move;
        position_describe(tree.pos, &move, 1, &info);
        if (!info.noisy && move != mate) quiets[found++] = move;
    }
    ck_assert_uint_eq(found, QUIETS);
    w->root.moves[0].move = capture;
    for (int i = 0; i < QUIETS; ++i) w->root.moves[1 + i].move = quiets[i];
    w->root.moves[1 + QUIETS].move = mate;
    w->root.count = QUIETS + 2;
    ck_assert_int_gt(search_tree(w, DEPTH, ASKED - 1, ASKED), SCORE_MATE_MIN);
    w->root.count = all;
    int bonus = w->params->history_bonus * DEPTH;
    for (int i = 0; i < QUIETS; ++i) {
        position_describe(tree.pos, &quiets[i], 1, &info);
        ck_assert_int_eq(*history_from_to(&w->history, WHITE, &info, 0), i < REMEMBERED ? -bonus : 0);
    }
    position_describe(tree.pos, &capture, 1, &info);
    ck_assert_int_eq(w->history.noisy[info.piece_to[0] * TYPE_MAX + info.victim], -bonus);
    own_params = NULL;
    tree_end(&tree);
}

/* A quiet move is as good for the history of its squares, for its side alone, as both evaluations say that it brought: up to a
 * limit. */
START_TEST(test_learnt_from_evaluations)
{
    static const ParamValue little[] = {{"evaluated_bonus", 3}, {NULL, 0}}, much[] = {{"evaluated_bonus", 500}, {NULL, 0}};
    static const char *const texts[] = {"d1d7", "d1b1", "a2a4", "d1c1", "d1d5"};
    enum { MOST = 4400 };
    int better = 0, worse = 0, limited = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        for (int large = 0; large <= 1; ++large) {
            own_params = large ? much : little;
            Tree tree = counted_tree(late_moves, (SearchLimits){0}, 3000);
            Worker *w = tree.pool->workers[0];
            Move move = w->root.moves[0].move = move_at(tree.pos, texts[i]);
            MoveInfo info;
            position_describe(tree.pos, &move, 1, &info);
            size_t all = w->root.count;
            w->root.count = 1;
            search_tree(w, 2, 2999, 3000);
            w->root.count = all;
            const Stack *root = &w->stack[STACK_MARGIN];
            int brought = -(root[0].eval + root[1].eval), bonus = w->params->evaluated_bonus * brought;
            better += brought > 0;
            worse += brought < 0;
            limited += abs(bonus) > MOST;
            bonus = bonus > MOST ? MOST : bonus < -MOST ? -MOST : bonus;
            ck_assert_int_eq(*history_from_to(&w->history, WHITE, &info, 0), bonus);
            ck_assert_int_eq(*history_from_to(&w->history, BLACK, &info, 0), 0);
            tree_end(&tree);
        }
    own_params = NULL;
    ck_assert_msg(better && worse && limited, "%d better, %d worse, %d limited", better, worse, limited);
}

/* A root move reports what its score is: exact within the window, a bound where it leaves the window; later moves that are not
 * better report nothing. */
START_TEST(test_bounds_of_root_moves)
{
    enum { DEPTH = 3 };
    static const struct { Score alpha, beta; Bound first; } cases[] = {
        {-SCORE_INFINITE, SCORE_INFINITE, BOUND_EXACT}, {2900, 3000, BOUND_UPPER}, {-3000, -2900, BOUND_LOWER}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Tree tree = tree_at("chess", late_moves, "");
        ask(&tree, (SearchLimits){0}, 1, -SCORE_INFINITE, SCORE_INFINITE);
        search_clear(tree.pool);
        Worker *w = tree.pool->workers[0];
        /* The worst move first, so that others are better than it. */
        for (size_t j = 0; j < w->root.count; ++j) {
            w->root.moves[j].bound = BOUND_NONE;
            w->root.moves[j].score = -SCORE_INFINITE;
            if (w->root.moves[j].move != move_at(tree.pos, "d1d2")) continue;
            RootMove other = w->root.moves[0];
            w->root.moves[0] = w->root.moves[j];
            w->root.moves[j] = other;
        }
        Score score = search_tree(w, DEPTH, cases[i].alpha, cases[i].beta), best = -SCORE_INFINITE;
        ck_assert_int_eq(w->root.moves[0].bound, cases[i].first);
        unsigned exact = 0, silent = 0;
        for (size_t j = 0; j < w->root.count; ++j) {
            const RootMove *root = &w->root.moves[j];
            exact += root->bound == BOUND_EXACT;
            silent += root->bound == BOUND_NONE;
            ck_assert((root->bound == BOUND_NONE) == (root->score == -SCORE_INFINITE));
            if (j > 0) ck_assert(root->bound == BOUND_NONE || (root->bound == BOUND_EXACT && root->score > best));
            if (root->bound != BOUND_NONE) best = root->score;
        }
        ck_assert(cases[i].first == BOUND_UPPER ? best <= score : best == score);
        if (i == 0) ck_assert(exact > 1 && silent > 0);
        else ck_assert_uint_eq(silent, w->root.count - 1);
        tree_end(&tree);
    }
}

/* The moves tried at the node after the root's only move, in a search of `depth` for a score of `asked` for the side
 * to move there; `iteration`: of the iterative deepening. */
static int tried_next(const char *fen, const char *only, int depth, Score asked, Score earlier, int iteration)
{
    Tree tree = counted_tree(fen, (SearchLimits){0}, 0);
    Worker *w = tree.pool->workers[0];
    Move move = move_at(tree.pos, only);
    for (size_t i = 0; i < w->root.count; ++i)
        if (w->root.moves[i].move == move) w->root.moves[0].move = move;
    size_t all = w->root.count;
    w->root.count = 1;
    w->stack[STACK_MARGIN - 1].eval = earlier;
    w->stack[STACK_MARGIN - 3].eval = earlier;
    if (known_next) set(&tree, move, known_next);
    for (size_t i = 0; i < w->history.piece_to_count * w->history.piece_to_count; ++i) w->history.continuation[i] = after_all;
    made_next = 0;
    w->root.depth = iteration;
    search_tree(w, depth, -asked, -asked + 1);
    w->root.count = all; /* each may have a line to free */
    tree_end(&tree);
    return made_next;
}

/* The root is in check, so that it is not pruned itself; then Black is a Rook ahead. */
static const char ahead[] = "4k3/1p2r1p1/8/8/8/8/1P4P1/4K3 w - - 0 1";

/* A node far above beta is pruned by its evaluation alone; a side that is getting worse needs more for it. */
START_TEST(test_pruned_by_evaluation)
{
    enum { STEP = 10, END = 1500 };
    Score needed[2];
    for (int worsening = 0; worsening <= 1; ++worsening) {
        Score asked = 0;
        while (asked < END && tried_next(ahead, "e1d1", 3, END - asked - 1000, worsening ? 3000 : -3000, 1)) asked += STEP;
        needed[worsening] = asked;
    }
    ck_assert_msg(needed[0] < needed[1] && needed[1] < END, "%d ahead when improving, %d when worsening", needed[0], needed[1]);
}

/* A node of an old principal variation is not pruned by its evaluation. */
START_TEST(test_old_variations_are_searched)
{
    TTEntry entry = {.eval = SCORE_NONE, .bound = BOUND_NONE};
    known_next = &entry;
    ck_assert_int_eq(tried_next(ahead, "e1d1", 3, -2000, 3000, 1), 0);
    entry.pv = true;
    ck_assert_int_gt(tried_next(ahead, "e1d1", 3, -2000, 3000, 1), 0);
    known_next = NULL;
}

static const ParamValue razored[] = {{"razor_depth", 3}, {NULL, 0}};
static const ParamValue far_above[] = {{"razor_depth", 0}, {"rfp_depth", 3}, {NULL, 0}};

/* Nodes are pruned by their evaluation up to just the depth that the parameters say. */
START_TEST(test_depths_of_pruning)
{
    for (int depth = 1; depth <= 5; ++depth) {
        own_params = razored;
        int far_below = tried_next(ahead, "e1d1", depth + 1, 3000, 3000, 1);
        own_params = far_above;
        int above = tried_next(ahead, "e1d1", depth + 1, -2000, 3000, 1);
        own_params = NULL;
        ck_assert_msg((far_below == 0) == (depth <= 3) && (above == 0) == (depth <= 3), "%d and %d moves at depth %d", far_below,
                      above, depth);
    }
}

static const ParamValue many_late_moves[] = {{"lmp_percent", 2 * 135}, {NULL, 0}};

/* More quiet moves are tried by a side that is improving and where the game asks for it. */
START_TEST(test_late_moves_pruned)
{
    Score level = 0;
    /* The highest score for which some move is tried after the first few. */
    for (level = 2000; level > -2000 && tried_next(ahead, "e1d1", 3, level, 3000, 1) < 4;) level -= 20;
    ck_assert_int_gt(level, -2000);
    ck_assert_int_gt(tried_next(ahead, "e1d1", 3, level, -3000, 1), tried_next(ahead, "e1d1", 3, level, 3000, 1));
    int in_chess = tried_next(ahead, "e1d1", 3, level, 3000, 1);
    own_params = many_late_moves;
    ck_assert_int_gt(tried_next(ahead, "e1d1", 3, level, 3000, 1), in_chess);
    own_params = NULL;
}

/* Where the game asks for it, moves next to the root are not pruned. */
START_TEST(test_unpruned_next_to_the_root)
{
    static const ParamValue spared[] = {{"unpruned_share", 1}, {NULL, 0}};
    int pruned = tried_next(late_moves, "g1h2", 4, 100, SCORE_NONE, 1);
    own_params = spared;
    ck_assert_int_gt(tried_next(late_moves, "g1h2", 4, 100, SCORE_NONE, 1), pruned);
    own_params = NULL;
}

/* Moves that were bad after the same moves elsewhere are not tried near the leaves. */
START_TEST(test_pruned_by_history)
{
    static const ParamValue kept[] = {{"history_pruning", 0}, {"futility_history", 100000}, {NULL, 0}}, *const pruned = kept + 1;
    int tried[2][2];
    for (int deep = 0; deep <= 1; ++deep) {
        for (int prunes = 0; prunes <= 1; ++prunes) {
            own_params = prunes ? pruned : kept;
            after_all = -8000;
            tried[deep][prunes] = tried_next(late_moves, "g1h2", deep ? 12 : 4, 100, SCORE_NONE, 1);
        }
    }
    own_params = NULL;
    after_all = 0;
    ck_assert_msg(tried[0][1] < tried[0][0] && tried[1][1] > tried[0][1], "%d of %d near the leaves, %d of %d far from them",
                  tried[0][1], tried[0][0], tried[1][1], tried[1][0]);
}

/* Near the leaves of a node, how much a move may lose: captures in proportion to depth, quiet moves by the square of the reduced
 * depth and more, those that give check in proportion to depth. */
static struct Asked {
    bool noisy, peril;
    int threshold;
} see_asked[4000];
static int see_count;

static bool record_see(const Position *pos, Move move, Score threshold)
{
    bool better = variant_find("chess")->see_ge(pos, move, threshold);
    if (position_plies(pos) == 1 && threshold <= 0 && see_count < 4000) {
        MoveInfo info;
        position_describe(pos, &move, 1, &info);
        see_asked[see_count++] = (struct Asked){info.noisy, info.gives_peril, threshold};
    }
    return better;
}

/* Black's Rook may give check, or take a Pawn, and is taken. Nothing else prunes these moves, and the check is not first. */
static const char sacrifice[] = "6k1/5p2/P3r3/8/8/8/5PPP/R5K1 w - - 0 1";
static const ParamValue only_see[] = {{"futility_depth", -1}, {"history_pruning", 0}, {"lmp_percent", 4000}, {"rfp_depth", 0},
                                      {"razor_depth", 0}, {"probcut_depth", 100}, {"peril_order", 0}, {"lmr_base", 0}, {NULL, 0}};

START_TEST(test_shape_of_see_margins)
{
    unsigned kinds = 0;
    own_params = only_see;
    for (int depth = 2; depth <= 7; ++depth) {
        Tree tree = counted_tree(sacrifice, (SearchLimits){0}, 0);
        counted.see_ge = record_see;
        Worker *w = tree.pool->workers[0];
        const SearchParams *p = w->params;
        w->root.moves[0].move = move_at(tree.pos, "h2h3");
        size_t all = w->root.count;
        w->root.count = 1;
        w->root.depth = 1;
        see_count = 0;
        search_tree(w, depth + 1, -1, 0);
        w->root.count = all;
        unsigned steps = 0;
        for (int i = 0; i < see_count; ++i) {
            const struct Asked *a = &see_asked[i];
            bool known = a->threshold == 0 || (a->noisy && a->threshold == -p->see_noisy * depth)
                         || (a->peril && !a->noisy && a->threshold == -p->see_peril * depth);
            for (int r = 1; r <= depth && !a->noisy; ++r) {
                if (a->threshold != -(p->see_quiet + p->see_square * r) * r) continue;
                known = true;
                steps |= 1u << r;
            }
            kinds |= a->threshold == 0 ? 0 : a->noisy ? 1 : a->peril && a->threshold == -p->see_peril * depth ? 2 : 4;
            ck_assert_msg(known, "depth %d: %s move may lose %d", depth, a->noisy ? "a noisy" : "a quiet", -a->threshold);
        }
        if (depth > 2) ck_assert_msg(steps & (steps - 1), "depth %d: %x", depth, steps); /* several reduced depths */
        tree_end(&tree);
    }
    own_params = NULL;
    ck_assert_uint_eq(kinds, 7);
}

/* Next to the root, in the first fifth of the iteration's depth, a move that gives check is not pruned, though it loses a
 * piece. */
START_TEST(test_peril_spared_next_to_the_root)
{
    int tried[11];
    own_params = only_see;
    for (int iteration = 1; iteration <= 10; ++iteration)
        tried[iteration] = tried_next(sacrifice, "h2h3", 3, 0, SCORE_NONE, iteration);
    own_params = NULL;
    for (int iteration = 2; iteration <= 10; ++iteration) {
        if (iteration == 5) ck_assert_int_eq(tried[5], tried[4] + 1);
        else ck_assert_int_eq(tried[iteration], tried[iteration - 1]);
    }
}

/* However far above beta, a null move is verified by a search of the node's moves, not by its evaluation. */
START_TEST(test_verified_by_moves)
{
    static const ParamValue verifies[] = {{"null_verify_depth", 6}, {"null_eval_divisor", 20}, {"rfp_depth", 0},
                                          {"probcut_depth", 100}, {NULL, 0}},
                            trusts[] = {{"null_eval_divisor", 20}, {"rfp_depth", 0}, {"probcut_depth", 100}, {NULL, 0}};
    passes = true;
    own_params = trusts;
    ck_assert_int_eq(tried_next(ahead, "e1d1", 7, -2000, 3000, 1), 0);
    own_params = verifies;
    ck_assert_int_gt(tried_next(ahead, "e1d1", 7, -2000, 3000, 1), 0);
    own_params = NULL;
    passes = false;
}

static Move first_next; /* the first move made one ply from the root */

static void note_first(Position *pos, Move move)
{
    if (position_plies(pos) == 1 && !first_next) first_next = move;
    variant_find("chess")->make(pos, move);
}

/* What answered a move well elsewhere is tried first of the quiet moves after that move, and after no other. */
START_TEST(test_countermove_comes_first)
{
    static const char *const answers[] = {"e8e4", "a7a6", "f7f5"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; ++i)
        for (int same = 0; same <= 1; ++same) {
            Tree tree = counted_tree(late_moves, (SearchLimits){0}, 0);
            counted.make = note_first;
            Worker *w = tree.pool->workers[0];
            Move move = w->root.moves[0].move = move_at(tree.pos, "g1h2"), other = move_at(tree.pos, "g1f1");
            MoveInfo info;
            position_describe(tree.pos, same ? &move : &other, 1, &info);
            play(tree.pos, "g1h2");
            Move answer = w->history.countermoves[info.piece_to[0]] = move_at(tree.pos, answers[i]);
            position_unmake(tree.pos);
            size_t all = w->root.count;
            w->root.count = 1;
            w->stack[STACK_MARGIN + 1].move = MOVE_NONE; /* as where nothing was searched before */
            first_next = MOVE_NONE;
            search_tree(w, 2, -SCORE_INFINITE, SCORE_INFINITE);
            w->root.count = all;
            ck_assert_msg((first_next == answer) == same, "%s, %d", answers[i], same);
            tree_end(&tree);
        }
}

/* As long as a node has found nothing but losses, it prunes no move; then it does. */
START_TEST(test_nothing_pruned_while_lost)
{
    static const Score found[] = {-SCORE_MATE + 9, -EVAL_MAX, -EVAL_MAX + 1};
    enum { ASKED = 150 };
    int tried[3];
    for (int i = 0; i < 3; ++i) {
        Tree tree = counted_tree(late_moves, (SearchLimits){0}, 0);
        Worker *w = tree.pool->workers[0];
        w->root.moves[0].move = move_at(tree.pos, "g1h2");
        play(tree.pos, "g1h2");
        const TTEntry known = {.score = -found[i], .eval = SCORE_NONE, .depth = 50, .bound = BOUND_EXACT};
        size_t count, all = w->root.count;
        Move *moves = position_moves(tree.pos, &count);
        for (size_t j = 0; j < count; ++j) set(&tree, moves[j], &known);
        free(moves);
        position_unmake(tree.pos);
        w->root.count = 1;
        made_next = 0;
        search_tree(w, 3, -ASKED, -ASKED + 1);
        w->root.count = all;
        tried[i] = made_next;
        if (i < 2) ck_assert_int_ge(tried[i], (int)count);
        tree_end(&tree);
    }
    ck_assert_msg(tried[2] < tried[1], "%d, %d, %d moves", tried[0], tried[1], tried[2]);
}

/* A null move's verification lets its side pass again after three quarters of its depth. */
static Worker *verifying;
static int first_null_from;

static void watch_null_from(Position *pos, Move move)
{
    if (!first_null_from && verifying->no_null.before) first_null_from = verifying->no_null.before;
    variant_find("chess")->make(pos, move);
}

START_TEST(test_null_moves_after_verification)
{
    static const ParamValue verifies[] = {{"null_base", 2}, {"null_eval_divisor", 500}, {"null_verify_depth", 6}, {"rfp_depth", 0},
                                          {"probcut_depth", 100}, {NULL, 0}};
    for (int root = 9; root <= 11; ++root) {
        passes = true;
        own_params = verifies;
        Tree tree = counted_tree(ahead, (SearchLimits){0}, 0);
        passes = false;
        own_params = NULL;
        counted.make = watch_null_from;
        verifying = tree.pool->workers[0];
        first_null_from = 0;
        Move move = verifying->root.moves[0].move = move_at(tree.pos, "e1d1");
        size_t all = verifying->root.count;
        verifying->root.count = 1;
        const Score asked = 300;
        search_tree(verifying, root, -asked, -asked + 1);
        verifying->root.count = all;
        position_make(tree.pos, move);
        TTEntry entry = {0};
        position_make_null(tree.pos);
        ck_assert(tt_probe(tree.pool->tt, tree.pos->state->key, &entry));
        ck_assert_int_lt(entry.depth, verifying->params->null_verify_depth); /* so no other node was verified before */
        ck_assert_int_eq(first_null_from, 1 + 3 * entry.depth / 4);
        tree_end(&tree);
    }
}

/* Each game searches with its own parameters, but those that are set stay set. */
START_TEST(test_params_of_games)
{
    const SearchParam *late = search_params;
    while (strcmp(late->name, "lmp_percent") != 0) ++late;
    const Variant *chess = variant_find("chess"), *wide = variant_find("bordahbee");
    SearchPool *pool = search_new(wide, TREE_HASH, 1);
    ck_assert(pool != NULL);
    int many = search_param(pool, late);
    SearchParams usual;
    search_params_of(chess, &usual);
    ck_assert(search_set_variant(pool, chess));
    ck_assert_int_eq(search_param(pool, late), usual.lmp_percent);
    ck_assert_int_gt(many, usual.lmp_percent);
    search_set_param(pool, late, 55);
    ck_assert(search_set_variant(pool, wide));
    ck_assert_int_eq(search_param(pool, late), 55);
    search_free(pool);
    for (const Variant *const *v = variants; *v; ++v) {
        for (const ParamValue *own = variant_hints(*v)->params; own && own->name; ++own) {
            const SearchParam *param = search_params;
            while (param->name && strcmp(param->name, own->name) != 0) ++param;
            ck_assert_msg(param->name && own->value >= param->min && own->value <= param->max, "%s: %s", (*v)->name, own->name);
        }
    }
}

/* Where no mate could be shorter than the one known, nothing is searched (mate distance pruning). */
START_TEST(test_no_shorter_mate)
{
    for (int known = 3; known <= 7; known += 4) {
        Score asked = score_win_in(known);
        Tree tree = counted_tree(late_moves, (SearchLimits){0}, 0);
        made_second = 0;
        search_tree(tree.pool->workers[0], 6, asked, asked + 1);
        if (known == 3) ck_assert_int_eq(made_second, 0);
        else ck_assert_int_gt(made_second, 0);
        tree_end(&tree);
    }
}

/* Nor is anything where no loss could be quicker than the one that is known. */
START_TEST(test_no_quicker_loss)
{
    for (int known = 1; known <= 3; ++known)
        ck_assert_int_eq(tried_next(late_moves, "g1h2", 3, score_loss_in(known), SCORE_NONE, 1) == 0, known == 1);
}

/* The selective depth is that of nodes of the principal variation alone. */
START_TEST(test_selective_depth)
{
    enum { DEPTH = 5 };
    Tree tree = tree_at("chess", late_moves, "");
    Worker *w = tree.pool->workers[0];
    ask(&tree, (SearchLimits){0}, 1, -SCORE_INFINITE, SCORE_INFINITE);
    for (int wide = 0; wide <= 1; ++wide) {
        search_clear(tree.pool);
        w->root.seldepth = 0;
        search_tree(w, DEPTH, wide ? -SCORE_INFINITE : 49, wide ? SCORE_INFINITE : 50);
        if (wide) ck_assert_int_ge(w->root.seldepth, DEPTH);
        else ck_assert_int_eq(w->root.seldepth, 0);
    }
    tree_end(&tree);
}

/* No line is longer than its stack, in quiescence as little as above it: here each side has one move, for ever, and passes for
 * being in peril. */
static unsigned deepest; /* ply from which a move was made */

static void note_deepest(Position *pos, Move move)
{
    deepest = (unsigned)max(deepest, position_plies(pos));
    variant_find("chess")->make(pos, move);
}

static bool always(const Position *pos, NodeFacts *facts)
{
    (void)pos;
    (void)facts;
    return true;
}

START_TEST(test_longest_line)
{
    static const ParamValue whole_depth[] = {{"iir_depth", 2 * MAX_PLY}, {"iir_cut_depth", 2 * MAX_PLY}, {NULL, 0}};
    for (int depth = MAX_PLY - 2; depth <= MAX_PLY; ++depth) {
        own_params = whole_depth;
        Tree tree = counted_tree("5b1k/4p1p1/4P1P1/8/8/1p1p2p1/1P1P2P1/K1B4B w - - 0 1", (SearchLimits){0}, 0);
        own_params = NULL;
        counted.make = note_deepest;
        counted.in_peril = always;
        counted.recurrence = RECURRENCE_IGNORED;
        counted.counter_limit = 0;
        facts_empty(&tree.pool->workers[0]->stack[STACK_MARGIN].facts.node);
        deepest = 0;
        search_tree(tree.pool->workers[0], depth, 0, 1);
        ck_assert_uint_eq(deepest, MAX_PLY - 2);
        tree_end(&tree);
    }
}

/* A quiescence that fails low gives an upper bound, also if it pruned captures by their gain. */
START_TEST(test_bound_of_pruned_captures)
{
    static const char hanging[] = "6k1/p4pp1/7p/3r4/8/7P/P4PP1/3R2K1 w - - 0 1";
    Tree tree = tree_at("chess", hanging, "");
    Score score = ask(&tree, (SearchLimits){0}, 0, -3000, 3000);
    search_clear(tree.pool);
    Score bound = search_tree(tree.pool->workers[0], 0, 2000, 2001);
    ck_assert_msg(bound <= 2000 && bound >= score, "%d is bounded by %d", score, bound);
    tree_end(&tree);
}

/* ProbCut prunes only what is better than beta by a margin: a capture that just reaches beta is searched in full. */
START_TEST(test_probcut_needs_a_margin)
{
    enum { DEPTH = 5 };
    TTEntry entry;
    Tree tree = tree_at("chess", "3rk3/1p4p1/8/3q4/8/4N3/1P4P1/3RK3 w - - 0 1", "");
    Score score = ask(&tree, (SearchLimits){0}, DEPTH, -3000, 3000);
    for (Score below = 20; below <= 100; below += 40) {
        search_clear(tree.pool);
        ck_assert_int_ge(search_tree(tree.pool->workers[0], DEPTH, score - below - 1, score - below), score - below);
        ck_assert(tt_probe(tree.pool->tt, tree.pos->state->key, &entry));
        ck_assert_int_eq(entry.depth, DEPTH);
    }
    tree_end(&tree);
}

/* The depth of the search after a null move by the side that is a Rook ahead, of whom `asked` is expected; 0 if that
 * search ended at once. */
static int depth_after_null(Score asked)
{
    enum { ROOT = 19 };
    Tree tree = tree_at("chess", ahead, "");
    Move move = move_at(tree.pos, "e1d1");
    TTEntry entry = {.depth = 0};
    ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, ROOT, -asked, -asked + 1);
    position_make(tree.pos, move);
    Score eval = evaluate(tree.pos, NULL);
    ck_assert_int_gt(eval, asked);
    position_make_null(tree.pos);
    if (!tt_probe(tree.pool->tt, tree.pos->state->key, &entry)) entry.depth = 0;
    tree_end(&tree);
    return entry.depth;
}

/* The further the evaluation is above beta, the less deep is the search after a null move. */
START_TEST(test_depth_after_null_move) { ck_assert_int_gt(depth_after_null(350), depth_after_null(-100)); }

/* However deep the search, one cutoff does not decide a history: the bonus has an upper bound. */
START_TEST(test_bonus_is_bounded)
{
    for (int depth = 40; depth <= 100; depth += 30) {
        Tree tree = tree_at("chess", "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "");
        Move mate = move_at(tree.pos, "b1b8");
        MoveInfo info;
        ask(&tree, (SearchLimits){.moves = &mate, .move_count = 1}, 1, 0, 1);
        search_clear(tree.pool);
        ck_assert_int_gt(search_tree(tree.pool->workers[0], depth, 0, 1), SCORE_MATE_MIN);
        position_describe(tree.pos, &mate, 1, &info);
        int value = tree.pool->workers[0]->history.piece_to[info.piece_to[0]];
        ck_assert_msg(value > 0 && value < HISTORY_MAX / 4, "depth %d: %d", depth, value);
        tree_end(&tree);
    }
}

/* A PV node without a move from the table is searched less deep. */
START_TEST(test_reduced_without_a_move)
{
    enum { DEPTH = 8 };
    int depth[2];
    for (int known = 0; known <= 1; ++known) {
        Tree tree = tree_at("chess", late_moves, "");
        Move move = move_at(tree.pos, "g1h2");
        ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, 1, -3000, 3000);
        search_clear(tree.pool);
        position_make(tree.pos, move);
        TTEntry entry = {.move = move_at(tree.pos, "e8e7"), .score = 0, .eval = SCORE_NONE, .depth = 0, .bound = BOUND_UPPER};
        if (known) tt_store(tree.pool->tt, tree.pos->state->key, &entry);
        search_tree(tree.pool->workers[0], DEPTH, -3000, 3000);
        ck_assert(tt_probe(tree.pool->tt, tree.pos->state->key, &entry));
        depth[known] = entry.depth;
        tree_end(&tree);
    }
    ck_assert_int_lt(depth[0], depth[1]);
}

/* So is, by two plies, a node that is expected to fail high, if it is deep. The node here is in check and not pruned. */
START_TEST(test_cut_node_without_a_move)
{
    enum { FROM = 9 };
    for (int depth = FROM - 1; depth <= FROM + 2; ++depth) {
        for (int known = 0; known <= 1; ++known) {
            Tree tree = tree_at("chess", "r3k3/1p4p1/8/7R/8/8/1P4P1/4K3 b - - 0 1", "");
            Move check = move_at(tree.pos, "a8a1");
            ask(&tree, (SearchLimits){.moves = &check, .move_count = 1}, 1, 299, 300);
            search_clear(tree.pool);
            position_make(tree.pos, check);
            TTEntry entry = {.move = move_at(tree.pos, "e1e2"), .score = 0, .eval = SCORE_NONE, .depth = 0, .bound = BOUND_LOWER};
            if (known) tt_store(tree.pool->tt, tree.pos->state->key, &entry);
            search_tree(tree.pool->workers[0], depth + 1, 299, 300);
            ck_assert(tt_probe(tree.pool->tt, tree.pos->state->key, &entry));
            ck_assert_int_eq(entry.depth, known || depth < FROM ? depth : depth - 2);
            tree_end(&tree);
        }
    }
}

/* A bound of the table refines the stand-pat score in the direction in which it is a bound. */
START_TEST(test_stand_pat_by_the_table)
{
    static const struct { Score above; Bound bound; bool used; } known[] = {
        {400, BOUND_LOWER, true}, {400, BOUND_UPPER, false}, {-400, BOUND_UPPER, true}, {-400, BOUND_LOWER, false},
        {400, BOUND_EXACT, true},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        Tree tree = tree_at("chess", late_moves, "");
        Score eval = ask(&tree, (SearchLimits){0}, 0, -3000, 3000);
        search_clear(tree.pool);
        TTEntry entry = {.score = eval + known[i].above, .eval = SCORE_NONE, .depth = 0, .bound = known[i].bound};
        tt_store(tree.pool->tt, tree.pos->state->key, &entry);
        ck_assert_int_eq(search_tree(tree.pool->workers[0], 0, -3000, 3000), eval + (known[i].used ? known[i].above : 0));
        tree_end(&tree);
    }
}

/* What quiescence stores is a bound, unless the score lies within the window: here a Rook can be taken. */
START_TEST(test_bounds_of_quiescence)
{
    static const char hanging[] = "6k1/p4pp1/7p/3r4/8/7P/P4PP1/3R2K1 w - - 0 1";
    Tree tree = tree_at("chess", hanging, "");
    Score score = ask(&tree, (SearchLimits){0}, 0, -3000, 3000);
    const struct { Score alpha, beta; Bound bound; } windows[] = {
        {score - 1, score + 1, BOUND_EXACT}, {score, score + 1, BOUND_UPPER}, {score, score + 50, BOUND_UPPER},
        {score - 1, score, BOUND_LOWER}, {score - 50, score, BOUND_LOWER},
    };
    for (size_t i = 0; i < sizeof windows / sizeof *windows; ++i) {
        TTEntry entry;
        search_clear(tree.pool);
        search_tree(tree.pool->workers[0], 0, windows[i].alpha, windows[i].beta);
        ck_assert(tt_probe(tree.pool->tt, tree.pos->state->key, &entry));
        ck_assert_msg(entry.bound == windows[i].bound, "window %zu: bound %d", i, (int)entry.bound);
    }
    tree_end(&tree);
}

/* ---- Aspiration ---- */

static struct Window {
    const Worker *w;
    int depth, searches, searches_max; /* of the root at this depth */
    int failed_low, failed_high;
} window;

/* Counts the searches of the root, and how those before ended. */
static void watch_root(Position *pos, Move move)
{
    const Worker *w = window.w;
    if (pos == w->pos && position_plies(pos) == 0 && w->root.number == 1) {
        TTEntry entry;
        window.searches = w->root.depth == window.depth ? window.searches + 1 : 1;
        window.depth = w->root.depth;
        if (window.searches > window.searches_max) window.searches_max = window.searches;
        if (window.searches > 1 && tt_probe(w->pool->tt, pos->state->key, &entry)) {
            window.failed_low += entry.bound == BOUND_UPPER;
            window.failed_high += entry.bound == BOUND_LOWER;
        }
    }
    variant_find("chess")->make(pos, move);
}

static Tree watched_root(const char *fen)
{
    ErrorText error;
    counted = *variant_find("chess");
    counted.make = watch_root;
    counted.measured = NULL;
    counted.hints = NULL; /* the values of src/search/params.h, as in tree_at */
    Tree tree = {.pos = position_new(&counted), .pool = search_new(&counted, TREE_HASH, 1)};
    ck_assert(tree.pool && tree.pos && position_set_fen(tree.pos, fen, &error));
    window.w = tree.pool->workers[0];
    return tree;
}

/* The window bounds the score on both sides, and soon holds a score that changes: it widens on the side where the
 * search failed. */
START_TEST(test_aspiration)
{
    static const char *const positions[] = {
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9", "8/2k2p2/2p2p2/2N5/3P1P2/6P1/5K2/3r4 w - - 0 1",
        "r2q1rk1/1p1nbppp/p2pbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR1B1R w - - 0 11", "7k/8/8/1K6/8/1P6/8/8 w - - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3"};
    window = (struct Window){.depth = 0};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) {
        Tree tree = watched_root(positions[i]);
        tree_search(&tree, (SearchLimits){.depth = 10});
        tree_end(&tree);
    }
    ck_assert_msg(window.failed_low > 2 && window.failed_high > 2, "%d searches failed low, %d high", window.failed_low,
                  window.failed_high);
    ck_assert_int_le(window.searches_max, 7);
}

enum { SURPRISE_DEPTH = 6 };
static Score surprise;

/* Changes what the next iteration expects. */
static void on_surprise(void *context, const SearchReport *report)
{
    const Tree *tree = context;
    if (report->bound == BOUND_EXACT && report->depth == SURPRISE_DEPTH - 1)
        tree->pool->workers[0]->root.moves[0].score += surprise;
}

/* After a score far outside the window, the window is set around that score: it is not widened step by step to it. */
START_TEST(test_window_around_the_score)
{
    static const char *const positions[] = {late_moves, "8/2k2p2/2p2p2/2N5/3P1P2/6P1/5K2/3r4 w - - 0 1",
                                            "7k/8/8/1K6/8/1P6/8/8 w - - 0 1"};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) {
        for (surprise = -900; surprise <= 900; surprise += 1800) {
            Tree tree = watched_root(positions[i]);
            window = (struct Window){.w = window.w};
            const SearchCallbacks callbacks = {.report = on_surprise, .context = &tree};
            const SearchLimits limits = {.depth = SURPRISE_DEPTH};
            ck_assert(search_start(tree.pool, tree.pos, &limits, &callbacks));
            search_wait(tree.pool);
            ck_assert_int_eq(window.depth, SURPRISE_DEPTH);
            ck_assert_msg(window.searches <= 6, "position %zu, %+d: %d searches", i, surprise, window.searches);
            tree_end(&tree);
        }
    }
}

enum { LINES_MAX = 3, LINES_DEPTH = 7 };

typedef struct Lines {
    Tree tree;
    RootMove last[LINES_MAX]; /* of the iteration before the last */
} Lines;

static void on_line(void *context, const SearchReport *report)
{
    Lines *lines = context;
    int i = report->multipv - 1;
    if (report->bound == BOUND_EXACT && report->depth == LINES_DEPTH - 1)
        lines->last[i] = lines->tree.pool->workers[0]->root.moves[i];
}

/* An iteration expects of each line its score of the iteration before, and nothing of other moves: what they had when they
 * were lines is of another depth. */
START_TEST(test_expected_of_lines)
{
    for (int count = 1; count <= LINES_MAX; ++count) {
        Lines lines = {.tree = tree_at("chess", NULL, "")};
        const SearchCallbacks callbacks = {.report = on_line, .context = &lines};
        const SearchLimits limits = {.depth = LINES_DEPTH, .multipv = count};
        ck_assert(search_start(lines.tree.pool, lines.tree.pos, &limits, &callbacks));
        search_wait(lines.tree.pool);
        const Worker *w = lines.tree.pool->workers[0];
        int expected = 0;
        for (size_t i = 0; i < w->root.count; ++i) expected += w->root.moves[i].previous != -SCORE_INFINITE;
        ck_assert_int_eq(expected, count);
        for (int line = 0; line < count; ++line) {
            size_t i = 0;
            while (w->root.moves[i].move != lines.last[line].move) ++i;
            ck_assert_int_eq(w->root.moves[i].previous, lines.last[line].score);
        }
        tree_end(&lines.tree);
    }
}

/* ---- Quiescence and reductions ---- */

/* Quiescence tries all captures that lose nothing: here the second best by the victim wins a Rook, the first one nothing. */
START_TEST(test_second_capture)
{
    Tree tree = tree_at("chess", "3q3k/1n4pp/4r3/8/8/8/2K2PPP/3QR3 w - - 0 1", "");
    ask(&tree, (SearchLimits){0}, 1, -3000, 3000);
    search_clear(tree.pool);
    Score stand_pat = evaluate(tree.pos, NULL);
    ck_assert_int_gt(search_tree(tree.pool->workers[0], 0, -3000, 3000), stand_pat + 300);
    tree_end(&tree);
}

/* Reductions grow with the product of the logarithms of depth and of the number of the move. */
START_TEST(test_reduction_table)
{
    enum { OFF = 8 }; /* 1024ths of a ply, by which integer logarithms may be off */
    Tree tree = tree_at("chess", NULL, "");
    for (int depth = 0; depth < REDUCTION_DEPTHS; ++depth)
        for (int count = 0; count < REDUCTION_MOVES; ++count) {
            const SearchParams *p = &tree.pool->tuning.params;
            double plies = p->lmr_base / 100.0 + log(depth + 1) * log(count + 1) * 100 / p->lmr_divisor;
            int found = tree.pool->tuning.reduction[depth][count];
            ck_assert_msg(fabs(found - 1024 * plies) < OFF, "depth %d, move %d: %d, not %.1f", depth, count, found, 1024 * plies);
        }
    tree_end(&tree);
}

int main(void)
{
    variants_init();
    return RUN_TESTS(
        "node", 120, ONCE(test_pruned_by_the_table), ONCE(test_kept_of_a_shallower_search), ONCE(test_quiescence_is_verified),
        ONCE(test_no_probcut_against_the_table), ONCE(test_some_moves_of_the_root), ONCE(test_losing_captures),
        ONCE(test_another_good_move), ONCE(test_extensions),
        ONCE(test_one_of_many), ONCE(test_extended_so_far), ONCE(test_null_move_above_beta), ONCE(test_singular_search_depth),
        ONCE(test_pruned_nodes_store_evaluations), ONCE(test_only_move_excluded), ONCE(test_mates_are_mates), ONCE(test_lessons),
        ONCE(test_killers_of_other_nodes), EACH(test_nodes_of_moves, games_count()), ONCE(test_reduced_by_history),
        ONCE(test_noisy_reduced_less), ONCE(test_noisy_kept), ONCE(test_good_nodes_reduced_less), ONCE(test_searched_again),
        ONCE(test_pruned_by_evaluation), ONCE(test_old_variations_are_searched), ONCE(test_pruned_by_history),
        ONCE(test_unpruned_next_to_the_root), ONCE(test_second_search_is_learnt), ONCE(test_depths_of_pruning),
        ONCE(test_late_moves_pruned),
        ONCE(test_params_of_games), ONCE(test_no_shorter_mate), ONCE(test_bound_of_pruned_captures),
        ONCE(test_probcut_needs_a_margin), ONCE(test_depth_after_null_move), ONCE(test_bonus_is_bounded),
        ONCE(test_cut_node_without_a_move), ONCE(test_reduced_without_a_move), ONCE(test_stand_pat_by_the_table),
        ONCE(test_bounds_of_quiescence), ONCE(test_aspiration), ONCE(test_window_around_the_score), ONCE(test_expected_of_lines),
        ONCE(test_second_search_that_fails), ONCE(test_bonus_and_malus_of_a_cutoff), ONCE(test_learnt_from_evaluations),
        ONCE(test_bounds_of_root_moves), ONCE(test_shape_of_see_margins), ONCE(test_peril_spared_next_to_the_root),
        ONCE(test_null_moves_after_verification), ONCE(test_verified_by_moves),
        ONCE(test_malus_of_many_moves), ONCE(test_countermove_comes_first), ONCE(test_nothing_pruned_while_lost),
        ONCE(test_no_quicker_loss), ONCE(test_selective_depth), ONCE(test_longest_line), ONCE(test_second_capture),
        ONCE(test_reduction_table));
}
