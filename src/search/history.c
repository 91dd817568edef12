/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "history.h"
#include "../text/notation.h"

#include <stdlib.h>
#include <string.h>

/* This index of a continuation row says whether the row is in use; no part has this number. Most rows of a
 * large board stay unused, and untouched memory takes no room. */
enum { ROW_USED = 0 };

/* Computes the sizes, without allocating. */
static History layout(const Variant *variant)
{
    size_t squares = square_count(variant);
    return (History){.piece_to_count = 1 + variant_history_slots(variant) * squares, .from_to_count = 1 + squares * squares};
}

size_t history_size(const Variant *variant)
{
    History h = layout(variant);
    size_t n = h.piece_to_count, values = n * (1 + TYPE_MAX + n) + SIDE_NB * (ATTACKED_NB * h.from_to_count + CORRECTION_SIZE);
    return values * sizeof(int16_t) + n * sizeof(Move);
}

/* The tables one after the other in a block; the continuation history, most of which stays unused, is the last. */
bool history_init(History *history, const Variant *variant, const SearchParams *params)
{
    *history = layout(variant);
    history->params = params;
    history->memory = calloc(1, history_size(variant));
    if (!history->memory) return false;
    history->countermoves = history->memory;
    history->piece_to = (int16_t *)(void *)(history->countermoves + history->piece_to_count);
    history->from_to = history->piece_to + history->piece_to_count;
    history->noisy = history->from_to + SIDE_NB * ATTACKED_NB * history->from_to_count;
    history->correction = history->noisy + history->piece_to_count * TYPE_MAX;
    history->continuation = history->correction + SIDE_NB * CORRECTION_SIZE;
    return true;
}

void history_free(History *history)
{
    free(history->memory);
    *history = (History){0};
}

void history_clear(History *history)
{
    memset(history->memory, 0, (size_t)((char *)history->continuation - (char *)history->memory));
    for (size_t part = 0; part < history->piece_to_count; ++part) {
        int16_t *row = history->continuation + part * history->piece_to_count;
        if (row[ROW_USED]) memset(row, 0, history->piece_to_count * sizeof(int16_t));
    }
}

void history_after(const History *history, const MoveInfo *info, ContinuationRows *before, int i)
{
    for (int part = 0; part < 2; ++part)
        before->row[i][part] = info ? &history->continuation[info->piece_to[part] * history->piece_to_count] : NULL;
}

int history_noisy(const History *history, const MoveInfo *info)
{
    int sum = 0;
    for (int i = 0; i < 2; ++i)
        if (info->piece_to[i]) sum += history->noisy[info->piece_to[i] * TYPE_MAX + info->victim];
    return sum * history->params->capture_weight / HISTORY_WEIGHT_ONE;
}

/* Gravity: moves a value towards the bonus, by less the further it already is. */
static void gravity_update(int16_t *value, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / HISTORY_MAX);
}

void history_update_quiet(History *history, Side side, const MoveInfo *info, const ContinuationRows *before, int bonus)
{
    for (int i = 0; i < 2 && info->piece_to[i]; ++i) {
        gravity_update(&history->piece_to[info->piece_to[i]], bonus);
        gravity_update(history_from_to(history, side, info, i), bonus);
        for (int j = 0; j < CONTINUATION_NB; ++j) {
            int16_t *row = before->row[j][i];
            if (!row) continue;
            row[ROW_USED] = true;
            gravity_update(&row[info->piece_to[i]], bonus);
        }
    }
}

void history_update_evaluated(History *history, Side side, const MoveInfo *info, int bonus)
{
    for (int i = 0; i < 2 && info->piece_to[i]; ++i) gravity_update(history_from_to(history, side, info, i), bonus);
}

void history_update_noisy(History *history, const MoveInfo *info, int bonus)
{
    for (int i = 0; i < 2 && info->piece_to[i]; ++i)
        gravity_update(&history->noisy[info->piece_to[i] * TYPE_MAX + info->victim], bonus);
}

static int16_t *correction(const History *history, const Position *pos)
{
    return &history->correction[pos->side * CORRECTION_SIZE + (pos->state->pawn_key & (CORRECTION_SIZE - 1))];
}

Score history_correction(const History *history, const Position *pos)
{
    return *correction(history, pos) * history->params->correction_weight / (CORRECTION_GRAIN * HISTORY_WEIGHT_ONE);
}

static int within(int value, int limit) { return value > limit ? limit : value < -limit ? -limit : value; }

/* The average is over the error of the uncorrected evaluation: the remaining error plus the present
 * correction. history_correction applies a share of the average. */
void history_update_correction(History *history, const Position *pos, int depth, Score error)
{
    enum { LIMIT = 160, WEIGHT_MAX = 16, SCALE = 102 };
    int16_t *value = correction(history, pos);
    int weight = depth + 1 < WEIGHT_MAX ? depth + 1 : WEIGHT_MAX;
    int limit = (int)min(LIMIT * variant_margin_percent(pos->variant) / 100 * CORRECTION_GRAIN, INT16_MAX);
    int target = within((error + history_correction(history, pos)) * CORRECTION_GRAIN, limit);
    *value = (int16_t)((*value * (SCALE - weight) + target * weight) / SCALE);
}
