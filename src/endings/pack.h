/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Tables built into a program: files of one or more tables, one behind the other. */
#ifndef QUINCUNX_ENDINGS_PACK_H
#define QUINCUNX_ENDINGS_PACK_H

#include <stddef.h>
#include <stdint.h>

typedef struct EndingsPack {
    const uint8_t *bytes, *end;
} EndingsPack;

/* All that are built in, ended by one without bytes. */
extern const EndingsPack embedded_endings[];

#endif
