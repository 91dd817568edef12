/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* When the engine resigns, offers and takes draws, by the scores of its own moves. Weaker levels resign later, the weakest never,
 * so that beginners get to mate. It offers draws late, after a long even phase; when worse, it takes one. */
#ifndef QUINCUNX_POLICY_H
#define QUINCUNX_POLICY_H

#include "../position.h"

enum { POLICY_NOTES = 32, POLICY_RESIGN_LEVEL = 8 }; /* lower levels never resign */

/* The latest scores of the engine's moves in one game; of both sides if it plays both. All zero is a new game. */
typedef struct Policy {
    struct {
        unsigned ply; /* plies played before the move */
        Score score;  /* normalised (eval/wdl.h), the engine's point of view */
    } notes[POLICY_NOTES];
    unsigned count;
    unsigned offered; /* ply after which a draw was last offered; 0: never */
} Policy;

/* Records the normalised score of a move about to be played. Drops records of this ply and later ones: those were taken back. */
void policy_note(Policy *policy, unsigned ply, Score score);
/* Drops records from this ply on. */
void policy_take_back(Policy *policy, unsigned ply);
/* After policy_note: resign instead of moving? Level as in search/levels.h. */
bool policy_resigns(const Policy *policy, int level);
/* Accept a draw? Never before the engine's first move. */
bool policy_takes_draw(const Policy *policy, int level);
/* After the engine's move, with the position after it: offer a draw? If so, records the offer. */
bool policy_offers_draw(Policy *policy, const Position *pos, int level);
/* Is the engine better, so that it declines for this reason? */
bool policy_is_better(const Policy *policy);

#endif
