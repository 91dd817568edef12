/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* A short random run, the same every time, of the fuzzers that `make fuzz` runs without end. */

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "support.h"

enum { INPUT = 2048 };

static const char *const uci_words[] = {
    "position",   "startpos", "fen",         "moves",      "go",   "depth", "nodes",       "movetime",  "infinite", "ponder",
    "ponderhit",  "stop",     "searchmoves", "setoption",  "name", "value", "UCI_Variant", "Hash",      "Threads",  "MultiPV",
    "Clear Hash", "true",     "isready",     "ucinewgame", "d",    "eval",  "e2e4",        "g1f3,m2m4", "M@e6",     "S@a8",
    "wtime",      "btime",    "movestogo",   "mate",       "1",    "2",     "20",          "-1",        "help",
};
static const char *const cecp_words[] = {
    "new",       "variant", "setboard", "usermove", "go",   "force", "undo", "remove", "analyze", "exit",      "ping", "post",
    "nopost",    "hard",    "easy",     "level",    "st",   "sd",    "time", "otim",   "option",  "MultiPV=2", "Pass", "computer",
    "playother", "result",  "draw",     "hint",     ".",    "?",     "d",    "eval",   "memory",  "cores",     "e2e4", "e7e5",
    "g1f3",      "m2m4",    "@@@@",     "M@e5",     "S@a8", "C@h1",  "1",    "2",      "0",       "40",
};

static const char *const json_fields[] = {
    "\"do\":\"position\"", "\"do\":\"position\"", "\"do\":\"reach\"", "\"do\":\"piece\"", "\"do\":\"setup\"",
    "\"do\":\"pgn_write\"", "\"do\":\"pgn_read\"", "\"do\":\"search\"", "\"do\":\"stop\"", "\"do\":\"new\"",
    "\"do\":\"option\"", "\"do\":\"games\"", "\"id\":1", "\"id\":{}", "\"moves\":[\"e2e4\"]", "\"moves\":[\"S@a8\",\"S@h1\"]",
    "\"moves\":[\"g1f3,m2m4\"]", "\"moves\":5", "\"legs\":\"e2e4\"", "\"legs\":\"g1f3\"", "\"legs\":\",,\"",
    "\"square\":\"e2\"", "\"square\":\"\"", "\"piece\":\"+w\"", "\"piece\":\"R\"", "\"depth\":2", "\"nodes\":1",
    "\"multipv\":2", "\"name\":\"MultiPV\"", "\"value\":2", "\"value\":true", "\"board\":{\"e1\":\"K\",\"e8\":\"k\"}",
    "\"hands\":{\"M\":2}", "\"side\":\"b\"", "\"castling\":\"KQ\"", "\"ep\":\"e3\"",
    "\"pgn\":\"1. e4 e5 (1... c5) {\\u00e9} 2. Nf3 *\"", "\"pgn\":\"[Variant \\\"horizons\\\"]\"",
    "\"tags\":{\"white\":\"\\\"\"}",
};

static size_t add(char *out, size_t at, const char *text)
{
    size_t n = strlen(text);
    if (at + n + 1 >= INPUT) return at;
    memcpy(out + at, text, n);
    return at + n;
}

static void spoil(char *text, size_t size, uint64_t *seed)
{
    for (size_t n = random_below(seed, 4); n > 0 && size; --n) text[random_below(seed, size)] = (char)splitmix64(seed);
}

/* Lines of words, with names of games and FENs among them, and some corrupted bytes. */
static size_t conversation(char *out, const char *const *words, size_t count, uint64_t *seed)
{
    size_t at = 0;
    for (size_t lines = 1 + random_below(seed, 12); lines > 0; --lines) {
        for (size_t n = 1 + random_below(seed, 6); n > 0; --n) {
            const Variant *v = variants[0];
            for (size_t i = random_below(seed, 6); i > 0 && variants[i]; --i) v = variants[i];
            size_t kind = random_below(seed, 12);
            at = add(out, at, kind == 0 ? v->name : kind == 1 ? v->start_fen : words[random_below(seed, count)]);
            at = add(out, at, " ");
        }
        at = add(out, at, "\n");
    }
    if (random_below(seed, 2)) spoil(out, at, seed);
    return at;
}

/* Lines of requests, with games and FENs among their members, and some corrupted bytes. */
static size_t requests(char *out, uint64_t *seed)
{
    size_t at = 0;
    for (size_t lines = 1 + random_below(seed, 8); lines > 0; --lines) {
        const Variant *v = variants[0];
        for (size_t i = random_below(seed, 6); i > 0 && variants[i]; --i) v = variants[i];
        at = add(out, at, "{\"game\":\"");
        at = add(out, at, v->name);
        at = add(out, at, "\"");
        for (size_t n = 1 + random_below(seed, 6); n > 0; --n) {
            at = add(out, at, ",");
            if (random_below(seed, 8)) {
                at = add(out, at, json_fields[random_below(seed, sizeof json_fields / sizeof *json_fields)]);
            } else {
                at = add(out, at, "\"fen\":\"");
                at = add(out, at, v->start_fen);
                at = add(out, at, "\"");
            }
        }
        at = add(out, at, "}\n");
    }
    if (random_below(seed, 3) == 0) spoil(out, at, seed);
    return at;
}

