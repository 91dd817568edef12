/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The keyboard of a terminal: keys one by one instead of lines, and what signals do, Ctrl-C and
 * Ctrl-Z among them. There is one keyboard, so all of this is the process's. */
#ifndef QUINCUNX_KEYBOARD_H
#define QUINCUNX_KEYBOARD_H

#include <stdbool.h>

/* From now on keys come as they are pressed, and nothing shows them but us (termios, POSIX).
 * false if standard input is no terminal, or the system has no such thing. */
bool keyboard_take(void);
/* The terminal gets back the settings it had before. Done, too, however the program ends: by exit, and
 * once there is a listener by every signal that ends it but SIGKILL. */
void keyboard_release(void);

/* What signals bring. All but `crashed` are called by a thread of their own, one at a time. */
typedef struct KeyboardListener {
    void (*interrupted)(void *context); /* Ctrl-C, that is SIGINT */
    void (*resumed)(void *context);     /* the program goes on after Ctrl-Z: the line must be drawn anew */
    void (*resized)(void *context);     /* the terminal has another width */
    void (*ended)(void *context);       /* SIGTERM, or SIGHUP: the terminal has gone. The program has END_SECONDS */
    void (*crashed)(void);              /* SIGSEGV and the like, or `ended` took too long; in the signal's
                                           handler, so it must be async-signal-safe */
    void *context;
} KeyboardListener;

enum { END_SECONDS = 10 };

/* Calls a listener instead of letting signals end the program at once. NULL: nobody is called any
 * more. false if that can not be had. */
bool keyboard_listen(const KeyboardListener *listener);

#endif
