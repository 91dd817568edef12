/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Options and what they are bound to. */

#include <stdlib.h>
#include <string.h>

#include "../src/session/session.h"
#include "../src/xboard/cecp.h"
#include "support.h"

/* ---- A table that only this test knows ---- */

typedef struct Kettle {
    char before;
    bool lid;
    int64_t water;
    int64_t tea;
    char *label;
    const Variant *game;
    unsigned calls;
    bool refuses;
} Kettle;

static bool boil(void *target, ErrorText *error)
{
    Kettle *kettle = target;
    ++kettle->calls;
    return !kettle->refuses || error_set(error, "no gas");
}

static void fill_lid(const void *target, Option *option)
{
    (void)target;
    option->value = true;
}

static const Option kettle_options[] = {
    {"Lid", OPTION_CHECK_AT(Kettle, lid), .fill = fill_lid},
    {"Water", OPTION_SPIN_AT(Kettle, water), .value = 3, .min = -2, .max = 9, .changed = boil},
    {"Tea", OPTION_COMBO_AT(Kettle, tea), .choices = "green|black|red", .changed = boil},
    {"Label", OPTION_STRING_AT(Kettle, label), .changed = boil},
    {"Game", OPTION_GAME_AT(Kettle, game)},
    {"Boil", OPTION_BUTTON, .changed = boil},
    {.name = NULL},
};

static bool set(Kettle *kettle, const char *name, const char *value)
{
    ErrorText error = {""};
    const Option *option = option_find(kettle_options, name);
    ck_assert_msg(option, "%s is not found", name);
    bool ok = option_set(option, kettle, value, &error);
    ck_assert_msg(ok == !error.text[0], "%s=%s: %s", name, value, error.text);
    return ok;
}

/* The current value, as option_set reads it; valid until the next call. */
static const char *value_of(const Option *option, const void *target)
{
    static char text[200];
    const void *place = (const char *)target + option->offset;
    const char *choice = option->choices;
    int64_t number = 0;
    if (option->type == OPTION_SPIN || option->type == OPTION_COMBO) memcpy(&number, place, sizeof number);
    switch (option->type) {
    case OPTION_BUTTON: return "";
    case OPTION_CHECK: return *(const bool *)place ? "true" : "false";
    case OPTION_GAME: return (*(const Variant *const *)place)->name;
    case OPTION_STRING:
    case OPTION_PATH:
    case OPTION_FILE: return *(char *const *)place ? *(char *const *)place : "";
    case OPTION_SPIN: snprintf(text, sizeof text, "%lld", (long long)number); break;
    case OPTION_COMBO:
        while (number-- > 0) choice += strcspn(choice, "|") + 1;
        snprintf(text, sizeof text, "%.*s", (int)strcspn(choice, "|"), choice);
    }
    return text;
}

static void expect(const Option *option, const void *target, const char *value)
{
    ck_assert_msg(strcmp(value_of(option, target), value) == 0, "%s is %s, not %s", option->name, value_of(option, target), value);
}

START_TEST(test_kettle)
{
    Kettle k = {0};
    options_reset(kettle_options, &k);
    ck_assert(k.lid && k.water == 3 && k.tea == 0 && !k.label && k.game == variants[0] && k.calls == 0);

    ck_assert(set(&k, "water", "-2") && k.water == -2 && k.calls == 1);
    ck_assert(set(&k, "Tea", "red") && k.tea == 2 && k.calls == 2);
    ck_assert(set(&k, "Label", "of the house") && strcmp(k.label, "of the house") == 0);
    ck_assert(set(&k, "Lid", "FALSE") && !k.lid && set(&k, "Lid", "1") && k.lid);
    ck_assert(set(&k, "Boil", "") && k.calls == 4);
    static const char *const refused[][2] = {{"Water", "10"}, {"Water", "-3"}, {"Water", ""}, {"Tea", "re"}, {"Tea", "reds"},
        {"Tea", "tan"},
                                             {"Tea", ""},     {"Lid", "2"},    {"Lid", ""},   {"Game", "kettle"}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i)
        ck_assert_msg(!set(&k, refused[i][0], refused[i][1]), "%s=%s is taken", refused[i][0], refused[i][1]);
    ck_assert(k.water == -2 && k.tea == 2 && k.lid && k.game == variants[0] && k.calls == 4);

    /* What the function refuses leaves the old value. */
    k.refuses = true;
    ck_assert(!set(&k, "Water", "5") && k.water == -2 && k.calls == 5);
    ck_assert(!set(&k, "Label", "<empty>") && strcmp(k.label, "of the house") == 0);
    ck_assert(!set(&k, "Boil", ""));
    k.refuses = false;
    ck_assert(set(&k, "Label", "<empty>") && !k.label);
    ck_assert(set(&k, "Label", "x") && set(&k, "Label", "") && !k.label && set(&k, "Label", "x"));
    ck_assert(set(&k, "Lid", "0") && !k.lid && set(&k, "Lid", "True") && k.lid && set(&k, "Lid", "false") && !k.lid && set(&k,
        "Lid", "1"));
    static const char *const values[] = {"true", "-2", "red", "x", NULL};
    for (int i = 0; values[i]; ++i) expect(&kettle_options[i], &k, values[i]);
    ck_assert_ptr_null(option_find(kettle_options, "Kettle"));
    options_free(kettle_options, &k);
}

