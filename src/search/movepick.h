/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Staged move picker: the table's move, good noisy moves, killers and the countermove, quiet moves, bad
 * noisy moves. A stage is generated when it is reached.
 */
#ifndef QUINCUNX_MOVEPICK_H
#define QUINCUNX_MOVEPICK_H

#include "worker.h"

enum { REFUTATIONS = 3 };

/* Two killers and the countermove; MOVE_NONE where there is none. */
typedef struct Refutations {
    Move moves[REFUTATIONS];
    size_t next;
    MoveInfo info; /* room for a move that is in no list */
} Refutations;

/* Moves of the current stage still to come: where in the arena, how many, and how many have been taken. */
typedef struct MoveList {
    size_t start, size, popped;
} MoveList;

typedef struct NoisyMoves {
    bool only; /* no quiet moves */
    Score threshold;                 /* what a move that is not deferred wins by static exchange evaluation */
    size_t bad, bad_count, bad_next; /* deferred moves: where in the arena, how many */
} NoisyMoves;

typedef struct QuietMoves {
    bool skip;
    bool only_peril; /* of those still to come, skip those that do not put the opponent in peril */
    bool by_history; /* the last move returned is quiet, and of those to come only moves that give peril have a better history */
    size_t perils;   /* still to come that put the opponent in peril */
} QuietMoves;

typedef struct MovePicker {
    Worker *worker;
    const Position *pos;
    NodeFacts *facts;               /* of pos */
    const ContinuationRows *before; /* for continuation history */
    Move tt_move;
    Refutations refutation;
    MoveList list;
    Pairs pairs; /* the same for games whose moves are pairs of parts */
    NoisyMoves noisy;
    QuietMoves quiet;
    size_t arena_start, pairs_start; /* arena and pairs' memory are cut back to these at the end */
    const MoveInfo *info;            /* of the last move returned */
    uint8_t stage;
    bool truncated;
} MovePicker;

/* Starts a picker for all moves of a node with these facts. killers may be NULL. tt_move may be illegal. *facts and *before
 * must outlive the picker. */
void movepick_start(MovePicker *mp, Worker *worker, NodeFacts *facts, Move tt_move,
                    const Move *killers, Move countermove, const ContinuationRows *before);
/* Starts a picker for noisy moves that win at least `threshold` by static exchange evaluation. */
void movepick_start_noisy(MovePicker *mp, Worker *worker, NodeFacts *facts, Move tt_move,
                          Score threshold);
/* Starts a picker for the root moves, in their order, from `first` on. */
void movepick_start_root(MovePicker *mp, Worker *worker, NodeFacts *facts);
/* Returns the next move, MOVE_NONE at the end; describes it in mp->info. */
Move movepick_next(MovePicker *mp);
/* Releases the lists. Every started picker must be ended, innermost first. */
void movepick_end(MovePicker *mp);

#endif
