/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A table file: the value of every position of one ending, for one side to move or both,
 * in compressed blocks. All numbers are little-endian.
 *
 *   0  "QXEND" and the version, 8 bytes      20  where the data begin, 4
 *   8  size of the file, 8 bytes             24  the game's name, 24
 *  16  CRC-32 of bytes 20 to the data        48  the endgame's name, 64
 * 112  positions of a side, 4                116  values in a block, 4
 * 120  sides: bit 0 White to move, bit 1 Black, 4
 * 124  for each side: number of different values, 2, and what phases are rounded up to a
 *      multiple of, 2; the values: result and plies, 2, and phase, 2; then for each block where it ends behind the data's beginning, 4,
 *      and its CRC-32, 4
 *
 * A value is a win or loss for the side to move in so many plies with best play, or a
 * draw. "Phase" is how many plies at most pass before the draw counter begins anew (or the game
 * ends): the value holds wherever the counter plus that is within the game's limit.
 */
#ifndef QUINCUNX_TABLEBASES_TABLE_H
#define QUINCUNX_TABLEBASES_TABLE_H

#include "index.h"
#include "value.h"

enum {
    ENDGAME_PLIES_MAX = 0x3FF0,          /* to the end of a game, in a table */
    POSITIONS_MAX = 1 << 30,     /* of a side, in a table */
    TABLE_VALUES = 254,          /* different ones, of a side */
    TABLE_BYTES_MAX = 1 << 30    /* of a file */
};

typedef struct Table Table;

/* Takes a file that lies in memory, which must outlive the table. Every byte is checked.
 * On error returns NULL with the reason. */
Table *table_open(const Variant *variant, const uint8_t *data, size_t size, ErrorText *error);
/* The length of the table that begins here, as its header says; 0 if that is no table or `room` bytes do
 * not hold it. */
size_t table_length(const uint8_t *data, size_t room);
/* Is it one of this game? For tables by table_length. */
bool table_is_of(const Variant *variant, const uint8_t *data);
/* table_open from a file of at most TABLE_BYTES_MAX bytes. It is read into memory: whatever becomes of the file
 * later, the table stays as it was checked. */
Table *table_open_file(const Variant *variant, const char *path, ErrorText *error);
void table_close(Table *table);

const TbIndex *table_index(const Table *table);
/* Has it the values of positions with this side to move? */
bool table_has(const Table *table, Side side);
/* The value of a position by its number; false if it is none or memory ran out. Any number of
 * threads may ask. */
bool table_value(const Table *table, Side side, uint32_t number, TbValue *value);
size_t table_bytes(const Table *table);
/* Phases are told rounded up to a multiple of this. */
unsigned table_grain(const Table *table);

/* What a table is made of: values of both sides by position number. */
typedef struct TableSource {
    const TbIndex *index;
    unsigned sides; /* which to write, as in a file */
    /* The value of a position; false if there is no such position. */
    bool (*value)(const void *context, Side side, uint32_t number, TbValue *value);
    const void *context;
} TableSource;

/* Writes a table to a file, which is there whole or not at all. Explains why not. */
bool table_write(const TableSource *source, const char *path, ErrorText *error);

#endif
