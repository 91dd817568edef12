/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Borderlands of October 2025: what people are shown. */

#define REVISED 1
#include "../borderlands/borderlands.h"
#include "../borderlands/both_shown.h"

static const char *const words[BOARD_TYPES] = {
    [CHIEF] = "Moves and captures one square in any direction. A side without Chiefs has lost.",
    [MARAUDER] = "Moves and captures one square diagonally. Each side has two in hand to drop.",
    [FALCON] = "Moves and captures one square straight.",
    [ELEPHANT] = "Steps one square straight or jumps exactly two squares straight or diagonally, to move or capture.",
    [HORSE] = "Jumps like a knight or steps one square diagonally, to move or capture.",
    [SLINGER] = "Runs any distance diagonally. It also captures on a diagonal by jumping over exactly one piece of either side.",
    [ARCHER] = "Runs any distance straight. It also captures on a straight line by jumping over exactly one piece of either side.",
    [PROMOTED_MARAUDER] = "Moves and captures one square in any direction.",
    [PROMOTED_FALCON] = "Moves and captures one square in any direction.",
    [PROMOTED_ELEPHANT] = "Steps one square in any direction or jumps exactly two squares straight or diagonally.",
    [PROMOTED_HORSE] = "Jumps like a knight or steps one square in any direction.",
    [PROMOTED_WARRIOR] = "Jumps like a knight or steps one square in any direction.",
    BOTH_WORDS
};

const Zone borderlands_2025_10_zones[] = {
    BOTH_ZONES
    {.name = NULL},
};

/* XBoard knows en passant only for its own Pawns, and a double step only from a piece's start square, so the
 * Warrior's line allows more than the rules. */
static const char *const cecp_pieces[BOARD_TYPES] = {[WARRIOR] = "fWfFfmnD"};

const DisplaySheet borderlands_2025_10_display = {
    .rules = "Borderlands as dpldgr revised it in October 2025. Chiefs are captured; there is no check and no mate.\n"
             "You win if the enemy has no Chief left or no legal move on his turn. There are no Guards, no\n"
             "villages and no roads: Chiefs step one square and go anywhere.\n"
             "White promotes on ranks 8-10, Black on ranks 1-3: at once, always, on arriving (e7e8+).\n"
             "A Lion stays on its own half and three squares beyond (White d7, f7, e9; Black d4, f4, e2)\n"
             "and promotes only on e9 or e2; promoted it roams freely.\n"
             "Each side has two Marauders in hand, to drop on ranks 6-7 (White) or ranks 4-5 (Black): M@e6.\n"
             "Archers and Slingers also capture by jumping over one piece, of either side, along their lines.\n"
             "Warriors step two squares from rank 3 (Black: rank 8) and are then open to en passant.\n"
             "A side that makes a position occur for the fifth time loses, unless the other side has\n"
             "attacked a Chief with every move since the fourth. 80 plies without a capture or a promotion draw.",
    .brief = "The inventor's revision, without villages and Guards: capture both enemy Chiefs.\n"
             "There is no check: a Chief may stand in danger, and is taken like any other piece.\n"
             "Chiefs go anywhere: there are no roads.\n"
             "Other pieces promote in the enemy's land. Instead of moving you may put a Marauder of your hand on the board.\n"
             "A side without a legal move loses. 80 plies without a capture or a promotion draw.",
    .goals = {"Capture both Chiefs, or leave no legal move.",
              "Capture both Chiefs, or leave no legal move."},
    .scene = "f3f4 d8d7 e4e5 c7c6 i1f1 i10f10 d3d5 c6d5 c4d5 f8f6 d2d4 h8h6 e2b5 e8g10",
    .words = words,
    .zones = borderlands_2025_10_zones,
    .cecp = {.table = "(.HSALME.FWC^S....^M^F..^W...^E.^H..^A..^L..hsalme.fwc^s....^m^f..^w...^e.^h..^a..^l.)",
             .geometry = "9x10+6_bughouse",
             .pieces = cecp_pieces},
};
