/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The clocks of a game in the terminal. Times are milliseconds. */
#ifndef QUINCUNX_CLOCKS_H
#define QUINCUNX_CLOCKS_H

#include "../position.h"

typedef struct Clocks {
    bool on;                  /* clocks are in use */
    bool running;             /* the clock of `side` is running */
    Side side;                /* to move */
    bool fallen[SIDE_NB];     /* flag fell; then both clocks stay stopped */
    int64_t left[SIDE_NB], start, increment;
    int64_t move_began;       /* monotonic time */
} Clocks;

/* Reads "5", "5+3", "0.5+0": minutes, and increment in seconds. false if it is nothing like that. */
bool clocks_read(Clocks *clocks, const char *word);
/* Resets both clocks and starts that of a side. */
void clocks_begin(Clocks *clocks, Side side);
/* Starts the clock of a side, whose move it is. */
void clocks_start(Clocks *clocks, Side side);
void clocks_stop(Clocks *clocks);
/* After a move, which led to this position: stops the mover's clock and starts the other one. */
void clocks_press(Clocks *clocks, const Position *pos);
/* Do the clocks count? Not after a flag fell. */
bool clocks_count(const Clocks *clocks);
/* The time left until the flag of the side to move falls; -1 if it does not. */
int64_t clocks_patience(const Clocks *clocks);
/* Announces a flag that has fallen in this position; returns whether there is one. */
bool clocks_check(Clocks *clocks, const Position *pos);
/* The clock of a side as it stands now, "4:07"; "" without clocks. Returns text. */
const char *clocks_text(const Clocks *clocks, Side side, char *text, size_t size);

#endif
