/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Little-endian integers in files. */
#ifndef QUINCUNX_BYTES_H
#define QUINCUNX_BYTES_H

#include <stddef.h>
#include <stdint.h>

static inline void put_le(uint8_t *out, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i) out[i] = (uint8_t)(value >> (8 * i));
}

static inline uint64_t get_le(const uint8_t *in, size_t bytes)
{
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; ++i) value |= (uint64_t)in[i] << (8 * i);
    return value;
}

#endif
