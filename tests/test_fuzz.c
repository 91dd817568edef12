/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* A short random run, the same every time, of the fuzzers that `make fuzz` runs without end: with their corpora, unchanged and
 * corrupted. */

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "support.h"

enum { INPUT = 2048 };

static void spoil(char *text, size_t size, uint64_t *seed)
{
    for (size_t n = random_below(seed, 4); n > 0 && size; --n) text[random_below(seed, size)] = (char)splitmix64(seed);
}

static const struct {
    const char *name;
    void (*run)(const uint8_t *, size_t);
    long share; /* per mille of TEST_FUZZ; conversations are slow */
} targets[] = {
    {"fen", fuzz_fen, 200},         {"move", fuzz_move, 200},       {"uci", fuzz_uci, 10},
    {"cecp", fuzz_cecp, 10},        {"json", fuzz_json, 10},        {"console", fuzz_console, 5},
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
    return RUN_TESTS("fuzz", 0, EACH(test_seeds, TARGETS));
}
