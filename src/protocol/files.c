/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../notation.h"

enum { FILE_LIMIT = 64 << 20 };

/* Is there something at this path, and is it a plain file? */
static bool is_there(const char *path, bool *plain)
{
    struct stat status;
    if (stat(path, &status) != 0) return false;
    *plain = S_ISREG(status.st_mode) != 0;
    return true;
}

const char *file_home(const char *path)
{
#ifdef _WIN32
    const char *home = getenv("USERPROFILE");
#else
    const char *home = getenv("HOME");
#endif
    return path[0] == '~' && home && strchr("/\\; ", path[1]) ? home : "";
}

bool file_exists(const char *path)
{
    bool plain;
    return is_there(path, &plain);
}

FILE *file_open(const char *path, ErrorText *error)
{
    bool plain = true;
    if (is_there(path, &plain) && !plain) {
        error_set(error, "%.120s is no plain file", path);
        return NULL;
    }
    FILE *file = fopen(path, "rb");
    if (!file) error_set(error, "%.120s: %s", path, strerror(errno));
    return file;
}

bool file_read(const char *path, Buffer *out, ErrorText *error)
{
    bool ok = true;
    char block[4096];
    FILE *file = file_open(path, error);
    if (!file) return false;
    for (size_t n; ok && (n = fread(block, 1, sizeof block - 1, file)) > 0;) {
        for (size_t i = 0; i < n; ++i)
            if (!block[i]) block[i] = ' ';
        block[n] = '\0';
        buffer_add(out, "%s", block);
        ok = !out->failed && out->length < FILE_LIMIT;
    }
    if (ferror(file)) ok = error_set(error, "%.120s can not be read", path);
    else if (!ok) error_set(error, out->failed ? "out of memory" : "%.120s is too large", path);
    fclose(file);
    return ok;
}

bool file_replace(const char *from, const char *to)
{
#ifdef _WIN32
    remove(to); /* rename does not write over a file there */
#endif
    return rename(from, to) == 0;
}

static bool file_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    bool ok = fputs(text, file) >= 0 && fflush(file) == 0;
    return (fclose(file) == 0) & ok;
}

bool file_save(const char *path, const char *text, bool keep_old, bool *kept, ErrorText *error)
{
    Buffer fresh = {0}, old = {0};
    bool plain = true, exists = is_there(path, &plain);
    buffer_add(&fresh, "%s.new~", path);
    buffer_add(&old, "%s~", path);
    keep_old = keep_old && exists;
    bool ok = !fresh.failed && !old.failed, moved = false;
    if (exists && !plain) {
        ok = error_set(error, "%.120s is no plain file", path);
    } else if (!ok) {
        error_set(error, "out of memory");
    } else if (!(ok = file_write(fresh.text, text))) {
        error_set(error, "%.120s: %s", path, strerror(errno));
        remove(fresh.text);
    } else {
        moved = keep_old && file_replace(path, old.text);
        ok = (moved || !keep_old) && file_replace(fresh.text, path);
        if (!ok) {
            error_set(error, "%.120s: %s", path, strerror(errno));
            if (moved) file_replace(old.text, path);
            remove(fresh.text);
        }
    }
    if (kept) *kept = ok && moved;
    buffer_free(&fresh);
    buffer_free(&old);
    return ok;
}
