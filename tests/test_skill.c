/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Weakened players: what they may lose, what they must see, and their randomness. */


#include "../match/player.h"
#include "../src/search/levels.h"
#include "../src/search/search.h"
#include "support.h"

enum { HASH = 1 };

static SearchPool *pool_of(const Variant *variant)
{
    SearchPool *pool = search_new(variant, HASH, 1);
    ck_assert(pool != NULL);
    return pool;
}

static SearchResult choose(SearchPool *pool, const Position *pos, Skill skill)
{
    SearchResult result = search_run(pool, pos, &(SearchLimits){.skill = skill});
    ck_assert_msg(result.best && position_is_legal(pos, result.best), "no legal move is chosen");
    return result;
}

/* ---- Numbers ---- */

START_TEST(test_strength)
{
    Skill weaker = skill_of(0, 1);
    for (int s = 1; s <= SKILL_STRENGTH_MAX; ++s) {
        Skill skill = skill_of(s, 1);
        ck_assert(skill.limited && skill.nodes >= weaker.nodes && skill.breadth >= weaker.breadth);
        ck_assert(skill.generous <= weaker.generous && skill.hasty <= weaker.hasty);
        ck_assert(skill.loss <= weaker.loss && skill.opening_loss <= weaker.opening_loss);
        ck_assert(skill.opening_loss <= skill.loss && skill.opening_loss > 0);
        weaker = skill;
    }
    ck_assert(skill_of(-5, 1).nodes == skill_of(0, 1).nodes);
    ck_assert(skill_of(100000, 1).nodes == weaker.nodes);
    ck_assert(skill_of(0, 1).generous == 1000 && skill_of(SKILL_UNAIDED / 2, 1).generous == 500 && !weaker.generous);
}

/* Every level has a name. */
START_TEST(test_names_of_levels)
{
    static const struct { const char *name; int first, last; } names[] = {
        {"Newcomer", 0, 1},   {"Beginner", 2, 4}, {"Casual", 5, 7},   {"Club player", 8, 11},
        {"Strong", 12, 14},   {"Expert", 15, 17}, {"Master", 18, 19}, {"Full strength", 20, 20}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        for (int level = names[i].first; level <= names[i].last; ++level) ck_assert_str_eq(level_name(level), names[i].name);
    }
}

START_TEST(test_levels)
{
    const Variant *v = variants[_i];
    for (int level = 1; level <= LEVEL_FULL; ++level) {
        Skill lower = level_skill(v, level - 1, 1), higher = level_skill(v, level, 1);
        ck_assert_msg(level_elo(v, level - 1) < level_elo(v, level), "%s: level %d is not above the one before", v->name, level);
        ck_assert(lower.limited && lower.nodes <= higher.nodes + (uint64_t)!higher.limited * UINT32_MAX);
        ck_assert_int_eq(level_of_elo(v, level_elo(v, level)), level);
        ck_assert_int_eq(level_of_elo(v, level_elo(v, level) - 1), level - 1);
        /* An Elo plays as the level with that Elo, up to rounding. */
        Skill by_elo = level_skill_of_elo(v, level_elo(v, level), 1);
        ck_assert(by_elo.limited == higher.limited);
        if (higher.limited) ck_assert(by_elo.nodes <= higher.nodes * 11 / 10 && by_elo.nodes >= higher.nodes * 9 / 10);
    }
    ck_assert(!level_skill(v, LEVEL_FULL, 1).limited && !level_skill_of_elo(v, 30000, 1).limited);
    ck_assert(level_skill_of_elo(v, -30000, 1).nodes == level_skill(v, 0, 1).nodes);
    int low, high;
    level_elo_range(&low, &high);
    ck_assert((low == MIN_ELO || low <= level_elo(v, 0)) && low >= MIN_ELO && high >= level_elo(v, LEVEL_FULL));
}

/* ---- Moves ---- */

/* The seed and the position alone determine the move: not earlier searches and not the clock. */
START_TEST(test_chance)
{
    const Variant *v = variants[_i];
    Position *pos = position_at(v->name, NULL);
    SearchPool *fresh = pool_of(v), *used = pool_of(v);
    bool differ = false;
    search_run(used, pos, &(SearchLimits){.nodes = 20000});
    for (uint64_t seed = 1; seed <= 6; ++seed) {
        Skill skill = skill_of(400, seed);
        search_clear(fresh);
        SearchResult first = choose(fresh, pos, skill);
        SearchResult clock = search_run(fresh, pos, &(SearchLimits){.skill = skill, .time = 100000000, .increment = 1000});
        ck_assert(first.best && clock.best);
        differ |= first.best != choose(used, pos, skill_of(400, seed + 100)).best;
        search_clear(fresh);
        SearchResult again = choose(fresh, pos, skill);
        ck_assert(again.best == first.best && again.score == first.score && again.nodes == first.nodes);
    }
    ck_assert_msg(differ, "%s: all seeds play alike", v->name);
    /* Full strength does not depend on earlier games of weakened players. */
    search_clear(fresh);
    search_clear(used);
    SearchResult full = search_run(fresh, pos, &(SearchLimits){.nodes = 5000});
    SearchResult unlimited = search_run(used, pos, &(SearchLimits){.nodes = 5000, .skill = level_skill(v, LEVEL_FULL, 3)});
    ck_assert(full.best == unlimited.best && full.nodes == unlimited.nodes && full.score == unlimited.score);
    search_free(fresh);
    search_free(used);
    position_free(pos);
}

