/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The thread pool: which thread's move is played, how threads and tables are created, what callbacks receive,
 * when a search ends. */

#define _GNU_SOURCE /* thread attributes, with the GNU library */

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "../src/search/pool.h"
#include "../src/search/worker.h"
#include "support.h"

enum { HASH = 2 };

static const char open_game[] = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9";

static SearchPool *pool_of(const char *game, int threads)
{
    SearchPool *pool = search_new(variant_find(game), HASH, threads);
    ck_assert(pool != NULL);
    return pool;
}

/* ---- The vote ---- */

/* The result of a thread: its best move, its score in the last iteration (-SCORE_INFINITE: stopped before it
 * was searched) and in the previous one, the depth finished. */
typedef struct Finding {
    Move move;
    Score score, previous;
    int depth;
} Finding;

enum { FINDINGS = 4, UNSEEN = -SCORE_INFINITE };

static int elected(SearchLimits limits, const Finding *findings)
{
    SearchPool *pool = pool_of("chess", FINDINGS);
    pool->limits = limits;
    for (int i = 0; i < FINDINGS; ++i) {
        Worker *w = pool->workers[i];
        w->root.moves = calloc(2, sizeof *w->root.moves);
        ck_assert(w->root.moves != NULL);
        w->root.count = 2;
        w->root.moves[0] = (RootMove){.move = findings[i].move, .score = findings[i].score, .previous = findings[i].previous};
        w->root.moves[1] = (RootMove){.move = 99, .score = UNSEEN, .previous = UNSEEN};
        w->root.completed = findings[i].depth;
    }
    int id = best_thread(pool)->id;
    search_free(pool);
    return id;
}

START_TEST(test_vote)
{
    const SearchLimits clock = {.time = 1000};
    /* Equal depth and score: the move with most votes. */
    ck_assert_int_eq(elected(clock, (Finding[]){{1, 10, 10, 9}, {2, 10, 10, 9}, {2, 10, 10, 9}, {3, 10, 10, 9}}), 1);
    ck_assert_int_eq(elected(clock, (Finding[]){{1, 10, 10, 9}, {1, 10, 10, 9}, {2, 10, 10, 9}, {3, 10, 10, 9}}), 0);
    ck_assert_int_eq(elected(clock, (Finding[]){{1, 10, 10, 1}, {1, 10, 10, 9}, {1, 10, 10, 7}, {3, 10, 10, 1}}), 1);
    /* A thread with a much better score, or a slightly better one and more depth. */
    ck_assert_int_eq(elected(clock, (Finding[]){{1, 10, 10, 9}, {1, 10, 10, 9}, {2, 200, 10, 9}, {1, 10, 10, 9}}), 2);
    ck_assert_int_eq(elected(clock, (Finding[]){{1, 10, 10, 2}, {1, 10, 10, 2}, {1, 10, 10, 2}, {2, 12, 10, 12}}), 3);
    /* A move found in the last iteration counts with that score, although the previous iteration did not have
     * it. */
    ck_assert_int_eq(elected(clock, (Finding[]){{1, 150, UNSEEN, 9}, {2, 10, 10, 9}, {2, 10, 10, 9}, {2, 10, 10, 9}}), 0);
    ck_assert_int_eq(elected(clock, (Finding[]){{1, 10, 300, 9}, {2, 10, 10, 9}, {2, 10, 10, 9}, {2, 10, 10, 9}}), 1);
    /* A move that the last iteration did not reach counts with the score of the previous iteration. */
    ck_assert_int_eq(elected(clock, (Finding[]){{1, UNSEEN, 150, 9}, {2, 10, 10, 9}, {2, 10, 10, 9}, {2, 10, 10, 9}}), 0);
    ck_assert_int_eq(elected(clock, (Finding[]){{1, UNSEEN, 10, 9}, {2, 10, 10, 9}, {2, 10, 10, 9}, {3, 10, 10, 9}}), 1);
    /* A thread that has finished no iteration has no vote; if none has, the main thread's move is played. */
    ck_assert_int_eq(elected(clock, (Finding[]){{1, 10, 10, 9}, {2, 900, UNSEEN, 0}, {2, 900, UNSEEN, 0}, {2, 900, UNSEEN, 0}}), 0);
    ck_assert_int_eq(elected(clock, (Finding[]){{1, 10, UNSEEN, 0}, {2, -50, -50, 3}, {3, 20, UNSEEN, 0}, {3, 20, UNSEEN, 0}}), 1);
    ck_assert_int_eq(elected(clock, (Finding[]){{2, UNSEEN, UNSEEN, 0}, {2, 5, 5, 3}, {2, 5, 5, 0}, {1, 5, 5, 3}}), 1);
    ck_assert_int_eq(elected(clock, (Finding[]){{1, UNSEEN, UNSEEN, 0}, {2, 5, 5, 0}, {2, 5, 5, 0}, {2, 5, 5, 0}}), 0);
}

