/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "sample_filter.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../src/text/notation.h"
#include "../src/util/random.h"
#include "generate.h"
#include "returns.h"
#include "samples.h"

enum { BLOCK_BYTES = 4 << 20, FIRST_KEYS = 1 << 12, SHORT_COUNTER = 60 };

const char *const reason_names[REASONS] = {"kept", "opening", "in peril", "noisy", "decided", "counter", "duplicate", "of draws"};

struct SampleFilter {
    FilterRules choice;
    const Variant *variant;
    bool keep;
    Position *pos;
    uint64_t reasons[REASONS];
    Side sides[GAME_PLIES_MAX];     /* to move, and ... */
    int16_t scores[GAME_PLIES_MAX]; /* ... the targets, of each ply of the present game */
    Key *keys;          /* of the samples: open addressing, 0 is free */
    size_t key_capacity, key_count;
    uint8_t *bytes;     /* packed samples, concatenated */
    size_t size, capacity;
    uint64_t *starts;   /* offset of each sample */
    size_t count, start_capacity;
};

FilterRules filter_rules_usual(void) { return (FilterRules){.score = 3000, .scale = 400, .seed = 1}; }

SampleFilter *filter_new(const Variant *variant, const FilterRules *choice, bool keep)
{
    SampleFilter *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    *c = (SampleFilter){.choice = *choice, .variant = variant, .keep = keep, .pos = position_new(variant),
                   .keys = calloc(FIRST_KEYS, sizeof(Key)), .key_capacity = FIRST_KEYS};
    if (!choice->counter) c->choice.counter = variant->draws.counter_limit < SHORT_COUNTER ? 50 : 25;
    if (c->pos && c->keys) return c;
    filter_free(c);
    return NULL;
}

void filter_free(SampleFilter *c)
{
    if (!c) return;
    position_free(c->pos);
    free(c->keys);
    free(c->bytes);
    free(c->starts);
    free(c);
}

const uint64_t *filter_reasons(const SampleFilter *c) { return c->reasons; }

/* ---- Keys ---- */

static Key *key_slot(Key *keys, size_t capacity, Key key)
{
    size_t at = key * 0x9E3779B97F4A7C15u >> 20 & (capacity - 1);
    while (keys[at] && keys[at] != key) at = (at + 1) & (capacity - 1);
    return &keys[at];
}

static bool grow_keys(SampleFilter *c)
{
    size_t capacity = c->key_capacity * 2;
    Key *keys = calloc(capacity, sizeof *keys);
    if (!keys) return false;
    for (size_t i = 0; i < c->key_capacity; ++i)
        if (c->keys[i]) *key_slot(keys, capacity, c->keys[i]) = c->keys[i];
    free(c->keys);
    c->keys = keys;
    c->key_capacity = capacity;
    return true;
}

/* Is the key a duplicate? Inserts it if not. */
static bool is_duplicate(SampleFilter *c, Key key, bool *memory)
{
    key += key == 0;
    Key *slot = key_slot(c->keys, c->key_capacity, key);
    if (*slot) return true;
    *slot = key;
    *memory = 2 * ++c->key_count < c->key_capacity || grow_keys(c);
    return false;
}

/* ---- Positions ---- */

/* Applies the tests that need only the position. Its move must be legal. */
static Reason decide(const SampleFilter *c, const GameRecord *game, unsigned ply)
{
    const Variant *variant = c->variant;
    const State *state = c->pos->state;
    GamePly move = game->moves[ply];
    if (move.score == GAME_UNSCORED || ply < game->opening + c->choice.skip) return REASON_RANDOM;
    if (abs(move.score) > c->choice.score) return REASON_DECIDED;
    if (variant->draws.counter_limit && state->counter * 100u > variant->draws.counter_limit * c->choice.counter)
        return REASON_COUNTER;
    if (position_in_peril(c->pos)) return REASON_PERIL;
    MoveInfo info;
    position_describe(c->pos, &move.move, 1, &info);
    return info.noisy ? REASON_NOISY : REASON_KEPT;
}

