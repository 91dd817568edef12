/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The keyboard of a terminal: single keys instead of lines, and signals such as Ctrl-C and Ctrl-Z. There is one
 * keyboard per process, so the state is global. */
#ifndef QUINCUNX_KEYBOARD_H
#define QUINCUNX_KEYBOARD_H

#include <stdbool.h>

/* Switches the terminal to single keys without echo (termios, POSIX). false if standard input is not a terminal, or
 * the system does not support it. */
bool keyboard_take(void);
/* Restores the terminal's settings. This also happens at exit and, with a listener, on every fatal signal except
 * SIGKILL. */
void keyboard_release(void);
/* Waits for input from the keyboard, once it was taken; true: there is some, or its end. false: keyboard_wake was
 * called meanwhile, or before. */
bool keyboard_wait(void);
/* Ends keyboard_wait in another thread. false if it cannot. */
bool keyboard_wake(void);

/* Signal callbacks. All except `crashed` are called one at a time by a separate thread. */
typedef struct KeyboardListener {
    void (*interrupted)(void *context); /* Ctrl-C (SIGINT) */
    void (*resumed)(void *context);     /* the program continues after Ctrl-Z: redraw the line */
    void (*resized)(void *context);     /* the terminal's width changed */
    void (*ended)(void *context);       /* SIGTERM, or SIGHUP: the terminal is gone. The program has END_SECONDS */
    void (*crashed)(void);              /* SIGSEGV and the like, or `ended` took too long. Runs in the signal
                                         * handler, so it must be async-signal-safe */
    void *context;
} KeyboardListener;

enum { END_SECONDS = 10 };

/* Calls a listener instead of letting signals end the program at once. NULL removes it. false if the system refuses. */
bool keyboard_listen(const KeyboardListener *listener);

#endif
