/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "keyboard.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* of the listener */
static KeyboardListener current;

static void call(void (*function)(void *), void *context)
{
    if (function) function(context);
}

static void set_listener(const KeyboardListener *listener)
{
    pthread_mutex_lock(&mutex);
    current = listener ? *listener : (KeyboardListener){0};
    pthread_mutex_unlock(&mutex);
}

#ifdef _WIN32

/* A console there edits lines by itself, and Ctrl-C comes on a thread of its own. */
bool keyboard_take(void) { return false; }
void keyboard_release(void) {}

static void on_interrupt(int number)
{
    signal(number, on_interrupt);
    pthread_mutex_lock(&mutex);
    call(current.interrupted, current.context);
    pthread_mutex_unlock(&mutex);
}

bool keyboard_listen(const KeyboardListener *listener)
{
    set_listener(listener);
    return !listener || signal(SIGINT, on_interrupt) != SIG_ERR;
}

#else

#include <termios.h>
#include <unistd.h>

/* ---- Keys ---- */

static struct termios before, after;
static volatile sig_atomic_t taken; /* is the terminal to be as `after` says? */

bool keyboard_take(void)
{
    if (!taken) {
        if (tcgetattr(STDIN_FILENO, &before) != 0) return false;
        after = before;
        /* Signals stay: Ctrl-C and Ctrl-Z are the system's to notice, whatever we are doing. */
        after.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
        after.c_iflag |= ICRNL;
        after.c_cc[VMIN] = 1;
        after.c_cc[VTIME] = 0;
    }
    taken = tcsetattr(STDIN_FILENO, TCSADRAIN, &after) == 0;
    return taken;
}

/* Also called in a signal's handler, which tcsetattr allows. */
void keyboard_release(void)
{
    if (taken) tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    taken = false;
}

/* ---- Signals ----
 *
 * A handler may do next to nothing, so it writes the signal's number into a pipe, from which a
 * thread reads it and calls the listener. */

static int signal_pipe[2];

static void on_signal(int number)
{
    unsigned char byte = (unsigned char)number;
    ssize_t written = write(signal_pipe[1], &byte, 1);
    (void)written; /* a full pipe has news enough */
}

static void on_terminate(int number)
{
    (void)number;
    keyboard_release();
    _exit(0);
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* Ctrl-Z: the shell gets its terminal as it was; this goes on when the program does. */
static void stop_and_go_on(void)
{
    bool had = taken;
    keyboard_release();
    handle(SIGTSTP, SIG_DFL);
    raise(SIGTSTP); /* to this thread, so that it is dealt with before the next line */
    handle(SIGTSTP, on_signal);
    if (had) keyboard_take();
}

static void *watch(void *nothing)
{
    (void)nothing;
    for (unsigned char number; read(signal_pipe[0], &number, 1) == 1;) {
        if (number == SIGTSTP) stop_and_go_on();
        else if (number == SIGCONT && taken) keyboard_take(); /* stopped by others: the shell may have changed it */
        pthread_mutex_lock(&mutex);
        if (number == SIGINT) call(current.interrupted, current.context);
        else call(current.resumed, current.context);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

bool keyboard_listen(const KeyboardListener *listener)
{
    static bool watching;
    pthread_t thread;
    set_listener(listener);
    if (watching || !listener) return true;
    if (pipe(signal_pipe) != 0) return false;
    if (pthread_create(&thread, NULL, watch, NULL) != 0) {
        close(signal_pipe[0]);
        close(signal_pipe[1]);
        return false;
    }
    pthread_detach(thread);
    watching = true;
    handle(SIGINT, on_signal);
    handle(SIGTSTP, on_signal);
    handle(SIGCONT, on_signal);
    handle(SIGTERM, on_terminate);
    return true;
}

#endif
