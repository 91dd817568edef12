/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What is allocated is freed: a call that comes again leaves as many blocks of memory as before (interfaces: test_memory.py). Needs
 * glibc, whose allocation a program may replace, and no sanitizer, which would find the same. */

#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../nnue/net_write.h"
#include "../src/text/move_text.h"
#include "../src/pgn/pgn_move.h"
#include "../src/pgn/pgn_plies.h"
#include "../src/pgn/pgn_tree.h"
#include "../src/text/plies.h"
#include "../src/text/short_text.h"
#include "../src/search/worker.h"
#include "../src/search/skill.h"
#include "../src/session/bench.h"
#include "../src/session/session.h"
#include "../src/tablebases/coder.h"
#include "../src/tablebases/decoded.h"
#include "../src/tablebases/probe.h"
#include "../src/util/whole_file.h"
#include "own_malloc.h"
#include "support.h"

/* ---- Blocks in use ---- */

static atomic_long blocks, allocated; /* in use; bytes, at any time */

#ifdef OWN_MALLOC
static void *counted(void *block, size_t size)
{
    if (block) atomic_fetch_add(&blocks, 1);
    if (block) atomic_fetch_add(&allocated, (long)size);
    return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size), size); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size), count * size); }
void *realloc(void *old, size_t size) { return old ? __libc_realloc(old, size) : counted(__libc_malloc(size), size); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size), size); }
void free(void *block)
{
    if (block) atomic_fetch_sub(&blocks, 1);
    __libc_free(block);
}
#endif

/* Calls it several times; what the first leaves may be kept for ever, and a thread may be at work at the end of a call. */
static void expect_freed(const char *what, void (*call)(const char *text), const char *text)
{
    enum { CALLS = 2 };
    long least[2] = {LONG_MAX, LONG_MAX};
    call(text);
    for (int i = 0; i < 2 * CALLS; ++i) {
        call(text);
        long now = atomic_load(&blocks);
        if (now < least[i / CALLS]) least[i / CALLS] = now;
    }
    ck_assert_msg(least[1] - least[0] < CALLS, "%s: %ld blocks, and then %ld", what, least[0], least[1]);
}

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

/* ---- Calls ---- */

static void live_and_die(const char *game)
{
    Session *session = session_new();
    ErrorText error;
    ck_assert(session && session_set_variant(session, game, &error));
    session_say_eval(session);
    Move move = session_find_move(session, session->pos, &(SearchLimits){.nodes = 500});
    ck_assert(move && session_play_move(session, move, &error) && session_undo(session) && !session_play(session, "x", &error));
    ck_assert(session_find_move(session, session->pos, &(SearchLimits){.skill = skill_of(300, 1)})); /* has a table of its own */
    ck_assert(session_set_rules(session, "", &error));
    char text[MOVE_TEXT_MAX];
    session->variant->print_move(session->pos, move, text);
    ck_assert_msg(session_set_game(session, NULL, text, &error), "%s", error.text);
    session_free(session);
}

START_TEST(test_sessions)
{
    static const char *const games[] = {"chess", "borderlands", "bordahbee"};
    for (size_t i = 0; i < sizeof games / sizeof *games; ++i) expect_freed(games[i], live_and_die, games[i]);
}

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
        short_text_write(pos, move, text);
        ck_assert(short_text_read(pos, text, legs, &error) && pgn_move_read(pos, legs, &read, &error));
        ck_assert(!short_text_read(pos, "Q", legs, &error) && !pgn_move_read(pos, "Qa1", &read, &error));
        move_write(pos, move, text);
        Piece board[SQUARE_MAX];
        LegList list;
        move_preview(pos, legs, board);
        ck_assert(leg_list_fill(pos, "", &list));
        leg_list_free(&list);
        gui_board_set(&gui, pos);
        plies_of_move(pos, &gui, move, false, &plies);
        ck_assert(plies_close(pos, &gui, move, false, &plies));
        ck_assert(plies_match(pos, &gui, false, &plies, &read) == PLIES_MOVE);
        free(moves);
        position_make(pos, move);
    }
    Buffer text = {0};
    PgnGame game_read;
    ErrorText error, problem;
    PgnTree tree;
    ck_assert(pgn_write(pos, &header, "an end", &text));
    ck_assert(pgn_tree_read(buffer_text(&text), 1, &game_read, &tree, &problem, &error));
    pgn_tree_free(&tree);
    position_free(game_read.pos);
    ck_assert(!pgn_plies_play(pos, "a1b1 -- noise", &error) && pgn_to_utf8(&text));
    buffer_free(&text);
    position_free(pos);
}

START_TEST(test_notation)
{
    for (size_t v = 0; variants[v]; ++v) expect_freed(variants[v]->name, write_and_read, variants[v]->name);
}

static void count_and_measure(const char *game)
{
    const Variant *variant = variant_find(game);
    uint64_t nodes;
    int64_t time;
    ErrorText error;
    ck_assert(bench_variant(variant, 1, NULL, &nodes, &time) && bench_perft(game, "1", NULL, true, &error));
    ck_assert(!bench_perft(game, "1", "nothing", false, &error));
}

static char folder[] = "/tmp/quincunx-freed-XXXXXX";

