/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* How long a move may take. All times in milliseconds. */
#ifndef QUINCUNX_TIMEMAN_H
#define QUINCUNX_TIMEMAN_H

#include "search.h"

typedef struct TimeManager {
    int64_t start;   /* of the search, on the monotonic clock: pondering is thinking, too */
    int64_t charged; /* since when our own clock runs: start, or the ponderhit */
    int64_t soft;    /* no new iteration after so long, before scaling; 0: no limit */
    int64_t hard;    /* stop at once after so long; 0: no limit */
    bool fixed;      /* the limit is an order, not a plan */
    uint64_t budget; /* the same as soft in nodes; 0: no limit */
    Move best;       /* of the last iteration */
    int stable;      /* iterations it has been best */
    Score score;     /* of the last iteration */
} TimeManager;

/* The monotonic clock; a program may bring its own instead (clock.c). */
int64_t time_now(void);
/* Plans a search that begins at `now`, a reading of time_now, as below. */
void time_start(TimeManager *tm, const SearchLimits *limits, int64_t now);
/* Our own clock has run since then, if that is later than it was thought to. */
void time_charge(TimeManager *tm, int64_t since);
/* What the last iteration found. */
typedef struct Iteration {
    Move best;
    Score score;    /* in centipawns of chess: by the game's margin_percent */
    uint64_t nodes; /* of the search so far */
    int share;      /* part of them spent on the best move, in permille */
    size_t choices; /* legal moves */
} Iteration;

/* Has this iteration ended so late that no other should begin? */
bool time_is_enough(TimeManager *tm, int64_t now, const Iteration *found);
/* Must the search stop now? */
bool time_is_up(const TimeManager *tm, int64_t now);

#endif
