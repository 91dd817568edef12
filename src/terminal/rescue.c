/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef O_BINARY
#define O_BINARY 0
#endif

typedef struct Rescue {
    size_t count, length;
    char path[RESCUE_PLACES][RESCUE_PATH_MAX], old[RESCUE_PLACES][RESCUE_PATH_MAX + 1];
    char text[];
} Rescue;

/* Taken by atomic exchange, so that exactly one user gets it. */
static _Atomic(Rescue *) ready;
/* What was written, whose path may still be told. */
static _Atomic(Rescue *) written;

bool rescue_prepare(const char *const paths[], size_t count, const char *text)
{
    size_t length = strlen(text);
    Rescue *rescue = malloc(sizeof *rescue + length + 1);
    rescue_forget();
    if (!rescue) return false;
    rescue->count = 0;
    rescue->length = length;
    memcpy(rescue->text, text, length + 1);
    for (size_t i = 0; i < count && rescue->count < RESCUE_PLACES; ++i) {
        if (strlen(paths[i]) >= RESCUE_PATH_MAX) continue;
        strcpy(rescue->path[rescue->count], paths[i]);
        snprintf(rescue->old[rescue->count], sizeof rescue->old[0], "%s~", paths[i]);
        ++rescue->count;
    }
    bool fits = rescue->count > 0;
    if (fits) atomic_store(&ready, rescue);
    else free(rescue);
    return fits;
}

void rescue_forget(void) { free(atomic_exchange(&ready, NULL)); }

static bool write_all(int file, const char *text, size_t length)
{
    while (length) {
        ssize_t n = write(file, text, length);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        text += n;
        length -= (size_t)n;
    }
    return true;
}

static bool write_file(const char *path, const char *old, const char *text, size_t length)
{
#ifdef _WIN32
    unlink(old); /* rename does not overwrite here */
#endif
    rename(path, old);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_BINARY, 0666);
    if (file < 0) return false;
    bool ok = write_all(file, text, length);
#ifndef _WIN32
    ok = fsync(file) == 0 && ok;
#endif
    ok = close(file) == 0 && ok;
    if (!ok) unlink(path);
    return ok;
}

const char *rescue_write(void)
{
    Rescue *rescue = atomic_exchange(&ready, NULL);
    if (rescue) atomic_store(&written, rescue);
    for (size_t i = 0; rescue && i < rescue->count; ++i)
        if (write_file(rescue->path[i], rescue->old[i], rescue->text, rescue->length)) return rescue->path[i];
    return NULL;
}
