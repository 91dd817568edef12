/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The kind of standard input and output: a capable terminal, a dumb one, or a pipe. */
#ifndef QUINCUNX_TERMINAL_H
#define QUINCUNX_TERMINAL_H

#include <stdbool.h>

typedef enum Colours { COLOURS_NONE, COLOURS_16, COLOURS_256 } Colours;

/* Are both input and output a terminal? Then a prompt makes sense. */
bool terminal_is_interactive(void);
/* The colours that the output supports through ANSI sequences. None in a file or pipe, on a dumb or monochrome
 * terminal (by TERM), or if NO_COLOR is set (no-color.org). Else sixteen, unless TERM or COLORTERM names more. On
 * Windows this enables the sequences in the console. */
Colours terminal_colours(void);
/* Is the output a terminal that shows UTF-8 (by the locale; on Windows by the console's code page) and has chess
 * figures? */
bool terminal_is_unicode(void);
/* Is the output a terminal? */
bool terminal_is_written_to(void);
/* Columns of the output terminal; 80 if unknown. */
unsigned terminal_width(void);

#endif
