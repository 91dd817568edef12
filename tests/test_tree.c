/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The tree search: how it scores the ends of games, how it uses the transposition table, and which nodes and
 * moves it must not prune. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

/* The score of one move at a depth, with an empty table. */
static Score score_of_move(const char *game, const char *fen, const char *played, const char *move_text, int depth)
{
    Tree tree = tree_at(game, fen, played);
    Move move = move_at(tree.pos, move_text);
    SearchResult result = tree_search(&tree, (SearchLimits){.depth = depth, .moves = &move, .move_count = 1});
    tree_end(&tree);
    return result.score;
}

/* ---- Table cutoffs ---- */

/* The score that a null-window search (ask) gives for a root whose only move leads to a node with this table
 * entry, of a search that is as deep as the node's or shallower. At depth 1 quiescence probes it, at higher depths the main
 * search. */
static Score asked(Score known, Bound bound, int shallower, int depth, Score alpha)
{
    Tree tree = tree_at("chess", "1n2k3/1p4p1/8/8/8/8/1P4P1/1N2K3 w - - 0 1", "");
    Move move = move_at(tree.pos, "g2g3");
    /* A search for a mate in one prunes nothing next to the root. */
    ask(&tree, (SearchLimits){.mate = 1, .moves = &move, .move_count = 1}, 1, alpha, alpha + 1);
    search_clear(tree.pool);
    tell(&tree, "g2g3", (TTEntry){.score = known, .depth = depth - 1 - shallower, .bound = bound});
    Score score = search_tree(tree.worker, depth, alpha, alpha + 1);
    tree_end(&tree);
    return score;
}

/* The table stores mate distances from the node, the search returns distances from the root. */
START_TEST(test_distance_from_the_root)
{
    for (int depth = 1; depth <= 3; ++depth) {
        for (int plies = 2; plies <= 9; ++plies) {
            ck_assert_int_eq(asked(score_win_in(plies), BOUND_EXACT, 0, depth, 0), score_loss_in(plies + 1));
            ck_assert_int_eq(asked(score_loss_in(plies), BOUND_EXACT, 0, depth, 0), score_win_in(plies + 1));
        }
    }
}

/* A bound gives a cutoff only on its own side, and never from a lower depth. */
START_TEST(test_bounds_that_answer)
{
    for (int depth = 1; depth <= 3; ++depth) {
        for (int shallower = 0; shallower <= 1 && shallower < depth; ++shallower) {
            /* Black, to move, has at most 500: less than 600, but 400 is undecided. */
            if (!shallower) ck_assert_int_eq(asked(500, BOUND_UPPER, 0, depth, -601), -500);
            ck_assert_int_gt(asked(500, BOUND_UPPER, shallower, depth, -401), -300);
            ck_assert_int_gt(asked(500, BOUND_UPPER, shallower, depth, -500), -300);
            /* At least -500: more than -600, but -400 is undecided. */
            if (!shallower) ck_assert_int_eq(asked(-500, BOUND_LOWER, 0, depth, 599), 500);
            ck_assert_int_lt(asked(-500, BOUND_LOWER, shallower, depth, 399), 300);
            ck_assert_int_lt(asked(-500, BOUND_LOWER, shallower, depth, 499), 300);
        }
    }
}

/* A score outside the window is stored as a bound, one inside as exact. */
START_TEST(test_kinds_of_bounds)
{
    static const struct { Score alpha, beta; Bound bound; } windows[] = {
        {500, 600, BOUND_UPPER}, {-600, -500, BOUND_LOWER}, {-900, 900, BOUND_EXACT},
        {500, 501, BOUND_UPPER}, {-501, -500, BOUND_LOWER},
    };
    for (size_t i = 0; i < sizeof windows / sizeof *windows; ++i) {
        /* In check there is no pruning by evaluation. */
        Tree tree = tree_at("chess", "1n2k3/1p2r1p1/8/8/8/8/1P4P1/R3K3 w - - 0 1", "");
        Score score = ask(&tree, (SearchLimits){0}, 4, windows[i].alpha, windows[i].beta);
        TTEntry entry = told(&tree, "");
        ck_assert_msg(entry.bound == windows[i].bound && entry.score == score, "window %d to %d: %d is kept as bound %d",
                      windows[i].alpha, windows[i].beta, entry.score, entry.bound);
        tree_end(&tree);
    }
}

/* With several lines the best one gives the root's table entry. */
START_TEST(test_lines_and_table)
{
    Tree tree = tree_at("chess", "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", "");
    SearchResult result = tree_search(&tree, (SearchLimits){.depth = 5, .multipv = 4});
    TTEntry entry = told(&tree, "");
    ck_assert(result.best == move_at(tree.pos, "c3d5") && entry.move == result.best && entry.score == result.score);
    tree_end(&tree);
}

/* A null-move cutoff never returns a mate score, even if the table has a mate behind it. */
START_TEST(test_passing_proves_no_mate)
{
    for (int depth = 11; depth <= 13; ++depth) {
        Tree tree = tree_of_move("6k1/8/6K1/8/8/8/8/RR6 b - - 0 1", "g8h8");
        play(tree.pos, "g8h8");
        position_make_null(tree.pos);
        tell(&tree, "", (TTEntry){.score = score_loss_in(6), .depth = 60, .bound = BOUND_EXACT});
        Score score = search_tree(tree.worker, depth, -101, -100);
        ck_assert_msg(score <= -101 && !is_decisive(score), "depth %d: %d", depth, score);
        tree_end(&tree);
    }
}

