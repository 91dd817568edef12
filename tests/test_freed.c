/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What is allocated is freed: a request, a command or a call that comes again leaves as many blocks of memory as before. Needs
 * glibc, whose allocation a program may replace, and no sanitizer, which would find the same. */

#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/eval/mop_up.h"
#include "../src/eval/nets.h"
#include "../src/json/serve.h"
#include "../src/notation/move_text.h"
#include "../src/notation/pgn_move.h"
#include "../src/notation/pgn_plies.h"
#include "../src/notation/pgn_tree.h"
#include "../src/notation/plies.h"
#include "../src/notation/short_text.h"
#include "../src/session/bench.h"
#include "../src/session/perft.h"
#include "../src/session/session.h"
#include "../src/tablebases/probe.h"
#include "support.h"

/* ---- Blocks in use ---- */

static atomic_long blocks;

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED
#endif
#endif
#if defined __GLIBC__ && !defined SANITIZED && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static void *counted(void *block)
{
    if (block) atomic_fetch_add(&blocks, 1);
    return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *realloc(void *old, size_t size) { return old ? __libc_realloc(old, size) : counted(__libc_malloc(size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void free(void *block)
{
    if (block) atomic_fetch_sub(&blocks, 1);
    __libc_free(block);
}
#endif

/* Calls it several times; what the first leaves may be kept for ever, and a thread may be at work at the end of a call. */
static void expect_freed(const char *what, void (*call)(const char *text), const char *text)
{
    enum { CALLS = 3 };
    long least[2] = {LONG_MAX, LONG_MAX};
    call(text);
    for (int i = 0; i < 2 * CALLS; ++i) {
        call(text);
        long now = atomic_load(&blocks);
        if (now < least[i / CALLS]) least[i / CALLS] = now;
    }
    ck_assert_msg(least[1] <= least[0], "%s: %ld blocks, and then %ld", what, least[0], least[1]);
}

/* ---- Requests and conversations ---- */

static Session *session;

/* What is written to standard output goes nowhere until it is shown again. */
static int hide(void)
{
    fflush(stdout);
    int kept = dup(1), nowhere = open("/dev/null", O_WRONLY);
    ck_assert(kept >= 0 && nowhere >= 0 && dup2(nowhere, 1) == 1);
    close(nowhere);
    return kept;
}

static void show(int kept)
{
    fflush(stdout);
    ck_assert(dup2(kept, 1) == 1);
    close(kept);
}

static void request(const char *text)
{
    LineReader input = {0};
    char *line = strdup(text);
    ck_assert_int_eq(web_run(session, &input, line), 0);
    session_wait(session);
    line_free(&input);
    free(line);
}

#define CHESS   "\"game\":\"chess\""
#define DIAMOND "\"game\":\"diamond\""
#define LEGS    "\"fen\":\"8/8/7s/8/8/8/2C2C2/8[S] w - - 0 30\""
#define TEXT    "\"pgn\":\"[White \\\"A\\\"]\\n[Annotator \\\"B\\\"]\\n\\n{x} 1. e4 $1 {y} e5 (1... c5 {z}) (Ke7 {w}) 2. Nf3 Nd4 *\\n\\n1. d4 *\""

static const char *const requests[] = {
    "{\"id\":1,\"do\":\"games\"}",
    "{\"do\":\"nothing\"}",
    "{\"do\":\"position\"," CHESS ",\"moves\":[\"e2e4\",\"e7e5\"]}",
    "{\"do\":\"position\"," CHESS ",\"moves\":[\"e2e4\",\"e7e6\"],\"legs\":\"Nf3\"}",
    "{\"do\":\"position\"," CHESS ",\"moves\":[\"e2e4\",\"e7e6\"],\"legs\":\"Nf6\"}",
    "{\"do\":\"position\"," CHESS ",\"moves\":[\"e2e4\",\"e2e4\"]}",
    "{\"do\":\"position\"," CHESS ",\"fen\":\"8/8/8/4k3/8/8/8/KQ6 w - - 0 1\"}",
    "{\"do\":\"position\"," CHESS ",\"fen\":\"8/8/8/4k3/8/8/8/K\"}",
    "{\"do\":\"position\"," CHESS ",\"lesson\":1,\"moves\":[]}",
    "{\"do\":\"position\"," DIAMOND "," LEGS "}",
    "{\"do\":\"position\"," DIAMOND "," LEGS ",\"legs\":\"c2d2\"}",
    "{\"do\":\"position\"," DIAMOND "," LEGS ",\"moves\":[\"c2d2,f2g2\"]}",
    "{\"do\":\"position\"," CHESS ",\"rules\":\"torpedo=on\",\"moves\":[\"e2e4\"]}",
    "{\"do\":\"position\"," CHESS ",\"rules\":\"\",\"moves\":[\"e2e4\"]}",
    "{\"do\":\"reach\"," CHESS ",\"square\":\"e2\"}",
    "{\"do\":\"reach\"," CHESS ",\"square\":\"e7\"}",
    "{\"do\":\"reach\"," CHESS ",\"square\":\"e2\",\"fen\":\"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\"}",
    "{\"do\":\"piece\"," CHESS ",\"piece\":\"N\"}",
    "{\"do\":\"setup\"," CHESS ",\"board\":{\"e1\":\"K\",\"e8\":\"k\",\"h1\":\"R\"}}",
    "{\"do\":\"setup\"," CHESS ",\"board\":{\"e1\":\"K\",\"e9\":\"k\"}}",
    "{\"do\":\"san\"," CHESS ",\"tree\":[{\"move\":\"e2e4\"},{\"move\":\"e5\"}]}",
    "{\"do\":\"san\"," CHESS ",\"tree\":[{\"move\":\"e2e4\"},{\"move\":\"e6\",\"parent\":9}]}",
    "{\"do\":\"pgn_write\"," CHESS ",\"moves\":[\"e2e4\"],\"tags\":{\"white\":\"A\",\"Annotator\":\"B\"},\"reason\":\"well\"}",
    "{\"do\":\"pgn_write\"," CHESS ",\"comment\":\"x\",\"tree\":[{\"move\":\"e2e4\",\"comment\":\"y\",\"nags\":[1]},{\"move\":\"d4\",\"parent\":0}]}",
    "{\"do\":\"pgn_write\"," CHESS ",\"tree\":[{\"move\":\"e2e5\"}]}",
    "{\"do\":\"pgn_write\"," CHESS ",\"moves\":[],\"tags\":{\"result\":\"won\"}}",
    "{\"do\":\"pgn_read\"," TEXT "}",
    "{\"do\":\"pgn_read\"," TEXT ",\"number\":2}",
    "{\"do\":\"pgn_read\"," TEXT ",\"number\":3}",
    "{\"do\":\"pgn_read\",\"pgn\":\"hello world\"}",
    "{\"do\":\"pgn_read\",\"pgn\":\"[FEN \\\"8\\\"]\\n*\"}",
    "{\"do\":\"pgn_list\"," TEXT "}",
    "{\"do\":\"book\"," CHESS ",\"moves\":[]}",
    "{\"do\":\"lessons\"," CHESS "}",
    "{\"do\":\"lessons\"," CHESS ",\"text\":\"lesson x\\n\"}",
    "{\"do\":\"puzzles\"," CHESS "}",
    "{\"do\":\"puzzle\"," CHESS ",\"number\":3,\"moves\":[]}",
    "{\"do\":\"puzzle\"," CHESS ",\"number\":99999}",
    "{\"do\":\"puzzle\"," CHESS ",\"number\":3,\"moves\":[\"a1a1\"]}",
    "{\"do\":\"puzzle_try\"," CHESS ",\"number\":3,\"moves\":[\"a1a1\"]}",
    "{\"do\":\"puzzle_solution\"," CHESS ",\"number\":40}",
    "{\"do\":\"offer_draw\"," CHESS ",\"moves\":[]}",
    "{\"do\":\"option\",\"name\":\"Hash\",\"value\":2}",
    "{\"do\":\"option\",\"name\":\"Use NNUE\",\"value\":false}",
    "{\"do\":\"option\",\"name\":\"Use NNUE\",\"value\":true}",
    "{\"do\":\"option\",\"name\":\"EvalFile\",\"value\":\"/nowhere\"}",
    "{\"do\":\"option\",\"name\":\"BookFile\",\"value\":\"/nowhere\"}",
    "{\"do\":\"option\",\"name\":\"TablebasePath\",\"value\":\"/nowhere\"}",
    "{\"do\":\"option\",\"name\":\"TablebasePath\",\"value\":\"\"}",
    "{\"do\":\"search\"," CHESS ",\"moves\":[\"e2e4\"],\"depth\":3}",
    "{\"do\":\"search\"," CHESS ",\"lesson\":1,\"own_move\":true}",
    "{\"do\":\"search\"," CHESS ",\"depth\":0}",
    "{\"do\":\"bench\"," DIAMOND ",\"depth\":1}",
    "{\"do\":\"new\"}",
    "{\"do\":\"stop\"}",
    "{\"do\":\"stop\"",
};

START_TEST(test_requests)
{
    int kept = hide();
    session = session_new();
    ck_assert(session && freopen("/dev/null", "r", stdin));
    for (size_t i = 0; i < sizeof requests / sizeof *requests; ++i) expect_freed(requests[i], request, requests[i]);
    session_free(session);
    show(kept);
}
END_TEST

static void live_and_die(const char *game)
{
    ErrorText error;
    Buffer out = {0};
    session = session_new();
    ck_assert(session && session_set_variant(session, game, &error));
    session_show_eval(session, &out);
    Move move = session_find_move(session, session->pos, &(SearchLimits){.nodes = 500});
    ck_assert(move && session_play_move(session, move, &error) && session_undo(session) && !session_play(session, "x", &error));
    ck_assert(session_set_rules(session, "", &error));
    buffer_free(&out);
    session_free(session);
}

START_TEST(test_sessions)
{
    for (size_t v = 0; variants[v]; ++v) expect_freed(variants[v]->name, live_and_die, variants[v]->name);
}
END_TEST

/* ---- Calls ---- */

static void write_and_read(const char *game)
{
    Position *pos = position_at(game, NULL);
    PgnHeader header = {.result = "*"};
    uint64_t seed = 3;
    for (int ply = 0; ply < 12 && position_outcome(pos).result == ONGOING; ++ply) {
        size_t count;
        Move *moves = position_moves(pos, &count), move = moves[random_below(&seed, count)];
        char text[SHORT_TEXT_MAX], legs[MOVE_TEXT_MAX];
        ErrorText error;
        Move read;
        GuiBoard gui;
        PlyList plies;
        ck_assert(position_reserve(pos, 8));
        short_text_write(pos, move, text);
        ck_assert(short_text_read(pos, text, legs, &error) && pgn_move_read(pos, legs, &read, &error));
        ck_assert(!short_text_read(pos, "Q", legs, &error) && !pgn_move_read(pos, "Qa1", &read, &error));
        if (!pos->variant->legs_status) move_write_short(pos, move, text);
        gui_board_set(&gui, pos);
        plies_of_move(pos, &gui, move, false, &plies);
        ck_assert(plies_close(pos, &gui, move, false, &plies));
        ck_assert(plies_match(pos, &gui, false, &plies, &read) == PLIES_MOVE);
        free(moves);
        position_make(pos, move);
    }
    Buffer text = {0}, plies = {0};
    PgnGame game_read;
    ErrorText error, problem;
    PgnTree tree;
    ck_assert(pgn_write(pos, &header, "an end", &text) && pgn_write_plies(pos, &header, NULL, &plies));
    ck_assert(pgn_tree_read(buffer_text(&text), 1, &game_read, &tree, NULL, &problem, &error));
    pgn_tree_free(&tree);
    position_free(game_read.pos);
    ck_assert(pgn_read(buffer_text(&plies), 1, &game_read, &error) && game_read.complete);
    position_free(game_read.pos);
    ck_assert(!pgn_plies_play(pos, "a1b1 -- noise", &error) && pgn_to_utf8(&text));
    buffer_free(&text);
    buffer_free(&plies);
    position_free(pos);
}

START_TEST(test_notation)
{
    for (size_t v = 0; variants[v]; ++v) expect_freed(variants[v]->name, write_and_read, variants[v]->name);
}
END_TEST

static void count_and_measure(const char *game)
{
    const Variant *variant = variant_find(game);
    uint64_t nodes;
    int64_t time;
    ErrorText error;
    Position *pos = position_at(game, NULL);
    ck_assert(bench_variant(variant, 1, NULL, &nodes, &time) && bench_perft(game, "1", NULL, true, &error));
    ck_assert(!bench_perft(game, "1", "nothing", false, &error));
    PerftThread *counting = perft_start(pos, 1);
    ck_assert(counting);
    perft_end(&counting, false);
    position_free(pos);
}

static void look_up(const char *game)
{
    const Variant *variant = variant_find(game);
    Tablebases *tablebases = tb_new(variant);
    tb_add_embedded(tablebases);
    tb_add_embedded(tablebases); /* each again, in place of the first */
    ck_assert_uint_eq(tb_add_folder(tablebases, "/nowhere", NULL), 0);
    for (unsigned i = 0; i < tb_count(tablebases); ++i) {
        TbValue value;
        for (Side side = WHITE; side <= BLACK; ++side)
            if (table_has(tb_table(tablebases, i), side)) table_value(tb_table(tablebases, i), side, 0, &value);
    }
    tb_free(tablebases);
    mop_up_free(mop_up_new(variant));
}

START_TEST(test_measures)
{
    int kept = hide();
    for (size_t v = 0; variants[v]; ++v) {
        expect_freed(variants[v]->name, count_and_measure, variants[v]->name);
        expect_freed(variants[v]->name, look_up, variants[v]->name);
    }
    show(kept);
}
END_TEST

int main(void)
{
    variants_init();
    return RUN_TESTS("freed", 120, ONCE(test_requests), ONCE(test_sessions), ONCE(test_notation), ONCE(test_measures));
}
