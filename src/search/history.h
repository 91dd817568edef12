/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What a thread has learnt about moves and evaluations from cut-offs: the history
 * heuristics. Tables are sized by the game. A move of two parts is the sum of its
 * parts, and part i continues part i of earlier moves.
 */
#ifndef QUINCUNX_HISTORY_H
#define QUINCUNX_HISTORY_H

#include "../variant.h"
#include "params.h"

enum {
    HISTORY_MAX = 16384,     /* bound of every history value */
    HISTORY_WEIGHT_ONE = 128, /* of the weights among the parameters */
    CORRECTION_SIZE = 16384, /* entries a side, a power of two */
    CORRECTION_GRAIN = 128   /* correction units in a centipawn */
};

/* What continuation history knows after the moves before a node, those one and two plies earlier: for each
 * the rows of its two parts, NULL where there was no such move. */
enum { CONTINUATION_NB = 2 };
typedef struct ContinuationRows {
    int16_t *row[CONTINUATION_NB][2];
} ContinuationRows;

typedef struct History {
    size_t parts;       /* number of piece_to indices, 0 (no part) included */
    size_t steps;       /* number of from_to indices, likewise */
    int16_t *piece_to;  /* [parts] */
    int16_t *from_to;   /* [side][ATTACKED_NB][steps] */
    int16_t *noisy;     /* [parts][TYPE_MAX]: by victim */
    int16_t *continuation; /* [parts][parts]: a part by the same part of an earlier move; in the place of no
                              part, whether there is anything in the row */
    Move *countermoves;     /* [parts]: the refutation of a move */
    int16_t *correction;/* [side][CORRECTION_SIZE]: by structure key */
} History;

/* Bytes that the tables of a game take. */
size_t history_size(const Variant *variant);
/* Tables for a game, empty. Returns false if memory ran out. history_free frees. */
bool history_init(History *history, const Variant *variant);
void history_free(History *history);
void history_clear(History *history);

/* The rows after a move, as move i of *before; info NULL: there was none. */
void history_after(const History *history, const MoveInfo *info, ContinuationRows *before, int i);
/* What from_to knows of a part of a move. */
static inline int16_t *history_step(const History *history, Side side, const MoveInfo *info, int part)
{
    return &history->from_to[(side * (size_t)ATTACKED_NB + info->attacked[part]) * history->steps + info->from_to[part]];
}
/* How good moves like this have proved (or a part of one, of which the other is 0), roughly -4 to 4 times HISTORY_MAX for a quiet one. */
static inline int history_quiet(const History *history, Side side, const MoveInfo *info, const ContinuationRows *before)
{
    int sum = 0, continuation = 0;
    for (int i = 0; i < 2; ++i) {
        if (!info->piece_to[i]) continue;
        sum += history->piece_to[info->piece_to[i]] + *history_step(history, side, info, i);
        for (int j = 0; j < CONTINUATION_NB; ++j)
            if (before->row[j][i]) continuation += before->row[j][i][info->piece_to[i]];
    }
    return sum + continuation * continuation_weight / HISTORY_WEIGHT_ONE;
}
int history_noisy(const History *history, const MoveInfo *info);
/* What noisy moves are tried in the order of: what they win first of all, then by the least piece. */
static inline int history_noisy_order(const History *history, const MoveInfo *info)
{
    return 32 * info->gain - info->attacker + history_noisy(history, info);
}
/* What a part of a noisy move adds to that if the whole move takes this victim. */
static inline int history_beside(const History *history, const MoveInfo *info, PieceType victim)
{
    size_t piece_to = info->piece_to[0] | info->piece_to[1]; /* one of them is 0 */
    return history->noisy[piece_to * TYPE_MAX + victim] * capture_weight / HISTORY_WEIGHT_ONE;
}
/* Rewards (bonus > 0) or punishes a move. */
void history_update_quiet(History *history, Side side, const MoveInfo *info, const ContinuationRows *before, int bonus);
void history_update_noisy(History *history, const MoveInfo *info, int bonus);

/* How far the static evaluation has been off in positions of this structure. */
Score history_correction(const History *history, const Position *pos);
/* Learns from a search to this depth that the evaluation, corrected, was too low by so much. */
void history_update_correction(History *history, const Position *pos, int depth, Score error);

#endif
