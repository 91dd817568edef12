/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* A file as memory: mapped where the system can do that, else read. */
#ifndef QUINCUNX_ENDINGS_MAPPING_H
#define QUINCUNX_ENDINGS_MAPPING_H

#include "../types.h"

typedef struct Mapping {
    const uint8_t *bytes;
    size_t size;
} Mapping;

/* Opens a plain file for reading; explains why not. */
bool mapping_open(Mapping *mapping, const char *path, ErrorText *error);
/* Gives it back; nothing to do for {0}. */
void mapping_close(Mapping *mapping);

#endif
