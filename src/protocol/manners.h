/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * When the engine resigns, offers a draw and takes one: by what its turns were worth to it. The weaker the level
 * that plays, the longer it hopes; the weakest play until mate, so that beginners may win. Draws
 * are offered late and when nothing has happened for long; whoever stands worse takes one.
 */
#ifndef QUINCUNX_MANNERS_H
#define QUINCUNX_MANNERS_H

#include "../position.h"

enum { MANNERS_NOTES = 32, MANNERS_PATIENT = 8 }; /* levels below this never resign */

/* Scores of the engine's turns in one game, the last ones; of both sides, if it played both. All zero is a new game. */
typedef struct Manners {
    struct {
        unsigned ply; /* plies played before the turn */
        Score score;  /* for the engine */
    } notes[MANNERS_NOTES];
    unsigned count;
    unsigned offered; /* the ply after which a draw was offered last; 0: never */
} Manners;

/* Notes what a turn that is about to be played is worth; what was noted of this ply and later ones is
 * forgotten, since it was taken back. */
void manners_note(Manners *manners, unsigned ply, Score score);
/* Forgets what does not lie before this ply. */
void manners_take_back(Manners *manners, unsigned ply);
/* After noting: is the game to be given up instead? Level as in search/levels.h. */
bool manners_resigns(const Manners *manners, const Position *pos, int level);
/* Is a draw welcome? Not before the engine has played a turn. */
bool manners_takes_draw(const Manners *manners, int level);
/* After the engine's turn, with the position after it: is a draw to be offered? It is then taken as offered. */
bool manners_offers_draw(Manners *manners, const Position *pos, int level);
/* Does the engine stand better, so that it declines for that? */
bool manners_is_better(const Manners *manners);

#endif
