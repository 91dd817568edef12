/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Compression of a table's values. Neighbours in the order of positions differ in one
 * piece's square, so a value is most often that of a neighbour: each is coded as the first
 * of a few guesses that is right, by an arithmetic coder whose probabilities come from
 * several contexts mixed by weights that learn (M. Mahoney, "Adaptive weighing of context
 * models for lossless data compression", 2005).
 */
#ifndef QUINCUNX_TABLEBASES_CODER_H
#define QUINCUNX_TABLEBASES_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CODE_ANY = 255,     /* a value that does not matter: decoded as whatever costs least */
    BLOCK_SIZE = 1 << 16 /* values coded together */
};

/* No n values take more bytes. */
#define CODED_MAX(n) ((size_t)(n) * 16 + 16)

/* How far apart neighbours are: the last piece's places, and the files of the board. */
typedef struct CodeShape {
    uint32_t row, files;
} CodeShape;

typedef struct Coder Coder;

/* A coder's memory, to be used for any number of blocks; NULL if out of memory. */
Coder *coder_new(void);
void coder_free(Coder *coder);

/* Codes n values, BLOCK_SIZE at most, into out, which has room for CODED_MAX(n) bytes.
 * Returns the bytes used. */
size_t coder_encode(Coder *coder, CodeShape shape, const uint8_t *values, size_t n, uint8_t *out);
/* The other way; bytes beyond the end are read as 0. */
void coder_decode(Coder *coder, CodeShape shape, const uint8_t *data, size_t size, uint8_t *values, size_t n);

#endif
