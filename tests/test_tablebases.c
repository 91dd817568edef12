/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Endgame tablebases: well-known results, values against the moves, play to the end, files of any bytes. Against the slow
 * references test_claims.c compares them.
 */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../lab/tables/write.h"
#include "../lab/tables/command.h"
#include "../src/util/crc.h"
#include "../src/tablebases/decoded.h"
#include "../src/tablebases/format.h"
#include "../lab/tables/inspect.h"
#include "../lab/tables/solve.h"
#include "../src/text/notation.h"
#include "../src/rules.h"
#include "../src/search/pool.h"
#include "../src/search/search.h"
#include "../src/search/worker.h"
#include "../src/util/bytes.h"
#include "../src/util/whole_file.h"
#include "support.h"

enum { SAMPLES = 4000, VERIFIED = 1000, GAMES = 6 };

static char folder[] = "/tmp/quincunx-tables-XXXXXX";

static Material material_named(const char *game, const char *name)
{
    Material material;
    ErrorText error = {""};
    ck_assert_msg(material_parse(variant_find(game), name, &material, &error), "%s", error.text);
    return material;
}

/* Builds tables in the folder with those they need, and opens all tables of the game. */
static Tablebases *make(const char *game, const char *names)
{
    char words[256], *argv[24] = {"tables", (char *)game, "--path", folder, "--threads", "2"};
    int argc = 6;
    ErrorText error = {""};
    snprintf(words, sizeof words, "%s", names);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
    ck_assert_msg(tables_run(argc, argv, &error) == STATUS_OK, "%s %s: %s", game, names, error.text);
    Tablebases *tablebases = tb_new(variant_find(game));
    ck_assert_ptr_nonnull(tablebases);
    ck_assert_uint_gt(tb_add_folder(tablebases, folder, NULL), 0);
    return tablebases;
}

static const Table *table_named(const Tablebases *tablebases, const char *game, const char *name)
{
    Material material = material_named(game, name);
    const Table *table = tb_find(tablebases, &material);
    ck_assert_msg(table != NULL, "there is no table of %s", name);
    return table;
}

/* The built table of this name, alone. */
static uint8_t *built(const char *game, const char *name, size_t *size)
{
    char path[160];
    tb_free(make(game, name));
    snprintf(path, sizeof path, "%s/%s/%s.end", folder, game, name);
    return file_bytes(path, size);
}

static SearchPool *pool_with(const Tablebases *tablebases, const char *game)
{
    SearchPool *pool = search_new(variant_find(game), 1, 1);
    ck_assert_ptr_nonnull(pool);
    search_set_tablebases(pool, tablebases);
    return pool;
}

/* A position by chance of which the game goes on, and its value. */
static Position *random_position(const Tablebases *tablebases, const Table *table, Side side, uint64_t *seed, TbValue *value)
{
    for (;;) {
        Position *pos = inspect_position(table, side, (uint32_t)random_below(seed, table_index(table)->size));
        if (pos && position_outcome(pos).result == ONGOING && tb_value(tablebases, pos, value)) return pos;
        position_free(pos);
    }
}

/* What the tables say of a position; false if nothing. */
static bool value_of(const Tablebases *tablebases, const char *game, const char *fen, TbValue *value)
{
    Position *pos = position_at(game, fen);
    bool known = tb_value(tablebases, pos, value);
    position_free(pos);
    return known;
}

/* ---- Names ---- */

