/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Memory that runs out: of a call each allocation fails once, and the caller is told, or gets what can be had without. The
 * modes as a whole are tried by test_memory.py. Needs glibc, whose allocation a program may replace, and no sanitizer.
 * That what is allocated is freed, test_memory.py and the sanitizers say. */

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/pgn/pgn_tree.h"
#include "../src/rules.h"
#include "../src/search/pool.h"
#include "../src/search/worker.h"
#include "../src/session/options.h"
#include "../src/session/session.h"
#include "own_malloc.h"
#include "support.h"

/* ---- Allocations that fail ---- */

/* Of this thread: how many allocations from here the one that fails is, 0: none does; and did it? */
static _Thread_local unsigned failing;
static _Thread_local bool fell;
static atomic_long allocated; /* bytes, at any time and by any thread */

#ifdef OWN_MALLOC
static bool fails(void)
{
    if (!failing || --failing) return false;
    return fell = true;
}

static bool granted(size_t size)
{
    if (fails()) return false;
    atomic_fetch_add(&allocated, (long)size);
    return true;
}

void *malloc(size_t size) { return granted(size) ? __libc_malloc(size) : NULL; }
void *calloc(size_t count, size_t size) { return granted(count * size) ? __libc_calloc(count, size) : NULL; }
void *realloc(void *old, size_t size) { return granted(size) ? __libc_realloc(old, size) : NULL; }

/* Blocks of a table: refused from this size on; the largest that was asked for. */
static size_t refused = SIZE_MAX, largest;

void *aligned_alloc(size_t alignment, size_t size)
{
    if (size > largest) largest = size;
    return size >= refused || !granted(size) ? NULL : __libc_memalign(alignment, size);
}
#endif

/* Tries until no allocation is left that could fail: in the n-th try that of number n does. A try ends with has_failed, and
 * leaves `fell` as it was then. */
#define EACH_FAILURE            for (unsigned n = 1, more = true; more; more = fell, ++n)
#define WITH_FAILURE(call)      (fell = false, failing = n, (call))
/* Ends what may fail. Returns whether an allocation did. */
static bool has_failed(void)
{
    failing = 0;
    return fell;
}

/* ---- Positions ---- */

