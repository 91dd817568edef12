/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Chess: what people are shown. */

#include "chess.h"

static const char *const words[BOARD_TYPES] = {
    [PAWN] = PAWN_WORDS EN_PASSANT_WORDS PROMOTION_WORDS,
    [KNIGHT] = KNIGHT_WORDS,
    [BISHOP] = BISHOP_WORDS,
    [ROOK] = ROOK_WORDS,
    [QUEEN] = QUEEN_WORDS,
    [KING] = "Steps one square in any direction, never onto an attacked square. Castles with a Rook: two squares towards it, if "
        "neither has moved and nothing stands between.",
};

const DisplaySheet chess_display = {
    .rules = "Chess by the laws of FIDE.\n"
             "Check and mate as everyone knows them; stalemate draws.\n"
             "A Pawn that arrives on the last rank becomes a Queen, Rook, Bishop or Knight: e7e8q.\n"
             "Castling is written as the King's move: e1g1. En passant: the square moved to.\n"
             "Drawn at once: a third occurrence of a position, 100 plies without a capture or a Pawn\n"
             "move, and too little material to mate with.",
    .brief = "The game that you know: checkmate the King.\n"
             "A check must be answered. Stalemate draws.\n"
             "A Pawn becomes a Queen, Rook, Bishop or Knight on the last rank.\n"
             "King and Rook castle, once in the game. A Pawn that stepped two squares may be taken en passant.\n"
             "A position that occurs three times draws, and so do 50 moves of each side without a capture or a Pawn's move.",
    .goals = {"Checkmate the King.", "Checkmate the King."},
    .scene = "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1f4 f8e7 e2e3 e8g8",
    .words = words,
    .cecp = {.name = "normal"},
};
