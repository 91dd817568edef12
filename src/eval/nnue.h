/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Evaluation by a net inside a search: an efficiently updatable neural network, as first made
 * by Yu Nasu for shogi (2018).
 *
 * An Evaluator keeps an accumulator for each ply since the root and brings the current one up
 * to date only when asked, from the nearest earlier ply whose accumulator holds, along the
 * position's log of changed squares. Nobody tells it of moves made and taken back: an
 * accumulator holds as long as it was made for a position with the same key.
 * Each thread has its own; the net may be shared.
 */
#ifndef QUINCUNX_NNUE_H
#define QUINCUNX_NNUE_H

#include "kernels.h"
#include "net.h"

typedef struct Evaluator Evaluator;

/* An evaluator by a net, for up to so many plies below the root. The net must live longer. The
 * kernel is the fastest there is if NULL. Returns NULL if memory ran out. */
Evaluator *evaluator_new(const Net *net, unsigned plies, const Kernel *kernel);
void evaluator_free(Evaluator *evaluator);

/* Makes a position the root, from which later ones are reached by playing moves. */
void evaluator_begin(Evaluator *evaluator, const Position *root);
/* The evaluation for the side to move, whatever the draw counter: as `evaluate` (evaluate.h), but
 * by the net unless the root had more pieces than the net allows. */
Score evaluator_score(Evaluator *evaluator, const Position *pos);

/* Does the net evaluate a position like this one, or has it too many pieces? */
bool net_applies(const Net *net, const Position *pos);

#endif
