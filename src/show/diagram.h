/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Diagrams of positions as SVG, for documents. */
#ifndef QUINCUNX_DIAGRAM_H
#define QUINCUNX_DIAGRAM_H

#include "../variant.h"
#include "../util/text.h"

typedef struct DiagramRequest {
    const char *game;
    const char *fen;   /* NULL: the start position */
    const char *moves; /* square of a piece of the side to move: show its legs; or NULL */
    const char *legs;  /* legs that begin the move, shown as played; or NULL */
    const char *piece; /* a piece by letter or name on a nearly empty board; fen is then NULL */
} DiagramRequest;

/* Appends the SVG. Returns false, with the reason, if the request is wrong. */
bool diagram_draw(const DiagramRequest *request, Buffer *out, ErrorText *error);

#endif
