/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "arguments.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMN_MAX = 26 };

/* ---- Reading ---- */

static bool is_option(const Argument *argument) { return argument->name[0] == '-'; }
static bool is_word(const Argument *argument) { return argument->name[0] && !is_option(argument); }
static bool is_heading(const Argument *argument) { return !argument->name[0]; }

static bool read_count(const Argument *argument, void *place, const char *text, ErrorText *error)
{
    int64_t n;
    if (!number_read(text, argument->min, argument->max, &n))
        return error_set(error, "%s takes a number from %lld to %lld, not '%.40s'", argument->name, (long long)argument->min,
                         (long long)argument->max, text);
    int32_t small = (int32_t)n;
    memcpy(place, argument->size == sizeof n ? (const void *)&n : &small, argument->size);
    return true;
}

static bool read_real(const Argument *argument, void *place, const char *text, ErrorText *error)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= argument->low && value <= argument->high))
        return error_set(error, "%s takes a number from %g to %g, not '%.40s'", argument->name, argument->low, argument->high,
                         text);
    memcpy(place, &value, sizeof value);
    return true;
}

bool argument_set(const Argument *argument, void *target, const char *text, ErrorText *error)
{
    void *place = (char *)target + argument->offset;
    switch (argument->kind) {
    case ARGUMENT_READ: return argument->read(place, text, error);
    case ARGUMENT_COUNT: return read_count(argument, place, text, error);
    case ARGUMENT_REAL: return read_real(argument, place, text, error);
    case ARGUMENT_TEXT: memcpy(place, &text, sizeof text); return true;
    case ARGUMENT_FLAG:
    case ARGUMENT_LIST: break;
    }
    return error_set(error, "%s takes no value", argument->name);
}

/* Names the options that there are, as far as the message has room. */
static bool unknown(const Argument *arguments, const char *word, ErrorText *error)
{
    char names[sizeof error->text] = "";
    size_t length = 0;
    for (const Argument *a = arguments; a && a->name && length < sizeof names; ++a)
        if (is_option(a)) length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "", a->name);
    if (!length) return error_set(error, "'%.60s' is not understood: there are no options", word);
    if (length > sizeof names - 80) return error_set(error, "there is no option '%.60s'; --help lists them", word);
    return error_set(error, "there is no option '%.60s'; there are %s", word, names);
}

static const Argument *find_option(const Argument *arguments, const char *word, size_t length)
{
    for (const Argument *a = arguments; a && a->name; ++a)
        if (is_option(a) && strlen(a->name) == length && strncmp(a->name, word, length) == 0) return a;
    return NULL;
}

static bool read_words(const Argument *arguments, char **words, size_t count, void *target, uint64_t *given, ErrorText *error)
{
    for (const Argument *a = arguments; a && a->name; ++a) {
        if (!is_word(a)) continue;
        if (!count && a->name[0] != '[') return error_set(error, "%s is missing; see --help", a->name);
        if (!count) continue;
        if (given) *given |= (uint64_t)1 << (a - arguments);
        if (a->kind == ARGUMENT_LIST) {
            Words all = {(const char **)words, count};
            memcpy((char *)target + a->offset, &all, sizeof all);
            count = 0;
        } else if (!argument_set(a, target, *words, error)) {
            return false;
        } else {
            ++words;
            --count;
        }
    }
    return !count || error_set(error, "'%.60s' is one word too many; see --help", *words);
}

bool arguments_read(const Argument *arguments, int argc, char **argv, void *target, uint64_t *given, ErrorText *error)
{
    int words = 1;
    for (int i = 1; i < argc; ++i) {
        char *word = argv[i];
        if (word[0] != '-' || !word[1]) {
            memmove(&argv[words + 1], &argv[words], (size_t)(i - words) * sizeof *argv);
            argv[words++] = word;
            continue;
        }
        size_t length = strcspn(word, "=");
        const char *value = word[length] ? word + length + 1 : NULL;
        const Argument *option = find_option(arguments, word, length);
        if (!option) return unknown(arguments, word, error);
        if (given) *given |= (uint64_t)1 << (option - arguments);
        if (option->kind == ARGUMENT_FLAG && !value) {
            *((bool *)target + option->offset) = !option->clears;
            continue;
        }
        if (!value && ++i < argc && option->kind != ARGUMENT_FLAG) value = argv[i];
        if (!value || !*value) return error_set(error, "%s needs a value: %s", option->name, option->value ? option->value : "");
        if (!argument_set(option, target, value, error)) return false;
    }
    return read_words(arguments, argv + 1, (size_t)(words - 1), target, given, error);
}