/* If the main thread's limits define the result, its move is the answer. */
START_TEST(test_no_vote)
{
    static const SearchLimits limits[] = {{.depth = 9}, {.nodes = 9999}, {.node_budget = 9999}, {.multipv = 3, .time = 1000}};
    static const Finding findings[] = {{1, 10, 10, 9}, {2, 900, 900, 30}, {2, 900, 900, 30}, {2, 900, 900, 30}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) ck_assert_int_eq(elected(limits[i], findings), 0);
    ck_assert_int_eq(elected((SearchLimits){.time = 1000}, findings), 1);
    ck_assert_int_eq(elected((SearchLimits){.infinite = true, .multipv = 1}, findings), 1);
}

/* ---- Threads ---- */

static void wait_a_little(void) { nanosleep(&(struct timespec){0, 1000000}, NULL); }

/* A main thread that waits in its first report until the helper has reached a depth, or all depths. */
typedef struct HeldUp {
    SearchPool *pool;
    uint64_t until;
    Move best, ponder; /* reported last */
    SearchResult result;
} HeldUp;

static bool is_busy(Worker *w)
{
    pthread_mutex_lock(&w->pool->signals.mutex);
    bool busy = w->thread.task != NULL;
    pthread_mutex_unlock(&w->pool->signals.mutex);
    return busy;
}

static void hold_up(void *context, const SearchReport *report)
{
    HeldUp *held = context;
    held->best = report->pv[0];
    held->ponder = report->pv_length > 1 ? report->pv[1] : MOVE_NONE;
    while (search_status(held->pool).nodes < held->until && is_busy(held->pool->workers[1])) wait_a_little();
    search_stop(held->pool);
}
static void held_done(void *context, const SearchResult *result) { ((HeldUp *)context)->result = *result; }

/* The move played is the one that the threads vote for: here the main thread is held back. */
START_TEST(test_vote_of_a_helper)
{
    Position *pos = position_at("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    HeldUp held = {.pool = pool_of("chess", 2), .until = 300000};
    SearchCallbacks callbacks = {.report = hold_up, .done = held_done, .context = &held};
    ck_assert(search_start(held.pool, pos, &(SearchLimits){.infinite = true}, &callbacks));
    search_wait(held.pool);
    ck_assert_uint_eq(held.result.best, move_at(pos, "f6a6"));
    ck_assert_msg(score_mate_in(held.result.score) == 3, "%d, depth %d, nodes %llu", held.result.score, held.result.depth,
                  (unsigned long long)held.result.nodes);
    ck_assert_int_gt(held.result.depth, 3);
    /* Its line is reported, though the main thread had found none of it. */
    ck_assert_uint_eq(held.best, held.result.best);
    ck_assert(held.ponder && held.ponder == held.result.ponder);
    search_free(held.pool);
    position_free(pos);
}

#ifdef __GLIBC__
static Variant watched;
static const Variant *real;
static atomic_size_t least_stack;
static atomic_int threads_seen;

static void watch_make(Position *pos, Move move)
{
    static _Thread_local bool seen;
    if (!seen) {
        pthread_attr_t attributes;
        size_t size = 0, min = atomic_load(&least_stack);
        seen = true;
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            pthread_attr_getstacksize(&attributes, &size);
            pthread_attr_destroy(&attributes);
        }
        while (size < min && !atomic_compare_exchange_weak(&least_stack, &min, size)) continue;
        atomic_fetch_add(&threads_seen, 1);
    }
    real->moves.make(pos, move);
}

