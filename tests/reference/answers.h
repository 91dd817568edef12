/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What a slow generator answers by the functions of the including file: read_fen, print_fen and all_moves of its Position. */
#ifndef QUINCUNX_REFERENCE_ANSWERS_H
#define QUINCUNX_REFERENCE_ANSWERS_H

#include "mailbox.h"

static inline const char *normalise(const char *fen, char *out)
{
    Position p;
    const char *wrong = read_fen(fen, &p);
    if (!wrong) print_fen(&p, out);
    return wrong;
}

static inline size_t list_moves(const char *fen, RefMove **out)
{
    Position p;
    MoveList list = {NULL, 0, 0};
    if (!read_fen(fen, &p)) list = all_moves(&p, SIZE_MAX);
    *out = list.moves;
    return list.count;
}

#endif
