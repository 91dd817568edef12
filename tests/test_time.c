/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Time management: plans, and whole searches with a simulated clock that advances by a fixed number of
 * milliseconds at each reading. So nothing here depends on the machine. */

#include <stdatomic.h>

#include "../src/search/pool.h"
#include "../src/search/search.h"
#include "../src/search/timeman.h"
#include "../src/search/worker.h"
#include "support.h"

/* ---- The clock ---- */

static _Atomic int64_t clock_time;
static int64_t clock_step; /* milliseconds for each reading */
static atomic_int clock_looks;

int64_t time_now(void)
{
    atomic_fetch_add(&clock_looks, 1);
    return atomic_fetch_add(&clock_time, clock_step);
}

static void clock_set(int64_t step)
{
    atomic_store(&clock_time, 1000000);
    atomic_store(&clock_looks, 0);
    clock_step = step;
}

/* ---- Plans ---- */

START_TEST(test_limits)
{
    uint64_t seed = 4;
    for (int i = 0; i < 20000; ++i) {
        TimeManager tm;
        int64_t left = 1 + (int64_t)random_below(&seed, i % 2 ? 600000 : 2000);
        SearchLimits limits = {.time = left, .increment = (int64_t)random_below(&seed, 5000),
                               .moves_to_go = (int)random_below(&seed, 60), .overhead = (int64_t)random_below(&seed, 100)};
        if (i % 3 == 0) limits.increment = 0;
        time_start(&tm, &limits, 1000);
        ck_assert(!tm.fixed && tm.soft >= 1 && tm.soft <= tm.hard);
        int64_t usable = left - limits.overhead > 1 ? left - limits.overhead : 1;
        /* Some time is left for later moves, unless the next time control begins after this move. */
        int64_t most_of_it = limits.moves_to_go == 1 ? usable : usable * 6 / 10 + 1;
        ck_assert_msg(tm.hard <= most_of_it, "%lld ms of %lld on the clock, overhead %lld, %d moves to go", (long long)tm.hard,
                      (long long)left, (long long)limits.overhead, limits.moves_to_go);
    }
    TimeManager tm;
    time_start(&tm, &(SearchLimits){.time = 1000, .moves_to_go = 1}, 0);
    ck_assert_int_gt(tm.hard, 800); /* before the next control time is no use */
    /* A move may use its increment. */
    time_start(&tm, &(SearchLimits){.time = 10000, .increment = 3000}, 0);
    ck_assert_int_gt(tm.hard, 3000);
    time_start(&tm, &(SearchLimits){.move_time = 100, .overhead = 30}, 0);
    ck_assert(tm.fixed && tm.hard == 70 && tm.soft == 70);
    time_start(&tm, &(SearchLimits){.move_time = 10, .overhead = 30}, 0);
    ck_assert_int_eq(tm.hard, 1);
    time_start(&tm, &(SearchLimits){.infinite = true, .time = 100}, 0);
    ck_assert(!tm.hard && !tm.soft && !time_is_up(&tm, 100000)
              && !time_is_enough(&tm, 100000, &(Iteration){1, 0, 1 << 20, 500, 20}));
    time_start(&tm, &(SearchLimits){.depth = 5}, 0);
    ck_assert(!tm.hard && !tm.soft);
    time_start(&tm, &(SearchLimits){.move_time = INT64_MAX, .time = INT64_MAX, .increment = INT64_MAX}, 0);
    ck_assert(tm.soft > 0 && tm.hard > 0);
    for (int moves = 0; moves <= 50; moves += 10) {
        time_start(&tm, &(SearchLimits){.time = INT64_MAX, .increment = INT64_MAX, .moves_to_go = moves}, 0);
        ck_assert(tm.soft > 1000000000 && tm.hard >= tm.soft);
    }
}

static TimeManager plan(int64_t time, int64_t increment, int64_t overhead, int moves_to_go)
{
    TimeManager tm;
    time_start(&tm, &(SearchLimits){.time = time, .increment = increment, .overhead = overhead, .moves_to_go = moves_to_go}, 0);
    return tm;
}