/* A mated side is mated, whatever its evaluation. */
START_TEST(test_mated_whatever_the_evaluation)
{
    for (int depth = 3; depth <= 6; ++depth) {
        Tree tree = tree_of_move("6k1/5ppp/8/8/8/5n2/q6P/QR4RK w - - 0 1", "b1b3");
        Score score = search_tree(tree.worker, depth, score_loss_in(20), score_loss_in(20) + 1);
        ck_assert_msg(score <= score_loss_in(2), "depth %d: %d", depth, score);
        tree_end(&tree);
    }
}

/* A quiet winning move is found although its side is not ahead yet: neither the score of captures alone
 * (razoring) nor a capture that nearly reaches beta prunes the node. */
START_TEST(test_quiet_win)
{
    static const char *const positions[] = {
        "6k1/N7/8/8/4b3/1p6/7P/7K w - - 0 1",
        "6k1/N6p/6P1/8/4b3/1p6/7P/7K w - - 0 1", /* with a Pawn to capture */
    };
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) {
        for (int depth = i ? 7 : 4; depth <= 8; ++depth) {
            Tree tree = tree_at("chess", positions[i], "");
            Score score = ask(&tree, (SearchLimits){0}, depth, -401, -400);
            ck_assert_msg(score <= -401, "%s, depth %d: %d, though the Pawn promotes", positions[i], depth, score);
            tree_end(&tree);
        }
    }
}

/* Next to the leaves quiet moves do not gain what is missing to alpha; but one that checks may mate. The capture that comes
 * first does not gain it. */
START_TEST(test_quiet_checks)
{
    static const char *const mates[] = {"6k1/5ppp/3p4/2p4p/1P6/8/5PPP/R5K1 b - - 0 1",
                                        "k7/8/K2p4/2p4p/1P6/8/8/6R1 b - - 0 1"};
    for (size_t i = 0; i < sizeof mates / sizeof *mates; ++i) {
        Tree tree = tree_at("chess", mates[i], "");
        Move move = move_at(tree.pos, "h5h4");
        for (int missing = 80; missing <= 100; missing += 10) {
            position_make(tree.pos, move);
            Score alpha = evaluate(tree.pos, NULL) + missing;
            position_unmake(tree.pos);
            Score found = ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, 2, -alpha - 1, -alpha);
            ck_assert_msg(found < -EVAL_MAX, "%s: %d, %d missing", mates[i], found, missing);
            search_clear(tree.pool);
        }
        tree_end(&tree);
    }
}

/* Quiescence plays out a capture even if its gain reaches beta: here the capture leaves the Queen en prise. */
START_TEST(test_captures_are_played_out)
{
    Tree tree = tree_at("chess", "3q4/6pk/7p/1p6/2N5/8/6PP/R2R2K1 w - - 0 1", "");
    Move move = move_at(tree.pos, "h2h3");
    for (Score alpha = -51; alpha < 100; alpha += 50) {
        Score score = ask(&tree, (SearchLimits){.mate = 1, .moves = &move, .move_count = 1}, 1, alpha, alpha + 1);
        ck_assert_msg(score > alpha, "%d: the Knight is thought lost for nothing", score);
    }
    tree_end(&tree);
}

/* The correction history is added to the evaluation. */
START_TEST(test_corrections_are_used)
{
    Tree tree = tree_at("chess", NULL, "");
    Move move = move_at(tree.pos, "g1f3");
    SearchLimits limits = {.depth = 1, .moves = &move, .move_count = 1};
    Score scores[3];
    for (int sign = -1; sign <= 1; ++sign) {
        search_clear(tree.pool);
        position_make(tree.pos, move);
        for (int i = 0; sign && i < 100; ++i)
            history_update_correction(&tree.worker->history, tree.pos, 8, sign * 60);
        position_unmake(tree.pos);
        scores[sign + 1] = tree_search(&tree, limits).score;
    }
    ck_assert_msg(scores[0] > scores[1] + 5 && scores[1] > scores[2] + 5, "%d %d %d", scores[0], scores[1], scores[2]);
    tree_end(&tree);
}

/* ---- Mates and the table ---- */

/* Wins in exactly this many moves. */
typedef struct Win {
    const char *game, *fen;
    int moves;
} Win;

