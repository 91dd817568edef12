/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* For slow generators of games like chess. The including file has defined RANKS, CASTLINGS, its shape and its Position, with
 * a Placement `board` and rights `castling`; files and ranks count from 0. */
#ifndef QUINCUNX_REFERENCE_SQUARES_H
#define QUINCUNX_REFERENCE_SQUARES_H

#include "mailbox.h"

static inline bool same(Square a, Square b) { return a.file == b.file && a.rank == b.rank; }
static inline Square step(Square s, int files, int ranks) { return (Square){s.file + files, s.rank + ranks}; }

/* Of squares of the board. */
static inline char piece_at(const Position *p, Square s) { return p->board.at[s.rank][s.file]; }
static inline void set_piece(Position *p, Square s, char piece) { p->board.at[s.rank][s.file] = piece; }

static inline int forward(bool white) { return white ? 1 : -1; }
static inline int first_rank(bool white) { return white ? 0 : RANKS - 1; }
static inline int second_rank(bool white) { return white ? 1 : RANKS - 2; }
static inline int last_rank(bool white) { return white ? RANKS - 1 : 0; }

/* ---- Castling: where King and Rook of a right stand at home, the including file says ---- */

static Square castling_king(int right);
static Square castling_rook(int right);

static inline bool castling_is_white(int right) { return is_white(shape.castlings[right]); }

static inline bool castling_at_home(const Position *p, int right)
{
    bool white = castling_is_white(right);
    return piece_at(p, castling_king(right)) == piece_of('K', white) && piece_at(p, castling_rook(right)) == piece_of('R', white);
}

static inline const char *check_castling(const Position *p)
{
    for (int right = 0; right < CASTLINGS; right++)
        if (p->castling[right] && !castling_at_home(p, right)) return "castling right without King and Rook at home";
    return NULL;
}

/* A right is lost once King or Rook has left. */
static inline void drop_castling(Position *after)
{
    for (int right = 0; right < CASTLINGS; right++)
        if (!castling_at_home(after, right)) after->castling[right] = false;
}

static inline char *print_square(char *out, Square s) { return put_square(out, s.file, s.rank); }

#endif
