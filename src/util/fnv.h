/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The hash FNV-1a (Fowler, Noll and Vo) with 64 bits: as a checksum it detects every change of a single byte. */
#ifndef QUINCUNX_FNV_H
#define QUINCUNX_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_START UINT64_C(0xCBF29CE484222325)

/* The hash with one more value, a byte where it is to be the standard hash of bytes. */
static inline uint64_t fnv_add(uint64_t hash, uint64_t value) { return (hash ^ value) * UINT64_C(0x100000001B3); }

/* The hash of bytes. */
static inline uint64_t fnv_hash(const void *data, size_t size)
{
    uint64_t hash = FNV_START;
    for (const uint8_t *p = data, *end = p + size; p < end; ++p) hash = fnv_add(hash, *p);
    return hash;
}

#endif
