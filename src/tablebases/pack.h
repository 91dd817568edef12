/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Tables built into a program: files of one or more tables, one behind the other. */
#ifndef QUINCUNX_TABLEBASES_PACK_H
#define QUINCUNX_TABLEBASES_PACK_H

#include <stddef.h>
#include <stdint.h>

typedef struct TablebasesPack {
    const uint8_t *bytes, *end;
} TablebasesPack;

/* All that are built in, ended by one without bytes. */
extern const TablebasesPack embedded_tablebases[];

#endif
