/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A line editor for terminals with the usual keys: arrows, Home, End, Delete, Ctrl-A, E, B, F, K, U, W, L; Up, Down,
 * Ctrl-P, N for the history. Output of the program appears above the line being typed. Drawing uses only carriage
 * returns and spaces, so any terminal will do. A line wider than the terminal is shown in part, around the cursor.
 * Editing is by UTF-8 characters. typed_line.h is the line itself; this connects it to a terminal.
 *
 * One thread calls editor_read; any thread may call the other functions.
 */
#ifndef QUINCUNX_LINE_EDITOR_H
#define QUINCUNX_LINE_EDITOR_H

#include <stdbool.h>

typedef struct LineEditor LineEditor;

/* Takes over the keyboard. NULL if standard input is not a suitable terminal, or memory ran out. */
LineEditor *editor_new(void);
/* Gives the keyboard back; `say` then prints normally. The editor itself is never freed, since a thread may be
 * reading. */
void editor_leave(LineEditor *editor);
/* Leaves the keyboard and the screen to another program until editor_go_on. Call it in the thread that calls
 * editor_prompt, while no other thread says anything. */
void editor_pause(LineEditor *editor);
void editor_go_on(LineEditor *editor);
/* The next line, valid until the next call. NULL at the end of the input: Ctrl-D on an empty line, or the terminal
 * is gone. */
char *editor_read(void *editor);
/* Shows a prompt until the next line is complete. */
void editor_prompt(LineEditor *editor, const char *prompt);
/* Ctrl-C: discards the line being typed. */
void editor_interrupt(LineEditor *editor);
/* Redraws the line at the cursor, in an empty row. */
void editor_redraw(LineEditor *editor);
/* Redraws the line for the terminal's new width. */
void editor_resize(LineEditor *editor);

#endif