static void write_file(const char *name, const uint8_t *bytes, size_t size)
{
    char path[80];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    ck_assert(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

/* Writes the tables that are built in to the folder, and one that is damaged. */
static void write_tables(void)
{
    ErrorText error;
    size_t size;
    uint8_t *pack = whole_file_read("src/variants/chess/chess.pack", 1 << 24, &size, &error);
    ck_assert_msg(pack, "%s", error.text);
    for (size_t at = 0, length, n = 0; (length = table_length(pack + at, size - at)) > 0; at += length, ++n) {
        char name[16];
        snprintf(name, sizeof name, "%zu.end", n);
        write_file(name, pack + at, n ? length : length - 1);
    }
    free(pack);
}

static void encode(const char *unused)
{
    uint8_t values[50] = {1, 2, 3}, coded[200], again[50];
    Coder *coder = coder_new();
    size_t length = coder_encode(coder, (CodeShape){8, 8}, values, sizeof values, coded);
    coder_decode(coder, (CodeShape){8, 8}, coded, length, again, sizeof again);
    ck_assert(memcmp(values, again, sizeof values) == 0);
    coder_free(coder);
    (void)unused;
}

static void look_up(const char *game)
{
    const Variant *variant = variant_find(game);
    Tablebases *tablebases = tb_new(variant);
    /* Each again, in place of the first. */
    ck_assert_uint_gt(tb_add_folder(tablebases, folder, NULL), 1);
    ck_assert_uint_gt(tb_add_folder(tablebases, folder, NULL), 1);
    ck_assert_uint_eq(tb_add_folder(tablebases, "/nowhere", NULL), 0);
    Position *pos = position_at(game, "8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    TbValue found;
    tb_value(tablebases, pos, &found);
    tb_value_by_moves(tablebases, pos, &found);
    position_free(pos);
    for (unsigned i = 0; i < tb_count(tablebases); ++i) {
        TbValue value;
        for (Side side = WHITE; side <= BLACK; ++side)
            if (table_has(tb_table(tablebases, i), side)) table_value(tb_table(tablebases, i), side, 0, &value);
    }
    tb_free(tablebases);
}

START_TEST(test_measures)
{
    int kept = hide();
    for (size_t v = 0; variants[v]; ++v) expect_freed(variants[v]->name, count_and_measure, variants[v]->name);
    show(kept);
}

START_TEST(test_tables)
{
    write_tables();
    expect_freed("a code", encode, "");
    expect_freed("tables", look_up, "chess");
    size_t kept = decoded_max;
    decoded_max = 0; /* each block is decoded anew */
    expect_freed("tables, nothing kept", look_up, "chess");
    decoded_max = kept;
}

static void use_net(const char *path)
{
    ErrorText error;
    Session *session = session_new();
    ck_assert(session && session_set_option(session, "EvalFile", path, &error));
    ck_assert(session_set_option(session, "EvalFile", path, &error));
    ck_assert(!session_set_option(session, "EvalFile", "/nowhere", &error));
    /* Two of one game, and one that is cut short. */
    char twice[200];
    snprintf(twice, sizeof twice, "%s;%s", path, path);
    ck_assert(!session_set_option(session, "EvalFile", twice, &error) && strstr(error.text, "are both for"));
    snprintf(twice, sizeof twice, "%s/short.nnue", folder);
    ck_assert(!session_set_option(session, "EvalFile", twice, &error));
    ck_assert_msg(strstr(error.text, "cut short"), "%s", error.text);
    ck_assert(session_find_move(session, session->pos, &(SearchLimits){.nodes = 500}));
    session_free(session);
}

START_TEST(test_nets)
{
    char path[80];
    ErrorText error;
    Net *net = net_new(variant_find("chess"), 32, 1, 400);
    snprintf(path, sizeof path, "%s/chess.nnue", folder);
    ck_assert_msg(net && net_write(net, path, &error), "%s", error.text);
    net_free(net);
    size_t size;
    uint8_t *bytes = whole_file_read(path, 1 << 24, &size, &error);
    ck_assert_ptr_nonnull(bytes);
    write_file("short.nnue", bytes, size - 1);
    free(bytes);
    expect_freed("nets", use_net, path);
}

/* ---- How much ---- */

/* A history takes just what is said. */
START_TEST(test_history_size)
{
    const Variant *v = variants[_i];
    SearchParams params;
    History history;
    search_params_of(v, &params);
    long before = atomic_load(&allocated);
    bool made = history_init(&history, v, &params);
    long taken = atomic_load(&allocated) - before; /* Check allocates, too */
    ck_assert(made);
#ifdef OWN_MALLOC
    ck_assert_int_eq(taken, (long)history_size(v));
#endif
    (void)taken;
    history_free(&history);
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
#ifdef OWN_MALLOC
        ck_assert_msg(more > 0.9 * told && more < 1.1 * told + 100000, "%s: %.0f bytes, not %.0f", v->name, more, told);
#endif
        (void)more, (void)told;
    }
    session_free(session);
}

int main(void)
{
    variants_init();
    if (!mkdtemp(folder)) return 1;
    int status = RUN_TESTS("freed", 120, ONCE(test_sessions), ONCE(test_notation), ONCE(test_measures),
                           ONCE(test_tables), ONCE(test_nets), EACH(test_history_size, games_count()),
                           EACH(test_worker_memory, games_count()));
    char command[80];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) ? 1 : status;
}
