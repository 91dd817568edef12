/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Files that a person names: what is wrong with one is explained, and nothing is lost. */
#ifndef QUINCUNX_FILES_H
#define QUINCUNX_FILES_H

#include "error.h"
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
/* Writes a text as a file, as whole_file.h says. With keep_old the old one stays as PATH~, and *kept (may
 * be NULL) tells if there was any. */
bool file_save(const char *path, const char *text, bool keep_old, bool *kept, ErrorText *error);

/* For the end of a program: brings what was printed to standard output. Where that could not be written, now or
 * before, says so on standard error in the program's name and returns 2 for a status of 0; else the status. */
int output_finish(const char *program, int status);

#endif
