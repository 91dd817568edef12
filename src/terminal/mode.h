/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The terminal is made of modes: playing, going through a game, analysis, files ... Each has its own data and commands and
 * takes part by two functions. console.c reads lines, asks the modes in their order, and knows none of them; a mode
 * knows those that its data names.
 */
#ifndef QUINCUNX_MODE_H
#define QUINCUNX_MODE_H

#include "../util/text.h"

typedef struct Command {
    const char *name, *arguments;
    const char *help; /* NULL: an alias of the command before */
    void (*run)(void *data, char *rest); /* the data of its mode; the rest of the line */
} Command;

typedef struct Mode {
    const char *name;        /* of its commands in `help`; NULL ends a list of modes */
    const Command *commands; /* up to one without a name */
    void *data;
    /* Each may be NULL. */
    void (*prompt)(const void *data, Buffer *out);                /* adds to the prompt */
    bool (*line)(void *data, char *line, const Command *command); /* takes a line that begins with this command, or none
                                                                   * (NULL); false: it is not for this mode */
} Mode;

#endif
