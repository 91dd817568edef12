/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Numbers the positions of an endgame from 0. A number gives each piece a place among its possible squares. The lead, the first
 * piece that is the only one of its kind, stands on one square of each orbit under the symmetries common to all pieces. Some
 * numbers are unused: two pieces on one square, equal pieces out of order, and mirror images with the lead on an axis.
 */
#ifndef QUINCUNX_INDEX_H
#define QUINCUNX_INDEX_H

#include "material.h"

enum { NO_PLACE = 255 };

/* The symmetry of one board. */
typedef struct BoardFrame {
    uint8_t first, end;      /* its pieces: first .. end - 1 */
    uint8_t lead;            /* the piece restricted by symmetry, or `end` */
    uint8_t symmetry;        /* set of the symmetry operations common to its pieces */
    uint8_t lead_count[SQUARE_MAX]; /* number of operations that map a square to the lead's representative */
    uint8_t lead_operations[SQUARE_MAX][BOARD_OPERATIONS];
} BoardFrame;

typedef struct TbIndex {
    const Variant *variant;
    Material material;
    uint32_t size;
    uint8_t place_count[PIECES_MAX];
    uint8_t place[PIECES_MAX][SQUARE_MAX];   /* of a square, or NO_PLACE */
    uint8_t square[PIECES_MAX][SQUARE_MAX];  /* of a place */
    uint32_t stride[PIECES_MAX];
    bool as_before[PIECES_MAX];              /* of the same kind and board as the previous piece */
    uint8_t transformed[BOARD_OPERATIONS][SQUARE_MAX];
    BoardFrame frame[2];
} TbIndex;

/* Prepares an index. Returns false with the reason if it would have more than `max` positions. Without `symmetric` every
 * placement has a number of its own, for checking what symmetry claims. */
bool index_init(TbIndex *index, const Variant *variant, const Material *material, bool symmetric, uint64_t max, ErrorText *error);

/* The number of a position, given the squares of its pieces in order. */
uint32_t index_of(const TbIndex *index, const Square *squares);

#endif