START_TEST(test_names)
{
    static const struct { const char *game, *name, *kept; } names[] = {
        {"chess", "KvKQ", "KQvK"},          {"chess", "KNBvK", "KBNvK"},        {"borderlands", "CvC+A", "C+AvC"},
        {"borderlands", "CvC@M", "C@MvC"},  {"battleofideologies", "Kv+ZS@S", "Kv+ZS@S"}, {"bordahbee", "KvK:KQvK", "KQvK:KvK"},
        {"bordahbee", "KvKQ:KvK", "KQvK:KvK"}, {"horizons", "KvKV", "KVvK"},
        {"diamond", "CvG@Z@O@S@R@K@H@C", "G@C@H@K@O@R@S@ZvC"}, {"borderlands", "C@M@M@MvCA@M", "CA@MvC@M@M@M"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char text[MATERIAL_NAME_MAX];
        Material material = material_named(names[i].game, names[i].name);
        ck_assert_str_eq(material_print(variant_find(names[i].game), &material, text), names[i].kept);
        unsigned pieces = 0, board = 0;
        for (const char *p = text; *p; ++p) {
            pieces += *p >= 'A' && *p <= 'Z';
            board += *p >= 'A' && *p <= 'Z' && (p == text || p[-1] != '@');
        }
        ck_assert(material_pieces(variant_find(names[i].game), &material) == pieces && material.count == board);
    }
    /* With what no endgame has; in games with promoted pieces, hands, two boards; a name that is too long for any. */
    static const struct { const char *game, *name; } bad[] = {
        {"chess", ""}, {"chess", "v"}, {"chess", "K"}, {"chess", "KK"}, {"chess", "KQK"}, {"chess", "KXvK"}, {"chess", "K@QvK"},
        {"chess", "KQvKv"}, {"chess", "KQRBNPvK"}, {"chess", "KvK:KvK"}, {"chess", "kvk"}, {"borderlands", "+CvC"},
        {"borderlands", "C+vC"}, {"borderlands", "C@WvC"}, {"borderlands", "C@@MvC"}, {"borderlands", "@Mv"},
        {"borderlands", "CvC@M@M@M@M@M@M@M@M@M@M@M@M@M@M@M@M"}, {"borderlands", "C{vC"}, {"borderlands", "C[vC"},
        {"bordahbee", "KvK"}, {"bordahbee", "KvK:K"}, {"bordahbee", "KvK:KvK:KvK"}, {"bordahbee", "K:KvK"}, {"bordahbee", "KvK:"},
        {"chess", "KQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQvK"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        Material material;
        ErrorText error = {""};
        bool read = material_parse(variant_find(bad[i].game), bad[i].name, &material, &error);
        ck_assert_msg(!read && (strstr(error.text, "endgame '") || strstr(error.text, "no endgame is called")), "%s: %s: %s",
                      bad[i].game, bad[i].name, error.text);
    }
    Material material = material_named("chess", "KQRvK");
    TbIndex index;
    ErrorText error = {""};
    ck_assert(!index_init(&index, variant_find("chess"), &material, true, 1000, &error) && strstr(error.text,
        "more than 1000 positions"));
}

/* Materials are equal if pieces, boards and hands are. */
START_TEST(test_materials)
{
    static const struct { const char *game, *a, *b; bool equal; } pairs[] = {
        {"chess", "KQvK", "KvKQ", true},        {"chess", "KQvK", "KRvK", false},          {"chess", "KQvK", "KvK", false},
        {"borderlands", "CvC@M", "CvC", false}, {"bordahbee", "KQvK:KvK", "KvK:KvKQ", true}, {"bordahbee", "KQvK:KvK", "KRvK:KvK",
            false},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        Material a = material_named(pairs[i].game, pairs[i].a), b = material_named(pairs[i].game, pairs[i].b);
        ck_assert_msg(material_equal(&a, &b) == pairs[i].equal, "%s and %s", pairs[i].a, pairs[i].b);
    }
    Material a, b;
    /* Reserves that are worth the same have one normal form, whichever side has which: a Cani and a Sleeth count like two
     * Herethroys. */
    a = material_named("diamond", "C@C@SvC@H@H");
    b = material_named("diamond", "C@H@HvC@C@S");
    const PieceInfo *pieces = variant_find("diamond")->board.pieces;
    int worth[3];
    for (int i = 0; i < 3; ++i) worth[i] = pieces[piece_type_find(variant_find("diamond"), WHITE, "CSH"[i], false)].eg;
    ck_assert_int_eq(worth[0] + worth[1], 2 * worth[2]);
    ck_assert(material_equal(&a, &b));
    /* In a game whose pieces change boards there are no endgames of either. */
    for (const Variant *const *v = variants; *v; ++v) {
        TbIndex index;
        ErrorText error = {""};
        char name[] = "KvK:KvK";
        if ((*v)->board.boards == 1) name[3] = '\0';
        if (!material_parse(*v, name, &a, &error)) continue;
        bool begun = index_init(&index, *v, &a, true, UINT32_MAX, &error);
        ck_assert_msg(begun == !(*v)->moves.crosses_boards, "%s: %s", (*v)->name, error.text);
    }
}

/* Nothing is looked up where no table can have it: by pieces on the board, pieces in hand, and rights. */
START_TEST(test_may_know)
{
    static const struct { const char *game, *fen; bool may; } positions[] = {
        {"diamond", "8/8/8/2c5/8/8/8/8[S] w - - 0 30", true},   {"diamond", "8/8/8/2c5/8/8/8/8[RS] w - - 0 30", false},
        {"diamond", "8/8/8/2c5/8/8/8/8[Sc] w - - 0 30", false}, {"diamond", "8/8/8/2c5/8/8/8/8[GH] w - - 0 30", false},
        {"diamond", "8/8/8/2c5/8/8/8/8[CC] w - - 0 30", false}, {"diamond", "8/8/8/2c5/8/S7/8/8[] w - - 0 30", true},
        {"diamond", "8/8/8/2c5/8/8/8/8[cz] w - - 0 30", false}, {"diamond", "8/8/8/2c5/8/S7/8/C7[] w - - 0 30", false},
        {"diamond", "8/8/8/2c5/8/8/8/8[] w - - 0 30", true},    {"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", true},
        {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", false},
    };
    Tablebases *diamond = make("diamond", "@SvC"), *chess = make("chess", "KRvK");
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) {
        Position *pos = position_at(positions[i].game, positions[i].fen);
        bool may = tb_may_know(strcmp(positions[i].game, "chess") == 0 ? chess : diamond, pos);
        ck_assert_msg(may == positions[i].may, "%s", positions[i].fen);
        position_free(pos);
    }
    ck_assert(!tb_may_know(NULL, NULL));
    tb_free(diamond);
    tb_free(chess);
}

/* ---- Known results ---- */

static unsigned longest_win(const Tablebases *tablebases, const char *name)
{
    InspectCounts counts;
    ck_assert(inspect_count(tablebases, table_named(tablebases, "chess", name), WHITE, &counts));
    return counts.longest.result == TB_WIN ? counts.longest.plies : 0;
}

/* The longest wins of chess in plies, by the side to move: mates in 10, 16 and 28. */
START_TEST(test_chess)
{
    Tablebases *tablebases = make("chess", "KQvK KRvK KPvK");
    ck_assert_uint_eq(longest_win(tablebases, "KQvK"), 19);
    ck_assert_uint_eq(longest_win(tablebases, "KRvK"), 31);
    ck_assert_uint_eq(longest_win(tablebases, "KPvK"), 55);
    /* Philidor and Trebuchet in small: the opposition decides. */
    static const struct { const char *fen; TbResult result; } pawns[] = {
        {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", TB_WIN},   {"4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", TB_DRAW},
        {"8/8/8/4k3/8/4P3/4K3/8 w - - 0 1", TB_DRAW},  {"k7/8/K7/P7/8/8/8/8 w - - 0 1", TB_DRAW},
        {"8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", TB_LOSS},  {"8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", TB_DRAW}};
    for (size_t i = 0; i < sizeof pawns / sizeof *pawns; ++i) {
        TbValue value;
        bool known = value_of(tablebases, "chess", pawns[i].fen, &value);
        ck_assert_msg(known && value.result == pawns[i].result, "%s: %d", pawns[i].fen, value.result);
    }
    tb_free(tablebases);
}

/* ---- Against the moves ---- */

typedef struct Chosen {
    const char *game, *names;
} Chosen;

/* A few positions each, for every kind of rule: drops, promotion, two boards, goals, regions. */
static const Chosen chosen[] = {{"chess", "KQvK KRvK KPvK"},
                                {"battleofideologies", "KCv+Z KPvZ Kv+ZS KvZ@S KHv+Z"},
                                {"borderlands", "CCvC"},
                                {"diamond", "HvG CvC ZvO SvS"}};

/* Builds tables and compares all of them with the moves. */
START_TEST(test_values)
{
    const Chosen *c = &chosen[_i];
    if (!variant_find(c->game)) return;
    Tablebases *tablebases = make(c->game, c->names);
    for (unsigned i = 0; i < tb_count(tablebases); ++i) {
        char fen[FEN_MAX] = "", name[MATERIAL_NAME_MAX];
        const Table *table = tb_table(tablebases, i);
        uint64_t checked = 0, wrong = inspect_verify(tablebases, table, VERIFIED, &checked, fen);
        material_print(table_index(table)->variant, &table_index(table)->material, name);
        ck_assert_msg(wrong == 0, "%s %s: %llu wrong, the first %s", c->game, name, (unsigned long long)wrong, fen);
        ck_assert_uint_gt(checked, 0);
    }
    tb_free(tablebases);
}

/* ---- Play ---- */

/* From won positions the engine with a budget of one node wins in exactly as many plies as the table says,
 * against the best defence. */
START_TEST(test_play)
{
    static const Chosen won[] = {
        {"chess", "KRvK"}, {"chess", "KPvK"}, {"battleofideologies", "KCv+Z"}, {"borderlands", "CCvC"}, {"diamond", "GvC"}};
    const Chosen *c = &won[_i];
    if (!variant_find(c->game)) return;
    Tablebases *tablebases = make(c->game, c->names);
    const Table *table = table_named(tablebases, c->game, c->names);
    SearchPool *pool = pool_with(tablebases, c->game);
    uint64_t seed = 23;
    for (int game = 0; game < GAMES;) {
        TbValue value;
        Position *pos = random_position(tablebases, table, WHITE, &seed, &value);
        char fen[FEN_MAX];
        unsigned plies = 0;
        strcpy(fen, fen_text(pos));
        if (value.result != TB_WIN) {
            position_free(pos);
            continue;
        }
        ++game;
        while (position_outcome(pos).result == ONGOING && plies <= value.plies) {
            SearchLimits limits = {.nodes = 1};
            Move move = pos->side == WHITE ? search_run(pool, pos, &limits).best : inspect_best(tablebases, pos);
            ck_assert(move != MOVE_NONE);
            ck_assert(position_reserve(pos, 8));
            position_make(pos, move);
            ++plies;
        }
        ck_assert_msg(position_outcome(pos).result == WHITE_WINS && plies == value.plies, "%s: won in %u, played %u plies", fen,
                      value.plies, plies);
        position_free(pos);
    }
    search_free(pool);
    tb_free(tablebases);
}

/* The mate distance in a search score equals the table's, for either side to move. */
START_TEST(test_scores)
{
    enum { POSITIONS = 12 };
    Tablebases *tablebases = make("chess", "KRvK");
    const Table *table = table_named(tablebases, "chess", "KRvK");
    SearchPool *pool = pool_with(NULL, "chess");
    /* Scores found without tablebases are not used with them. */
    TTEntry entry;
    Position *pos = position_at("chess", NULL);
    search_store(pool, pos, 123, 9);
    ck_assert(tt_probe(pool->tt, pos->state->key, &entry));
    search_set_tablebases(pool, tablebases);
    ck_assert(!tt_probe(pool->tt, pos->state->key, &entry));
    position_free(pos);
    uint64_t seed = 29;
    size_t left_out = 0;
    for (int found = 0; found < POSITIONS; position_free(pos)) {
        TbValue value;
        pos = random_position(tablebases, table, found % 2 ? BLACK : WHITE, &seed, &value);
        if (value.result == TB_DRAW) continue;
        int mate = value.result == TB_WIN ? (int)(value.plies + 1) / 2 : -(int)value.plies / 2;
        SearchResult result = search_run(pool, pos, &(SearchLimits){.depth = 2});
        ck_assert_msg(score_mate_in(result.score) == mate, "%s: mate in %d, not %d", fen_text(pos), score_mate_in(result.score),
                      mate);
        /* A MultiPV search reports several lines, even if they are worse than the table's best; one line is of the moves that are
         * best by the table, whether one is asked for or none. */
        size_t moves, count[3];
        free(position_moves(pos, &moves));
        static const int lines[] = {3, 1, 0};
        for (int i = 0; i < 3; ++i) {
            search_run(pool, pos, &(SearchLimits){.depth = 1, .multipv = lines[i]});
            count[i] = pool->workers[0]->root.count;
        }
        ck_assert(count[0] == moves && count[1] <= moves && count[2] == count[1]);
        left_out += moves - count[1];
        ++found;
    }
    ck_assert_uint_gt(left_out, 0);
    search_free(pool);
    tb_free(tablebases);
}

/* When the last castling right is lost, the draw counter keeps running: tables are probed if it leaves enough
 * time. */
START_TEST(test_rights_that_end)
{
    static const struct { const char *fen; bool in_time;
    } positions[] = {{"8/8/8/8/8/4k3/8/4K2R w K - 0 1", true},
                     {"8/8/8/8/8/4k3/8/4K2R w K - 60 40", true},
                     {"8/8/8/8/8/4k3/8/4K2R w K - 90 50", false}};
    Tablebases *tablebases = make("chess", "KRvK");
    SearchPool *pool = pool_with(tablebases, "chess");
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) {
        Position *pos = position_at("chess", positions[i].fen);
        TbValue value;
        size_t count;
        unsigned plies = UINT32_MAX;
        Move *moves = position_moves(pos, &count);
        for (size_t j = 0; j < count; ++j)
            if (tb_probe_move(tablebases, pos, moves[j], &value) && value.result == TB_WIN && value.plies < plies)
                plies = value.plies;
        free(moves);
        search_clear(pool);
        SearchResult result = search_run(pool, pos, &(SearchLimits){.depth = 3});
        ck_assert((plies < UINT32_MAX) == positions[i].in_time);
        if (positions[i].in_time)
            ck_assert_msg(result.score == SCORE_MATE - (Score)plies, "%s: %d, not won in %u", positions[i].fen, result.score,
                          plies);
        else ck_assert_int_eq(score_mate_in(result.score), 0);
        position_free(pos);
    }
    search_free(pool);
    tb_free(tablebases);
}

/* A win that the draw counter prevents is not reported as a win, and positions with rights that the table
 * lacks are not probed. */
START_TEST(test_counter)
{
    Tablebases *tablebases = make("chess", "KRvK");
    static const struct { const char *fen; bool known; } positions[] = {
        {"8/8/8/8/4k3/8/8/K6R w - - 0 1", true},    {"8/8/8/8/4k3/8/8/K6R w - - 70 60", true},
        {"8/8/8/8/4k3/8/8/K6R w - - 90 60", false}, {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", false},
        {"8/8/8/8/4k3/8/8/4KR1R w - - 0 1", false}};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) {
        TbValue value;
        Position *pos = position_at("chess", positions[i].fen);
        ck_assert_msg(tb_probe(tablebases, pos, &value) == positions[i].known, "%s", positions[i].fen);
        position_free(pos);
    }
    /* To the ply: a win in as many plies as remain is a win, one ply more is not. */
    TbValue value;
    Position *pos = position_at("chess", positions[0].fen);
    unsigned limit = pos->variant->draws.counter_limit;
    ck_assert(tb_probe(tablebases, pos, &value) && value.phase > 20);
    for (unsigned more = 0; more <= 1; ++more) {
        char fen[FEN_MAX];
        snprintf(fen, sizeof fen, "8/8/8/8/4k3/8/8/K6R w - - %u 90", limit - value.phase + more);
        Position *late = position_at("chess", fen);
        TbValue again;
        ck_assert_msg(tb_probe(tablebases, late, &again) == !more, "%s", fen);
        position_free(late);
    }
    /* A move that makes the third repetition draws, whatever the table says. */
    TbValue repeated, other;
    play(pos, "a1a2 e4e5 a2a1 e5e4 a1a2 e4e5 a2a1");
    ck_assert(tb_probe_move(tablebases, pos, move_at(pos, "e5e4"), &repeated)
              && tb_probe_move(tablebases, pos, move_at(pos, "e5d5"), &other));
    ck_assert(repeated.result == TB_DRAW && other.result == TB_LOSS);
    position_free(pos);
    tb_free(tablebases);
}

/* In Borderlands repeating loses, whatever the table says. */
START_TEST(test_repeating_loses)
{
    static const char cycle[] = "i1i2 a10a9 i2i1 a9a10";
    Tablebases *tablebases = make("borderlands", "CCvC");
    Position *pos = position_at("borderlands", "c8/9/9/9/9/9/9/9/9/4C3C[] w - - 0 1");
    TbValue before, repeated;
    for (int i = 0; i < 3; ++i) play(pos, cycle);
    play(pos, "i1i2 a10a9 i2i1");
    ck_assert(tb_probe(tablebases, pos, &before) && tb_probe_move(tablebases, pos, move_at(pos, "a9a10"), &repeated));
    ck_assert(repeated.result == TB_LOSS && repeated.plies == 1 && before.plies != 1);
    position_free(pos);
    tb_free(tablebases);
}

/* What no table tells: nothing at all, a position with rights, one without a piece on the board. */
START_TEST(test_unknown)
{
    Tablebases *chess = make("chess", "KPvK"), *diamond = make("diamond", "CvC"), *empty = tb_new(variant_find("bordahbee"));
    const struct { const Tablebases *tablebases; const char *game, *fen; bool known; } positions[] = {
        {NULL, "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
        {chess, "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true},
        {chess, "chess", "4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 1", false},
        {diamond, "diamond", "8/8/8/8/8/8/8/8[Cc] w - - 0 30", false},
        {diamond, "diamond", "8/8/8/8/8/8/8/8[] w - - 0 30", true},
        /* A Pawn that may be taken en passant, on either board, by moves that lead to no table. */
        {empty, "bordahbee", "4k7k3/16/16/4pP10/16/16/16/4K7K3 w - e6 0 1", false},
        {empty, "bordahbee", "4k7k3/16/16/12pP2/16/16/16/4K7K3 w - m6 0 1", false},
    };
    TbValue value = {TB_WIN, 0, 0};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) {
        bool known = value_of(positions[i].tablebases, positions[i].game, positions[i].fen, &value);
        ck_assert_msg(known == positions[i].known, "%zu: %s", i, positions[i].fen);
        if (known && positions[i].tablebases == diamond) ck_assert_int_eq(value.result, TB_DRAW);
    }
    tb_free(chess);
    tb_free(diamond);
    tb_free(empty);
}

static bool is_drawn(const void *context, Side side, uint32_t number, TbValue *value)
{
    (void)context, (void)side, (void)number;
    *value = (TbValue){TB_DRAW, 0, 0};
    return true;
}

/* Adds tables of draws that have not this position's side to move, for it and what comes of it. */
static void add_other_sides(Tablebases *tablebases, Position *pos)
{
    Placement placement;
    if (position_outcome(pos).result != ONGOING || !placement_of(pos, &placement)) return;
    const Table *table = tb_find(tablebases, &placement.material);
    if (!table) {
        char path[160];
        TbIndex index;
        ErrorText error = {""};
        snprintf(path, sizeof path, "%s/other-side", folder);
        ck_assert(index_init(&index, pos->variant, &placement.material, true, POSITIONS_MAX, &error));
        TableSource source = {.index = &index, .sides = 1u << (placement.side ^ 1), .value = is_drawn};
        ck_assert_msg(table_write(&source, path, &error), "%s", error.text);
        Table *written = table_open_file(pos->variant, path, &error);
        ck_assert_msg(written && tb_add(tablebases, written), "%s", error.text);
        unlink(path);
    } else if (table_has(table, placement.side)) {
        return;
    }
    size_t count;
    Move *moves = position_moves(pos, &count);
    for (size_t i = 0; i < count; ++i) {
        position_make(pos, moves[i]);
        add_other_sides(tablebases, pos);
        position_unmake(pos);
    }
    free(moves);
}

/* Where tables lack the side to move, a probe looks ahead no farther than there is room for, TB_PLIES; a ply or two later it
 * knows. */
START_TEST(test_lookahead)
{
    Position *pos = position_at("diamond", "8/8/8/8/8/8/6C1/8[Ghs] w - - 0 30");
    Tablebases *tablebases = tb_new(pos->variant);
    TbValue value;
    unsigned plies = 0;
    add_other_sides(tablebases, pos);
    for (; !tb_value(tablebases, pos, &value); ++plies) {
        size_t count;
        bool lacks = false;
        Move *moves = position_moves(pos, &count);
        for (size_t i = 0; i < count && !lacks; ++i) {
            Placement placement;
            if (i) position_unmake(pos);
            position_make(pos, moves[i]);
            lacks = placement_of(pos, &placement) && !table_has(tb_find(tablebases, &placement.material), placement.side);
        }
        free(moves);
        ck_assert(lacks && plies < TB_PLIES);
    }
    ck_assert(plies > 0 && value.result == TB_DRAW);
    position_free(pos);
    tb_free(tablebases);
}

/* ---- Files ---- */

/* Corrects the checksums, so that the data behind them is tested too. */
static void mend(uint8_t *bytes, size_t size)
{
    uint32_t data = get_le(bytes + 20, 4);
    if (data >= 124 && data <= size) put_le(bytes + 16, crc32_of(bytes + 20, data - 20), 4);
}

/* Each number of a header is checked by itself. */
START_TEST(test_headers)
{
    size_t size;
    uint8_t *sound = built("battleofideologies", "KPvZ", &size), *bytes = malloc(size);
    ck_assert(bytes && size > AT_REST);
    uint32_t values = get_le(sound + AT_REST, 2), data = get_le(sound + AT_DATA, 4);
    size_t first = AT_REST + 4, blocks = first + 4 * values, data_crc = blocks + 4;
    char cut[80];
    snprintf(cut, sizeof cut, "of the wrong length: it should have %zu bytes, not %zu", size + 1, size);
    const struct {
        size_t at, bytes;
        uint64_t value;
        const char *why;
    } wrong[] = {
        {0, 1, 'q', "not a tablebase file"},
        {7, 1, '2', "a table of another version"},
        {AT_SIZE, 4, size + 1, cut},
        {AT_DATA, 4, AT_REST - 1, "the checksum of its header is wrong"},
        {AT_DATA, 4, size + 1, "the checksum of its header is wrong"},
        {AT_DATA, 4, data + 1, "its header has the wrong length"},
        {AT_DATA, 4, AT_REST, "its values are not in order"},
        {AT_DATA, 4, AT_REST + 3, "its values are not in order"},
        {AT_DATA, 4, AT_REST + 4, "its values are not in order"},
        {AT_GAME, 1, 'c', "a table of the game 'cattleofideologies'"},
        {AT_NAME, 1, 'X', "endgame '"},
        {AT_POSITIONS, 4, 7, "its positions are numbered differently"},
        {AT_BLOCK, 4, 7, "its positions are numbered differently"},
        {AT_SIDES, 4, 0, "it has no side to move"},
        {AT_SIDES, 4, 4, "it has no side to move"},
        {AT_REST, 2, 0, "its values are not in order"},
        {AT_REST, 2, TABLE_VALUES + 1, "its values are not in order"},
        {first, 2, 0xFFF0, "its values are not in order"},
        {first, 2, 0xC000, "its values are not in order"},
        {first, 2, ENDGAME_PLIES_MAX + 1, "its values are not in order"},
        {blocks, 4, size, "the checksum of a block is wrong"},
        {data_crc, 4, 7, "the checksum of a block is wrong"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        ErrorText error = {""};
        memcpy(bytes, sound, size);
        put_le(bytes + wrong[i].at, wrong[i].value, (unsigned)wrong[i].bytes);
        mend(bytes, size);
        Table *table = table_open(variant_find("battleofideologies"), bytes, size, &error);
        ck_assert_msg(!table && strstr(error.text, wrong[i].why) != NULL, "%zu: %s", i, table ? "taken" : error.text);
    }
    /* The name has one way to be written. */
    ErrorText error = {""};
    memcpy(bytes, sound, size);
    memcpy(bytes + AT_NAME, "PKvZ", 4);
    mend(bytes, size);
    ck_assert(!table_open(variant_find("battleofideologies"), bytes, size, &error) && strstr(error.text, "should be called KPvZ"));
    /* More positions than there may be. */
    memcpy(bytes, sound, size);
    memset(bytes + AT_GAME, 0, GAME_NAME_MAX);
    memcpy(bytes + AT_GAME, "horizons", 8);
    memcpy(bytes + AT_NAME, "KOOOvK", 7);
    mend(bytes, size);
    ck_assert(!table_open(variant_find("horizons"), bytes, size, &error));
    ck_assert_msg(strstr(error.text, "more than"), "%s", error.text);
    ck_assert(!table_open(variant_find("battleofideologies"), sound, AT_REST - 1, &error) && strstr(error.text,
        "not a tablebase file"));
    free(bytes);
    free(sound);
}

/* Of a table nothing can be missing and no bit be another. */
START_TEST(test_damaged_files)
{
    size_t size;
    uint8_t *bytes = built("battleofideologies", "KPvZ", &size);
    uint64_t seed = 31;
    long rounds = environment_number("TEST_FUZZ", 600);
    for (long i = 0; i < rounds; ++i) {
        ErrorText error = {""};
        size_t at = random_below(&seed, size);
        uint8_t bit = i % 2 ? (uint8_t)(1u << random_below(&seed, 8)) : 0;
        bytes[at] ^= bit;
        ck_assert_msg(!table_open(variant_find("battleofideologies"), bytes, bit ? size : at, &error) && error.text[0],
                      "a damaged table is taken: %ld", i);
        bytes[at] ^= bit;
    }
    free(bytes);
}

/* The sum of all values of a table; decodes every block. */
static uint64_t sum_of(const Table *table)
{
    uint64_t sum = 0;
    for (uint32_t number = 0; number < table_index(table)->size; ++number) {
        for (Side side = WHITE; side <= BLACK; ++side) {
            TbValue value;
            if (table_has(table, side) && table_value(table, side, number, &value))
                sum = sum * 31 + value.plies * 3 + (unsigned)(value.result + 1);
        }
    }
    return sum;
}

/* The largest of a game's built-in tables; the caller closes it and frees *pack. */
static Table *largest(const char *game, uint8_t **pack)
{
    char path[128];
    size_t size;
    Table *best = NULL;
    snprintf(path, sizeof path, "src/variants/%s/%s.pack", game, game);
    *pack = file_bytes(path, &size);
    for (size_t at = 0, length; at < size; at += length) {
        length = table_length(*pack + at, size - at);
        ck_assert_uint_gt(length, 0);
        Table *table = table_open(variant_find(game), *pack + at, length, NULL);
        ck_assert_ptr_nonnull(table);
        bool larger = !best || table_index(table)->size > table_index(best)->size;
        table_close(larger ? best : table);
        if (larger) best = table;
    }
    return best;
}

/* However few blocks may be kept, those in use stay: a walk in order decodes each about once, and what is looked at again and
 * again is not decoded again. */
START_TEST(test_few_blocks)
{
    uint8_t *pack;
    Table *table = largest("horizons", &pack);
    uint32_t size = table_index(table)->size, blocks = (size + BLOCK_SIZE - 1) / BLOCK_SIZE;
    Side side = table_has(table, WHITE) ? WHITE : BLACK;
    TbValue value;
    ck_assert_uint_gt(blocks, 4);
    decoded_max = 3 * BLOCK_SIZE;
    for (int walk = 0; walk < 2; ++walk) {
        unsigned long before = decoded_count();
        for (uint32_t number = 0; number < size; number += 7) {
            table_value(table, side, number, &value);
            table_value(table, side, 5, &value);
        }
        unsigned long kept = decoded_count() - before;
        ck_assert_msg(kept >= blocks - 3 && kept <= blocks + 1, "%lu blocks kept for %u", kept, blocks);
    }
    table_close(table);
    free(pack);
}

/* Threads that look up values of more blocks than may be kept. */
enum { STEP = 1009, LOOKUPS = 60 };
typedef struct Reader {
    pthread_t thread;
    const Table *table;
    Side side;
    const TbValue *values; /* of every STEP-th position */
    uint64_t seed;
    unsigned wrong;
} Reader;

static TbValue value_at(const Table *table, Side side, size_t n)
{
    TbValue value = {TB_DRAW, 0, 0};
    table_value(table, side, (uint32_t)(n * STEP), &value);
    return value;
}

static void *read_values(void *argument)
{
    Reader *reader = argument;
    for (int i = 0; i < LOOKUPS; ++i) {
        size_t n = random_below(&reader->seed, table_index(reader->table)->size / STEP);
        for (int k = 0; k < 300; ++k) { /* so that blocks change under those who read */
            TbValue value = value_at(reader->table, reader->side, n);
            reader->wrong += memcmp(&value, &reader->values[n], sizeof value) != 0;
        }
    }
    return NULL;
}

START_TEST(test_few_blocks_and_threads)
{
    enum { THREADS = 3 };
    uint8_t *pack;
    Table *table = largest("horizons", &pack);
    Side side = table_has(table, WHITE) ? WHITE : BLACK;
    size_t count = table_index(table)->size / STEP;
    TbValue *values = calloc(count, sizeof *values);
    Reader readers[THREADS];
    for (size_t n = 0; n < count; ++n) values[n] = value_at(table, side, n);
    table_close(table);
    free(pack);
    table = largest("horizons", &pack);
    decoded_max = BLOCK_SIZE;
    for (int i = 0; i < THREADS; ++i) {
        readers[i] = (Reader){.table = table, .side = side, .values = values, .seed = (uint64_t)i + 1};
        ck_assert_int_eq(pthread_create(&readers[i].thread, NULL, read_values, &readers[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(readers[i].thread, NULL);
        ck_assert_uint_eq(readers[i].wrong, 0);
    }
    ck_assert_uint_gt(decoded_count(), table_index(table)->size / BLOCK_SIZE + 10);
    free(values);
    table_close(table);
    free(pack);
}

/* A table in use does not change when its file is changed or removed. */
START_TEST(test_files_in_use)
{
    char path[160];
    size_t size;
    uint8_t *sound = built("chess", "KRvK", &size);
    Tablebases *tablebases = make("chess", "KRvK");
    uint64_t expected = sum_of(table_named(tablebases, "chess", "KRvK"));
    tb_free(tablebases);
    snprintf(path, sizeof path, "%s/chess/KRvK.end", folder);
    for (int change = 0; change < 2; ++change) { /* shorter, or other bytes */
        tablebases = tb_new(variant_find("chess"));
        ck_assert_uint_gt(tb_add_folder(tablebases, folder, NULL), 0);
        FILE *file = fopen(path, change ? "rb+" : "wb");
        ck_assert_ptr_nonnull(file);
        for (size_t i = 0; i < size && change; ++i) fputc(0x55, file);
        fclose(file);
        ck_assert_uint_eq(sum_of(table_named(tablebases, "chess", "KRvK")), expected);
        tb_free(tablebases);
        file = fopen(path, "wb");
        ck_assert(file && fwrite(sound, 1, size, file) == size && fclose(file) == 0);
    }
    free(sound);
}

static int complaints;
static void count_complaint(void *context, const char *text)
{
    (void)context;
    ck_assert(strlen(text) > 5);
    ++complaints;
}

/* Bad files in a folder are reported, the others used. */
START_TEST(test_bad_folder)
{
    char path[160];
    Tablebases *tablebases = make("chess", "KQvK");
    tb_free(tablebases);
    static const struct {
        const char *name, *text;
    } files[] = {{"empty.end", ""}, {"text.end", "QXEND no table at all"}, {"other.end", "QXEND999"}, {"ignored.txt", "x"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        snprintf(path, sizeof path, "%s/chess/%s", folder, files[i].name);
        ck_assert(whole_file_write(path, files[i].text, strlen(files[i].text), NULL));
    }
    TbListener listener = {count_complaint, NULL};
    tablebases = tb_new(variant_find("chess"));
    complaints = 0;
    ck_assert_uint_ge(tb_add_folder(tablebases, folder, &listener), 1);
    ck_assert_int_eq(complaints, 3);
    ck_assert_uint_eq(tb_add_folder(tablebases, "/nowhere/at/all", &listener), 0);
    ck_assert_int_eq(complaints, 4);
    ck_assert_uint_ge(tb_add_folder(tablebases, folder, NULL), 1);
    ck_assert_int_eq(complaints, 4);
    table_named(tablebases, "chess", "KQvK");
    tb_free(tablebases);
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        snprintf(path, sizeof path, "%s/chess/%s", folder, files[i].name);
        unlink(path);
    }
}

/* Any number of threads writes the same bytes. */
START_TEST(test_deterministic)
{
    char path[160], *argv[] = {"tables", "chess", "KRvK", "--path", path, "--threads", "1"};
    size_t size, again_size;
    ErrorText error = {""};
    uint8_t *bytes = built("chess", "KRvK", &size);
    snprintf(path, sizeof path, "%s/again", folder);
    ck_assert_int_eq(tables_run(7, argv, &error), STATUS_OK);
    strcat(path, "/chess/KRvK.end");
    uint8_t *again = file_bytes(path, &again_size);
    ck_assert(again_size == size && memcmp(bytes, again, size) == 0);
    free(bytes);
    free(again);
}

/* ---- Stopping ---- */

typedef struct Stopping {
    atomic_bool stop;
    unsigned at;
} Stopping;

static void stop_at_level(void *context, const SolveProgress *progress)
{
    Stopping *stopping = context;
    if (progress->level == stopping->at) atomic_store(&stopping->stop, true);
}

/* A solver stopped at any level and resumed gives the same result. */
START_TEST(test_stop)
{
    char path[160];
    snprintf(path, sizeof path, "%s/KRvK.stopped", folder);
    Material material = material_named("chess", "KRvK"), missing;
    ErrorText error;
    Tablebases *none = tb_new(variant_find("chess"));
    SolveOptions options = {.threads = 1, .known = none};
    Solver *whole = solver_new(variant_find("chess"), &material, 1, &options, &error);
    ck_assert_int_eq(solver_run(whole, &missing, &error), SOLVE_DONE);
    Stopping stopping = {.at = 1};
    options = (SolveOptions){1, none, path, &stopping.stop, stop_at_level, &stopping};
    SolveStatus status = SOLVE_STOPPED;
    Solver *part = NULL;
    for (int i = 0; i < 10 && status == SOLVE_STOPPED; ++i) {
        solver_free(part);
        atomic_store(&stopping.stop, false);
        part = solver_new(variant_find("chess"), &material, 1, &options, &error);
        status = solver_run(part, &missing, &error);
        if (i == 1) ck_assert_int_eq(status, SOLVE_STOPPED);
        stopping.at += 7;
    }
    ck_assert_int_eq(status, SOLVE_DONE);
    for (Side side = WHITE; side <= BLACK; ++side) {
        for (uint32_t number = 0; number < solver_index(solver_part(whole, 0))->size; ++number) {
            TbValue a = {0}, b = {0};
            bool known = solver_value(solver_part(whole, 0), side, number, &a);
            ck_assert(solver_value(solver_part(part, 0), side, number, &b) == known);
            ck_assert(a.result == b.result && a.plies == b.plies && a.phase == b.phase);
        }
    }
    solver_free(whole);
    solver_free(part);
    tb_free(none);
    unlink(path);
}

/* A folder that cannot be written to is reported. */
START_TEST(test_no_room)
{
    char *argv[] = {"tables", "chess", "KQvK", "--path", "/dev/null/tables"};
    ErrorText error = {""};
    ck_assert_int_eq(tables_run(5, argv, &error), STATUS_ERROR);
    ck_assert(error.text[0]);
}

int main(void)
{
    variants_init();
    if (!mkdtemp(folder)) return 1;
    int status = RUN_TESTS("tablebases", 0, ONCE(test_names), ONCE(test_materials), ONCE(test_headers), ONCE(test_may_know),
                           ONCE(test_scores), ONCE(test_rights_that_end), ONCE(test_counter), ONCE(test_repeating_loses),
                           ONCE(test_unknown), ONCE(test_lookahead), ONCE(test_chess), ROWS(test_values, chosen),
                           EACH(test_play, 5), ONCE(test_damaged_files), ONCE(test_bad_folder), ONCE(test_files_in_use),
                           ONCE(test_few_blocks), ONCE(test_few_blocks_and_threads), ONCE(test_deterministic), ONCE(test_stop),
                           ONCE(test_no_room));
    char command[80];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) ? 1 : status;
}
