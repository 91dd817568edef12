/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Proves forced wins by the rules alone: an AND/OR search over all legal moves, without evaluation, slow, and independent of the
 * engine's search, which is tested against it. */
#ifndef QUINCUNX_PROVE_H
#define QUINCUNX_PROVE_H

#include "../src/position.h"

typedef enum Proof {
    PROOF_NO_WIN,
    PROOF_WIN,
    PROOF_UNFINISHED /* the node limit was reached, or memory ran out */
} Proof;

enum { PROOF_MOVES_MAX = 8, PROOF_DECIDERS = 4, PROOF_MEMORY = 1 << 20 };

/* The node limit of proofs, the nodes used, and the results so far; a node is a move made. */
typedef struct ProofNodes {
    uint64_t used, limit; /* limit 0: no limit */
    /* The last winning moves and the last refutations for each number of moves left, newest first. Tried first, since they
     * often work again. Refutations with none left: moves that the defender still had. */
    uint64_t *memory; /* NULL, or PROOF_MEMORY zeros: results for positions */
    Move wins[PROOF_MOVES_MAX + 1][PROOF_DECIDERS], refutations[PROOF_MOVES_MAX + 1][PROOF_DECIDERS];
} ProofNodes;

/* Can the side to move force a win within `moves` (>= 1) of its own moves? Draw rules apply; the game must not be
 * over. Restores the position. */
Proof prove_win(Position *pos, unsigned moves, ProofNodes *nodes);

/* The same with this legal first move. */
Proof prove_move(Position *pos, Move first, unsigned moves, ProofNodes *nodes);

#endif