START_TEST(test_fen)
{
    uint64_t seed = 1;
    long runs = environment_number("TEST_FUZZ", 6000);
    for (long i = 0; i < runs; ++i) {
        char text[INPUT];
        const Variant *v = variants[0];
        for (size_t game = 0, chosen = random_below(&seed, 6); game <= chosen && variants[game]; ++game) {
            v = variants[game];
            text[0] = (char)game;
        }
        size_t size = add(text, 1, v->start_fen);
        spoil(text + 1, size - 1, &seed);
        fuzz_fen((const uint8_t *)text, size);
    }
}

START_TEST(test_move)
{
    uint64_t seed = 2;
    long runs = environment_number("TEST_FUZZ", 6000);
    static const char alphabet[] = "abcdefghilmp123456789@+,>xqSMCZ ";
    for (long i = 0; i < runs; ++i) {
        char text[40];
        size_t size = 2 + random_below(&seed, sizeof text - 2);
        text[0] = (char)random_below(&seed, 12);
        text[1] = (char)splitmix64(&seed);
        for (size_t j = 2; j < size; ++j) text[j] = alphabet[random_below(&seed, sizeof alphabet - 1)];
        spoil(text + 2, size - 2, &seed);
        fuzz_move((const uint8_t *)text, size);
    }
}

START_TEST(test_uci)
{
    uint64_t seed = 3;
    long runs = environment_number("TEST_FUZZ", 6000) / 20;
    char text[INPUT];
    for (long i = 0; i < runs; ++i)
        fuzz_uci((const uint8_t *)text, conversation(text, uci_words, sizeof uci_words / sizeof *uci_words, &seed));
}

START_TEST(test_cecp)
{
    uint64_t seed = 4;
    long runs = environment_number("TEST_FUZZ", 6000) / 20;
    char text[INPUT];
    for (long i = 0; i < runs; ++i)
        fuzz_cecp((const uint8_t *)text, conversation(text, cecp_words, sizeof cecp_words / sizeof *cecp_words, &seed));
}

START_TEST(test_json)
{
    uint64_t seed = 5;
    long runs = environment_number("TEST_FUZZ", 6000) / 20;
    char text[INPUT];
    for (long i = 0; i < runs; ++i) fuzz_json((const uint8_t *)text, requests(text, &seed));
}

START_TEST(test_net)
{
    uint64_t seed = 6;
    long runs = environment_number("TEST_FUZZ", 6000) / 20;
    uint8_t bytes[64];
    for (long i = 0; i < runs; ++i) {
        size_t size = random_below(&seed, sizeof bytes + 1);
        bool mild = random_below(&seed, 2); /* small weights, which are accepted */
        for (size_t j = 0; j < size; ++j)
            bytes[j] = mild && j >= 6 ? (uint8_t)(j % 2 ? 0 : random_below(&seed, 100)) : (uint8_t)splitmix64(&seed);
        fuzz_net(bytes, size);
    }
}

/* ---- The corpora of the endless runs, unchanged and corrupted ---- */

static const struct {
    const char *name;
    void (*run)(const uint8_t *, size_t);
    long share; /* per mille of TEST_FUZZ; conversations are slow */
} targets[] = {
    {"fen", fuzz_fen, 100},         {"move", fuzz_move, 100},       {"uci", fuzz_uci, 2},
    {"cecp", fuzz_cecp, 2},         {"json", fuzz_json, 2},         {"console", fuzz_console, 2},
    {"pgn", fuzz_pgn, 50},          {"result", fuzz_result, 100},   {"openings", fuzz_openings, 50},
    {"engine", fuzz_engine, 50},    {"net", fuzz_net, 5},           {"data", fuzz_data, 50},
    {"table", fuzz_table, 50},
};
enum { TARGETS = sizeof targets / sizeof *targets };

START_TEST(test_seeds)
{
    uint64_t seed = 4;
    long runs = environment_number("TEST_FUZZ", 6000) * targets[_i].share / 1000 + 1;
    char path[512], text[8 * INPUT];
    unsigned files = 0;
    snprintf(path, sizeof path, "tests/fuzz/seeds/%s", targets[_i].name);
    DIR *folder = opendir(path);
    ck_assert_msg(folder != NULL, "%s is missing", path);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "tests/fuzz/seeds/%s/%.200s", targets[_i].name, entry->d_name);
        FILE *file = fopen(path, "rb");
        ck_assert_msg(file != NULL, "%s", path);
        size_t size = fread(text, 1, sizeof text, file);
        fclose(file);
        ++files;
        targets[_i].run((const uint8_t *)text, size);
        for (long i = 0; i < runs; ++i) {
            char spoilt[sizeof text];
            memcpy(spoilt, text, size);
            spoil(spoilt, size, &seed);
            targets[_i].run((const uint8_t *)spoilt, size);
        }
    }
    closedir(folder);
    ck_assert_uint_gt(files, 0);
}

/* The targets fill the tables. */
int main(void)
{
    return RUN_TESTS("fuzz", 0, ONCE(test_fen), ONCE(test_move), ONCE(test_uci), ONCE(test_cecp), ONCE(test_json), ONCE(test_net),
                     EACH(test_seeds, TARGETS));
}
