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
END_TEST

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
END_TEST

int main(void)
{
    variants_init();
    return RUN_TESTS("policy", 60, ONCE(test_policy), ONCE(test_offers));
}
