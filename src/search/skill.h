/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Reduced strength. A limited player searches few nodes, so its strength is the same on every machine, and
 * errs as people do: it overlooks moves, quiet ones first, more often in crowded positions; in haste it
 * plays the move that looks best before the reply. No move may lose more than a bound. The weakest also
 * help the opponent, so that people who have just learnt the moves win.
 */
#ifndef QUINCUNX_SKILL_H
#define QUINCUNX_SKILL_H

#include <stddef.h>

#include "../types.h"

/* Strength: hundredths of a doubling of the node count, with ten nodes up to SKILL_UNAIDED. Below that the player helps the
 * opponent, the more the weaker it is. */
enum { SKILL_UNAIDED = 100, SKILL_STRENGTH_MAX = 1500 };

typedef struct Skill {
    bool limited;       /* false: full strength, and all below is ignored */
    uint64_t seed;      /* of its errors: the same errors in the same position */
    int generous;       /* permille of its moves that are the best for the opponent (generosity.c) */
    uint64_t nodes;     /* node limit, though each move that it sees is searched once */
    int breadth;        /* tenths: of N quiet moves it overlooks N / (N + breadth); with twice the breadth for noisy
                           ones */
    int hasty;          /* permille of its moves that are chosen at a glance */
    Score loss;         /* maximum loss of a move in centipawns of chess, as scored by a search of
                           skill_evaluation_nodes nodes */
    Score opening_loss; /* the same in the first SKILL_OPENING moves of a game */
} Skill;

enum { SKILL_OPENING = 6 };

/* Nodes of the search that scores losses, for this many legal moves. */
uint64_t skill_evaluation_nodes(const Skill *skill, size_t moves);
/* The player of a strength from 0 to SKILL_STRENGTH_MAX. */
Skill skill_of(int strength, uint64_t seed);

#endif
