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

enum { FOLDERS = 2, FILES_MAX = 99, NAME_MAX_BYTES = 64 };

typedef struct Rescue {
    char name[NAME_MAX_BYTES];
    char text[];
} Rescue;

/* Taken by atomic exchange, so that exactly one thread gets it. */
static _Atomic(Rescue *) ready;

/* The path of a name's file number `n`, from 1, in a folder, the preferred one first. false if there is no such folder. */
static bool find_path(unsigned folder, const char *name, unsigned n, char path[RESCUE_PATH_MAX])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = file_home("~"), *place = folder == 0 ? state : home;
    char number[16] = "";
    if (!place || !*place || (folder == 0 && *place != '/')) return false; /* the XDG specification ignores relative paths */
    if (n > 1) snprintf(number, sizeof number, "-%u", n);
    return snprintf(path, RESCUE_PATH_MAX, "%s/quincunx-%s-saved%s.pgn", place, name, number) < RESCUE_PATH_MAX;
}

void rescue_prepare(const char *name, const char *text)
{
    Rescue *rescue = malloc(sizeof *rescue + strlen(text) + 1);
    rescue_forget();
    if (!rescue) return;
    snprintf(rescue->name, sizeof rescue->name, "%s", name);
    strcpy(rescue->text, text);
    atomic_store(&ready, rescue);
}

void rescue_forget(void) { free(atomic_exchange(&ready, NULL)); }

/* Writes a new file. *taken: there is one already. */
static bool write_file(const char *path, const char *text, bool *taken)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_BINARY, 0666);
    *taken = fd < 0 && errno == EEXIST;
    if (fd < 0) return false;
    FILE *file = fdopen(fd, "wb");
    bool ok = file && fputs(text, file) >= 0;
    ok = (file ? fclose(file) : close(fd)) == 0 && ok;
    if (!ok) unlink(path);
    return ok;
}

const char *rescue_write(bool *failed)
{
    static char path[RESCUE_PATH_MAX];
    Rescue *rescue = atomic_exchange(&ready, NULL);
    bool ok = false;
    for (unsigned folder = 0; rescue && !ok && folder < FOLDERS; ++folder) {
        bool taken = true;
        for (unsigned n = 1; taken && n <= FILES_MAX && find_path(folder, rescue->name, n, path); ++n)
            ok = write_file(path, rescue->text, &taken);
    }
    if (failed) *failed = rescue && !ok;
    free(rescue);
    return ok ? path : NULL;
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
    Rescued *found = malloc(FOLDERS * FILES_MAX * sizeof *found);
    *count = 0;
    for (unsigned i = 0; found && i < FOLDERS * FILES_MAX; ++i) {
        struct stat status;
        Rescued *one = &found[*count];
        if (!find_path(i / FILES_MAX, name, i % FILES_MAX + 1, one->path) || stat(one->path, &status) != 0) continue;
        one->written = status.st_mtime;
        ++*count;
    }
    if (*count) qsort(found, *count, sizeof *found, later_first);
    else free(found), found = NULL;
    return found;
}
