/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads and writes whole files. Writing goes to a new name beside, syncs, then renames: at any moment, even after a power failure,
 * the path has the old file or the new one. On an error the old file stays and nothing else. */
#ifndef QUINCUNX_WHOLE_FILE_H
#define QUINCUNX_WHOLE_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"

/* A file being written. {0} means none. */
typedef struct WholeFile {
    FILE *file;      /* binary; may be read and sought, too */
    const char *path; /* the caller's */
    char *target;    /* the path with symbolic links resolved: the file to replace */
    char *temporary; /* the name until the rename */
    bool replaces;   /* there is an old file, with this mode, owner and group */
    unsigned mode, owner, group;
} WholeFile;

/* Starts writing the file at `path`, which must stay valid. Of a symbolic link the target is replaced; in a sticky folder in which
 * all may write, as /tmp, only links of the user or of the folder's owner are followed. The new file gets the mode of the old one,
 * or that of the umask. false with the reason. */
bool whole_file_begin(WholeFile *whole, const char *path, ErrorText *error);
/* Moves the file into place, and frees everything. false with the reason, also for earlier write errors of the caller. */
bool whole_file_end(WholeFile *whole, ErrorText *error);
/* Discards the new file; the old one stays. Does nothing for {0}. */
void whole_file_abandon(WholeFile *whole);

/* Writes `size` bytes as a file. false with the reason. */
bool whole_file_write(const char *path, const void *bytes, size_t size, ErrorText *error);

/* Reads a plain file of at most `size_max` bytes, not empty: allocated, with its size in *size; NULL with the reason, without the
 * path. */
uint8_t *whole_file_read(const char *path, size_t size_max, size_t *size, ErrorText *error);

#endif
