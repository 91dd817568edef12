/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

#include <string.h>

#include "util/fnv.h"

enum {
    OPTIONS_MAX = 16,  /* of a game and the common part */
    NAME_MAX = 64,     /* of a game */
    MOVES_TEXT_MAX = 120, /* at the end of a FEN */
    TEXT_MAX = RULES_TEXT_MAX - NAME_MAX
};

/* ---- The common part ---- */

enum { FIRST_OWN, FIRST_WHITE };
enum { REPETITIONS_MAX = 9, COUNTER_LIMIT_MAX = 999 };

/* The values while a text is read. */
static struct {
    int counter, repetitions, first, stalemate;
} common;

static const RuleOption common_options[] = {
    {"counter", NULL, &common.counter, .max = COUNTER_LIMIT_MAX, .spares = DATA_NET | DATA_LEVELS,
     .words = "Plies without progress that draw; 0: never.", .said = "%d plies without progress draw|Quiet play never draws"},
    {"repetitions", NULL, &common.repetitions, .max = REPETITIONS_MAX, .spares = DATA_ALL,
     .words = "Occurrences of a position that end the game; 0: never.",
     .said = "%d occurrences of a position end the game|Positions may recur for ever"},
    {"stalemate", "own|draw|wins|loses", &common.stalemate, .spares = DATA_LEVELS,
     .words = "Result for a side that is not in check and has no legal move.",
     .said = "|Stalemate draws|Stalemate wins|Stalemate loses"},
    {"first", "own|white|black", &common.first, .spares = DATA_NET | DATA_TABLEBASES | DATA_LEVELS,
     .words = "Who moves first from the start position.", .said = "|White moves first|Black moves first"},
    {.name = NULL},
};
static const char start_name[] = "start";

/* What is kept of a game whose rules were chosen. */
typedef struct Store {
    Variant own;
    MeasuredSheet measured;
    char text[TEXT_MAX], of_moves[MOVES_TEXT_MAX], start[FEN_MAX];
} Store;

/* ---- Options and values ---- */

static bool is_own(const Variant *game, const char *name)
{
    for (const RuleOption *o = game->options.list; o && o->name; ++o)
        if (strcmp(o->name, name) == 0) return true;
    return false;
}

/* Option i: the game's own, then the common ones except those whose name the game uses itself. NULL beyond the last. */
static const RuleOption *option_at(const Variant *game, size_t i)
{
    for (const RuleOption *o = game->options.list; o && o->name; ++o)
        if (i-- == 0) return o;
    for (const RuleOption *o = common_options; o->name; ++o)
        if (!is_own(game, o->name) && i-- == 0) return o;
    return NULL;
}

static int initial_value(const Variant *game, const RuleOption *option)
{
    if (option->target == &common.counter) return variant_own(game)->draws.counter_limit;
    if (option->target == &common.repetitions) return variant_own(game)->draws.repetitions;
    return option->choices ? 0 : option->value;
}

char *rules_value(const RuleOption *option, int value, char *text)
{
    const char *choice = option->choices;
    if (!choice) {
        snprintf(text, RULE_VALUE_MAX, "%d", value);
        return text;
    }
    for (int i = 0; i < value; ++i) choice = strchr(choice, '|') + 1;
    snprintf(text, RULE_VALUE_MAX, "%.*s", (int)strcspn(choice, "|"), choice);
    return text;
}

static bool read_value(const RuleOption *option, const char *text, int *value, ErrorText *error)
{
    int64_t number;
    if (!option->choices) {
        bool ok = number_read(text, option->min, option->max, &number);
        /* the start is the first occurrence: one would end every game */
        if (!ok || (option->target == &common.repetitions && number == 1))
            return error_set(error, "%s=%.30s: it is a number from %d to %d%s", option->name, text, option->min, option->max,
                             option->target == &common.repetitions ? ", not 1" : "");
        *value = (int)number;
        return true;
    }
    *value = 0;
    for (const char *choice = option->choices;; ++*value) {
        size_t length = strcspn(choice, "|");
        if (strlen(text) == length && strncmp(choice, text, length) == 0) return true;
        if (!choice[length]) break;
        choice += length + 1;
    }
    return error_set(error, "%s=%.30s: it is one of %s", option->name, text, option->choices);
}

