/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Embedded tables: one or more table files, concatenated. */
#ifndef QUINCUNX_TABLEBASES_PACK_H
#define QUINCUNX_TABLEBASES_PACK_H

#include <stddef.h>
#include <stdint.h>

typedef struct TablebasesPack {
    const uint8_t *bytes, *end;
} TablebasesPack;

/* All embedded packs, terminated by an empty one. */
extern const TablebasesPack embedded_tablebases[];

#endif
