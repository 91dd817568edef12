/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Proves forced wins by the rules alone: an AND/OR search over all legal moves, through
 * the Variant interface, without a table, an evaluation or any cut but those of logic (one
 * winning move is enough, one refutation is enough). Slow, and independent of the engine's
 * search, which is measured by it.
 */
#ifndef QUINCUNX_PROVE_H
#define QUINCUNX_PROVE_H

#include "../src/position.h"

typedef enum Proof {
    PROOF_NO_WIN,
    PROOF_WIN,
    PROOF_UNFINISHED /* more nodes would be needed, or memory ran out */
} Proof;

/* A search's budget and what it has used; a node is a move made. */
typedef struct ProofNodes {
    uint64_t used, limit; /* limit 0: none */
} ProofNodes;

/* Can the side to move force a win within so many (>= 1) of its own moves? Draw rules count;
 * the game must not be over. The position is as before afterwards. */
Proof prove_win(Position *pos, unsigned moves, ProofNodes *nodes);

/* The same if its first move is this legal one. */
Proof prove_move(Position *pos, Move first, unsigned moves, ProofNodes *nodes);

#endif
