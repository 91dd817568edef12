/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Diagrams of positions as SVG, for pages and documents. */
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

/*
 * For pages with many positions of a game: its empty board, pieces and marks as parts of an SVG, defined once and used
 * by their ids. NAME is the game's name: "NAME-board", "NAME-N" for the piece with number N (its centre at 0, 0),
 * "NAME-mark" for a marked square (the same).
 */
void diagram_define(const Variant *variant, Buffer *out);
/* The centre of a square in that drawing. */
void diagram_place(const Variant *variant, Square square, double *x, double *y);
/* The view box of that drawing, for the attribute viewBox. */
void diagram_view(const Variant *variant, double view[4]);

#endif
