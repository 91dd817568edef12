/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Little-endian integers, and a byte buffer that is saved as one file. */
#ifndef QUINCUNX_TABLEBASES_BYTES_H
#define QUINCUNX_TABLEBASES_BYTES_H

#include "../types.h"

static inline uint32_t read_u16(const uint8_t *p) { return (uint32_t)p[0] | (uint32_t)p[1] << 8; }
static inline uint32_t read_u32(const uint8_t *p) { return read_u16(p) | read_u16(p + 2) << 16; }
static inline uint64_t read_u64(const uint8_t *p) { return read_u32(p) | (uint64_t)read_u32(p + 4) << 32; }

#endif
