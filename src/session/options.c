/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "../variant.h"

/* ---- Values ---- */

typedef union Value {
    bool flag;
    int64_t number;
    char *text;
    const Variant *game;
} Value;

static const size_t sizes[] = {[OPTION_BUTTON] = 0,
                               [OPTION_CHECK] = sizeof(bool),
                               [OPTION_SPIN] = sizeof(int64_t),
                               [OPTION_COMBO] = sizeof(int64_t),
                               [OPTION_GAME] = sizeof(const Variant *),
                               [OPTION_STRING] = sizeof(char *),
                               [OPTION_PATH] = sizeof(char *), [OPTION_FILE] = sizeof(char *)};

static bool has_text(const Option *option) { return option->type >= OPTION_STRING; }

static Value current(const Option *option, const void *target)
{
    Value value = {.number = 0};
    memcpy(&value, (const char *)target + option->offset, sizes[option->type]);
    return value;
}

static void put(const Option *option, void *target, Value value)
{
    memcpy((char *)target + option->offset, &value, sizes[option->type]);
}

static bool read_check(const Option *option, const char *text, Value *value, ErrorText *error)
{
    value->flag = text_equal(text, "true") || strcmp(text, "1") == 0;
    return value->flag || text_equal(text, "false") || strcmp(text, "0") == 0
           || error_set(error, "%s is true or false, not '%.40s'", option->name, text);
}

static bool read_choice(const Option *option, const char *text, Value *value, ErrorText *error)
{
    value->number = 0;
    for (const char *p = option->choices; *p; p += *p == '|') {
        size_t length = strcspn(p, "|");
        if (strlen(text) == length && strncmp(text, p, length) == 0) return true;
        p += length;
        ++value->number;
    }
    return error_set(error, "%s is one of %s, not '%.40s'", option->name, option->choices, text);
}

static bool read_value(const Option *option, const char *text, Value *value, ErrorText *error)
{
    switch (option->type) {
    case OPTION_BUTTON: return true;
    case OPTION_CHECK: return read_check(option, text, value, error);
    case OPTION_SPIN:
        return number_read(text, option->min, option->max, &value->number)
               || error_set(error, "%s is a number from %lld to %lld, not '%.40s'", option->name, (long long)option->min,
                            (long long)option->max, text);
    case OPTION_COMBO: return read_choice(option, text, value, error);
    case OPTION_GAME: return (value->game = variant_choose(text, error)) != NULL;
    case OPTION_STRING:
    case OPTION_PATH:
    case OPTION_FILE:
        value->text = NULL;
        return !*text || text_equal(text, "<empty>") || (value->text = strdup(text)) || error_set(error, "out of memory");
    }
    return error_set(error, "%s has no type", option->name);
}

/* ---- Options of any table ---- */

const Option *option_find(const Option *options, const char *name)
{
    while (options->name && !text_equal(options->name, name)) ++options;
    return options->name ? options : NULL;
}

Option option_filled(const Option *option, const void *target)
{
    Option filled = *option;
    if (option->fill) option->fill(target, &filled);
    return filled;
}

void option_choices(const Option *option, const char *between, Buffer *out)
{
    for (const Variant *const *v = variants; option->type == OPTION_GAME && *v; ++v)
        buffer_add(out, "%s%s", v == variants ? "" : between, (*v)->name);
    for (const char *p = option->type == OPTION_COMBO ? option->choices : ""; *p; ++p) {
        if (*p == '|') buffer_add(out, "%s", between);
        else buffer_put(out, p, 1);
    }
}

void option_value(const Option *option, const void *target, Buffer *out)
{
    Value value = current(option, target);
    if (option->type == OPTION_CHECK) buffer_add(out, "=%s", value.flag ? "true" : "false");
    else if (option->type == OPTION_SPIN) buffer_add(out, "=%lld", (long long)value.number);
    else if (has_text(option)) buffer_add(out, "=%s", value.text ? value.text : "");
}

bool option_set(const Option *option, void *target, const char *text, ErrorText *error)
{
    const Option filled = option_filled(option, target);
    Value value = {.number = 0}, old = current(option, target);
    if (!read_value(&filled, text, &value, error)) return false;
    put(option, target, value);
    bool ok = !option->changed || option->changed(target, error);
    if (!ok) put(option, target, old);
    if (has_text(option)) free(ok ? old.text : value.text);
    return ok;
}

void options_reset(const Option *options, void *target)
{
    for (const Option *option = options; option->name; ++option) {
        const Option filled = option_filled(option, target);
        Value value = {.number = 0};
        if (option->type == OPTION_CHECK) value.flag = filled.value != 0;
        else if (option->type == OPTION_SPIN) value.number = filled.value;
        else if (option->type == OPTION_GAME) value.game = variants[0];
        put(option, target, value);
    }
}

void options_free(const Option *options, void *target)
{
    for (const Option *option = options; option->name; ++option)
        if (has_text(option)) free(current(option, target).text);
}