/* N moves to go share the clock and the N - 1 increments to come, without an overhead each. */
START_TEST(test_moves_to_go)
{
    for (int moves = 1; moves <= 50; ++moves) {
        ck_assert_int_eq(plan(60000, 700, 0, moves).soft, plan(60000 + 700 * (moves - 1), 0, 0, moves).soft);
        ck_assert_int_eq(plan(60000, 0, 40, moves).soft, plan(60000 - 40 * moves, 0, 0, moves).soft);
        ck_assert_int_eq(plan(60000, 700, 40, moves).soft, plan(60000 + 660 * (moves - 1) - 40, 0, 0, moves).soft);
    }
    /* A move takes four shares at most, and no more than is on the clock. */
    ck_assert_int_eq(plan(60000, 0, 0, 40).hard, 6000);
    ck_assert_int_eq(plan(60000, 600, 0, 40).hard, (60000 + 39 * 600) * 4 / 40);
    ck_assert_int_lt(plan(60000, 600000, 0, 40).hard, 60000);
    ck_assert_int_le(plan(60000, 600000, 0, 40).soft, plan(60000, 600000, 0, 40).hard);
    /* The 51st and later moves do not count, the fiftieth does. */
    ck_assert_int_eq(plan(600000, 0, 0, 51).soft, plan(600000, 0, 0, 50).soft);
    ck_assert_int_gt(plan(600000, 0, 0, 49).soft, plan(600000, 0, 0, 50).soft);
    /* Where every move has its increment, an overhead takes from both. */
    ck_assert_int_eq(plan(60000, 700, 40, 0).soft, plan(59960, 660, 0, 0).soft);
    ck_assert_int_eq(plan(60000, 700, 40, 0).hard, plan(59960, 660, 0, 0).hard);
    ck_assert_int_eq(plan(60000, 30, 40, 0).soft, plan(59960, 0, 0, 0).soft);
    /* It is planned a thirtieth of the clock and six tenths of its increment. */
    ck_assert_int_eq(plan(60000, 0, 0, 0).soft, 2000);
    ck_assert_int_eq(plan(60000, 1000, 0, 0).soft, 2600);
    /* Nothing is left: the least there is. */
    ck_assert(plan(10, 0, 40, 0).soft == 1 && plan(10, 0, 40, 0).hard == 1);
    ck_assert(plan(10, 0, 40, 5).soft == 1 && plan(10, 0, 40, 5).hard == 1);
}

/* How much of the planned time, or nodes, a move needs: by how often the best move stayed, by the fall of the score in centipawns,
 * by the best move's share of the nodes. */
START_TEST(test_share_of_the_plan)
{
    static const SearchLimits limits[] = {{.time = 600000}, {.node_budget = 20000}};
    static const int percent[] = {210, 120, 95, 85, 78, 78, 78};
    static const int falls[] = {-100, -30, -29, 0, 1, 60, 200}, falls_counted[] = {-30, -30, -29, 0, 1, 60, 60};
    for (int i = 0; i < 2 * 7 * 7 * 9 * 2; ++i) {
        int by_nodes = i % 2, stays = i / 2 % 7, f = i / 14 % 7, share = i / 98 % 9 * 125, choices = 1 + i / 882;
        TimeManager tm;
        Iteration found = {.best = 1, .share = share, .choices = (size_t)choices};
        time_start(&tm, &limits[by_nodes], 0);
        for (int k = -3; k <= stays; ++k) { /* another move had stayed before */
            if (k > 0) found.best = 2;
            time_is_enough(&tm, 0, &found);
        }
        if (stays == 0) found.best = 3;
        found.score = -falls[f];
        int needed = percent[stays] * (100 + falls_counted[f]) / 100 * (150 - share * 85 / 1000) / 100;
        int64_t plan = by_nodes ? 20000 : tm.soft, wanted = plan * (choices == 1 ? needed / 5 : needed) / 100;
        for (int more = 0; more < 2; ++more) {
            TimeManager copy = tm;
            if (by_nodes) found.nodes = (uint64_t)(wanted - 1 + more);
            bool enough = time_is_enough(&copy, by_nodes ? 0 : wanted - 1 + more, &found);
            ck_assert_msg(enough == more, "%d: stays %d, fall %d, share %d, %d choices", by_nodes, stays, falls[f], share, choices);
        }
    }
}

