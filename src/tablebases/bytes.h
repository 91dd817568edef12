/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Little-endian integers, and a byte buffer that is saved as one file. */
#ifndef QUINCUNX_TABLEBASES_BYTES_H
#define QUINCUNX_TABLEBASES_BYTES_H

#include "../types.h"

static inline uint32_t read_u16(const uint8_t *p) { return (uint32_t)p[0] | (uint32_t)p[1] << 8; }
static inline uint32_t read_u32(const uint8_t *p) { return read_u16(p) | read_u16(p + 2) << 16; }
static inline uint64_t read_u64(const uint8_t *p) { return read_u32(p) | (uint64_t)read_u32(p + 4) << 32; }
static inline void write_u32(uint8_t *p, uint32_t n)
{
    for (int i = 0; i < 4; ++i) p[i] = (uint8_t)(n >> 8 * i);
}
static inline void write_u64(uint8_t *p, uint64_t n)
{
    write_u32(p, (uint32_t)n);
    write_u32(p + 4, (uint32_t)(n >> 32));
}

/* A growing array; {0} is empty. */
typedef struct Bytes {
    uint8_t *data;
    size_t size, room;
} Bytes;

/* Both return false if memory ran out. */
bool bytes_add(Bytes *bytes, const void *data, size_t size);
bool bytes_add_u32(Bytes *bytes, uint32_t n);
void bytes_free(Bytes *bytes);

/* Saves the bytes as a file, atomically (whole_file.h). */
bool bytes_save(const Bytes *bytes, const char *path, ErrorText *error);

#endif
