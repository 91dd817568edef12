/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * When the engine resigns, offers a draw and takes one: by what its moves were worth to it. The weaker the level
 * that plays, the longer it hopes; the weakest play until mate, so that beginners may win. Draws
 * are offered late and when nothing has happened for long; whoever stands worse takes one.
 */
#ifndef QUINCUNX_POLICY_H
#define QUINCUNX_POLICY_H

#include "../position.h"

enum { POLICY_NOTES = 32, POLICY_PATIENT = 8 }; /* levels below this never resign */

/* Scores of the engine's moves in one game, the last ones; of both sides, if it played both. All zero is a new game. */
typedef struct Policy {
    struct {
        unsigned ply; /* plies played before the move */
        Score score;  /* for the engine */
    } notes[POLICY_NOTES];
    unsigned count;
    unsigned offered; /* the ply after which a draw was offered last; 0: never */
} Policy;

/* Notes what a move that is about to be played is worth; what was noted of this ply and later ones is
 * forgotten, since it was taken back. */
void policy_note(Policy *policy, unsigned ply, Score score);
/* Forgets what does not lie before this ply. */
void policy_take_back(Policy *policy, unsigned ply);
/* After noting: is the game to be pruned instead? Level as in search/levels.h. */
bool policy_resigns(const Policy *policy, const Position *pos, int level);
/* Is a draw welcome? Not before the engine has played a move. */
bool policy_takes_draw(const Policy *policy, int level);
/* After the engine's move, with the position after it: is a draw to be offered? It is then taken as offered. */
bool policy_offers_draw(Policy *policy, const Position *pos, int level);
/* Does the engine stand better, so that it declines for that? */
bool policy_is_better(const Policy *policy);

#endif
