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
    char stem[RESCUE_PLACES][RESCUE_PATH_MAX], path[RESCUE_PATH_MAX];
    char text[];
} Rescue;

/* Taken by atomic exchange, so that exactly one user gets it. */
static _Atomic(Rescue *) ready;
/* What was written, whose path may still be told. */
static _Atomic(Rescue *) written;

static const char ending[] = ".pgn";
enum { NUMBER_BYTES = 3 /* "-99" */ };

void rescue_path(const char *stem, unsigned number, char path[RESCUE_PATH_MAX])
{
    size_t length = strlen(stem);
    memcpy(path, stem, length);
    if (number > 1) path[length++] = '-';
    if (number > 9) path[length++] = (char)('0' + number / 10);
    if (number > 1) path[length++] = (char)('0' + number % 10);
    memcpy(path + length, ending, sizeof ending);
}

bool rescue_prepare(const char *const stems[], size_t count, const char *text)
{
    size_t length = strlen(text);
    Rescue *rescue = malloc(sizeof *rescue + length + 1);
    rescue_forget();
    if (!rescue) return false;
    rescue->count = 0;
    rescue->length = length;
    memcpy(rescue->text, text, length + 1);
    for (size_t i = 0; i < count && rescue->count < RESCUE_PLACES; ++i)
        if (strlen(stems[i]) + NUMBER_BYTES + sizeof ending <= RESCUE_PATH_MAX) strcpy(rescue->stem[rescue->count++], stems[i]);
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

/* Writes a new file. *taken: there is one already. */
static bool write_file(const char *path, const char *text, size_t length, bool *taken)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_BINARY, 0666);
    *taken = file < 0 && errno == EEXIST;
    if (file < 0) return false;
    bool ok = write_all(file, text, length);
#ifndef _WIN32
    ok = fsync(file) == 0 && ok;
#endif
    ok = close(file) == 0 && ok;
    if (!ok) unlink(path);
    return ok;
}

static bool write_into(Rescue *rescue, const char *stem)
{
    bool ok = false, taken = true;
    for (unsigned n = 1; taken && n <= RESCUE_FILES_MAX; ++n) {
        rescue_path(stem, n, rescue->path);
        ok = write_file(rescue->path, rescue->text, rescue->length, &taken);
    }
    return ok;
}

const char *rescue_write(bool *failed)
{
    Rescue *rescue = atomic_exchange(&ready, NULL);
    bool ok = false;
    if (rescue) atomic_store(&written, rescue);
    for (size_t i = 0; rescue && !ok && i < rescue->count; ++i) ok = write_into(rescue, rescue->stem[i]);
    if (failed) *failed = rescue && !ok;
    return ok ? rescue->path : NULL;
}
