/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Where games begin: files of positions, their order, and random moves behind them. */
#ifndef QUINCUNX_MATCH_OPENINGS_H
#define QUINCUNX_MATCH_OPENINGS_H

#include "match_settings.h"

/* Adds the positions of a file to a book whose variant is set: a FEN a line, or EPD, its four
 * fields with operations behind; empty lines and those that begin with # do not count. false
 * with the reason if one is no position, or over, or if there is none. */
bool openings_read(Book *book, const char *name, ErrorText *error);
/* The same from the text of such a file. */
bool openings_parse(Book *book, const char *text, ErrorText *error);
/* Puts them in an order that depends on the number alone. */
void openings_shuffle(Book *book, uint64_t random);
void openings_free(Book *book);

/* Writes the position that a round of a variant starts from: the same for the same seed
 * and number, on every machine. */
void opening_of(const Match *match, const Book *book, uint64_t number, char fen[FEN_MAX]);

#endif
