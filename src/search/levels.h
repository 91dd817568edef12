/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Levels of play, and what they are worth in a game: the game's LevelSheet, with straight lines between what was
 * measured. A game without a sheet has one that promises nothing. */
#ifndef QUINCUNX_LEVELS_H
#define QUINCUNX_LEVELS_H

#include "../variant.h"
#include "skill.h"

enum {
    LEVEL_FULL = 20, /* the engine itself; the weakest level is 0 */
    LEAST_ELO = 100
};

/* The Elo of a level. */
int level_elo(const Variant *variant, int level);
/* The highest level that is worth no more than this, 0 if there is none. */
int level_of_elo(const Variant *variant, int elo);
/* The player of a level, of an Elo: at the highest, and beyond, the engine itself. */
Skill level_skill(const Variant *variant, int level, uint64_t seed);
Skill level_skill_of_elo(const Variant *variant, int elo, uint64_t seed);
/* What the Elo of a game counts from, in words: "..., as engines are rated". */
const char *level_scale(const Variant *variant);
/* The lowest and the highest Elo of all games that may be asked for: not below LEAST_ELO, where lists of players
 * begin and the weakest levels of chess would still stand lower. */
void level_elo_range(int *least_elo, int *most_elo);

#endif
