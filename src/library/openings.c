/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "openings.h"

#include <stdio.h>
#include <stdlib.h>

#include "../search/search.h"
#include "../util/random.h"
#include "../util/text.h"

enum { HASH = 4, NODES = 20000, ATTEMPTS_PER_OPENING = 1000 };

typedef struct Finder {
    Position *pos;
    SearchPool *pool;
    uint64_t random;
    Key *keys; /* of the openings found */
    size_t count;
} Finder;

/* Plays random moves; false if the game ends or memory runs out. */
static bool play_opening(Finder *f, unsigned plies)
{
    if (!position_reserve(f->pos, plies)) return false;
    for (unsigned i = 0; i < plies; ++i) {
        size_t count;
        Move *moves = position_moves(f->pos, &count);
        if (count > 0) position_make(f->pos, moves[splitmix64_below(&f->random, count)]);
        free(moves);
        if (count == 0) return false;
    }
    return position_outcome(f->pos).result == ONGOING;
}

/* The score from White's point of view, from a cleared table. */
static Score white_score(Finder *f)
{
    search_clear(f->pool);
    SearchResult result = search_run(f->pool, f->pos, &(SearchLimits){.nodes = NODES});
    return f->pos->side == WHITE ? result.score : -result.score;
}

static bool is_known(const Finder *f, Key key)
{
    for (size_t i = 0; i < f->count; ++i)
        if (f->keys[i] == key) return true;
    return false;
}

static bool find(Finder *f, OpeningSearch *search, ErrorText *error)
{
    const Variant *variant = search->variant;
    const OpeningRecipe recipe = variant_opening(variant);
    char fen[FEN_MAX];
    if (!position_set_fen(f->pos, variant->start_fen, error)) return false;
    Score level = recipe.from_start ? white_score(f) : 0;
    search->level = level;
    while (f->count < search->count) {
        if (search->attempts++ >= search->count * ATTEMPTS_PER_OPENING)
            return error_set(error, "only %zu of %zu openings of %s found in %zu positions", f->count, search->count,
                             variant->name, search->attempts - 1);
        if (!position_set_fen(f->pos, variant->start_fen, error)) return false;
        if (!play_opening(f, recipe.plies)) continue;
        /* From here on the position has no history, like the FEN that is given. */
        position_get_fen(f->pos, fen);
        if (!position_set_fen(f->pos, fen, error)) return false;
        if (position_in_peril(f->pos) || is_known(f, f->pos->state->key)) continue;
        if (abs(white_score(f) - level) > recipe.limit) continue;
        f->keys[f->count++] = f->pos->state->key;
        search->take(search->context, fen);
    }
    return true;
}

bool openings_find(OpeningSearch *search, ErrorText *error)
{
    const Variant *variant = search->variant;
    search->attempts = 0;
    Finder finder = {.pos = position_new(variant),
                     .pool = search_new(variant, HASH, 1),
                     .random = search->seed,
                     .keys = malloc(search->count * sizeof(Key))};
    bool ok = (finder.pos && finder.pool && finder.keys) || error_set(error, "out of memory");
    ok = ok && find(&finder, search, error);
    free(finder.keys);
    search_free(finder.pool);
    position_free(finder.pos);
    return ok;
}

static void print_fen(void *context, const char *fen)
{
    (void)context;
    printf("info string genfens %s\n", fen);
    output_flush();
}

bool openings_genfens(char *line, ErrorText *error)
{
    static const char form[] = "genfens N seed S book None [GAME]";
    char *rest = line;
    int64_t count, seed;
    word_next(&rest);
    if (!number_read(word_next(&rest), 1, OPENINGS_MAX, &count))
        return error_set(error, "%s: N is a number from 1 to %d", form, OPENINGS_MAX);
    if (!text_equal(word_next(&rest), "seed") || !number_read(word_next(&rest), 0, INT64_MAX, &seed))
        return error_set(error, "%s: S is a number from 0", form);
    if (!text_equal(word_next(&rest), "book")) return error_set(error, "%s: \"book\" is missing", form);
    const char *book = word_next(&rest);
    if (!text_equal(book, "None")) return error_set(error, "%s: books are not supported: \"None\", not '%.80s'", form, book);
    const char *game = word_next(&rest);
    OpeningSearch search = {.count = (size_t)count, .seed = (uint64_t)seed, .take = print_fen};
    search.variant = *game ? variant_choose(game, error) : variants[0];
    return search.variant && openings_find(&search, error);
}
