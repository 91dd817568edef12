/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Finds openings for matches. Prints one FEN per line. The same arguments and the same engine give the same
 * positions on every machine.
 */

#include <stdio.h>

#include "../src/library/openings.h"
#include "lab.h"

static void print_fen(void *context, const char *fen)
{
    (void)context;
    puts(fen);
    output_flush();
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
    OpeningSearch search = {.variant = o.variant, .count = (size_t)o.count, .seed = o.seed, .take = print_fen};
    if (!openings_find(&search, error)) return STATUS_ERROR;
    const OpeningRecipe recipe = variant_opening(o.variant);
    fprintf(stderr, "%s: %zu openings of %zu positions, %u plies, within %d of %d centipawns\n", search.variant->name, search.count,
            search.attempts, recipe.plies, recipe.limit, search.level);
    return STATUS_OK;
}
