/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* For slow generators of games like chess. The including file has defined RANKS and its Position, with a Placement `board`;
 * files and ranks count from 0. */
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

#endif
