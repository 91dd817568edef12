/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Perft: prints a line for each move, then the sum. Protocols run it in its own thread, so that it can be stopped. */
#ifndef QUINCUNX_PERFT_H
#define QUINCUNX_PERFT_H

#include "../position.h"
#include "../util/text.h"

/* Counts the positions after `depth` plies and prints the sum; with `divide` first the count of each move. Restores
 * the position. false if memory ran out. */
bool perft_divide(Position *pos, unsigned depth, bool divide);

typedef struct PerftThread PerftThread;

/* The same on a copy, in a thread. NULL if memory or threads ran out. */
PerftThread *perft_start(const Position *pos, unsigned depth);
/* Waits for the thread and frees it; with `stop` stops it first, which it reports. Sets *thread to NULL; does
 * nothing if it is NULL already. */
void perft_end(PerftThread **thread, bool stop);

#endif
