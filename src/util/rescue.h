/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Keeps a text (the current game) in memory and writes it to a file of its own if the program is ended. There is one text per
 * process. A text has a name. Its files are quincunx-NAME-saved.pgn, quincunx-NAME-saved-2.pgn ... in XDG_STATE_HOME or, where that
 * cannot be written, in the home directory.
 */
#ifndef QUINCUNX_RESCUE_H
#define QUINCUNX_RESCUE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

/* Longest path, with '\0'; longer ones are skipped. */
enum { RESCUE_PATH_MAX = 1024 };

/* Prepares a copy of the text, if there is memory. */
void rescue_prepare(const char *name, const char *text);
/* Discards the prepared text. */
void rescue_forget(void);
/* Writes the text, once, into a new file: no other file is replaced, and nobody can plant one there. Returns its path, which
 * stays valid; NULL if nothing was prepared, or nothing could be written: then *failed. It may be NULL. */
const char *rescue_write(bool *failed);

typedef struct Rescued {
    char path[RESCUE_PATH_MAX];
    time_t written;
} Rescued;

/* The files with a name, the latest first, allocated; NULL if there is none. */
Rescued *rescue_find(const char *name, size_t *count);

#endif
