/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Borderlands as its inventor revised it in October 2025: fewer kinds of pieces, no villages, Chiefs that go anywhere. */

#define REVISED 1
#define BOARD_OWNS_TABLES
#define STEP_GENERATE
#define STEP_EN_PASSANT
#include "../borderlands/borderlands.h"

/* ---- Data sheet ---- */

/* The inventor's values. */
const PieceInfo piece_table[BOARD_TYPES] = {
    [CHIEF] = {PIECE('C', CHIEF, 0, 0, 0, "Chief", "K"), .royal = true, .symmetry = SYMMETRIC_SIDES},
    [MARAUDER] = {PIECE('M', MARAUDER, 0, 75, 95, "Marauder", "F"), .promotes = PROMOTED_MARAUDER},
    [FALCON] = {PIECE('F', FALCON, 1, 60, 120, "Falcon", "W"), .promotes = PROMOTED_FALCON},
    [ELEPHANT] = {PIECE('E', ELEPHANT, 2, 340, 330, "Elephant", "WAD"), .promotes = PROMOTED_ELEPHANT, .mates = true},
    [HORSE] = {PIECE('H', HORSE, 2, 380, 340, "Horse", "NF"), .promotes = PROMOTED_HORSE, .mates = true},
    [SLINGER] = {PIECE('S', SLINGER, 4, 440, 370, "Slinger", "BcpB"), .promotes = PROMOTED_SLINGER, .mates = true},
    [ARCHER] = {PIECE('A', ARCHER, 6, 690, 760, "Archer", "RcpR"), .promotes = PROMOTED_ARCHER, .mates = true},
    [WARRIOR] = {PIECE('W', WARRIOR, 0, 80, 130, "Warrior", "fWfceFifmnD"), .promotes = PROMOTED_WARRIOR, .structure = true},
    [LION] = {PIECE('L', LION, 4, 450, 420, "Lion", "KNAD"), .promotes = PROMOTED_LION, .mates = true},
    [PROMOTED_MARAUDER] = {PIECE('M', MARAUDER, 0, 250, 240, "promoted Marauder", "K"), PROMOTED},
    [PROMOTED_FALCON] = {PIECE('F', FALCON, 1, 270, 250, "promoted Falcon", "K"), PROMOTED},
    [PROMOTED_ELEPHANT] = {PIECE('E', ELEPHANT, 2, 520, 500, "promoted Elephant", "KAD"), PROMOTED, .mates = true},
    [PROMOTED_HORSE] = {PIECE('H', HORSE, 2, 560, 540, "promoted Horse", "NK"), PROMOTED, .mates = true},
    [PROMOTED_SLINGER] = {PIECE('S', SLINGER, 4, 510, 420, "promoted Slinger", "BcpBW"), PROMOTED, .mates = true},
    [PROMOTED_ARCHER] = {PIECE('A', ARCHER, 6, 830, 850, "promoted Archer", "RcpRF"), PROMOTED, .mates = true},
    [PROMOTED_WARRIOR] = {PIECE('W', WARRIOR, 0, 560, 540, "promoted Warrior", "NK"), PROMOTED, .mates = true},
    [PROMOTED_LION] = {PIECE('L', LION, 4, 820, 820, "promoted Lion", "KNAD"), PROMOTED, .mates = true},
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
    .position.start_fen = "a3s3a/1chesehc1/fw1wlw1wf/w1w1w1w1w/9/9/W1W1W1W1W/FW1WLW1WF/1CHESEHC1/A3S3A[MMmm] w - - 0 1",
    .draws.counter_limit = 80,
};
