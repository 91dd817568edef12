/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of chess share. */
#ifndef QUINCUNX_CHESS_H
#define QUINCUNX_CHESS_H

#define BOARD_GAME chess
#define BOARD_BETWEEN
#define BOARD_SEE
#define BOARD_ATTACKS
#include "../../orthodox.h"

/* The Pawn that a capture en passant on `ep` takes. */
static inline Square passed_pawn(Side us, Square ep) { return (Square)(us == WHITE ? ep - 8 : ep + 8); }

enum { FACT_CHECKERS = FACT_OF_GAME, FACT_PINS = 2 * FACT_OF_GAME };
typedef struct ChessFacts {
    BoardFacts board;
    Bitboard checkers; /* FACT_CHECKERS: enemy pieces that give check */
    /* FACT_PINS: own pieces that shield the King; targets of pieces other than the King, which must answer a check */
    Bitboard pinned, allowed;
} ChessFacts;
static_assert(sizeof(ChessFacts) <= FACTS_MAX, "facts fit into FactsRoom");

Tapered chess_square_value(PieceType type, unsigned file, unsigned rank);

#endif
