/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A game with its side lines, comments and signs (PGN's "numeric annotation glyphs"), as PGN
 * writes them: a tree of moves. Every move in it is legal.
 */
#ifndef QUINCUNX_PGN_TREE_H
#define QUINCUNX_PGN_TREE_H

#include "pgn.h"

enum { PGN_NAGS_MAX = 8, PGN_NESTING_MAX = 64, PGN_MOVES_MAX = 200000 };

/* Nodes are numbered; 0 is the start, and links of 0 lead nowhere. */
typedef struct PgnNode {
    char text[MOVE_TEXT_MAX]; /* as the game prints it; "" at the start */
    Move move;
    size_t parent, first, next; /* its first child, which goes on with its line, and its next sibling */
    unsigned level;             /* how deep side lines nest here */
    char *comment;              /* NULL: none */
    uint8_t nags[PGN_NAGS_MAX];
    unsigned nag_count;
} PgnNode;

typedef struct PgnTree {
    PgnNode *nodes;
    size_t count, capacity;
    Position *pos; /* stands at node `at` */
    size_t at;
} PgnTree;

/* A tree of a start alone, with a copy of its position. Free it in either case; false if
 * memory ran out. */
bool pgn_tree_init(PgnTree *tree, const Position *start);
void pgn_tree_free(PgnTree *tree);
/* The child of `parent` with this turn, in any legal spelling, made if there is none. Returns
 * its number, or 0 with the reason. */
size_t pgn_tree_add(PgnTree *tree, size_t parent, const char *move, ErrorText *error);
/* Adds to a node's comment. false if memory ran out. */
bool pgn_tree_comment(PgnTree *tree, size_t node, const char *text, size_t length);
/* Adds a sign; those beyond PGN_NAGS_MAX and those known are left out. */
void pgn_tree_nag(PgnTree *tree, size_t node, unsigned nag);
/* Puts the tree's position at a node. false if memory ran out. */
bool pgn_tree_go(PgnTree *tree, size_t node);
/* The last node of the main line. */
size_t pgn_tree_end(const PgnTree *tree);

/* As pgn_read, with the tree in *tree, which has the start alone where the game was written for
 * XBoard. What is wrong in a side line ends only that and is told in *problem (""  if all is
 * sound). Free the tree in either case. */
bool pgn_tree_read(const char *text, unsigned number, PgnGame *game, PgnTree *tree, ErrorText *problem, ErrorText *error);
/* As pgn_write. */
bool pgn_tree_write(PgnTree *tree, const PgnHeader *header, const char *endgame, Buffer *out);

#endif
