/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Compression of a table's values. Neighbours in position order differ in one piece's square, so a value
 * mostly equals a neighbour's. Each value is coded as the first correct one of a few guesses, by an
 * arithmetic coder whose probabilities are mixed from several contexts with adaptive weights (M. Mahoney,
 * "Adaptive weighing of context models for lossless data compression", 2005).
 */
#ifndef QUINCUNX_TABLEBASES_CODER_H
#define QUINCUNX_TABLEBASES_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CODE_ANY = 255,     /* don't care: decoded as the cheapest value */
    BLOCK_SIZE = 1 << 16 /* values coded together */
};

/* The maximum number of bytes for n values. */
#define CODED_MAX(n) ((size_t)(n) * 16 + 16)

/* Distances of neighbours: the number of places of the last piece, and of files. */
typedef struct CodeShape {
    uint32_t row, files;
} CodeShape;

typedef struct Coder Coder;

/* Allocates a coder, reusable for any number of blocks; NULL if memory ran out. */
Coder *coder_new(void);
void coder_free(Coder *coder);

/* Codes n values, at most BLOCK_SIZE, into out, which has room for CODED_MAX(n) bytes. Returns the bytes
 * used. */
size_t coder_encode(Coder *coder, CodeShape shape, const uint8_t *values, size_t n, uint8_t *out);
/* Decodes; bytes beyond the end are read as 0. */
void coder_decode(Coder *coder, CodeShape shape, const uint8_t *data, size_t size, uint8_t *values, size_t n);

#endif
