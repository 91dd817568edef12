/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Endgame tablebases from files. */

#include <stdlib.h>
#include <string.h>

#include "../../lab/tables/write.h"
#include "../../src/tablebases/format.h"
#include "../../src/util/crc.h"
#include "../../lab/tables/inspect.h"
#include "../../src/search/search.h"
#include "../../src/util/bytes.h"
#include "fuzz.h"

enum { ASKED = 64, NODES = 50 };

/* Corrects the checksums of one side's blocks. Returns the end of the side's part of the header, or 0 if it
 * does not fit. */
static size_t mend_side(uint8_t *file, size_t size, size_t at, uint32_t data, uint32_t *start)
{
    uint64_t blocks = ((uint64_t)get_le(file + AT_POSITIONS, 4) + BLOCK_SIZE - 1) / BLOCK_SIZE;
    if (at + 4 > data) return 0;
    size_t list = at + 4 + (size_t)get_le(file + at, 2) * 4;
    if (list > data || blocks > (data - list) / 8) return 0;
    for (uint64_t i = 0; i < blocks; ++i) {
        uint8_t *block = file + list + 8 * i;
        uint32_t end = get_le(block, 4);
        if (end < *start || end > size - data) return 0;
        put_le(block + 4, crc32_of(file + data + *start, end - *start), 4);
        *start = end;
    }
    return list + 8 * blocks;
}

/* Corrects checksums and length, so that the data behind them is tested. */
static void mend(uint8_t *file, size_t size)
{
    if (size < AT_REST) return;
    uint32_t data = get_le(file + AT_DATA, 4), start = 0, sides = get_le(file + AT_SIDES, 4);
    put_le(file + AT_SIZE, size, 8);
    if (data < AT_REST || data > size) return;
    size_t at = AT_REST;
    for (unsigned side = 0; side < SIDE_NB && at; ++side)
        if (sides >> side & 1) at = mend_side(file, size, at, data, &start);
    put_le(file + AT_CRC, crc32_of(file + AT_DATA, data - AT_DATA), 4);
}

/* Searches and probes a position that the table covers. */
static void use(const Variant *v, Tablebases *tablebases, Position *pos)
{
    TbValue value;
    bool known = position_reserve(pos, TB_PLIES + 2) && tb_probe(tablebases, pos, &value);
    if (known) promise(value.result >= TB_LOSS && value.result <= TB_WIN);
    if (position_outcome(pos).result != ONGOING) return;
    SearchPool *pool = search_new(v, 1, 1);
    SearchLimits limits = {.nodes = NODES};
    if (!pool) return;
    search_set_tablebases(pool, tablebases);
    Move best = search_run(pool, pos, &limits).best;
    promise(best != MOVE_NONE && position_is_legal(pos, best));
    search_free(pool);
}

static void try_table(const Variant *v, const uint8_t *file, size_t size)
{
    ErrorText error = {""};
    Table *table = table_open(v, file, size, &error);
    promise(table || error.text[0]);
    if (!table) return;
    uint32_t positions = table_index(table)->size, step = positions / ASKED + 1, some = 0;
    for (uint32_t number = 0; number < positions; number += step) {
        for (Side side = WHITE; side <= BLACK; ++side) {
            TbValue value;
            if (!table_has(table, side) || !table_value(table, side, number, &value)) continue;
            promise(value.result >= TB_LOSS && value.result <= TB_WIN && value.plies <= ENDGAME_PLIES_MAX);
            some = number;
        }
    }
    Tablebases *tablebases = tb_new(v);
    if (!tablebases || !tb_add(tablebases, table)) {
        tb_free(tablebases);
        return;
    }
    for (Side side = WHITE; side <= BLACK; ++side) {
        Position *pos = inspect_position(table, side, some);
        if (pos) use(v, tablebases, pos);
        position_free(pos);
    }
    tb_free(tablebases);
}

void fuzz_table(const uint8_t *data, size_t size)
{
    if (size < 2) return;
    uint8_t *file = malloc(size);
    if (!file) return;
    memcpy(file, data + 2, size - 2);
    if (data[1] & 1) mend(file, size - 2);
    try_table(game_of(data[0]), file, size - 2);
    free(file);
}
