/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* All games. A new one needs its file and its two lines here. */

#include <string.h>

#include "../variant.h"

extern const Variant variant_battleofideologies;
extern const Variant variant_bordahbee;
extern const Variant variant_borderlands;
extern const Variant variant_chess;
extern const Variant variant_diamond;
extern const Variant variant_horizons;

const Variant *const variants[] = {
    &variant_chess,
    &variant_borderlands,
    &variant_battleofideologies,
    &variant_horizons,
    &variant_bordahbee,
    &variant_diamond,
    NULL,
};

void variants_init(void)
{
    position_init_keys();
    for (const Variant *const *v = variants; *v; ++v) (*v)->init();
}

const Variant *variant_find(const char *name)
{
    for (const Variant *const *v = variants; *v; ++v)
        if (strcmp((*v)->name, name) == 0 || strcmp((*v)->cecp.name, name) == 0) return *v;
    return NULL;
}