static void wait_for_threads(void *context, const SearchReport *report)
{
    (void)report;
    while (atomic_load(&threads_seen) < *(const int *)context) wait_a_little();
}

/* Every search thread has the stack size it may need, whatever the system's default. */
START_TEST(test_stack)
{
    enum { LITTLE = 256 << 10 };
    int threads = 3;
    ErrorText error;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    ck_assert_int_eq(pthread_attr_setstacksize(&attributes, LITTLE), 0);
    ck_assert_int_eq(pthread_setattr_default_np(&attributes), 0);
    pthread_attr_destroy(&attributes);
    real = variant_find("chess");
    watched = *real;
    watched.moves.make = watch_make;
    atomic_store(&least_stack, SIZE_MAX);
    Position *pos = position_new(&watched);
    ck_assert(pos && position_set_fen(pos, real->position.start_fen, &error));
    SearchPool *pool = search_new(&watched, HASH, threads);
    SearchCallbacks callbacks = {.report = wait_for_threads, .context = &threads};
    ck_assert(pool && search_start(pool, pos, &(SearchLimits){.depth = 2}, &callbacks));
    search_wait(pool);
    ck_assert_msg(atomic_load(&least_stack) >= SEARCH_STACK, "a search thread has %zu bytes of stack", atomic_load(&least_stack));
    search_free(pool);
    position_free(pos);
}
#else
START_TEST(test_stack) {} /* needs pthread_getattr_np */
#endif

/* ---- Hash size ---- */

/* A failed allocation leaves a pool that searches as before, with its old table. */
START_TEST(test_failed_hash_allocation)
{
    Position *pos = position_at("chess", open_game);
    SearchPool *pool = pool_of("chess", 1);
    ck_assert(!search_set_hash(pool, SIZE_MAX >> 20));
    ck_assert_uint_eq(search_hash(pool), HASH);
    TTEntry entry;
    SearchResult result = search_run(pool, pos, &(SearchLimits){.depth = 7});
    ck_assert(position_is_legal(pos, result.best));
    ck_assert(tt_probe(pool->tt, pos->state->key, &entry));
    ck_assert(entry.bound != BOUND_NONE && entry.depth > 3 && entry.move != MOVE_NONE);
    /* A successful change clears the table; setting the same size does not. */
    ck_assert(search_set_hash(pool, HASH));
    ck_assert_int_gt(tt_hashfull(pool->tt), 0);
    ck_assert(search_set_hash(pool, 1));
    ck_assert_int_eq(tt_hashfull(pool->tt), 0);
    ck_assert_uint_eq(search_hash(pool), 1);
    search_free(pool);
    position_free(pos);
}

/* A remembered result is found as if it had been searched; after a change to another game and back, the pool remembers nothing. */
START_TEST(test_another_game)
{
    Position *pos = position_at("chess", open_game);
    SearchPool *pool = pool_of("chess", 1);
    TTEntry entry;
    search_store(pool, pos, 123, 9);
    ck_assert(search_set_variant(pool, pos->variant) && tt_probe(pool->tt, pos->state->key, &entry));
    ck_assert(entry.score == 123 && entry.depth == 9 && entry.bound == BOUND_EXACT && entry.eval == SCORE_NONE);
    ck_assert(search_set_variant(pool, variant_find("borderlands")) && !tt_probe(pool->tt, pos->state->key, &entry));
    ck_assert(search_set_variant(pool, pos->variant));
    SearchResult result = search_run(pool, pos, &(SearchLimits){.depth = 3});
    ck_assert(position_is_legal(pos, result.best) && result.score < 123);
    search_clear(pool);
    ck_assert(!tt_probe(pool->tt, pos->state->key, &entry));
    search_free(pool);
    position_free(pos);
}

/* ---- Limits and callbacks ---- */

/* A node budget interrupts no iteration. An iteration that would cost three times the budget does not start;
 * one that costs a third does. */
