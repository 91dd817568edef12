/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What docs/levels.md says of weakened players, one property at a time: players with a single weakness, and
 * an invented level sheet. Frequencies are counted over many seeds. */

#include <stdlib.h>

#include "../src/search/levels.h"
#include "../src/search/search.h"
#include "support.h"

enum { HASH = 1, SEEDS = 400, ALL_SEEN = 100000000, NO_BOUND = 4000, TENTHS = 10 };

/* A mate in one by a quiet move. */
static const char mate[] = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 30";
/* An unguarded Queen. */
static const char gift[] = "k7/7p/8/8/3q4/8/6PP/3R3K w - - 0 30";
/* A Pawn whose capture costs a Queen: just after the opening, by the move number, and just inside it. */
static const char trap[] = "k7/1p6/8/8/8/1Q6/8/7K w - - 0 7", trap_in_opening[] = "k7/1p6/8/8/8/1Q6/8/7K w - - 0 6";

/* No weakness except the number of evaluated positions. */
static Skill perfect(void)
{
    return (Skill){.limited = true, .nodes = 100, .breadth = ALL_SEEN, .loss = NO_BOUND, .opening_loss = NO_BOUND};
}

static int count_moves(const char *fen)
{
    Position *pos = position_at("chess", fen);
    size_t count;
    free(position_moves(pos, &count));
    position_free(pos);
    return (int)count;
}

/* The moves played with each of SEEDS seeds. */
static void play_seeds(const Position *pos, Skill skill, Move *played)
{
    SearchPool *pool = search_new(pos->variant, HASH, 1);
    ck_assert(pool != NULL);
    for (int i = 0; i < SEEDS; ++i) {
        skill.seed = (uint64_t)i + 1;
        played[i] = search_run(pool, pos, &(SearchLimits){.skill = skill}).best;
    }
    search_free(pool);
}

static int count_of(const Move *played, Move move)
{
    int count = 0;
    for (int i = 0; i < SEEDS; ++i) count += played[i] == move;
    return count;
}

/* The number of seeds that play the move. */
static int plays(const char *fen, const char *move, Skill skill)
{
    Position *pos = position_at("chess", fen);
    Move played[SEEDS], wanted = move_at(pos, move);
    play_seeds(pos, skill, played);
    position_free(pos);
    return count_of(played, wanted);
}

/* Expects this share in per mille, within the error of this many seeds. */
static void expect_share(int played, int permille, const char *what)
{
    enum { ERROR = 75 };
    int share = played * 1000 / SEEDS;
    ck_assert_msg(share > permille - ERROR && share < permille + ERROR, "%s: %d permille, not %d", what, share, permille);
}

/* ---- Overlooked moves ---- */

START_TEST(test_overlooked)
{
    Skill skill = perfect();
    /* Of N quiet moves it sees breadth / (N + breadth): half if N equals its breadth, a third if N is twice
     * that. */
    skill.breadth = TENTHS * count_moves(mate);
    expect_share(plays(mate, "d1d8", skill), 500, "a quiet move");
    skill.breadth /= 2;
    expect_share(plays(mate, "d1d8", skill), 333, "a quiet move among twice as many");
    /* Captures are overlooked half as often. */
    skill.breadth = TENTHS * count_moves(gift) / 2;
    expect_share(plays(gift, "d1d4", skill), 500, "a capture");
}

/* A player that considers thirty moves sees every winning move, among any number. */
START_TEST(test_wins_seen)
{
    static const char many[] = "6k1/5ppp/8/8/2N2BN1/1PP5/3R1PPP/6K1 w - - 0 30";
    Skill skill = perfect();
    ck_assert_int_gt(count_moves(many), 30);
    skill.breadth = 30 * TENTHS;
    ck_assert_int_eq(plays(many, "d2d8", skill), SEEDS);
    ck_assert_int_eq(plays(mate, "d1d8", skill), SEEDS);
    --skill.breadth;
    int played = plays(mate, "d1d8", skill);
    ck_assert_msg(played > 0 && played < SEEDS, "%d of %d", played, SEEDS);
}

/* In haste it plays the best-looking move without the reply; less often if there are few moves. */
START_TEST(test_haste)
{
    Skill skill = perfect();
    int moves = count_moves(trap);
    ck_assert_int_eq(plays(trap, "b3b7", skill), 0);
    skill.hasty = 900;
    expect_share(plays(trap, "b3b7", skill), 900 * moves / (moves + 12), "greed");
}

/* Against a lone king with overwhelming material nothing is overlooked, and nothing done in haste. An enemy Pawn, or less
 * material, and the player errs as elsewhere. */
START_TEST(test_lone_king)
{
    Skill skill = perfect();
    skill.breadth = TENTHS / 2;
    skill.hasty = 400;
    ck_assert_int_eq(plays("7k/8/6K1/8/8/8/1PP5/R2B4 w - - 0 30", "a1a8", skill), SEEDS);
    ck_assert_int_lt(plays("7k/8/1p4K1/8/8/8/1PP5/R2B4 w - - 0 30", "a1a8", skill), SEEDS / 2);
    ck_assert_int_lt(plays("7k/8/6K1/8/8/8/8/R2B4 w - - 0 30", "a1a8", skill), SEEDS / 2);
}

/* ---- Allowed losses ---- */

START_TEST(test_bound)
{
    Skill skill = perfect();
    skill.hasty = 900;
    skill.loss = 300;
    ck_assert_int_eq(plays(trap, "b3b7", skill), 0);
    ck_assert_int_gt(plays(trap_in_opening, "b3b7", skill), SEEDS / 3);
    skill.loss = NO_BOUND;
    skill.opening_loss = 300;
    ck_assert_int_gt(plays(trap, "b3b7", skill), SEEDS / 3);
    ck_assert_int_eq(plays(trap_in_opening, "b3b7", skill), 0);
    /* It may lose as much as a Queen and a Pawn. */
    skill.loss = skill.opening_loss = 1500;
    ck_assert_int_gt(plays(trap, "b3b7", skill), SEEDS / 3);
}

