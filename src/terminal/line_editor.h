/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Lines typed at a terminal, with the keys that people know: arrows, Home, End, Delete, Ctrl-A, E,
 * B, F, K, U, W, L, and Up, Down, Ctrl-P, N for the lines before. What is said meanwhile appears
 * above the line being typed. It draws with carriage returns and spaces alone, so every terminal
 * will do; a line longer than the terminal is wide is shown in part, around the cursor. UTF-8 is
 * edited by characters: typed_line.h is the line itself, this is its terminal.
 *
 * One thread calls editor_read; all the others may be called from any.
 */
#ifndef QUINCUNX_LINE_EDITOR_H
#define QUINCUNX_LINE_EDITOR_H

#include <stdbool.h>

typedef struct LineEditor LineEditor;

/* Takes the keyboard over. NULL if standard input is no terminal that allows it, or memory ran out. */
LineEditor *editor_new(void);
/* Gives the keyboard back; what `say` says stands by itself again. The editor stays, since a thread
 * may be reading: it goes with the process. */
void editor_leave(LineEditor *editor);
/* The next line, the editor's until the next call; NULL at the end of the input: Ctrl-D on an empty
 * line, or a terminal that has gone. */
char *editor_read(void *editor);
/* Shows a prompt, until the next line has been typed. */
void editor_prompt(LineEditor *editor, const char *prompt);
/* Ctrl-C: what has been typed of the line is dropped. */
void editor_interrupt(LineEditor *editor);
/* Shows the line again where the cursor is, in an empty row. */
void editor_redraw(LineEditor *editor);
/* Shows it in the width that the terminal has now. */
void editor_resize(LineEditor *editor);

#endif
