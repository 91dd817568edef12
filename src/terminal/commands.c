/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "modes.h"

#include <string.h>

FoundCommand command_find(const Mode *modes, const char *word)
{
    for (const Mode *m = modes; m->name; ++m)
        for (const Command *c = m->commands; c->name; ++c)
            if (text_equal(c->name, word)) return (FoundCommand){c, m->data};
    return (FoundCommand){NULL, NULL};
}

/* ---- Help ---- */

/* Appends a command with its explanation. Long names have a line of their own. */
static void add_command(const Command *command, Buffer *out)
{
    enum { NAME_COLUMNS = 23 };
    char name[48];
    if (!command->help) return;
    snprintf(name, sizeof name, "%s %s", command->name, command->arguments);
    if (strlen(name) > NAME_COLUMNS) buffer_add(out, "\n  %s\n  %*s  %s", name, NAME_COLUMNS, "", command->help);
    else buffer_add(out, "\n  %-*s  %s", NAME_COLUMNS, name, command->help);
}

static void add_mode(const Mode *mode, Buffer *out)
{
    for (const Command *c = mode->commands; c->name; ++c) add_command(c, out);
}

/* The names of all commands, a mode a line. */
static void add_overview(const Mode *modes, Buffer *out)
{
    for (const Mode *m = modes; m->name; ++m) {
        buffer_add(out, "\n  %-10s", m->name);
        for (const Command *c = m->commands; c->name; ++c)
            if (c->help) buffer_add(out, "%s%s", c == m->commands ? "" : ", ", c->name);
    }
    buffer_add(out, "\n'help playing' explains the first line, and so on; 'help moves' one command; 'help all' everything.");
}

void command_help(const Mode *modes, const char *word, const char *typing, Buffer *out)
{
    const Mode *mode = modes;
    const Command *command = *word ? command_find(modes, word).command : NULL;
    bool all = text_equal(word, "all");
    while (mode->name && !text_equal(word, mode->name)) ++mode;
    if (mode->name) {
        buffer_add(out, "Commands for '%s':", mode->name);
        add_mode(mode, out);
    } else if (command) {
        while (!command->help) --command;
        buffer_add(out, "  %s %s   %s", command->name, command->arguments, command->help);
    } else {
        if (*word && !all) buffer_add(out, "There is no command '%.40s'.\n", word);
        buffer_add(out, "%s", typing);
        if (!all) add_overview(modes, out);
        for (mode = modes; all && mode->name; ++mode) {
            buffer_add(out, "\n%s", mode->name);
            add_mode(mode, out);
        }
    }
}