static const Win wins[] = {
    {"chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2},
    {"chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2},
    {"chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3},
    {"horizons", "11k/12/9K2/12/12/12/12/12/12/12/12/10R1 w - - 0 1", 2},
    {"diamond", "2C5/8/8/8/8/8/8/8[] w - - 0 1", 2},
};

/* The mate distance stays the same in repeated searches with a filled table: from the start, from inside the
 * line, and from the start again. */
START_TEST(test_mate_distance)
{
    const Win *win = &wins[_i];
    Tree tree = tree_at(win->game, win->fen, "");
    const SearchLimits limits = {.mate = win->moves, .depth = 2 * win->moves + 4};
    for (int again = 0; again < 3; ++again) ck_assert_int_eq(score_mate_in(tree_search(&tree, limits).score), win->moves);
    for (int left = win->moves; left > 0; --left) {
        SearchResult result = tree_search(&tree, limits);
        ck_assert_msg(score_mate_in(result.score) == left, "%s: a win in %d moves is found, not in %d", win->fen,
                      score_mate_in(result.score), left);
        position_make(tree.pos, result.best);
        if (left == 1) break;
        result = tree_search(&tree, limits);
        ck_assert_msg(score_mate_in(result.score) == 1 - left, "%s: lost in %d moves, not in %d", win->fen,
                      -score_mate_in(result.score), left - 1);
        position_make(tree.pos, result.best);
    }
    ck_assert_int_ne(position_outcome(tree.pos).result, ONGOING);
    while (position_plies(tree.pos)) {
        position_unmake(tree.pos);
        int plies = 2 * win->moves - 1 - (int)position_plies(tree.pos);
        int mate = score_mate_in(tree_search(&tree, limits).score);
        ck_assert_msg(mate == (plies % 2 ? (plies + 1) / 2 : -plies / 2), "%s: %d plies before the end mate is told in %d",
                      win->fen, plies, mate);
    }
    tree_end(&tree);
}

/* Along a winning line the table stores the distance from each position. */
START_TEST(test_mates_in_the_table)
{
    int exact = 0;
    for (size_t i = 0; i < sizeof wins / sizeof *wins; ++i) {
        Tree tree = tree_at(wins[i].game, wins[i].fen, "");
        int plies = 2 * wins[i].moves - 1;
        ck_assert_int_eq(score_mate_in(tree_search(&tree, (SearchLimits){.mate = wins[i].moves, .depth = plies + 5}).score),
                         wins[i].moves);
        const RootMove *root = &tree.worker->root.moves[0];
        for (int ply = 0; ply < root->pv_length; ++ply) {
            position_make(tree.pos, root->pv[ply]);
            TTEntry entry;
            if (!tt_probe(tree.pool->tt, tree.pos->state->key, &entry) || entry.bound != BOUND_EXACT || !is_mate(entry.score))
                continue;
            int left = plies - ply - 1;
            ck_assert_int_eq(entry.score, left % 2 ? score_win_in(left) : score_loss_in(left));
            ++exact;
        }
        tree_end(&tree);
    }
    ck_assert_int_ge(exact, 3);
}

/* White threatens to win; most of Black's moves do not prevent it. */
static const struct Threat {
    const char *game, *fen, *threat;
} threats[] = {
    {"chess", "6k1/p1pp1ppp/1p6/n7/2P5/8/5PPP/4R1K1 w - - 0 1", "h2h3"},
    {"chess", "r4rk1/pbpp1ppp/1p6/8/8/8/PPB2PPP/3Q2K1 w - - 0 1", "d1d3"},
    {"borderlands", "c4s1sa/5h1ha/4e1eff/3g1g1gl/9/9/9/9/9/1A6C[] w - - 0 1", "b1a1"},
};

/* After this move White can win at once. */
static bool loses_at_once(Position *pos, Move move)
{
    bool lost = false;
    size_t count;
    position_make(pos, move);
    Move *answers = position_moves(pos, &count);
    for (size_t i = 0; i < count && !lost; ++i) {
        position_make(pos, answers[i]);
        lost = position_outcome(pos).result == WHITE_WINS;
        position_unmake(pos);
    }
    position_unmake(pos);
    free(answers);
    return lost;
}

/* Nothing is pruned while all moves lose, so a saving move is found even if it is ordered last. */
START_TEST(test_late_rescue)
{
    const struct Threat *t = &threats[_i];
    const ContinuationRows before = {0};
    for (int depth = 2; depth <= 6; ++depth) {
        Tree tree = tree_at(t->game, t->fen, t->threat);
        size_t count;
        Move *moves = position_moves(tree.pos, &count);
        int rescues = 0, useless = 0;
        for (size_t i = 0; i < count; ++i) {
            MoveInfo info = info_of(tree.pos, moves[i]);
            bool lost = loses_at_once(tree.pos, moves[i]);
            *(lost ? &useless : &rescues) += !info.noisy;
            for (int n = 0; n < 20; ++n)
                history_update_quiet(&tree.worker->history, BLACK, &info, &before, lost ? 1000 : -1000);
        }
        free(moves);
        ck_assert_msg(rescues > 0 && useless > 8, "%s: %d moves save, %d do not", t->fen, rescues, useless);
        position_unmake(tree.pos);
        Move threat = move_at(tree.pos, t->threat);
        Score score = tree_search(&tree, (SearchLimits){.depth = depth, .moves = &threat, .move_count = 1}).score;
        ck_assert_msg(!is_mate(score), "%s, depth %d: %d, though %d moves save", t->fen, depth, score, rescues);
        tree_end(&tree);
    }
}

/* In peril the search is extended at depth 0: a mate is seen at depth 1. */
START_TEST(test_mate_at_the_last_ply)
{
    static const char *const mates[][2] = {
        {"chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1"},
        {"chess", "4k3/8/4K3/8/8/8/8/7Q w - - 0 1"},
        {"chess", "6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1"},
        {"horizons", "11k/12/9KQ1/12/12/12/12/12/12/12/12/12 w - - 0 1"},
    };
    for (size_t i = 0; i < sizeof mates / sizeof *mates; ++i) {
        Tree tree = tree_at(mates[i][0], mates[i][1], "");
        Score score = tree_search(&tree, (SearchLimits){.depth = 1}).score;
        ck_assert_msg(score_mate_in(score) == 1, "%s: %d at depth 1", mates[i][1], score);
        tree_end(&tree);
    }
}

/* Mate comes before the counter: it wins even with the ply that reaches the limit. */
START_TEST(test_mate_with_the_last_ply_of_the_counter)
{
    ck_assert_int_eq(score_mate_in(score_of_move("chess", "7k/8/6K1/8/8/8/8/R7 w - - 99 90", "", "a1a8", 3)), 1);
    ck_assert_int_eq(score_mate_in(score_of_move("chess", "7k/8/6K1/8/8/8/8/R7 w - - 98 90", "", "a1a8", 3)), 1);
    ck_assert_int_eq(score_of_move("chess", "7k/8/6K1/8/8/8/8/R7 w - - 99 90", "", "a1a7", 3), SCORE_DRAW);
    ck_assert_int_eq(
        score_mate_in(score_of_move("horizons", "11k/12/9KQ1/12/12/12/12/12/12/12/12/12 w - - 149 1", "", "k10k11", 3)), 1);
}

/* ---- The draw counter ---- */

/* A side far ahead, to move, with a move that advances the counter and changes nothing else. */
typedef struct Counter {
    const char *game, *fen; /* with %d for the counter */
    const char *move;
    const char *progress; /* a move that resets the counter, or NULL */
} Counter;

static const Counter counters[] = {
    {"chess", "k7/8/8/8/8/8/P6R/K7 w - - %d 90", "h2g2", "a2a3"},
    {"borderlands", "c8/9/9/9/9/9/9/7W1/7A1/C8[] w - - %d 90", "h2g2", NULL},
    {"borderlands", "c8/9/9/9/9/9/9/7W1/7A1/C8[] w - - %d 90", "h3h4", NULL},
    {"battleofideologies", "4z4/9/9/9/9/9/9/P7C/3K5[] w - - %d 90", "i2i3", "a2a3"},
    {"horizons", "k11/12/12/12/12/12/12/12/12/12/11Q/K11 w - - %d 90", "l2l3", NULL},
    {"bordahbee", "4k7k3/16/16/16/16/16/P6R8/4K7K3 w - - %d 90", "h2g2,m1m2", NULL},
    {"diamond", "8/8/8/8/8/c7/6H1/8[] w - - %d 90", "g2g3", NULL},
};

/* The FEN with its counter. */
static void format_fen(char *fen, const char *with_counter, int counter)
{
    const char *mark = strstr(with_counter, "%d");
    sprintf(fen, "%.*s%d%s", (int)(mark - with_counter), with_counter, counter, mark + 2);
}

/* The ply that reaches the limit draws, the one before does not. */
START_TEST(test_counter_at_its_limit)
{
    const Counter *c = &counters[_i];
    int limit = variant_find(c->game)->draws.counter_limit;
    char fen[FEN_MAX];
    format_fen(fen, c->fen, limit - 1);
    ck_assert_msg(score_of_move(c->game, fen, "", c->move, 1) == SCORE_DRAW, "%s: the counter is full, and that is no draw", fen);
    if (c->progress) ck_assert_int_gt(score_of_move(c->game, fen, "", c->progress, 1), 50);
    format_fen(fen, c->fen, limit - 2);
    Score early = score_of_move(c->game, fen, "", c->move, 1);
    ck_assert_msg(early > 50, "%s: %d with one ply to go", fen, early);
    /* The opponent's next ply then reaches the limit. */
    ck_assert_int_eq(score_of_move(c->game, fen, "", c->move, 2), SCORE_DRAW);
    format_fen(fen, c->fen, limit - 3);
    ck_assert_int_gt(score_of_move(c->game, fen, "", c->move, 2), 50);
}

/* A score from a low counter is not used with a high one: Black must not capture the Knight, since then White
 * has no time left to win. */
START_TEST(test_counter_and_table)
{
    Tree tree = tree_at("chess", "8/8/8/4k3/4N3/8/8/R5K1 w - - 0 90", "");
    Move idle = move_at(tree.pos, "g1h1");
    ErrorText error;
    ck_assert_int_gt(tree_search(&tree, (SearchLimits){.depth = 8, .moves = &idle, .move_count = 1}).score, 100);
    ck_assert(position_set_fen(tree.pos, "8/8/8/4k3/4N3/8/8/R5K1 w - - 97 90", &error));
    ck_assert_int_eq(tree_search(&tree, (SearchLimits){.depth = 5, .moves = &idle, .move_count = 1}).score, SCORE_DRAW);
    tree_end(&tree);
}

/* The counter is part of what a position is in the table from sixteen plies before its limit on: what is told of it then is not
 * told of another counter. */
START_TEST(test_counter_in_the_table)
{
    enum { LATE = 16 };
    char fen[FEN_MAX];
    Tree tree = tree_at("chess", NULL, "");
    int limit = tree.pos->variant->draws.counter_limit;
    for (int left = 1; left <= 30; ++left) {
        ErrorText error;
        TTEntry entry;
        format_fen(fen, "8/8/8/4k3/4N3/8/8/R5K1 w - - %d 90", limit - left);
        ck_assert(position_set_fen(tree.pos, fen, &error));
        search_clear(tree.pool);
        search_store(tree.pool, tree.pos, 123, 9);
        ck_assert_msg(tt_probe(tree.pool->tt, tree.pos->state->key, &entry) == (left > LATE), "%d plies left", left);
    }
    tree_end(&tree);
}

/* ---- Repetition ---- */

/* Only the Kings can move, each between two squares; White is a Bishop up. */
#define LOCKED "5b1k/4p1p1/4P1P1/8/8/1p1p2p1/1P1P2P1/K1B4B w - - 0 1"

/* A position repeated in the tree is a draw; the root itself is not, since the game has seen it only once or
 * twice. */
START_TEST(test_repetition_in_the_tree)
{
    for (int depth = 1; depth <= 8; ++depth) {
        Score score = score_of_move("chess", LOCKED, "", "a1b1", depth);
        if (depth <= 4) ck_assert_msg(score > 50, "depth %d: %d, though nothing but the root recurs", depth, score);
        else ck_assert_msg(score == SCORE_DRAW, "depth %d: %d, though the position after the first move recurs", depth, score);
    }
}

/* Positions from before the search count with their occurrences: the third one draws. */
typedef struct Shuffle {
    const char *game, *fen, *but_last, *last;
} Shuffle;

static const Shuffle shuffles[] = {
    {"chess", LOCKED, "a1b1 h8g8 b1a1", "g8h8"},
    {"battleofideologies", "4z4/9/9/9/9/9/9/8C/3K5[] w - - 0 1", "d1e1 e9d8 e1d1", "d8e9"},
    {"horizons", "k11/12/12/12/12/12/12/12/11Q/12/12/K11 w - - 0 1", "a1b1 a12b12 b1a1", "b12a12"},
    {"bordahbee", "4k7k3/16/16/16/16/16/7R8/4K7K3 w - - 0 1", "e1e2,m1m2 e8e7,m8m7 e2e1,m2m1", "e7e8,m7m8"},
};

START_TEST(test_repetition_of_the_game)
{
    const Shuffle *s = &shuffles[_i];
    char played[400];
    Score second = score_of_move(s->game, s->fen, s->but_last, s->last, 1);
    ck_assert_msg(second < -50, "%s: %d for the second occurrence", s->fen, second);
    sprintf(played, "%s %s %s", s->but_last, s->last, s->but_last);
    Score third = score_of_move(s->game, s->fen, played, s->last, 1);
    ck_assert_msg(third == SCORE_DRAW, "%s: %d for the third occurrence", s->fen, third);
}

/* ---- Scored cycles ---- */

/* White's Archer attacks the last Chief on every ply; Black's Chief closes the cycle. */
#define CHASE "c8/9/9/9/9/9/9/9/9/1A6C[] w - - 0 1"
#define CHASED "b1a1 a10b10 a1b1 b10a10 "
/* No side attacks; Black closes the cycle. */
#define STROLL "c8/9/9/9/9/9/9/9/9/2A5C[] w - - 0 1"
#define STROLLED "c1c2 a10b10 c2c1 b10a10 "

START_TEST(test_cycles)
{
    ck_assert_int_eq(score_of_move("borderlands", CHASE, CHASED CHASED CHASED "b1a1 a10b10 a1b1", "b10a10", 1), SCORE_CYCLE);
    ck_assert_int_eq(score_of_move("borderlands", STROLL, STROLLED STROLLED STROLLED "c1c2 a10b10 c2c1", "b10a10", 1),
                     -SCORE_CYCLE);
    /* A ply earlier the attacker sees the loss and plays something better. */
    ck_assert_int_eq(score_of_move("borderlands", CHASE, CHASED CHASED CHASED "b1a1 a10b10", "a1b1", 2), -SCORE_CYCLE);
    Tree tree = tree_at("borderlands", CHASE, CHASED CHASED CHASED "b1a1 a10b10");
    SearchResult result = tree_search(&tree, (SearchLimits){.depth = 6});
    ck_assert_uint_ne(result.best, move_at(tree.pos, "a1b1"));
    ck_assert_int_gt(result.score, 0);
    tree_end(&tree);
}

/* The score of a cycle holds for one path only and is not stored in the table. */
START_TEST(test_cycles_stay_out_of_the_table)
{
    Tree tree = tree_at("borderlands", STROLL, STROLLED STROLLED STROLLED "c1c2 a10b10 c2c1");
    Move closing = move_at(tree.pos, "b10a10");
    for (int depth = 1; depth <= 6; ++depth) {
        SearchResult result = tree_search(&tree, (SearchLimits){.depth = depth, .moves = &closing, .move_count = 1});
        ck_assert_int_eq(result.score, -SCORE_CYCLE);
        TTEntry entry = told(&tree, "");
        ck_assert_msg(entry.bound == BOUND_NONE || !is_cycle(entry.score), "depth %d: what a cycle decides is in the table", depth);
    }
    Position *fresh = position_at("borderlands", fen_text(tree.pos));
    ck_assert_uint_eq(fresh->state->key, tree.pos->state->key);
    SearchResult result = search_run(tree.pool, fresh, &(SearchLimits){.depth = 3, .moves = &closing, .move_count = 1});
    ck_assert_msg(!is_cycle(result.score), "a game that has just begun is decided by repetition: %d", result.score);
    position_free(fresh);
    tree_end(&tree);
}

/* Cycles with perpetual attacks by both sides: neither a win nor a loss. */
START_TEST(test_no_win_by_a_cycle)
{
    Tree tree = tree_at("borderlands", "4C2c1/9/9/1G2+L4/9/9/8C/9/6+a2/9[] w - - 0 1", "");
    for (int depth = 1; depth <= 9; ++depth) {
        SearchResult result = tree_search(&tree, (SearchLimits){.depth = depth});
        ck_assert_msg(!is_cycle(result.score), "depth %d: %d", depth, result.score);
    }
    tree_end(&tree);
}

/* ---- Observing the search ---- */

/* A copy of a game that records the calls of the search. */
static Variant watched;
static const Variant *real;
static const Worker *observed;
static int nulls, excluded_nodes, singular_moves;
static const char *complaint;
static bool watches_facts;

static void complain(const char *text)
{
    if (!complaint) complaint = text;
}

/* Each of these answers with the facts that the search has, and complains if the game answers otherwise without facts. */
static Move *fresh_list;

static Move *watch_generate(const Position *pos, NodeFacts *facts, GenKind kind, Move *out)
{
    FactsRoom fresh;
    facts_empty(&fresh.node);
    size_t n = (size_t)(real->moves.generate(pos, facts, kind, out) - out);
    size_t n_fresh = (size_t)(real->moves.generate(pos, &fresh.node, kind, fresh_list) - fresh_list);
    if (n != n_fresh || memcmp(out, fresh_list, n * sizeof *out) != 0)
        complain("moves are listed by the facts of another position");
    return out + n;
}

static bool watch_legality(const Position *pos, NodeFacts *facts, Move move)
{
    FactsRoom fresh;
    facts_empty(&fresh.node);
    bool legal = real->moves.is_legal(pos, facts, move);
    if (legal != real->moves.is_legal(pos, &fresh.node, move)) complain("a move is legal by the facts of another position");
    return legal;
}

static bool watch_peril(const Position *pos, NodeFacts *facts)
{
    FactsRoom fresh;
    facts_empty(&fresh.node);
    bool peril = real->end.in_peril(pos, facts);
    if (peril != real->end.in_peril(pos, &fresh.node)) complain("there is peril by the facts of another position");
    return peril;
}

static void watch_describe(const Position *pos, NodeFacts *facts, const Move *moves, size_t n, MoveInfo *out)
{
    real->search.describe(pos, facts, moves, n, out);
    for (size_t i = 0; i < n; ++i) {
        MoveInfo info;
        FactsRoom fresh;
        facts_empty(&fresh.node);
        real->search.describe(pos, &fresh.node, &moves[i], 1, &info);
        if (info.escape != out[i].escape || info.gives_peril != out[i].gives_peril
            || memcmp(info.attacked, out[i].attacked, sizeof info.attacked) != 0)
            complain("a move is described by the facts of another position");
    }
}

/* Searches with the given functions in place of the game's own. */
static void watch_limits(const char *game, const char *fen, SearchLimits limits, void (*make)(Position *, Move),
                         void (*make_null)(Position *))
{
    real = variant_find(game);
    watched = *real;
    watched.measured = NULL;
    if (make) watched.moves.make = make;
    if (make_null) watched.moves.make_null = make_null;
    if (watches_facts) {
        watched.moves.generate = watch_generate;
        watched.moves.is_legal = watch_legality;
        watched.end.in_peril = watch_peril;
        watched.search.describe = watch_describe;
    }
    Tree tree = tree_of(&watched, fen);
    observed = tree.worker;
    search_run(tree.pool, tree.pos, &limits);
    if (observed->no_null.before) complain("a null move is verified for ever");
    ck_assert_msg(!complaint, "%s, %s: %s", game, fen ? fen : "start", complaint);
    tree_end(&tree);
}

static void watch(const char *game, const char *fen, int depth, void (*make)(Position *, Move), void (*make_null)(Position *))
{
    watch_limits(game, fen, (SearchLimits){.depth = depth}, make, make_null);
}

static void watch_null(Position *pos)
{
    ++nulls;
    if (pos->state->phase[pos->side] <= 0) complain("null move by a side without pieces");
    if (position_in_peril(pos)) complain("null move in peril");
    if (!pos->state->move && position_plies(pos)) complain("two null moves running");
    if (!position_plies(pos)) complain("null move at the root");
    if (real->moves.make_null) real->moves.make_null(pos);
    else position_pass(pos);
}

/* A side with only Kings and Pawns may be in zugzwang, so it makes no null move, whatever the other side has. */
START_TEST(test_null_move)
{
    watch("chess", "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1", 12, NULL, watch_null);
    ck_assert_int_eq(nulls, 0);
    watch("chess", "4k3/pppp4/8/8/8/8/4PPPP/1N2K3 w - - 0 1", 8, NULL, watch_null); /* one Knight is enough */
    ck_assert_int_gt(nulls, 0);
    watch("chess", "r3k3/pppp4/8/8/8/8/3PPPPP/4K3 w - - 0 1", 10, NULL, watch_null);
    watch("chess", "4k3/pppp4/8/8/8/8/4PPPP/R3K3 b - - 0 1", 10, NULL, watch_null);
    for (const Variant *const *v = variants; *v; ++v)
        watch((*v)->name, NULL, variant_bench_depth(*v) < 7 ? 5 : 8, NULL, watch_null);
    ck_assert_int_gt(nulls, 0);
}

/* What a game has found out about a position says nothing about the next, after a move or a null move. */
START_TEST(test_facts_of_nodes)
{
    real = variants[_i];
    fresh_list = malloc(real->moves.max * sizeof *fresh_list);
    ck_assert(fresh_list != NULL);
    watches_facts = true;
    watch(real->name, NULL, variant_bench_depth(real) < 7 ? 4 : 7, NULL, watch_null);
    watches_facts = false;
    free(fresh_list);
}

static unsigned mate_wanted; /* in this many moves */

static void watch_null_in_mates(Position *pos)
{
    if (position_plies(pos) < 2 * mate_wanted) complain("a null move among the moves of the mate that is looked for");
    watch_null(pos);
}

/* In a search for a mate in N moves, no node within these plies is pruned by its evaluation. */
START_TEST(test_mate_wanted)
{
    for (mate_wanted = 1; mate_wanted <= 2; ++mate_wanted) {
        SearchLimits limits = {.depth = 11, .mate = (int)mate_wanted};
        watch_limits("chess", "4k3/pppp4/8/8/8/8/4PPPP/R3K3 b - - 0 1", limits, NULL, watch_null_in_mates);
        watch_limits("chess", "r3k3/pppp4/8/8/8/8/3PPPPP/R3K3 w - - 0 1", limits, NULL, watch_null_in_mates);
    }
    ck_assert_int_gt(nulls, 0);
}

static int verified;

/* The node whose null move is being verified, and the ply until which its side may not make a null move. */
static struct Verification {
    int null_from;
    unsigned ply;
    Side side;
} verification;

/* The first move of a verification search is one of the node's own. */
static bool in_verification(const Position *pos)
{
    const Worker *w = observed;
    unsigned ply = position_plies(pos);
    if (pos != w->pos || w->no_null.before <= 0) return false;
    if (w->no_null.before != verification.null_from || ply <= verification.ply)
        verification = (struct Verification){.null_from = w->no_null.before, .ply = ply, .side = pos->side};
    return true;
}
static void watch_verification(Position *pos, Move move)
{
    verified += in_verification(pos);
    real->moves.make(pos, move);
}
static void watch_null_in_verification(Position *pos)
{
    if (in_verification(pos) && verification.null_from > (int)position_plies(pos) && verification.side == pos->side)
        complain("the side whose null move is verified passes");
    watch_null(pos);
}

/* A null-move cutoff at high depth is trusted only after a verification search without null moves. */
START_TEST(test_null_move_verified)
{
    static const char *const positions[] = {"8/2k2p2/2p2p2/2N5/3P1P2/6P1/5K2/3r4 w - - 0 1",
                                            "8/5pk1/6p1/8/3N4/6P1/5PK1/8 w - - 0 1", "8/8/4kp2/3n4/8/3B1P2/4K3/7R w - - 0 1",
                                            "3rk3/8/8/8/8/8/8/1R2K2R w - - 0 1"};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i)
        watch("chess", positions[i], 16, watch_verification, watch_null_in_verification);
    ck_assert_int_gt(nulls, 0);
    ck_assert_msg(verified > 0, "%d nodes verify", verified);
}

/* ---- Quiescence ---- */

static unsigned tried_at[MAX_PLY + 2]; /* moves of the node at this ply so far */
static int full_nodes, far_moves;

/* In a search of depth 1 there is only quiescence below the root. */
static void watch_quiescence(Position *pos, Move move)
{
    if (pos == observed->pos) {
        unsigned ply = position_plies(pos), breadth = variant_hints(real)->quiescence_breadth, in_full = breadth ? 1 : 4;
        MoveInfo info = info_of(pos, move);
        ++tried_at[ply];
        tried_at[ply + 1] = 0;
        if (ply > in_full) {
            ++far_moves;
            if (!info.noisy) complain("quiet moves are tried far down in quiescence");
        }
        if (breadth && ply > in_full) {
            unsigned bound = breadth >> (ply - 1) ? breadth >> (ply - 1) : 1;
            full_nodes += tried_at[ply] == bound;
            if (tried_at[ply] > bound) complain("more moves are tried than quiescence has room for");
        }
    }
    real->moves.make(pos, move);
}

/* Quiescence searches all moves in peril for some plies, then captures only. In games with many noisy moves
 * it tries only a few, fewer at greater depth. */
START_TEST(test_breadth_of_quiescence)
{
    int count;
    const PositionLine *lines = position_lines("epd", true, &count);
    for (int i = 0; i < count; ++i) {
        if (lines[i].number > (variant_hints(lines[i].variant)->quiescence_breadth ? 20 : 6)) continue;
        char fen[FEN_MAX];
        position_line_fen(&lines[i], fen);
        memset(tried_at, 0, sizeof tried_at);
        watch(lines[i].variant->name, fen, 1, watch_quiescence, NULL);
    }
    ck_assert_int_gt(far_moves, 100);
    ck_assert_int_gt(full_nodes, 100);
}

/* The state of the nodes that exclude a move, by ply. */
static struct Kept {
    Key key;
    Move excluded;
    TTEntry entry;
} kept[MAX_PLY + 1];

/* Nothing is known yet of the node after the next move. */
static void enter_node(const Position *pos)
{
    if (pos == observed->pos) kept[position_plies(pos) + 1].key = 0;
}

static void watch_make(Position *pos, Move move)
{
    const Worker *w = observed;
    if (pos == w->pos) {
        unsigned ply = position_plies(pos);
        const Stack *ss = w->stack + STACK_MARGIN + ply;
        struct Kept *k = &kept[ply];
        TTEntry now;
        if (ss->excluded) {
            ++excluded_nodes;
            if (move == ss->excluded) complain("the move left out is searched");
            if (k->key != pos->state->key || k->excluded != ss->excluded) {
                *k = (struct Kept){.key = pos->state->key, .excluded = ss->excluded};
                tt_probe(observed->pool->tt, k->key, &k->entry);
                if (k->entry.move == move || !(k->entry.bound & BOUND_LOWER))
                    complain("a move is thought singular that is not known to be good");
                /* The node has at least singular_depth, and the entry at most three plies less. */
                if (k->entry.depth < observed->pool->tuning.params.singular_depth - 3)
                    complain("a move is thought singular that is known from a shallow search");
            }
        } else if (k->key == pos->state->key && k->excluded == move) {
            ++singular_moves;
            if (tt_probe(observed->pool->tt, k->key, &now)
                && (now.move != k->entry.move || now.depth != k->entry.depth || now.bound != k->entry.bound
                    || now.score != k->entry.score))
                complain("a search without one move is stored as if it were of all moves");
            k->key = 0;
        }
    }
    enter_node(pos);
    real->moves.make(pos, move);
}

static void watch_pass(Position *pos)
{
    enter_node(pos);
    if (real->moves.make_null) real->moves.make_null(pos);
    else position_pass(pos);
}

/* For the singular extension the node is searched without its best move, and that result is not stored as the
 * node's own. */
START_TEST(test_excluded_move)
{
    watch("chess", "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9", 10, watch_make, watch_pass);
    ck_assert_int_gt(excluded_nodes, 20);
    ck_assert_int_gt(singular_moves, 5);
}

/* ---- History updates in the search ---- */

/* Moves that cause cutoffs are stored: two killers a ply, and one countermove for each answered move. */
START_TEST(test_killers_and_countermoves)
{
    static const char *const fens[] = {"r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9",
                                       "r2q1rk1/1p1nbppp/p2pbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR1B1R w - - 0 11",
                                       "rnbqkb1r/pp3ppp/4pn2/2pp4/2PP4/2N1PN2/PP3PPP/R1BQKB1R b KQkq - 0 5",
                                       "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5"};
    int pairs = 0, countermoves = 0;
    for (size_t n = 0; n < sizeof fens / sizeof *fens; ++n) {
        Tree tree = tree_at("chess", fens[n], "");
        const Worker *w = tree.worker;
        for (int depth = 4; depth <= 8; ++depth) { /* the killers of a ply belong to the last nodes searched there */
            tree_search(&tree, (SearchLimits){.depth = depth});
            for (int ply = 0; ply < depth; ++ply) {
                const Move *killers = w->stack[STACK_MARGIN + ply].killers;
                ck_assert(!killers[1] || killers[0] != killers[1]);
                pairs += killers[0] && killers[1];
            }
        }
        for (size_t i = 0; i < w->history.piece_to_count; ++i) countermoves += w->history.countermoves[i] != MOVE_NONE;
        tree_end(&tree);
    }
    ck_assert_msg(pairs > 2 && countermoves > 100, "%d pairs of killers, %d countermoves", pairs, countermoves);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("tree", 120, ONCE(test_distance_from_the_root), ONCE(test_bounds_that_answer), ONCE(test_kinds_of_bounds),
                     ONCE(test_lines_and_table), ONCE(test_passing_proves_no_mate), ONCE(test_mated_whatever_the_evaluation),
                     ONCE(test_quiet_win), ONCE(test_quiet_checks), ONCE(test_captures_are_played_out),
                     ONCE(test_corrections_are_used), ROWS(test_mate_distance, wins), ONCE(test_mates_in_the_table),
                     ROWS(test_late_rescue, threats), ONCE(test_mate_at_the_last_ply),
                     ONCE(test_mate_with_the_last_ply_of_the_counter), ROWS(test_counter_at_its_limit, counters),
                     ONCE(test_counter_and_table), ONCE(test_counter_in_the_table), ONCE(test_repetition_in_the_tree),
                     ROWS(test_repetition_of_the_game, shuffles), ONCE(test_cycles), ONCE(test_cycles_stay_out_of_the_table),
                     ONCE(test_no_win_by_a_cycle), ONCE(test_null_move), EACH_GAME(test_facts_of_nodes),
                     ONCE(test_breadth_of_quiescence), ONCE(test_mate_wanted), ONCE(test_null_move_verified),
                     ONCE(test_excluded_move), ONCE(test_killers_and_countermoves));
}
