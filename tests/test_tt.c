/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The transposition table: what it returns, what it keeps and what it replaces. */

#include <pthread.h>

#include "../src/eval/evaluate.h"
#include "../src/search/search.h"
#include "../src/search/tt.h"
#include "support.h"

/* ---- What is stored is found ---- */

START_TEST(test_entries)
{
    static const Score scores[] = {0, 1, -1, EVAL_MAX, -EVAL_MAX, SCORE_MATE - 1, -SCORE_MATE + 1, SCORE_CYCLE, -SCORE_CYCLE};
    TranspositionTable *tt = tt_new(1);
    TTEntry found;
    uint64_t seed = 9;
    ck_assert(tt != NULL);
    ck_assert(!tt_probe(tt, 12345, &found));
    for (size_t i = 0; i < sizeof scores / sizeof *scores; ++i) {
        Key key = splitmix64(&seed);
        TTEntry entry = {.move = ((Move)1 << MOVE_BITS) - 1 - i, .score = scores[i], .eval = -(Score)i,
                         .depth = (int)i * 20, .bound = (Bound)(1 + i % 3), .pv = i % 2};
        tt_store(tt, key, &entry);
        ck_assert(tt_probe(tt, key, &found));
        ck_assert_uint_eq(found.move, entry.move);
        ck_assert_int_eq(found.score, entry.score);
        ck_assert_int_eq(found.eval, entry.eval);
        ck_assert_int_eq(found.depth, entry.depth);
        ck_assert_int_eq(found.bound, entry.bound);
        ck_assert_int_eq(found.pv, entry.pv);
        ck_assert(!tt_probe(tt, key ^ 1, &found));
        tt_prefetch(tt, key);
    }
    TTEntry deep = {.move = 7, .score = 5, .eval = SCORE_NONE, .depth = MAX_PLY, .bound = BOUND_LOWER};
    tt_store(tt, 99, &deep);
    ck_assert(tt_probe(tt, 99, &found) && found.depth == MAX_PLY && found.eval == SCORE_NONE);
    tt_clear(tt);
    seed = 9;
    ck_assert(!tt_probe(tt, splitmix64(&seed), &found) && !tt_probe(tt, 99, &found));
    tt_free(tt);
    tt_free(NULL);
}

/* Far more entries than places: every hit must return what was stored. */
START_TEST(test_full_table)
{
    enum { ENTRIES = 300000 };
    TranspositionTable *tt = tt_new(1);
    TTEntry found;
    int hits = 0;
    ck_assert(tt != NULL);
    ck_assert_int_eq(tt_hashfull(tt), 0);
    tt_new_search(tt);
    for (Key i = 1; i <= ENTRIES; ++i) {
        TTEntry entry = {.move = i, .score = (Score)(i % 1000), .eval = 5, .depth = (int)(i % 30), .bound = BOUND_EXACT};
        tt_store(tt, i * 0x9E3779B97F4A7C15u, &entry);
    }
    ck_assert_int_gt(tt_hashfull(tt), 900);
    ck_assert_int_le(tt_hashfull(tt), 1000);
    for (Key i = 1; i <= ENTRIES; ++i) {
        if (!tt_probe(tt, i * 0x9E3779B97F4A7C15u, &found)) continue;
        ++hits;
        ck_assert_msg(found.move == i && found.score == (Score)(i % 1000), "another position's entry");
    }
    /* 1 MiB has room for 65536 entries of 16 bytes, and no place stays empty. */
    ck_assert_int_gt(hits, 60000);
    tt_new_search(tt);
    ck_assert_int_eq(tt_hashfull(tt), 0);
    tt_free(tt);
}

