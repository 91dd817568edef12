/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Borderlands: what people are shown. */

#include "borderlands.h"
#include "both_shown.h"

static const char *const words[BOARD_TYPES] = {
    [CHIEF] = "Moves and captures one square in any direction; jumps like a knight or exactly two squares straight or diagonally, "
        "but only to move. It stays on ranks 1-3, ranks 8-10 and the files a, e and i. A side without Chiefs has lost.",
    [GUARD] = "Moves and captures one square in any direction; jumps like a knight or "
        "exactly two squares straight or diagonally, but only to move.",
    [MARAUDER] = "Moves and captures one square diagonally; jumps like a knight, but only to "
        "move. Each side has two in hand to drop.",
    [FALCON] = "Moves and captures one square straight; jumps exactly two squares straight or diagonally, but only to move.",
    [ELEPHANT] = "Jumps exactly two squares straight or diagonally to move or capture; runs up "
        "to three squares straight, but only to move.",
    [HORSE] = "Jumps like a knight to move or capture; runs up to three squares diagonally, but only to move.",
    [SLINGER] = "Runs any distance diagonally. It also captures on a diagonal by jumping over "
        "exactly one piece of either side, and moves one square straight.",
    [ARCHER] = "Runs any distance straight. It also captures on a straight line by jumping "
        "over exactly one piece of either side, and moves one square diagonally.",
    [PROMOTED_MARAUDER] = "Moves and captures one square in any direction; jumps like a knight, but only to move.",
    [PROMOTED_FALCON] = "Moves and captures one square in any direction; jumps exactly two squares "
        "straight or diagonally, but only to move.",
    [PROMOTED_ELEPHANT] = "Jumps exactly two squares straight or diagonally, or steps one square straight, to move or capture; "
        "moves one square diagonally or up to three straight, but only to move.",
    [PROMOTED_HORSE] = "Jumps like a knight or steps one square diagonally to move or capture; moves "
        "one square straight or up to three diagonally, but only to move.",
    [PROMOTED_WARRIOR] = "Jumps like a knight or exactly two squares straight or diagonally to move or "
        "capture; runs up to three squares in any direction, but only to move.",
    BOTH_WORDS
};

const Zone borderlands_zones[] = {
    {"Borderlands", ZONE_LAND, 3, "a4-i7", "The land between the two sides, where Chiefs keep to the roads.", 0x7fa650},
    {"Road", ZONE_LAND, 3, "a4-a7 e4-e7 i4-i7", "The only way of a Chief through the Borderlands.", 0xd8a860},
    {"Village", ZONE_GOAL, 3, "b2 h2 b9 h9", "A side that is to move and stands on all four has won.", 0xc23b22},
    {"Chiefs' land", ZONE_REGION, 3, "a1-i3 a8-i10 a4-a7 e4-e7 i4-i7", "Chiefs stand only here.", 0},
    BOTH_ZONES
    {.name = NULL},
};

/* XBoard knows en passant only for its own Pawns, and a double step only from a piece's start square, so the
 * Warrior's line allows more than the rules. */
static const char *const cecp_pieces[BOARD_TYPES] = {[WARRIOR] = "fWfFfmnD"};

const DisplaySheet borderlands_display = {
    .rules = "Borderlands, by dpldgr, 2025. Chiefs are captured; there is no check and no mate.\n"
             "You win if the enemy has no Chief left or no legal move on his turn, or if you are to\n"
             "move and stand on all four villages: b2, h2, b9 and h9.\n"
             "A Chief stands only on ranks 1-3, ranks 8-10 and the files a, e and i.\n"
             "White promotes on ranks 8-10, Black on ranks 1-3: at once, always, on arriving (e7e8+).\n"
             "A Lion stays on its own half and three squares beyond (White d7, f7, e9; Black d4, f4, e2)\n"
             "and promotes only on e9 or e2; promoted it roams freely.\n"
             "Each side has two Marauders in hand, to drop on ranks 6-7 (White) or ranks 4-5 (Black): M@e6.\n"
             "Archers and Slingers also capture by jumping over one piece, of either side, along their lines.\n"
             "Warriors step two squares from rank 3 (Black: rank 8) and are then open to en passant.\n"
             "A side that makes a position occur for the fifth time loses, unless the other side has\n"
             "attacked a Chief with every move since the fourth. 150 plies without a capture or a promotion draw.",
    .brief = "Capture both enemy Chiefs, or hold all four villages.\n"
             "There is no check: a Chief may stand in danger, and is taken like any other piece.\n"
             "Between the two lands lie the Borderlands, which Chiefs cross only by three roads.\n"
             "Other pieces promote in the enemy's land. Instead of moving you may put a Marauder of your hand on the board.\n"
             "A side without a legal move loses. 150 plies without a capture or a promotion draw.",
    .goals = {"Capture both Chiefs, or hold all four villages for one enemy move.",
              "Capture both Chiefs, or hold all four villages for one enemy move."},
    .scene = "e2e3 c10e8 f3f5 d8d6 g1f3 f8f6 a3a5 i8g6 e3f4 g10f9 c1e3 f6f5 g4f5 g6f6",
    .words = words,
    .zones = borderlands_zones,
    .cecp = {.table = "(.HSALMEGFWC^S....^M^F..^W...^E.^H..^A..^L..hsalmegfwc^s....^m^f..^w...^e.^h..^a..^l.)",
             .geometry = "9x10+6_bughouse",
             .pieces = cecp_pieces},
};
