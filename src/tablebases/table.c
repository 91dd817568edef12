/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "../text/notation.h"
#include "../util/bytes.h"
#include "../util/crc.h"
#include "../util/whole_file.h"
#include "decoded.h"
#include "format.h"

typedef struct TableSide {
    bool present;
    uint32_t value_count, grain;
    TbValue values[TABLE_VALUES];
    const uint8_t *blocks; /* end offsets and checksums */
    BlockPlace *decoded;
} TableSide;

struct Table {
    TbIndex index;
    uint8_t *own;         /* buffer that the table frees, or NULL */
    const uint8_t *bytes; /* of the file */
    const uint8_t *data;
    size_t size;
    uint32_t block_count;
    TableSide side[SIDE_NB];
};

/* ---- Reading ---- */

/* Unpacks a value: the result in the upper two bits, plies below; then the phase. */
static TbValue unpack_value(const uint8_t *p)
{
    unsigned word = get_le(p, 2);
    return (TbValue){(TbResult)((int)(word >> 14) - 1), word & 0x3FFF, get_le(p + 2, 2)};
}

/* Reads the values and block list of a side and advances *at; false if they do not fit before `end`. */
static bool read_side(TableSide *side, uint32_t block_count, const uint8_t **at, const uint8_t *end)
{
    if (end - *at < 4) return false;
    side->value_count = get_le(*at, 2);
    side->grain = get_le(*at + 2, 2);
    *at += 4;
    if (side->value_count == 0 || side->value_count > TABLE_VALUES) return false;
    if ((uint64_t)(end - *at) < side->value_count * (uint64_t)4 + block_count * (uint64_t)8) return false;
    for (uint32_t i = 0; i < side->value_count; ++i, *at += 4) {
        side->values[i] = unpack_value(*at);
        if (side->values[i].result > TB_WIN || side->values[i].plies > ENDGAME_PLIES_MAX) return false;
    }
    side->blocks = *at;
    *at += (size_t)block_count * 8;
    side->decoded = calloc(block_count, sizeof *side->decoded);
    side->present = side->decoded != NULL;
    return side->present;
}

static bool check_blocks(const Table *table, const TableSide *side, uint32_t *start)
{
    size_t room = table->size - (size_t)(table->data - table->bytes);
    for (uint32_t i = 0; i < table->block_count; ++i) {
        uint32_t end = get_le(side->blocks + (size_t)8 * i, 4), sum = get_le(side->blocks + (size_t)8 * i + 4, 4);
        if (end < *start || end > room || crc32_of(table->data + *start, end - *start) != sum) return false;
        *start = end;
    }
    return true;
}

/* Reads everything after the fixed part of the header. */
static bool read_sides(Table *table, ErrorText *error)
{
    const uint8_t *at = table->bytes + AT_REST;
    uint32_t sides = get_le(table->bytes + AT_SIDES, 4);
    if (sides == 0 || sides > 3) return error_set(error, "damaged: it has no side to move");
    for (Side s = WHITE; s <= BLACK; ++s)
        if (sides >> s & 1 && !read_side(&table->side[s], table->block_count, &at, table->data))
            return error_set(error, "damaged: its values are not in order");
    if (at != table->data) return error_set(error, "damaged: its header has the wrong length");
    uint32_t start = 0;
    for (Side s = WHITE; s <= BLACK; ++s)
        if (sides >> s & 1 && !check_blocks(table, &table->side[s], &start))
            return error_set(error, "damaged: the checksum of a block is wrong");
    return true;
}

static bool read_table(Table *table, const Variant *variant, ErrorText *error)
{
    const uint8_t *bytes = table->bytes;
    if (table->size < AT_REST || memcmp(bytes, TABLE_MAGIC, 5) != 0) return error_set(error, "not a tablebase file");
    if (memcmp(bytes, TABLE_MAGIC, sizeof TABLE_MAGIC - 1) != 0)
        return error_set(error, "a table of another version; this program reads %s", &TABLE_MAGIC[5]);
    uint32_t data = get_le(bytes + AT_DATA, 4);
    if (get_le(bytes + AT_SIZE, 8) != table->size)
        return error_set(error, "of the wrong length: it should have %llu bytes, not %llu",
                         (unsigned long long)get_le(bytes + AT_SIZE, 8), (unsigned long long)table->size);
    if (data < AT_REST || data > table->size || crc32_of(bytes + AT_DATA, data - AT_DATA) != get_le(bytes + AT_CRC, 4))
        return error_set(error, "damaged: the checksum of its header is wrong");
    char game[GAME_NAME_MAX + 1] = "", name[MATERIAL_NAME_MAX + 1] = "", kept[MATERIAL_NAME_MAX];
    memcpy(game, bytes + AT_GAME, GAME_NAME_MAX);
    memcpy(name, bytes + AT_NAME, MATERIAL_NAME_MAX);
    if (strcmp(game, variant->name) != 0) return error_set(error, "a table of the game '%s'", game);
    Material material;
    if (!material_parse(variant, name, &material, error)) return false;
    if (strcmp(material_print(variant, &material, kept), name) != 0)
        return error_set(error, "its endgame should be called %s, not %s", kept, name);
    if (!index_init(&table->index, variant, &material, true, POSITIONS_MAX, error)) return false;
    if (get_le(bytes + AT_POSITIONS, 4) != table->index.size || get_le(bytes + AT_BLOCK, 4) != BLOCK_SIZE)
        return error_set(error, "its positions are numbered differently");
    table->block_count = blocks_of(table->index.size);
    table->data = bytes + data;
    return read_sides(table, error);
}

