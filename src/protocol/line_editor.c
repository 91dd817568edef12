/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "line_editor.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "keyboard.h"
#include "terminal.h"
#include "text.h"

enum { HISTORY_MAX = 200, CHUNK = 1024, TYPED_MAX = 1 << 20, TEXT_COLUMNS_LEAST = 20, STDIN = 0 };

/* Keys beyond ASCII, as the sequences that terminals send for them mean them. */
enum Key { KEY_UP = 'A', KEY_DOWN = 'B', KEY_RIGHT = 'C', KEY_LEFT = 'D', KEY_END = 'F', KEY_HOME = 'H', KEY_DELETE = '3' };
#define CONTROL(letter) ((letter) & 0x1F)
enum { ESCAPE = 27, BACKSPACE = 127 };

struct LineEditor {
    pthread_mutex_t mutex;
    char *text;               /* the line being typed, with room for `capacity` */
    size_t length, capacity, cursor;
    Buffer prompt;
    size_t shown;             /* columns of the terminal's line that are written on */
    bool dirty;               /* what is shown is not the line as it is */
    bool left;                /* nothing is shown any more */
    char *past[HISTORY_MAX];  /* lines before, the oldest first */
    size_t past_count, past_at;  /* past_at == past_count: the line being typed */
    char *draft;              /* the line being typed while an old one is shown */
    enum { PLAIN, AFTER_ESCAPE, IN_SEQUENCE } state;
    int parameter;            /* of the sequence: its digits */
    unsigned char keys[CHUNK];
    size_t key_at, key_count;
    char *taken;              /* the line that was returned last */
};

/* ---- Places between characters ---- */

/* Where the character at `at` ends, with the signs that combine with it. */
static size_t next_place(const LineEditor *e, size_t at)
{
    unsigned columns;
    size_t n;
    if (at >= e->length) return e->length;
    n = text_character(e->text + at, e->length - at, &columns);
    for (at += n ? n : 1; at < e->length; at += n) {
        n = text_character(e->text + at, e->length - at, &columns);
        if (!n || columns) break;
    }
    return at;
}

static size_t previous_place(const LineEditor *e, size_t at)
{
    size_t before = 0;
    for (size_t place = 0; place < at; place = next_place(e, place)) before = place;
    return before;
}

static size_t columns_of(const char *text, size_t length)
{
    size_t sum = 0;
    unsigned columns;
    for (size_t at = 0, n; at < length; at += n) {
        if (!(n = text_character(text + at, length - at, &columns))) break;
        sum += columns;
    }
    return sum;
}

/* ---- Drawing ---- */

/* Writes a part of the line; bytes that are no character, and none yet, as '?'. */
static void put(const char *text, size_t length)
{
    unsigned columns;
    for (size_t at = 0, n; at < length; at += n) {
        n = text_character(text + at, length - at, &columns);
        if (n == 0) break;
        if (n == 1 && (unsigned char)text[at] >= 0x80) putchar('?');
        else fwrite(text + at, 1, n, stdout);
    }
}

/* The line is as if nothing had been written. */
static void hide(LineEditor *e)
{
    if (e->shown) printf("\r%*s\r", (int)e->shown, "");
    e->shown = 0;
}

static void draw(LineEditor *e)
{
    size_t width = terminal_width() - 1, prompt = columns_of(buffer_text(&e->prompt), e->prompt.length), begin = 0, end, used;
    const char *shown_prompt = buffer_text(&e->prompt);
    size_t columns_before = columns_of(e->text, e->cursor);
    e->dirty = false;
    if (e->left) return;
    if (prompt + TEXT_COLUMNS_LEAST > width) {
        shown_prompt = prompt ? "> " : "";
        prompt = strlen(shown_prompt);
    }
    /* A part that has the cursor in it, and the characters before it rather than those behind it. */
    while (begin < e->cursor && prompt + columns_before >= width) {
        size_t next = next_place(e, begin);
        columns_before -= columns_of(e->text + begin, next - begin);
        begin = next;
    }
    for (end = begin, used = prompt; end < e->length;) {
        size_t next = next_place(e, end), columns = columns_of(e->text + end, next - end);
        if (used + columns > width) break;
        used += columns;
        end = next;
    }
    if (e->shown || e->length) putchar('\r');
    fputs(shown_prompt, stdout);
    put(e->text + begin, end - begin);
    if (e->shown > used) printf("%*s", (int)(e->shown - used), "");
    if (e->shown > used || e->cursor < end) {
        putchar('\r');
        fputs(shown_prompt, stdout);
        put(e->text + begin, e->cursor - begin);
    }
    e->shown = used;
    fflush(stdout);
}

