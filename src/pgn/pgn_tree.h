/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* A game with variations, comments and NAGs (Numeric Annotation Glyphs): a tree of legal moves. */
#ifndef QUINCUNX_PGN_PGN_TREE_H
#define QUINCUNX_PGN_PGN_TREE_H

#include "pgn.h"

enum { PGN_NAGS_MAX = 8, PGN_MOVES_MAX = 200000, PGN_REST_MAX = 4000 };

/* Nodes are numbered. 0 is the start; a link of 0 means none. */
typedef struct PgnNode {
    char text[MOVE_TEXT_MAX]; /* as the game prints it; "" at the start */
    Move move;
    size_t parent, first, next; /* first child (continues the line) and next sibling */
    unsigned level;             /* nesting depth of variations */
    char *comment;              /* NULL: none */
    uint8_t nags[PGN_NAGS_MAX];
    unsigned nag_count;
} PgnNode;

typedef struct PgnTree {
    PgnNode *nodes;
    size_t count, capacity;
    Position *pos; /* at node `at` */
    size_t at;
    Buffer tags; /* tag lines that PgnHeader does not hold and that are not written anyway */
} PgnTree;

/* Makes a tree with only a start node and a copy of its position. false if memory ran out. Free it in either case. */
bool pgn_tree_init(PgnTree *tree, const Position *start);
/* The same for a position with the moves that led to it as the main line. */
bool pgn_tree_of_game(PgnTree *tree, const Position *pos);
void pgn_tree_free(PgnTree *tree);
/* Finds or creates the child of `parent` with this move, in any spelling that pgn_move_read takes. Returns its number,
 * or 0 with the reason (error may be NULL). */
size_t pgn_tree_add(PgnTree *tree, size_t parent, const char *move, ErrorText *error);
/* Appends to a node's comment. false if memory ran out. */
bool pgn_tree_comment(PgnTree *tree, size_t node, const char *text, size_t length);
/* Adds a NAG. Ignores duplicates and those beyond PGN_NAGS_MAX. */
void pgn_tree_nag(PgnTree *tree, size_t node, unsigned nag);
/* Moves the tree's position to a node. false if memory ran out. */
bool pgn_tree_go(PgnTree *tree, size_t node);
/* The last node of the main line. */
size_t pgn_tree_end(const PgnTree *tree);

/* Reads a game as a tree; one in XBoard's form gives only the start. The rest of a line that can not be read becomes a comment at
 * the move before it, up to PGN_REST_MAX bytes. The first error in a variation goes to *problem ("": none). Free the tree in
 * either case. */
bool pgn_tree_read(const char *text, unsigned number, PgnGame *game, PgnTree *tree, ErrorText *problem, ErrorText *error);
/* Appends a game as PGN. `reason` (may be NULL) says why it ended. false if memory ran out. */
bool pgn_tree_write(PgnTree *tree, const PgnHeader *header, const char *reason, Buffer *out);
/* The same for a position with its moves. */
bool pgn_write(const Position *pos, const PgnHeader *header, const char *reason, Buffer *out);

#endif