/* Pondering counts for the plan, but the clock starts only with the ponderhit. */
START_TEST(test_time_pondering)
{
    TimeManager tm;
    time_start(&tm, &(SearchLimits){.time = 6000, .ponder = true}, 0);
    tm.charged = 100000;
    ck_assert(!time_is_up(&tm, 100000));
    ck_assert(time_is_up(&tm, 100000 + tm.hard));
    ck_assert(time_is_enough(&tm, 100001, &(Iteration){1, 0, 1 << 20, 500, 20}));
    time_start(&tm, &(SearchLimits){.move_time = 500, .ponder = true}, 0);
    tm.charged = 100000;
    ck_assert(!time_is_enough(&tm, 100001, &(Iteration){1, 0, 1 << 20, 500, 20}));
}

/* ---- Whole searches ---- */

enum { HASH = 4, CLOCK_NODES = 16 }; /* the clock is read once in this many nodes */
enum { UNREAD_MAX = 50000 };         /* after so many nodes without a reading a test fails: its time would never end */

/* A search with events: what happens when it reaches a depth. */
typedef struct Trial {
    SearchPool *pool;
    int hit_depth, stop_depth; /* ponderhit during the iteration after it, stop at it */
    int64_t pause;             /* milliseconds that pass at every report before the ponderhit */
    int depth;                 /* finished */
    int64_t first_time;        /* milliseconds for depth 1 */
    bool hit;
    uint64_t nodes_at_hit;
    int64_t time_at_hit;
    bool timed, unread; /* ends by the clock; which it does not read */
    int looks;          /* readings of the clock so far, and nodes at the last */
    uint64_t nodes_at_look;
    SearchResult result;
} Trial;

static void on_report(void *context, const SearchReport *report)
{
    Trial *trial = context;
    if (report->bound != BOUND_EXACT) return;
    trial->depth = report->depth;
    if (report->depth == 1) trial->first_time = report->time;
    if (!trial->hit) atomic_fetch_add(&clock_time, trial->pause);
    if (trial->stop_depth && report->depth >= trial->stop_depth) search_stop(trial->pool);
}

static void expect_reading(Trial *trial)
{
    uint64_t nodes = atomic_load(&trial->pool->workers[0]->nodes);
    int looks = atomic_load(&clock_looks);
    if (looks != trial->looks) trial->nodes_at_look = nodes;
    trial->looks = looks;
    if (!trial->timed || nodes < trial->nodes_at_look + UNREAD_MAX) return;
    trial->unread = true;
    search_stop(trial->pool);
}

static void on_evaluated(void *context, const Position *pos, Score eval)
{
    Trial *trial = context;
    (void)pos;
    (void)eval;
    expect_reading(trial);
    if (!trial->hit_depth || trial->hit || trial->depth < trial->hit_depth) return;
    trial->hit = trial->timed = true;
    trial->nodes_at_hit = search_status(trial->pool).nodes;
    trial->time_at_hit = atomic_load(&clock_time);
    search_ponderhit(trial->pool);
}

static void on_done(void *context, const SearchResult *result) { ((Trial *)context)->result = *result; }

/* One search by the trial's pool. */
static void go(Trial *trial, const Position *pos, SearchLimits limits)
{
    SearchCallbacks callbacks = {.report = on_report, .done = on_done, .evaluated = on_evaluated, .context = trial};
    trial->timed = !limits.infinite && !limits.ponder && (limits.time || limits.move_time);
    ck_assert(trial->pool && search_start(trial->pool, pos, &limits, &callbacks));
    search_wait(trial->pool);
    ck_assert_msg(!trial->unread, "the clock is not read");
    ck_assert(position_is_legal(pos, trial->result.best));
}

