/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The positions of an endgame as numbers from 0. A number gives each piece a place among
 * the squares it may stand on; the first piece that is alone of its kind stands on one
 * square of each set that the symmetries common to all pieces make equal. Some numbers
 * are not used: pieces on one square, pieces of a kind out of order, and mirror images where
 * that first piece stands on an axis.
 */
#ifndef QUINCUNX_TABLEBASES_INDEX_H
#define QUINCUNX_TABLEBASES_INDEX_H

#include "material.h"

enum { NO_PLACE = 255 };

/* How the pieces of one board are turned and mirrored. */
typedef struct BoardFrame {
    uint8_t first, end;      /* its pieces: first .. end - 1 */
    uint8_t lead;            /* the piece that symmetry restricts, or `end` */
    uint8_t symmetry;        /* the operations of all its pieces, as a set */
    uint8_t lead_count[SQUARE_MAX]; /* operations that bring lead from a square to one kept */
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
    bool as_before[PIECES_MAX];              /* of the same kind and board as the piece before */
    uint8_t transformed[BOARD_OPERATIONS][SQUARE_MAX];
    BoardFrame frame[2];
} TbIndex;

/* Prepares an index. Returns false, with the reason, if it would have more than
 * `most` positions. */
bool index_init(TbIndex *index, const Variant *variant, const Material *material, uint64_t max, ErrorText *error);

/* The number of a position, its pieces's squares given in their order. */
uint32_t index_of(const TbIndex *index, const Square *squares);

/* The squares of a number; false if the number is not used. */
bool index_squares(const TbIndex *index, uint32_t number, Square *squares);

#endif