/* A key that differs in any single bit does not match. */
START_TEST(test_every_bit_of_the_key)
{
    TranspositionTable *tt = tt_new(1);
    TTEntry entry = {.move = 77, .score = 5, .depth = 9, .bound = BOUND_EXACT}, found;
    const Key key = 0x123456789ABCDEF0u;
    tt_store(tt, key, &entry);
    ck_assert(tt_probe(tt, key, &found));
    for (int bit = 0; bit < 32; ++bit)
        ck_assert_msg(!tt_probe(tt, key ^ (Key)1 << bit, &found), "bit %d tells nothing", bit);
    tt_free(tt);
}

/* ---- What is kept ---- */

/* Keys that differ only in their lower bits share one cluster. */
enum { CROWD = 64, SLOTS_MAX = 16 };
static Key neighbour(unsigned i) { return ((Key)0x5A5A5A5A << 32) + 1 + i; }

static void put(TranspositionTable *tt, unsigned i, int depth)
{
    tt_store(tt, neighbour(i), &(TTEntry){.move = 1 + i, .score = depth, .eval = 3, .depth = depth, .bound = BOUND_LOWER});
}
static bool knows(const TranspositionTable *tt, unsigned i)
{
    TTEntry found;
    return tt_probe(tt, neighbour(i), &found);
}
static unsigned count_known(const TranspositionTable *tt, unsigned from, unsigned to)
{
    unsigned known = 0;
    for (unsigned i = from; i < to; ++i) known += knows(tt, i);
    return known;
}
/* The number of entries in a cluster: what remains of a crowd. */
static unsigned cluster_slots(void)
{
    TranspositionTable *tt = tt_new(1);
    for (unsigned i = 0; i < CROWD; ++i) put(tt, i, 5);
    unsigned slots = count_known(tt, 0, CROWD);
    tt_free(tt);
    ck_assert_uint_ge(slots, 2);
    ck_assert_uint_lt(slots, SLOTS_MAX);
    return slots;
}

/* The shallowest entry is replaced, deep ones stay, in any order of storing. */
START_TEST(test_deep_entries_stay)
{
    unsigned slots = cluster_slots();
    for (unsigned deep = 0; deep < slots; ++deep) {
        TranspositionTable *tt = tt_new(1);
        for (unsigned i = 0; i < slots; ++i) put(tt, i, i == deep ? 20 : 10 + (int)i);
        for (unsigned i = slots; i < CROWD; ++i) put(tt, i, 2);
        ck_assert_msg(knows(tt, deep), "the deepest of %u entries, stored as number %u, is gone", slots, deep + 1);
        ck_assert_uint_eq(count_known(tt, 0, slots), slots - 1);
        tt_free(tt);
    }
    TranspositionTable *tt = tt_new(1);
    for (unsigned i = 0; i < slots; ++i) put(tt, i, 10 + (int)i);
    put(tt, CROWD, 1);
    ck_assert(!knows(tt, 0) && knows(tt, CROWD) && count_known(tt, 1, slots) == slots - 1);
    tt_free(tt);
}

/* An old entry is replaced before a new one of the same depth, and in the end at any depth; after one search
 * a much deeper entry still has the higher replacement value. */
START_TEST(test_ageing)
{
    unsigned slots = cluster_slots();
    TranspositionTable *tt = tt_new(1);
    for (int before = 0; before < 40; ++before) { /* the generation counter wraps */
        tt_clear(tt);
        for (int search = 0; search < before; ++search) tt_new_search(tt);
        put(tt, 0, 10);
        tt_new_search(tt);
        for (unsigned i = 1; i < slots; ++i) put(tt, i, 10);
        put(tt, slots, 10);
        ck_assert_msg(!knows(tt, 0) && count_known(tt, 1, slots + 1) == slots,
                      "after %d searches an old entry outlives new ones as deep", before);
    }

    tt_clear(tt);
    put(tt, 0, 30);
    tt_new_search(tt);
    for (unsigned i = 1; i < CROWD; ++i) put(tt, i, 2);
    ck_assert_msg(knows(tt, 0), "a deep entry is forgotten one search later");
    for (int search = 0; search < 16; ++search) tt_new_search(tt);
    for (unsigned i = CROWD; i < 2 * CROWD; ++i) put(tt, i, 2);
    ck_assert_msg(!knows(tt, 0), "a deep entry is never forgotten");
    ck_assert_uint_eq(count_known(tt, CROWD, 2 * CROWD), slots);
    tt_free(tt);
}