/* One in a pool of its own, by a clock with this step; returns the trial as it ended. */
static Trial run(int64_t step, Trial trial, const char *game, const char *fen, SearchLimits limits)
{
    Position *pos = position_at(game, fen);
    clock_set(step);
    trial.pool = search_new(pos->variant, HASH, 1);
    go(&trial, pos, limits);
    search_free(trial.pool);
    position_free(pos);
    return trial;
}

/* movetime is exact up to the next reading of the clock, which comes soon; but depth 1 is finished. */
START_TEST(test_move_time)
{
    for (int64_t ms = 1; ms <= 729; ms *= 3) {
        Trial trial = run(1, (Trial){0}, variants[_i]->name, NULL, (SearchLimits){.move_time = ms + 7, .overhead = 7});
        int64_t last = max(ms, trial.first_time) + 3;
        ck_assert_msg(trial.result.time >= ms && trial.result.time <= last, "%lld ms instead of %lld", (long long)trial.result.time,
                      (long long)ms);
        ck_assert_uint_le(trial.result.nodes, (uint64_t)atomic_load(&clock_looks) * CLOCK_NODES);
    }
}

/* Depth 1 is finished in any time: a mate in one is found, and no unsearched move is played. */
START_TEST(test_depth_1_in_no_time)
{
    Trial trial = run(1000, (Trial){0}, variants[_i]->name, NULL, (SearchLimits){.time = 5, .overhead = 10});
    ck_assert_int_ge(trial.result.depth, 1);
    ck_assert_int_eq(trial.depth, trial.result.depth);
    trial = run(1000, (Trial){0}, variants[_i]->name, NULL, (SearchLimits){.move_time = 1, .multipv = 3});
    ck_assert_int_ge(trial.result.depth, 1);
    /* So it is by a node limit. */
    trial = run(1000, (Trial){0}, variants[_i]->name, NULL, (SearchLimits){.time = 5, .nodes = 3});
    ck_assert_int_eq(trial.result.depth, 1);
}

/* This does not take long: if captures lead to endless captures, only one reply to each move is searched. */
START_TEST(test_captures_in_no_time)
{
    enum { FEW = 300000 };
    static const char full[] = "kbQqQqQq/bbqQqQqQ/QqQqQqQq/qQqQqQqQ/QqQqQqQq/qQqQqQqQ/QqQqQqBB/qQqQqQBK w - - 0 1";
    Trial trial = run(1, (Trial){0}, "chess", full, (SearchLimits){.move_time = 1});
    ck_assert_int_ge(trial.result.depth, 1);
    ck_assert_uint_le(trial.result.nodes, FEW);
}

typedef struct Progress {
    int count;
    int64_t last; /* milliseconds of the search at the last report of any kind */
} Progress;

static void on_line(void *context, const SearchReport *report)
{
    Progress *p = context;
    p->last = report->time;
}

static void on_progress(void *context, const SearchProgress *progress)
{
    Progress *p = context;
    enum { BEGUN = 1000000, MOVES_APART = 20 };
    int64_t now = atomic_load(&clock_time) - clock_step - BEGUN;
    ck_assert_msg(progress->time <= now && progress->time >= now - 3 * clock_step, "%lld ms, not %lld", (long long)progress->time,
                  (long long)now);
    ck_assert(progress->move && progress->number >= 1 && progress->depth >= 1);
    ck_assert_int_ge(progress->time, PROGRESS_EVERY);
    int64_t apart = progress->time - p->last;
    ck_assert_msg(apart >= MOVES_APART, "%lld ms after the one before", (long long)apart);
    /* Nothing is silent for long. */
    if (p->count) ck_assert_msg(apart <= PROGRESS_EVERY + 2 * clock_step, "%lld ms of silence", (long long)apart);
    p->last = progress->time;
    ++p->count;
}

