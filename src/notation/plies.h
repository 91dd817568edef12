/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Moves as the plies of XBoard.
 *
 * XBoard knows two kinds of ply: a piece goes from a square to another and takes what stands there, or a piece is
 * dropped on an empty square. The sides alternate; a ply may be a pass. Whatever a move does to the board can be said
 * in such plies of both sides, with passes where a side has nothing to do:
 *
 *   - the legs of the move, as they are written;
 *   - a capture from afar (e4xf5) as a step there and a step back;
 *   - a piece of either side that moves otherwise (a castling Rook, c3>e4) as a ply of its owner;
 *   - a piece that vanishes (taken en passant, drowned) as taken by an enemy that goes there, and in its next ply on
 *     (e5d5, @@@@, d5d6) or back;
 *   - a piece that appears (pushed on, or become another) as a drop of its owner.
 *
 * What is needed beyond the legs follows from XBoard's board and the position after the move, so nothing here knows a
 * rule of any game. XBoard must not check legality itself (-testLegality false).
 */
#ifndef QUINCUNX_PLIES_H
#define QUINCUNX_PLIES_H

#include "../variant.h"
#include "../util/text.h"

extern const char pass_text[]; /* "@@@@" */

enum { PLY_TEXT_MAX = 20, PLIES_MAX = 64, PIECE_TEXT_MAX = 3 };

/* Plies of both sides in turn; those of a move begin and end with the side that makes it. */
typedef struct PlyList {
    int count;
    char text[PLIES_MAX][PLY_TEXT_MAX];
} PlyList;

/* The pieces on XBoard's board. */
typedef struct GuiBoard {
    Piece on[SQUARE_MAX];
} GuiBoard;

/* XBoard counts the ranks of a board with exactly ten from 0. Adds delta to every rank in a text of moves on such a
 * board. `out` has room for twice the text. */
void gui_shift_ranks(const Variant *variant, const char *text, int delta, char *out);
/* The game's start as far as XBoard can know it. */
const char *gui_start_fen(const Variant *variant);
/* Is this that start? XBoard cannot say all of a FEN, and pieces in hand come in any order. */
bool gui_is_start(const Variant *variant, const char *fen);

void gui_board_set(GuiBoard *gui, const Position *pos);
/* Adds its pieces as a FEN's first field has them, without hands. */
void gui_board_print(const GuiBoard *gui, const Variant *variant, Buffer *out);
/* Adds rows of whatever stands on the squares as a FEN has them; "": nothing. */
void gui_rows_print(const Variant *variant, char (*on)[PIECE_TEXT_MAX], Buffer *out);
/* What XBoard does with a ply of a side. A text that is none changes nothing. */
void gui_board_ply(GuiBoard *gui, const Variant *variant, Side side, const char *ply);

/* The plies of a legal move, shown on a board. `bare`: the legs alone, with passes between. Needs room for one more
 * move (position_reserve); pos is given back as it was. */
void plies_of_move(Position *pos, const GuiBoard *gui, Move move, bool lone_king, PlyList *out);
/* The plies of a leg, as the game writes it, of the side to move; then passes until that side goes on, or with
 * `last` the other one. `bare` as above. */
void plies_of_leg(const Position *pos, const GuiBoard *gui, const char *leg, bool last, bool lone_king, PlyList *out);
/* The plies, a pair or more, the first by the other side, that make XBoard's board that of pos, in which `mover` has
 * just completed a move. */
void plies_to_mend(const Position *pos, const GuiBoard *gui, Side mover, PlyList *out);

/* Adds to the plies of a move the two passes that close it, if by its plies it could go on. Needs room for one more
 * move. */
void plies_close(Position *pos, const GuiBoard *gui, Move move, bool lone_king, PlyList *plies);

typedef enum PlyMatch {
    PLIES_NONE,  /* no legal move begins so */
    PLIES_BEGIN, /* some move does, and goes on */
    PLIES_MOVE   /* a whole move, closed if need be */
} PlyMatch;

/* Which move is this, in closed plies? Needs room for one more move. */
PlyMatch plies_match(Position *pos, const GuiBoard *gui, bool lone_king, const PlyList *plies, Move *move);

#endif
