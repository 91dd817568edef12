/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Decoded blocks of all tables, as many as the limit allows. When full, a block that was not used lately is replaced (the clock
 * algorithm). Reading takes no lock.
 */
#ifndef QUINCUNX_DECODED_H
#define QUINCUNX_DECODED_H

#include <stdatomic.h>

#include "coder.h"

typedef struct DecodedBlock DecodedBlock;
/* Where a table keeps a block: NULL if it is not decoded. */
typedef _Atomic(DecodedBlock *) BlockPlace;

/* Limit in bytes for decoded blocks. With less than a block each value is decoded anew. */
extern size_t decoded_max;

/* Reads a value of a block. false if the block is not decoded (any more). Thread-safe. */
bool decoded_read(BlockPlace *place, uint32_t at, uint8_t *value);
/* Keeps a copy of a block just decoded; what is already there stays. Thread-safe. */
void decoded_keep(BlockPlace *place, const uint8_t values[BLOCK_SIZE]);
/* How often a block was kept. */
unsigned long decoded_count(void);

/* Registers and unregisters a table, whose places must not be read after that. With the last table all memory is freed. */
void decoded_begin(void);
void decoded_end(void);
/* Forgets the blocks of a table that ends. */
void decoded_forget(BlockPlace *places, size_t count);

#endif
