/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* A position with a pool that searches it, for tests of the tree search. */
#ifndef QUINCUNX_TESTS_TREE_H
#define QUINCUNX_TESTS_TREE_H

#include "../src/search/iterate.h"
#include "../src/search/pool.h"
#include "../src/search/score.h"
#include "../src/search/search.h"
#include "../src/search/worker.h"
#include "support.h"

enum { TREE_HASH = 4 };

typedef struct Tree {
    SearchPool *pool;
    Position *pos;
} Tree;

/* The search has the values of src/search/params.h: positions in tests are chosen for them, and a game that is tuned anew makes no
 * test fail that is not about its values. */
static inline Tree tree_at(const char *game, const char *fen, const char *played)
{
    Tree tree = {.pos = position_at(game, fen)};
    play(tree.pos, played);
    tree.pool = search_new(tree.pos->variant, TREE_HASH, 1);
    ck_assert(tree.pool != NULL);
    for (const SearchParam *param = search_params; param->name; ++param) search_set_param(tree.pool, param, param->value);
    return tree;
}
static inline void tree_end(Tree *tree)
{
    search_free(tree->pool);
    position_free(tree->pos);
}

static inline SearchResult tree_search(Tree *tree, SearchLimits limits)
{
    SearchResult result = search_run(tree->pool, tree->pos, &limits);
    ck_assert(position_is_legal(tree->pos, result.best));
    return result;
}

/* The score of a node searched within a window: the position is that of a pool's worker after a search of
 * depth 1 within these limits, with an empty table. */
static inline Score ask(Tree *tree, SearchLimits limits, int depth, Score alpha, Score beta)
{
    limits.depth = 1;
    tree_search(tree, limits);
    search_clear(tree->pool);
    atomic_store(&tree->pool->signals.stop, false);
    return search_tree(tree->pool->workers[0], depth, alpha, beta);
}

#endif