/* Long searches tell of their progress: not before PROGRESS_EVERY, not too often, and then whenever nothing else was told. */
START_TEST(test_progress)
{
    for (int64_t step = 5; step <= 65; step += 60) {
        Position *pos = position_at("chess", NULL);
        SearchPool *pool = search_new(pos->variant, HASH, 1);
        Progress told = {0};
        clock_set(step);
        ck_assert(pool && search_start(pool, pos, &(SearchLimits){.move_time = 20000},
                                       &(SearchCallbacks){.report = on_line, .progress = on_progress, .context = &told}));
        search_wait(pool);
        ck_assert_int_gt(told.count, 10);
        search_free(pool);
        position_free(pos);
    }
}

/* A search does not exceed the game's clock, even if the clock is read rarely. */
START_TEST(test_clocks)
{
    static const int64_t steps[] = {1, 10, 100};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        Trial trial = run(steps[i], (Trial){0}, variants[_i]->name, NULL, (SearchLimits){.time = 6000, .overhead = 10});
        ck_assert_int_le(trial.result.time, 6000 / 4 + 2 * steps[i]);
        ck_assert_int_ge(trial.result.time, 6000 / 120);
    }
}

/* Without a time limit, in an infinite search and while pondering, time does not end the search. */
START_TEST(test_no_clock)
{
    enum { STEP = 1000000, DEPTH = 6 };
    static const SearchLimits limits[] = {
        {.depth = DEPTH}, {.infinite = true, .time = 100, .move_time = 5}, {.ponder = true, .time = 100}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) {
        Trial trial = run(STEP, (Trial){.stop_depth = limits[i].depth ? 0 : DEPTH}, "chess", NULL, limits[i]);
        ck_assert_int_eq(trial.result.depth, DEPTH);
    }
}

/* If pondering has used the planned time, the engine answers the ponderhit at once, during an iteration. */
START_TEST(test_ponderhit_after_enough)
{
    /* Only the ends of iterations read the clock here, so it must advance in jumps. */
    Trial trial = run(300, (Trial){.hit_depth = 8}, "chess", NULL, (SearchLimits){.ponder = true, .time = 60000});
    ck_assert(trial.hit);
    ck_assert_int_eq(trial.result.depth, trial.hit_depth);
    ck_assert_msg(trial.result.nodes - trial.nodes_at_hit <= CLOCK_NODES, "%llu nodes after the ponderhit",
                  (unsigned long long)(trial.result.nodes - trial.nodes_at_hit));
}

/* That ends only the search for that move, not the next one. */
START_TEST(test_search_after_ponderhit)
{
    Position *pos = position_at("chess", NULL);
    Trial first = {.hit_depth = 8}, second = {.pool = search_new(pos->variant, HASH, 1)};
    first.pool = second.pool;
    clock_set(300);
    go(&first, pos, (SearchLimits){.ponder = true, .time = 60000});
    ck_assert(first.hit);
    search_clear(second.pool);
    clock_set(1);
    go(&second, pos, (SearchLimits){.time = 60000});
    ck_assert_int_ge(second.result.time, 60000 / 120);
    search_free(second.pool);
    position_free(pos);
}

/* If pondering was too short, the search goes on by its own clock, which starts with the ponderhit. */
START_TEST(test_ponderhit_too_early)
{
    Trial trial = run(1, (Trial){.hit_depth = 2}, "chess", NULL, (SearchLimits){.ponder = true, .time = 12000});
    ck_assert(trial.hit);
    int64_t own = 1000000 + trial.result.time - trial.time_at_hit;
    ck_assert_msg(own > 100 && own <= 3000, "%lld ms after the ponderhit", (long long)own);

    /* movetime counts from the ponderhit, however long it has pondered. */
    trial = run(1, (Trial){.hit_depth = 7, .pause = 1000}, "chess", NULL,
                (SearchLimits){.ponder = true, .move_time = 100, .overhead = 10});
    own = 1000000 + trial.result.time - trial.time_at_hit;
    ck_assert_int_eq(trial.depth, 7);
    ck_assert_msg(own >= 90 && own <= 95, "%lld ms after the ponderhit, ordered were 90", (long long)own);
}

