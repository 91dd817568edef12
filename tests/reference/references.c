/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of references; the Makefile finds their files. */

#include <stdlib.h>
#include <string.h>

#include "solver.h"

#define REFERENCE(game) extern const Reference reference_##game;
#include "references.list"
#undef REFERENCE

#define REFERENCE(game) &reference_##game,
const Reference *const references[] = {
#include "references.list"
    NULL
};
#undef REFERENCE

const Reference *reference_find(const char *game)
{
    for (const Reference *const *r = references; *r; ++r)
        if (strcmp((*r)->name, game) == 0) return *r;
    return NULL;
}

bool reference_set_rules(const Reference *reference, char *text)
{
    for (char *option = strtok(text, ","); option; option = strtok(NULL, ",")) {
        char *equals = strchr(option, '=');
        if (!equals || !reference->set_rule) return false;
        *equals = '\0';
        if (!reference->set_rule(option, equals + 1)) return false;
    }
    return true;
}

unsigned long long reference_perft(const Reference *reference, const char *fen, unsigned depth)
{
    RefMove *moves;
    size_t n = ref_different_moves(reference, fen, &moves);
    unsigned long long sum = 0;
    for (size_t i = 0; i < n; ++i) sum += depth == 1 ? 1 : reference_perft(reference, moves[i].fen, depth - 1);
    free(moves);
    return sum;
}
