/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The keyboard of a terminal: keys one by one instead of lines, and what Ctrl-C and Ctrl-Z
 * do. There is one keyboard, so all of this is the process's. */
#ifndef QUINCUNX_KEYBOARD_H
#define QUINCUNX_KEYBOARD_H

#include <stdbool.h>

/* From now on keys come as they are pressed, and nothing shows them but us (termios, POSIX).
 * false if standard input is no terminal, or the system has no such thing. */
bool keyboard_take(void);
/* The terminal gets back the ways it had before. Done, too, when SIGTERM ends the program. */
void keyboard_release(void);

typedef struct KeyboardListener {
    void (*interrupted)(void *context); /* Ctrl-C, that is SIGINT */
    void (*resumed)(void *context);     /* the program goes on after Ctrl-Z: the line must be drawn anew */
    void *context;
} KeyboardListener;

/* Calls a listener, from a thread of its own, instead of letting Ctrl-C end the program. NULL: nobody
 * is called any more. false if that can not be had. */
bool keyboard_listen(const KeyboardListener *listener);

#endif
