/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by the targets. */
#ifndef QUINCUNX_FUZZ_INPUTS_H
#define QUINCUNX_FUZZ_INPUTS_H

#include <stdlib.h>

#include "../../src/variant.h"

/* Aborts, for the fuzzer to see, if a promise is broken. */
static inline void promise(bool kept)
{
    if (!kept) abort();
}

static inline void prepare(void)
{
    static bool done;
    if (!done) variants_init();
    done = true;
}

/* The game that a byte selects. */
static inline const Variant *game_of(uint8_t byte)
{
    size_t count = 0;
    prepare();
    while (variants[count]) ++count;
    return variants[byte % count];
}

#endif
