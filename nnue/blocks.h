/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The file format of datagen: records in blocks. A header names the kind of file, the game and how the data
 * was made; each block has a checksum and is written at once. So a file that is still being written, or whose
 * writer was killed, is valid up to its last complete block and can be resumed there. All numbers are
 * little-endian.
 *
 *     header  magic[8] version kind  game[24]  text bytes  text  checksum(8)
 *     block   magic records bytes reserved  first(8) last(8) checksum(8)  payload
 */
#ifndef QUINCUNX_BLOCKS_H
#define QUINCUNX_BLOCKS_H

#include <stdio.h>

#include "../src/types.h"
#include "../src/util/bytes.h"
#include "../src/util/whole_file.h"

/* File kinds, by the type of their records. */
typedef enum BlockKind { BLOCK_GAMES = 1, BLOCK_SAMPLES = 2, BLOCK_SEARCHES = 3 } BlockKind;

enum {
    BLOCK_BYTES_MAX = 64 << 20, /* maximum payload */
    BLOCK_TEXT_MAX = 2000,      /* maximum bytes of the text that describes how the data was made */
    BLOCK_GAME_MAX = 24         /* bytes of the game's name, including '\0' */
};

/* The header of a file. */
typedef struct BlockHeader {
    BlockKind kind;
    char game[BLOCK_GAME_MAX];    /* Variant.name */
    char text[BLOCK_TEXT_MAX + 1];/* "soft=250 seed=1 ...": one line, compared when the file is resumed */
} BlockHeader;

/* The rules that a header names, as rules_agree reads them; "": the game's own. */
const char *block_rules(const BlockHeader *header, char rules[BLOCK_TEXT_MAX + 1]);

/* A 64-bit checksum that detects every change of a single word. */
uint64_t block_checksum(const void *data, size_t size, uint64_t seed);

/* ---- Writing ---- */

typedef struct BlockWriter {
    FILE *file;
    const char *path;     /* owned by the caller */
    WholeFile whole;      /* a file that counts only when complete, else {0} */
    uint8_t *payload;     /* of the block being filled */
    size_t size, capacity;
    uint32_t records;
    uint64_t first, last; /* minimum and maximum number of its records */
    uint64_t bytes;       /* bytes of complete blocks in the file, including the header */
} BlockWriter;

/* Creates a file. A growing file, of which every complete block counts, must not exist; one that counts only
 * when complete replaces the old file when it is finished. Returns false with the reason. */
bool block_create(BlockWriter *w, const char *path, const BlockHeader *header, bool growing, ErrorText *error);
/* Resumes a growing file after the complete blocks whose numbers are all below `end`; the rest is cut off,
 * and *cut is its number of bytes. */
bool block_append(BlockWriter *w, const char *path, BlockKind kind, uint64_t end, uint64_t *cut, ErrorText *error);
/* Returns room for a record of at most `size` bytes in the current block; NULL if memory ran out. */
uint8_t *block_room(BlockWriter *w, size_t size);
/* Completes the record: its length, and the number of its game. */
void block_add(BlockWriter *w, size_t size, uint64_t number);
/* Writes the block, if it has records, and syncs it. On error (a full disk) the file is cut back to its last
 * complete block, and the block is kept for another attempt. */
bool block_flush(BlockWriter *w, ErrorText *error);
/* Undoes everything added since `mark`, a copy of the writer, if nothing was flushed in between. */
void block_rewind(BlockWriter *w, const BlockWriter *mark);
/* Flushes, closes and frees; a WholeFile now gets its name. Returns false with the reason. */
bool block_finish(BlockWriter *w, ErrorText *error);
/* Frees and drops everything unflushed; a WholeFile is dropped entirely. */
void block_abandon(BlockWriter *w);

/* ---- Reading ---- */

typedef struct BlockReader {
    FILE *file;
    const char *path;   /* owned by the caller */
    BlockHeader header;
    uint8_t *payload;   /* of the last block read */
    size_t size, capacity;
    uint32_t records;
    uint64_t first, last;
    uint64_t offset;    /* end of the last complete block */
} BlockReader;

/* The result of reading a block. */
typedef enum BlockStatus {
    BLOCK_READ,
    BLOCK_END,     /* end of the file, after a complete block */
    BLOCK_CUT,     /* the file ends within a block: it is still written, or its writer was stopped */
    BLOCK_DAMAGED, /* wrong magic, sizes or checksum: *error says where */
    BLOCK_FAILED   /* system error or out of memory, in *error */
} BlockStatus;

/* Opens a file of this kind and reads its header. */
bool block_open(BlockReader *r, const char *path, BlockKind kind, ErrorText *error);
/* The same for an open file, which is closed in any case; `name` names it in messages. */
bool block_open_stream(BlockReader *r, FILE *file, const char *name, BlockKind kind, ErrorText *error);
BlockStatus block_next(BlockReader *r, ErrorText *error);
void block_done(BlockReader *r);

#endif
