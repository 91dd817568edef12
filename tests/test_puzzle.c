/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Puzzles: what is one and what is not, what a line of EPD may hold, when two are alike. */

#include <stdlib.h>
#include <string.h>

#include "../lab/puzzle_work.h"
#include "support.h"

static PuzzleFinder finder;

static void begin(const char *game)
{
    ErrorText error;
    ck_assert_msg(finder_init(&finder, variant_find(game), &error), "%s", error.text);
}

static void done(void) { finder_free(&finder); }

/* Reads a line that must be sound. */
static Puzzle puzzle_of(const char *line)
{
    Puzzle puzzle;
    ErrorText error;
    ck_assert_msg(puzzle_read(finder.pos, line, &puzzle, &error), "%s", error.text);
    return puzzle;
}

static Finding verdict(const char *line)
{
    Puzzle puzzle = puzzle_of(line);
    return find_verify(&finder, &puzzle);
}

/* ---- One move wins ---- */

static const char mate_in_two[] = "2k5/8/R2Q1q2/2pP1p2/2P1p3/8/1r6/3K4 b - -";
static const char two_mates[] = "3k4/8/8/8/8/8/rq6/3K4 b - -"; /* a2a1, b2b1, b2d2 */

START_TEST(a_forced_win_is_found_with_its_line)
{
    Puzzle puzzle;
    begin("chess");
    ck_assert_int_eq(find_win(&finder, "2k5/8/R2Q1q2/2pP1p2/2P1p3/8/1r6/3K4 b - - 0 1", 3, &puzzle), FINDING_PUZZLE);
    ck_assert_int_eq(puzzle.kind, PUZZLE_WIN);
    ck_assert_uint_eq(puzzle.moves, 2); /* the least number, though three were allowed */
    ck_assert_uint_eq(puzzle.plies, 3);
    ck_assert_uint_eq(puzzle.line[0], move_at(finder.pos, "f6d4"));
    ck_assert_int_eq(find_verify(&finder, &puzzle), FINDING_PUZZLE);
    done();
}

START_TEST(what_is_no_puzzle)
{
    static const struct { const char *fen; unsigned moves; Finding finding; } cases[] = {
        {"3k4/8/8/8/8/8/rq6/3K4 b - - 0 1", 1, FINDING_DUAL}, /* two moves win */
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 2, FINDING_NO_WIN},
        {"6k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1", 1, FINDING_PUZZLE}, /* Queen or Rook on e8: the same mate */
    };
    begin("chess");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Puzzle puzzle;
        ck_assert_msg(find_win(&finder, cases[i].fen, cases[i].moves, &puzzle) == cases[i].finding, "%s", cases[i].fen);
        if (cases[i].finding == FINDING_PUZZLE) ck_assert_int_eq(find_verify(&finder, &puzzle), FINDING_PUZZLE);
    }
    done();
}

/* ---- Faults in a puzzle are noticed ---- */

START_TEST(verification_notices_faults)
{
    static const struct { const char *line; Finding finding; } cases[] = {
        {"2k5/8/R2Q1q2/2pP1p2/2P1p3/8/1r6/3K4 b - - dm 2; pv f6d4 d1c1 d4d2; c2 \"win\";", FINDING_PUZZLE},
        /* another first move */
        {"2k5/8/R2Q1q2/2pP1p2/2P1p3/8/1r6/3K4 b - - dm 2; pv f6f7 d1c1 f7a7; c2 \"win\";", FINDING_DUAL},
        /* the last move does not win */
        {"2k5/8/R2Q1q2/2pP1p2/2P1p3/8/1r6/3K4 b - - dm 2; pv f6d4 d1c1 d4d3; c2 \"win\";", FINDING_NO_WIN},
        /* it takes fewer moves than told: a win in two told as one in three */
        {"2k5/8/R2Q1q2/2pP1p2/2P1p3/8/1r6/3K4 b - - dm 3; pv f6d4 d1c1 d4e5 d6e5 b2b1; c2 \"win\";", FINDING_NO_LINE},
        /* more moves win */
        {"3k4/8/8/8/8/8/rq6/3K4 b - - dm 1; pv a2a1; c2 \"win\";", FINDING_DUAL},
        /* nothing is to be saved or won at the start */
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv e2e4; c2 \"search win\";", FINDING_MARGIN},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv e2e4; c2 \"table win\";", FINDING_NO_WIN},
    };
    begin("chess");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        ck_assert_msg(verdict(cases[i].line) == cases[i].finding, "%s: %s", cases[i].line, finding_names[verdict(cases[i].line)]);
    done();
}

