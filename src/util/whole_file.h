/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Files that are read and written as a whole. A file is written under a new name in the same folder, brought to
 * the disk and renamed: at every moment, even if the machine fails, its path has the old file or the new one.
 * On an error the old file stays as it was and nothing else is left behind.
 */
#ifndef QUINCUNX_WHOLE_FILE_H
#define QUINCUNX_WHOLE_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"

/* A file that is being written. {0} is none. */
typedef struct WholeFile {
    FILE *file;      /* binary; write to it, read it, go back in it */
    const char *path; /* the caller's */
    char *target;    /* the path with symbolic links followed: the file that is replaced */
    char *temporary; /* the name it has until then */
    bool replaces;   /* there is an old file, of this mode, owner and group */
    unsigned mode, owner, group;
} WholeFile;

/* Begins to write the file at `path`, which must stay valid. Where the path is a symbolic link, the file that
 * it leads to is replaced. The new file has the old one's mode; without an old one that which the umask
 * leaves. false with the reason: the path is no plain file, it may not be written, its folder is not there. */
bool whole_file_begin(WholeFile *whole, const char *path, ErrorText *error);
/* Puts the file in its place. What the caller's own writes to it could not write is noticed here. With
 * `keep_old` a file that was there stays as PATH~; what had that name before is replaced, be it a link.
 * false with the reason. All is closed and freed in either case. */
bool whole_file_end(WholeFile *whole, bool keep_old, ErrorText *error);
/* Gives the new file up; the old one stays. Nothing to do for {0}. */
void whole_file_abandon(WholeFile *whole);

/* Writes so many bytes as a file. false with the reason. */
bool whole_file_write(const char *path, const void *bytes, size_t size, ErrorText *error);

/* Reads a plain file of at most `size_max` bytes. Returns it, allocated, and its size in *size; NULL with the
 * reason. An empty file is an error. The path stands in no message. */
uint8_t *whole_file_read(const char *path, size_t size_max, size_t *size, ErrorText *error);

#endif
