/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "write.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/util/crc.h"
#include "../../src/tablebases/format.h"
#include "../../src/util/bytes.h"
#include "../../src/util/whole_file.h"

/* ---- Bytes ---- */

bool bytes_add(Bytes *bytes, const void *data, size_t size)
{
    if (size > bytes->room - bytes->size) {
        size_t room = (bytes->size + size) * 3 / 2 + 256;
        uint8_t *grown = realloc(bytes->data, room);
        if (!grown) return false;
        bytes->data = grown;
        bytes->room = room;
    }
    if (size) memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
    return true;
}

bool bytes_add_u32(Bytes *bytes, uint32_t n)
{
    uint8_t number[4];
    put_le(number, n, 4);
    return bytes_add(bytes, number, sizeof number);
}

void bytes_free(Bytes *bytes)
{
    free(bytes->data);
    *bytes = (Bytes){0};
}

bool bytes_save(const Bytes *bytes, const char *path, ErrorText *error)
{
    return whole_file_write(path, bytes->data, bytes->size, error);
}

/* ---- Tables ---- */

/* The data of one side while it is built. */
typedef struct SideWriter {
    uint32_t value_count, grain;
    TbValue values[TABLE_VALUES];
    uint8_t *blocks; /* end offsets and checksums */
} SideWriter;

/* Sorts values by code: losses, draws, wins, each by plies, so that neighbouring codes are neighbouring
 * values. */
static int compare_values(const void *a, const void *b)
{
    const TbValue *x = a, *y = b;
    if (x->result != y->result) return x->result < y->result ? -1 : 1;
    if (x->plies != y->plies) return x->plies < y->plies ? -1 : 1;
    return x->phase < y->phase ? -1 : x->phase > y->phase;
}

/* Rounds a phase up to a multiple of `grain`, within the limit of the draw counter. */
static TbValue coarsened(const Variant *variant, TbValue value, unsigned grain)
{
    unsigned phase = (value.phase + grain - 1) / grain * grain, limit = variant->draws.counter_limit;
    if (limit && phase > limit) phase = value.phase > limit ? value.phase : limit;
    value.phase = limit && value.result != TB_DRAW ? phase : 0;
    return value;
}

/* Collects the distinct values of a side; false if there are too many. */
static bool collect_values(const TableSource *source, Side side, SideWriter *writer)
{
    writer->value_count = 0;
    TbValue value, last = {.plies = UINT32_MAX};
    for (uint32_t i = 0; i < source->index->size; ++i) {
        if (!source->value(source->context, side, i, &value)) continue;
        value = coarsened(source->index->variant, value, writer->grain);
        if (compare_values(&value, &last) == 0) continue;
        last = value;
        uint32_t known = 0;
        while (known < writer->value_count && compare_values(&writer->values[known], &value) != 0) ++known;
        if (known < writer->value_count) continue;
        if (known == TABLE_VALUES) return false;
        writer->values[writer->value_count++] = value;
    }
    if (writer->value_count == 0) writer->values[writer->value_count++] = (TbValue){TB_DRAW, 0, 0};
    qsort(writer->values, writer->value_count, sizeof *writer->values, compare_values);
    return true;
}

static uint8_t code_of(const SideWriter *writer, const TbValue *value)
{
    const TbValue *found = bsearch(value, writer->values, writer->value_count, sizeof *value, compare_values);
    return (uint8_t)(found - writer->values);
}

