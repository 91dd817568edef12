/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The file format of a net. Little-endian, integers as in Net:
 *    0  8 bytes   "QuincNet"
 *    8  uint32    1: the net evaluates alone, 2: it corrects the classical evaluation
 *   12  32 bytes  name of the game, padded with '\0'
 *   44  5 uint32  hidden, buckets, scale, inputs, bytes of the record
 *   64  uint64    fingerprint of the inputs (FeatureSet)
 *   72            record; feature weights, feature bias, output weights (int16); output bias (int32)
 *  end  uint64    checksum of all bytes before it (FNV-1a)
 */
#ifndef QUINCUNX_NET_FORMAT_H
#define QUINCUNX_NET_FORMAT_H

#include "net.h"

enum { EVALUATES = 1, CORRECTS = 2, GAME_BYTES = 32, HEADER_BYTES = 72, CHECKSUM_BYTES = 8 };
#define NET_MAGIC "QuincNet"
enum { MAGIC_BYTES = sizeof NET_MAGIC - 1 };

/* The 16-bit arrays, in file order. */
enum { NET_BLOCKS = 3 };
typedef struct NetBlock {
    int16_t *values;
    size_t count;
} NetBlock;
void net_blocks(const Net *net, NetBlock blocks[NET_BLOCKS]);

/* Bytes of the file; record: bytes of the record. */
size_t net_file_size(const Net *net, size_t record);

#endif
