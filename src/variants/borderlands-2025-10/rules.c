/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Borderlands as its inventor revised it in October 2025: fewer kinds of pieces, no villages, Chiefs that go anywhere.
 */

#define REVISED 1
#define BOARD_OWNS_TABLES
#include "../borderlands/borderlands.h"

/* ---- Data sheet ---- */

/* The inventor's values. */
const PieceInfo piece_table[BOARD_TYPES] = {
    [CHIEF] = {.letter = 'C', .sides = 3, .base = CHIEF, .symmetry = SYMMETRIC_SIDES, .royal = true,
               .name = "Chief", .betza = "K"},
    [MARAUDER] = {.letter = 'M', .sides = 3, .promotes = PROMOTED_MARAUDER, .base = MARAUDER,
                  .mg = 75, .eg = 95, .name = "Marauder", .betza = "F"},
    [FALCON] = {.letter = 'F', .sides = 3, .promotes = PROMOTED_FALCON, .base = FALCON, .phase = 1,
                .mg = 60, .eg = 120, .name = "Falcon", .betza = "W"},
    [ELEPHANT] = {.letter = 'E', .sides = 3, .promotes = PROMOTED_ELEPHANT, .base = ELEPHANT, .mates = true,
                  .phase = 2, .mg = 340, .eg = 330, .name = "Elephant", .betza = "WAD"},
    [HORSE] = {.letter = 'H', .sides = 3, .promotes = PROMOTED_HORSE, .base = HORSE, .mates = true, .phase = 2,
               .mg = 380, .eg = 340, .name = "Horse", .betza = "NF"},
    [SLINGER] = {.letter = 'S', .sides = 3, .promotes = PROMOTED_SLINGER, .base = SLINGER, .mates = true,
                 .phase = 4, .mg = 440, .eg = 370, .name = "Slinger", .betza = "BcpB"},
    [ARCHER] = {.letter = 'A', .sides = 3, .promotes = PROMOTED_ARCHER, .base = ARCHER, .mates = true, .phase = 6,
                .mg = 690, .eg = 760, .name = "Archer", .betza = "RcpR"},
    [WARRIOR] = {.letter = 'W', .sides = 3, .promotes = PROMOTED_WARRIOR, .base = WARRIOR,
                 .structure = true, .mg = 80, .eg = 130, .name = "Warrior",
                 .betza = "fWfceFifmnD"},
    [LION] = {.letter = 'L', .sides = 3, .promotes = PROMOTED_LION, .base = LION, .mates = true, .phase = 4,
              .mg = 450, .eg = 420, .name = "Lion", .betza = "KNAD"},
    [PROMOTED_MARAUDER] = {.letter = 'M', .promoted = true, .sides = 3, .base = MARAUDER,
                           .symmetry = SYMMETRIC_SIDES, .mg = 250,
                           .eg = 240, .name = "promoted Marauder", .betza = "K"},
    [PROMOTED_FALCON] = {.letter = 'F', .promoted = true, .sides = 3, .base = FALCON,
                         .symmetry = SYMMETRIC_SIDES, .phase = 1, .mg = 270,
                         .eg = 250, .name = "promoted Falcon", .betza = "K"},
    [PROMOTED_ELEPHANT] = {.letter = 'E', .promoted = true, .sides = 3, .base = ELEPHANT, .mates = true,
                           .symmetry = SYMMETRIC_SIDES, .phase = 2, .mg = 520,
                           .eg = 500, .name = "promoted Elephant", .betza = "KAD"},
    [PROMOTED_HORSE] = {.letter = 'H', .promoted = true, .sides = 3, .base = HORSE, .mates = true,
                        .symmetry = SYMMETRIC_SIDES, .phase = 2, .mg = 560,
                        .eg = 540, .name = "promoted Horse", .betza = "NK"},
    [PROMOTED_SLINGER] = {.letter = 'S', .promoted = true, .sides = 3, .base = SLINGER, .mates = true,
        .symmetry = SYMMETRIC_SIDES, .phase = 4, .mg = 510, .eg = 420,
        .name = "promoted Slinger", .betza = "BcpBW"},
    [PROMOTED_ARCHER] = {.letter = 'A', .promoted = true, .sides = 3, .base = ARCHER, .mates = true,
        .symmetry = SYMMETRIC_SIDES, .phase = 6, .mg = 830, .eg = 850,
        .name = "promoted Archer", .betza = "RcpRF"},
    [PROMOTED_WARRIOR] = {.letter = 'W', .promoted = true, .sides = 3, .base = WARRIOR, .mates = true,
                          .symmetry = SYMMETRIC_SIDES, .mg = 560,
                          .eg = 540, .name = "promoted Warrior", .betza = "NK"},
    [PROMOTED_LION] = {.letter = 'L', .promoted = true, .sides = 3, .base = LION, .mates = true,
        .symmetry = SYMMETRIC_SIDES, .phase = 4, .mg = 820, .eg = 820, .name = "promoted Lion", .betza = "KNAD"},
};

#include "../borderlands/both_rules.h"

/* ---- The edition ---- */

static const RuleOption rule_options[] = {
    {"chiefs", "both|one", &rules_set.one_chief, .words = "one: a side that has lost a Chief has lost."},
    {"drops", "on|off", &rules_set.drops_off, .spares = DATA_NET, .words = "off: no Marauders in hand."},
    {.name = NULL},
};

Variant variant_borderlands_2025_10 = {
    BORDERLANDS_MEMBERS,
    .name = "borderlands-2025-10",
    .title = "Borderlands of October 2025",
    .start_fen = "a3s3a/1chesehc1/fw1wlw1wf/w1w1w1w1w/9/9/W1W1W1W1W/FW1WLW1WF/1CHESEHC1/A3S3A[MMmm] w - - 0 1",
    .counter_limit = 80,
    .hints = &borderlands_2025_10_hints,
    .display = &borderlands_2025_10_display,
    .measured = &borderlands_2025_10_measured,
    .phase_max = 68,
    .rule_options = rule_options,
};
