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

void command_help(const Mode *modes, const char *typing, Buffer *out)
{
    buffer_add(out, "%s", typing);
    for (; modes->name; ++modes) {
        buffer_add(out, "\n%s", modes->name);
        for (const Command *c = modes->commands; c->name; ++c) add_command(c, out);
    }
}
