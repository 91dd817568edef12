/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "skill.h"

typedef struct Knot {
    int strength;
    int generous, breadth, hasty, loss, opening_loss; /* as in Skill */
} Knot;

/* Values in between are interpolated linearly. */
static const Knot knots[] = {
    {0, 1000, 5, 400, 4000, 300},  {SKILL_UNAIDED, 0, 5, 400, 4000, 300}, {200, 0, 20, 350, 3000, 220},
    {300, 0, 60, 300, 2000, 190},  {500, 0, 200, 150, 1000, 150},         {700, 0, 600, 60, 500, 110},
    {900, 0, 2000, 20, 250, 80},   {1100, 0, 6000, 0, 120, 60},           {1300, 0, 15000, 0, 80, 50},
    {SKILL_STRENGTH_MAX, 0, 15000, 0, 60, 40},
};

static int between(int a, int b, int part, int whole) { return a + (b - a) * part / whole; }

uint64_t skill_evaluation_nodes(const Skill *skill, size_t moves)
{
    enum { LEAST = 400, A_MOVE = 12 };
    uint64_t nodes = A_MOVE * moves > LEAST ? A_MOVE * moves : LEAST;
    return skill->nodes > nodes ? skill->nodes : nodes;
}

Skill skill_of(int strength, uint64_t seed)
{
    enum { DOUBLING = 100, MIN_NODES = 10 };
    int last = SKILL_STRENGTH_MAX, s = (int)max(0, min(strength, last));
    int doubled = (int)max(0, s - SKILL_UNAIDED);
    uint64_t nodes = (uint64_t)MIN_NODES << doubled / DOUBLING;
    const Knot *k = knots;
    while (s > k[1].strength) ++k;
    int part = s - k->strength, whole = k[1].strength - k->strength;
    return (Skill){.limited = true,
                   .seed = seed,
                   .generous = between(k->generous, k[1].generous, part, whole),
                   .nodes = nodes + nodes * (uint64_t)(doubled % DOUBLING) / DOUBLING,
                   .breadth = between(k->breadth, k[1].breadth, part, whole),
                   .hasty = between(k->hasty, k[1].hasty, part, whole),
                   .loss = between(k->loss, k[1].loss, part, whole),
                   .opening_loss = between(k->opening_loss, k[1].opening_loss, part, whole)};
}