START_TEST(test_node_budget)
{
    enum { DEPTHS = 6 };
    SearchPool *pool = pool_of("chess", 1);
    Position *pos = position_at("chess", open_game);
    uint64_t nodes[DEPTHS + 1] = {0};
    for (int depth = 1; depth <= DEPTHS; ++depth) {
        search_clear(pool);
        nodes[depth] = search_run(pool, pos, &(SearchLimits){.depth = depth}).nodes;
        ck_assert_uint_gt(nodes[depth], nodes[depth - 1]);
    }
    for (int depth = 1; depth < DEPTHS; ++depth) {
        search_clear(pool);
        SearchResult result = search_run(pool, pos, &(SearchLimits){.node_budget = nodes[depth]});
        ck_assert_int_gt(result.depth, 0);
        ck_assert_int_le(result.depth, DEPTHS);
        ck_assert_uint_eq(result.nodes, nodes[result.depth]);
        if (result.depth > 1) ck_assert_uint_lt(nodes[result.depth - 1], 3 * nodes[depth]);
        ck_assert_uint_ge(3 * result.nodes, nodes[depth]);
    }
    search_free(pool);
    position_free(pos);
}

/* Gives one root move all nodes after each iteration, or none of them any. */
typedef struct Shares {
    SearchPool *pool;
    size_t whole; /* the index of that move */
} Shares;

static void share_nodes(void *context, const SearchReport *report)
{
    const Shares *shares = context;
    Worker *w = shares->pool->workers[0];
    if (report->bound != BOUND_EXACT) return;
    for (size_t i = 0; i < w->root.count; ++i) w->root.moves[i].nodes = i == shares->whole ? nodes_of(w) : 0;
}

/* A best move that took most of the nodes needs less than was planned. The share of another move says nothing. */
START_TEST(test_share_of_the_best_move)
{
    enum { SHARES = 3 };
    static const size_t whole[SHARES] = {0, 1, SIZE_MAX};
    Position *pos = position_at("chess", open_game);
    uint64_t nodes[SHARES];
    for (int i = 0; i < SHARES; ++i) {
        Shares shares = {.pool = pool_of("chess", 1), .whole = whole[i]};
        SearchCallbacks callbacks = {.report = share_nodes, .context = &shares};
        ck_assert(search_in_caller(shares.pool, pos, &(SearchLimits){.node_budget = 20000}, &callbacks));
        nodes[i] = shares.pool->result.nodes;
        search_free(shares.pool);
    }
    position_free(pos);
    ck_assert_uint_lt(nodes[0], nodes[1]);
    ck_assert_uint_eq(nodes[1], nodes[2]);
}

/* Entries of an earlier search are old: hashfull counts only those of the last one. */
START_TEST(test_table_of_another_search)
{
    SearchPool *pool = pool_of("chess", 1);
    Position *pos = position_at("chess", open_game);
    search_run(pool, pos, &(SearchLimits){.nodes = 20000});
    int used = tt_hashfull(pool->tt);
    ck_assert_int_gt(used, 50);
    search_run(pool, pos, &(SearchLimits){.nodes = 100});
    ck_assert_int_lt(tt_hashfull(pool->tt), used / 4);
    position_free(pos);
    search_free(pool);
}

/* The nodes of a search are those of all its threads. */
START_TEST(test_nodes_of_all_threads)
{
    Position *pos = position_at("chess", open_game);
    SearchPool *pool = pool_of("chess", 2);
    SearchResult result = search_run(pool, pos, &(SearchLimits){.move_time = 200});
    uint64_t nodes[2] = {nodes_of(pool->workers[0]), nodes_of(pool->workers[1])};
    ck_assert(nodes[0] > 0 && nodes[1] > 0);
    ck_assert_uint_eq(result.nodes, nodes[0] + nodes[1]);
    search_free(pool);
    position_free(pos);
}

