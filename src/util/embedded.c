/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "embedded.h"

#include <stddef.h>
#include <string.h>

const EmbeddedFile *embedded_find(const EmbeddedFile *list, const char *name)
{
    size_t length = strlen(name);
    for (; list->path; ++list) {
        const char *slash = strrchr(list->path, '/'), *file = slash ? slash + 1 : list->path;
        if (strncmp(file, name, length) == 0 && file[length] == '.') return list;
    }
    return NULL;
}
