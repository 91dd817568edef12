/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Hands out the moves of a node, the most promising first, in stages: the table's
 * move, noisy moves that lose nothing, killers and the countermove, quiet moves,
 * noisy moves that lose. A stage is generated when it is reached.
 */
#ifndef QUINCUNX_MOVEPICK_H
#define QUINCUNX_MOVEPICK_H

#include "worker.h"

typedef struct MovePicker {
    Worker *worker;
    const Position *pos;
    size_t arena_start;          /* what the arena is cut back to at the end */
    const ContinuationRows *before;        /* for continuation history */
    Move tt_move, killers[2], countermove;
    int refutations;                 /* killers and countermove handed out so far */
    size_t list;                 /* moves of the current stage still to come: where in the arena, */
    size_t list_size, popped;    /* how many, and how many have been taken */
    Pairs pairs;                 /* the same where moves are pairs of parts */
    size_t pairs_start;          /* what their memory is cut back to */
    size_t bad, bad_count, bad_next; /* noisy moves deferred: where in the arena, how many */
    const MoveInfo *info;        /* of the move handed out last */
    MoveInfo refutation_info;       /* room for one that is in no list */
    uint8_t stage;
    bool noisy_only, skip_quiets, truncated;
    Score see_threshold;
} MovePicker;

/* All moves of a node. killers may be NULL. tt_move need not be legal. *before must last as
 * long as the picker. */
void movepick_start(MovePicker *mp, Worker *worker, Move tt_move,
                    const Move *killers, Move countermove, const ContinuationRows *before);
/* Noisy moves alone that win at least `threshold` by exchanges. */
void movepick_start_noisy(MovePicker *mp, Worker *worker, Move tt_move,
                          Score threshold);
/* The root's list, in its order from `first` on. */
void movepick_start_root(MovePicker *mp, Worker *worker);
/* The next move, MOVE_NONE at the end; describes it in mp->info. */
Move movepick_next(MovePicker *mp);
/* Gives the lists back; every started picker must be ended, innermost first. */
void movepick_end(MovePicker *mp);

#endif
