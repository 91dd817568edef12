/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that the user names. Errors are explained. */
#ifndef QUINCUNX_FILES_H
#define QUINCUNX_FILES_H

#include "error.h"
#include "text.h"

/* The home directory that a leading '~' of a path stands for; "" if the path has none or it is unknown. "~name" is
 * left alone. */
const char *file_home(const char *path);
/* Is there anything with this name? */
bool file_exists(const char *path);
/* Opens a file for reading. NULL, with the reason, if it does not exist or is not a plain file: reading a pipe could
 * block forever. */
FILE *file_open(const char *path, ErrorText *error);
/* Reads a whole text file of at most 64 MiB, without a mark of byte order. */
bool file_read(const char *path, Buffer *out, ErrorText *error);
/* Renames `from` to `to`; false if there is a `to`. */
bool file_rename(const char *from, const char *to);

/* Opens standard streams that are closed, first of all in a program, so that no file it opens becomes one of them and
 * gets its messages. Writing to them still fails. */
void output_guard(void);
/* Flushes standard output at the end of a program. If this or an earlier write failed, reports it on standard error
 * under the program's name and turns a status of 0 into 2. Returns the status. */
int output_finish(const char *program, int status);

#endif
