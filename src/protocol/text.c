/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool grow(LineReader *reader, size_t needed)
{
    if (needed <= reader->capacity) return true;
    size_t capacity = reader->capacity ? reader->capacity * 2 : 256;
    char *line = realloc(reader->line, capacity);
    if (!line) return false;
    reader->line = line;
    reader->capacity = capacity;
    return true;
}

char *line_read(LineReader *reader, FILE *file)
{
    size_t length = 0;
    int c;
    while ((c = getc(file)) != EOF && c != '\n') {
        if (length >= LINE_LIMIT || !grow(reader, length + 2)) continue;
        reader->line[length++] = (char)(iscntrl(c) ? ' ' : c);
    }
    if ((c == EOF && length == 0) || !grow(reader, length + 1)) return NULL;
    reader->line[length] = '\0';
    return reader->line;
}

void line_free(LineReader *reader)
{
    free(reader->line);
    *reader = (LineReader){0};
}

char *word_next(char **text)
{
    char *word = text_rest(*text);
    char *end = word + strcspn(word, " ");
    *text = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

char *text_rest(char *text) { return text + strspn(text, " "); }

bool number_read(const char *word, int64_t least, int64_t most, int64_t *value)
{
    char *end;
    errno = 0;
    long long n = strtoll(word, &end, 10);
    if (end == word || *end || errno || isspace((unsigned char)*word) || n < least || n > most) return false;
    *value = n;
    return true;
}

bool text_equal(const char *a, const char *b)
{
    for (; *a && tolower((unsigned char)*a) == tolower((unsigned char)*b); ++a, ++b) {}
    return !*a && !*b;
}

size_t text_character(const char *text, size_t left, unsigned *columns)
{
    unsigned char lead = (unsigned char)*text;
    size_t length = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
    unsigned long code = lead & (0xFFu >> (length + (length > 1)));
    *columns = 1;
    for (size_t i = 1; i < length; ++i) {
        if (i >= left) return 0;
        if (((unsigned char)text[i] & 0xC0) != 0x80) return 1;
        code = code << 6 | ((unsigned char)text[i] & 0x3Fu);
    }
    /* East Asian letters and pictures take two: the large blocks of them. */
    if ((code >= 0x300 && code < 0x370) || (code >= 0x200B && code < 0x2010) || (code >= 0xFE00 && code < 0xFE10)) *columns = 0;
    else if ((code >= 0x1100 && code < 0x1160) || (code >= 0x2E80 && code < 0xD7B0) || (code >= 0xF900 && code < 0xFB00)
             || (code >= 0xFF00 && code < 0xFF61) || (code >= 0x1F300 && code < 0x1FA00) || code >= 0x20000)
        *columns = 2;
    return length;
}

/* Around a line that is said; nothing unless somebody types. */
static void nothing_around(void *context) { (void)context; }
static struct Around {
    void (*before)(void *context), (*after)(void *context);
    void *context;
} around = {nothing_around, nothing_around, NULL};

void say_around(void (*before)(void *), void (*after)(void *), void *context)
{
    around = (struct Around){before, after, context};
}

void say(const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = length < 0 ? NULL : malloc((size_t)length + 2);
    if (text) {
        vsnprintf(text, (size_t)length + 1, format, again);
        text[length] = '\n';
        around.before(around.context);
        fwrite(text, 1, (size_t)length + 1, stdout);
        fflush(stdout);
        around.after(around.context);
    }
    va_end(again);
    va_end(args);
    free(text);
}

/* Makes room for so many bytes more and a '\0'. */
static bool buffer_reserve(Buffer *buffer, size_t more)
{
    size_t needed = buffer->length + more + 1;
    if (needed > buffer->capacity) {
        size_t capacity = needed * 2;
        char *text = realloc(buffer->text, capacity);
        if (text) {
            buffer->text = text;
            buffer->capacity = capacity;
        }
    }
    if (needed > buffer->capacity) buffer->failed = true;
    return needed <= buffer->capacity;
}

void buffer_add(Buffer *buffer, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int more = vsnprintf(NULL, 0, format, args);
    if (more < 0) {
        buffer->failed = true;
    } else if (buffer_reserve(buffer, (size_t)more)) {
        vsnprintf(buffer->text + buffer->length, buffer->capacity - buffer->length, format, again);
        buffer->length += (size_t)more;
    }
    va_end(again);
    va_end(args);
}

void buffer_put(Buffer *buffer, const char *bytes, size_t length)
{
    if (!buffer_reserve(buffer, length)) return;
    memcpy(buffer->text + buffer->length, bytes, length);
    buffer->length += length;
    buffer->text[buffer->length] = '\0';
}

size_t buffer_add_word(Buffer *buffer, const char *word, size_t length, size_t column, unsigned indent)
{
    bool begins = column <= indent, wraps = !begins && column + 1 + length > TEXT_WIDTH;
    if (wraps) buffer_add(buffer, "\n%*s%.*s", (int)indent, "", (int)length, word);
    else buffer_add(buffer, "%s%.*s", begins ? "" : " ", (int)length, word);
    return (wraps ? indent : begins ? column : column + 1) + length;
}

void buffer_clear(Buffer *buffer)
{
    buffer->length = 0;
    buffer->failed = false;
    if (buffer->text) buffer->text[0] = '\0';
}

void buffer_free(Buffer *buffer)
{
    free(buffer->text);
    *buffer = (Buffer){0};
}

const char *buffer_text(const Buffer *buffer) { return buffer->text ? buffer->text : ""; }
