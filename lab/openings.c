/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Finds openings for matches: positions a few random moves from the start that a search scores as balanced. Prints one FEN
 * per line. The same arguments and the same engine give the same positions on every machine.
 */

#include <stdio.h>
#include <stdlib.h>

#include "../src/search/search.h"
#include "../src/text/notation.h"
#include "../src/util/random.h"
#include "lab.h"

enum { OPENINGS_MAX = 100000 };

typedef struct OpeningSearch {
    const Variant *variant;
    size_t count;  /* 1 to OPENINGS_MAX; all openings differ */
    uint64_t seed; /* the same seed gives the same openings on every machine */
    /* Results. */
    size_t attempts; /* positions looked at */
    int level;       /* the score in centipawns, from White's side, that a balanced opening is close to */
} OpeningSearch;

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
    if (!position_set_fen(f->pos, variant->position.start_fen, error)) return false;
    Score level = recipe.from_start ? white_score(f) : 0;
    search->level = level;
    while (f->count < search->count) {
        if (search->attempts++ >= search->count * ATTEMPTS_PER_OPENING)
            return error_set(error, "only %zu of %zu openings of %s found in %zu positions", f->count, search->count,
                             variant->name, search->attempts - 1);
        if (!position_set_fen(f->pos, variant->position.start_fen, error)) return false;
        if (!play_opening(f, recipe.plies)) continue;
        /* From here on the position has no history, like the FEN that is given. */
        position_get_fen(f->pos, fen);
        if (!position_set_fen(f->pos, fen, error)) return false;
        if (position_in_peril(f->pos) || is_known(f, f->pos->state->key)) continue;
        if (abs(white_score(f) - level) > recipe.limit) continue;
        f->keys[f->count++] = f->pos->state->key;
        puts(fen);
        output_flush();
    }
    return true;
}

/* Finds openings by the variant's recipe. false and the reason if memory ran out, or too few positions are balanced. */
static bool openings_find(OpeningSearch *search, ErrorText *error)
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

typedef struct Options {
    const Variant *variant;
    uint64_t count, seed;
} Options;

const Argument openings_arguments[] = {
    {"GAME", ARGUMENT_BY(variant_argument, Options, variant)},
    {"COUNT", ARGUMENT(Options, count), .min = 1, .max = OPENINGS_MAX},
    {"[SEED]", ARGUMENT(Options, seed), .max = INT64_MAX},
    {.name = NULL},
};

int openings_run(int argc, char **argv, ErrorText *error)
{
    Options o = {.seed = 1};
    if (!arguments_read(openings_arguments, argc, argv, &o, NULL, error)) return STATUS_ERROR;
    OpeningSearch search = {.variant = o.variant, .count = (size_t)o.count, .seed = o.seed};
    if (!openings_find(&search, error)) return STATUS_ERROR;
    const OpeningRecipe recipe = variant_opening(o.variant);
    fprintf(stderr, "%s: %zu openings of %zu positions, %u plies, within %d of %d centipawns\n", search.variant->name, search.count,
            search.attempts, recipe.plies, recipe.limit, search.level);
    return STATUS_OK;
}