/* A ponderhit without pondering changes nothing: the running clock is not reset. */
START_TEST(test_ponderhit_unasked)
{
    Trial trial = run(1, (Trial){.hit_depth = 3, .pause = 100}, "chess", NULL, (SearchLimits){.move_time = 1000});
    ck_assert(trial.hit);
    ck_assert_msg(trial.result.time <= 1003, "%lld ms instead of 1000", (long long)trial.result.time);
}

/* In the caller's thread nothing could send a ponderhit, so the search does not ponder. Each iteration has
 * only a few nodes here, so the clock has to stop it. */
START_TEST(test_no_pondering_here)
{
    Position *pos = position_at("chess", "5b1k/4p1p1/4P1P1/8/8/1p1p2p1/1P1P2P1/K1B4B w - - 0 1");
    SearchPool *pool = search_new(pos->variant, HASH, 1);
    ck_assert(pool != NULL);
    clock_set(10);
    SearchResult result = search_run(pool, pos, &(SearchLimits){.move_time = 200, .ponder = true});
    ck_assert_int_lt(result.depth, 100);
    ck_assert_int_le(result.time, 230);
    search_free(pool);
    position_free(pos);
}

/* In every game the time bonus for a falling score is measured in centipawns of chess. */
START_TEST(test_scores_in_plans)
{
    Position *pos = position_at(variants[_i]->name, NULL);
    Trial trial = {.pool = search_new(pos->variant, HASH, 1)};
    uint64_t seed = 3;
    int open = 0;
    clock_set(0);
    for (int i = 0; i < 5; ++i) {
        go(&trial, pos, (SearchLimits){.depth = 3});
        ck_assert_int_eq(trial.pool->time.score, trial.result.score * 100 / variant_margin_percent(pos->variant));
        open += trial.result.score > 5 || trial.result.score < -5;
        play_at_random(pos, 4, &seed);
        if (position_outcome(pos).result != ONGOING) break;
    }
    ck_assert_int_gt(open, 0);
    search_free(trial.pool);
    position_free(pos);
}

/* A forced end within the searched depth, and an only move, need no time. */
START_TEST(test_nothing_to_think_about)
{
    Trial trial = run(1, (Trial){0}, "chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", (SearchLimits){.time = 3600000});
    ck_assert_int_eq(score_mate_in(trial.result.score), 1);
    ck_assert_int_le(trial.result.depth, 8);
    /* A forced end beyond the searched depth does not end the search: it may still be deferred. */
    trial = run(1, (Trial){0}, "chess", "8/8/8/8/8/2k5/6r1/1K6 w - - 0 1", (SearchLimits){.time = 3600000});
    ck_assert_int_lt(score_mate_in(trial.result.score), 0);
    ck_assert_int_gt(trial.result.depth, 2 - 2 * score_mate_in(trial.result.score));
    Position *pos = position_at("chess", NULL);
    Move move = move_at(pos, "e2e4");
    position_free(pos);
    Trial only = run(1, (Trial){0}, "chess", NULL, (SearchLimits){.time = 60000, .moves = &move, .move_count = 1});
    Trial among_others = run(1, (Trial){0}, "chess", NULL, (SearchLimits){.time = 60000});
    ck_assert_int_lt(2 * only.result.time, among_others.result.time);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("time", 120, ONCE(test_limits), ONCE(test_moves_to_go), ONCE(test_share_of_the_plan),
                     ONCE(test_time_pondering), EACH_GAME(test_move_time), EACH_GAME(test_clocks),
                     EACH_GAME(test_depth_1_in_no_time), ONCE(test_captures_in_no_time), ONCE(test_no_clock),
                     ONCE(test_ponderhit_after_enough), ONCE(test_search_after_ponderhit), ONCE(test_ponderhit_too_early),
                     ONCE(test_ponderhit_unasked), ONCE(test_no_pondering_here), EACH_GAME(test_scores_in_plans),
                     ONCE(test_nothing_to_think_about), ONCE(test_progress));
}