/* ---- Editing ---- */

static bool reserve(LineEditor *e, size_t needed)
{
    if (needed <= e->capacity) return true;
    size_t capacity = needed < 256 ? 256 : 2 * needed;
    char *grown = needed <= TYPED_MAX ? realloc(e->text, capacity) : NULL;
    if (!grown) return false;
    e->text = grown;
    e->capacity = capacity;
    return true;
}

static void insert(LineEditor *e, char byte)
{
    if (!reserve(e, e->length + 2)) return;
    memmove(e->text + e->cursor + 1, e->text + e->cursor, e->length - e->cursor);
    e->text[e->cursor++] = byte;
    e->text[++e->length] = '\0';
    /* Usually a letter at the end: it alone is written. */
    if (!e->dirty && e->cursor == e->length && !((unsigned char)byte & 0x80) && e->shown + 1 < terminal_width()) {
        putchar(byte);
        ++e->shown;
    } else {
        e->dirty = true;
    }
}

static void erase(LineEditor *e, size_t from, size_t to)
{
    memmove(e->text + from, e->text + to, e->length - to);
    e->length -= to - from;
    e->text[e->length] = '\0';
    e->cursor = from;
    e->dirty = true;
}

static size_t word_begin(const LineEditor *e)
{
    size_t at = e->cursor;
    while (at && e->text[at - 1] == ' ') --at;
    while (at && e->text[at - 1] != ' ') --at;
    return at;
}

static void go_to(LineEditor *e, size_t place)
{
    e->cursor = place;
    e->dirty = true;
}

static void set_text(LineEditor *e, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    if (!reserve(e, length + 1)) return;
    memcpy(e->text, text ? text : "", length + 1);
    e->length = length;
    go_to(e, length);
}

/* ---- The lines before ---- */

static void remember(LineEditor *e, const char *line)
{
    bool again = e->past_count && strcmp(e->past[e->past_count - 1], line) == 0;
    char *copy = *line && !again ? strdup(line) : NULL;
    if (copy && e->past_count == HISTORY_MAX) {
        free(e->past[0]);
        memmove(e->past, e->past + 1, --e->past_count * sizeof *e->past);
    }
    if (copy) e->past[e->past_count++] = copy;
    e->past_at = e->past_count;
}

static void walk(LineEditor *e, bool back)
{
    if (back ? e->past_at == 0 : e->past_at == e->past_count) return;
    if (e->past_at == e->past_count) {
        free(e->draft);
        e->draft = strdup(e->text);
    }
    e->past_at += back ? (size_t)-1 : 1;
    set_text(e, e->past_at == e->past_count ? e->draft : e->past[e->past_at]);
}

/* ---- Keys ---- */

static void take_special(LineEditor *e, int key)
{
    if (key == '~') {
        static const char meant[] = {0, KEY_HOME, 0, KEY_DELETE, KEY_END, 0, 0, KEY_HOME, KEY_END};
        key = e->parameter < (int)sizeof meant ? meant[e->parameter] : 0;
    }
    switch (key) {
    case KEY_UP: walk(e, true); break;
    case KEY_DOWN: walk(e, false); break;
    case KEY_RIGHT: go_to(e, next_place(e, e->cursor)); break;
    case KEY_LEFT: go_to(e, previous_place(e, e->cursor)); break;
    case KEY_HOME: go_to(e, 0); break;
    case KEY_END: go_to(e, e->length); break;
    case KEY_DELETE: erase(e, e->cursor, next_place(e, e->cursor)); break;
    default: break;
    }
}

static void take_plain(LineEditor *e, int key)
{
    switch (key) {
    case CONTROL('A'): take_special(e, KEY_HOME); break;
    case CONTROL('E'): take_special(e, KEY_END); break;
    case CONTROL('B'): take_special(e, KEY_LEFT); break;
    case CONTROL('F'): take_special(e, KEY_RIGHT); break;
    case CONTROL('P'): take_special(e, KEY_UP); break;
    case CONTROL('N'): take_special(e, KEY_DOWN); break;
    case CONTROL('D'): take_special(e, KEY_DELETE); break;
    case CONTROL('H'):
    case BACKSPACE: erase(e, previous_place(e, e->cursor), e->cursor); break;
    case CONTROL('W'): erase(e, word_begin(e), e->cursor); break;
    case CONTROL('U'): erase(e, 0, e->cursor); break;
    case CONTROL('K'): e->length = e->cursor; erase(e, e->cursor, e->cursor); break;
    case CONTROL('L'): fputs("\033[H\033[2J", stdout); e->shown = 0; e->dirty = true; break;
    case '\t': insert(e, ' '); break;
    case ESCAPE: e->state = AFTER_ESCAPE; e->parameter = 0; break;
    default:
        if (key >= ' ') insert(e, (char)key);
    }
}

