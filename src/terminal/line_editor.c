/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "line_editor.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "keyboard.h"
#include "../util/terminal.h"
#include "typed_line.h"

enum { CHUNK = 1024, STDIN = 0 };

struct LineEditor {
    pthread_mutex_t mutex;
    TypedLine *line;
    bool left;                /* shows nothing any more */
    bool paused;              /* another program has the keyboard and the screen */
    bool waiting;             /* the reading thread waits for keys */
    pthread_cond_t changed;   /* `paused` or `waiting` */
    /* Used by the reading thread. */
    unsigned char keys[CHUNK];
    size_t key_at, key_count;
    char *taken;              /* the line returned last */
};

static size_t width(void) { return terminal_width() - 1; }

/* Sends the line's output to the terminal. */
static void send(const LineEditor *e, Buffer *out)
{
    bool shown = !e->left && !e->paused;
    if (shown && out->length) fwrite(out->text, 1, out->length, stdout);
    if (shown) fflush(stdout);
    buffer_free(out);
}

/* ---- The reader ---- */

/* Reads keys until a line is complete or no more keys are available. True at the end of a line or input (NULL). */
static bool take_keys(LineEditor *e, char **text)
{
    Buffer out = {0};
    TypedEvent event = TYPED_NOTHING;
    size_t columns = width();
    while (event == TYPED_NOTHING && e->key_at < e->key_count) event = typed_take(e->line, e->keys[e->key_at++], columns, &out);
    if (event == TYPED_NOTHING) typed_show(e->line, columns, &out);
    send(e, &out);
    if (event == TYPED_END) {
        e->left = true; /* the prompt stays visible */
        *text = NULL;
    } else if (event == TYPED_COMPLETE) {
        free(e->taken);
        *text = e->taken = strdup(typed_completed(e->line));
    }
    return event != TYPED_NOTHING;
}

static void set_waiting(LineEditor *e, bool waiting)
{
    pthread_mutex_lock(&e->mutex);
    while (waiting && e->paused) pthread_cond_wait(&e->changed, &e->mutex);
    e->waiting = waiting;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->mutex);
}

/* Waits for keys and reads them; not while the editor is paused. Returns as `read` does. */
static ssize_t read_keys(LineEditor *e)
{
    for (;;) {
        set_waiting(e, true);
        bool ready = keyboard_wait();
        ssize_t n = ready ? read(STDIN, e->keys, sizeof e->keys) : -1;
        bool again = !ready || (n < 0 && errno == EINTR);
        set_waiting(e, false);
        if (!again) return n;
    }
}

char *editor_read(void *editor)
{
    LineEditor *e = editor;
    for (char *text = NULL;;) {
        pthread_mutex_lock(&e->mutex);
        bool done = take_keys(e, &text);
        pthread_mutex_unlock(&e->mutex);
        if (done) return text;
        ssize_t n = read_keys(e);
        if (n <= 0) return NULL;
        e->key_at = 0;
        e->key_count = (size_t)n;
    }
}

/* ---- Called from other threads ---- */

static void hide(LineEditor *e)
{
    Buffer out = {0};
    typed_hide(e->line, width(), &out);
    send(e, &out);
}

static void draw(LineEditor *e)
{
    Buffer out = {0};
    typed_draw(e->line, width(), &out);
    send(e, &out);
}

static void before_saying(void *editor)
{
    LineEditor *e = editor;
    pthread_mutex_lock(&e->mutex);
    hide(e);
}

static void after_saying(void *editor)
{
    LineEditor *e = editor;
    draw(e);
    pthread_mutex_unlock(&e->mutex);
}

LineEditor *editor_new(void)
{
    LineEditor *e = calloc(1, sizeof *e);
    if (!e || !(e->line = typed_new()) || !keyboard_take()) {
        if (e) typed_free(e->line);
        free(e);
        return NULL;
    }
    pthread_mutex_init(&e->mutex, NULL);
    pthread_cond_init(&e->changed, NULL);
    say_around(before_saying, after_saying, e);
    return e;
}

void editor_leave(LineEditor *e)
{
    if (!e) return;
    pthread_mutex_lock(&e->mutex);
    hide(e);
    e->left = true;
    pthread_mutex_unlock(&e->mutex);
    keyboard_release();
}

void editor_pause(LineEditor *e)
{
    pthread_mutex_lock(&e->mutex);
    hide(e);
    e->paused = true;
    if (e->waiting && keyboard_wake())
        while (e->waiting) pthread_cond_wait(&e->changed, &e->mutex);
    pthread_mutex_unlock(&e->mutex);
    keyboard_release();
}

void editor_go_on(LineEditor *e)
{
    keyboard_take();
    pthread_mutex_lock(&e->mutex);
    e->paused = false;
    draw(e);
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->mutex);
}

void editor_prompt(LineEditor *e, const char *prompt)
{
    pthread_mutex_lock(&e->mutex);
    hide(e);
    typed_prompt(e->line, prompt);
    draw(e);
    pthread_mutex_unlock(&e->mutex);
}

void editor_interrupt(LineEditor *e)
{
    pthread_mutex_lock(&e->mutex);
    if (!e->left && !e->paused) puts("^C");
    if (!e->paused) fflush(stdout);
    typed_drop(e->line);
    pthread_mutex_unlock(&e->mutex);
}

void editor_redraw(LineEditor *e)
{
    Buffer out = {0};
    pthread_mutex_lock(&e->mutex);
    typed_forget(e->line);
    buffer_add(&out, "\r"); /* may be called twice */
    typed_draw(e->line, width(), &out);
    send(e, &out);
    pthread_mutex_unlock(&e->mutex);
}

void editor_resize(LineEditor *e)
{
    Buffer out = {0};
    pthread_mutex_lock(&e->mutex);
    typed_resize(e->line, width(), &out);
    send(e, &out);
    pthread_mutex_unlock(&e->mutex);
}
