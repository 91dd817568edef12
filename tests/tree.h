/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* A position with a pool that searches it, for tests of the tree search. */
#ifndef QUINCUNX_TESTS_TREE_H
#define QUINCUNX_TESTS_TREE_H

#include "../src/search/pool.h"
#include "../src/search/search.h"
#include "../src/search/worker.h"
#include "support.h"

enum { TREE_HASH = 4 };

typedef struct Tree {
    SearchPool *pool;
    Worker *worker; /* its only one */
    Position *pos;
} Tree;

/* Of a game that the test made; fen NULL is the start position. */
static inline Tree tree_of(const Variant *variant, const char *fen)
{
    ErrorText error;
    Tree tree = {.pos = position_new(variant), .pool = search_new(variant, TREE_HASH, 1)};
    ck_assert(tree.pool && tree.pos && position_reserve(tree.pos, 2 * MAX_PLY));
    ck_assert_msg(position_set_fen(tree.pos, fen ? fen : variant->position.start_fen, &error), "%s: %s", fen, error.text);
    tree.worker = tree.pool->workers[0];
    return tree;
}

/* The search has the values of src/search/params.h: positions in tests are chosen for them, and a game that is tuned anew makes no
 * test fail that is not about its values. */
static inline Tree tree_at(const char *game, const char *fen, const char *played)
{
    Tree tree = tree_of(variant_find(game), fen);
    play(tree.pos, played);
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
    return search_tree(tree->worker, depth, alpha, beta);
}

/* A tree of chess whose root has this move alone, with an empty table. */
static inline Tree tree_of_move(const char *fen, const char *text)
{
    Tree tree = tree_at("chess", fen, "");
    Move move = move_at(tree.pos, text);
    ask(&tree, (SearchLimits){.moves = &move, .move_count = 1}, 1, -1, 0);
    search_clear(tree.pool);
    return tree;
}

/* Tells the table about the position after these moves, all but its evaluation. */
static inline void tell(Tree *tree, const char *moves, TTEntry entry)
{
    entry.eval = SCORE_NONE;
    size_t plies = position_plies(tree->pos);
    play(tree->pos, moves);
    tt_store(tree->pool->tt, tree->pos->state->key, &entry);
    while (position_plies(tree->pos) > plies) position_unmake(tree->pos);
}

/* What the table says about the position after these moves; a depth of -1 if nothing. */
static inline TTEntry told(Tree *tree, const char *moves)
{
    TTEntry entry;
    size_t plies = position_plies(tree->pos);
    play(tree->pos, moves);
    if (!tt_probe(tree->pool->tt, tree->pos->state->key, &entry)) entry = (TTEntry){.depth = -1};
    while (position_plies(tree->pos) > plies) position_unmake(tree->pos);
    return entry;
}

#endif