static void take_key(LineEditor *e, int key)
{
    if (e->state == PLAIN) {
        take_plain(e, key);
    } else if (e->state == AFTER_ESCAPE) {
        e->state = key == '[' || key == 'O' ? IN_SEQUENCE : PLAIN;
    } else if (key >= '@' && key <= '~') {
        e->state = PLAIN;
        take_special(e, key);
    } else if (key >= '0' && key <= '9' && e->parameter < 100) {
        e->parameter = 10 * e->parameter + key - '0';
    }
}

/* The line is complete: it moves over to `taken`. */
static char *take_line(LineEditor *e)
{
    if (e->dirty) {
        e->cursor = e->length;
        draw(e);
    }
    putchar('\n');
    fflush(stdout);
    remember(e, e->text);
    free(e->taken);
    e->taken = strdup(e->text);
    set_text(e, "");
    buffer_clear(&e->prompt);
    e->shown = 0;
    e->dirty = false;
    return e->taken;
}

/* Takes keys until a line is complete or there are no more for now. */
static bool take_keys(LineEditor *e, char **line)
{
    while (e->key_at < e->key_count) {
        int key = e->keys[e->key_at++];
        bool plain = e->state == PLAIN;
        if (plain && (key == '\n' || key == '\r')) return (*line = take_line(e)) || true;
        if (plain && key == CONTROL('D') && e->length == 0) {
            e->left = true; /* the prompt stays where it is */
            *line = NULL;
            return true;
        }
        take_key(e, key);
    }
    if (e->dirty) draw(e);
    fflush(stdout);
    return false;
}

char *editor_read(void *editor)
{
    LineEditor *e = editor;
    for (char *line;;) {
        pthread_mutex_lock(&e->mutex);
        bool done = take_keys(e, &line);
        pthread_mutex_unlock(&e->mutex);
        if (done) return line;
        ssize_t n = read(STDIN, e->keys, sizeof e->keys);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return NULL;
        e->key_at = 0;
        e->key_count = (size_t)n;
    }
}

/* ---- What others do to the line ---- */

static void before_saying(void *editor)
{
    LineEditor *e = editor;
    pthread_mutex_lock(&e->mutex);
    if (!e->left) hide(e);
}

static void after_saying(void *editor)
{
    LineEditor *e = editor;
    if (e->length || e->prompt.length) draw(e);
    pthread_mutex_unlock(&e->mutex);
}

LineEditor *editor_new(void)
{
    LineEditor *e = calloc(1, sizeof *e);
    if (!e || !reserve(e, 1) || !keyboard_take()) {
        if (e) free(e->text);
        free(e);
        return NULL;
    }
    e->text[0] = '\0';
    pthread_mutex_init(&e->mutex, NULL);
    say_around(before_saying, after_saying, e);
    return e;
}

void editor_leave(LineEditor *e)
{
    if (!e) return;
    pthread_mutex_lock(&e->mutex);
    if (!e->left) hide(e);
    e->left = true;
    pthread_mutex_unlock(&e->mutex);
    keyboard_release();
}

void editor_prompt(LineEditor *e, const char *prompt)
{
    pthread_mutex_lock(&e->mutex);
    hide(e);
    buffer_clear(&e->prompt);
    buffer_add(&e->prompt, "%s", prompt);
    draw(e);
    pthread_mutex_unlock(&e->mutex);
}

void editor_interrupt(LineEditor *e)
{
    pthread_mutex_lock(&e->mutex);
    if (!e->left) puts("^C");
    fflush(stdout);
    e->past_at = e->past_count;
    e->state = PLAIN;
    set_text(e, "");
    buffer_clear(&e->prompt);
    e->shown = 0;
    e->dirty = false;
    pthread_mutex_unlock(&e->mutex);
}

void editor_redraw(LineEditor *e)
{
    pthread_mutex_lock(&e->mutex);
    e->shown = 0;
    if (e->length || e->prompt.length) draw(e);
    pthread_mutex_unlock(&e->mutex);
}