/* A loss does not count as long as the score stays above twenty Pawns. */
START_TEST(test_decided)
{
    static const char decided[] = "k7/1p6/8/8/8/1Q6/3NNNNN/4NNNK w - - 0 30";
    Skill skill = perfect();
    skill.hasty = 900;
    skill.loss = 100;
    ck_assert_int_gt(plays(decided, "b3b7", skill), SEEDS / 3);
}

/* ---- Chance ---- */

/* The number of seeds that play another move than most seeds do. */
static int varied(const char *fen)
{
    Position *pos = position_at("chess", fen);
    Move played[SEEDS];
    int most_played = 0;
    play_seeds(pos, perfect(), played);
    for (int i = 0; i < SEEDS; ++i) most_played = (int)max(most_played, count_of(played, played[i]));
    position_free(pos);
    return SEEDS - most_played;
}

/* Between two equal moves it may play either, mostly in the opening; between unequal ones never. */
START_TEST(test_variety)
{
    expect_share(varied("k7/7p/8/8/8/8/7P/K7 w - - 0 6"), 350, "in the opening");
    expect_share(varied("k7/7p/8/8/8/8/7P/K7 w - - 0 7"), 80, "later");
    ck_assert_int_eq(varied("k7/7p/8/8/3q4/8/6PP/3R3K w - - 0 1"), 0);
}

/* ---- Strength ---- */

/* The table of docs/levels.md. */
START_TEST(test_table)
{
    static const struct { int strength; uint64_t nodes; int generous, breadth, hasty, loss, opening_loss; } rows[] = {
        {900, 2560, 0, 2000, 20, 250, 80},  {1100, 10240, 0, 6000, 0, 120, 60},  {1300, 40960, 0, 15000, 0, 80, 50},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Skill skill = skill_of(rows[i].strength, 1);
        ck_assert(skill.nodes == rows[i].nodes && skill.breadth == rows[i].breadth && skill.hasty == rows[i].hasty);
        ck_assert_int_eq(skill.generous, rows[i].generous);
        ck_assert(skill.loss == rows[i].loss && skill.opening_loss == rows[i].opening_loss);
    }
    /* Linear interpolation: a quarter of the way. */
    Skill quarter = skill_of(550, 1);
    ck_assert(quarter.breadth == 300 && quarter.loss == 875 && quarter.opening_loss == 140 && quarter.nodes == 240);
    /* Evaluated positions: its own number, at least 400, and at least twelve for each move. */
    ck_assert_uint_eq(skill_evaluation_nodes(&quarter, 20), 400);
    ck_assert_uint_eq(skill_evaluation_nodes(&quarter, 50), 600);
    Skill strong = skill_of(1100, 1);
    ck_assert_uint_eq(skill_evaluation_nodes(&strong, 50), 10240);
}

/* ---- Levels ---- */

/* A game with these measured levels. */
static const LevelSheet sheet = {
    .strength = {10, 20, 40, 60, 100, 200, 300, 400, 500, 600, 700},
    .elo = {1000, 1100, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2400},
};

static void expect_strength(Skill skill, int strength)
{
    Skill wanted = skill_of(strength, 1);
    ck_assert(skill.limited && skill.nodes == wanted.nodes && skill.breadth == wanted.breadth && skill.loss == wanted.loss
              && skill.generous == wanted.generous && skill.seed == 9);
}

START_TEST(test_levels)
{
    Variant v = *variants[0];
    MeasuredSheet measured = {.levels = &sheet};
    v.measured = &measured;
    /* The measured values, and half way between. */
    ck_assert(level_elo(&v, 0) == 1000 && level_elo(&v, 2) == 1100 && level_elo(&v, 3) == 1200
              && level_elo(&v, LEVEL_FULL) == 2400);
    expect_strength(level_skill(&v, 0, 9), 10);
    expect_strength(level_skill(&v, 2, 9), 20);
    expect_strength(level_skill(&v, 3, 9), 30);
    expect_strength(level_skill(&v, 19, 9), 650);
    ck_assert(!level_skill(&v, LEVEL_FULL, 9).limited);
    /* The highest level whose Elo is not higher. */
    ck_assert(level_of_elo(&v, 1199) == 2 && level_of_elo(&v, 1200) == 3 && level_of_elo(&v, 1299) == 3);
    ck_assert(level_of_elo(&v, 0) == 0 && level_of_elo(&v, 2399) == 19 && level_of_elo(&v, 2400) == LEVEL_FULL
              && level_of_elo(&v, 9999) == LEVEL_FULL);
    /* Any Elo: a quarter of the way between two measured levels, and the ends. */
    expect_strength(level_skill_of_elo(&v, 1150, 9), 25);
    expect_strength(level_skill_of_elo(&v, 1300, 9), 40);
    expect_strength(level_skill_of_elo(&v, 2100, 9), 625);
    expect_strength(level_skill_of_elo(&v, 1000, 9), 10);
    expect_strength(level_skill_of_elo(&v, 0, 9), 10);
    ck_assert(level_skill_of_elo(&v, 2399, 9).limited && !level_skill_of_elo(&v, 2400, 9).limited);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("skill search", 120, ONCE(test_overlooked), ONCE(test_wins_seen), ONCE(test_haste), ONCE(test_lone_king),
                     ONCE(test_bound), ONCE(test_decided), ONCE(test_variety), ONCE(test_table), ONCE(test_levels));
}
