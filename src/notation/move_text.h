/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Moves as people write and read them: leg by leg with what can follow, and in the
 * short notation of books. Every game's moves are known here by their texts alone.
 */
#ifndef QUINCUNX_MOVE_TEXT_H
#define QUINCUNX_MOVE_TEXT_H

#include "../variant.h"
#include "../util/text.h"

enum { LEG_TEXT_MAX = 16 };

/* A leg cut apart: a step "e2e4q", with a character between the squares in some games,
 * or a drop "M@e6". */
typedef struct Leg {
    char letter;      /* of a drop, else '\0' */
    Square from, to;  /* equal for a drop */
    char between;     /* '\0' if there is nothing */
    const char *rest; /* promotion, if any */
} Leg;

/* Cuts the leg that a text begins with; false if it names no squares, as a pass. */
bool leg_cut(const Variant *variant, const char *text, Leg *leg);

typedef struct LegList {
    char (*text)[LEG_TEXT_MAX];
    size_t count, capacity;
} LegList;

/* Lists the legs that can follow the legs played so far ("" at the start of a move),
 * in order of their texts; in games whose move is one leg, the moves. The caller frees
 * the list with leg_list_free. false if memory ran out. */
bool leg_list_fill(const Position *pos, const char *legs, LegList *list);
void leg_list_free(LegList *list);
/* Does a leg begin on this square (or, as "M@", with this word)? */
bool leg_begins(const Variant *variant, const char *leg, const char *where);
/* The square that a leg goes to, SQUARE_NONE if it names none. */
Square leg_target(const Variant *variant, const char *leg);

/* The board after some legs that begin a legal move. */
void move_preview(const Position *pos, const char *legs, Piece board[SQUARE_MAX]);
/* What is in hand then (as State.hands): without the pieces that the legs have dropped. */
uint64_t move_preview_hands(const Position *pos, const char *legs);

/* Reads a whole move as the game spells it or, where a move is one move, in short
 * algebraic notation too (Nf3, exd5, O-O), with or without !, ?, + and # behind it. */
bool move_read(const Position *pos, const char *text, Move *move, ErrorText *error);

/* Writes a legal move of one move in standard algebraic notation (Nf3, exd6, O-O, e8=Q+), at
 * most MOVE_TEXT_MAX bytes. The position gets back as it was; needs room for a move. */
void move_write_short(Position *pos, Move move, char *text);

#endif
