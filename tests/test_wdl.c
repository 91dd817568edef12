/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Win, draw and loss, and normalised scores. */

#include <check.h>
#include <math.h>

#include "../src/eval/evaluate.h"
#include "../src/eval/wdl.h"
#include "../src/search/search.h"
#include "support.h"

/* A position of chess with a sheet of the test's own. */
static Position *with_sheet(const char *fen, const WdlSheet *sheet)
{
    static MeasuredSheet measured;
    static Variant copy;
    Position *pos = position_at("chess", fen);
    copy = *pos->variant;
    measured = (MeasuredSheet){.wdl = sheet};
    copy.measured = &measured;
    pos->variant = &copy;
    return pos;
}

START_TEST(test_model)
{
    static const WdlSheet sheet = {
        .level = {-40, -40, -40, -40, -40}, .draw = {100, 100, 100, 100, 100}, .spread = {50, 50, 50, 50, 50}, .above = 100};
    Position *pos = with_sheet(NULL, &sheet);
    ck_assert_int_eq(wdl_level(pos), -40);
    ck_assert_int_eq(wdl_lead(pos), 100 + 3 * 50);
    Wdl level = wdl_of(pos, -40), ahead = wdl_of(pos, 60), behind = wdl_of(pos, -140);
    ck_assert_double_eq_tol(level.win, level.loss, 1e-9);
    ck_assert_double_eq_tol(level.win, 1 / (1 + exp(2)), 1e-9);
    ck_assert_double_eq_tol(ahead.win, 0.5, 1e-9);
    ck_assert_double_eq_tol(behind.loss, 0.5, 1e-9);
    ck_assert_double_eq_tol(wdl_expected(level), 0.5, 1e-9);
    /* 0 is a draw by the rules, not an evaluation. */
    ck_assert_int_eq(score_normalise(pos, SCORE_DRAW), 0);
    ck_assert_int_gt(score_normalise(pos, 1), 20);
    ck_assert_int_eq(score_denormalise(pos, 0), SCORE_DRAW);
    /* The level is White's: for Black it is the other way round. */
    pos->side = BLACK;
    ck_assert_double_eq_tol(wdl_expected(wdl_of(pos, 40)), 0.5, 1e-9);
    ck_assert_double_eq_tol(wdl_of(pos, 140).win, 0.5, 1e-9);
    position_free(pos);
}

/* Above a probability of 50% the curves rise half as steeply, or twice; what one side wins the other cannot. */
START_TEST(test_above)
{
    static const WdlSheet flat = {.draw = {10, 10, 10, 10, 10}, .spread = {50, 50, 50, 50, 50}, .above = 50};
    static const WdlSheet steep = {.draw = {10, 10, 10, 10, 10}, .spread = {50, 50, 50, 50, 50}, .above = 200};
    Position *pos = with_sheet(NULL, &flat);
    Wdl ahead = wdl_of(pos, 60), behind = wdl_of(pos, -60), near = wdl_of(pos, 5);
    ck_assert_double_eq_tol(ahead.win, 1 / (1 + exp(-0.5)), 1e-9);
    ck_assert_double_eq_tol(ahead.loss, 1 / (1 + exp(1.4)), 1e-9);
    ck_assert_double_eq_tol(behind.loss, ahead.win, 1e-9);
    ck_assert_double_eq_tol(near.win, 1 / (1 + exp(0.1)), 1e-9);
    position_free(pos);
    pos = with_sheet(NULL, &steep);
    ahead = wdl_of(pos, 60), behind = wdl_of(pos, -60);
    ck_assert_double_eq_tol(ahead.win, 1 / (1 + exp(-2)), 1e-9);
    ck_assert_double_eq_tol(ahead.loss, 1 - ahead.win, 1e-9);
    ck_assert_double_eq_tol(behind.loss, ahead.win, 1e-9);
    ck_assert_double_eq_tol(behind.win, ahead.loss, 1e-9);
    ck_assert_int_eq(score_normalise(pos, 60), -score_normalise(pos, -60));
    position_free(pos);
}

