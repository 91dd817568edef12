/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The kind of standard input and output: a capable terminal, a dumb one, or a pipe. */
#ifndef QUINCUNX_TERMINAL_H
#define QUINCUNX_TERMINAL_H

#include <stdbool.h>

/* Are both input and output a terminal? Then a prompt makes sense. */
bool terminal_is_interactive(void);
/* Does the output show 256 colours by ANSI sequences? It does not in a file or pipe, on a terminal whose TERM and COLORTERM do not
 * say so, or if NO_COLOR is set (no-color.org). On Windows this enables the sequences in the console. */
bool terminal_has_colours(void);

#endif
