/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads lines and words from outside: any input is possible. */
#ifndef QUINCUNX_TEXT_H
#define QUINCUNX_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct LineReader {
    char *line;      /* the last line read, without its end */
    size_t capacity;
    bool lost; /* was there no memory for a line? */
} LineReader;

/* Longest line kept, in bytes; the rest of a longer line is dropped. */
enum { LINE_LIMIT = 64 << 20 };

/* The length of the mark of byte order that a UTF-8 text begins with, or 0. */
size_t text_mark(const char *text);

/* Reads a line, without a mark of byte order, controls as spaces; valid until the next call. NULL at the end of the input, or by
 * line_lose if memory ran out. */
char *line_read(LineReader *reader, FILE *file);
/* Reports on standard error that there is no memory for a line, notes it in the reader, and returns NULL. No line follows: the
 * sender of this one may wait for an answer forever. */
char *line_lose(LineReader *reader);
void line_free(LineReader *reader);

/* Cuts the next word off *text and returns it; "" at the end. Changes the text. */
char *word_next(char **text);
/* The rest of a text, without leading spaces. */
char *text_rest(char *text);
/* Cuts the spaces at the end of a text off and returns its length. */
size_t text_trim(char *text);
/* Reads a decimal integer within limits; else returns false and leaves *value alone. */
bool number_read(const char *word, int64_t min, int64_t max, int64_t *value);
/* Compares ignoring case. */
bool text_equal(const char *a, const char *b);
/* Prints one line to standard output and flushes it, without control characters but '\n' and '\t'. Thread-safe. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same for text that is safe: boards in colour, JSON. */
void say_as_is(const char *text);
/* Sets what is called when standard output cannot be written: it ends the program, and must not call `say`. NULL: nothing. */
void say_on_failure(void (*failed)(void));
/* Flushes standard output after other functions wrote to it. Fails as `say` does. */
void output_flush(void);

/* A growing text. Start with {0}; free it with buffer_free. If memory runs out, the text stays truncated and
 * `failed` is set. */
typedef struct Buffer {
    char *text;
    size_t length, capacity;
    bool failed;
} Buffer;

enum { TEXT_WIDTH = 78 };

void buffer_add(Buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends raw bytes. */
void buffer_put(Buffer *buffer, const char *bytes, size_t length);
void buffer_clear(Buffer *buffer);
void buffer_free(Buffer *buffer);
/* Appends a word to a text of lines of TEXT_WIDTH columns, after a blank or on a new line; column 0: at the beginning. Returns the
 * column after the word. */
size_t buffer_add_word(Buffer *buffer, const char *word, size_t length, size_t column);
/* The text, never NULL. */
const char *buffer_text(const Buffer *buffer);
/* Says the text and frees it. */
void say_buffer(Buffer *buffer);

#endif
