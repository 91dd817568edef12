/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Reading lines and words from outside, where anything may come. */
#ifndef QUINCUNX_TEXT_H
#define QUINCUNX_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct LineReader {
    char *line;      /* the last one read, without its end */
    size_t capacity;
} LineReader;

/* Longest line that is kept, in bytes; the rest of a longer one is dropped. */
enum { LINE_LIMIT = 64 << 20 };

/* Reads a line; control characters become spaces. NULL at the end of the input or
 * of memory. The text is the reader's until the next call. */
char *line_read(LineReader *reader, FILE *file);
void line_free(LineReader *reader);

/* Cuts the next word off *text and returns it; "" at the end. Changes the text. */
char *word_next(char **text);
/* What is left of a text without leading spaces. */
char *text_rest(char *text);
/* Reads a whole decimal number within limits. Returns false, and leaves *value, if
 * the word is not one or is out of range. */
bool number_read(const char *word, int64_t min, int64_t max, int64_t *value);
/* Is the text equal to the word, letter case aside? */
bool text_equal(const char *a, const char *b);

/* Prints one whole line to standard output at once; safe from any thread. Whatever stands in it,
 * the terminal gets no control characters but '\n' and '\t': utf8_make_safe. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same with its bytes as they are: for boards in colours, and for JSON, which escapes by itself.
 * Nothing of foreign origin may stand in what is drawn. */
void say_as_is(const char *text);
/* What is called before and after each line that is said: for a line being typed, which stays below
 * what is said. To be set before there are threads that say anything. */
void say_around(void (*before)(void *context), void (*after)(void *context), void *context);

/* A text that grows. Start with {0}; buffer_free frees. Out of memory it stays cut
 * short, which `failed` tells. */
typedef struct Buffer {
    char *text;
    size_t length, capacity;
    bool failed;
} Buffer;

enum { TEXT_WIDTH = 78 };

void buffer_add(Buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same of bytes as they are, for what is written in many small pieces. */
void buffer_put(Buffer *buffer, const char *bytes, size_t length);
void buffer_clear(Buffer *buffer);
void buffer_free(Buffer *buffer);
/* Adds a word of so many bytes to a text in lines of TEXT_WIDTH columns: behind a blank, or on a new line behind
 * `indent` blanks; nothing comes before it at `column` <= indent. Returns the column behind it. */
size_t buffer_add_word(Buffer *buffer, const char *word, size_t length, size_t column, unsigned indent);
/* The text, never NULL. */
const char *buffer_text(const Buffer *buffer);

#endif
