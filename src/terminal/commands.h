/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds commands among the modes, and explains them. */
#ifndef QUINCUNX_COMMANDS_H
#define QUINCUNX_COMMANDS_H

#include "mode.h"

/* A command and the data that it gets; `command` NULL: none. */
typedef struct FoundCommand {
    const Command *command;
    void *data;
} FoundCommand;

/* The command with this name. */
FoundCommand command_find(const Mode *modes, const char *word);
/* The only command with this prefix of at least two letters. */
FoundCommand command_complete(const Mode *modes, const char *prefix);
/* The name of the command closest to a mistyped word, or NULL. */
const char *command_similar(const Mode *modes, const char *word);
/* Appends the help on a word: a mode, a command, "all"; "": an overview. `typing` says how to type a move. */
void command_help(const Mode *modes, const char *word, const char *typing, Buffer *out);

#endif