static const char knights[] = "g8f6 g1f3 f6g8 f3g1"; /* ends behind the third, with White to move */
/* A position whose next move needs more memory. */
static Position *full_position(void)
{
    char text[80], *rest = NULL;
    Position *pos = position_new(variant_find("chess"));
    ErrorText error;
    ck_assert(pos && position_set_fen(pos, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", &error));
    while (position_plies(pos) + 1 < pos->state_capacity) {
        char *word = strtok_r(rest ? NULL : strcpy(text, knights), " ", &rest);
        if (!word) {
            rest = NULL;
            continue;
        }
        ck_assert(position_reserve(pos, 1));
        position_make(pos, move_at(pos, word));
    }
    return pos;
}

/* ---- Moves ---- */

/* ---- Games ---- */

/* A game read as a tree is whole, or it is refused; one written is whole, or that is told. */
START_TEST(test_trees)
{
    static const char text[] = "[Event \"x\"]\n[Variant \"Standard\"]\n[WhiteElo \"1500\"]\n[Rules \"counter=0,repetitions=0\"]\n\n"
                               "1. e4 {good} e5 (1... c5 {better} 2. Nf3 $1) 2. Nf3 (2. f4 exf4) *\n";
    Position *pos = full_position();
    Buffer whole = {0};
    PgnTree all;
    PgnGame its;
    ErrorText none;
    ck_assert(pgn_tree_read(text, 1, &its, &all, &none, &none) && pgn_tree_write(&all, &its.header, NULL, &whole));
    ck_assert(strstr(whole.text, "(2. f4 exf4)"));
    pgn_tree_free(&all);
    position_free(its.pos);
    EACH_FAILURE {
        PgnTree tree = {0};
        PgnGame game = {0};
        ErrorText problem = {""}, error = {""};
        Buffer out = {0};
        bool read = WITH_FAILURE(pgn_tree_read(text, 1, &game, &tree, &problem, &error));
        bool lost = has_failed();
        ck_assert_msg(read || (lost && *error.text), "%u: %d, %s", n, lost, error.text);
        if (read) {
            bool complete = game.complete && !*problem.text;
            ck_assert(complete || lost);
            ck_assert(pgn_tree_write(&tree, &game.header, NULL, &out));
            if (complete) ck_assert_msg(strcmp(out.text, whole.text) == 0, "%u: %s", n, out.text);
            buffer_free(&out);
            position_free(game.pos);
        }
        pgn_tree_free(&tree);
        fell = lost;
    }
    EACH_FAILURE {
        PgnTree tree;
        PgnGame game;
        ErrorText problem, error;
        Buffer out = {0};
        ck_assert(pgn_tree_read(text, 1, &game, &tree, &problem, &error));
        bool written = WITH_FAILURE(pgn_tree_write(&tree, &game.header, NULL, &out)) && !out.failed;
        bool lost = has_failed();
        ck_assert(written || lost);
        if (written) ck_assert_msg(strcmp(out.text, whole.text) == 0, "%u: %s", n, out.text);
        buffer_free(&out);
        pgn_tree_free(&tree);
        position_free(game.pos);
        fell = lost;
    }
    buffer_free(&whole);
    position_free(pos);
}

/* ---- A search ---- */

/* A pool is whole, or there is none; it is changed, or as before. */
START_TEST(test_pools)
{
    const Variant *chess = variant_find("chess"), *other = variant_find("bordahbee");
    Position *pos = position_at("chess", NULL);
    EACH_FAILURE {
        SearchPool *pool = WITH_FAILURE(search_new(other, 1, 2));
        ck_assert((pool == NULL) == has_failed());
        search_free(pool);
    }
    for (int way = 0; way < 3; ++way) {
        EACH_FAILURE {
            SearchPool *pool = search_new(way == 1 ? other : chess, 1, 1);
            bool set = WITH_FAILURE(way == 0   ? search_set_threads(pool, 2)
                                    : way == 1 ? search_set_variant(pool, chess)
                                               : search_set_hash(pool, 2));
            ck_assert(set != has_failed());
            ck_assert_int_eq(pool->threads, 1 + (way == 0 && set));
            ck_assert_ptr_eq(pool->variant, way == 1 && !set ? other : chess);
            ck_assert_uint_eq(search_hash(pool), 1 + (way == 2 && set));
            if (pool->variant == chess) ck_assert(search_run(pool, pos, &(SearchLimits){.depth = 1}).best);
            search_free(pool);
        }
    }
    position_free(pos);
}

static const Position *reported_on;

/* Sets *context where a report has no line. */
static void note_empty_line(void *context, const SearchReport *report)
{
    if (report->pv_length < 1 || !position_is_legal(reported_on, report->pv[0])) *(bool *)context = true;
}

/* A search that has begun has a move, and what it reports a first move at least. */
START_TEST(test_searches)
{
    enum { ALL_SEEN = 100000000, NO_BOUND = 4000 };
    Position *pos = position_at("chess", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 30");
    bool empty = false;
    const SearchCallbacks callbacks = {.report = note_empty_line, .context = &empty};
    reported_on = pos;
    const Skill weak = {.limited = true, .seed = 1, .nodes = 5, .breadth = ALL_SEEN, .loss = NO_BOUND, .opening_loss = NO_BOUND};
    const SearchLimits limits[] = {{.depth = 3}, {.depth = 2, .multipv = 3}, {.skill = weak}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) {
        EACH_FAILURE {
            SearchPool *pool = search_new(pos->variant, 1, 1);
            bool begun = WITH_FAILURE(search_in_caller(pool, pos, &limits[i], &callbacks));
            has_failed();
            ck_assert(begun || fell);
            ck_assert_msg(!empty, "search %zu, without block %u: a line without a move", i, n);
            if (begun) ck_assert(position_is_legal(pos, pool->result.best));
            search_free(pool);
        }
    }
    position_free(pos);
}

#ifdef OWN_MALLOC
/* Without memory for any table there is one of a few places, empty each time. */
START_TEST(test_no_table)
{
    enum { KEY = 12345 };
    const TTEntry entry = {.move = 1, .score = 7, .depth = 9, .bound = BOUND_EXACT};
    TTEntry found;
    TranspositionTable *tt = tt_new(1);
    tt_store(tt, KEY, &entry);
    refused = 1;
    for (int again = 0; again < 2; ++again) {
        ck_assert(!tt_resize(tt, 2) && tt_megabytes(tt) == 0);
        ck_assert(!tt_probe(tt, KEY, &found));
        tt_store(tt, KEY, &entry);
        ck_assert(tt_probe(tt, KEY, &found) && found.score == 7);
    }
    refused = SIZE_MAX;
    ck_assert(tt_resize(tt, 1) && tt_megabytes(tt) == 1 && !tt_probe(tt, KEY, &found));
    tt_free(tt);
}

/* The system is not asked for a table of more than seven eighths of the machine's memory: it might promise it. */
START_TEST(test_more_than_there_is)
{
    size_t all = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    refused = all / 2;
    largest = 0;
    ck_assert(!tt_new((all >> 20) / 4 * 3) && largest >= refused);
    largest = 0;
    ck_assert(!tt_new((all >> 20) / 16 * 15) && largest < refused);
    refused = SIZE_MAX;
}
/* A thread of a search takes what worker_memory says, with a network and without. */
START_TEST(test_worker_memory)
{
    const Variant *v = variants[_i];
    ErrorText error;
    Session *session = session_new(); /* it has the game's network */
    ck_assert(session && session_set_variant(session, v->name, &error));
    for (int with = 0; with <= 1; ++with) {
        const Net *net = with ? search_net(session->pool) : NULL;
        long taken[2];
        for (int threads = 1; threads <= 2; ++threads) {
            long before = atomic_load(&allocated);
            SearchPool *pool = search_new(v, 1, threads);
            ck_assert(pool && search_set_net(pool, net));
            taken[threads - 1] = atomic_load(&allocated) - before;
            search_free(pool);
        }
        double more = (double)(taken[1] - taken[0]), told = (double)worker_memory(v, net);
        ck_assert_msg(more > 0.9 * told && more < 1.1 * told + 100000, "%s: %.0f bytes, not %.0f", v->name, more, told);
    }
    session_free(session);
}
#else
START_TEST(test_worker_memory) {}
START_TEST(test_no_table) {}
START_TEST(test_more_than_there_is) {}
#endif

static void ignore(void *context, const SearchResult *result) { (void)context, (void)result; }

/* It begins, or it does not and the reason is given; the game is not over for that. */
START_TEST(test_go)
{
    Session *session = session_new();
    ck_assert_ptr_nonnull(session);
    EACH_FAILURE {
        Go go = {.limits = {.nodes = 50}, .callbacks = {.done = ignore}};
        SearchResult book;
        ErrorText error = {""};
        GoResult result = WITH_FAILURE(session_go(session, &go, &book, &error));
        bool failed = has_failed();
        ck_assert_msg(result == GO_SEARCHES || (failed && result == GO_FAILED && strstr(error.text, "memory")), "%d: %s",
                      (int)result, error.text);
        session_wait(session);
    }
    session_free(session);
}

int main(void)
{
    ErrorText error;
    /* Knights that go to and fro draw nothing. */
    if (!rules_init((const char *const[]){"chess:counter=0,repetitions=0", NULL}, &error)) return 1;
    return RUN_TESTS("no_memory", 60, ONCE(test_trees), ONCE(test_go), ONCE(test_pools), ONCE(test_searches), ONCE(test_no_table),
                     ONCE(test_more_than_there_is), EACH(test_worker_memory, games_count()));
}
