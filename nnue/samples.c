/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "samples.h"

#include <stdlib.h>
#include <string.h>

#include "../src/eval/evaluate.h"
#include "../src/text/notation.h"
#include "mirror.h"

/* The third byte of a stored sample. */
enum { FLAG_BLACK = 1, FLAG_MIRRORABLE = 2, RESULT_SHIFT = 2, RESULT_MASK = 3, FLAG_HANDS = 16, FLAGS_KNOWN = 31 };
enum { HEAD_BYTES = 8, HANDS_BYTES = 8 };

void sample_describe(const Position *pos, Sample *sample, PlacedPiece *pieces)
{
    unsigned squares = square_count(pos->variant);
    sample->side = pos->side;
    sample->mirrorable = mirror_holds(pos);
    sample->hands = pos->state->hands;
    sample->pieces = pieces;
    sample->count = 0;
    for (unsigned s = 0; s < squares; ++s)
        if (pos->board[s]) pieces[sample->count++] = (PlacedPiece){.square = (Square)s, .piece = pos->board[s]};
}

void sample_set_up(Position *pos, const Sample *sample)
{
    State *state = pos->state;
    const PlacedPiece *next = sample->pieces, *end = next + sample->count;
    unsigned squares = square_count(pos->variant);
    for (unsigned s = 0; s < squares; ++s) {
        Piece piece = next < end && next->square == s ? (next++)->piece : NO_PIECE;
        if (pos->board[s] != piece) pos->variant->board.place(pos, (Square)s, piece);
    }
    state->key ^= zobrist_hands(state->hands) ^ zobrist_hands(sample->hands);
    state->hands = sample->hands;
    if (pos->side == sample->side) return;
    pos->side = (Side)sample->side;
    state->key ^= zobrist_side;
}

/* ---- Samples as bytes ---- */

size_t sample_pack(const Variant *variant, const Sample *sample, uint8_t *out)
{
    size_t bitmap = (square_count(variant) + 7) / 8;
    uint8_t *p = out;
    put_le(p, (uint16_t)sample->score, 2);
    p[2] = (uint8_t)((sample->side == BLACK ? FLAG_BLACK : 0) | (sample->mirrorable ? FLAG_MIRRORABLE : 0)
                     | (sample->result + 1) << RESULT_SHIFT | (sample->hands ? FLAG_HANDS : 0));
    put_le(p + 3, sample->game, 4);
    p[7] = sample->count;
    p += HEAD_BYTES;
    if (sample->hands) {
        put_le(p, sample->hands, HANDS_BYTES);
        p += HANDS_BYTES;
    }
    memset(p, 0, bitmap);
    for (unsigned i = 0; i < sample->count; ++i) {
        p[sample->pieces[i].square / 8] |= (uint8_t)(1 << sample->pieces[i].square % 8);
        p[bitmap + i] = sample->pieces[i].piece;
    }
    return (size_t)(p - out) + bitmap + sample->count;
}

/* Is it a piece of this game? */
static bool is_piece(const Variant *variant, Piece piece)
{
    PieceType type = piece_type(piece);
    return piece < PIECE_MAX && type != NO_TYPE && type < variant->board.types
           && variant->board.pieces[type].sides >> piece_side(piece) & 1;
}

size_t sample_unpack(const Variant *variant, const uint8_t *in, size_t size, Sample *sample, PlacedPiece *pieces)
{
    unsigned squares = square_count(variant), found = 0;
    size_t bitmap = (squares + 7) / 8;
    if (size < HEAD_BYTES || in[2] & ~FLAGS_KNOWN) return 0;
    size_t hands = in[2] & FLAG_HANDS ? HANDS_BYTES : 0, length = HEAD_BYTES + hands + bitmap + in[7];
    if (size < length || in[7] > squares) return 0;
    *sample = (Sample){.score = (int16_t)(uint16_t)get_le(in, 2), .side = in[2] & FLAG_BLACK ? BLACK : WHITE,
                       .mirrorable = (in[2] & FLAG_MIRRORABLE) != 0, .result = (int8_t)((in[2] >> RESULT_SHIFT & RESULT_MASK) - 1),
                       .game = (uint32_t)get_le(in + 3, 4), .count = in[7],
                       .hands = get_le(in + HEAD_BYTES, hands), .pieces = pieces};
    if (hands && !sample->hands) return 0;
    const uint8_t *bits = in + HEAD_BYTES + hands, *codes = bits + bitmap;
    for (size_t byte = 0; byte < bitmap; ++byte) {
        for (unsigned left = bits[byte]; left; left &= left - 1) {
            unsigned square = (unsigned)(byte * 8) + (unsigned)__builtin_ctz(left);
            if (square >= squares || found == sample->count || !is_piece(variant, codes[found])) return 0;
            pieces[found] = (PlacedPiece){.square = (Square)square, .piece = codes[found]};
            ++found;
        }
    }
    return found == sample->count ? length : 0;
}

/* ---- Whole files ---- */

/* A set while it is loaded. */
typedef struct Loader {
    SampleSet *set;
    size_t max, total; /* samples wanted, and number in all files */
    size_t seen;
    size_t pieces, pieces_capacity, capacity;
} Loader;

/* The scale of the returns in a file of this text (sample_filter.c), 0 if its scores are none. */
static int returns_scale(const char *text)
{
    const char *lambda = strstr(text, " lambda="), *scale = lambda ? strstr(lambda, " scale=") : NULL;
    long cp = scale ? strtol(scale + strlen(" scale="), NULL, 10) : 0;
    return cp > 0 && cp <= INT16_MAX ? (int)cp : 0;
}

