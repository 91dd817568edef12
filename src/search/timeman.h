/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* How long a turn may take. All times in milliseconds. */
#ifndef QUINCUNX_TIMEMAN_H
#define QUINCUNX_TIMEMAN_H

#include "search.h"

typedef struct TimeManager {
    int64_t start;   /* on the monotonic clock */
    int64_t soft;    /* no new iteration after so long, before scaling; 0: no limit */
    int64_t hard;    /* stop at once after so long; 0: no limit */
    bool fixed;      /* the limit is an order, not a plan */
    Move best;       /* of the last iteration */
    int stable;      /* iterations it has been best */
    Score score;     /* of the last iteration */
} TimeManager;

/* The monotonic clock. */
int64_t time_now(void);
/* Plans a search that begins now. */
void time_start(TimeManager *tm, const SearchLimits *limits);
/* Has an iteration ended so late that no other should begin? `share` is the part of
 * the nodes spent on the best turn, in permille; choices the number of legal turns. */
bool time_is_enough(TimeManager *tm, Move best, Score score, int share, size_t choices);
/* Must the search stop now? */
bool time_is_up(const TimeManager *tm);
int64_t time_elapsed(const TimeManager *tm);

#endif
