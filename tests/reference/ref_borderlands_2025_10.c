/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Borderlands of October 2025, slow and obvious, from its rules page.
 */
#include "borderlands.h"

/* ---- Rule options ---- */

enum { DRAW_PLIES = 80 };

static int counter_limit = DRAW_PLIES;

static const Rule rules[] = {
    {"chiefs", &one_chief_loses, 0, "both one", 0, 0},
    {"drops", &no_drops, 0, "on off", 0, 0},
    {"counter", &counter_limit, DRAW_PLIES, NULL, 0, COUNTER_RULE_MAX},
    {"stalemate", &stalemate, STALEMATE_LOSES, stalemate_words, 0, 0},
    {NULL, NULL, 0, NULL, 0, 0},
};

static bool set_rule(const char *option, const char *value) { return rules_set(rules, option, value); }

/* ---- Board ---- */

static const Shape shape = {FILES, RANKS, "CMFEHSAWLcmfehsawl", "", "MFEHSAWLmfehsawl", NULL};

static const char start_fen[] = "a3s3a/1chesehc1/fw1wlw1wf/w1w1w1w1w/9/9/W1W1W1W1W/FW1WLW1WF/1CHESEHC1/A3S3A[MMmm] w - - 0 1";

/* ---- Pieces ---- */

/* Where a Lion may stand, step() checks. */
static const Moves moves_of[KINDS] = {
    {'C', "K", NULL},       {'M', "F", "K"},        {'F', "W", "K"},     {'E', "WAD", "KAD"},   {'H', "NF", "NK"},
    {'S', "BcpB", "BcpBW"}, {'A', "RcpR", "RcpRF"}, {'W', NULL, "NK"},   {'L', "KNAD", "KNAD"},
};

/* ---- Regions: Chiefs go anywhere, and there are no villages ---- */

static bool chief_may_stand(int file, int rank) { return on_board(file, rank); }

static bool has_conquered(const Position *pos)
{
    (void)pos;
    return false;
}

const Reference reference_borderlands_2025_10 = {"borderlands-2025-10", start_fen, normalise, result, list_moves, set_rule};
