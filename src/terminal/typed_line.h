/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The line editor without its terminal. Input: bytes from the keyboard. Output: the typed line, and what to send to a
 * terminal to show it. Bytes are decoded once into characters with their width, and the line is an array of those;
 * invalid bytes become U+FFFD. Drawing uses only carriage returns and spaces, in one row, which shows the part of a
 * long line around the cursor.
 */
#ifndef QUINCUNX_TYPED_LINE_H
#define QUINCUNX_TYPED_LINE_H

#include "../util/text.h"

typedef struct TypedLine TypedLine;

/* Longest line, in characters; further input is dropped. */
enum { TYPED_MAX = 1 << 16 };

/* The effect of a byte. */
typedef enum TypedEvent {
    TYPED_NOTHING,
    TYPED_COMPLETE, /* Enter */
    TYPED_END       /* Ctrl-D on an empty line */
} TypedEvent;

/* NULL if memory ran out. */
TypedLine *typed_new(void);
void typed_free(TypedLine *line);

/* In all of these `out` receives what to send to the terminal. `width` is the number of usable columns: one fewer
 * than the terminal has, since terminals treat the last column differently. */

/* Takes a byte. The display is only updated by typed_show. */
TypedEvent typed_take(TypedLine *line, unsigned char byte, size_t width, Buffer *out);
/* Updates the display. */
void typed_show(TypedLine *line, size_t width, Buffer *out);
/* Draws the line and its prompt, unless both are empty. */
void typed_draw(TypedLine *line, size_t width, Buffer *out);
/* Clears the terminal's row. */
void typed_hide(TypedLine *line, size_t width, Buffer *out);
/* Redraws the line for a new width. */
void typed_resize(TypedLine *line, size_t width, Buffer *out);
/* The terminal's row is empty already, after other output. */
void typed_forget(TypedLine *line);
/* Sets the prompt until the line is complete; draws nothing. */
void typed_prompt(TypedLine *line, const char *prompt);
/* Discards the line, its prompt and an incomplete key; the terminal is in an empty row. */
void typed_drop(TypedLine *line);
/* The last completed line, in UTF-8, valid until the next one. */
const char *typed_completed(const TypedLine *line);

/* For tests: number of characters, number before the cursor, and the columns of both. */
typedef struct TypedState {
    size_t count, cursor, columns, columns_before;
} TypedState;
TypedState typed_state(const TypedLine *line);

#endif
