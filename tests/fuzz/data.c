/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Training data and opening books from files. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../nnue/sample_filter.h"
#include "../../nnue/samples.h"
#include "../../lab/book_build.h"
#include "../../src/eval/features.h"
#include "../../src/util/fnv.h"
#include "fuzz.h"

static void read_blocks(const uint8_t *data, size_t size, BlockKind kind)
{
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "rb");
    BlockReader r;
    ErrorText error = {""};
    promise(file != NULL);
    if (block_open_stream(&r, file, "data", kind, &error)) {
        BlockStatus status;
        while ((status = block_next(&r, &error)) == BLOCK_READ) promise(r.offset <= size);
        promise(status == BLOCK_END || status == BLOCK_CUT || error.text[0]);
        block_done(&r);
    } else {
        promise(error.text[0] != '\0');
    }
}

static void read_sample(const Variant *v, const uint8_t *data, size_t size)
{
    Sample sample;
    PlacedPiece pieces[SQUARE_MAX];
    uint8_t again[SAMPLE_BYTES_MAX];
    size_t length = sample_unpack(v, data, size, &sample, pieces);
    promise(length <= size && length <= SAMPLE_BYTES_MAX);
    if (!length) return;
    promise(sample_pack(v, &sample, again) == length && memcmp(data, again, length) == 0);
    Position *pos = position_new(v);
    promise(pos != NULL);
    sample_set_up(pos, &sample);
    features_pieces(pos, NULL, pieces);
    features_facts(pos, NULL);
    position_free(pos);
}

static void read_game(const Variant *v, const uint8_t *data, size_t size)
{
    GameRecord *game = malloc(sizeof *game);
    uint8_t *again = malloc(GAME_BYTES_MAX);
    Position *pos = position_new(v);
    FilterRules choice = filter_rules_usual();
    SampleFilter *filter = filter_new(v, &choice, true);
    ErrorText error = {""};
    promise(game && again && pos && filter);
    size_t length = game_unpack(data, size, game);
    promise(length <= size && length <= GAME_BYTES_MAX);
    if (length) {
        promise(game_pack(game, again) == length && memcmp(data, again, length) == 0);
        promise(game_verify(game, pos, &error) || error.text[0]);
        promise(!v->board.verify(pos));
        filter_add(filter, game, "", &error);
    }
    filter_free(filter);
    position_free(pos);
    free(again);
    free(game);
}

/* A book whose lines are the data, with a right head and checksum: what it reads it can write, and read again. */
static void read_book(const Variant *v, const uint8_t *data, size_t size)
{
    Buffer text = {0}, again = {0};
    ErrorText error = {""};
    unsigned lines = 0;
    for (size_t i = 0; i < size; ++i) lines += data[i] == '\n';
    buffer_add(&text, "quincunx book 1\ngame %s\nmade by chance\nnodes %u\n", v->name, lines);
    buffer_put(&text, (const char *)data, size);
    buffer_add(&text, "end %016" PRIx64 "\n", fnv_hash(text.text, text.length));
    OpeningBook *book = book_read(text.text, text.length, "data", &error);
    promise(book || error.text[0]);
    if (book) {
        promise(book->count == lines && book_write(book, NULL, 0, &again));
        OpeningBook *other = book_read(again.text, again.length, "again", &error);
        promise(other && other->count == book->count && other->nodes[0].score == book->nodes[0].score);
        book_free(other);
    }
    book_free(book);
    buffer_free(&text);
    buffer_free(&again);
}

void fuzz_data(const uint8_t *data, size_t size)
{
    if (size < 3) return;
    const Variant *v = game_of(data[0]);
    if (data[1] == 'B') {
        read_book(v, data + 2, size - 2);
        return;
    }
    switch (data[1] % 4) {
    case 0: read_blocks(data + 2, size - 2, BLOCK_GAMES); break;
    case 1: read_blocks(data + 2, size - 2, BLOCK_SAMPLES); break;
    case 2: read_sample(v, data + 2, size - 2); break;
    default: read_game(v, data + 2, size - 2); break;
    }
}
