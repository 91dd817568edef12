/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "embedded.h"

#include <stddef.h>
#include <string.h>

const EmbeddedFile *embedded_find(const EmbeddedFile *list, const char *game)
{
    size_t length = strlen(game);
    for (; list->path; ++list) {
        const char *slash = strrchr(list->path, '/'), *name = slash ? slash + 1 : list->path;
        if (strncmp(name, game, length) == 0 && name[length] == '.') return list;
    }
    return NULL;
}
