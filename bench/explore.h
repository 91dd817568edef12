/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Makes an opening book by drop-out expansion (T. Lincke, "Strategies for the Automatic Construction of Opening Books",
 * Computers and Games 2000), with one move added at a time as M. Buro does ("Toward Opening Book Learning", ICCA Journal
 * 22, 1999).
 *
 * Every position of the book (src/protocol/book.h) was searched, so it has an open edge: its best move outside the book.
 * The book grows in rounds. A round takes the open edges with the cheapest way from the start, where a move costs a ply
 * plus what it loses against the best one: so good lines grow deep, bad moves are only refuted. For each it
 *
 *   - follows a transposition, if the move leads to a known position; else
 *   - adds the position after the move, and searches it;
 *   - searches the position before the move again, without the moves that the book has: its next open edge.
 *
 * Then scores go back by minimax. Before the first round every move of the start position gets a position, and every
 * reply too, if these take no more than half of the book.
 *
 * A search begins with empty tables, so its result depends on nothing but the position and the moves. Rounds have a fixed
 * size. So the book depends neither on the number of shards nor on stops: the searches are numbered, each shard does
 * every Nth, and writes them to its file (FILE.searches, nnue/blocks.h), which the other shards read. All of them compute
 * the same book. The searches of a shard that is late are done by the others, so none needs to run while another does. A
 * run that begins again first takes the searches that the files have.
 */
#ifndef QUINCUNX_EXPLORE_H
#define QUINCUNX_EXPLORE_H

/* Runs `quincunx explore` with the arguments after that word. Returns the exit status: 0 if the book is complete, 2 for
 * bad arguments or files, 1 if it was interrupted: the same command continues it. */
int explore_main(int argc, char **argv);

#endif