/* A search of age counts as four plies: of entries of like value the first of a cluster goes. */
START_TEST(test_plies_of_age)
{
    unsigned slots = cluster_slots();
    for (int depth = 10; depth <= 15; ++depth)
        for (int searches = 1; searches <= 2; ++searches) {
            TranspositionTable *tt = tt_new(1);
            for (unsigned i = 0; i < slots; ++i) put(tt, i, i + 1 < slots ? 9 : depth);
            for (int i = 0; i < searches; ++i) tt_new_search(tt);
            for (unsigned i = 0; i + 1 < slots; ++i) put(tt, i, 9);
            put(tt, slots, 1);
            ck_assert_msg(knows(tt, slots - 1) == (depth - 4 * searches >= 9), "depth %d, %d searches ago", depth, searches);
            tt_free(tt);
        }
}

/* A position has one entry. A new result replaces the old one, except a mere bound of a much shallower search
 * against a deeper entry of the same search. */
START_TEST(test_same_position_again)
{
    TranspositionTable *tt = tt_new(1);
    TTEntry found;
    Key key = neighbour(0);
    put(tt, 0, 12);
    tt_store(tt, key, &(TTEntry){.score = 1, .eval = 4, .depth = 3, .bound = BOUND_UPPER});
    ck_assert(tt_probe(tt, key, &found) && found.depth == 12 && found.bound == BOUND_LOWER);
    tt_store(tt, key, &(TTEntry){.score = 2, .eval = 4, .depth = 11, .bound = BOUND_UPPER});
    ck_assert(tt_probe(tt, key, &found) && found.depth == 11 && found.bound == BOUND_UPPER && found.score == 2);
    ck_assert_msg(found.move == 1, "a store without a move forgets the move that was known");
    tt_store(tt, key, &(TTEntry){.move = 9, .score = 3, .eval = 4, .depth = 1, .bound = BOUND_EXACT});
    ck_assert(tt_probe(tt, key, &found) && found.depth == 1 && found.bound == BOUND_EXACT && found.move == 9);

    put(tt, 0, 12);
    tt_new_search(tt);
    tt_store(tt, key, &(TTEntry){.score = 1, .eval = 4, .depth = 3, .bound = BOUND_UPPER});
    ck_assert_msg(tt_probe(tt, key, &found) && found.depth == 3, "an old entry bars the new one of the same position");
    ck_assert_uint_eq(count_known(tt, 0, CROWD), 1);
    /* The move of another position is not taken over. */
    unsigned slots = cluster_slots();
    for (unsigned i = 0; i < slots; ++i) put(tt, i, 5);
    tt_store(tt, neighbour(CROWD), &(TTEntry){.depth = 6, .bound = BOUND_UPPER});
    ck_assert(tt_probe(tt, neighbour(CROWD), &found) && !found.move);
    tt_free(tt);
}

/* ---- Static evaluations ---- */

START_TEST(test_evaluation_alone)
{
    TranspositionTable *tt = tt_new(1);
    TTEntry found;
    Key key = neighbour(0);
    tt_store_eval(tt, key, -123);
    ck_assert(tt_probe(tt, key, &found));
    ck_assert_int_eq(found.eval, -123);
    ck_assert_int_eq(found.bound, BOUND_NONE);
    ck_assert_int_eq(found.depth, 0);
    ck_assert_uint_eq(found.move, MOVE_NONE);
    /* Any search result completes it, and no evaluation replaces a search result. */
    tt_store(tt, key, &(TTEntry){.move = 5, .score = 77, .eval = -123, .depth = 0, .bound = BOUND_UPPER});
    ck_assert(tt_probe(tt, key, &found) && found.bound == BOUND_UPPER && found.score == 77 && found.move == 5
              && found.eval == -123);
    tt_store_eval(tt, key, -50);
    ck_assert(tt_probe(tt, key, &found) && found.bound == BOUND_UPPER && found.score == 77 && found.move == 5);
    ck_assert_uint_eq(count_known(tt, 0, CROWD), 1);
    tt_free(tt);
}