/* ---- Help ---- */

static size_t left_width(const Argument *a) { return strlen(a->name) + (a->value ? strlen(a->value) + 1 : 0); }

void arguments_help(const Argument *arguments, Buffer *out)
{
    size_t column = 0;
    for (const Argument *a = arguments; a->name; ++a)
        if (a->help && left_width(a) <= COLUMN_MAX && left_width(a) > column) column = left_width(a);
    for (const Argument *a = arguments; a->name; ++a) {
        if (!a->help) continue;
        const char *between = !a->value ? "" : is_word(a) ? "=" : " ", *value = a->value ? a->value : "";
        if (is_heading(a)) buffer_add(out, "%s\n", a->help);
        else
            buffer_add(out, "  %s%s%s%*s  %s\n", a->name, between, value,
                       (int)(column > left_width(a) ? column - left_width(a) : 0), "", a->help);
    }
}

static void command_help(const char *program, const Command *command, Buffer *out)
{
    const char *line = command->usage;
    for (size_t length; line; line = line[length] ? line + length + 1 : NULL) {
        length = strcspn(line, "\n");
        buffer_add(out, "%s %s %s%s%.*s\n", line == command->usage ? "Usage:" : "      ", program, command->name,
                   length ? " " : "", (int)length, line);
    }
    buffer_add(out, "\n%s\n\n", command->summary);
    if (command->arguments) arguments_help(command->arguments, out);
    if (command->more) buffer_add(out, "\n%s", command->more);
}

static void program_help(const Program *program, Buffer *out)
{
    buffer_add(out, "Usage: %s MODE ...   `%s help MODE` explains a mode\n\n", program->name, program->name);
    for (const Command *c = program->commands; c->name; ++c) buffer_add(out, "  %-11s  %s\n", c->name, c->summary);
    if (program->more) buffer_add(out, "\n%s", program->more);
}

/* The help of a command, or of the whole program if it is NULL. */
static int print_help(const Program *program, const Command *command)
{
    Buffer out = {0};
    if (command) command_help(program->name, command, &out);
    else program_help(program, &out);
    if (!command || strstr(command->usage, "GAME")) program->games(&out);
    fputs(buffer_text(&out), stdout);
    buffer_free(&out);
    return STATUS_OK;
}

static bool asks_for_help(const char *word) { return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0; }

static const Command *find_command(const Program *program, const char *word)
{
    for (const Command *c = program->commands; c->name; ++c)
        if (strcmp(word, c->name) == 0) return c;
    return NULL;
}

int program_run(const Program *program, int argc, char **argv)
{
    const bool helps = argc > 1 && (asks_for_help(argv[1]) || strcmp(argv[1], "help") == 0);
    const char *name = argc > 1 + helps ? argv[1 + helps] : NULL;
    if (!name || asks_for_help(name)) return print_help(program, NULL);
    ErrorText error = {""};
    const Command *command = find_command(program, name);
    if (!command) {
        Buffer names = {0};
        for (const Command *c = program->commands; c->name; ++c) buffer_add(&names, "%s%s", names.length ? ", " : "", c->name);
        error_set(&error, "there is no mode '%.60s'", name);
        fprintf(stderr, "%s: %s; there are %s\n", program->name, error.text, buffer_text(&names));
        buffer_free(&names);
        return STATUS_ERROR;
    }
    bool asked = helps;
    for (int i = 2; i < argc; ++i) asked = asked || asks_for_help(argv[i]);
    if (asked) return print_help(program, command);
    int status = command->run(argc - 1, argv + 1, &error);
    if (status == STATUS_ERROR && error.text[0]) fprintf(stderr, "%s %s: %s\n", program->name, command->name, error.text);
    return status;
}
