/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* One node of the tree, searched within a window: why it is pruned, what it stores then, and how it updates
 * the correction history. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lab/prove.h"
#include "tree.h"

/* Chess as a test changes it. */
static Variant own;

/* Counts the moves made one and two plies from the root. */
static int made_next, made_second;

static void count_made(Position *pos, Move move)
{
    made_next += position_plies(pos) == 1;
    made_second += position_plies(pos) == 2;
    variant_find("chess")->moves.make(pos, move);
}

/* Chess with these parameters; counts moves. Null-move cutoffs are not stored: most tests are without. */
static Variant *own_chess(const ParamValue *params, bool passes)
{
    static SearchHints hints;
    hints = (SearchHints){.no_null_move = !passes, .params = params};
    own = *variant_find("chess");
    own.measured = NULL;
    own.moves.make = count_made;
    own.search.hints = &hints;
    return &own;
}

/* A tree of it, in which nothing is known, and no move made. */
static Tree own_tree(const Variant *variant, const char *fen)
{
    Tree tree = tree_of(variant, fen);
    ask(&tree, (SearchLimits){0}, 1, -1, 0);
    search_clear(tree.pool);
    made_next = made_second = 0;
    return tree;
}

/* Searches these moves of the root alone, in this order. */
static Score search_moves(Tree *tree, const char *texts, int depth, Score alpha, Score beta)
{
    Worker *w = tree->worker;
    char text[600];
    size_t all = w->root.count;
    w->root.count = 0;
    snprintf(text, sizeof text, "%s", texts);
    for (const char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        w->root.moves[w->root.count++].move = move_at(tree->pos, word);
    Score score = search_tree(w, depth, alpha, beta);
    w->root.count = all; /* each may have a line to free */
    return score;
}

/* Puts a move of the root at this place. */
static void put(Worker *w, Move move, size_t place)
{
    size_t at = 0;
    ck_assert_uint_gt(w->root.count, place);
    while (w->root.moves[at].move != move) ++at;
    RootMove other = w->root.moves[place];
    w->root.moves[place] = w->root.moves[at];
    w->root.moves[at] = other;
}

/* The root is in check, so that it is not pruned itself; then Black is a Rook ahead. */
static const char ahead[] = "4k3/1p2r1p1/8/8/8/8/1P4P1/4K3 w - - 0 1";
/* Then level. */
static const char level[] = "1n2k3/1p2r1p1/8/8/8/8/1P4P1/R3K3 w - - 0 1";
/* White's King gets out of check next. */
static const char checked[] = "r3k3/1p4p1/8/7R/8/8/1P4P1/4K3 b - - 0 1";
/* No move of White reaches LATE_ASKED. */
static const char late_moves[] = "4r1k1/p4pp1/7p/8/8/7P/P4PP1/3R2K1 w - - 0 1";
enum { LATE_ASKED = 60 };
static const char late_capture[] = "3r2k1/p4pp1/2p4p/3p4/4P3/7P/P4PP1/3R2K1 w - - 0 1";
/* The Rook can be taken. */
static const char hanging[] = "6k1/p4pp1/7p/3r4/8/7P/P4PP1/3R2K1 w - - 0 1";
/* The Knight can take the Queen. */
static const char forked[] = "3rk3/1p4p1/8/3q4/8/4N3/1P4P1/3RK3 w - - 0 1";

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
        Tree tree = tree_of_move(level, "e1d1");
        tell(&tree, "e1d1", (TTEntry){.score = known[i].score, .bound = known[i].bound});
        Score score = search_tree(tree.worker, 2, -ASKED, -ASKED + 1);
        ck_assert_msg((score <= -ASKED) == known[i].pruned, "entry %zu: %d", i, score);
        tree_end(&tree);
    }
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
    Score just = search_tree(taken.worker, 0, -3000, 3000) + margin + 1;
    tree_end(&taken);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; ++i) {
        int depth = searches[i].depth;
        Score asked = searches[i].asked ? searches[i].asked : just;
        Tree tree = tree_of_move(poisoned, "g1h2");
        /* The table has the mate's move, so that no search leaves it out. */
        play(tree.pos, "g1h2 c7d5");
        tell(&tree, "", (TTEntry){.move = move_at(tree.pos, "e1e8"), .score = 2000, .bound = BOUND_UPPER});
        Score score = search_tree(tree.worker, depth, asked - 1, asked);
        ck_assert_msg(score >= asked, "depth %d: %d", depth, score);
        tree_end(&tree);
    }
}

/* A capture that wins far more than beta prunes a node after a shallower search (ProbCut), whose depth is stored: not where the
 * table already knows, from a search as deep, that the position is worth less than ProbCut asks for. */
START_TEST(test_probcut)
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
        tree = tree_at("chess", forked, "");
        ask(&tree, (SearchLimits){0}, 1, BETA - 1, BETA);
        search_clear(tree.pool);
        if (cases[i].depth >= 0) tell(&tree, "", (TTEntry){.score = cases[i].score, .depth = cases[i].depth, .bound = BOUND_UPPER});
        ck_assert_int_ge(search_tree(tree.worker, DEPTH, BETA - 1, BETA), BETA);
        TTEntry entry = told(&tree, "");
        ck_assert(entry.bound == BOUND_LOWER && entry.move == move_at(tree.pos, "e3d5"));
        ck_assert_msg(entry.depth == (cases[i].prunes ? DEPTH - 3 : DEPTH), "case %zu: depth %d", i, entry.depth);
        tree_end(&tree);
    }
    /* A capture that just reaches beta is searched in full. */
    tree = tree_at("chess", forked, "");
    Score score = ask(&tree, (SearchLimits){0}, DEPTH, -3000, 3000);
    for (Score below = 20; below <= 100; below += 40) {
        search_clear(tree.pool);
        ck_assert_int_ge(search_tree(tree.worker, DEPTH, score - below - 1, score - below), score - below);
        ck_assert_int_eq(told(&tree, "").depth, DEPTH);
    }
    tree_end(&tree);
}

