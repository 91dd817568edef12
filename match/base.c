/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "base.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t print_lock = PTHREAD_MUTEX_INITIALIZER;
static bool line_open; /* the cursor is at the end of a progress line */

void *match_alloc(void *old, size_t size)
{
    void *new = realloc(old, size);
    if (new) return new;
    fputs("quincunx-match: out of memory\n", stderr);
    exit(1);
}

char *match_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(match_alloc(NULL, size), text, size);
}

/* Ends the progress line. Call with the lock held. */
static void end_line(void)
{
    if (line_open) fputc('\n', stderr);
    line_open = false;
}

void match_warn(const char *format, ...)
{
    va_list args;
    pthread_mutex_lock(&print_lock);
    end_line();
    fputs("quincunx-match: warning: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    pthread_mutex_unlock(&print_lock);
}

void match_status(const char *text)
{
    pthread_mutex_lock(&print_lock);
    line_open = isatty(2);
    fprintf(stderr, line_open ? "\r%s\033[K" : "%s\n", text);
    fflush(stderr);
    pthread_mutex_unlock(&print_lock);
}

void match_status_end(void)
{
    pthread_mutex_lock(&print_lock);
    end_line();
    pthread_mutex_unlock(&print_lock);
}

bool match_once(bool *flag)
{
    pthread_mutex_lock(&print_lock);
    bool first = !*flag;
    *flag = true;
    pthread_mutex_unlock(&print_lock);
    return first;
}

void match_add(Buffer *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0) return;
    if (text->length + (size_t)n + 1 > text->capacity) {
        text->capacity = (text->length + (size_t)n + 1) * 2;
        text->text = match_alloc(text->text, text->capacity);
    }
    va_start(args, format);
    vsnprintf(text->text + text->length, (size_t)n + 1, format, args);
    va_end(args);
    text->length += (size_t)n;
}
