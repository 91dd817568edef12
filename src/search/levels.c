/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "levels.h"

enum { STEP = LEVEL_FULL / (LEVELS_MEASURED - 1) }; /* from one measured level to the next */

static const LevelSheet unmeasured = {
    .strength = {100, 300, 370, 430, 500, 580, 670, 770, 860, 970, 1200},
    .elo = {500, 800, 1100, 1400, 1600, 1900, 2200, 2500, 2700, 3000, 3300},
};

static const struct LevelName {
    int last; /* the highest level of this name */
    const char *name;
} names[] = {{1, "Newcomer"}, {4, "Beginner"}, {7, "Casual"},  {11, "Club player"},
             {14, "Strong"},  {17, "Expert"},  {19, "Master"}, {LEVEL_FULL, "Full strength"}};
enum { NAME_COUNT = sizeof names / sizeof *names };

const char *level_name(int level)
{
    int i = 0;
    while (i + 1 < NAME_COUNT && names[i].last < level) ++i;
    return names[i].name;
}

static const LevelSheet *sheet_of(const Variant *variant)
{
    const LevelSheet *sheet = variant_measured(variant)->levels;
    return sheet ? sheet : &unmeasured;
}

static int at_level(const int16_t *values, int level)
{
    int i = level / STEP, part = level % STEP;
    return part ? values[i] + (values[i + 1] - values[i]) * part / STEP : values[i];
}

int level_elo(const Variant *variant, int level) { return at_level(sheet_of(variant)->elo, level); }

int level_of_elo(const Variant *variant, int elo)
{
    int level = LEVEL_FULL;
    while (level > 0 && level_elo(variant, level) > elo) --level;
    return level;
}

Skill level_skill(const Variant *variant, int level, uint64_t seed)
{
    if (level >= LEVEL_FULL) return (Skill){.limited = false};
    return skill_of(at_level(sheet_of(variant)->strength, level), seed);
}

Skill level_skill_of_elo(const Variant *variant, int elo, uint64_t seed)
{
    const LevelSheet *sheet = sheet_of(variant);
    int i = 0;
    if (elo >= sheet->elo[LEVELS_MEASURED - 1]) return (Skill){.limited = false};
    if (elo <= sheet->elo[0]) return skill_of(sheet->strength[0], seed);
    while (elo >= sheet->elo[i + 1]) ++i;
    return skill_of(sheet->strength[i]
                        + (sheet->strength[i + 1] - sheet->strength[i]) * (elo - sheet->elo[i])
                              / (sheet->elo[i + 1] - sheet->elo[i]),
                    seed);
}

bool level_is_measured(const Variant *variant) { return sheet_of(variant)->measured; }

const char *level_scale(const Variant *variant)
{
    if (!sheet_of(variant)->measured) return "estimated, not measured";
    return sheet_of(variant)->placed ? "on the scale of chess engines"
                                     : "1000: a player that looks one move ahead and takes what it can";
}

void level_elo_range(int *min_elo, int *max_elo)
{
    *min_elo = *max_elo = level_elo(variants[0], 0);
    for (const Variant *const *v = variants; *v; ++v) {
        *min_elo = (int)min(*min_elo, level_elo(*v, 0));
        *max_elo = (int)max(*max_elo, level_elo(*v, LEVEL_FULL));
    }
    *min_elo = (int)max(*min_elo, MIN_ELO);
}
