/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A table file: the value of every position of one endgame, for one side to move or both, in compressed
 * blocks. All numbers are little-endian.
 *
 *   0  "QXEND" and the version, 8 bytes      20  offset of the data, 4
 *   8  size of the file, 8 bytes             24  the game's name, 24
 *  16  CRC-32 of bytes 20 to the data        48  the endgame's name, 64
 * 112  positions per side, 4                116  values per block, 4
 * 120  sides: bit 0 White to move, bit 1 Black, 4
 * 124  for each side: number of distinct values, 2, and the grain, 2 (phases are rounded up to a multiple
 *      of it); the values: result and plies, 2, and phase, 2; then for each block its end relative to the
 *      data, 4, and its CRC-32, 4
 *
 * A value is a win or loss for the side to move in so many plies with best play, or a draw. The phase is the
 * maximum number of plies until the draw counter is reset or the game ends (DTZ): the value holds if the
 * counter plus the phase is within the game's limit.
 */
#ifndef QUINCUNX_TABLEBASES_TABLE_H
#define QUINCUNX_TABLEBASES_TABLE_H

#include "../material/index.h"

enum {
    ENDGAME_PLIES_MAX = 0x3FF0,          /* maximum distance to the end in a table */
    POSITIONS_MAX = 1 << 30,     /* maximum per side in a table */
    TABLE_VALUES = 254,          /* maximum number of distinct values per side */
    TABLE_BYTES_MAX = 1 << 30    /* maximum size of a file */
};

/* ---- The value of an endgame position for the side to move ---- */

typedef enum TbResult { TB_LOSS = -1, TB_DRAW, TB_WIN } TbResult;

typedef struct TbValue {
    TbResult result;
    unsigned plies; /* to the end of the game with best play; 0 for a draw */
    unsigned phase; /* maximum plies until the draw counter is reset or the game ends (DTZ) */
} TbValue;

/* The value of a finished game; `side` is to move. */
static inline TbValue value_of_end(Result result, Side side)
{
    return (TbValue){result == DRAW ? TB_DRAW : result == result_win(side) ? TB_WIN : TB_LOSS, 0, 0};
}

/* The value of a move that leads to a position worth `after` to the other side. `counted`: the move does not
 * reset the draw counter. Wins that exceed the draw counter are stored as draws. */
static inline TbValue value_of_move(const Variant *variant, TbValue after, bool counted)
{
    unsigned limit = variant->draws.counter_limit; /* 0: no draw counter, and so no phases */
    TbValue value = {(TbResult)-after.result, after.plies + 1, limit == 0 ? 0 : counted ? after.phase + 1 : 1};
    bool late = limit && value.phase > limit;
    if (value.result == TB_DRAW || late) return (TbValue){TB_DRAW, 0, 0};
    return value;
}

/* The better of two moves for the side to move: the shorter win, the longer loss. Of two losses each number
 * is the maximum, since the loser may choose either. */
static inline TbValue value_better(TbValue a, TbValue b)
{
    if (a.result != b.result) return a.result > b.result ? a : b;
    if (a.result == TB_WIN) {
        if (b.plies < a.plies || (b.plies == a.plies && b.phase < a.phase)) return b;
        return a;
    }
    if (b.plies > a.plies) a.plies = b.plies;
    if (b.phase > a.phase) a.phase = b.phase;
    return a;
}

/* ---- Tables ---- */

typedef struct Table Table;

/* Opens a file in memory, which must outlive the table. Checks every byte. NULL with the reason on error. */
Table *table_open(const Variant *variant, const uint8_t *data, size_t size, ErrorText *error);
/* The length of the table that begins here, from its header; 0 if there is no table or `room` bytes do not
 * hold it. */
size_t table_length(const uint8_t *data, size_t room);
/* Is it a table of this game? Requires table_length > 0. */
bool table_is_of(const Variant *variant, const uint8_t *data);
/* table_open from a file of at most TABLE_BYTES_MAX bytes. The file is read into memory, so later changes of
 * it have no effect. */
Table *table_open_file(const Variant *variant, const char *path, ErrorText *error);
void table_close(Table *table);

const TbIndex *table_index(const Table *table);
/* Does it have the positions with this side to move? */
bool table_has(const Table *table, Side side);
/* The value of a position by number; false if there is no such position or memory ran out. Thread-safe. */
bool table_value(const Table *table, Side side, uint32_t number, TbValue *value);
size_t table_bytes(const Table *table);
/* Phases are rounded up to a multiple of this. */
unsigned table_grain(const Table *table);

#endif
