/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "roots.h"

#include <stdlib.h>
#include <string.h>

bool roots_set(Worker *w, const Move *moves, size_t count)
{
    RootMove *roots = malloc((count + 1) * sizeof *roots); /* there may be none */
    if (!roots) return false;
    roots_free(w);
    w->roots = roots;
    w->root_count = count;
    for (size_t i = 0; i < count; ++i)
        roots[i] = (RootMove){.move = moves[i], .score = -SCORE_INFINITE, .previous = -SCORE_INFINITE};
    return true;
}

void roots_free(Worker *w)
{
    for (size_t i = 0; i < w->root_count; ++i) free(w->roots[i].pv);
    free(w->roots);
    w->roots = NULL;
    w->root_count = 0;
}

static int compare(const void *a, const void *b)
{
    const RootMove *x = a, *y = b;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    return x->previous < y->previous ? 1 : x->previous > y->previous ? -1 : 0;
}

void roots_order(Worker *w)
{
    for (size_t i = 0; i < w->root_count; ++i) {
        MoveInfo info;
        position_describe(w->pos, &w->roots[i].move, 1, &info);
        bool sound = !info.noisy || w->pos->variant->see_ge(w->pos, w->roots[i].move, 0);
        w->roots[i].score = sound ? info.gain : info.gain - EVAL_MAX;
        w->roots[i].previous = -(Score)i; /* keeps the generator's order among equals */
    }
    qsort(w->roots, w->root_count, sizeof(RootMove), compare);
    for (size_t i = 0; i < w->root_count; ++i) w->roots[i].score = w->roots[i].previous = -SCORE_INFINITE;
}

/* An insertion sort, which keeps the order of equals. */
void roots_sort(Worker *w, size_t from, size_t to)
{
    RootMove *roots = w->roots;
    for (size_t i = from + 1; i < to; ++i) {
        size_t j = i;
        while (j > from && compare(&roots[i], &roots[j - 1]) < 0) --j;
        if (j == i) continue;
        RootMove moving = roots[i];
        memmove(&roots[j + 1], &roots[j], (i - j) * sizeof(RootMove));
        roots[j] = moving;
    }
}

/* Finds a root move; usually it is the one begun last. */
static RootMove *find(Worker *w, Move move)
{
    if (w->root_number > 0 && w->root_number <= w->root_count && w->roots[w->root_number - 1].move == move)
        return &w->roots[w->root_number - 1];
    for (size_t i = 0; i < w->root_count; ++i)
        if (w->roots[i].move == move) return &w->roots[i];
    return NULL;
}

void root_update(Worker *w, Move move, const Stack *after, Score score, uint64_t nodes, Bound bound)
{
    RootMove *root = find(w, move);
    root->nodes += nodes;
    root->bound = bound;
    root->score = bound != BOUND_NONE ? score : -SCORE_INFINITE;
    if (bound == BOUND_NONE) return;
    root->seldepth = w->seldepth;
    if (!root->pv) root->pv = malloc((MAX_PLY + 1) * sizeof(Move));
    if (!root->pv) return; /* out of memory: report the move alone */
    root->pv[0] = move;
    memcpy(root->pv + 1, after->pv, (size_t)after->pv_length * sizeof(Move));
    root->pv_length = after->pv_length + 1;
}

void roots_keep_proven(Worker *w, size_t from, Move best)
{
    for (size_t i = from; i < w->root_count; ++i)
        if (w->roots[i].bound == BOUND_UPPER || w->roots[i].score < -EVAL_MAX) w->roots[i].score = -SCORE_INFINITE;
    if (from > 0 || w->roots[0].score != -SCORE_INFINITE) return;
    size_t at = 0;
    while (at + 1 < w->root_count && w->roots[at].move != best) ++at;
    RootMove first = w->roots[at];
    memmove(&w->roots[1], &w->roots[0], at * sizeof(RootMove));
    w->roots[0] = first;
}

Score root_score(const RootMove *root)
{
    return root->score != -SCORE_INFINITE ? root->score : root->previous;
}

Move root_ponder(const RootMove *root) { return root->pv && root->pv_length > 1 ? root->pv[1] : MOVE_NONE; }
