/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The reader of command lines. */

#include <string.h>

#include "../lab/numbers.h"
#include "../src/util/arguments.h"
#include "support.h"

typedef struct Kettle {
    const char *room, *label;
    unsigned cups;
    int degrees;
    int64_t minutes;
    uint64_t seed;
    double sugar;
    bool lid, loud;
    int64_t shard[2];
    Words guests;
    char after;
} Kettle;

static bool read_shard(void *place, const char *text, ErrorText *error)
{
    return numbers_read(text, "/", 9, place) || error_set(error, "it is I/N");
}

static const Argument arguments[] = {
    {"ROOM", ARGUMENT(Kettle, room)},
    {"[CUPS]", ARGUMENT(Kettle, cups), .min = 1, .max = 12},
    {"[GUEST...]", ARGUMENT(Kettle, guests)},
    {"--label", ARGUMENT(Kettle, label)},
    {"--degrees", ARGUMENT(Kettle, degrees), "C", "how hot", -20, 100},
    {"", .help = "Heading"},
    {"--minutes", ARGUMENT(Kettle, minutes), .max = INT64_MAX},
    {"--seed", ARGUMENT(Kettle, seed), .max = INT64_MAX},
    {"--sugar", ARGUMENT(Kettle, sugar), .high = 0.5},
    {"--open", ARGUMENT(Kettle, lid), .clears = true},
    {"--loud", ARGUMENT(Kettle, loud)},
    {"--shard", ARGUMENT_BY(read_shard, Kettle, shard)},
    {.name = NULL},
};

/* Reads a line of words, which it keeps for the texts in *k. */
static bool read_line(const char *line, Kettle *k, uint64_t *given, ErrorText *error)
{
    static char copy[200];
    char *argv[20] = {"kettle"};
    int argc = 1;
    strcpy(copy, line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
    *k = (Kettle){.lid = true, .cups = 2, .after = 7};
    bool ok = arguments_read(arguments, argc, argv, k, given, error);
    if (ok && k->guests.count) ck_assert_str_eq(k->guests.items[k->guests.count - 1], "zoe");
    return ok;
}

START_TEST(test_values)
{
    Kettle k;
    ErrorText error;
    uint64_t given = 0;
    ck_assert(read_line("hall", &k, NULL, &error));
    ck_assert(strcmp(k.room, "hall") == 0 && k.cups == 2 && k.guests.count == 0 && k.lid && !k.loud && !k.label);
    ck_assert_msg(read_line("--degrees -20 hall --sugar=0.25 3 --minutes 9223372036854775807 ann --open --seed 8 --shard 2/3 - "
                            "--label --loud zoe", &k, &given, &error), "%s", error.text);
    ck_assert(strcmp(k.room, "hall") == 0 && k.cups == 3 && k.degrees == -20 && k.minutes == INT64_MAX && k.seed == 8);
    ck_assert(k.sugar > 0.24 && k.sugar < 0.26 && !k.lid && !k.loud && strcmp(k.label, "--loud") == 0 && k.guests.count == 3);
    ck_assert(k.shard[0] == 2 && k.shard[1] == 3 && k.after == 7);
    ck_assert_uint_eq(given, 0xBDF); /* all but --loud */
}

START_TEST(test_errors)
{
    static const char *const wrong[][2] = {
        {"", "ROOM is missing"},
        {"hall 0", "[CUPS] takes a number from 1 to 12, not '0'"},
        {"hall 13", "[CUPS]"},
        {"hall --degrees", "--degrees needs a value: C"},
        {"hall --degrees=", "--degrees needs"},
        {"hall --degrees 101", "from -20 to 100"},
        {"hall --sugar 0.6", "from 0 to 0.5, not '0.6'"},
        {"hall --sugar nan", "--sugar"},
        {"hall --sugar 1x", "--sugar"},
        {"hall --open=1", "--open takes no value"},
        {"hall --shard 2", "I/N"},
        {"hall --shard 2/10", "I/N"},
        {"hall --deg 3", "there is no option '--deg'; there are --label, --degrees"},
        {"hall -d", "'-d'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        Kettle k;
        ErrorText error = {""};
        ck_assert_msg(!read_line(wrong[i][0], &k, NULL, &error), "'%s' is taken", wrong[i][0]);
        ck_assert_msg(strstr(error.text, wrong[i][1]), "'%s': %s", wrong[i][0], error.text);
    }
    char *argv[] = {"kettle", "hall"};
    ErrorText error;
    ck_assert(!arguments_read(NULL, 2, argv, NULL, NULL, &error) && strstr(error.text, "'hall' is one word too many"));
}

int main(void) { return RUN_TESTS("arguments", 10, ONCE(test_values), ONCE(test_errors)); }
