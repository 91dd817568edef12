/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "error.h"

enum { FILE_LIMIT = 64 << 20 };

/* Is there anything at this path? *plain: is it a plain file? */
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
        error_set(error, "%.120s is not a plain file", path);
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
    size_t before = out->length;
    FILE *file = file_open(path, error);
    if (!file) return false;
    for (size_t n; ok && (n = fread(block, 1, sizeof block - 1, file)) > 0;) {
        for (size_t i = 0; i < n; ++i)
            if (!block[i]) block[i] = ' ';
        block[n] = '\0';
        buffer_add(out, "%s", block);
        ok = !out->failed && out->length < FILE_LIMIT;
    }
    if (ferror(file)) ok = error_set(error, "%.120s cannot be read", path);
    else if (!ok) error_set(error, out->failed ? "out of memory" : "%.120s is too large", path);
    fclose(file);
    size_t mark = out->text ? text_mark(out->text + before) : 0;
    if (mark) memmove(out->text + before, out->text + before + mark, (out->length -= mark) - before + 1);
    return ok;
}

bool file_rename(const char *from, const char *to)
{
#if defined _WIN32 || defined __wasm__
    return rename(from, to) == 0; /* replaces nothing here */
#else
    if (link(from, to) == 0) return unlink(from) == 0;
    return errno != EEXIST && !file_exists(to) && rename(from, to) == 0; /* the file system has no links */
#endif
}

void output_guard(void)
{
#if !defined _WIN32 && !defined __wasm__
    int fd = 0;
    while (fd >= 0 && fd <= 2) fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) close(fd);
#endif
}

int output_finish(const char *program, int status)
{
    enum { STATUS_UNWRITTEN = 2 };
    bool before = ferror(stdout) != 0; /* the reason is unknown */
    bool now = fflush(stdout) != 0;
    if (!before && !now) return status;
    fprintf(stderr, "%s: standard output could not be written: %s\n", program,
            now ? strerror(errno) : "the disk is full, or nobody reads it");
    return status ? status : STATUS_UNWRITTEN;
}
