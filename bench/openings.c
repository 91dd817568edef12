/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Finds openings for matches. Prints one FEN per line. The same arguments and the same engine give the same
 * positions on every machine.
 */

#include <stdio.h>
#include <stdlib.h>

#include "../src/library/openings.h"
#include "lab.h"

static void print_fen(void *context, const char *fen)
{
    (void)context;
    puts(fen);
    fflush(stdout);
}

int openings_main(int argc, char **argv)
{
    ErrorText error;
    unsigned long wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    if (argc < 2 || argc > 3 || wanted < 1 || wanted > OPENINGS_MAX) {
        fprintf(stderr, "Usage: quincunx-lab openings GAME COUNT [SEED]; at most %d\n", OPENINGS_MAX);
        return 2;
    }
    OpeningSearch search = {.variant = variant_choose(argv[0], &error), .count = wanted, .take = print_fen};
    search.seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (!search.variant || !openings_find(&search, &error)) {
        fprintf(stderr, "quincunx-lab openings: %s\n", error.text);
        return 2;
    }
    const OpeningRecipe recipe = variant_opening(search.variant);
    fprintf(stderr, "%s: %zu openings of %zu positions, %u plies, within %d of %d centipawns\n", search.variant->name, search.count,
            search.attempts, recipe.plies, recipe.limit, search.level);
    return 0;
}
