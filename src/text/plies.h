/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Moves as the plies of XBoard: a piece moves to a square and captures what stands there, or is dropped on an empty one, or a
 * side passes; the sides alternate. Plies of both sides express all that a move does to the board:
 *
 *   - the legs of the move, as written;
 *   - a capture from afar (e4xf5) as a step there and a step back;
 *   - a piece of either side that moves otherwise (a castling Rook, c3>e4) as a ply of its owner;
 *   - a piece that vanishes (captured en passant, drowned): an enemy captures it and moves on (e5d5, @@@@, d5d6) or
 *   back;
 *   - a piece that appears (pushed on, or transformed) as a drop of its owner.
 *
 * The plies beyond the legs follow from XBoard's board and the position after the move: no rule is known here. XBoard must not
 * check legality itself (-testLegality false).
 */
#ifndef QUINCUNX_TEXT_PLIES_H
#define QUINCUNX_TEXT_PLIES_H

#include "../variant.h"
#include "../util/text.h"

extern const char pass_text[]; /* "@@@@" */

enum { PLY_TEXT_MAX = 20, PLIES_MAX = 64, PIECE_TEXT_MAX = 3 };

/* Plies of alternating sides; those of a move begin and end with the side that makes it. */
typedef struct PlyList {
    int count;
    char text[PLIES_MAX][PLY_TEXT_MAX];
} PlyList;

/* The pieces on XBoard's board. */
typedef struct GuiBoard {
    Piece on[SQUARE_MAX];
} GuiBoard;

/* On a board with ten ranks XBoard counts ranks from 0. Adds delta to every rank in a text of moves on such a board.
 * `out` must have room for twice the text. */
void gui_shift_ranks(const Variant *variant, const char *text, int delta, char *out);
/* The start position of the game, as far as XBoard can express it. */
void gui_start_fen(const Variant *variant, char fen[FEN_MAX]);
/* Does Black begin at this start position, while White begins on XBoard's board? */
bool gui_begins_with_pass(const Position *pos);
/* Is this that start position? XBoard cannot express all of a FEN, and hands come in any order. */
bool gui_is_start(const Variant *variant, const char *fen);
/* Sets a FEN as XBoard writes it. XBoard knows castling and en passant only in its own games, and counts its own plies: if the FEN
 * is rejected, drops first these rights, then the counter. On ten ranks one FEN may count from 0 and from 1. */
bool gui_set_fen(Position *pos, const char *fen, ErrorText *error);

void gui_board_set(GuiBoard *gui, const Position *pos);
/* Appends the board as the first field of a FEN, without hands. */
void gui_board_print(const GuiBoard *gui, const Variant *variant, Buffer *out);
/* Appends rows of arbitrary square contents in FEN form; "" is empty. */
void gui_rows_print(const Variant *variant, char (*on)[PIECE_TEXT_MAX], Buffer *out);
/* Does what XBoard does with a ply of a side. Ignores any other text. */
void gui_board_ply(GuiBoard *gui, const Variant *variant, Side side, const char *ply);

/* The plies of a legal move. `legs_only`: only the legs, with passes between. Needs room for one more move; restores pos. */
void plies_of_move(Position *pos, const GuiBoard *gui, Move move, bool legs_only, PlyList *out);
/* The plies of a leg (in the game's notation) of the side to move, then passes until that side goes on; with `last`
 * until the other side is to move. `legs_only` as above. */
void plies_of_leg(const Position *pos, const GuiBoard *gui, const char *leg, bool last, bool legs_only, PlyList *out);
/* The plies, an even number, the first by the other side, that turn XBoard's board into that of pos, where `mover` has moved. */
void plies_to_repair(const Position *pos, const GuiBoard *gui, Side mover, PlyList *out);

/* Appends two closing passes if the plies of a move could begin a longer one. Needs room for one more move. false if memory ran
 * out. */
bool plies_close(Position *pos, const GuiBoard *gui, Move move, bool legs_only, PlyList *plies);

typedef enum PlyMatch {
    PLIES_NONE,  /* no legal move begins with these */
    PLIES_BEGIN, /* they begin a longer move */
    PLIES_MOVE   /* a whole move, closed if needed */
} PlyMatch;

/* Which move are these closed plies? Needs room for one more move. */
PlyMatch plies_match(Position *pos, const GuiBoard *gui, bool legs_only, const PlyList *plies, Move *move);

#endif
