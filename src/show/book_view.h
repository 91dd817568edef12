/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* An opening book as text, and scores as people read them. */
#ifndef QUINCUNX_BOOK_VIEW_H
#define QUINCUNX_BOOK_VIEW_H

#include "../library/book.h"
#include "../session/session.h"

enum { SCORE_TEXT_MAX = 24 };
/* A score of the side to move for people: normalised (eval/wdl.h) or moves to mate, from White's point of view. Returns
 * text. */
const char *score_text(const Position *pos, Score score, char text[SCORE_TEXT_MAX]);
/* Appends the moves that a book has in a position, which is its node `node`: move, value, expected result, share of the book's
 * positions, line. Not all of them unless `all`. false if memory ran out. */
bool book_view_moves(Position *pos, const OpeningBook *book, uint32_t node, bool all, Buffer *out);

#endif