START_TEST(test_material)
{
    /* The parameters lie between those of the knots: 32, 24, 16 and 8 pieces of 32 are knots. */
    static const WdlSheet sheet = {.draw = {0, 80, 160, 240, 320}, .spread = {10, 20, 30, 40, 50}, .above = 100};
    Position *pos = with_sheet(NULL, &sheet);
    ck_assert_double_eq_tol(wdl_of(pos, 320).win, 0.5, 1e-9);
    ck_assert_double_eq_tol(wdl_of(pos, 370).win, 1 / (1 + exp(-1)), 1e-9);
    position_free(pos);
    static const char half[] = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"; /* 17 pieces */
    pos = with_sheet(half, &sheet);
    ck_assert_double_eq_tol(wdl_of(pos, 170).win, 0.5, 1e-9);
    /* Each parameter by itself, between the knots of 16 and 24 pieces, of 8 and 16 behind a capture, and with more than all. */
    static const WdlSheet all = {
        .level = {-8, 0, 80, 160, 400}, .draw = {0, 8, 160, 240, 320}, .spread = {8, 16, 32, 48, 64}, .above = 150};
    position_free(pos);
    pos = with_sheet(half, &all);
    ck_assert_int_eq(wdl_level(pos), 90);
    ck_assert_int_eq(wdl_lead(pos), 170 + 3 * 34 * 100 / 150);
    ck_assert_double_eq_tol(wdl_of(pos, 90 + 170 + 34).win, 1 / (1 + exp(-1.5)), 1e-9);
    ck_assert_double_eq_tol(wdl_of(pos, 90 + 170 - 34).win, 1 / (1 + exp(1)), 1e-9);
    ck_assert_double_eq_tol(wdl_of(pos, 90 - 170 - 34).loss, 1 / (1 + exp(-1.5)), 1e-9);
    pos->side = BLACK;
    ck_assert_double_eq_tol(wdl_of(pos, -90 + 170 - 34).win, 1 / (1 + exp(1)), 1e-9);
    ck_assert_double_eq_tol(wdl_of(pos, -90 - 170 + 34).loss, 1 / (1 + exp(1)), 1e-9);
    ck_assert_int_eq(wdl_level(pos), 90);
    position_free(pos);
    pos = with_sheet("4k3/8/8/8/8/8/PPPP4/RNB1K3 w - - 0 1", &all); /* 9 pieces */
    ck_assert_int_eq(wdl_level(pos), 10);
    ck_assert_int_eq(wdl_lead(pos), 27 + 3 * 18 * 100 / 150);
    position_free(pos);
    pos = with_sheet("qqqqkqqq/qqqqqqqq/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", &all);
    ck_assert_int_eq(wdl_level(pos), 400);
    for (Square s = 16; s < 48; ++s) pos->board[s] = pos->board[0];
    ck_assert_int_eq(wdl_level(pos), 400);
    ck_assert_int_eq(wdl_lead(pos), 320 + 3 * 64 * 100 / 150);
    position_free(pos);
}

/* Score, normalised score and expected result say the same, in every game and at every material. */
START_TEST(test_normalised)
{
    for (size_t v = 0; variants[v]; ++v) {
        Position *pos = position_at(variants[v]->name, NULL);
        Score before = -SCORE_INFINITE, step = variant_margin_percent(variants[v]) / 10;
        for (Score score = -EVAL_MAX; score <= EVAL_MAX; score += step) {
            Score normalised = score_normalise(pos, score);
            if (!score) continue;
            ck_assert_msg(normalised >= before, "%s: %d becomes %d, less than before", variants[v]->name, score, normalised);
            before = normalised;
            Wdl wdl = wdl_of(pos, score);
            ck_assert(wdl.win >= 0 && wdl.loss >= 0 && wdl.win + wdl.loss <= 1 + 1e-9);
            if (normalised > -1000 && normalised < 1000)
                ck_assert_double_eq_tol(score_expected(normalised), wdl_expected(wdl), 0.002);
        }
        for (Score normalised = -300; normalised <= 300; normalised += 25) {
            Score raw = score_denormalise(pos, normalised);
            if (!normalised) continue;
            ck_assert(raw == 0 || score_normalise(pos, raw) >= normalised);
            ck_assert(raw - 1 == 0 || score_normalise(pos, raw - 1) < normalised);
        }
        position_free(pos);
    }
    Position *pos = position_at("chess", NULL);
    ck_assert_int_eq(score_permille(pos, 0), 500);
    ck_assert_int_eq(score_permille(pos, 70) + score_permille(pos, -70), 1000);
    ck_assert_int_eq(score_permille(pos, SCORE_MATE), 1000);
    position_free(pos);
    ck_assert_double_eq_tol(score_expected(0), 0.5, 1e-9);
    ck_assert_double_eq_tol(score_expected(100), 0.75, 1e-9);
    ck_assert_double_eq_tol(score_expected(-200), 0.1, 1e-9);
}

START_TEST(test_proven)
{
    Position *pos = position_at("chess", NULL);
    Score mate = SCORE_MATE - 7, cycle = SCORE_CYCLE;
    ck_assert_int_eq(score_normalise(pos, mate), mate);
    ck_assert_int_eq(score_normalise(pos, -mate), -mate);
    ck_assert_int_eq(score_denormalise(pos, -mate), -mate);
    ck_assert_int_eq(score_normalise(pos, cycle), cycle);
    ck_assert_int_eq(score_normalise(pos, SCORE_DRAW), 0);
    ck_assert_int_eq(score_denormalise(pos, 0), SCORE_DRAW);
    ck_assert_double_eq(wdl_of(pos, mate).win, 1);
    ck_assert_double_eq(wdl_of(pos, -mate).loss, 1);
    ck_assert_double_eq(score_expected(mate), 1);
    ck_assert_double_eq(score_expected(-cycle), 0);
    position_free(pos);
}

/* Every sheet is usable; where the sides are alike, 0 is level. */
START_TEST(test_sheets)
{
    for (size_t v = 0; variants[v]; ++v) {
        const WdlSheet *sheet = variant_measured(variants[v])->wdl;
        for (int knot = 0; sheet && knot < WDL_KNOTS; ++knot) {
            ck_assert(sheet->draw[knot] >= 0 && sheet->spread[knot] > 0 && sheet->above > 0);
            ck_assert(!variants[v]->symmetry.swap || sheet->level[knot] == 0);
        }
    }
}

int main(void)
{
    variants_init();
    return RUN_TESTS("wdl", 60, ONCE(test_model), ONCE(test_above), ONCE(test_material), ONCE(test_normalised), ONCE(test_proven),
                     ONCE(test_sheets));
}
