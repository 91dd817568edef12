/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Incremental net evaluation for the search: an efficiently updatable neural network (NNUE), introduced by
 * Yu Nasu for shogi (2018).
 *
 * An Evaluator has the scratch memory of the game's evaluation, and an accumulator for each ply since the root. It
 * updates the current one lazily, from the nearest earlier ply with a valid accumulator, along the position's log of
 * changed squares. It is not notified of made and unmade moves: an accumulator is valid while the key of its position
 * matches. Each thread has its own Evaluator; they share the net.
 */
#ifndef QUINCUNX_NNUE_H
#define QUINCUNX_NNUE_H

#include "kernels.h"
#include "net.h"

typedef struct Evaluator Evaluator;

/* Creates an evaluator for a game, with a net for up to this many plies below the root, or without one (NULL): the
 * classical evaluation, for any number of plies. The net must outlive it. kernel NULL: the fastest available. Returns
 * NULL if memory ran out. */
Evaluator *evaluator_new(const Variant *variant, const Net *net, unsigned plies, const Kernel *kernel);
void evaluator_free(Evaluator *evaluator); /* NULL is allowed */

/* Sets the root; later positions are reached from it by making moves. */
void evaluator_begin(Evaluator *evaluator, const Position *root);
/* The evaluation for the side to move, before draw counter scaling: by the net, or by `evaluate` (evaluate.h) if
 * there is none or the root had more pieces than it allows. */
Score evaluator_score(Evaluator *evaluator, const Position *pos);

/* Is the net valid for this position, or are there too many pieces? */
bool net_applies(const Net *net, const Position *pos);

#endif
