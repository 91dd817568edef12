/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Moves in few signs, for people, in every game. It is standard algebraic notation leg by leg, with every piece's letter in
 * braces, so that a page can show a figurine: "{N}f3", "exd5", "e8={Q}+", "{M}@e6", "{C}b7,{C}xc8", "O-O". Letters are those of
 * White's pieces; "+" before one marks a promoted form. Where another piece of the same kind could go to the same square, the
 * origin stands before the target. "*" hits the target from afar, ">" carries the piece along. "+" at the end: generalised
 * check; "#": the move wins the game. Works on move texts and boards only and knows no game's rules.
 */
#ifndef QUINCUNX_TEXT_SHORT_TEXT_H
#define QUINCUNX_TEXT_SHORT_TEXT_H

#include "../variant.h"

enum { SHORT_TEXT_MAX = 2 * MOVE_TEXT_MAX };

/* Writes a legal move. Restores the position; needs room for a move (position_reserve). false if memory ran out: the text
 * is then that of the game. */
bool short_text_write(Position *pos, Move move, char text[SHORT_TEXT_MAX]);

/* Writes a legal move as its players do: in standard algebraic notation where other programs know the game, else as the game
 * does. Needs and returns what short_text_write does. */
bool move_write(Position *pos, Move move, char text[MOVE_TEXT_MAX]);

/* Reads legs as a person types them, joined by commas: as the game writes them, in standard algebraic notation, or as above,
 * with or without braces, "x" and "=". Writes them in the game's spelling. False with the reason if no move begins like this. */
bool short_text_read(Position *pos, const char *text, char legs[MOVE_TEXT_MAX], ErrorText *error);

#endif