/* Walks over the blocks of a file; `unpack` NULL: only count. */
static bool walk(Loader *l, const char *path, bool (*unpack)(Loader *, const BlockReader *, ErrorText *), ErrorText *error)
{
    BlockReader r;
    if (!block_open(&r, path, BLOCK_SAMPLES, error)) return false;
    const Variant *variant = variant_find(r.header.game);
    bool ok = variant || error_set(error, "%.100s is of an unknown game, '%.24s'", path, r.header.game);
    if (ok && l->set->variant && l->set->variant != variant)
        ok = error_set(error, "%.100s is of %s, the files before it of %s", path, variant->name, l->set->variant->name);
    char rules[BLOCK_TEXT_MAX + 1];
    if (ok && *block_rules(&r.header, rules))
        ok = error_set(error, "%.100s is of other rules (%.60s): a net needs the game's own", path, rules);
    l->set->variant = variant;
    int scale = returns_scale(r.header.text);
    if (ok && scale && l->set->scale && l->set->scale != scale)
        ok = error_set(error, "%.100s has returns of scale %d, a file before it of %d: select them with one --scale", path,
                       scale, l->set->scale);
    if (scale) l->set->scale = scale;
    BlockStatus status = BLOCK_END;
    while (ok && (status = block_next(&r, error)) == BLOCK_READ) {
        if (unpack) ok = unpack(l, &r, error);
        else l->total += r.records;
    }
    ok = ok && status != BLOCK_DAMAGED && status != BLOCK_FAILED;
    if (ok && unpack && status == BLOCK_CUT && fseeko(r.file, 0, SEEK_END) == 0)
        l->set->damaged += (size_t)((uint64_t)ftello(r.file) - r.offset);
    block_done(&r);
    return ok;
}

/* Makes room for another sample; false if memory ran out. Files may have grown since they were counted. */
static bool make_room(Loader *l)
{
    if (l->set->count == l->capacity) {
        size_t capacity = l->capacity ? l->capacity + l->capacity / 2 : (l->max && l->max < l->total ? l->max : l->total) + 1;
        Sample *grown = realloc(l->set->samples, capacity * sizeof *grown);
        if (!grown) return false;
        l->set->samples = grown;
        l->capacity = capacity;
    }
    if (l->pieces + SQUARE_MAX > l->pieces_capacity) {
        size_t capacity = l->pieces_capacity ? l->pieces_capacity + l->pieces_capacity / 4 : l->capacity * 16 + SQUARE_MAX;
        PlacedPiece *grown = realloc(l->set->pieces, capacity * sizeof *grown);
        if (!grown) return false;
        l->set->pieces = grown;
        l->pieces_capacity = capacity;
    }
    return true;
}

/* Is the n-th sample in the evenly spread selection? */
static bool is_wanted(const Loader *l, size_t n)
{
    if (l->max == 0 || l->max >= l->total) return true;
    return (uint64_t)(n + 1) * l->max / l->total > (uint64_t)n * l->max / l->total;
}

static bool unpack_block(Loader *l, const BlockReader *r, ErrorText *error)
{
    size_t at = 0;
    for (uint32_t i = 0; i < r->records; ++i) {
        if (!make_room(l)) return error_set(error, "out of memory: %zu samples are too many", l->total);
        Sample *sample = &l->set->samples[l->set->count];
        size_t length = sample_unpack(l->set->variant, r->payload + at, r->size - at, sample, l->set->pieces + l->pieces);
        if (length == 0) return error_set(error, "%.100s: not a position of %s", r->path, l->set->variant->name);
        at += length;
        if (!is_wanted(l, l->seen++)) continue;
        l->pieces += sample->count;
        ++l->set->count;
    }
    return at == r->size || error_set(error, "%.100s holds a block that is too long", r->path);
}

/* Fills in what nets see beyond the pieces, if they do in this game; false if memory ran out. */
static bool complete(SampleSet *set)
{
    if (!set->count || !set->variant->search.net_extras) return true;
    Position *pos = position_new(set->variant);
    PlacedPiece *pieces = set->pieces;
    for (size_t i = 0; pos && i < set->count; ++i) {
        sample_set_up(pos, &set->samples[i]);
        pieces += features_pieces(pos, NULL, pieces);
        set->samples[i].facts = features_facts(pos, NULL);
    }
    position_free(pos);
    return pos != NULL;
}

bool samples_load(SampleSet *set, const char *const *paths, size_t count, size_t max, ErrorText *error)
{
    *set = (SampleSet){0};
    Loader l = {.set = set, .max = max};
    bool ok = true;
    for (size_t i = 0; ok && i < count; ++i) ok = walk(&l, paths[i], NULL, error);
    for (size_t i = 0; ok && i < count; ++i) ok = walk(&l, paths[i], unpack_block, error);
    if (!ok) {
        samples_free(set);
        return false;
    }
    /* The array of pieces no longer moves: set the pointers. */
    const PlacedPiece *pieces = set->pieces;
    for (size_t i = 0; i < set->count; ++i) {
        set->samples[i].pieces = pieces;
        pieces += set->samples[i].count;
    }
    if (complete(set)) return true;
    samples_free(set);
    return error_set(error, "out of memory");
}

bool samples_evaluate(SampleSet *set)
{
    Position *pos = position_new(set->variant);
    for (size_t i = 0; pos && i < set->count; ++i) {
        sample_set_up(pos, &set->samples[i]);
        if (set->variant->position.accepts(pos, NULL)) set->samples[i].classical = (int16_t)evaluate(pos, NULL);
    }
    position_free(pos);
    return pos != NULL;
}

void samples_free(SampleSet *set)
{
    free(set->samples);
    free(set->pieces);
    *set = (SampleSet){0};
}
