/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Borderlands, slow and obvious, in the order of its rules page.
 */
#include "borderlands.h"

/* ---- Rule options ---- */

enum { DRAW_PLIES = 150 };

static int no_conquest;
static int counter_limit = DRAW_PLIES;

static const Rule rules[] = {
    {"conquest", &no_conquest, 0, "on off", 0, 0},
    {"chiefs", &one_chief_loses, 0, "both one", 0, 0},
    {"drops", &no_drops, 0, "on off", 0, 0},
    {"counter", &counter_limit, DRAW_PLIES, NULL, 0, COUNTER_RULE_MAX},
    {"stalemate", &stalemate, STALEMATE_LOSES, stalemate_words, 0, 0},
    {NULL, NULL, 0, NULL, 0, 0},
};

static bool set_rule(const char *option, const char *value) { return rules_set(rules, option, value); }

/* ---- Board ---- */

static const Shape shape = {FILES, RANKS, "CGMFEHSAWLcgmfehsawl", "", "MFEHSAWLmfehsawl", NULL};

static const char start_fen[] = "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/9/9/"
                                "W1W1W1W1W/FWGW1WGWF/1CE1L1EC1/A1HS1SH1A[MMmm] w - - 0 1";

/* ---- Pieces ---- */

/* Where a Lion may stand, step() checks. */
static const Moves moves_of[KINDS] = {
    {'C', "KmNmAmD", NULL},      {'G', "KmNmAmD", NULL},   {'M', "FmN", "KmN"},      {'F', "WmAmD", "KmAmD"},
    {'E', "ADmR3", "ADWmFmR3"}, {'H', "NmB3", "NFmWmB3"}, {'S', "BcpBmW", "BcpBW"}, {'A', "RcpRmF", "RcpRF"},
    {'W', NULL, "NADmQ3"},      {'L', "KNAD", "KNAD"},
};

/* ---- Regions ---- */

static bool chief_may_stand(int file, int rank) { return rank <= 3 || rank >= 8 || file == 1 || file == 5 || file == 9; }

static bool holds_all_villages(const Position *pos, bool white)
{
    static const int village[4][2] = {{2, 2}, {8, 2}, {2, 9}, {8, 9}};

    for (int i = 0; i < 4; i++) {
        Piece piece = pos->at[village[i][0]][village[i][1]];
        if (piece.letter == 0 || piece.white != white) return false;
    }
    return true;
}

static bool has_conquered(const Position *pos) { return !no_conquest && holds_all_villages(pos, pos->white_to_move); }

const Reference reference_borderlands = {"borderlands", start_fen, normalise, result, list_moves, set_rule};
