/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The line editor without its terminal: bytes of a keyboard go in, the line that is typed and what a
 * terminal must be sent to show it come out. Bytes become characters once, with their width, and the
 * line is an array of these; a byte that is no character becomes U+FFFD. It is drawn with carriage
 * returns and spaces alone, in one row, of which a long line shows the part around the cursor.
 */
#ifndef QUINCUNX_TYPED_LINE_H
#define QUINCUNX_TYPED_LINE_H

#include "../util/text.h"

typedef struct TypedLine TypedLine;

/* Characters of a line; what is typed beyond is dropped. */
enum { TYPED_MAX = 1 << 16 };

/* What a byte has brought about. */
typedef enum TypedEvent {
    TYPED_NOTHING,
    TYPED_COMPLETE, /* Enter */
    TYPED_END       /* Ctrl-D on an empty line */
} TypedEvent;

/* NULL if memory ran out. */
TypedLine *typed_new(void);
void typed_free(TypedLine *line);

/* In all of these `out` gets what the terminal is to be sent, and `width` columns of it may be written
 * on: one fewer than it has, since terminals differ in what follows the last one. */

/* Takes a byte. A change need not be shown before typed_show. */
TypedEvent typed_take(TypedLine *line, unsigned char byte, size_t width, Buffer *out);
/* Shows what has changed since the line was drawn. */
void typed_show(TypedLine *line, size_t width, Buffer *out);
/* Draws the line and its prompt, unless both are empty. */
void typed_draw(TypedLine *line, size_t width, Buffer *out);
/* Makes the row of the terminal empty. */
void typed_hide(TypedLine *line, size_t width, Buffer *out);
/* Draws the line in another width than before. */
void typed_resize(TypedLine *line, size_t width, Buffer *out);
/* The terminal's row is empty already: others wrote on it. */
void typed_forget(TypedLine *line);
/* Changes the prompt, which lasts until the line is complete; draws nothing. */
void typed_prompt(TypedLine *line, const char *prompt);
/* Drops the line, its prompt and a key that has begun; the terminal stands in an empty row. */
void typed_drop(TypedLine *line);
/* The line that was completed last, in UTF-8, until the next one is. */
const char *typed_completed(const TypedLine *line);

/* For tests: the characters in the line, those before the cursor, and the columns of either part. */
typedef struct TypedState {
    size_t count, cursor, columns, columns_before;
} TypedState;
TypedState typed_state(const TypedLine *line);

#endif