/* A search of some moves of the root says nothing of the position. */
START_TEST(test_some_moves_of_the_root)
{
    for (int all = 0; all <= 1; ++all) {
        Tree tree = tree_at("chess", forked, "");
        Move move = move_at(tree.pos, "b2b3");
        ask(&tree, (SearchLimits){.moves = all ? NULL : &move, .move_count = !all}, 3, -SCORE_INFINITE, SCORE_INFINITE);
        ck_assert_int_eq(told(&tree, "").bound != BOUND_NONE, all);
        tree_end(&tree);
    }
}

/* A capture that loses material by the exchange on its square is not searched near the leaves, though here it mates (the
 * Knight is pinned); deeper it is. */
START_TEST(test_losing_captures)
{
    static const struct { int depth; bool mated; } searches[] = {{2, false}, {3, false}, {12, true}};
    for (size_t i = 0; i < sizeof searches / sizeof *searches; ++i) {
        Tree tree = tree_of_move("r6k/8/4q3/4b3/8/2N5/P5PP/KR6 w - - 0 1", "h2h3");
        Score score = search_tree(tree.worker, searches[i].depth, -SCORE_INFINITE, SCORE_INFINITE);
        ck_assert_msg((score < -SCORE_MATE_MIN) == searches[i].mated, "depth %d: %d", searches[i].depth, score);
        tree_end(&tree);
    }
}

/* A node in check, which is never pruned itself, after the only move of a root; the table has a move for it. What a search of the
 * root to ROOT plies stores about the node, or about the position after that move. */
START_TEST(test_singular_moves)
{
    enum { ROOT = 10, NODE = ROOT - 1 };
    static const char one_good[] = "r3k3/1p5p/8/8/8/8/1B4P1/4K3 b - - 0 1", *const many_good = checked;
    static const struct {
        const char *what, *fen, *known;
        Score score, beta;
        int extensions, iteration; /* as if so many double extensions had been used before the root */
        bool behind;               /* the position after the move */
        int depth;
    } cases[] = {
        /* multicut: that search is not stored as if it had been of the whole depth */
        {"another move beats beta", many_good, "e1e2", -100, -200, 0, 1, false, NODE - 3},
        {"singular", one_good, "b2a1", 250, 100, 0, 1, true, NODE - 1 + 2},
        {"singular, as often before", one_good, "b2a1", 250, 100, 6, 1, true, NODE - 1 + 1},
        {"singular, farther than twice the iteration's depth", one_good, "b2a1", 250, 100, 0, 0, true, NODE - 1},
        {"not singular, above beta", many_good, "e1e2", -100, -105, 0, 1, true, NODE - 1 - 2},
        {"not singular, at beta", many_good, "e1e2", -100, -100, 0, 1, true, NODE - 1 - 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Tree tree = tree_of(own_chess(NULL, false), cases[i].fen);
        Move move = move_at(tree.pos, "a8a1");
        ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, 1, -cases[i].beta, -cases[i].beta + 1);
        search_clear(tree.pool);
        play(tree.pos, "a8a1");
        Move known = move_at(tree.pos, cases[i].known);
        tell(&tree, "", (TTEntry){.move = known, .score = cases[i].score, .depth = NODE - 3, .bound = BOUND_LOWER});
        tree.worker->stack[STACK_MARGIN - 1].double_extensions = cases[i].extensions;
        tree.worker->root.depth = cases[i].iteration;
        search_tree(tree.worker, ROOT, -cases[i].beta, -cases[i].beta + 1);
        TTEntry entry = told(&tree, cases[i].behind ? cases[i].known : "");
        ck_assert_msg(entry.depth == cases[i].depth, "%s: %d plies deep", cases[i].what, entry.depth);
        if (!cases[i].behind) ck_assert_int_eq(entry.score, cases[i].score);
        tree_end(&tree);
    }
}

/* Just as far from the root as twice the iteration's depth the singular move is still extended. Each side's check has one good
 * answer, which checks or takes the piece that does. */
START_TEST(test_extended_so_far)
{
    enum { ROOT = 8, NODE = ROOT - 2, BETA = 100 };
    Tree tree = tree_of_move("kr1b4/pp6/8/1N6/8/N7/1P4PK/2R5 w - - 0 1", "b5c7");
    play(tree.pos, "b5c7 d8c7");
    tell(&tree, "", (TTEntry){.move = move_at(tree.pos, "c1c7"), .score = 250, .depth = NODE - 3, .bound = BOUND_LOWER});
    tree.worker->root.depth = 1; /* the node is two plies from the root */
    search_tree(tree.worker, ROOT, BETA - 1, BETA);
    ck_assert_int_gt(told(&tree, "c1c7").depth, NODE - 1);
    tree_end(&tree);
}

/* ---- Null move ---- */

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
        Variant *game = own_chess(NULL, true);
        game->moves.make_null = watch_null;
        Tree tree = own_tree(game, level);
        if (known) tell(&tree, "e1d1", (TTEntry){.score = ASKED - 50, .bound = BOUND_UPPER});
        passed = 0;
        search_moves(&tree, "e1d1", ROOT, -ASKED, -ASKED + 1);
        ck_assert_int_eq(passed == 0, known);
        tree_end(&tree);
    }
}

/* The singular search has half the depth, and no less if the table has no move: in check, where nothing is
 * pruned, only that search sees the other evasions. */
