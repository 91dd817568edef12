/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "coder.h"

#include <stdlib.h>
#include <string.h>

enum {
    GUESSES = 5,
    INPUTS = 7,
    SLOTS = 1 << 14,     /* probabilities per input */
    PATTERNS = 64,       /* combinations of guesses that agree */
    SELECTORS = (GUESSES + 1) * PATTERNS,
    RATE_LIMIT = 255,    /* a probability averages about this many events */
    WEIGHT_ONE = 1 << 16 /* unit of the mixer's weights */
};

struct Coder {
    /* The arithmetic coder (carry-less, as in lpaq). */
    uint32_t low, high, code;
    const uint8_t *in, *in_end;
    uint8_t *out;
    bool decoding;
    /* Probabilities of a one: 22 bits; the lower 10 bits count the uses. */
    uint32_t slots[INPUTS][SLOTS];
    int32_t weights[SELECTORS][INPUTS];
    uint32_t tree[256];
    uint8_t hits[BLOCK_SIZE]; /* was the first guess right? */
    int16_t stretch[4096];
    uint16_t reciprocal[RATE_LIMIT + 1];
};

/* 4096 / (1 + e^-x) with x in 256ths, from -2047 to 2047, by interpolation. */
static int squash(int x)
{
    static const int16_t table[33] = {1,    2,    3,    6,    10,   16,   27,   45,   73,   120,  194,
                                      310,  488,  747,  1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785,
                                      3901, 3975, 4024, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094};
    int w = x & 127, i = (x >> 7) + 16;
    return (table[i] * (128 - w) + table[i + 1] * w + 64) >> 7;
}

Coder *coder_new(void)
{
    Coder *coder = calloc(1, sizeof *coder);
    if (!coder) return NULL;
    int from = 0;
    for (int x = -2047; x <= 2047; ++x) { /* the inverse of squash */
        int p = squash(x);
        for (int i = from; i <= p; ++i) coder->stretch[i] = (int16_t)x;
        if (p >= from) from = p + 1;
    }
    for (int i = from; i < 4096; ++i) coder->stretch[i] = 2047;
    for (int i = 0; i <= RATE_LIMIT; ++i) coder->reciprocal[i] = (uint16_t)(65536 * 2 / (2 * i + 3));
    return coder;
}

void coder_free(Coder *coder) { free(coder); }

static void coder_start(Coder *c)
{
    for (int i = 0; i < INPUTS; ++i)
        for (int j = 0; j < SLOTS; ++j) c->slots[i][j] = (uint32_t)1 << 31;
    for (int i = 0; i < SELECTORS; ++i)
        for (int j = 0; j < INPUTS; ++j) c->weights[i][j] = WEIGHT_ONE * 3 / 10;
    for (int i = 0; i < 256; ++i) c->tree[i] = (uint32_t)1 << 31;
    c->low = 0;
    c->high = UINT32_MAX;
}

/* ---- Bits ---- */

static uint32_t next_byte(Coder *c) { return c->in < c->in_end ? *c->in++ : 0; }

/* Codes or decodes a bit that is 1 with probability p / 65536, 0 < p < 65536. */
static unsigned code_bit(Coder *c, unsigned bit, uint32_t p)
{
    uint32_t range = c->high - c->low;
    uint32_t middle = c->low + (range >> 16) * p + ((range & 0xFFFF) * p >> 16);
    if (c->decoding) bit = c->code <= middle;
    if (bit) c->high = middle;
    else c->low = middle + 1;
    while (((c->low ^ c->high) & 0xFF000000u) == 0) {
        if (c->decoding) c->code = c->code << 8 | next_byte(c);
        else *c->out++ = (uint8_t)(c->high >> 24);
        c->low <<= 8;
        c->high = c->high << 8 | 255;
    }
    return bit;
}

static void learn(const Coder *c, uint32_t *slot, unsigned bit)
{
    uint32_t n = *slot & 1023;
    int64_t p = *slot >> 10, error = ((int64_t)bit << 22) - p;
    p += error * c->reciprocal[n] / 65536; /* at most two thirds of the way to 2^22 */
    if (n < RATE_LIMIT) ++n;
    *slot = (uint32_t)p << 10 | n;
}

