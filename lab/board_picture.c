/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Pictures of empty boards, for GUIs that show one behind the pieces: the whole board as in the window, with hands to the left
 * and right. XBoard takes PNG (ISO/IEC 15948), scales it, and reads its size in squares from the file name. WinBoard takes BMP
 * and does not scale: for each square it cuts its own size out of the middle, so there the squares are as large as the largest
 * that it shows. Both have indexed colours without compression.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "../src/util/bytes.h"
#include "../src/util/crc.h"
#include "../src/util/whole_file.h"
#include "lab.h"

enum {
    PNG_CELL = 32, BMP_CELL = 108, /* pixels a square */
    SEAM_PARTS = 10,   /* of a square, on each side of the gap between two boards */
    HAND_COLUMNS = 2,  /* on each side, one of them a gap */
    COLOURS_MAX = 16,  /* what four bits a pixel hold */
    TINT_PERCENT = 60  /* weight of a zone's colour on its squares */
};

typedef struct Picture {
    const Variant *variant;
    unsigned columns, rows, margin; /* margin: columns before the first file */
    unsigned cell;                  /* pixels a square */
    uint32_t colours[COLOURS_MAX];
    unsigned colour_count;
    uint8_t *pixels; /* rows from above of columns * cell, each after the filter byte of PNG: none */
    size_t stride;
} Picture;

/* ---- Colours ---- */

static const uint32_t hand_colour = 0xe6ddcc, seam_colour = 0x403830;
/* Light and dark squares of the first and the second board. */
static const uint32_t square_colours[2][2] = {{0xf0d9b5, 0xc89b6e}, {0xdfe8ee, 0x8aa5b8}};

static uint32_t blend(uint32_t a, uint32_t b, unsigned percent)
{
    uint32_t colour = 0;
    for (int shift = 0; shift < 24; shift += 8)
        colour |= ((a >> shift & 255) * (100 - percent) + (b >> shift & 255) * percent) / 100 << shift;
    return colour;
}

/* Of the last zone that has the square and is shown; 0: none. */
static uint32_t zone_colour(const Variant *variant, unsigned file, unsigned rank)
{
    Square square = notation_square(variant, file, rank);
    uint32_t colour = 0;
    for (const Zone *zone = variant_zones(variant); zone->name; ++zone)
        if (zone->colour && zone_holds(variant, zone, square)) colour = zone->colour;
    return colour;
}

static uint32_t square_colour(const Variant *variant, unsigned file, unsigned rank)
{
    unsigned board = file / board_width(variant);
    uint32_t plain = square_colours[board % 2][(file + rank + 1) % 2], zone = zone_colour(variant, file, rank);
    return zone ? blend(plain, zone, TINT_PERCENT) : plain;
}

/* The GUIs turn the board for Black, but not the picture behind it. */
static bool is_same_turned(const Variant *variant)
{
    for (unsigned file = 0; file < variant->board.files; ++file)
        for (unsigned rank = 0; rank < variant->board.ranks; ++rank)
            if (zone_colour(variant, file, rank)
                != zone_colour(variant, variant->board.files - 1 - file, variant->board.ranks - 1 - rank))
                return false;
    return true;
}

static uint8_t colour_index(Picture *picture, uint32_t colour)
{
    unsigned i = 0;
    while (i < picture->colour_count && picture->colours[i] != colour) ++i;
    if (i == COLOURS_MAX) return 0;
    if (i == picture->colour_count) picture->colours[picture->colour_count++] = colour;
    return (uint8_t)i;
}

/* ---- Drawing ---- */

static void fill(Picture *picture, unsigned x, unsigned y, unsigned width, unsigned height, uint32_t colour)
{
    uint8_t index = colour_index(picture, colour);
    for (unsigned row = y; row < y + height; ++row) memset(picture->pixels + row * picture->stride + 1 + x, index, width);
}