START_TEST(test_singular_search_depth)
{
    enum { ROOT = 10, ASKED = 200, SEARCHED = (ROOT - 2) / 2 - 1 };
    Tree tree = tree_of_move(checked, "a8a1");
    tree.pool->tuning.params.iir_cut_depth = 2;
    play(tree.pos, "a8a1");
    tell(&tree, "", (TTEntry){.move = move_at(tree.pos, "e1e2"), .depth = ROOT - 4, .bound = BOUND_LOWER});
    ck_assert_int_lt(search_tree(tree.worker, ROOT, ASKED - 1, ASKED), ASKED);
    const TTEntry others[] = {told(&tree, "e1d2"), told(&tree, "e1f2")};
    int depth = 0;
    for (int i = 0; i < 2; ++i) depth = others[i].bound != BOUND_NONE ? (int)max(depth, others[i].depth) : depth;
    ck_assert_int_eq(depth, SEARCHED);
    tree_end(&tree);
}

/* A node pruned by its evaluation still stores it: another path need not compute it again. */
START_TEST(test_pruned_nodes_store_evaluations)
{
    Tree tree = tree_of_move(NULL, "e2e4");
    search_tree(tree.worker, 2, 1000, 1001);
    TTEntry entry = told(&tree, "e2e4");
    play(tree.pos, "e2e4");
    ck_assert(entry.bound == BOUND_NONE && entry.eval == evaluate(tree.pos, NULL));
    tree_end(&tree);
}

