/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Keeps a text (the current game) in memory and writes it to a file if the program must end. There is one text per
 * process. Writing allocates nothing and takes no lock, so a signal handler may do it, even after a crash.
 */
#ifndef QUINCUNX_RESCUE_H
#define QUINCUNX_RESCUE_H

#include <stdbool.h>
#include <stddef.h>

/* Longest path, with '\0'; longer ones are skipped. Files that may lie in one place. */
enum { RESCUE_PATH_MAX = 1024, RESCUE_PLACES = 2, RESCUE_FILES_MAX = 99 };

/* The path of the file `number`, from 1, of a place: STEM.pgn, STEM-2.pgn, STEM-3.pgn ... Async-signal-safe. */
void rescue_path(const char *stem, unsigned number, char path[RESCUE_PATH_MAX]);

/* Prepares a copy of the text for the first place, of at most RESCUE_PLACES stems, that can be written. false if memory
 * ran out or no path fits: then nothing is prepared. */
bool rescue_prepare(const char *const stems[], size_t count, const char *text);
/* Discards the prepared text. */
void rescue_forget(void);
/* Writes the text, once, into a file that did not exist: what other programs kept stays, and nobody can plant one there.
 * Returns its path, which stays valid; NULL if nothing was prepared, or nothing could be written: then *failed. It may
 * be NULL. Async-signal-safe. */
const char *rescue_write(bool *failed);

#endif