static bool draw(Picture *picture)
{
    const Variant *variant = picture->variant;
    unsigned cell = picture->cell, seam = cell / SEAM_PARTS, height = picture->rows * cell;
    picture->stride = 1 + (size_t)picture->columns * cell;
    picture->pixels = calloc(height, picture->stride);
    if (!picture->pixels) return false;
    fill(picture, 0, 0, picture->columns * cell, height, hand_colour);
    for (unsigned file = 0; file < variant->board.files; ++file) {
        unsigned x = (picture->margin + file) * cell, width = board_width(variant);
        for (unsigned rank = 0; rank < variant->board.ranks; ++rank)
            fill(picture, x, (variant->board.ranks - 1 - rank) * cell, cell, cell, square_colour(variant, file, rank));
        if (file > 0 && file % width == 0) fill(picture, x - seam, 0, 2 * seam, height, seam_colour);
    }
    return true;
}

/* ---- PNG ---- */

enum { TYPE = 4 }; /* bytes before the data of a chunk */

static uint32_t adler_of(const uint8_t *bytes, size_t n)
{
    uint32_t a = 1, b = 0;
    while (n--) {
        a = (a + *bytes++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void put_word(uint8_t *bytes, uint32_t word)
{
    for (int i = 0; i < 4; ++i) bytes[i] = (uint8_t)(word >> (24 - 8 * i));
}

/* `bytes` begin with the type, which `n` does not count. */
static void write_chunk(FILE *file, const uint8_t *bytes, size_t n)
{
    uint8_t word[4];
    put_word(word, (uint32_t)n);
    fwrite(word, 1, 4, file);
    fwrite(bytes, 1, TYPE + n, file);
    put_word(word, crc32_of(bytes, TYPE + n));
    fwrite(word, 1, 4, file);
}

/* The pixels as a chunk with a zlib stream of stored blocks (RFC 1950, 1951), allocated. */
static uint8_t *store(const uint8_t *bytes, size_t n, size_t *length)
{
    enum { BLOCK_MAX = 65535, BLOCK_HEAD = 5 };
    uint8_t *stream = malloc(TYPE + 2 + n + (n / BLOCK_MAX + 1) * BLOCK_HEAD + 4), *p = stream + TYPE;
    if (!stream) return NULL;
    memcpy(stream, "IDAT", TYPE);
    *p++ = 0x78;
    *p++ = 0x01;
    for (size_t done = 0; done < n;) {
        size_t block = n - done < BLOCK_MAX ? n - done : BLOCK_MAX;
        *p++ = done + block == n;
        *p++ = (uint8_t)block, *p++ = (uint8_t)(block >> 8);
        *p++ = (uint8_t)~block, *p++ = (uint8_t)(~block >> 8);
        memcpy(p, bytes + done, block);
        p += block;
        done += block;
    }
    put_word(p, adler_of(bytes, n));
    *length = (size_t)(p + 4 - stream) - TYPE;
    return stream;
}

static bool write_png(const Picture *picture, FILE *file)
{
    enum { INDEXED = 3, DEPTH = 8 };
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t head[TYPE + 13] = {'I', 'H', 'D', 'R', [TYPE + 8] = DEPTH, [TYPE + 9] = INDEXED};
    uint8_t palette[TYPE + 3 * COLOURS_MAX] = {'P', 'L', 'T', 'E'};
    size_t length;
    uint8_t *stream = store(picture->pixels, picture->stride * picture->rows * picture->cell, &length);
    if (!stream) return false;
    put_word(head + TYPE, picture->columns * picture->cell);
    put_word(head + TYPE + 4, picture->rows * picture->cell);
    for (unsigned i = 0; i < picture->colour_count; ++i)
        for (unsigned part = 0; part < 3; ++part) palette[TYPE + 3 * i + part] = (uint8_t)(picture->colours[i] >> (16 - 8 * part));
    fwrite(signature, 1, sizeof signature, file);
    write_chunk(file, head, 13);
    write_chunk(file, palette, (size_t)3 * picture->colour_count);
    write_chunk(file, stream, length);
    write_chunk(file, (const uint8_t *)"IEND", 0);
    free(stream);
    return true;
}

/* ---- BMP ---- */

/* Rows from below, four bits a pixel, each padded to whole words. */
static bool write_bmp(const Picture *picture, FILE *file)
{
    enum { FILE_HEAD = 14, HEAD = 40, DEPTH = 4, PALETTE = 1 << DEPTH, OFFSET = FILE_HEAD + HEAD + 4 * PALETTE };
    uint32_t width = picture->columns * picture->cell, height = picture->rows * picture->cell;
    size_t length = (width * DEPTH + 31) / 32 * 4;
    uint8_t head[OFFSET] = {'B', 'M', [FILE_HEAD + 12] = 1, [FILE_HEAD + 14] = DEPTH}, *row = calloc(1, length);
    if (!row) return false;
    put_le(head + 2, (uint32_t)(OFFSET + length * height), 4);
    put_le(head + 10, OFFSET, 4);
    put_le(head + FILE_HEAD, HEAD, 4);
    put_le(head + FILE_HEAD + 4, width, 4);
    put_le(head + FILE_HEAD + 8, height, 4);
    for (unsigned i = 0; i < picture->colour_count; ++i) put_le(head + FILE_HEAD + HEAD + 4 * i, picture->colours[i], 4);
    fwrite(head, 1, sizeof head, file);
    for (uint32_t y = height; y-- > 0;) {
        const uint8_t *pixels = picture->pixels + y * picture->stride + 1;
        for (uint32_t x = 0; x < width; x += 2) row[x / 2] = (uint8_t)(pixels[x] << 4 | (x + 1 < width ? pixels[x + 1] : 0));
        fwrite(row, 1, length, file);
    }
    free(row);
    return true;
}

/* ---- The file ---- */

static bool save(Picture *picture, const char *path, bool bmp, ErrorText *error)
{
    if (!draw(picture)) return error_set(error, "out of memory");
    WholeFile whole;
    if (!whole_file_begin(&whole, path, error)) return false;
    if ((bmp ? write_bmp : write_png)(picture, whole.file)) return whole_file_end(&whole, error);
    whole_file_abandon(&whole);
    return error_set(error, "out of memory");
}

typedef struct Request {
    const Variant *variant;
    const char *folder;
    bool bmp;
} Request;

const Argument board_arguments[] = {
    {"GAME", ARGUMENT_BY(variant_argument, Request, variant)},
    {"FOLDER", ARGUMENT(Request, folder)},
    {"--bmp", ARGUMENT(Request, bmp), .help = "for WinBoard, instead of PNG"},
    {.name = NULL},
};

/* Writes FOLDER/GAME-COLUMNSxROWS.png, or .bmp, including the hands, with the zones of the game in their colours, and prints
 * "COLUMNS ROWS turns|fixed PATH": a fixed picture is wrong once the board is turned for Black. */
int board_run(int argc, char **argv, ErrorText *error)
{
    Request o = {.bmp = false};
    if (!arguments_read(board_arguments, argc, argv, &o, NULL, error)) return STATUS_ERROR;
    const Variant *variant = o.variant;
    /* The number after '+' is the size of the hands. */
    const char *hands = variant_cecp(variant)->table ? strchr(variant_cecp(variant)->geometry, '+') : NULL;
    Picture picture = {.variant = variant, .rows = variant->board.ranks, .cell = o.bmp ? BMP_CELL : PNG_CELL};
    picture.margin = hands && hands[1] != '0' ? HAND_COLUMNS : 0;
    picture.columns = variant->board.files + 2 * picture.margin;
    size_t size = strlen(o.folder) + strlen(variant->name) + 32;
    char *path = malloc(size);
    if (!path) {
        error_set(error, "out of memory");
        return STATUS_ERROR;
    }
    snprintf(path, size, "%s/%s-%ux%u.%s", o.folder, variant->name, picture.columns, picture.rows, o.bmp ? "bmp" : "png");
    bool ok = save(&picture, path, o.bmp, error);
    if (ok) printf("%u %u %s %s\n", picture.columns, picture.rows, is_same_turned(variant) ? "turns" : "fixed", path);
    free(picture.pixels);
    free(path);
    return ok ? STATUS_OK : STATUS_ERROR;
}
