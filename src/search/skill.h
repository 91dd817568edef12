/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A player weaker than the engine. It looks at few positions, so its strength is the same on every machine, and errs
 * as people do: it overlooks moves, the quiet ones first and the more of them the more there are; in haste it
 * plays what looks best at a glance, before the answer; but no move may lose more than a bound.
 */
#ifndef QUINCUNX_SKILL_H
#define QUINCUNX_SKILL_H

#include <stddef.h>

#include "../types.h"

/* Strength: hundredths of a doubling of the positions that the player looks at, from ten of them on. */
enum { SKILL_STRENGTH_MAX = 1400 };

typedef struct Skill {
    bool limited;       /* false: the engine itself, and nothing below matters */
    uint64_t seed;      /* of its errors: the same in the same position */
    uint64_t nodes;     /* it looks at so many positions, but once at every move that it sees */
    int breadth;        /* tenths: of so many quiet moves, or twice as many noisy ones, it overlooks half; of n times
                           as many, n in n + 1 */
    int hasty;          /* permille of its moves are chosen at a glance */
    Score loss;         /* centipawns of chess that a move may lose at most, as a search of skill_evaluation_nodes
                           positions evaluates */
    Score opening_loss; /* the same in the first SKILL_OPENING moves of a game */
} Skill;

enum { SKILL_OPENING = 6 };

/* Positions by which losses are evaluated where there are so many moves. */
uint64_t skill_evaluation_nodes(const Skill *skill, size_t moves);
/* The player of a strength from 0 to SKILL_STRENGTH_MAX. */
Skill skill_of(int strength, uint64_t seed);

#endif
