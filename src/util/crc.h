/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* CRC-32 as in zip and PNG (ISO 3309), four bits at a time. */
#ifndef QUINCUNX_CRC_H
#define QUINCUNX_CRC_H

#include <stddef.h>
#include <stdint.h>

static inline uint32_t crc32_of(const uint8_t *data, size_t size)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
        0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; ++i) {
        crc = table[(crc ^ data[i]) & 15] ^ crc >> 4;
        crc = table[(crc ^ data[i] >> 4) & 15] ^ crc >> 4;
    }
    return ~crc;
}

#endif