/* A node whose only move is excluded is not mate. */
START_TEST(test_only_move_excluded)
{
    Tree tree = tree_at("chess", "k7/8/8/8/7p/1q6/7P/K7 w - - 0 1", "");
    ask(&tree, (SearchLimits){0}, 1, -1, 0);
    tree.worker->stack[STACK_MARGIN].excluded = move_at(tree.pos, "h2h3");
    ck_assert_int_eq(search_tree(tree.worker, 3, -1, 0), -1);
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
        while (position_plies(pos) < PLIES && position_outcome(pos).result == ONGOING) {
            ck_assert(position_copy(tree.pos, pos));
            Score score = tree_search(&tree, (SearchLimits){.depth = 1 + (int)position_plies(pos) % SEARCHED}).score;
            int plies = SCORE_MATE - (score < 0 ? -score : score);
            if (is_mate(score) && plies <= PROVED) {
                ck_assert_msg(is_proved(pos, score, plies), "%s: %d plies", fen_text(pos), score > 0 ? plies : -plies);
                ++mates;
            }
            play_at_random(pos, 1, &seed);
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
    Tree tree = tree_of_move(fen, move_text);
    /* A single update is small: repeat it many times. */
    for (int i = 0; i < 200; ++i) {
        tt_clear(tree.pool->tt);
        search_tree(tree.worker, 1, alpha, beta);
    }
    Score correction = history_correction(&tree.worker->history, tree.pos);
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
    Move *killers = tree.worker->stack[STACK_MARGIN + 1].killers;
    play(tree.pos, "e2e4");
    killers[0] = move_at(tree.pos, "e7e5");
    killers[1] = move_at(tree.pos, "d7d5");
    search_tree(tree.worker, 1, -3000, 3000);
    ck_assert(killers[0] == MOVE_NONE && killers[1] == MOVE_NONE);
    tree_end(&tree);
}

/* ---- Nodes by root move ---- */

/* Every node counts for one of the root moves. */
START_TEST(test_nodes_of_moves)
{
    Tree tree = tree_at(variants[_i]->name, NULL, "");
    SearchResult result = tree_search(&tree, (SearchLimits){.depth = variant_bench_depth(variants[_i]) < 6 ? 3 : 6});
    const Worker *w = tree.worker;
    uint64_t sum = 0;
    for (size_t i = 0; i < w->root.count; ++i) sum += w->root.moves[i].nodes;
    ck_assert_uint_eq(sum, result.nodes);
    tree_end(&tree);
}

/* ---- Reductions ---- */

/* A late move of the root, and what is known where it is searched; the fields that are 0 have no effect. */
typedef struct Late {
    const char *fen, *move;
    Score asked;
    Score earlier, before; /* the evaluations two and four plies before */
    int bonus;             /* of the history of the move, many times */
    bool wide;             /* a PV node */
    bool first;            /* not late: the first move of the root */
    const ParamValue *params;
} Late;

/* The depth to which a move is searched that is the sixth of the root's, summed over several depths of the root. The
 * node after it is not pruned by its evaluation: it is getting worse. */
static int late_depths(const Late *late)
{
    static const ContinuationRows none;
    int sum = 0;
    for (int depth = 6; depth <= 12; ++depth) {
        Tree tree = tree_of(own_chess(late->params, false), late->fen);
        ask(&tree, (SearchLimits){0}, 1, late->asked - 1, late->asked);
        search_clear(tree.pool);
        Worker *w = tree.worker;
        MoveInfo info = info_at(tree.pos, late->move);
        put(w, move_at(tree.pos, late->move), late->first ? 0 : 5);
        for (int i = 0; i < 40 && late->bonus; ++i)
            history_update_quiet(&w->history, tree.pos->side, &info, &none, late->bonus);
        w->stack[STACK_MARGIN - 1].eval = w->stack[STACK_MARGIN - 3].eval = 3000;
        w->stack[STACK_MARGIN - 2].eval = late->earlier ? late->earlier : SCORE_NONE;
        w->stack[STACK_MARGIN - 4].eval = late->before ? late->before : SCORE_NONE;
        search_tree(w, depth, late->wide ? -SCORE_INFINITE : late->asked - 1, late->wide ? SCORE_INFINITE : late->asked);
        TTEntry entry = told(&tree, late->move);
        ck_assert_msg(entry.depth >= 0, "%s is not in the table", late->move);
        sum += entry.depth;
        tree_end(&tree);
    }
    return sum;
}

#define OF(position, text, score) .fen = (position), .move = (text), .asked = (score)
#define LATE                      OF(late_moves, "d1c1", LATE_ASKED)
#define CAPTURE                   OF(late_capture, "e4d5", 150)
#define IMPROVING                 .earlier = -1000, .before = -1000
#define WORSENING                 .earlier = 1000, .before = 1000
#define BAD                       .bonus = -1000 /* what the search itself learns makes no difference then */

START_TEST(test_reductions)
{
    static const ParamValue much[] = {{"lmr_base", 200}, {"lmr_window", 0}, {"lmr_pv", 0}, {NULL, 0}},
                            little[] = {{"lmr_base", 0}, {"lmr_window", 0}, {"lmr_pv", 0}, {NULL, 0}},
                            alike[] = {{"lmr_window", 0}, {"lmr_pv", 0}, {NULL, 0}},
                            less[] = {{"lmr_window", 0}, {"lmr_pv", 2048}, {NULL, 0}};
    static const struct {
        const char *what;
        Late deep, other;
        bool equal; /* else the other is less deep */
    } pairs[] = {
        {"a good history and none", {LATE, .bonus = 1000}, {LATE}, false},
        {"no history and a bad one", {LATE}, {LATE, BAD}, false},
        {"a capture and a quiet move", {CAPTURE}, {OF(late_capture, "d1e1", 150)}, false},
        {"a capture, reduced little and much", {CAPTURE, .params = little}, {CAPTURE, .params = much}, false},
        {"a capture in a PV node", {CAPTURE, .wide = true, .params = little}, {CAPTURE, .wide = true, .params = much}, true},
        {"a PV node and another", {LATE, BAD, .wide = true}, {LATE, BAD}, false},
        {"the parameter of PV nodes", {LATE, BAD, .wide = true, .params = less}, {LATE, BAD, .wide = true, .params = alike}, false},
        {"a side that improves", {LATE, IMPROVING}, {LATE, WORSENING}, false},
        {"one that was in peril between", {LATE, .before = -1000}, {LATE, .before = 1000}, false},
        {"searched again, as it turned out well", {OF(hanging, "d1d5", 300)}, {OF(hanging, "d1d5", 300), .first = true}, true},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        int deep = late_depths(&pairs[i].deep), other = late_depths(&pairs[i].other);
        ck_assert_msg(pairs[i].equal ? deep == other : deep > other, "%s: %d and %d", pairs[i].what, deep, other);
    }
}

/* ---- What is learnt ---- */

/* Checks that a quiet move of White has this history, and Black none of it. */
static void check_learnt(const Tree *tree, const char *move, int bonus)
{
    const History *h = &tree->worker->history;
    MoveInfo info = info_at(tree->pos, move);
    ck_assert_int_eq(h->piece_to[info.piece_to[0]], bonus);
    ck_assert_int_eq(*history_from_to(h, WHITE, &info, 0), bonus);
    ck_assert_int_eq(*history_from_to(h, BLACK, &info, 0), 0);
}

/* The history of a capture. */
static int noisy_learnt(const Tree *tree, const char *move)
{
    MoveInfo info = info_at(tree->pos, move);
    return tree->worker->history.noisy[info.piece_to[0] * TYPE_MAX + info.victim];
}

static const ParamValue only_cutoffs[] = {{"evaluated_bonus", 0}, {NULL, 0}};

/* A quiet move that is searched again and holds is good for the history, though it cuts nothing off: here the last move mates, and
 * no other piece or move comes to its square. */
START_TEST(test_second_search_is_learnt)
{
    static const ParamValue reduces[] = {{"lmr_window", 0}, {"lmr_pv", 0}, {"evaluated_bonus", 0}, {NULL, 0}};
    Tree tree = own_tree(own_chess(reduces, false), "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    Score score = search_moves(&tree, "d1a1 d1b1 d1c1 d1e1 d1f1 d1d8", 3, -SCORE_INFINITE, SCORE_INFINITE);
    ck_assert_int_gt(score, SCORE_MATE_MIN);
    check_learnt(&tree, "d1d8", tree.worker->params->history_bonus * 2); /* the second search has depth 2 */
    tree_end(&tree);
}

/* One that the second search refutes, whatever the first one saw in the table, is bad for the history by as much. Of the moves
 * before it the table knows all. */
START_TEST(test_second_search_that_fails)
{
    enum { DEPTH = 3 };
    static const ParamValue reduces[] = {{"evaluated_bonus", 0}, {"lmr_base", 200}, {"razor_depth", 0}, {NULL, 0}};
    Tree tree = own_tree(own_chess(reduces, false), late_moves);
    tell(&tree, "g2g3", (TTEntry){.score = 500, .depth = 50, .bound = BOUND_LOWER});
    tell(&tree, "h3h4", (TTEntry){.score = 500, .depth = 50, .bound = BOUND_LOWER});
    tell(&tree, "d1c1", (TTEntry){.score = -500, .depth = DEPTH - 2, .bound = BOUND_UPPER});
    ck_assert_int_lt(search_moves(&tree, "g2g3 h3h4 d1c1", DEPTH, LATE_ASKED - 1, LATE_ASKED), LATE_ASKED);
    ck_assert_int_gt(made_next, 0); /* by the second search */
    check_learnt(&tree, "d1c1", -tree.worker->params->history_bonus * (DEPTH - 1));
    tree_end(&tree);
}

/* A cutoff is good for the history of the move, and as bad for those of the moves that were tried before it, for the side that
 * made them alone: quiet ones for their squares and after the move before, captures by what they took. */
START_TEST(test_bonus_and_malus_of_a_cutoff)
{
    enum { DEPTH = 2, ASKED = 3000 };
    Tree tree = own_tree(own_chess(only_cutoffs, false), "6k1/p4ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1");
    Worker *w = tree.worker;
    Stack *before = &w->stack[STACK_MARGIN - 1];
    before->move = move_at(tree.pos, "g1h1"); /* any move */
    before->info = info_at(tree.pos, "g1h1");
    const int16_t *row = &w->history.continuation[before->info.piece_to[0] * w->history.piece_to_count];
    ck_assert_int_gt(search_moves(&tree, "a1a7 a1a2 b1b8", DEPTH, ASKED - 1, ASKED), SCORE_MATE_MIN);
    int bonus = w->params->history_bonus * DEPTH;
    ck_assert_int_eq(noisy_learnt(&tree, "a1a7"), -bonus);
    check_learnt(&tree, "a1a2", -bonus);
    check_learnt(&tree, "b1b8", bonus);
    ck_assert_int_eq(row[info_at(tree.pos, "a1a2").piece_to[0]], -bonus);
    ck_assert_int_eq(row[info_at(tree.pos, "b1b8").piece_to[0]], bonus);
    tree_end(&tree);
}

/* However deep the search, one cutoff does not decide a history: the bonus has an upper bound. */
START_TEST(test_bonus_is_bounded)
{
    for (int depth = 40; depth <= 100; depth += 30) {
        Tree tree = tree_of_move("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "b1b8");
        ck_assert_int_gt(search_tree(tree.worker, depth, 0, 1), SCORE_MATE_MIN);
        int value = tree.worker->history.piece_to[info_at(tree.pos, "b1b8").piece_to[0]];
        ck_assert_msg(value > 0 && value < HISTORY_MAX / 4, "depth %d: %d", depth, value);
        tree_end(&tree);
    }
}

/* Of each kind of move, quiet and not, a node remembers 48 that it tried in vain: later ones get no malus, and earlier ones of the
 * other kind lose none. */
START_TEST(test_malus_of_many_moves)
{
    enum { DEPTH = 2, ASKED = 8000, REMEMBERED = 48, QUIETS = REMEMBERED + 2 };
    Tree tree = own_tree(own_chess(only_cutoffs, false), "6k1/p4ppp/8/8/2NN4/2BBBB2/5PPP/RR4K1 w - - 0 1");
    Worker *w = tree.worker;
    Move mate = move_at(tree.pos, "b1b8"), quiets[QUIETS];
    char texts[600] = "a1a7";
    int found = 0;
    for (size_t i = 0; i < w->root.count && found < QUIETS; ++i) {
        Move move = w->root.moves[i].move;
        if (move == mate || info_of(tree.pos, move).noisy) continue;
        quiets[found++] = move;
        strcat(texts, " ");
        tree.pos->variant->text.print(tree.pos, move, texts + strlen(texts));
    }
    ck_assert_int_eq(found, QUIETS);
    ck_assert_int_gt(search_moves(&tree, strcat(texts, " b1b8"), DEPTH, ASKED - 1, ASKED), SCORE_MATE_MIN);
    int bonus = w->params->history_bonus * DEPTH;
    for (int i = 0; i < QUIETS; ++i) {
        MoveInfo info = info_of(tree.pos, quiets[i]);
        ck_assert_int_eq(*history_from_to(&w->history, WHITE, &info, 0), i < REMEMBERED ? -bonus : 0);
    }
    ck_assert_int_eq(noisy_learnt(&tree, "a1a7"), -bonus);
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
    for (int i = 0; i < 10; ++i) {
        Tree tree = own_tree(own_chess(i % 2 ? much : little, false), late_moves);
        const Worker *w = tree.worker;
        MoveInfo info = info_at(tree.pos, texts[i / 2]);
        search_moves(&tree, texts[i / 2], 2, 2999, 3000);
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
        Worker *w = tree.worker;
        for (size_t j = 0; j < w->root.count; ++j) {
            w->root.moves[j].bound = BOUND_NONE;
            w->root.moves[j].score = -SCORE_INFINITE;
        }
        put(w, move_at(tree.pos, "d1d2"), 0); /* the worst first, so that others are better */
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

/* ---- Which moves are tried ---- */

/* A node after the root's only move, in a search of `depth` for a score of `asked` for the side to move there. */
typedef struct Next {
    const char *fen, *only;
    int depth;
    Score asked;
    Score earlier; /* the evaluations before, or SCORE_NONE */
    const ParamValue *params;
    int iteration; /* of the iterative deepening, 0 as 1 */
    bool passes;   /* with null move */
    bool known;    /* to the table, without a score, */
    bool pv;       /* as of a principal variation */
    int16_t after_all; /* the continuation history of every move */
} Next;

/* The moves tried there. */
static int tried_next(const Next *next)
{
    Variant *game = own_chess(next->params, next->passes);
    Tree tree = own_tree(game, next->fen);
    Worker *w = tree.worker;
    w->stack[STACK_MARGIN - 1].eval = w->stack[STACK_MARGIN - 3].eval = next->earlier;
    if (next->known) tell(&tree, next->only, (TTEntry){.bound = BOUND_NONE, .pv = next->pv});
    for (size_t i = 0; i < w->history.piece_to_count * w->history.piece_to_count; ++i) w->history.continuation[i] = next->after_all;
    w->root.depth = next->iteration ? next->iteration : 1;
    search_moves(&tree, next->only, next->depth, -next->asked, -next->asked + 1);
    tree_end(&tree);
    return made_next;
}

#define AHEAD(plies, score)  .fen = ahead, .only = "e1d1", .depth = (plies), .asked = (score), .earlier = 3000
#define LATER(plies, score)  .fen = late_moves, .only = "g1h2", .depth = (plies), .asked = (score), .earlier = SCORE_NONE
#define BAD_AFTER(plies)     LATER(plies, 100), .after_all = -8000

START_TEST(test_moves_tried)
{
    static const ParamValue razored[] = {{"razor_depth", 3}, {NULL, 0}},
                            above[] = {{"razor_depth", 0}, {"rfp_depth", 3}, {NULL, 0}},
                            spared[] = {{"unpruned_share", 1}, {NULL, 0}},
                            kept[] = {{"history_pruning", 0}, {"futility_history", 100000}, {NULL, 0}}, *const pruned = kept + 1,
                            verifies[] = {{"null_verify_depth", 6}, {"null_eval_divisor", 20}, {"rfp_depth", 0},
                                          {"probcut_depth", 100}, {NULL, 0}}, *const trusts = verifies + 1;
    static const struct {
        const char *what;
        Next more, less;
        bool none; /* are tried where there are less */
    } pairs[] = {
        {"old variations are searched", {AHEAD(3, -2000), .known = true, .pv = true}, {AHEAD(3, -2000), .known = true}, true},
        {"razored up to this depth", {AHEAD(5, 3000), .params = razored}, {AHEAD(4, 3000), .params = razored}, true},
        {"pruned above beta up to this depth", {AHEAD(5, -2000), .params = above}, {AHEAD(4, -2000), .params = above}, true},
        /* However far above beta, a null move is verified by a search of the node's moves, not by its evaluation. */
        {"null moves are verified", {AHEAD(7, -2000), .params = verifies, .passes = true},
         {AHEAD(7, -2000), .params = trusts, .passes = true}, true},
        {"no loss could be quicker", {LATER(3, -SCORE_MATE + 2)}, {LATER(3, -SCORE_MATE + 1)}, true},
        {"next to the root", {LATER(4, 100), .params = spared}, {LATER(4, 100)}, false},
        {"bad histories near the leaves", {BAD_AFTER(4), .params = kept}, {BAD_AFTER(4), .params = pruned}, false},
        {"bad histories far from them", {BAD_AFTER(12), .params = pruned}, {BAD_AFTER(4), .params = pruned}, false},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        int more = tried_next(&pairs[i].more), less = tried_next(&pairs[i].less);
        ck_assert_msg(more > less && (!pairs[i].none || less == 0), "%s: %d and %d", pairs[i].what, more, less);
    }
}

/* A node far above beta is pruned by its evaluation alone; a side that is getting worse needs more for it. */
START_TEST(test_pruned_by_evaluation)
{
    enum { STEP = 10, MOST = 500, LEAST = -1000 };
    Score pruned[2]; /* the highest score asked for that is reached by evaluation alone */
    for (int worsening = 0; worsening <= 1; ++worsening) {
        Next next = {AHEAD(3, MOST)};
        next.earlier = worsening ? 3000 : -3000;
        while (next.asked > LEAST && tried_next(&next)) next.asked -= STEP;
        pruned[worsening] = next.asked;
    }
    ck_assert_msg(pruned[0] > pruned[1] && pruned[1] > LEAST, "%d when improving, %d when worsening", pruned[0], pruned[1]);
}

/* More quiet moves are tried by a side that is improving and where the game asks for it. */
START_TEST(test_late_moves_pruned)
{
    static const ParamValue many[] = {{"lmp_percent", 2 * 135}, {NULL, 0}};
    Next next = {AHEAD(3, 2000)};
    /* The highest score for which some move is tried after the first few. */
    while (next.asked > -2000 && tried_next(&next) < 4) next.asked -= 20;
    ck_assert_int_gt(next.asked, -2000);
    Next improving = next, wide = next;
    improving.earlier = -3000;
    wide.params = many;
    ck_assert_int_gt(tried_next(&improving), tried_next(&next));
    ck_assert_int_gt(tried_next(&wide), tried_next(&next));
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
    bool better = variant_find("chess")->search.see_ge(pos, move, threshold);
    if (position_plies(pos) == 1 && threshold <= 0 && see_count < 4000) {
        MoveInfo info = info_of(pos, move);
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
    for (int depth = 2; depth <= 7; ++depth) {
        Tree tree = own_tree(own_chess(only_see, false), sacrifice);
        own.search.see_ge = record_see;
        const SearchParams *p = tree.worker->params;
        tree.worker->root.depth = 1;
        see_count = 0;
        search_moves(&tree, "h2h3", depth + 1, -1, 0);
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
    ck_assert_uint_eq(kinds, 7);
}

/* Next to the root, in the first fifth of the iteration's depth, a move that gives check is not pruned, though it loses a
 * piece. */
START_TEST(test_peril_spared_next_to_the_root)
{
    int tried[11];
    Next next = {.fen = sacrifice, .only = "h2h3", .depth = 3, .earlier = SCORE_NONE, .params = only_see};
    for (next.iteration = 1; next.iteration <= 10; ++next.iteration) {
        tried[next.iteration] = tried_next(&next);
        if (next.iteration > 1) ck_assert_int_eq(tried[next.iteration], tried[next.iteration - 1] + (next.iteration == 5));
    }
}

/* As long as a node has found nothing but losses, it prunes no move; then it does. */
START_TEST(test_nothing_pruned_while_lost)
{
    static const Score found[] = {-SCORE_MATE + 9, -EVAL_MAX, -EVAL_MAX + 1};
    enum { ASKED = 150 };
    int tried[3];
    for (int i = 0; i < 3; ++i) {
        Tree tree = own_tree(own_chess(NULL, false), late_moves);
        size_t count;
        play(tree.pos, "g1h2");
        Move *moves = position_moves(tree.pos, &count);
        for (size_t j = 0; j < count; ++j) {
            position_make(tree.pos, moves[j]);
            tell(&tree, "", (TTEntry){.score = -found[i], .depth = 50, .bound = BOUND_EXACT});
            position_unmake(tree.pos);
        }
        free(moves);
        position_unmake(tree.pos);
        made_next = 0;
        search_moves(&tree, "g1h2", 3, -ASKED, -ASKED + 1);
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
    if (!first_null_from && verifying && verifying->no_null.before) first_null_from = verifying->no_null.before;
    variant_find("chess")->moves.make(pos, move);
}

START_TEST(test_null_moves_after_verification)
{
    enum { ASKED = 300 };
    static const ParamValue verifies[] = {{"null_base", 2}, {"null_eval_divisor", 500}, {"null_verify_depth", 6}, {"rfp_depth", 0},
                                          {"probcut_depth", 100}, {NULL, 0}};
    for (int root = 9; root <= 11; ++root) {
        Variant *game = own_chess(verifies, true);
        game->moves.make = watch_null_from;
        verifying = NULL;
        Tree tree = own_tree(game, ahead);
        verifying = tree.worker;
        first_null_from = 0;
        search_moves(&tree, "e1d1", root, -ASKED, -ASKED + 1);
        play(tree.pos, "e1d1");
        position_make_null(tree.pos);
        int depth = told(&tree, "").depth;
        ck_assert(depth >= 0 && depth < tree.worker->params->null_verify_depth); /* so no other node was verified before */
        ck_assert_int_eq(first_null_from, 1 + 3 * depth / 4);
        tree_end(&tree);
    }
}

/* ---- Depth ---- */

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
        for (const ParamValue *value = variant_hints(*v)->params; value && value->name; ++value) {
            const SearchParam *param = search_params;
            while (param->name && strcmp(param->name, value->name) != 0) ++param;
            ck_assert_msg(param->name && value->value >= param->min && value->value <= param->max, "%s: %s", (*v)->name,
                          value->name);
        }
    }
}

/* Where no mate could be shorter than the one known, nothing is searched (mate distance pruning). */
START_TEST(test_no_shorter_mate)
{
    for (int known = 3; known <= 7; known += 4) {
        Score asked = score_win_in(known);
        Tree tree = own_tree(own_chess(NULL, false), late_moves);
        search_tree(tree.worker, 6, asked, asked + 1);
        ck_assert_int_eq(made_second == 0, known == 3);
        tree_end(&tree);
    }
}

/* No line is longer than its stack, in quiescence as little as above it: here each side has one move, for ever, and passes for
 * being in peril. */
static unsigned deepest; /* ply from which a move was made */

static void note_deepest(Position *pos, Move move)
{
    deepest = (unsigned)max(deepest, position_plies(pos));
    variant_find("chess")->moves.make(pos, move);
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
        Tree tree = own_tree(own_chess(whole_depth, false), "5b1k/4p1p1/4P1P1/8/8/1p1p2p1/1P1P2P1/K1B4B w - - 0 1");
        own.moves.make = note_deepest;
        own.end.in_peril = always;
        own.draws.recurrence = RECURRENCE_IGNORED;
        own.draws.counter_limit = 0;
        facts_empty(&tree.worker->stack[STACK_MARGIN].facts.node);
        deepest = 0;
        search_tree(tree.worker, depth, 0, 1);
        ck_assert_uint_eq(deepest, MAX_PLY - 2);
        tree_end(&tree);
    }
}

/* The depth of the search after a null move by the side that is a Rook ahead, of whom `asked` is expected; 0 if that
 * search ended at once. */
static int depth_after_null(Score asked)
{
    enum { ROOT = 19 };
    Tree tree = tree_of_move(ahead, "e1d1");
    search_tree(tree.worker, ROOT, -asked, -asked + 1);
    play(tree.pos, "e1d1");
    ck_assert_int_gt(evaluate(tree.pos, NULL), asked);
    position_make_null(tree.pos);
    int depth = told(&tree, "").depth;
    tree_end(&tree);
    return depth;
}

/* The further the evaluation is above beta, the less deep is the search after a null move. */
START_TEST(test_depth_after_null_move) { ck_assert_int_gt(depth_after_null(350), depth_after_null(-100)); }

/* A PV node without a move from the table is searched less deep. */
START_TEST(test_reduced_without_a_move)
{
    int depth[2];
    for (int known = 0; known <= 1; ++known) {
        Tree tree = tree_of_move(late_moves, "g1h2");
        play(tree.pos, "g1h2");
        if (known) tell(&tree, "", (TTEntry){.move = move_at(tree.pos, "e8e7"), .bound = BOUND_UPPER});
        search_tree(tree.worker, 8, -3000, 3000);
        depth[known] = told(&tree, "").depth;
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
            Tree tree = tree_of_move(checked, "a8a1");
            play(tree.pos, "a8a1");
            if (known) tell(&tree, "", (TTEntry){.move = move_at(tree.pos, "e1e2"), .bound = BOUND_LOWER});
            search_tree(tree.worker, depth + 1, 299, 300);
            ck_assert_int_eq(told(&tree, "").depth, known || depth < FROM ? depth : depth - 2);
            tree_end(&tree);
        }
    }
}

/* ---- Quiescence ---- */

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
        tell(&tree, "", (TTEntry){.score = eval + known[i].above, .bound = known[i].bound});
        ck_assert_int_eq(search_tree(tree.worker, 0, -3000, 3000), eval + (known[i].used ? known[i].above : 0));
        tree_end(&tree);
    }
}

/* What quiescence stores is a bound, unless the score lies within the window: an upper bound also where it pruned captures by
 * their gain. */
START_TEST(test_bounds_of_quiescence)
{
    Tree tree = tree_at("chess", hanging, "");
    Score score = ask(&tree, (SearchLimits){0}, 0, -3000, 3000);
    const struct { Score alpha, beta; Bound bound; } windows[] = {
        {score - 1, score + 1, BOUND_EXACT}, {score, score + 1, BOUND_UPPER}, {score, score + 50, BOUND_UPPER},
        {score - 1, score, BOUND_LOWER}, {score - 50, score, BOUND_LOWER}, {2000, 2001, BOUND_UPPER},
    };
    for (size_t i = 0; i < sizeof windows / sizeof *windows; ++i) {
        search_clear(tree.pool);
        Score bound = search_tree(tree.worker, 0, windows[i].alpha, windows[i].beta);
        ck_assert_msg(told(&tree, "").bound == windows[i].bound, "window %zu", i);
        if (windows[i].bound == BOUND_UPPER) ck_assert(bound <= windows[i].alpha && bound >= score);
    }
    tree_end(&tree);
}

/* Quiescence tries all captures that lose nothing: here the second best by the victim wins a Rook, the first one nothing. */
START_TEST(test_second_capture)
{
    Tree tree = tree_at("chess", "3q3k/1n4pp/4r3/8/8/8/2K2PPP/3QR3 w - - 0 1", "");
    Score stand_pat = evaluate(tree.pos, NULL);
    ck_assert_int_gt(ask(&tree, (SearchLimits){0}, 0, -3000, 3000), stand_pat + 300);
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
    variant_find("chess")->moves.make(pos, move);
}

static Tree watched_root(const char *fen)
{
    Variant *game = own_chess(NULL, true);
    game->moves.make = watch_root;
    Tree tree = tree_of(game, fen);
    window.w = tree.worker;
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
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) {
        Tree tree = watched_root(positions[i]);
        tree_search(&tree, (SearchLimits){.depth = 10});
        tree_end(&tree);
    }
    ck_assert_msg(window.failed_low > 2 && window.failed_high > 2, "%d searches failed low, %d high", window.failed_low,
                  window.failed_high);
    ck_assert_int_le(window.searches_max, 7);
}

static void search_reported(Tree *tree, SearchLimits limits, void (*report)(void *, const SearchReport *), void *context)
{
    const SearchCallbacks callbacks = {.report = report, .context = context};
    ck_assert(search_start(tree->pool, tree->pos, &limits, &callbacks));
    search_wait(tree->pool);
}

enum { SURPRISE_DEPTH = 6 };
static Score surprise;

/* Changes what the next iteration expects. */
static void on_surprise(void *context, const SearchReport *report)
{
    const Tree *tree = context;
    if (report->bound == BOUND_EXACT && report->depth == SURPRISE_DEPTH - 1) tree->worker->root.moves[0].score += surprise;
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
            search_reported(&tree, (SearchLimits){.depth = SURPRISE_DEPTH}, on_surprise, &tree);
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
    if (report->bound == BOUND_EXACT && report->depth == LINES_DEPTH - 1) lines->last[i] = lines->tree.worker->root.moves[i];
}

/* An iteration expects of each line its score of the iteration before, and nothing of other moves: what they had when they
 * were lines is of another depth. */
START_TEST(test_expected_of_lines)
{
    for (int count = 1; count <= LINES_MAX; ++count) {
        Lines lines = {.tree = tree_at("chess", NULL, "")};
        search_reported(&lines.tree, (SearchLimits){.depth = LINES_DEPTH, .multipv = count}, on_line, &lines);
        const Worker *w = lines.tree.worker;
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
    return RUN_TESTS("node", 120, ONCE(test_pruned_by_the_table), ONCE(test_quiescence_is_verified), ONCE(test_probcut),
                     ONCE(test_some_moves_of_the_root), ONCE(test_losing_captures), ONCE(test_singular_moves),
                     ONCE(test_extended_so_far), ONCE(test_null_move_above_beta), ONCE(test_singular_search_depth),
                     ONCE(test_pruned_nodes_store_evaluations), ONCE(test_only_move_excluded), ONCE(test_mates_are_mates),
                     ONCE(test_lessons), ONCE(test_killers_of_other_nodes), EACH_GAME(test_nodes_of_moves), ONCE(test_reductions),
                     ONCE(test_second_search_is_learnt), ONCE(test_second_search_that_fails),
                     ONCE(test_bonus_and_malus_of_a_cutoff), ONCE(test_bonus_is_bounded), ONCE(test_malus_of_many_moves),
                     ONCE(test_learnt_from_evaluations), ONCE(test_bounds_of_root_moves), ONCE(test_moves_tried),
                     ONCE(test_pruned_by_evaluation), ONCE(test_late_moves_pruned), ONCE(test_shape_of_see_margins),
                     ONCE(test_peril_spared_next_to_the_root), ONCE(test_nothing_pruned_while_lost),
                     ONCE(test_null_moves_after_verification), ONCE(test_params_of_games), ONCE(test_no_shorter_mate),
                     ONCE(test_longest_line), ONCE(test_depth_after_null_move), ONCE(test_reduced_without_a_move),
                     ONCE(test_cut_node_without_a_move), ONCE(test_stand_pat_by_the_table), ONCE(test_bounds_of_quiescence),
                     ONCE(test_second_capture), ONCE(test_aspiration), ONCE(test_window_around_the_score),
                     ONCE(test_expected_of_lines), ONCE(test_reduction_table));
}
