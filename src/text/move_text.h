/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Moves as people write and read them: leg by leg, and in standard algebraic notation. Works on move texts only and
 * knows no game's rules.
 */
#ifndef QUINCUNX_TEXT_MOVE_TEXT_H
#define QUINCUNX_TEXT_MOVE_TEXT_H

#include "../variant.h"
#include "../util/text.h"

enum { LEG_TEXT_MAX = 16 };

/* A parsed leg: a step "e2e4q", in some games with a sign between the squares, or a drop "M@e6". */
typedef struct LegParts {
    char letter;      /* of a drop, else '\0' */
    Square from, to;  /* equal for a drop */
    char between;     /* '\0' if none */
    const char *rest; /* promotion, if any */
} LegParts;

/* Parses the leg at the start of a text. false if it names no squares (a pass). */
bool leg_cut(const Variant *variant, const char *text, LegParts *leg);

typedef struct LegList {
    char (*text)[LEG_TEXT_MAX];
    size_t count, capacity;
} LegList;

/* Lists the legs that can follow the legs played so far ("" at the start of a move), sorted by text. In games whose
 * moves have one leg these are the moves. The caller frees the list with leg_list_free. false if memory ran out. */
bool leg_list_fill(const Position *pos, const char *legs, LegList *list);
void leg_list_free(LegList *list);
/* Does a leg begin on this square, or as "M@" with this drop? */
bool leg_begins(const Variant *variant, const char *leg, const char *where);
/* The target square of a leg, SQUARE_NONE if it names none. */
Square leg_target(const Variant *variant, const char *leg);

/* The board after legs that begin a legal move; if it `ends` with them, with all effects of its end. Games whose moves have one leg
 * end with it. Restores the position. false if memory ran out, or the move does not end. */
bool legs_preview(Position *pos, const char *legs, bool ends, Piece board[SQUARE_MAX]);

/* Reads a whole move in the game's notation. Where a move has one leg, also reads standard algebraic notation (Nf3,
 * exd5, O-O). Ignores trailing !, ?, + and #. */
bool move_read(const Position *pos, const char *text, Move *move, ErrorText *error);

#endif