static bool unknown_option(const Variant *game, const char *name, ErrorText *error)
{
    char names[160] = "";
    const RuleOption *o;
    for (size_t i = 0; (o = option_at(game, i)); ++i) {
        size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%s, ", o->name);
    }
    return error_set(error, "%s has no rule '%.30s'; there are %s%s", game->title, name, names, start_name);
}

bool rules_row(const Variant *game, size_t i, RuleRow *row)
{
    const RuleOption *o = option_at(game, i);
    if (!o) return false;
    *row = (RuleRow){o, initial_value(game, o)};
    return true;
}

/* ---- Setting ---- */

/* A text of settings, cut into pieces. */
typedef struct Settings {
    char text[TEXT_MAX];
    char *name[OPTIONS_MAX], *value[OPTIONS_MAX];
    size_t count;
} Settings;

static bool split(const char *text, Settings *s, ErrorText *error)
{
    s->count = 0;
    if (snprintf(s->text, sizeof s->text, "%s", text) >= (int)sizeof s->text) return error_set(error, "the rules are too long");
    for (char *p = s->text; *p;) {
        if (s->count == OPTIONS_MAX) return error_set(error, "more than %d rules are given", OPTIONS_MAX);
        char *next = p + strcspn(p, ",");
        if (*next) *next++ = '\0';
        char *value = p + strcspn(p, "=");
        if (*value != '=') return error_set(error, "'%.30s' is not a rule: OPTION=VALUE is expected", p);
        *value++ = '\0';
        for (size_t i = 0; i < s->count; ++i)
            if (strcmp(s->name[i], p) == 0) return error_set(error, "the rule '%.30s' is given twice", p);
        s->name[s->count] = p;
        s->value[s->count++] = value;
        p = next;
    }
    return true;
}

static const char *setting_of(const Settings *s, const char *name)
{
    for (size_t i = 0; i < s->count; ++i)
        if (strcmp(s->name[i], name) == 0) return s->value[i];
    return NULL;
}

/* If a setting names another game, continues with that game, without the setting. */
static bool choose_version(const Variant **game, Settings *s, ErrorText *error)
{
    for (const RuleOption *o = (*game)->options.list; o && o->name; ++o) {
        const char *text = o->other ? setting_of(s, o->name) : NULL;
        int value;
        if (!text) continue;
        if (!read_value(o, text, &value, error)) return false;
        size_t i = 0;
        while (s->value[i] != text) ++i;
        for (--s->count; i < s->count; ++i) s->name[i] = s->name[i + 1], s->value[i] = s->value[i + 1];
        if (value) *game = variant_find(o->other);
        return true;
    }
    return true;
}

static bool are_known(const Variant *game, const Settings *s, ErrorText *error)
{
    const RuleOption *o;
    for (size_t i = 0; i < s->count; ++i) {
        bool known = strcmp(s->name[i], start_name) == 0;
        for (size_t k = 0; !known && (o = option_at(game, k)); ++k) known = strcmp(o->name, s->name[i]) == 0;
        if (!known) return unknown_option(game, s->name[i], error);
    }
    return true;
}

/* Reads the value of an option, without a setting its default. */
static bool value_of(const Variant *game, const RuleOption *option, const Settings *s, int *value, ErrorText *error)
{
    const char *text = setting_of(s, option->name);
    *value = initial_value(game, option);
    return !text || read_value(option, text, value, error);
}

static bool set_targets(const Variant *game, const Settings *s, ErrorText *error)
{
    const RuleOption *o;
    if (!are_known(game, s, error)) return false;
    for (size_t i = 0; (o = option_at(game, i)); ++i)
        if (!value_of(game, o, s, o->target, error)) return false;
    return true;
}

