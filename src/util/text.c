/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

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

size_t text_mark(const char *text)
{
    static const char mark[] = "\xEF\xBB\xBF";
    return strncmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
}

char *line_read(LineReader *reader, FILE *file)
{
    size_t length = 0;
    bool kept = true;
    int c;
    while ((c = getc(file)) != EOF && c != '\n') {
        kept = kept && grow(reader, length + 2);
        if (length < LINE_LIMIT && kept) reader->line[length++] = (char)(iscntrl(c) ? ' ' : c);
    }
    if (c == EOF && length == 0 && kept) return NULL;
    if (!kept || !grow(reader, 1)) return line_lose(reader);
    reader->line[length] = '\0';
    return reader->line + text_mark(reader->line);
}

char *line_lose(LineReader *reader)
{
    reader->lost = true;
    fputs("Out of memory: a line of the input cannot be read.\n", stderr);
    return NULL;
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

size_t text_trim(char *text)
{
    size_t length = strlen(text);
    while (length && text[length - 1] == ' ') text[--length] = '\0';
    return length;
}

bool number_read(const char *word, int64_t min, int64_t max, int64_t *value)
{
    char *end;
    errno = 0;
    long long n = strtoll(word, &end, 10);
    if (end == word || *end || errno || isspace((unsigned char)*word) || n < min || n > max) return false;
    *value = n;
    return true;
}

bool text_equal(const char *a, const char *b)
{
    for (; *a && tolower((unsigned char)*a) == tolower((unsigned char)*b); ++a, ++b) {}
    return !*a && !*b;
}

/* Makes room for `more` bytes and a '\0'. */
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

static void add_formatted(Buffer *buffer, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int more = vsnprintf(NULL, 0, format, args);
    if (more < 0) {
        buffer->failed = true;
    } else if (buffer_reserve(buffer, (size_t)more)) {
        vsnprintf(buffer->text + buffer->length, buffer->capacity - buffer->length, format, again);
        buffer->length += (size_t)more;
    }
    va_end(again);
}

void buffer_add(Buffer *buffer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_formatted(buffer, format, args);
    va_end(args);
}

void buffer_put(Buffer *buffer, const char *bytes, size_t length)
{
    if (!buffer_reserve(buffer, length)) return;
    memcpy(buffer->text + buffer->length, bytes, length);
    buffer->length += length;
    buffer->text[buffer->length] = '\0';
}

size_t buffer_add_word(Buffer *buffer, const char *word, size_t length, size_t column)
{
    bool wraps = column && column + 1 + length > TEXT_WIDTH;
    buffer_add(buffer, "%s%.*s", wraps ? "\n" : column ? " " : "", (int)length, word);
    return (wraps || !column ? 0 : column + 1) + length;
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

/* ---- Saying ---- */

static void (*on_failure)(void);
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER; /* a line is whole, and one thread alone reports a failure */

void say_on_failure(void (*failed)(void)) { on_failure = failed; }

void output_flush(void)
{
    bool before = ferror(stdout) != 0, now = fflush(stdout) != 0;
    if ((before || now) && on_failure) on_failure();
}

static void write_line(const char *text, size_t length)
{
    pthread_mutex_lock(&writing);
    fwrite(text, 1, length, stdout);
    putc('\n', stdout);
    output_flush();
    pthread_mutex_unlock(&writing);
}

void say_as_is(const char *text) { write_line(text, strlen(text)); }

void say(const char *format, ...)
{
    va_list args;
    Buffer line = {0};
    char beginning[256] = ""; /* without memory: a GUI waits for "bestmove" */
    va_start(args, format);
    add_formatted(&line, format, args);
    va_end(args);
    va_start(args, format);
    if (line.failed) vsnprintf(beginning, sizeof beginning, format, args);
    va_end(args);
    char *text = line.failed ? beginning : line.text;
    utf8_make_safe(text, "\n\t");
    write_line(text, strlen(text));
    buffer_free(&line);
}

void say_buffer(Buffer *buffer)
{
    say("%s", buffer_text(buffer));
    buffer_free(buffer);
}
