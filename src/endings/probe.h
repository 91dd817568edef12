/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* All tables of a game at hand, and what they say of a position. */
#ifndef QUINCUNX_ENDINGS_PROBE_H
#define QUINCUNX_ENDINGS_PROBE_H

#include "table.h"

typedef struct Endings Endings;

/* Who hears of files that can not be used; may be NULL. */
typedef struct EndingsListener {
    void (*complain)(void *context, const char *text);
    void *context;
} EndingsListener;

/* An empty set for a game; NULL if out of memory. */
Endings *endings_new(const Variant *variant);
void endings_free(Endings *endings);

/* Adds a table, which the set then owns; one of the same ending gives way to it. On failure
 * (out of memory) the table is closed. */
bool endings_add(Endings *endings, Table *table);
/* Adds the tables built into the program. */
void endings_add_embedded(Endings *endings);
/* Adds all tables of the game in a folder, or in its subfolder of the game's name. Files that
 * are no good are named to the listener and left out. Returns the number added. */
unsigned endings_add_folder(Endings *endings, const char *path, const EndingsListener *listener);

/* How many there are, and each. */
unsigned endings_count(const Endings *endings);
const Table *endings_table(const Endings *endings, unsigned i);
/* The table of an ending, or NULL. */
const Table *endings_find(const Endings *endings, const Material *material);

/* Could this position be in a table? Quick, for the search; no promise. */
bool endings_may_know(const Endings *endings, const Position *pos);

/* Plies for which a position must have room reserved when it is asked for. */
enum { ENDINGS_PLIES = 4 };

/* What best play makes of a position, as far as board and rules say: the draw counter and
 * repetitions are the caller's business. Makes and takes back turns on `pos`. Returns false if the tables do not tell. */
bool endings_value(const Endings *endings, Position *pos, EndingValue *value);
/* The same by the turns there are alone, to prove what a table says of the position. */
bool endings_value_by_turns(const Endings *endings, Position *pos, EndingValue *value);
/* endings_value, but only if the win, loss or draw is one with the counter as it stands. */
bool endings_probe(const Endings *endings, Position *pos, EndingValue *value);
/* The same of a legal turn, for the side that makes it. The game's own history counts: a turn may
 * end it by repetition. Room for a ply more must have been reserved. */
bool endings_probe_turn(const Endings *endings, Position *pos, Move turn, EndingValue *value);

#endif
