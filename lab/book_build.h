/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Builds and writes opening books (src/library/book.h). */
#ifndef QUINCUNX_BOOK_BUILD_H
#define QUINCUNX_BOOK_BUILD_H

#include "../src/library/book.h"

/* A book with the start position only, which has no edges yet; NULL if memory ran out. Free it with book_free. */
OpeningBook *book_new(const Variant *variant);
/* Adds a node for a new position, `move` after node `parent`; its number, or BOOK_NONE if memory ran out. */
uint32_t book_add_node(OpeningBook *book, uint32_t parent, Move move, Key key);
/* Can node `from` be reached from node `to`? An edge from `from` to `to` would then close a cycle. */
bool book_leads_to(const OpeningBook *book, uint32_t to, uint32_t from);
/* The position of a node, reached by its first way, in a new position with its history and room for a move; NULL if
 * memory ran out. */
Position *book_position(const OpeningBook *book, uint32_t node);

/* The cost of an edge in hundredths of a ply: a ply, and the score lost against the best edge in units of `drop`
 * centipawns of chess (T. Lincke, "Strategies for the Automatic Construction of Opening Books", Computers and Games
 * 2000: drop-out expansion). */
int64_t book_edge_cost(const OpeningBook *book, const BookNode *node, const BookEdge *edge, int drop);
/* Writes the cost of the cheapest way to each node, in an order from book_order. */
void book_costs(const OpeningBook *book, const uint32_t *order, int drop, int64_t *costs);

/* Appends a book as text. A node whose cost (in `costs`, NULL: none) is above `limit` is left out: the edges to it are
 * written as open or closed ones with its score. The book's edges must be sorted. false if memory ran out. */
bool book_write(const OpeningBook *book, const int64_t *costs, int64_t limit, Buffer *out);

#endif
