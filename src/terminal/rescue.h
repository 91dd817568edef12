/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Keeps a text (the current game) in memory and writes it to a file if the program must end. There is one text per
 * process. Writing allocates nothing and takes no lock, so a signal handler may do it, even after a crash.
 */
#ifndef QUINCUNX_RESCUE_H
#define QUINCUNX_RESCUE_H

#include <stdbool.h>
#include <stddef.h>

/* Longest path, with '\0'; longer ones are skipped. */
enum { RESCUE_PATH_MAX = 1024, RESCUE_PLACES = 2 };

/* Prepares a copy of the text for the first writable one of at most RESCUE_PLACES paths. false if memory ran out or
 * no path fits: then nothing is prepared. */
bool rescue_prepare(const char *const paths[], size_t count, const char *text);
/* Discards the prepared text. */
void rescue_forget(void);
/* Writes the text, once. An existing file becomes PATH~. The new file is created exclusively, so that nobody can
 * plant one there. Returns the path, which stays valid; NULL if nothing was prepared or no path could be written.
 * Async-signal-safe. */
const char *rescue_write(void);

#endif
