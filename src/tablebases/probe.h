/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* All tables of a game at hand, and what they say of a position. */
#ifndef QUINCUNX_TABLEBASES_PROBE_H
#define QUINCUNX_TABLEBASES_PROBE_H

#include "table.h"

typedef struct Tablebases Tablebases;

/* Who hears of files that can not be used; may be NULL. */
typedef struct TbListener {
    void (*complain)(void *context, const char *text);
    void *context;
} TbListener;

/* An empty set for a game; NULL if out of memory. */
Tablebases *tb_new(const Variant *variant);
void tb_free(Tablebases *tablebases);

/* Adds a table, which the set then owns; one of the same ending gives way to it. On failure
 * (out of memory) the table is closed. */
bool tb_add(Tablebases *tablebases, Table *table);
/* Adds the tables built into the program. */
void tb_add_embedded(Tablebases *tablebases);
/* Adds all tables of the game in a folder, or in its subfolder of the game's name. Files that
 * are no good are named to the listener and left out. Returns the number added. */
unsigned tb_add_folder(Tablebases *tablebases, const char *path, const TbListener *listener);

/* How many there are, and each. */
unsigned tb_count(const Tablebases *tablebases);
const Table *tb_table(const Tablebases *tablebases, unsigned i);
/* The table of an endgame, or NULL. */
const Table *tb_find(const Tablebases *tablebases, const Material *material);

/* Could this position be in a table? Quick, for the search; no promise. */
bool tb_may_know(const Tablebases *tablebases, const Position *pos);

/* Plies for which a position must have room reserved when it is asked for. */
enum { TB_PLIES = 4 };

/* What best play makes of a position, as far as board and rules say: the draw counter and
 * repetitions are the caller's business. Makes and takes back turns on `pos`. Returns false if the tables do not tell. */
bool tb_value(const Tablebases *tablebases, Position *pos, TbValue *value);
/* The same by the moves there are alone, to prove what a table says of the position. */
bool tb_value_by_moves(const Tablebases *tablebases, Position *pos, TbValue *value);
/* tb_value, but only if the win, loss or draw is one with the counter as it stands. */
bool tb_probe(const Tablebases *tablebases, Position *pos, TbValue *value);
/* The same of a legal move, for the side that makes it. The game's own history counts: a move may
 * end it by repetition. Room for a ply more must have been reserved. */
bool tb_probe_move(const Tablebases *tablebases, Position *pos, Move move, TbValue *value);

#endif
