/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Time management. All times in milliseconds. */
#ifndef QUINCUNX_TIMEMAN_H
#define QUINCUNX_TIMEMAN_H

#include "search.h"

typedef struct TimeManager {
    int64_t start;   /* of the search, on the monotonic clock, pondering included */
    int64_t charged; /* start of the engine's own clock: start, or the ponderhit */
    int64_t soft;    /* soft limit before scaling: no new iteration after it; 0: no limit */
    int64_t hard;    /* hard limit: stop at once; 0: no limit */
    bool fixed;      /* the limit is a fixed move time, not a plan */
    uint64_t budget; /* soft limit in nodes; 0: no limit */
    Move best;       /* of the last iteration */
    int stable;      /* iterations for which it has been best */
    Score score;     /* of the last iteration */
} TimeManager;

/* The monotonic clock. A program may replace it (clock.c). */
int64_t time_now(void);
/* Plans the time of a search that begins at `now`, a reading of time_now. */
void time_start(TimeManager *tm, const SearchLimits *limits, int64_t now);
/* Sets `charged` to this time if it is later. */
void time_charge(TimeManager *tm, int64_t since);
/* The result of the last iteration. */
typedef struct Iteration {
    Move best;
    Score score;    /* in centipawns of chess: by the game's margin_percent */
    uint64_t nodes; /* of the search so far */
    int share;      /* permille of the nodes spent on the best move */
    size_t choices; /* legal moves */
} Iteration;

/* Soft limit: should no further iteration begin? */
bool time_is_enough(TimeManager *tm, int64_t now, const Iteration *found);
/* Hard limit: must the search stop now? */
bool time_is_up(const TimeManager *tm, int64_t now);

#endif