/* The start position: a FEN in which '_' stands for a blank, or the game's with another side to move. */
static bool set_start(Variant *game, Store *store, const char *start, ErrorText *error)
{
    int first = is_own(game, "first") ? FIRST_OWN : common.first;
    if (start && first) return error_set(error, "'start' says who moves first: leave 'first' out");
    if (!start && !first) return true;
    if (snprintf(store->start, sizeof store->start, "%s", start ? start : game->position.start_fen) >= (int)sizeof store->start)
        return error_set(error, "the start position is too long for a FEN");
    if (start) {
        for (char *p = store->start; *p; ++p)
            if (*p == '_') *p = ' ';
    } else {
        strchr(store->start, ' ')[1] = first == FIRST_WHITE ? 'w' : 'b';
    }
    game->position.start_fen = store->start;
    return true;
}

/* Adjusts the members that the common part is about. */
static void adjust_common(Variant *game)
{
    game->draws.counter_limit = (uint16_t)common.counter;
    if (common.repetitions != game->draws.repetitions) {
        game->draws.repetitions = (uint16_t)common.repetitions;
        if (!game->draws.repetitions) game->draws.recurrence = RECURRENCE_IGNORED;
        else if (game->draws.recurrence == RECURRENCE_IGNORED) game->draws.recurrence = RECURRENCE_DRAWS;
    }
    if (!is_own(game, "stalemate")) game->rules.stalemate = (Stalemate)common.stalemate;
}

/* Adds "NAME=VALUE" to a list, unless that is too long then. */
static bool add_setting(char *list, size_t size, const char *name, const char *value, ErrorText *error)
{
    size_t length = strlen(list);
    int n = snprintf(list + length, size - length, "%s%s=%s", length ? "," : "", name, value);
    return (size_t)n < size - length || error_set(error, "the rules are too long");
}

/* Writes the rules that are not the game's own, in the order of its options, and finds out what data they cost. */
static bool name_rules(Variant *game, Store *store, const Settings *s, ErrorText *error)
{
    char text[RULE_VALUE_MAX];
    const char *start = setting_of(s, start_name);
    const RuleOption *o;
    for (size_t i = 0; (o = option_at(game, i)); ++i) {
        if (*o->target == initial_value(game, o)) continue;
        rules_value(o, *o->target, text);
        if (!add_setting(store->text, TEXT_MAX, o->name, text, error)) return false;
        bool of_moves = o->target != &common.first;
        if (of_moves && !add_setting(store->of_moves, MOVES_TEXT_MAX, o->name, text, error)) return false;
        game->rules.lost |= DATA_ALL & ~o->spares;
    }
    if (start && !add_setting(store->text, TEXT_MAX, start_name, start, error)) return false;
    if (start) game->rules.lost |= DATA_BOOK;
    if (*store->text) game->rules.text = store->text;
    if (!*store->of_moves) return true;
    game->rules.of_moves = store->of_moves;
    game->rules.key = zobrist_word(fnv_hash(store->of_moves, strlen(store->of_moves)), 0x72756C6573u);
    return true;
}

/* What was measured under the game's own rules. */
static void drop_measured(Variant *game, Store *store)
{
    if (rules_keep(game, DATA_LEVELS)) return;
    store->measured = *variant_measured(game);
    store->measured.levels = NULL;
    store->measured.wdl = NULL;
    game->measured = &store->measured;
}

/* The game that "GAME:" before settings names, which are left; false if there is none of this name. */
static bool take_game(const Variant **game, const char **text, ErrorText *error)
{
    char name[NAME_MAX];
    size_t prefix = strcspn(*text, ":=");
    if ((*text)[prefix] != ':') return true;
    snprintf(name, sizeof name, "%.*s", (int)prefix, *text);
    *text += prefix + 1;
    return (*game = variant_find(name)) || variant_choose(name, error);
}