/* A weakened player does not probe endgame tablebases. A mate search is never weakened. */
START_TEST(test_weaker_player)
{
    Position *pos = position_at("chess", open_game);
    SearchPool *pool = pool_of("chess", 1);
    Tablebases *tablebases = tb_new(pos->variant);
    Skill skill = skill_of(400, 5);
    ck_assert(tablebases != NULL);
    search_set_tablebases(pool, tablebases);
    SearchResult one = search_run(pool, pos, &(SearchLimits){.skill = skill});
    ck_assert(pool->limits.skill.limited && !pool->tables.active);
    search_clear(pool);
    SearchResult many = search_run(pool, pos, &(SearchLimits){.skill = skill, .multipv = 4});
    ck_assert(one.best == many.best && one.nodes == many.nodes && one.score == many.score);
    search_run(pool, pos, &(SearchLimits){.depth = 1});
    ck_assert(pool->tables.active == tablebases);
    search_run(pool, pos, &(SearchLimits){.skill = skill, .mate = 1, .depth = 1});
    ck_assert(!pool->limits.skill.limited && pool->tables.active == tablebases);
    search_free(pool);
    tb_free(tablebases);
    position_free(pos);
}

static bool told_drawn;
static void note_drawn(void *context, const SearchReport *report)
{
    (void)context;
    told_drawn = report->drawn;
}

/* A draw is certain only if the rules or tablebases say so. */
START_TEST(test_certain_draws)
{
    static const struct { const char *fen; bool tables, drawn; } positions[] = {
        {"8/8/4k3/8/8/4K3/8/8 w - - 0 1", false, true},   {"8/8/4k3/8/8/4KN2/8/8 b - - 0 1", false, true},
        {"k7/P7/8/1K6/8/8/8/8 b - - 0 1", false, false},  {"k7/P7/8/1K6/8/8/8/8 b - - 0 1", true, true},
        {"8/8/8/8/4k3/8/8/K6R w - - 0 1", true, false},   {"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", true, false},
    };
    Tablebases *tablebases = tb_new(variant_find("chess"));
    ck_assert(tablebases != NULL);
    tb_add_embedded(tablebases);
    bool built_in = tb_count(tablebases) > 0;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) {
        Position *pos = position_at("chess", positions[i].fen);
        SearchPool *pool = pool_of("chess", 1);
        SearchCallbacks callbacks = {.report = note_drawn};
        search_set_tablebases(pool, positions[i].tables ? tablebases : NULL);
        ck_assert(search_in_caller(pool, pos, &(SearchLimits){.depth = 1}, &callbacks));
        bool drawn = positions[i].drawn && (built_in || !positions[i].tables);
        ck_assert_msg(told_drawn == drawn, "%s, tables %d: %d", positions[i].fen, positions[i].tables, told_drawn);
        search_free(pool);
        position_free(pos);
    }
    tb_free(tablebases);
}

/* The depths that a thread searches, as bits. */
static Variant deep;
static SearchPool *deep_pool;
static uint32_t depths_searched;
static void note_depth(Position *pos, Move move)
{
    for (int i = 0; i < deep_pool->threads; ++i)
        if (deep_pool->workers[i]->pos == pos && !position_plies(pos)) depths_searched |= 1u << deep_pool->workers[i]->root.depth;
    variant_find("chess")->moves.make(pos, move);
}

/* The main thread searches every depth. Each helper skips some depths, but none of the first ones, and not
 * those that the next helper skips. */
START_TEST(test_depths_of_helpers)
{
    enum { THREADS = 3, LAST = 9, FIRST = 0x1E, ALL = (2 << LAST) - 2 };
    uint32_t searched[THREADS];
    ErrorText error;
    deep = *variant_find("chess");
    deep.moves.make = note_depth;
    deep.measured = NULL;
    Position *pos = position_new(&deep);
    deep_pool = search_new(&deep, HASH, THREADS);
    ck_assert(pos && deep_pool && position_set_fen(pos, "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1", &error));
    search_run(deep_pool, pos, &(SearchLimits){.depth = 1});
    size_t count;
    Move *moves = position_moves(pos, &count);
    for (int i = 0; i < THREADS; ++i) {
        Worker *w = deep_pool->workers[i];
        search_clear(deep_pool);
        deep_pool->limits.depth = LAST;
        atomic_store(&deep_pool->signals.stop, false);
        ck_assert(worker_place(w, pos) && worker_begin(w, moves, count));
        depths_searched = 0;
        search_iterate(w);
        searched[i] = depths_searched;
        ck_assert_uint_eq(depths_searched & FIRST, FIRST);
    }
    ck_assert_uint_eq(searched[0], ALL);
    for (int i = 1; i < THREADS; ++i)
        ck_assert_msg(searched[i] != ALL && searched[i] != searched[i - 1], "thread %d: %x", i, searched[i]);
    free(moves);
    search_free(deep_pool);
    position_free(pos);
}