START_TEST(search_finds_the_only_move)
{
    Puzzle puzzle;
    begin("chess");
    /* A Queen takes a Queen, or is taken. */
    ck_assert_int_eq(find_search(&finder, "6k1/5ppp/8/3q4/8/8/3Q1PPP/6K1 w - - 0 1", &puzzle), FINDING_PUZZLE);
    ck_assert_uint_eq(puzzle.line[0], move_at(finder.pos, "d2d5"));
    ck_assert_int_eq(puzzle.kind, PUZZLE_SEARCH_WIN);
    ck_assert_int_eq(find_verify(&finder, &puzzle), FINDING_PUZZLE);
    /* Another move in its place is noticed. */
    puzzle.plies = 1;
    puzzle.line[0] = move_at(finder.pos, "g2g3");
    ck_assert_int_eq(find_verify(&finder, &puzzle), FINDING_DEEPER);
    done();
}

/* ---- What is right ---- */

START_TEST(any_win_counts_at_the_last_move_only)
{
    char line[200];
    begin("chess");
    snprintf(line, sizeof line, "%s dm 1; pv a2a1; c2 \"win\";", two_mates);
    Puzzle puzzle = puzzle_of(line);
    ck_assert(puzzle_is_right(&puzzle, finder.pos, 0, move_at(finder.pos, "a2a1")));
    ck_assert(puzzle_is_right(&puzzle, finder.pos, 0, move_at(finder.pos, "b2b1")));
    ck_assert(!puzzle_is_right(&puzzle, finder.pos, 0, move_at(finder.pos, "b2c3")));
    snprintf(line, sizeof line, "%s dm 2; pv f6d4 d1c1 d4d2; c2 \"win\";", mate_in_two);
    puzzle = puzzle_of(line);
    ck_assert(puzzle_is_right(&puzzle, finder.pos, 0, move_at(finder.pos, "f6d4")));
    ck_assert(!puzzle_is_right(&puzzle, finder.pos, 0, move_at(finder.pos, "f6d6")));
    ck_assert(!puzzle_is_right(&puzzle, finder.pos, 3, move_at(finder.pos, "f6d4")));
    done();
}

/* ---- Likeness and themes ---- */

static Likeness likeness_of(const char *line)
{
    Puzzle puzzle = puzzle_of(line);
    return puzzle_likeness(&finder, &puzzle);
}

START_TEST(mirrored_puzzles_are_alike)
{
    begin("chess");
    Likeness one = likeness_of("2k5/8/R2Q1q2/2pP1p2/2P1p3/8/1r6/3K4 b - - dm 2; pv f6d4 d1c1 d4d2; c2 \"win\";");
    Likeness files = likeness_of("5k2/8/2q1Q2R/2p1Pp2/3p1P2/8/6r1/4K3 b - - dm 2; pv c6e4 e1f1 e4e2; c2 \"win\";");
    Likeness colours = likeness_of("3k4/1R6/8/2p1P3/2Pp1P2/r2q1Q2/8/2K5 w - - dm 2; pv f3d5 d8c8 d5d7; c2 \"win\";");
    ck_assert(one.position == files.position && one.idea == files.idea);
    ck_assert(one.position == colours.position && one.idea == colours.idea);
    /* A Pawn more: another position, the same idea. */
    Likeness more = likeness_of("2k5/p7/R2Q1q2/2pP1p2/2P1p3/8/1r6/3K4 b - - dm 2; pv f6d4 d1c1 d4d2; c2 \"win\";");
    ck_assert(one.position != more.position && one.idea == more.idea);
    Likeness other = likeness_of("8/8/8/8/8/2k5/4r3/K5n1 b - - dm 2; pv c3b3 a1b1 e2e1; c2 \"win\";");
    ck_assert(one.position != other.position && one.idea != other.idea);
    done();
}

