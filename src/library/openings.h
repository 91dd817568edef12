/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Openings for matches: positions a few random moves from the start that a search scores as balanced. */
#ifndef QUINCUNX_OPENINGS_H
#define QUINCUNX_OPENINGS_H

#include <stddef.h>

#include "../text/notation.h"

enum { OPENINGS_MAX = 100000 };

typedef struct OpeningSearch {
    const Variant *variant;
    size_t count;  /* 1 to OPENINGS_MAX; all openings differ */
    uint64_t seed; /* the same seed gives the same openings on every machine */
    /* Gets each FEN as soon as it is found. */
    void (*take)(void *context, const char *fen);
    void *context;
    /* Results. */
    size_t attempts; /* positions looked at */
    int level;       /* the score in centipawns, from White's side, that a balanced opening is close to */
} OpeningSearch;

/* Finds openings by the variant's recipe. false and the reason if the game has none, memory ran out, or too few
 * positions are balanced. */
bool openings_find(OpeningSearch *search, ErrorText *error);

/* Answers OpenBench's "genfens N seed S book None [GAME]", a line that it changes: prints "info string genfens FEN"
 * for each of N openings. The game is chess unless named. */
bool openings_genfens(char *line, ErrorText *error);

#endif
