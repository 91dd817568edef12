/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* When the engine resigns, and when it offers or accepts a draw. */

#include "../src/session/policy.h"
#include "../src/search/levels.h"
#include "../src/search/search.h"
#include "support.h"

/* The number of moves after which a level with this constant score resigns; 0 if never. */
static unsigned resigns_after(int level, Score score)
{
    Policy m = {0};
    for (unsigned move = 1; move <= 14; ++move) {
        policy_note(&m, 2 * move, score);
        policy_note(&m, 2 * move + 1, -score); /* the opponent's score */
        policy_take_back(&m, 2 * move + 1);
        if (policy_resigns(&m, level)) return move;
    }
    return 0;
}

START_TEST(test_policy)
{
    Position *pos = position_at("chess", NULL);
    ck_assert_uint_eq(resigns_after(LEVEL_FULL, -600), 4);
    ck_assert_uint_eq(resigns_after(LEVEL_FULL, -599), 0);
    ck_assert_uint_eq(resigns_after(14, -780), 6);
    ck_assert_uint_eq(resigns_after(14, -779), 0);
    ck_assert_uint_eq(resigns_after(POLICY_RESIGN_LEVEL, -SCORE_MATE), 8);
    ck_assert_uint_eq(resigns_after(POLICY_RESIGN_LEVEL - 1, -SCORE_MATE), 0);

    /* A better or missing score resets the count. */
    Policy m = {0};
    for (unsigned move = 0; move < 3; ++move) policy_note(&m, 2 * move, -2000);
    Policy gap = m, better = m;
    policy_note(&gap, 8, -2000);
    ck_assert(!policy_resigns(&gap, LEVEL_FULL));
    policy_note(&better, 6, -500);
    ck_assert(!policy_resigns(&better, LEVEL_FULL));
    policy_note(&better, 6, -2000); /* taken back and searched again */
    ck_assert(policy_resigns(&better, LEVEL_FULL));

    /* When the engine plays both sides, each side's own moves count. */
    Policy alone = {0};
    for (unsigned ply = 0; ply <= 6; ++ply) {
        ck_assert(!policy_resigns(&alone, LEVEL_FULL));
        policy_note(&alone, ply, ply % 2 ? 2000 : -2000);
    }
    ck_assert(policy_resigns(&alone, LEVEL_FULL));
    policy_note(&alone, 7, 2000);
    ck_assert(!policy_resigns(&alone, LEVEL_FULL));

    /* Draws. */
    Policy none = {0};
    ck_assert(!policy_takes_draw(&none, 5) && !policy_is_better(&none));
    ck_assert(policy_takes_draw(&m, LEVEL_FULL));
    for (unsigned move = 3; move < 11; ++move) policy_note(&m, 2 * move, move % 2 ? 10 : -10);
    ck_assert(policy_takes_draw(&m, LEVEL_FULL) && !policy_offers_draw(&m, pos, LEVEL_FULL));
    policy_note(&m, 22, 40);
    ck_assert(!policy_takes_draw(&m, LEVEL_FULL) && !policy_is_better(&m));
    policy_note(&m, 22, 61);
    ck_assert(policy_is_better(&m));
    position_free(pos);
}

START_TEST(test_offers)
{
    Position *pos = position_at("chess", NULL);
    Policy m = {0};
    unsigned offers[4], n = 0;
    for (unsigned ply = 0; ply < 160; ++ply) {
        static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
        if (pos->side == WHITE) policy_note(&m, ply, ply < 40 ? 100 : 0);
        play(pos, shuffle[ply % 4]);
        if (pos->side == BLACK && n < 4 && policy_offers_draw(&m, pos, LEVEL_FULL)) offers[n++] = ply + 1;
    }
    ck_assert_uint_eq(n, 3);
    ck_assert(offers[0] == 61 && offers[1] == 101 && offers[2] == 141);
    position_free(pos);
}

/* Scores at the bounds of what is even, bad and good, by level. */
START_TEST(test_bounds)
{
    static const struct { int level; Score even; } levels[] = {{LEVEL_FULL, 10}, {19, 12}, {15, 20}, {8, 34}, {0, 50}};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; ++i) {
        for (Score beyond = 0; beyond < 2; ++beyond) {
            for (int sign = -1; sign <= 1; sign += 2) {
                Policy m = {0};
                for (unsigned move = 0; move < 8; ++move) {
                    ck_assert(!policy_takes_draw(&m, levels[i].level));
                    policy_note(&m, 2 * move, move == 4 ? sign * (levels[i].even + beyond) : 0);
                }
                ck_assert(policy_takes_draw(&m, levels[i].level) == !beyond);
            }
        }
    }
    Policy m = {0};
    static const struct { Score score; bool takes, better; } scores[] = {
        {-61, true, false}, {-60, false, false}, {60, false, false}, {61, false, true}, {SCORE_MATE, false, true},
        {-SCORE_MATE, true, false}};
    for (size_t i = 0; i < sizeof scores / sizeof *scores; ++i) {
        policy_note(&m, 5, scores[i].score);
        ck_assert(policy_takes_draw(&m, LEVEL_FULL) == scores[i].takes && policy_is_better(&m) == scores[i].better);
    }
    /* Level 9: 11 levels below, each 5% of 600 more, and one move more for 3 of them. */
    ck_assert_uint_eq(resigns_after(9, -930), 7);
    ck_assert_uint_eq(resigns_after(9, -929), 0);
    ck_assert_uint_eq(resigns_after(LEVEL_FULL, -SCORE_INFINITE), 4);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("policy", 60, ONCE(test_policy), ONCE(test_offers), ONCE(test_bounds));
}