/* ---- Moves of two halves ---- */

static const char two_halves[] = "16/14p1/16/7rk6P/1K1p6Q5/5k3K6/R15/16 w - - 0 1";

START_TEST(a_half_that_does_not_matter_is_no_other_move)
{
    unsigned right = 0, wrong = 0;
    size_t count;
    begin("bordahbee");
    Puzzle puzzle;
    ck_assert_int_eq(find_win(&finder, two_halves, 2, &puzzle), FINDING_PUZZLE);
    ck_assert_uint_eq(puzzle.plies, 3);
    ck_assert(position_set_fen(finder.pos, two_halves, &(ErrorText){""}));
    Move *list = position_moves(finder.pos, &count);
    PuzzleSteps solution = puzzle_steps(finder.pos, puzzle.line[0]);
    for (size_t i = 0; i < count; ++i) {
        PuzzleSteps steps = puzzle_steps(finder.pos, list[i]);
        bool shares = puzzle_steps_common(&steps, &solution);
        bool wins = prove_move(finder.pos, list[i], 2, &(ProofNodes){0}) == PROOF_WIN;
        ck_assert(find_is_right(&puzzle, finder.pos, 0, list[i]) == wins);
        ck_assert(shares || !wins);
        right += wins;
        wrong += shares && !wins;
    }
    free(list);
    ck_assert_uint_gt(right, 1); /* with several companions, ... */
    ck_assert_uint_gt(wrong, 0); /* and not with each */
    ck_assert_int_eq(find_verify(&finder, &puzzle), FINDING_PUZZLE);
    done();
}

/* ---- Lines of EPD ---- */

START_TEST(lines_are_written_as_they_are_read)
{
    static const char line[] = "2k5/8/R2Q1q2/2pP1p2/2P1p3/8/1r6/3K4 b - - dm 2; pv f6d4 d1c1 d4d2; "
                               "c0 \"peril long\"; c1 \"1041\"; c2 \"win\";";
    Buffer out = {0};
    begin("chess");
    Puzzle puzzle = puzzle_of(line);
    ck_assert_int_eq(puzzle.rating, 1041);
    puzzle_write(finder.pos, &puzzle, NULL, &out);
    ck_assert_str_eq(buffer_text(&out), line);
    buffer_clear(&out);
    puzzle_write(finder.pos, &puzzle, "chess 1", &out);
    ck_assert(strstr(buffer_text(&out), " bm f6d4; dm 2;") && strstr(buffer_text(&out), "id \"chess 1\";"));
    buffer_free(&out);
    done();
}

START_TEST(bad_lines_are_refused_with_the_reason)
{
    static const struct { const char *line, *why; } cases[] = {
        {"", "FEN"},
        {"4k3/8/8/8/8/8/8/4K3 w - - ", "no solution"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - pv e2e5; c2 \"win\";", "e2e5"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - pv e2e4 e8e7; c2 \"search win\";", "the last"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - pv e2e4; pv e2e4; c2 \"search win\";", "two solutions"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - pv e2e4; c2 \"search win\"; dm 1;", "dm"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - pv e2e4; dm 2; c2 \"win\";", "2 moves"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - pv e2e4; c0 \"brilliant\"; c2 \"search win\";", "brilliant"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - pv e2e4; c2 \"guess\";", "guess"},
    };
    begin("chess");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Puzzle puzzle;
        ErrorText error = {""};
        ck_assert_msg(!puzzle_read(finder.pos, cases[i].line, &puzzle, &error), "%s", cases[i].line);
        ck_assert_msg(strstr(error.text, cases[i].why) != NULL, "%s: %s", cases[i].line, error.text);
    }
    done();
}

int main(void)
{
    variants_init();
    return RUN_TESTS("puzzle", 300, ONCE(a_forced_win_is_found_with_its_line), ONCE(what_is_no_puzzle),
                     ONCE(verification_notices_faults), ONCE(search_finds_the_only_move),
                     ONCE(any_win_counts_at_the_last_move_only), ONCE(mirrored_puzzles_are_alike),
                     ONCE(a_half_that_does_not_matter_is_no_other_move), ONCE(lines_are_written_as_they_are_read),
                     ONCE(bad_lines_are_refused_with_the_reason));
}