/* ---- The tables of the engine ---- */

static size_t size_of(const Option *option)
{
    return option->type == OPTION_BUTTON ? 0 : option->type == OPTION_CHECK ? sizeof(bool) : sizeof(int64_t);
}

/* Sets an option and finds nothing but its target changed. The function behind it is not called: a maximum may need more
 * memory than there is. */
static void set_alone(const Option *option, void *target, size_t size, const char *value)
{
    ErrorText error = {""};
    Option alone = *option;
    char *before = malloc(size);
    ck_assert_ptr_nonnull(before);
    memcpy(before, target, size);
    alone.changed = NULL;
    ck_assert_msg(option_set(&alone, target, value, &error), "%s=%s: %s", option->name, value, error.text);
    expect(option, target, value);
    for (size_t i = 0; i < size; ++i)
        if (i < option->offset || i >= option->offset + size_of(option))
            ck_assert_msg(before[i] == ((char *)target)[i], "%s changes what is not its own", option->name);
    free(before);
}

static void set_number(const Option *option, void *target, size_t size, int64_t value)
{
    char text[32];
    ErrorText error;
    snprintf(text, sizeof text, "%lld", (long long)value);
    if (value >= option->min && value <= option->max) set_alone(option, target, size, text);
    else ck_assert_msg(!option_set(option, target, text, &error), "%s=%s is taken", option->name, text);
}

/* Sets all options of a table to their limits and back to their defaults. */
static void walk(const Option *options, void *target, size_t size)
{
    for (const Option *row = options; row->name; ++row) {
        const Option filled = option_filled(row, target), *option = &filled;
        ErrorText error;
        ck_assert_ptr_eq(option_find(options, row->name), row);
        for (const Option *other = options; other < row; ++other)
            ck_assert_msg(row->offset != other->offset || row->type == OPTION_BUTTON || other->type == OPTION_BUTTON,
                          "%s and %s have one target", row->name, other->name);
        switch (row->type) {
        case OPTION_BUTTON: ck_assert_msg(row->changed, "%s does nothing", row->name); break;
        case OPTION_CHECK:
            set_alone(option, target, size, option->value ? "false" : "true");
            set_alone(option, target, size, option->value ? "true" : "false");
            break;
        case OPTION_SPIN:
            ck_assert(option->min <= option->value && option->value <= option->max && option->min < option->max);
            set_number(option, target, size, option->min - 1);
            set_number(option, target, size, option->max + 1);
            set_number(option, target, size, option->min);
            set_number(option, target, size, option->max);
            set_number(option, target, size, option->value);
            break;
        case OPTION_COMBO:
            ck_assert(!option_set(option, target, option->choices, &error));
            for (char copy[200], *rest = strcpy(copy, option->choices), *choice; (choice = strtok(rest, "|")); rest = NULL)
                set_alone(option, target, size, choice);
            break;
        case OPTION_GAME:
            for (size_t i = 0; variants[i]; ++i) set_alone(option, target, size, variants[i]->name);
            set_alone(option, target, size, variants[0]->name);
            break;
        case OPTION_STRING:
        case OPTION_PATH:
        case OPTION_FILE:
            set_alone(option, target, size, "of no use");
            set_alone(option, target, size, "");
            break;
        }
    }
}

START_TEST(test_targets)
{
    Session *session = session_new();
    Cecp *cecp = calloc(1, sizeof *cecp);
    ck_assert(session && cecp);
    walk(session_options, session, sizeof *session);
    walk(cecp_options, cecp, sizeof *cecp);
    free(cecp);
    session_free(session);
}

/* The engine accepts every default, with all that is behind it. */
START_TEST(test_defaults)
{
    Session *session = session_new();
    ErrorText error = {""};
    ck_assert_ptr_nonnull(session);
    for (const Option *option = session_options; option->name; ++option) {
        char value[200];
        snprintf(value, sizeof value, "%s", value_of(option, session));
        ck_assert_msg(session_set_option(session, option->name, value, &error), "%s: %s", option->name, error.text);
        expect(option, session, value);
    }
    ck_assert(session_set_option(session, "Hash", "2", &error) && session->options.hash == 2);
    ck_assert(!session_set_option(session, "EvalFile", "/nowhere.nnue", &error) && !session->nets.file && session->nets.store);
    ck_assert(!session_set_option(session, "BookFile", "/nowhere.book", &error) && !session->books.file);
    ck_assert(!session_set_option(session, "UCI_Chess960", "true", &error) && strstr(error.text, "there is no option"));
    ck_assert(!session_set_option(session, "quit", "1", &error) && !session->quit);
    session_free(session);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("options", 60, ONCE(test_kettle), ONCE(test_targets), ONCE(test_defaults));
}