/* Codes a bit with the mixed probability of the slots. */
static unsigned code_mixed(Coder *c, unsigned bit, const uint32_t contexts[INPUTS], unsigned selector)
{
    uint32_t *slot[INPUTS];
    int stretched[INPUTS];
    int32_t *weights = c->weights[selector];
    int64_t dot = 0;
    for (int i = 0; i < INPUTS; ++i) {
        slot[i] = &c->slots[i][(contexts[i] * 0x9E3779B1u) >> 18];
        stretched[i] = c->stretch[*slot[i] >> 20];
        dot += (int64_t)stretched[i] * weights[i];
    }
    int x = (int)(dot >> 16);
    if (x > 2047) x = 2047;
    if (x < -2047) x = -2047;
    int p = squash(x);
    /* Twelve bits are too coarse for very probable bits. */
    uint32_t fine = (uint32_t)p << 4 | 8;
    if (x >= 2047) fine = 65528;
    if (x <= -2047) fine = 8;
    bit = code_bit(c, bit, fine);
    int error = ((int)(bit << 12) - p) * 6;
    for (int i = 0; i < INPUTS; ++i) {
        weights[i] += (stretched[i] * error + 0x2000) >> 14;
        learn(c, slot[i], bit);
    }
    return bit;
}

/* Codes a value that no guess matches, bit by bit. */
static uint8_t code_escaped(Coder *c, uint8_t value)
{
    unsigned node = 1;
    for (int i = 7; i >= 0; --i) {
        uint32_t p = c->tree[node] >> 16;
        if (p < 32) p = 32;
        if (p > 65504) p = 65504;
        unsigned bit = code_bit(c, value >> i & 1, p);
        learn(c, &c->tree[node], bit);
        node = node << 1 | bit;
    }
    return (uint8_t)node;
}

/* ---- Values ---- */

static uint8_t at(const uint8_t *values, size_t i, size_t back) { return i >= back ? values[i - back] : 0; }

static uint8_t code_value(Coder *c, CodeShape shape, const uint8_t *values, size_t i, uint8_t value)
{
    uint8_t row = at(values, i, shape.row), left = at(values, i, 1), below = at(values, i, shape.files);
    uint8_t rows = at(values, i, (size_t)shape.row * shape.files), corner = at(values, i, shape.row + 1);
    int slope = row + left - corner;
    uint8_t sloping = (uint8_t)(slope < 0 ? 0 : slope > 254 ? 254 : slope);
    const uint8_t guesses[GUESSES] = {row, left, sloping, below, rows};
    unsigned pattern = (unsigned)((row == left) | (row == below) << 1 | (row == rows) << 2 | (row == sloping) << 3
                                  | (left == below) << 4 | (left == rows) << 5);
    unsigned hits = (unsigned)(at(c->hits, i, 1) | at(c->hits, i, shape.files) << 1 | at(c->hits, i, shape.row) << 2
                               | at(c->hits, i, 2) << 3);
    for (unsigned k = 0; k < GUESSES; ++k) {
        uint8_t guess = guesses[k];
        if (k && memchr(guesses, guess, k)) continue;
        uint32_t contexts[INPUTS] = {
            k << 6 | pattern,
            k << 16 | (uint32_t)guess << 8 | row,
            k << 16 | (uint32_t)row << 8 | left,
            (k << 24 | (uint32_t)row << 16 | (uint32_t)left << 8 | below) * 0x85EBCA6Bu + rows,
            k << 8 | (uint32_t)(i % shape.row),
            k << 8 | (uint32_t)(i / shape.row % shape.row),
            (k << 4 | hits) << 6 | pattern,
        };
        bool any = !c->decoding && value == CODE_ANY;
        if (code_mixed(c, any || value == guess, contexts, k * PATTERNS + pattern)) {
            c->hits[i] = k == 0;
            return guess;
        }
    }
    c->hits[i] = 0;
    return code_escaped(c, value);
}

size_t coder_encode(Coder *c, CodeShape shape, const uint8_t *values, size_t n, uint8_t *out)
{
    static const size_t tail = 4;
    uint8_t *known = malloc(n); /* the values as the decoder will see them */
    if (!known) return 0;
    coder_start(c);
    c->decoding = false;
    c->out = out;
    for (size_t i = 0; i < n; ++i) known[i] = code_value(c, shape, known, i, values[i]);
    for (size_t i = 0; i < tail; ++i) *c->out++ = (uint8_t)(c->low >> (24 - 8 * i));
    free(known);
    return (size_t)(c->out - out);
}

void coder_decode(Coder *c, CodeShape shape, const uint8_t *data, size_t size, uint8_t *values, size_t n)
{
    coder_start(c);
    c->decoding = true;
    c->in = data;
    c->in_end = data + size;
    for (int i = 0; i < 4; ++i) c->code = c->code << 8 | next_byte(c);
    for (size_t i = 0; i < n; ++i) values[i] = code_value(c, shape, values, i, 0);
}
