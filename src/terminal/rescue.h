/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A text that is kept ready in memory and written to a file if the program must end: the game being
 * played. There is one, the process's. Writing allocates nothing and takes no lock, so that a handler
 * of a signal may do it, even after a crash.
 */
#ifndef QUINCUNX_RESCUE_H
#define QUINCUNX_RESCUE_H

#include <stdbool.h>
#include <stddef.h>

/* Longest path, with '\0'; longer ones are left out. */
enum { RESCUE_PATH_MAX = 1024, RESCUE_PLACES = 2 };

/* Keeps a copy of the text ready for the first of at most RESCUE_PLACES paths that can be written.
 * false if memory ran out or no path fits: then nothing is ready. */
bool rescue_prepare(const char *const paths[], size_t count, const char *text);
/* Nothing is ready any more. */
void rescue_forget(void);
/* Writes the text, once: a file that is there becomes PATH~, the new one is never one that others put
 * there. Returns the path, which stays; NULL if nothing was ready or no place could be written.
 * Async-signal-safe. */
const char *rescue_write(void);

#endif
