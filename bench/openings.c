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

#include "../src/protocol/openings.h"
#include "../src/util/files.h"

static void print_fen(void *context, const char *fen)
{
    (void)context;
    puts(fen);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    variants_init();
    ErrorText error;
    unsigned long wanted = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    if (argc < 3 || argc > 4 || wanted < 1 || wanted > OPENINGS_MAX) {
        fprintf(stderr, "usage: openings VARIANT COUNT [SEED]; at most %d\n", OPENINGS_MAX);
        return 2;
    }
    OpeningSearch search = {.variant = variant_choose(argv[1], &error), .count = wanted, .take = print_fen};
    search.seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    if (!search.variant || !openings_find(&search, &error)) {
        fprintf(stderr, "openings: %s\n", error.text);
        return 2;
    }
    fprintf(stderr, "%s: %zu openings of %zu positions, %u plies, within %d of %d centipawns\n", search.variant->name, search.count,
            search.attempts, search.variant->opening.plies, search.variant->opening.limit, search.level);
    return output_finish("openings", 0);
}