/* The result of a game for a side; a game that became too long has none. */
static int8_t result_of(const GameRecord *game, Side side)
{
    if (game->end == GAME_TOO_LONG) return SAMPLE_UNKNOWN;
    if (game->result == DRAW) return 0;
    return (game->result == WHITE_WINS) == (side == WHITE) ? 1 : -1;
}

static bool keep_sample(SampleFilter *c, const GameRecord *game, unsigned ply, uint32_t tag)
{
    if (!c->keep) return true;
    if (c->size + SAMPLE_BYTES_MAX > c->capacity) {
        size_t capacity = (c->size + SAMPLE_BYTES_MAX) * 3 / 2;
        uint8_t *grown = realloc(c->bytes, capacity);
        if (!grown) return false;
        c->bytes = grown;
        c->capacity = capacity;
    }
    if (c->count == c->start_capacity) {
        size_t capacity = c->count * 3 / 2 + 1024;
        uint64_t *grown = realloc(c->starts, capacity * sizeof *grown);
        if (!grown) return false;
        c->starts = grown;
        c->start_capacity = capacity;
    }
    PlacedPiece pieces[SQUARE_MAX];
    Sample sample = {.score = c->scores[ply], .game = tag, .result = result_of(game, c->pos->side)};
    sample_describe(c->pos, &sample, pieces);
    c->starts[c->count++] = c->size;
    c->size += sample_pack(c->variant, &sample, c->bytes + c->size);
    return true;
}

/* Walks through a game. The first pass counts candidates, so that the second can pick among those of a draw, and notes the
 * scores that are learnt. */
static bool walk(SampleFilter *c, const GameRecord *game, uint32_t tag, unsigned *candidates, bool choose, ErrorText *error)
{
    uint64_t random = c->choice.seed ^ (uint64_t)tag << 16;
    unsigned wanted = game->result == DRAW && c->choice.drawn ? c->choice.drawn : GAME_PLIES_MAX;
    if (!game_begin(game, c->pos, error)) return false;
    for (unsigned ply = 0; ply < game->plies; ++ply) {
        if (!game_check(game, ply, c->pos, error)) return false;
        Reason reason = decide(c, game, ply);
        if (!choose) {
            *candidates += reason == REASON_KEPT;
            c->sides[ply] = c->pos->side;
            c->scores[ply] = game->moves[ply].score;
        } else {
            /* Selection sampling (Knuth's algorithm S): `wanted` of the `candidates` left, with equal
             * probability. */
            if (reason == REASON_KEPT && wanted < *candidates && splitmix64_below(&random, *candidates) >= wanted)
                reason = REASON_DRAWN;
            *candidates -= reason == REASON_KEPT || reason == REASON_DRAWN;
            wanted -= reason == REASON_KEPT;
            bool memory = true;
            if (reason == REASON_KEPT && is_duplicate(c, c->pos->state->key, &memory)) reason = REASON_AGAIN;
            if (reason == REASON_KEPT) memory = memory && keep_sample(c, game, ply, tag);
            if (!memory) return error_set(error, "out of memory");
            ++c->reasons[reason];
        }
        position_make(c->pos, game->moves[ply].move);
    }
    return true;
}

bool filter_add(SampleFilter *c, const GameRecord *game, const char *origin, ErrorText *error)
{
    unsigned candidates = 0;
    uint32_t tag = game_tag(origin, game->number);
    if (!walk(c, game, tag, &candidates, false, error)) return false;
    if (c->choice.lambda) lambda_returns(game, c->sides, c->choice.lambda / 100.0, c->choice.scale, c->scores);
    return walk(c, game, tag, &candidates, true, error);
}

/* ---- Files ---- */