/* Evaluations use empty places and replace other evaluations; they never replace a result of the current
 * search above quiescence. */
START_TEST(test_evaluations_displace_no_search)
{
    unsigned slots = cluster_slots();
    TranspositionTable *tt = tt_new(1);
    for (unsigned i = 0; i < slots; ++i) put(tt, i, 1);
    for (unsigned i = slots; i < CROWD; ++i) tt_store_eval(tt, neighbour(i), 1);
    ck_assert_uint_eq(count_known(tt, 0, slots), slots);

    tt_clear(tt);
    for (unsigned i = 0; i < CROWD; ++i) tt_store_eval(tt, neighbour(i), (Score)i);
    ck_assert_uint_eq(count_known(tt, 0, CROWD), slots);
    ck_assert_msg(knows(tt, CROWD - 1), "the newest evaluation is not kept");
    for (unsigned i = 0; i < slots; ++i) {
        tt_store(tt, neighbour(CROWD + i), &(TTEntry){.move = 1, .depth = 0, .bound = BOUND_UPPER});
        ck_assert_msg(count_known(tt, CROWD, CROWD + i + 1) == i + 1, "a search's result goes, though an evaluation could");
    }
    tt_free(tt);
}

/* ---- Threads ---- */

enum { WRITERS = 2, WRITES = 200000 };
static TranspositionTable *shared;

/* Everything in these entries is derived from the key. */
static TTEntry entry_of(Key key)
{
    return (TTEntry){.move = (key * 0x9E3779B97F4A7C15u) >> (64 - MOVE_BITS), .score = (Score)(key % 20000),
                     .eval = (Score)(key * 7 % 10000), .depth = (int)(key % 50), .bound = (Bound)(1 + key % 3), .pv = key % 2};
}

static void *write_entries(void *argument)
{
    uint64_t seed = *(const uint64_t *)argument;
    for (int i = 0; i < WRITES; ++i) {
        Key key = neighbour((unsigned)random_below(&seed, CROWD));
        TTEntry entry = entry_of(key), found;
        tt_store(shared, key, &entry);
        key = neighbour((unsigned)random_below(&seed, CROWD));
        if (!tt_probe(shared, key, &found)) continue;
        entry = entry_of(key);
        if (found.move != entry.move || found.score != entry.score || found.eval != entry.eval || found.depth != entry.depth
            || found.bound != entry.bound || found.pv != entry.pv)
            return "halves of two entries were taken for one";
    }
    return NULL;
}

START_TEST(test_threads)
{
    pthread_t threads[WRITERS];
    uint64_t seeds[WRITERS] = {1, 2};
    shared = tt_new(1);
    for (int i = 0; i < WRITERS; ++i) ck_assert_int_eq(pthread_create(&threads[i], NULL, write_entries, &seeds[i]), 0);
    for (int i = 0; i < WRITERS; ++i) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        ck_assert_msg(!wrong, "%s", (const char *)wrong);
    }
    tt_free(shared);
}

int main(void)
{
    return RUN_TESTS("transposition table", 120, ONCE(test_entries), ONCE(test_full_table), ONCE(test_every_bit_of_the_key),
                     ONCE(test_deep_entries_stay), ONCE(test_ageing), ONCE(test_plies_of_age), ONCE(test_same_position_again),
                     ONCE(test_evaluation_alone), ONCE(test_evaluations_displace_no_search), ONCE(test_threads));
}
