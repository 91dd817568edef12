/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Words of movetext as people and other programs write them. A text that is a legal move in the game's own notation or
 * in standard algebraic notation always means that move; only other texts are read leniently, and never if two moves
 * are meant.
 */
#ifndef QUINCUNX_PGN_PGN_MOVE_H
#define QUINCUNX_PGN_PGN_MOVE_H

#include "../variant.h"

/* Reads a move. Beyond what move_read takes: "e2-e4+", "Ng1-f3", "exd6e.p.", "a8(Q)", "a8/Q", "N:f3", figurines in games that
 * other programs know, typographic dashes, "Nf3+-". On failure explains why, unless error is NULL. */
bool pgn_move_read(const Position *pos, const char *text, Move *move, ErrorText *error);
/* "--", "Z0" and the like: a pass, whether legal or not. */
bool pgn_is_null_move(const char *text);
/* Is the word an annotation such as "!?", "+-" or "e.p.", not a move? *nag (not NULL) is its Numeric Annotation Glyph, 0 if it
 * has none. */
bool pgn_is_sign(const char *word, unsigned *nag);
/* The result that a word gives ("1-0", "0-1", "1/2-1/2", "*"), in any usual spelling, also with blanks; NULL: none. */
const char *pgn_result(const char *word);
/* The length of a result with blanks in it ("1 - 0") that a text begins with; 0: there is none. */
size_t pgn_spaced_result(const char *text);

#endif
