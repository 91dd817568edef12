/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The positions of an ending as numbers from 0. A number gives each man a place among
 * the squares it may stand on; the first man that is alone of its kind stands on one
 * square of each set that the symmetries common to all men make equal. Some numbers
 * are not used: men on one square, men of a kind out of order, and mirror images where
 * that first man stands on an axis.
 */
#ifndef QUINCUNX_ENDINGS_INDEX_H
#define QUINCUNX_ENDINGS_INDEX_H

#include "material.h"

enum { NO_PLACE = 255 };

/* How the men of one board are turned and mirrored. */
typedef struct BoardFrame {
    uint8_t first, end;      /* its men: first .. end - 1 */
    uint8_t lead;            /* the man that symmetry restricts, or `end` */
    uint8_t symmetry;        /* the operations of all its men, as a set */
    uint8_t lead_count[SQUARE_MAX]; /* operations that bring lead from a square to one kept */
    uint8_t lead_operations[SQUARE_MAX][BOARD_OPERATIONS];
} BoardFrame;

typedef struct EndingIndex {
    const Variant *variant;
    Material material;
    uint32_t size;
    uint8_t place_count[MEN_MAX];
    uint8_t place[MEN_MAX][SQUARE_MAX];   /* of a square, or NO_PLACE */
    uint8_t square[MEN_MAX][SQUARE_MAX];  /* of a place */
    uint32_t stride[MEN_MAX];
    bool as_before[MEN_MAX];              /* of the same kind and board as the man before */
    uint8_t transformed[BOARD_OPERATIONS][SQUARE_MAX];
    BoardFrame frame[2];
} EndingIndex;

/* Prepares an index. Returns false, with the reason, if it would have more than
 * `most` positions. */
bool index_init(EndingIndex *index, const Variant *variant, const Material *material, uint64_t most, ErrorText *error);

/* The number of a position, its men's squares given in their order. */
uint32_t index_of(const EndingIndex *index, const Square *squares);

/* The squares of a number; false if the number is not used. */
bool index_squares(const EndingIndex *index, uint32_t number, Square *squares);

#endif
