/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

#ifndef O_BINARY
#define O_BINARY 0
#endif

enum { PLACES_MAX = 2, FILES_MAX = 99, NUMBER_BYTES = 3 /* "-99" */ };

typedef struct Rescue {
    size_t count, length;
    char stem[PLACES_MAX][RESCUE_PATH_MAX], path[RESCUE_PATH_MAX];
    char text[];
} Rescue;

/* Taken by atomic exchange, so that exactly one user gets it. */
static _Atomic(Rescue *) ready;
/* The written file, whose path may still be reported. */
static _Atomic(Rescue *) written;

static const char ending[] = ".pgn";

/* STEM.pgn, STEM-2.pgn ... Async-signal-safe. */
static void number_path(const char *stem, unsigned number, char path[RESCUE_PATH_MAX])
{
    size_t length = strlen(stem);
    memcpy(path, stem, length);
    if (number > 1) path[length++] = '-';
    if (number > 9) path[length++] = (char)('0' + number / 10);
    if (number > 1) path[length++] = (char)('0' + number % 10);
    memcpy(path + length, ending, sizeof ending);
}

/* The directories for files that are set, in order of preference. */
static size_t folders(const char *folder[PLACES_MAX])
{
    size_t count = 0;
    const char *state = getenv("XDG_STATE_HOME"), *home = file_home("~");
    if (state && *state == '/') folder[count++] = state; /* the XDG specification ignores relative paths */
    if (*home) folder[count++] = home;
    return count;
}

/* The paths of a name's files without number and ending; returns how many. */
static size_t find_stems(const char *name, char stem[PLACES_MAX][RESCUE_PATH_MAX])
{
    const char *folder[PLACES_MAX];
    size_t count = 0, all = folders(folder);
    for (size_t i = 0; i < all; ++i) {
        int n = snprintf(stem[count], RESCUE_PATH_MAX, "%s/quincunx-%s-saved", folder[i], name);
        if (n > 0 && (size_t)n + NUMBER_BYTES + sizeof ending <= RESCUE_PATH_MAX) ++count;
    }
    return count;
}

bool rescue_prepare(const char *name, const char *text)
{
    size_t length = strlen(text);
    Rescue *rescue = malloc(sizeof *rescue + length + 1);
    rescue_forget();
    if (!rescue) return false;
    rescue->count = find_stems(name, rescue->stem);
    rescue->length = length;
    memcpy(rescue->text, text, length + 1);
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
    for (unsigned n = 1; taken && n <= FILES_MAX; ++n) {
        number_path(stem, n, rescue->path);
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

void rescue_crashed(void)
{
    static const char before[] = "\nYour game is saved in ";
    const char *path = rescue_write(NULL);
    if (!path) return;
    write_all(STDERR_FILENO, before, sizeof before - 1);
    write_all(STDERR_FILENO, path, strlen(path));
    write_all(STDERR_FILENO, "\n", 1);
}

/* ---- Finding ---- */

static int later_first(const void *one, const void *other)
{
    const Rescued *a = one, *b = other;
    if (a->written != b->written) return a->written > b->written ? -1 : 1;
    return strcmp(a->path, b->path);
}

Rescued *rescue_find(const char *name, size_t *count)
{
    char stem[PLACES_MAX][RESCUE_PATH_MAX];
    Rescued *found = malloc(PLACES_MAX * FILES_MAX * sizeof *found);
    size_t stems = find_stems(name, stem);
    *count = 0;
    for (size_t i = 0; found && i < stems; ++i)
        for (unsigned n = 1; n <= FILES_MAX; ++n) {
            struct stat status;
            Rescued *one = &found[*count];
            number_path(stem[i], n, one->path);
            if (stat(one->path, &status) == 0) one->written = status.st_mtime, ++*count;
        }
    if (*count) qsort(found, *count, sizeof *found, later_first);
    else free(found), found = NULL;
    return found;
}
