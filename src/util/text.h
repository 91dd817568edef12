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

/* The mark of byte order that some editors and shells put at the beginning of a UTF-8 text: its length if the text begins
 * with it, else 0. */
size_t text_mark(const char *text);

/* Reads a line, without a mark of byte order. Control characters become spaces. NULL at the end of the input, or by
 * line_lose if memory ran out. The text belongs to the reader and is valid until the next call. */
char *line_read(LineReader *reader, FILE *file);
/* Reports on standard error that there is no memory for a line, notes it in the reader, and returns NULL. The line is the last
 * one, since its sender may wait for an answer forever. */
char *line_lose(LineReader *reader);
void line_free(LineReader *reader);

/* Cuts the next word off *text and returns it; "" at the end. Changes the text. */
char *word_next(char **text);
/* The rest of a text, without leading spaces. */
char *text_rest(char *text);
/* Cuts the spaces at the end of a text off and returns its length. */
size_t text_trim(char *text);
/* Reads a decimal integer within limits. If the word is not one or out of range, returns false and leaves *value
 * alone. */
bool number_read(const char *word, int64_t min, int64_t max, int64_t *value);
/* Compares ignoring case. */
bool text_equal(const char *a, const char *b);
/* Prints one line to standard output and flushes it. Thread-safe. Control characters except '\n' and '\t' do not
 * reach the terminal (utf8_make_safe). */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same without filtering: for boards in colour, and for JSON, which escapes control characters itself. Must not
 * print untrusted text. */
void say_as_is(const char *text);
/* Sets what is called when standard output cannot be written: without a reader the program should end. The function ends the
 * program, and must not call `say`. NULL, as at the start: nothing is. */
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
/* Appends a word to a text of lines of TEXT_WIDTH columns, after a blank or on a new line after `indent` blanks. No
 * blank if `column` <= indent. Returns the column after the word. */
size_t buffer_add_word(Buffer *buffer, const char *word, size_t length, size_t column, unsigned indent);
/* The text, never NULL. */
const char *buffer_text(const Buffer *buffer);
/* Says the text and frees it. */
void say_buffer(Buffer *buffer);

#endif
