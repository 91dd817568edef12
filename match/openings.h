/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Openings: files of positions, their order, and random moves. */
#ifndef QUINCUNX_MATCH_OPENINGS_H
#define QUINCUNX_MATCH_OPENINGS_H

#include "settings.h"

/* Adds the positions of a file to a book whose variant is set. Each line is a FEN, or EPD: four fields and
 * operations. Empty lines and lines that start with # are skipped. false with the reason if a position is invalid or
 * already over, or if there is none. */
bool openings_read(Book *book, const char *name, ErrorText *error);
/* The same for the text of such a file. */
bool openings_parse(Book *book, const char *text, ErrorText *error);
/* Shuffles the book; the order depends only on `random`. */
void openings_shuffle(Book *book, uint64_t random);
void openings_free(Book *book);

/* Writes the start position of a round of a variant. The same seed and number give the same position on every
 * machine. */
void opening_of(const Match *match, const Book *book, uint64_t number, char fen[FEN_MAX]);

#endif
