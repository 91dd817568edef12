/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "worker.h"

#include <stdlib.h>
#include <string.h>

bool roots_set(Worker *w, const Move *moves, size_t count)
{
    RootMove *roots = malloc((count + 1) * sizeof *roots); /* there may be none */
    if (!roots) return false;
    roots_free(w);
    w->root.moves = roots;
    w->root.count = count;
    for (size_t i = 0; i < count; ++i)
        roots[i] = (RootMove){.move = moves[i], .score = -SCORE_INFINITE, .previous = -SCORE_INFINITE};
    return true;
}

void roots_free(Worker *w)
{
    for (size_t i = 0; i < w->root.count; ++i) free(w->root.moves[i].pv);
    free(w->root.moves);
    w->root.moves = NULL;
    w->root.count = 0;
}

static int compare(const void *a, const void *b)
{
    const RootMove *x = a, *y = b;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    return x->previous < y->previous ? 1 : x->previous > y->previous ? -1 : 0;
}

void roots_order(Worker *w)
{
    for (size_t i = 0; i < w->root.count; ++i) {
        MoveInfo info;
        position_describe(w->pos, &w->root.moves[i].move, 1, &info);
        bool sound = !info.noisy || w->pos->variant->search.see_ge(w->pos, w->root.moves[i].move, 0);
        w->root.moves[i].score = sound ? info.gain : info.gain - EVAL_MAX;
        w->root.moves[i].previous = -(Score)i; /* keeps the generator's order among equals */
    }
    qsort(w->root.moves, w->root.count, sizeof(RootMove), compare);
    for (size_t i = 0; i < w->root.count; ++i) w->root.moves[i].score = w->root.moves[i].previous = -SCORE_INFINITE;
}

/* An insertion sort, which keeps the order of equals. */
void roots_sort(Worker *w, size_t from, size_t to)
{
    RootMove *roots = w->root.moves;
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
    if (w->root.number > 0 && w->root.number <= w->root.count && w->root.moves[w->root.number - 1].move == move)
        return &w->root.moves[w->root.number - 1];
    for (size_t i = 0; i < w->root.count; ++i)
        if (w->root.moves[i].move == move) return &w->root.moves[i];
    return NULL;
}

void root_update(Worker *w, Move move, const Stack *after, Score score, uint64_t nodes, Bound bound)
{
    RootMove *root = find(w, move);
    root->nodes += nodes;
    root->bound = bound;
    root->score = bound != BOUND_NONE ? score : -SCORE_INFINITE;
    if (bound == BOUND_NONE) return;
    root->seldepth = w->root.seldepth;
    if (!root->pv) root->pv = malloc((MAX_PLY + 1) * sizeof(Move));
    if (!root->pv) return; /* out of memory: report the move alone */
    root->pv[0] = move;
    memcpy(root->pv + 1, after->pv, (size_t)after->pv_length * sizeof(Move));
    root->pv_length = after->pv_length + 1;
}

void roots_keep_proven(Worker *w, size_t from, Move best)
{
    for (size_t i = from; i < w->root.count; ++i)
        if (w->root.moves[i].bound == BOUND_UPPER || w->root.moves[i].score < -EVAL_MAX) w->root.moves[i].score = -SCORE_INFINITE;
    if (from > 0 || w->root.moves[0].score != -SCORE_INFINITE) return;
    size_t at = 0;
    while (at + 1 < w->root.count && w->root.moves[at].move != best) ++at;
    RootMove first = w->root.moves[at];
    memmove(&w->root.moves[1], &w->root.moves[0], at * sizeof(RootMove));
    w->root.moves[0] = first;
}

Score root_score(const RootMove *root)
{
    return root->score != -SCORE_INFINITE ? root->score : root->previous;
}

Move root_ponder(const RootMove *root) { return root->pv && root->pv_length > 1 ? root->pv[1] : MOVE_NONE; }
