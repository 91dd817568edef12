/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Diamond Chess: what people are shown. */

#include "diamond.h"

/* For XBoard each leg is a ply. No Betza atom describes the Orren's swim over other pieces, up to seven
 * squares; leaps of two and three squares and a hop are close. */
static const char *const cecp_pieces[BOARD_TYPES] = {[GORMOROR] = "R2F", [ORREN] = "RBAGpB", [RASSIMEL] = "Q2", [ZI_RI] = "WN"};

static const char *const words[BOARD_TYPES] = {
    [CANI] = "One, two or three Cani move in a move, straight, each once: alone one square, a connected pair up to two each, three "
        "in a line up to three, three in an L up to four.",
    [GORMOROR] = "May first shoot an enemy one square diagonally away; may then go one or two "
        "squares straight. At least one of the two.",
    [HERETHROY] = "Goes any number of squares straight. Arrows do not hurt it.",
    [KHTSOYIS] = "Goes one square straight. After a capture it may go again; after a second capture it may capture once more.",
    [ORREN] = "Goes straight one square, or all the way, or onto the River. From the River "
        "it may swim to any other river square. It never drowns.",
    [RASSIMEL] = "May first shoot an enemy one square diagonally away; may then go one or two "
        "squares in any direction, never capturing. At least one of the two.",
    [SLEETH] = "Goes one or two squares straight or any number diagonally.",
    [ZI_RI] = "Steps one square straight, never capturing, and teleports itself or any piece it sees by a knight's move to an "
        "empty square: one of the two or both, in either order.",
};

static const Zone zones[] = {
    {"River", ZONE_WATER, 3, "a1 b2 c3 d4 e5 f6 g7 h8",
     "Stops every piece but the Orren; a piece that stays in it through its side's move is taken.", 0x2f8fd8},
    {"City", ZONE_GOAL, 3, "a8 h1", "White wins with a piece on a8, Black's City; Black with a piece on h1, White's.", 0xc23b22},
    {"Black's set-up", ZONE_SET_UP, 2, "a7-b8", "Black places four pieces here, then musters in the City.", 0},
    {"White's set-up", ZONE_SET_UP, 1, "g1-h2", "White places four pieces here, then musters in the City.", 0},
    {.name = NULL},
};

const DisplaySheet diamond_display = {
    .rules = "Diamond Chess, from the World Tree setting by Bard Bloom.\n"
             "White wins with a piece on a8, Black's City; Black with a piece on h1, White's. It ends at once.\n"
             "Set-up: Black and White in turn place four pieces of the reserve by their City: S@a8.\n"
             "A move: muster a piece of the reserve in your City if it is empty (S@h1), or do not; then\n"
             "act with one species, all legs joined by commas or one after the other: S@h1,g2xf3,g2e4.\n"
             "  Cani       one to three move: alone 1 square, a pair 2 each, three in line 3, in an L 4\n"
             "  Gormoror   shoots an arrow (e4xf5: one square diagonally), then 1-2 squares; or one of these\n"
             "  Herethroy  any number of squares; arrows do not hurt it\n"
             "  Khtsoyis   one square; after a capture again, after a second again, if to capture\n"
             "  Orren      one square, or all the way, or onto the River; from it to any river square\n"
             "  Rassimel   shoots, then 1-2 squares in eight directions, never capturing; or one of these\n"
             "  Sleeth     1-2 squares, or any number diagonally\n"
             "  Zi Ri      a step, never capturing, and a teleport: itself or a piece it sees, a knight's move\n"
             "The River a1-h8 stops all but the Orren; a piece still in it after its side's next move drowns.\n"
             "31 plies without a piece taken draw.",
    .brief = "Bring any piece into the enemy City, past the River that drowns.\n"
             "First each side places four pieces at its City, Black before White. Six more wait in hand.\n"
             "Then a move may put a piece of the hand into your empty City, and acts with one kind of piece.\n"
             "The River stops all but the Orren, and takes a piece that stays in it through its side's move.\n"
             "Arrows take a neighbour from where the archer stands. 31 plies without a piece taken draw.",
    .goals = {"Bring a piece to a8, the Black City on top.", "Bring a piece to h1, the White City below."},
    .scene = "H@a7 K@g1 K@a8 H@h2 S@b7 S@g2 R@b8 R@h1 b8d6 h2h8 a8b8 h8d8 O@a8,d6c6",
    .words = words,
    .zones = zones,
    .on_corner = true,
    .cecp = {.table = "(.....R.G..KO.....Z.SH.....C."
                      ".....r.g..ko.....z.sh.....c.)", .geometry = "8x8+8_bughouse",
             .pieces = cecp_pieces, .plain_start = true},
};