size_t table_length(const uint8_t *data, size_t room)
{
    if (room < AT_REST || memcmp(data, TABLE_MAGIC, sizeof TABLE_MAGIC - 1) != 0) return 0;
    uint64_t length = get_le(data + AT_SIZE, 8);
    return length < AT_REST || length > room ? 0 : (size_t)length;
}

bool table_is_of(const Variant *variant, const uint8_t *data)
{
    return strncmp((const char *)data + AT_GAME, variant->name, GAME_NAME_MAX) == 0;
}

Table *table_open(const Variant *variant, const uint8_t *data, size_t size, ErrorText *error)
{
    Table *table = calloc(1, sizeof *table);
    if (!table) {
        error_set(error, "out of memory");
        return NULL;
    }
    decoded_begin();
    table->bytes = data;
    table->size = size;
    if (read_table(table, variant, error)) return table;
    table_close(table);
    return NULL;
}

Table *table_open_file(const Variant *variant, const char *path, ErrorText *error)
{
    size_t size;
    uint8_t *bytes = whole_file_read(path, TABLE_BYTES_MAX, &size, error);
    Table *table = bytes ? table_open(variant, bytes, size, error) : NULL;
    if (table) table->own = bytes;
    else free(bytes);
    return table;
}

void table_close(Table *table)
{
    if (!table) return;
    for (Side s = WHITE; s <= BLACK; ++s) {
        BlockPlace *places = table->side[s].decoded;
        if (places) decoded_forget(places, table->block_count);
        free((void *)places);
    }
    decoded_end();
    free(table->own);
    free(table);
}

const TbIndex *table_index(const Table *table) { return &table->index; }
bool table_has(const Table *table, Side side) { return table->side[side].present; }
size_t table_bytes(const Table *table) { return table->size; }

unsigned table_grain(const Table *table)
{
    unsigned white = table->side[WHITE].grain, black = table->side[BLACK].grain;
    return white > black ? white : black;
}

/* ---- Values ---- */

/* The offset of a block's data: the end of the previous block. */
static uint32_t block_start(const Table *table, const TableSide *side, uint32_t block)
{
    if (block) return get_le(side->blocks + (size_t)8 * (block - 1), 4);
    if (side == &table->side[WHITE] || !table->side[WHITE].present) return 0;
    return get_le(table->side[WHITE].blocks + (size_t)8 * (table->block_count - 1), 4);
}

static uint8_t *decode_block(const Table *table, const TableSide *side, uint32_t block)
{
    uint8_t *values = calloc(1, BLOCK_SIZE);
    Coder *coder = coder_new();
    if (values && coder) {
        uint32_t start = block_start(table, side, block), first = block * (uint32_t)BLOCK_SIZE;
        uint32_t count = table->index.size - first < BLOCK_SIZE ? table->index.size - first : BLOCK_SIZE;
        coder_decode(coder, shape_of(&table->index), table->data + start, get_le(side->blocks + (size_t)8 * block, 4) - start,
                     values, count);
    } else {
        free(values);
        values = NULL;
    }
    coder_free(coder);
    return values;
}

bool table_value(const Table *table, Side s, uint32_t number, TbValue *value)
{
    const TableSide *side = &table->side[s];
    uint32_t block = number / BLOCK_SIZE, at = number % BLOCK_SIZE;
    uint8_t code;
    if (!decoded_read(&side->decoded[block], at, &code)) {
        uint8_t *values = decode_block(table, side, block);
        if (!values) return false;
        code = values[at];
        decoded_keep(&side->decoded[block], values);
        free(values);
    }
    if (code >= side->value_count) return false;
    *value = side->values[code];
    return true;
}
