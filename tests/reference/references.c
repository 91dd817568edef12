/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of references; the Makefile finds their files. */

#include <string.h>

#include "reference.h"

#define REFERENCE(game) extern const Reference reference_##game;
#include "references.list"
#undef REFERENCE

#define REFERENCE(game) &reference_##game,
const Reference *const references[] = {
#include "references.list"
    NULL
};
#undef REFERENCE

const Reference *reference_find(const char *game)
{
    for (const Reference *const *r = references; *r; ++r)
        if (strcmp((*r)->name, game) == 0) return *r;
    return NULL;
}
