/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Probing: all tables of a game, and their values of a position. */
#ifndef QUINCUNX_TABLEBASES_PROBE_H
#define QUINCUNX_TABLEBASES_PROBE_H

#include "table.h"

typedef struct Tablebases Tablebases;

/* Receives messages about unusable files; may be NULL. */
typedef struct TbListener {
    void (*complain)(void *context, const char *text);
    void *context;
} TbListener;

/* Creates an empty set for a game; NULL if memory ran out. */
Tablebases *tb_new(const Variant *variant);
void tb_free(Tablebases *tablebases);

/* Adds a table, which the set then owns; it replaces a table of the same endgame. On failure (out of memory)
 * the table is closed. */
bool tb_add(Tablebases *tablebases, Table *table);
/* Adds the embedded tables. */
void tb_add_embedded(Tablebases *tablebases);
/* Adds all tables of the game in a folder, or in its subfolder with the game's name. Invalid files are
 * reported to the listener and skipped. Returns the number added. */
unsigned tb_add_folder(Tablebases *tablebases, const char *path, const TbListener *listener);

/* The number of tables, and the i-th. */
unsigned tb_count(const Tablebases *tablebases);
const Table *tb_table(const Tablebases *tablebases, unsigned i);
/* The table of an endgame, or NULL. */
const Table *tb_find(const Tablebases *tablebases, const Material *material);

/* Can this position be in a table? A quick test for the search, without guarantee. */
bool tb_may_know(const Tablebases *tablebases, const Position *pos);

/* Plies that must be reserved in a position before probing. */
enum { TB_PLIES = 4 };

/* The result of best play, ignoring the draw counter and repetitions, which are up to the caller. Makes and
 * unmakes moves on `pos`. Returns false if the tables do not know the position. */
bool tb_value(const Tablebases *tablebases, Position *pos, TbValue *value);
/* The same, derived from the moves alone, to verify a table. */
bool tb_value_by_moves(const Tablebases *tablebases, Position *pos, TbValue *value);
/* tb_value, but only if the result holds with the present draw counter. */
bool tb_probe(const Tablebases *tablebases, Position *pos, TbValue *value);
/* The same for a legal move, for the side that makes it. The game's history counts: a move may end it by
 * repetition. One more ply must be reserved. */
bool tb_probe_move(const Tablebases *tablebases, Position *pos, Move move, TbValue *value);

#endif
