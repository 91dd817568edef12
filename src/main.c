/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The command line: which mode runs. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "variant.h"

int main(int argc, char **argv)
{
    variants_init();
    const Variant *v = variant_find(argv[2]);
    Position *pos = position_new(v);
    ErrorText e;
    if (!position_set_fen(pos, argc > 4 ? argv[4] : v->start_fen, &e)) { fprintf(stderr, "%s\n", e.text); return 2; }
    printf("Nodes searched: %llu\n", (unsigned long long)position_perft(pos, (unsigned)atoi(argv[3])));
    position_free(pos);
    return 0;
}
