/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bytes.h"

#include <stdlib.h>
#include <string.h>

#include "../util/whole_file.h"

bool bytes_add(Bytes *bytes, const void *data, size_t size)
{
    if (size > bytes->room - bytes->size) {
        size_t room = (bytes->size + size) * 3 / 2 + 256;
        uint8_t *grown = realloc(bytes->data, room);
        if (!grown) return false;
        bytes->data = grown;
        bytes->room = room;
    }
    if (size) memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
    return true;
}

bool bytes_add_u32(Bytes *bytes, uint32_t n)
{
    uint8_t number[4];
    write_u32(number, n);
    return bytes_add(bytes, number, sizeof number);
}

void bytes_free(Bytes *bytes)
{
    free(bytes->data);
    *bytes = (Bytes){0};
}

bool bytes_save(const Bytes *bytes, const char *path, ErrorText *error)
{
    return whole_file_write(path, bytes->data, bytes->size, error);
}
