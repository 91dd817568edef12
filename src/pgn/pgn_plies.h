/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Games as XBoard writes them: each leg is a move, "--" a pass, and what XBoard does not know further moves of both sides
 * (plies.h). On ten ranks it counts from 0. */
#ifndef QUINCUNX_PGN_PGN_PLIES_H
#define QUINCUNX_PGN_PGN_PLIES_H

#include "../variant.h"

/* Plays the words of a movetext, without numbers, on a position at the start of a game. false, with the reason, if some words
 * fit no legal move; the position is then after the last word that fits. */
bool pgn_plies_play(Position *pos, const char *words, ErrorText *error);

#endif
