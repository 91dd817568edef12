/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Levels of play and their Elo in a game: the game's LevelSheet, interpolated linearly between the measured
 * levels. A game without a sheet gets a default that claims nothing. */
#ifndef QUINCUNX_LEVELS_H
#define QUINCUNX_LEVELS_H

#include "../variant.h"
#include "skill.h"

enum {
    LEVEL_FULL = 20, /* full strength; the weakest level is 0 */
    MIN_ELO = 100
};

int level_elo(const Variant *variant, int level);
/* The highest level with at most this Elo, 0 if there is none. */
int level_of_elo(const Variant *variant, int elo);
/* The skill of a level or an Elo; from the highest on, full strength. */
Skill level_skill(const Variant *variant, int level, uint64_t seed);
Skill level_skill_of_elo(const Variant *variant, int elo, uint64_t seed);
/* Was the Elo of the game's levels measured? */
bool level_is_measured(const Variant *variant);
/* A level in words: "Newcomer", ..., "Full strength". Some levels share a name. */
const char *level_name(int level);
/* What the Elo of a game is relative to, in words. */
const char *level_scale(const Variant *variant);
/* The range of Elo over all games. The minimum is not below MIN_ELO, where rating lists begin; the weakest
 * levels of chess would be lower. */
void level_elo_range(int *min_elo, int *max_elo);

#endif