/* The weakest levels mate a lone king with a Rook, a Bishop and two Pawns, within the draw rules, against a defender that
 * runs as far as it sees; of 396 games they won all but one. */
START_TEST(test_lone_king)
{
    static const char *const fens[] = {"8/8/8/3k4/8/8/PP6/R1B1K3 w - - 0 1", "8/8/4k3/8/8/2P5/1P6/R3KB2 w - - 0 1",
                                       "2brk3/pp6/8/8/8/8/5K2/8 b - - 0 1"};
    enum { SEEDS = 2, LEVELS = 3, DEFENDER = 300 };
    int missed = 0;
    const Variant *v = variants[0];
    SearchPool *pool = pool_of(v), *other = pool_of(v);
    for (size_t i = 0; i < sizeof fens / sizeof *fens * SEEDS * LEVELS; ++i) {
        Position *pos = position_at(v->name, fens[i % (sizeof fens / sizeof *fens)]);
        Skill skill = level_skill(v, (int)(i / SEEDS % LEVELS), i + 1);
        Side strong = pos->side;
        Outcome outcome;
        while ((outcome = position_outcome(pos)).result == ONGOING) {
            Move move = pos->side == strong ? choose(pool, pos, skill).best
                                            : search_run(other, pos, &(SearchLimits){.nodes = DEFENDER}).best;
            ck_assert(position_reserve(pos, 2));
            position_make(pos, move);
        }
        missed += outcome.result != result_win(strong);
        ck_assert_msg(missed <= 1, "level %zu, seed %zu: %s", i / SEEDS % LEVELS, i + 1, outcome.reason);
        position_free(pos);
    }
    search_free(pool);
    search_free(other);
}

/* Against the weakest level, where it was measured, a player wins at least half of its games who takes whatever it can, else plays
 * at random: in 40 games, with TEST_LONG. */
START_TEST(test_weakest)
{
    enum { PLIES = 800, GAMES = 40 };
    const Variant *v = variants[_i];
    if (!level_is_measured(v) || !environment_number("TEST_LONG", 0)) return;
    SearchPool *pool = pool_of(v);
    int wins = 0;
    for (int game = 0; game < GAMES && 2 * wins < GAMES; ++game) {
        Position *pos = position_at(v->name, NULL);
        uint64_t random = (uint64_t)game + 1;
        Side own = game % 2 ? BLACK : WHITE;
        Outcome outcome;
        while ((outcome = position_outcome(pos)).result == ONGOING && position_plies(pos) < PLIES) {
            Move move = pos->side == own ? choose(pool, pos, level_skill(v, 0, (uint64_t)game)).best : player_taker(pos, &random);
            ck_assert(position_reserve(pos, 2));
            position_make(pos, move);
        }
        wins += outcome.result == result_win(own ^ 1);
        position_free(pos);
    }
    ck_assert_msg(2 * wins >= GAMES, "%s: %d wins of %d", v->name, wins, GAMES);
    search_free(pool);
}

/* A generous player does not take what stands there, nor does it put anything where it can be taken. */
START_TEST(test_generous)
{
    Position *pos = position_at("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 30");
    SearchPool *pool = pool_of(pos->variant);
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        Move move = choose(pool, pos, skill_of(0, seed)).best;
        ck_assert_msg(move == move_at(pos, "e4e5"), "seed %d", (int)seed);
    }
    position_free(pos);
    /* It allows the mate in one. */
    pos = position_at("chess", "rnbqkbnr/pppp1ppp/4p3/8/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2");
    for (uint64_t seed = 1; seed <= 20; ++seed) ck_assert(choose(pool, pos, skill_of(0, seed)).best == move_at(pos, "g2g4"));
    /* It would rather stalemate than mate. */
    position_free(pos);
    pos = position_at("chess", "k7/8/1K6/8/8/2Q5/8/8 w - - 0 30");
    Move moves[2] = {move_at(pos, "c3c7"), move_at(pos, "c3c8")};
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        SearchLimits limits = {.skill = skill_of(0, seed), .moves = moves, .move_count = 2};
        ck_assert(search_run(pool, pos, &limits).best == moves[0]);
    }
    /* What is taken costs more than the check that takes it is worth. */
    position_free(pos);
    pos = position_at("chess", "1k2q3/8/8/8/8/8/7P/R5K1 w - - 0 30");
    moves[0] = move_at(pos, "a1e1"), moves[1] = move_at(pos, "h2h3");
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        SearchLimits limits = {.skill = skill_of(0, seed), .moves = moves, .move_count = 2};
        ck_assert(search_run(pool, pos, &limits).best == moves[1]);
    }
    search_free(pool);
    position_free(pos);
}

int main(void)
{
    variants_init();
    int games = games_count();
    return RUN_TESTS("skill", 240, ONCE(test_strength), EACH(test_levels, games), EACH(test_chance, games), ONCE(test_lone_king),
                     EACH(test_weakest, games), ONCE(test_generous), ONCE(test_names_of_levels));
}
