/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Files that a person names: what is wrong with one is explained, and nothing is lost. */
#ifndef QUINCUNX_FILES_H
#define QUINCUNX_FILES_H

#include "../types.h"
#include "text.h"

/* What a '~' that a path begins with stands for: the person's own folder, "" if there is none to be
 * put in its place. "~name" is left as it is. */
const char *file_home(const char *path);
/* Is there anything with this name? */
bool file_exists(const char *path);
/* Opens a file to read it. NULL, with the reason, if it is not there or is no plain file:
 * a pipe might never say anything. */
FILE *file_open(const char *path, ErrorText *error);
/* Reads a whole file of at most 64 MiB. */
bool file_read(const char *path, Buffer *out, ErrorText *error);
/* Puts `from` in the place of `to`, which may exist. */
bool file_replace(const char *from, const char *to);
/* Writes a file so that a failure leaves the old one as it was: a new one takes its
 * place when it is complete. With keep_old the old one stays as PATH~, and *kept (may
 * be NULL) tells if there was any. */
bool file_save(const char *path, const char *text, bool keep_old, bool *kept, ErrorText *error);

#endif
