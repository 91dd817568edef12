/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* What stands at the other end: a person with a capable terminal, a dumb one, a pipe. */
#ifndef QUINCUNX_TERMINAL_H
#define QUINCUNX_TERMINAL_H

#include <stdbool.h>

typedef enum Colours { COLOURS_NONE, COLOURS_16, COLOURS_256 } Colours;

/* Are both input and output a terminal? Then a prompt helps. */
bool terminal_is_interactive(void);
/* Is the input one? Then a person types, and no script. */
bool terminal_is_typed_into(void);
/* The colours that the output shows by ANSI sequences: none in a file or pipe, on a dumb or a
 * monochrome terminal (by TERM), or where NO_COLOR is set (no-color.org); sixteen unless TERM or
 * COLORTERM tells of more. On Windows a console that knows the sequences is asked to heed them. */
Colours terminal_colours(void);
/* Is the output a terminal that shows UTF-8, as far as the locale (on Windows the console's code page)
 * tells, and has chess figures? */
bool terminal_is_unicode(void);
/* Can the terminal show a line being edited, or does it know lines alone? */
bool terminal_is_editable(void);
/* How many columns the output's terminal has, 80 if nobody says. */
unsigned terminal_width(void);

#endif
