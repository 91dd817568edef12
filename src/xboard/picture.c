/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The board picture for XBoard: the whole board as in the window, with hands to the left and right. The file name ends
 * with its size in squares. The format is PNG (ISO/IEC 15948) with indexed colours, stored without compression: it is
 * made anew for each game.
 */

#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../notation/notation.h"
#include "../util/whole_file.h"

enum {
    CELL = 32,         /* pixels a square */
    SEAM = 3,          /* pixels on each side of the gap between two boards */
    HAND_COLUMNS = 2,  /* on each side, one of them a gap */
    COLOURS_MAX = 64,
    TINT_PERCENT = 60  /* weight of a zone's colour on its squares */
};

typedef struct Picture {
    const Variant *variant;
    unsigned columns, rows, margin; /* margin: columns before the first file */
    uint32_t colours[COLOURS_MAX];
    unsigned colour_count;
    uint8_t *pixels; /* rows of columns * CELL, each after its filter byte: none */
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

/* XBoard rotates the board for Black, but not the picture behind it. So zones without that symmetry are not drawn. */
static bool is_same_turned(const Variant *variant, const Zone *zone)
{
    for (unsigned file = 0; file < variant->files; ++file)
        for (unsigned rank = 0; rank < variant->ranks; ++rank) {
            Square square = notation_square(variant, file, rank);
            Square turned = notation_square(variant, variant->files - 1 - file, variant->ranks - 1 - rank);
            if (zone_holds(variant, zone, square) != zone_holds(variant, zone, turned)) return false;
        }
    return true;
}

static uint32_t square_colour(const Variant *variant, unsigned file, unsigned rank)
{
    unsigned board = file / board_width(variant);
    uint32_t colour = square_colours[board % 2][(file + rank + 1) % 2];
    Square square = notation_square(variant, file, rank);
    uint32_t plain = colour;
    for (const Zone *zone = variant_zones(variant); zone->name; ++zone)
        if (zone->colour && zone_holds(variant, zone, square) && is_same_turned(variant, zone))
            colour = blend(plain, zone->colour, TINT_PERCENT);
    return colour;
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
    picture->stride = 1 + (size_t)picture->columns * CELL;
    picture->pixels = calloc(picture->rows * CELL, picture->stride);
    if (!picture->pixels) return false;
    fill(picture, 0, 0, picture->columns * CELL, picture->rows * CELL, hand_colour);
    for (unsigned file = 0; file < variant->files; ++file) {
        unsigned x = (picture->margin + file) * CELL, width = board_width(variant);
        for (unsigned rank = 0; rank < variant->ranks; ++rank)
            fill(picture, x, (variant->ranks - 1 - rank) * CELL, CELL, CELL, square_colour(variant, file, rank));
        if (file > 0 && file % width == 0) fill(picture, x - SEAM, 0, 2 * SEAM, picture->rows * CELL, seam_colour);
    }
    return true;
}

/* ---- PNG ---- */

static uint32_t crc_of(uint32_t crc, const uint8_t *bytes, size_t n)
{
    while (n--) {
        crc ^= *bytes++;
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return crc;
}

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

static void write_chunk(FILE *file, const char *type, const uint8_t *bytes, size_t n)
{
    uint8_t word[4];
    put_word(word, (uint32_t)n);
    fwrite(word, 1, 4, file);
    fwrite(type, 1, 4, file);
    fwrite(bytes, 1, n, file);
    put_word(word, ~crc_of(crc_of(~(uint32_t)0, (const uint8_t *)type, 4), bytes, n));
    fwrite(word, 1, 4, file);
}

/* The pixels as a zlib stream of stored blocks (RFC 1950, 1951), allocated. */
static uint8_t *store(const uint8_t *bytes, size_t n, size_t *length)
{
    enum { BLOCK_MAX = 65535, BLOCK_HEAD = 5 };
    uint8_t *stream = malloc(2 + n + (n / BLOCK_MAX + 1) * BLOCK_HEAD + 4), *p = stream;
    if (!stream) return NULL;
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
    *length = (size_t)(p + 4 - stream);
    return stream;
}

static bool write_png(const Picture *picture, FILE *file)
{
    enum { INDEXED = 3, DEPTH = 8 };
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t head[13] = {[8] = DEPTH, [9] = INDEXED}, palette[3 * COLOURS_MAX];
    size_t length;
    uint8_t *stream = store(picture->pixels, picture->stride * picture->rows * CELL, &length);
    if (!stream) return false;
    put_word(head, picture->columns * CELL);
    put_word(head + 4, picture->rows * CELL);
    for (unsigned i = 0; i < picture->colour_count; ++i)
        for (unsigned part = 0; part < 3; ++part) palette[3 * i + part] = (uint8_t)(picture->colours[i] >> (16 - 8 * part));
    fwrite(signature, 1, sizeof signature, file);
    write_chunk(file, "IHDR", head, sizeof head);
    write_chunk(file, "PLTE", palette, (size_t)3 * picture->colour_count);
    write_chunk(file, "IDAT", stream, length);
    write_chunk(file, "IEND", palette, 0);
    free(stream);
    return true;
}

/* ---- The file ---- */

static bool has_something_to_show(const Variant *variant)
{
    if (!variant_cecp(variant)->table) return false;
    for (const Zone *zone = variant_zones(variant); zone->name; ++zone)
        if (zone->colour && is_same_turned(variant, zone)) return true;
    return variant->boards > 1;
}

static bool save(Picture *picture, const char *path, ErrorText *error)
{
    if (!draw(picture)) return error_set(error, "out of memory");
    WholeFile whole;
    if (!whole_file_begin(&whole, path, error)) return false;
    if (write_png(picture, whole.file)) return whole_file_end(&whole, false, error);
    whole_file_abandon(&whole);
    return error_set(error, "out of memory");
}

bool picture_make(const char *game, const char *folder, ErrorText *error)
{
    const Variant *variant = variant_choose(game, error);
    if (!variant) return false;
    /* The number after '+' is the size of the hands. */
    const char *hands = variant_cecp(variant)->table ? strchr(variant_cecp(variant)->geometry, '+') : NULL;
    Picture picture = {.variant = variant, .rows = variant->ranks};
    picture.margin = hands && hands[1] != '0' ? HAND_COLUMNS : 0;
    picture.columns = variant->files + 2 * picture.margin;
    bool ok = true;
    size_t size = strlen(folder) + strlen(variant->name) + 32;
    char *path = malloc(size);
    if (!path) return error_set(error, "out of memory");
    strcpy(path, "-");
    if (has_something_to_show(variant)) {
        snprintf(path, size, "%s/%s-%ux%u.png", folder, variant->name, picture.columns, picture.rows);
        ok = save(&picture, path, error);
    }
    if (ok) printf("%u %u %s\n", picture.columns, picture.rows, path);
    free(picture.pixels);
    free(path);
    return ok;
}
