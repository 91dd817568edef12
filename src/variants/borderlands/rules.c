/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Borderlands by dpldgr (2025): two Chiefs a side, zones, drops, villages to conquer.
 */

#define BOARD_OWNS_TABLES
#include "borderlands.h"

/* ---- Data sheet ---- */

/* The inventor's values, then fitted to the results of self-play. */
const PieceInfo piece_table[BOARD_TYPES] = {
    [CHIEF] = {.letter = 'C', .sides = 3, .base = CHIEF, .symmetry = SYMMETRIC_SIDES, .royal = true,
               .name = "Chief", .betza = "KmNmAmD"},
    [GUARD] = {.letter = 'G', .sides = 3, .base = GUARD, .symmetry = SYMMETRIC_SIDES, .phase = 2, .mg = 290, .eg = 295,
               .name = "Guard", .betza = "KmNmAmD"},
    [MARAUDER] = {.letter = 'M', .sides = 3, .promotes = PROMOTED_MARAUDER, .base = MARAUDER,
                  .mg = 100, .eg = 125, .name = "Marauder", .betza = "FmN"},
    [FALCON] = {.letter = 'F', .sides = 3, .promotes = PROMOTED_FALCON, .base = FALCON, .phase = 1,
                .mg = 55, .eg = 140, .name = "Falcon", .betza = "WmAmD"},
    [ELEPHANT] = {.letter = 'E', .sides = 3, .promotes = PROMOTED_ELEPHANT, .base = ELEPHANT, 
                  .phase = 2, .mg = 270, .eg = 235, .name = "Elephant", .betza = "ADmR3"},
    [HORSE] = {.letter = 'H', .sides = 3, .promotes = PROMOTED_HORSE, .base = HORSE, .mates = true, .phase = 2,
               .mg = 330, .eg = 245, .name = "Horse", .betza = "NmB3"},
    [SLINGER] = {.letter = 'S', .sides = 3, .promotes = PROMOTED_SLINGER, .base = SLINGER, .mates = true,
                 .phase = 4, .mg = 500, .eg = 400, .name = "Slinger", .betza = "BcpBmW"},
    [ARCHER] = {.letter = 'A', .sides = 3, .promotes = PROMOTED_ARCHER, .base = ARCHER, .mates = true, .phase = 6,
                .mg = 770, .eg = 845, .name = "Archer", .betza = "RcpRmF"},
    [WARRIOR] = {.letter = 'W', .sides = 3, .promotes = PROMOTED_WARRIOR, .base = WARRIOR,
                 .structure = true, .mg = 65, .eg = 120, .name = "Warrior",
                 .betza = "fWfceFifmnD"},
    [LION] = {.letter = 'L', .sides = 3, .promotes = PROMOTED_LION, .base = LION, .mates = true, .phase = 4,
              .mg = 445, .eg = 420, .name = "Lion", .betza = "KNAD"},
    [PROMOTED_MARAUDER] = {.letter = 'M', .promoted = true, .sides = 3, .base = MARAUDER,
                           .symmetry = SYMMETRIC_SIDES, .mg = 220,
                           .eg = 125, .name = "promoted Marauder", .betza = "KmN"},
    [PROMOTED_FALCON] = {.letter = 'F', .promoted = true, .sides = 3, .base = FALCON,
                         .symmetry = SYMMETRIC_SIDES, .phase = 1, .mg = 255,
                         .eg = 215, .name = "promoted Falcon", .betza = "KmAmD"},
    [PROMOTED_ELEPHANT] = {.letter = 'E', .promoted = true, .sides = 3, .base = ELEPHANT, 
                           .symmetry = SYMMETRIC_SIDES, .phase = 2, .mg = 435,
                           .eg = 305, .name = "promoted Elephant", .betza = "ADWmFmR3"},
    [PROMOTED_HORSE] = {.letter = 'H', .promoted = true, .sides = 3, .base = HORSE, .mates = true,
                        .symmetry = SYMMETRIC_SIDES, .phase = 2, .mg = 420,
                        .eg = 380, .name = "promoted Horse", .betza = "NFmWmB3"},
    [PROMOTED_SLINGER] = {.letter = 'S', .promoted = true, .sides = 3, .base = SLINGER, .mates = true,
        .symmetry = SYMMETRIC_SIDES, .phase = 4, .mg = 515, .eg = 390,
        .name = "promoted Slinger", .betza = "BcpBW"},
    [PROMOTED_ARCHER] = {.letter = 'A', .promoted = true, .sides = 3, .base = ARCHER, .mates = true,
        .symmetry = SYMMETRIC_SIDES, .phase = 6, .mg = 885, .eg = 825,
        .name = "promoted Archer", .betza = "RcpRF"},
    [PROMOTED_WARRIOR] = {.letter = 'W', .promoted = true, .sides = 3, .base = WARRIOR, 
                          .symmetry = SYMMETRIC_SIDES, .mg = 515,
                          .eg = 410, .name = "promoted Warrior", .betza = "NADmQ3"},
    [PROMOTED_LION] = {.letter = 'L', .promoted = true, .sides = 3, .base = LION, .mates = true,
        .symmetry = SYMMETRIC_SIDES, .phase = 4, .mg = 820, .eg = 820, .name = "promoted Lion", .betza = "KNAD"},
};

#include "both_rules.h"

/* ---- The edition ---- */

static const RuleOption rule_options[] = {
    {"version", "2025-09|2025-10", &rules_set.version, .words = "2025-10: the inventor's revision, a separate game.",
     .other = "borderlands-2025-10"},
    {"conquest", "on|off", &rules_set.conquest_off, .words = "off: holding the villages wins nothing."},
    {"chiefs", "both|one", &rules_set.one_chief, .words = "one: a side that has lost a Chief has lost."},
    {"drops", "on|off", &rules_set.drops_off, .spares = DATA_NET, .words = "off: no Marauders in hand."},
    {.name = NULL},
};

Variant variant_borderlands = {
    BORDERLANDS_MEMBERS,
    .name = "borderlands",
    .title = "Borderlands",
    .start_fen = "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/9/9/W1W1W1W1W/FWGW1WGWF/1CE1L1EC1/A1HS1SH1A[MMmm] w - - 0 1",
    .counter_limit = 150,
    .hints = &borderlands_hints,
    .display = &borderlands_display,
    .measured = &borderlands_measured,
    .phase_max = 76,
    .rule_options = rule_options,
};