static bool choose_rules(Variant *const *games, const char *text, ErrorText *error)
{
    static Store stores[GAMES_MAX];
    Settings *s = &(Settings){.count = 0};
    const Variant *chosen = NULL;
    if (!take_game(&chosen, &text, error)) return false;
    if (!chosen) return error_set(error, "the rules of which game? GAME:OPTION=VALUE is expected");
    Variant *named = games[variant_index(chosen)];
    if (!split(text, s, error) || !choose_version(&chosen, s, error)) return false;
    Variant *game = games[variant_index(chosen)];
    Store *store = &stores[variant_index(chosen)];
    if (game->rules.own) return error_set(error, "the rules of %s are given twice", game->title);
    store->own = *game;
    game->rules.own = &store->own;
    if (named != game) named->rules.instead = game;
    if (!set_targets(game, s, error)) return false;
    adjust_common(game);
    if (game->options.adjust && !game->options.adjust(game, error)) return false;
    if (!set_start(game, store, setting_of(s, start_name), error) || !name_rules(game, store, s, error)) return false;
    drop_measured(game, store);
    return true;
}

bool rules_init(const char *const *rules, ErrorText *error) { return variants_build(choose_rules, rules, error); }

bool rules_begin(int *argc, char **argv, ErrorText *error)
{
    static const char option[] = "rules";
    const char *texts[GAMES_MAX + 1] = {NULL};
    size_t count = 0;
    int kept = 1;
    for (int i = 1; i < *argc; ++i) {
        const char *name = argv[i] + strspn(argv[i], "-"), *value = NULL;
        bool named = argv[i][0] == '-' && strncmp(name, option, sizeof option - 1) == 0;
        if (named && name[sizeof option - 1] == '=') value = name + sizeof option;
        else if (named && !name[sizeof option - 1] && !(value = argv[++i]))
            return error_set(error, "--rules needs a value: GAME:OPTION=VALUE,OPTION=VALUE");
        if (!value) argv[kept++] = argv[i];
        else if (count == GAMES_MAX) return error_set(error, "--rules is given more than %d times", GAMES_MAX);
        else texts[count++] = value;
    }
    argv[*argc = kept] = NULL;
    return rules_init(texts, error);
}

/* ---- Comparing and showing ---- */

bool rules_agree(const Variant **chosen, const char *text, bool whole, ErrorText *error)
{
    Settings said, ours;
    const RuleOption *o;
    if (!take_game(chosen, &text, error)) return false;
    const Variant *named = *chosen;
    if (!split(text, &said, error) || !choose_version(chosen, &said, error)) return false;
    const Variant *game = *chosen;
    const char *of_moves = game->rules.of_moves ? game->rules.of_moves : "", *all = game->rules.text ? game->rules.text : "";
    if (!whole && strcmp(text, of_moves) == 0) return true;
    if (!are_known(game, &said, error)) return false;
    split(all, &ours, error);
    const char *start = setting_of(&said, start_name), *our_start = setting_of(&ours, start_name);
    bool agree = (!whole || !game->rules.instead) && (start ? our_start && strcmp(start, our_start) == 0 : !whole || !our_start);
    for (size_t i = 0; agree && (o = option_at(game, i)); ++i) {
        int value, our_value;
        if (!value_of(game, o, &said, &value, error)) return false;
        value_of(game, o, &ours, &our_value, error);
        agree = value == our_value || (!whole && o->target == &common.first && !setting_of(&said, o->name));
    }
    return agree || position_rules_differ(named, text, all, error);
}

char *rules_write(const Variant *game, char *text)
{
    snprintf(text, RULES_TEXT_MAX, "%s:%s", game->name, game->rules.text ? game->rules.text : "");
    return text;
}

void rules_print(const Variant *game, Buffer *out)
{
    RuleRow row;
    char text[RULE_VALUE_MAX];
    if (game->rules.text) buffer_add(out, "Rules in force: %s\n", game->rules.text);
    for (size_t i = 0; rules_row(game, i, &row); ++i) {
        char values[64];
        if (row.option->choices) snprintf(values, sizeof values, "%s", row.option->choices);
        else snprintf(values, sizeof values, "%d to %d", row.option->min, row.option->max);
        buffer_add(out, "  %-12s %-20s %s Default: %s.\n", row.option->name, values, row.option->words,
                   rules_value(row.option, row.initial, text));
    }
    buffer_add(out, "  %-12s %-20s The start position; '_' stands for a blank of the FEN.\n", start_name, "FEN");
}
