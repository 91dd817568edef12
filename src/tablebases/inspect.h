/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Looking into tables: are they right, and what do they say? */
#ifndef QUINCUNX_TABLEBASES_INSPECT_H
#define QUINCUNX_TABLEBASES_INSPECT_H

#include "probe.h"

enum { LINE_PLIES_MAX = 400 };

/* Compares the values of a table's positions with those that follow from their moves: all of
 * them, or about so many spread evenly if `most` is not 0. Returns how many are wrong and adds the
 * number looked at to *checked; *wrong_fen (FEN_MAX bytes) is one that is wrong. UINT64_MAX if
 * something it leads to is missing or memory ran out. */
uint64_t inspect_verify(const Tablebases *tablebases, const Table *table, uint64_t max, uint64_t *checked, char *wrong_fen);

/* What there is in a table with one side to move. */
typedef struct InspectCounts {
    uint64_t positions, won, lost;
    TbValue longest; /* win, or loss if there is none */
    uint32_t number;     /* a position of that length */
} InspectCounts;
/* false if memory ran out. */
bool inspect_count(const Tablebases *tablebases, const Table *table, Side side, InspectCounts *counts);

/* Sets a position up by number; NULL if there is none such. The caller frees it. */
Position *inspect_position(const Table *table, Side side, uint32_t number);

/* The move that best play makes, the first of equal ones; MOVE_NONE if the tables do not
 * tell or there is none. */
Move inspect_best(const Tablebases *tablebases, Position *pos);

#endif