/* A listener for a search. */
typedef struct Listener {
    SearchPool *pool;
    pthread_t caller;
    bool elsewhere; /* called from another thread */
    int stop_depth, reports, dones, evaluations, wrong;
    SearchResult result;
} Listener;

static void listen(Listener *l) { l->elsewhere |= !pthread_equal(l->caller, pthread_self()); }
static void on_report(void *context, const SearchReport *report)
{
    Listener *l = context;
    listen(l);
    ++l->reports;
    if (l->stop_depth && report->bound == BOUND_EXACT && report->depth >= l->stop_depth) search_stop(l->pool);
}
static void on_done(void *context, const SearchResult *result)
{
    Listener *l = context;
    listen(l);
    ++l->dones;
    l->result = *result;
}
static void on_evaluated(void *context, const Position *pos, Score eval)
{
    Listener *l = context;
    listen(l);
    ++l->evaluations;
    l->wrong += eval != evaluate(pos, NULL);
}

static Listener listen_here(const char *fen, SearchLimits limits, int stop_depth)
{
    Listener l = {.pool = pool_of("chess", 1), .caller = pthread_self(), .stop_depth = stop_depth};
    Position *pos = position_at("chess", fen);
    SearchCallbacks callbacks = {.report = on_report, .done = on_done, .evaluated = on_evaluated, .context = &l};
    ck_assert(search_in_caller(l.pool, pos, &limits, &callbacks));
    ck_assert(!search_is_running(l.pool) && l.dones == 1 && l.reports > 0);
    ck_assert(position_is_legal(pos, l.result.best));
    search_free(l.pool);
    position_free(pos);
    return l;
}

/* A search in the caller's thread: all callbacks run there, and it returns whatever the limits are. */
START_TEST(test_search_here)
{
    Listener l = listen_here(open_game, (SearchLimits){.depth = 5}, 0);
    ck_assert(!l.elsewhere && l.result.depth == 5);
    l = listen_here(open_game, (SearchLimits){.depth = 4, .ponder = true}, 0);
    ck_assert(!l.elsewhere && l.result.depth == 4);
    l = listen_here(open_game, (SearchLimits){.infinite = true}, 5);
    ck_assert(!l.elsewhere && l.result.depth == 5);
    /* Only the Kings can move, each between two squares: no depth is too deep. */
    l = listen_here("5b1k/4p1p1/4P1P1/8/8/1p1p2p1/1P1P2P1/K1B4B w - - 0 1", (SearchLimits){.infinite = true}, 0);
    ck_assert_int_eq(l.result.depth, MAX_PLY - 1);
}

/* Evaluations are reported, each for the position itself: not scaled by the draw counter, which
 * is well advanced here. */
START_TEST(test_evaluated)
{
    Listener l = listen_here("r4rk1/pp3ppp/2n1b3/8/8/2N1B3/PP3PPP/R4RK1 w - - 60 40", (SearchLimits){.nodes = 40000}, 0);
    ck_assert_int_eq(l.wrong, 0);
    ck_assert_int_gt(l.evaluations, 40000 / 20);
    ck_assert_int_le(l.evaluations, 2 * 40000);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("pool", 120, ONCE(test_vote), ONCE(test_no_vote), ONCE(test_vote_of_a_helper), ONCE(test_stack),
                     ONCE(test_failed_hash_allocation), ONCE(test_another_game), ONCE(test_node_budget),
                     ONCE(test_share_of_the_best_move), ONCE(test_table_of_another_search), ONCE(test_weaker_player),
                     ONCE(test_nodes_of_all_threads), ONCE(test_certain_draws), ONCE(test_depths_of_helpers),
                     ONCE(test_search_here), ONCE(test_evaluated));
}