bool filter_write(SampleFilter *c, const char *path, const char *text, ErrorText *error)
{
    uint64_t random = c->choice.seed;
    for (size_t i = c->count; i > 1; --i) {
        size_t j = splitmix64_below(&random, i);
        uint64_t start = c->starts[i - 1];
        c->starts[i - 1] = c->starts[j];
        c->starts[j] = start;
    }
    BlockHeader header = {.kind = BLOCK_SAMPLES};
    snprintf(header.game, sizeof header.game, "%s", c->variant->name);
    snprintf(header.text, sizeof header.text, "%s", text);
    BlockWriter w;
    if (!block_create(&w, path, &header, false, error)) return false;
    for (size_t i = 0; i < c->count; ++i) {
        Sample sample;
        PlacedPiece pieces[SQUARE_MAX];
        const uint8_t *packed = c->bytes + c->starts[i];
        size_t length = sample_unpack(c->variant, packed, c->size - c->starts[i], &sample, pieces);
        uint8_t *out = block_room(&w, length);
        bool ok = (out && length) || error_set(error, "out of memory");
        if (ok) memcpy(out, packed, length);
        if (ok) block_add(&w, length, 0);
        if (ok && w.size >= BLOCK_BYTES) ok = block_flush(&w, error);
        if (!ok) {
            block_abandon(&w);
            return false;
        }
    }
    return block_finish(&w, error);
}

static bool add_file(SampleFilter **c, const FilterRules *choice, const char *path, char *text, ErrorText *error)
{
    GameReader *r = malloc(sizeof *r);
    if (!r) return error_set(error, "out of memory");
    if (!games_open(r, path, true, error)) {
        free(r);
        return false;
    }
    bool ok = true;
    if (!*c) *c = filter_new(r->variant, choice, true);
    if (!*c) ok = error_set(error, "out of memory");
    else if ((*c)->variant != r->variant)
        ok = error_set(error, "%.100s is of %s, the files before it of %s", path, r->variant->name, (*c)->variant->name);
    char *origin = r->block.header.text;
    generation_origin(origin);
    if (!*text) snprintf(text, BLOCK_TEXT_MAX + 1, "%s", origin);
    BlockStatus status = BLOCK_END;
    while (ok && (status = games_next(r, error)) == BLOCK_READ)
        if (!choice->games || r->game.number < choice->games) ok = filter_add(*c, &r->game, origin, error);
    ok = ok && status != BLOCK_DAMAGED && status != BLOCK_FAILED;
    if (ok && status == BLOCK_CUT) fprintf(stderr, "%s: an unfinished block at its end is left out\n", path);
    games_done(r);
    free(r);
    return ok;
}

bool choose_samples(const FilterRules *choice, const char *const *paths, size_t count, const char *out, ErrorText *error)
{
    char origin[BLOCK_TEXT_MAX + 1] = "", text[BLOCK_TEXT_MAX + 1];
    SampleFilter *c = NULL;
    bool ok = true;
    for (size_t i = 0; ok && i < count; ++i) ok = add_file(&c, choice, paths[i], origin, error);
    if (ok) {
        snprintf(text, sizeof text, "%.1700s; samples: score=%d skip=%u counter=%u%% drawn=%u seed=%" PRIu64, origin,
                 c->choice.score, c->choice.skip, c->choice.counter, c->choice.drawn, c->choice.seed);
        size_t length = strlen(text);
        if (c->choice.lambda)
            length += (size_t)snprintf(text + length, sizeof text - length, " lambda=%u%% scale=%d", c->choice.lambda,
                                       c->choice.scale);
        if (c->choice.games) snprintf(text + length, sizeof text - length, " games=%" PRIu64, c->choice.games);
        ok = filter_write(c, out, text, error);
    }
    if (ok) {
        printf("%zu samples of %s in %s\n", c->count, c->variant->name, out);
        for (int i = 0; i < REASONS; ++i) printf("  %-10s %" PRIu64 "\n", reason_names[i], c->reasons[i]);
    }
    filter_free(c);
    return ok;
}
