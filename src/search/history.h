/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * History heuristics: move ordering and evaluation correction learnt from the search, per thread. The game
 * determines the table sizes. The history of a move of two parts is the sum over its parts; part i continues
 * part i of earlier moves.
 */
#ifndef QUINCUNX_HISTORY_H
#define QUINCUNX_HISTORY_H

#include "../variant.h"
#include "params.h"

enum {
    HISTORY_MAX = 16384,     /* bound of every history value */
    HISTORY_WEIGHT_ONE = 128, /* scale of the history weights among the parameters */
    CORRECTION_SIZE = 16384, /* entries per side, a power of two */
    CORRECTION_GRAIN = 128   /* correction units in a centipawn */
};

/* Continuation history rows for a node, after the moves one and two plies earlier: for each, the rows of its
 * two parts; NULL where there was no such move. */
enum { CONTINUATION_NB = 2 };
typedef struct ContinuationRows {
    int16_t *row[CONTINUATION_NB][2];
} ContinuationRows;

typedef struct History {
    const SearchParams *params;
    size_t piece_to_count; /* indices piece_to, 0 (no part) included */
    size_t from_to_count;  /* indices from_to, likewise */
    void *memory;          /* of all that follows */
    int16_t *piece_to;     /* [piece_to_count] */
    int16_t *from_to;      /* [side][ATTACKED_NB][from_to_count] */
    int16_t *noisy;        /* [piece_to_count][TYPE_MAX]: by victim */
    int16_t *continuation; /* [piece_to_count][piece_to_count]: by the same part of an earlier move; index 0 (no part):
                              whether the row is in use */
    Move *countermoves;    /* [piece_to_count]: the countermove to a move */
    int16_t *correction;   /* [side][CORRECTION_SIZE]: by pawn_key */
} History;

/* Bytes that the tables of a game take. */
size_t history_size(const Variant *variant);
/* Tables for a game, empty; the parameters must outlive them. Returns false if memory ran out. history_free frees. */
bool history_init(History *history, const Variant *variant, const SearchParams *params);
void history_free(History *history);
void history_clear(History *history);

/* Sets move i of *before to the rows after a move; info NULL: there was no such move. */
void history_after(const History *history, const MoveInfo *info, ContinuationRows *before, int i);
static inline int16_t *history_from_to(const History *history, Side side, const MoveInfo *info, int part)
{
    return &history->from_to[(side * (size_t)ATTACKED_NB + info->attacked[part]) * history->from_to_count + info->from_to[part]];
}
/* Continuation history of a quiet move: the sum after the earlier moves. */
static inline int history_continuation(const MoveInfo *info, const ContinuationRows *before)
{
    int sum = 0;
    for (int i = 0; i < 2; ++i)
        for (int j = 0; info->piece_to[i] && j < CONTINUATION_NB; ++j)
            if (before->row[j][i]) sum += before->row[j][i][info->piece_to[i]];
    return sum;
}
/* History score of a quiet move (or of one part, the other being 0), roughly -6 to 6 times HISTORY_MAX. */
static inline int history_quiet(const History *history, Side side, const MoveInfo *info, const ContinuationRows *before)
{
    int sum = history_continuation(info, before) * history->params->continuation_weight / HISTORY_WEIGHT_ONE;
    for (int i = 0; i < 2; ++i)
        if (info->piece_to[i]) sum += history->piece_to[info->piece_to[i]] + *history_from_to(history, side, info, i);
    return sum;
}
/* Ordering score of a quiet move: the opponent answers to few moves as to one that puts it in peril,
 * and a move out of the way of a lesser piece is more urgent. */
static inline int history_quiet_order(const History *history, Side side, const MoveInfo *info, const ContinuationRows *before)
{
    return history_quiet(history, side, info, before) + (info->gives_peril ? history->params->peril_order : 0)
           + info->escape * history->params->escape_order;
}
int history_noisy(const History *history, const MoveInfo *info);
/* Ordering score of a noisy move: most valuable victim first, then least valuable attacker. */
static inline int history_noisy_order(const History *history, const MoveInfo *info)
{
    return 32 * info->gain - info->attacker + history_noisy(history, info);
}
/* What one part of a noisy move adds to this score if the whole move takes the given victim. */
static inline int history_noisy_part(const History *history, const MoveInfo *info, PieceType victim)
{
    assert(!info->piece_to[0] || !info->piece_to[1]);
    size_t piece_to = info->piece_to[0] | info->piece_to[1];
    return history->noisy[piece_to * TYPE_MAX + victim] * history->params->capture_weight / HISTORY_WEIGHT_ONE;
}
/* Update the histories of a move: bonus > 0 rewards, bonus < 0 penalises. */
void history_update_quiet(History *history, Side side, const MoveInfo *info, const ContinuationRows *before, int bonus);
/* Records how good a quiet move was by the evaluation alone. */
void history_update_evaluated(History *history, Side side, const MoveInfo *info, int bonus);
void history_update_noisy(History *history, const MoveInfo *info, int bonus);

/* Correction to add to the static evaluation of positions with this pawn_key, in centipawns. */
Score history_correction(const History *history, const Position *pos);
/* Records that a search to this depth found the corrected evaluation too low by `error`. */
void history_update_correction(History *history, const Position *pos, int depth, Score error);

#endif
