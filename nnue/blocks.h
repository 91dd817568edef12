/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Files of records in blocks: what datagen writes and everybody reads. A header names the
 * kind of file, the game and how the data was made; each block has a checksum and is written
 * at once. So a file that is still being written, or whose writer was killed, is good up
 * to its last whole block, and can be taken up there. All numbers are little-endian.
 *
 *     header  magic[8] version kind  game[24]  text bytes  text  checksum(8)
 *     block   magic records bytes reserved  first(8) last(8) checksum(8)  payload
 */
#ifndef QUINCUNX_BLOCKS_H
#define QUINCUNX_BLOCKS_H

#include <stdio.h>

#include "../src/types.h"
#include "../src/util/whole_file.h"

/* Kinds of files: what their records are. */
typedef enum BlockKind { BLOCK_GAMES = 1, BLOCK_SAMPLES = 2 } BlockKind;

enum {
    BLOCK_BYTES_MAX = 64 << 20, /* no payload is longer */
    BLOCK_TEXT_MAX = 2000,      /* bytes of the text that tells how the data was made */
    BLOCK_GAME_MAX = 24         /* of the game's name, '\0' included */
};

/* What a file says of itself. */
typedef struct BlockHeader {
    BlockKind kind;
    char game[BLOCK_GAME_MAX];    /* Variant.name */
    char text[BLOCK_TEXT_MAX + 1];/* "soft=250 seed=1 ...": a line for people and for whoever takes it up */
} BlockHeader;

/* ---- Numbers in bytes ---- */

static inline void put_le(uint8_t *out, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i) out[i] = (uint8_t)(value >> 8 * i);
}
static inline uint64_t get_le(const uint8_t *in, size_t bytes)
{
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; ++i) value |= (uint64_t)in[i] << 8 * i;
    return value;
}
/* 64 bits that change if any single word of the data does. */
uint64_t block_checksum(const void *data, size_t size, uint64_t seed);

/* ---- Writing ---- */

typedef struct BlockWriter {
    FILE *file;
    const char *path;     /* the caller's */
    WholeFile whole;      /* a file that counts only as a whole, else {0} */
    uint8_t *payload;     /* of the block being filled */
    size_t size, capacity;
    uint32_t records;
    uint64_t first, last; /* the least and the greatest number of its records */
    uint64_t bytes;       /* of whole blocks in the file, header included */
} BlockWriter;

/* Makes a file. A growing one (of which every block counts) must not exist; one that counts
 * only as a whole replaces what has its name when it is finished. Returns false with the reason. */
bool block_create(BlockWriter *w, const char *path, const BlockHeader *header, bool growing, ErrorText *error);
/* Takes up a growing file behind the whole blocks whose numbers are all below `end`; what
 * follows them is cut off, and *cut is the number of its bytes. */
bool block_append(BlockWriter *w, const char *path, BlockKind kind, uint64_t end, uint64_t *cut, ErrorText *error);
/* Room for a record of at most `size` bytes in the current block; NULL if out of memory. */
uint8_t *block_room(BlockWriter *w, size_t size);
/* The record in it is complete: its length, and the number it is known by (of its game). */
void block_add(BlockWriter *w, size_t size, uint64_t number);
/* Writes the block, if it has records, down to the disk. On error (a full disk) the file is
 * cut back to its last whole block, and the block is kept for another attempt. */
bool block_flush(BlockWriter *w, ErrorText *error);
/* Takes back what was added since `mark`, a copy of the writer, if nothing was flushed. */
void block_rewind(BlockWriter *w, const BlockWriter *mark);
/* Flushes, closes and frees; a whole file now gets its name. Returns false with the reason. */
bool block_finish(BlockWriter *w, ErrorText *error);
/* Drops what was not flushed, a file that counts only as a whole altogether; frees. */
void block_abandon(BlockWriter *w);

/* ---- Reading ---- */

typedef struct BlockReader {
    FILE *file;
    const char *path;   /* the caller's */
    BlockHeader header;
    uint8_t *payload;   /* of the block read last */
    size_t size, capacity;
    uint32_t records;
    uint64_t first, last;
    uint64_t offset;    /* behind the last whole block */
} BlockReader;

/* How reading a block ended. */
typedef enum BlockStatus {
    BLOCK_READ,
    BLOCK_END,     /* of the file, behind a whole block */
    BLOCK_CUT,     /* the file ends within a block: it is being written, or its writer was stopped */
    BLOCK_DAMAGED, /* wrong magic, sizes or checksum: *error tells where */
    BLOCK_FAILED   /* the system's error or no memory, in *error */
} BlockStatus;

/* Opens a file of this kind and reads its header. */
bool block_open(BlockReader *r, const char *path, BlockKind kind, ErrorText *error);
/* The same of an open file, which is closed in any case; `name` stands for it in messages. */
bool block_open_stream(BlockReader *r, FILE *file, const char *name, BlockKind kind, ErrorText *error);
BlockStatus block_next(BlockReader *r, ErrorText *error);
void block_done(BlockReader *r);

#endif
