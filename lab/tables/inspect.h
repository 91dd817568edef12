/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Verification and statistics of tables. */
#ifndef QUINCUNX_TABLEBASES_INSPECT_H
#define QUINCUNX_TABLEBASES_INSPECT_H

#include "../../src/tablebases/probe.h"

enum { LINE_PLIES_MAX = 400 };

/* Compares the values of a table's positions with those derived from their moves: all positions, or about
 * `max` evenly spread if `max` is not 0. The positions are taken from all placements, mirrored and with colours and
 * boards exchanged: symmetry that a game claims and does not have shows as an error. If all are checked, the table is
 * that of a search without symmetry: values that follow from their moves everywhere are unique. Returns the number of
 * errors and adds the number of positions checked to *checked; *wrong_fen (FEN_MAX bytes) is one of the errors.
 * UINT64_MAX if a successor table is missing or memory ran out. */
uint64_t inspect_verify(const Tablebases *tablebases, const Table *table, uint64_t max, uint64_t *checked, char *wrong_fen);

/* Statistics of a table with one side to move. */
typedef struct InspectCounts {
    uint64_t positions, won, lost;
    TbValue longest; /* longest win, or loss if there is no win */
    uint32_t number;     /* a position of that length */
} InspectCounts;
/* Counts a table's positions; false if memory ran out. */
bool inspect_count(const Tablebases *tablebases, const Table *table, Side side, InspectCounts *counts);

/* Sets up a position by number; NULL if there is none. The caller frees it. */
Position *inspect_position(const Table *table, Side side, uint32_t number);

/* The best move, the first of equal ones; MOVE_NONE if there is none or the tables do not know. */
Move inspect_best(const Tablebases *tablebases, Position *pos);

#endif