/* Codes the values of a side into *data, block by block. */
static bool code_side(const TableSource *source, Side side, SideWriter *writer, Bytes *data)
{
    const TbIndex *index = source->index;
    Coder *coder = coder_new();
    uint8_t *codes = malloc(BLOCK_SIZE), *coded = malloc(CODED_MAX(BLOCK_SIZE));
    uint32_t block_count = blocks_of(index->size);
    writer->blocks = malloc((size_t)block_count * 8);
    bool ok = coder && codes && coded && writer->blocks;
    for (uint32_t block = 0; ok && block < block_count; ++block) {
        uint32_t first = block * (uint32_t)BLOCK_SIZE, count = index->size - first < BLOCK_SIZE ? index->size - first : BLOCK_SIZE;
        for (uint32_t i = 0; i < count; ++i) {
            TbValue value;
            codes[i] = CODE_ANY;
            if (!source->value(source->context, side, first + i, &value)) continue;
            value = coarsened(index->variant, value, writer->grain);
            codes[i] = code_of(writer, &value);
        }
        size_t size = coder_encode(coder, shape_of(index), codes, count, coded);
        ok = size > 0 && bytes_add(data, coded, size);
        if (!ok) break;
        put_le(writer->blocks + (size_t)8 * block, (uint32_t)data->size, 4);
        put_le(writer->blocks + (size_t)8 * block + 4, crc32_of(coded, size), 4);
    }
    free(codes);
    free(coded);
    coder_free(coder);
    return ok;
}

static bool add_side(const SideWriter *writer, uint32_t block_count, Bytes *header)
{
    bool ok = bytes_add_u32(header, writer->value_count | writer->grain << 16);
    for (uint32_t i = 0; ok && i < writer->value_count; ++i) {
        const TbValue *value = &writer->values[i];
        ok = bytes_add_u32(header, (uint32_t)(value->result + 1) << 14 | value->plies | value->phase << 16);
    }
    return ok && bytes_add(header, writer->blocks, (size_t)block_count * 8);
}

static bool add_header(const TableSource *source, const SideWriter writer[SIDE_NB], size_t data_size, Bytes *header)
{
    const TbIndex *index = source->index;
    uint8_t fixed[AT_REST] = {0};
    char name[MATERIAL_NAME_MAX];
    memcpy(fixed, TABLE_MAGIC, sizeof TABLE_MAGIC - 1);
    memcpy(fixed + AT_GAME, index->variant->name, strlen(index->variant->name));
    memcpy(fixed + AT_NAME, name, strlen(material_print(index->variant, &index->material, name)));
    put_le(fixed + AT_POSITIONS, index->size, 4);
    put_le(fixed + AT_BLOCK, BLOCK_SIZE, 4);
    put_le(fixed + AT_SIDES, source->sides, 4);
    bool ok = bytes_add(header, fixed, sizeof fixed);
    for (Side s = WHITE; ok && s <= BLACK; ++s)
        if (source->sides >> s & 1) ok = add_side(&writer[s], blocks_of(index->size), header);
    if (!ok) return false;
    put_le(header->data + AT_SIZE, header->size + data_size, 8);
    put_le(header->data + AT_DATA, (uint32_t)header->size, 4);
    put_le(header->data + AT_CRC, crc32_of(header->data + AT_DATA, header->size - AT_DATA), 4);
    return true;
}

bool table_write(const TableSource *source, const char *path, ErrorText *error)
{
    enum { GRAIN_MAX = 256 };
    SideWriter *writer = calloc(SIDE_NB, sizeof *writer);
    Bytes header = {0}, data = {0};
    bool ok = writer != NULL;
    for (Side s = WHITE; ok && s <= BLACK; ++s) {
        if (!(source->sides >> s & 1)) continue;
        writer[s].grain = 1;
        while (writer[s].grain <= GRAIN_MAX && !collect_values(source, s, &writer[s])) writer[s].grain *= 2;
        if (writer[s].grain > GRAIN_MAX) {
            ok = error_set(error, "more than %d distances to the end: no table can hold them", TABLE_VALUES);
            goto done;
        }
        ok = code_side(source, s, &writer[s], &data);
    }
    ok = ok && add_header(source, writer, data.size, &header) && bytes_add(&header, data.data, data.size);
    if (!ok) error_set(error, "out of memory");
    else ok = bytes_save(&header, path, error);
done:
    for (Side s = WHITE; writer && s <= BLACK; ++s) free(writer[s].blocks);
    free(writer);
    bytes_free(&header);
    bytes_free(&data);
    return ok;
}
