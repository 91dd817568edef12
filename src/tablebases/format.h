/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The layout of a table file (table.h), for those who read and write it. */
#ifndef QUINCUNX_TABLEBASES_FORMAT_H
#define QUINCUNX_TABLEBASES_FORMAT_H

#include "coder.h"
#include "../text/notation.h"
#include "table.h"

#define TABLE_MAGIC "QXEND001" /* eight bytes, without the '\0' */

enum { AT_SIZE = 8, AT_CRC = 16, AT_DATA = 20, AT_GAME = 24, AT_NAME = 48, AT_POSITIONS = 112, AT_BLOCK = 116, AT_SIDES = 120,
       AT_REST = 124, GAME_NAME_MAX = AT_NAME - AT_GAME };

/* How the values of an endgame are coded. */
static inline CodeShape shape_of(const TbIndex *index)
{
    unsigned last = index->material.count - 1u;
    return (CodeShape){index->place_count[last], board_width(index->variant)};
}

/* The number of blocks for this many positions. */
static inline uint32_t blocks_of(uint32_t positions) { return (uint32_t)(((uint64_t)positions + BLOCK_SIZE - 1) / BLOCK_SIZE); }

#endif
