/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Borderlands by dpldgr (2025): two Chiefs a side, zones, drops, villages to conquer. */

#define BOARD_OWNS_TABLES
#define STEP_GENERATE
#define STEP_EN_PASSANT
#include "borderlands.h"

/* ---- Data sheet ---- */

/* The inventor's values, then fitted to the results of self-play. */
const PieceInfo piece_table[BOARD_TYPES] = {
    [CHIEF] = {PIECE('C', CHIEF, 0, 0, 0, "Chief", "KmNmAmD"), .royal = true, .symmetry = SYMMETRIC_SIDES},
    [GUARD] = {PIECE('G', GUARD, 2, 290, 295, "Guard", "KmNmAmD"), .symmetry = SYMMETRIC_SIDES},
    [MARAUDER] = {PIECE('M', MARAUDER, 0, 100, 125, "Marauder", "FmN"), .promotes = PROMOTED_MARAUDER},
    [FALCON] = {PIECE('F', FALCON, 1, 55, 140, "Falcon", "WmAmD"), .promotes = PROMOTED_FALCON},
    [ELEPHANT] = {PIECE('E', ELEPHANT, 2, 270, 235, "Elephant", "ADmR3"), .promotes = PROMOTED_ELEPHANT},
    [HORSE] = {PIECE('H', HORSE, 2, 330, 245, "Horse", "NmB3"), .promotes = PROMOTED_HORSE, .mates = true},
    [SLINGER] = {PIECE('S', SLINGER, 4, 500, 400, "Slinger", "BcpBmW"), .promotes = PROMOTED_SLINGER, .mates = true},
    [ARCHER] = {PIECE('A', ARCHER, 6, 770, 845, "Archer", "RcpRmF"), .promotes = PROMOTED_ARCHER, .mates = true},
    [WARRIOR] = {PIECE('W', WARRIOR, 0, 65, 120, "Warrior", "fWfceFifmnD"), .promotes = PROMOTED_WARRIOR, .structure = true},
    [LION] = {PIECE('L', LION, 4, 445, 420, "Lion", "KNAD"), .promotes = PROMOTED_LION, .mates = true},
    [PROMOTED_MARAUDER] = {PIECE('M', MARAUDER, 0, 220, 125, "promoted Marauder", "KmN"), PROMOTED},
    [PROMOTED_FALCON] = {PIECE('F', FALCON, 1, 255, 215, "promoted Falcon", "KmAmD"), PROMOTED},
    [PROMOTED_ELEPHANT] = {PIECE('E', ELEPHANT, 2, 435, 305, "promoted Elephant", "ADWmFmR3"), PROMOTED},
    [PROMOTED_HORSE] = {PIECE('H', HORSE, 2, 420, 380, "promoted Horse", "NFmWmB3"), PROMOTED, .mates = true},
    [PROMOTED_SLINGER] = {PIECE('S', SLINGER, 4, 515, 390, "promoted Slinger", "BcpBW"), PROMOTED, .mates = true},
    [PROMOTED_ARCHER] = {PIECE('A', ARCHER, 6, 885, 825, "promoted Archer", "RcpRF"), PROMOTED, .mates = true},
    [PROMOTED_WARRIOR] = {PIECE('W', WARRIOR, 0, 515, 410, "promoted Warrior", "NADmQ3"), PROMOTED},
    [PROMOTED_LION] = {PIECE('L', LION, 4, 820, 820, "promoted Lion", "KNAD"), PROMOTED, .mates = true},
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
    .position.start_fen = "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/9/9/W1W1W1W1W/FWGW1WGWF/1CE1L1EC1/A1HS1SH1A[MMmm] w - - 0 1",
    .draws.counter_limit = 150,
};
