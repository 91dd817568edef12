/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Finds openings for matches: positions a few random moves from the start that a search scores as balanced. Prints one
 * FEN per line. The same arguments and the same engine give the same positions on every machine.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/notation/notation.h"
#include "../src/util/files.h"
#include "../src/util/random.h"
#include "../src/search/search.h"

enum { HASH = 4, NODES = 20000, COUNT_MAX = 100000, ATTEMPTS_PER_OPENING = 1000 };

typedef struct Finder {
    Position *pos;
    SearchPool *pool;
    uint64_t random;
    Key *keys; /* of the openings found */
    size_t count;
} Finder;

static bool set_position(Finder *f, const char *fen)
{
    ErrorText error;
    if (position_set_fen(f->pos, fen, &error)) return true;
    fprintf(stderr, "openings: %s: %s\n", fen, error.text);
    return false;
}

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

static bool find(Finder *f, size_t wanted)
{
    const Variant *variant = f->pos->variant;
    const OpeningRecipe *recipe = &variant->opening;
    char fen[FEN_MAX];
    if (!set_position(f, variant->start_fen)) return false;
    Score level = recipe->from_start ? white_score(f) : 0;
    size_t attempts = 0;
    while (f->count < wanted && attempts++ < wanted * ATTEMPTS_PER_OPENING) {
        if (!set_position(f, variant->start_fen)) return false;
        if (!play_opening(f, recipe->plies)) continue;
        /* From here on the position has no history, like the FEN that is printed. */
        variant->get_fen(f->pos, fen);
        if (!set_position(f, fen)) return false;
        if (variant->in_peril(f->pos) || is_known(f, f->pos->state->key)) continue;
        if (abs(white_score(f) - level) > recipe->limit) continue;
        f->keys[f->count++] = f->pos->state->key;
        puts(fen);
        fflush(stdout);
    }
    fprintf(stderr, "%s: %zu openings of %zu positions, %u plies, within %d of %d centipawns\n", variant->name, f->count,
            attempts, recipe->plies, recipe->limit, (int)level);
    return f->count == wanted;
}

int main(int argc, char **argv)
{
    variants_init();
    ErrorText error;
    unsigned long wanted = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    if (argc < 3 || argc > 4 || wanted < 1 || wanted > COUNT_MAX) {
        fprintf(stderr, "usage: openings VARIANT COUNT [SEED]; at most %d\n", COUNT_MAX);
        return 2;
    }
    const Variant *variant = variant_choose(argv[1], &error);
    if (variant && !variant->opening.plies) {
        error_set(&error, "%s has no recipe for openings: fill .opening in its file, like {.plies = 8, .limit = 60}",
                  variant->name);
        variant = NULL;
    }
    if (!variant) {
        fprintf(stderr, "openings: %s\n", error.text);
        return 2;
    }
    Finder finder = {.pos = position_new(variant),
                     .pool = search_new(variant, HASH, 1),
                     .random = argc > 3 ? strtoull(argv[3], NULL, 10) : 1,
                     .keys = malloc(wanted * sizeof(Key))};
    bool ok = finder.pos && finder.pool && finder.keys && find(&finder, wanted);
    if (!ok) fputs("openings: out of memory or of positions\n", stderr);
    free(finder.keys);
    search_free(finder.pool);
    position_free(finder.pos);
    return output_finish("openings", ok ? 0 : 1);
}
