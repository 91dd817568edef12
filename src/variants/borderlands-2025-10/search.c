/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Borderlands of October 2025: what the search and the evaluation are told. */

#define REVISED 1
#define BOARD_SEE
#define BOARD_ATTACKS
#define STEP_PERIL
#include "../borderlands/borderlands.h"
#include "../borderlands/both_search.h"

const SearchHints borderlands_2025_10_hints = {
    .mop_up = true,
    .history_slots = 2 * BASE_TYPES,
    .params = (const ParamValue[]){
#include "params.inc"
        {NULL, 0}
    },
};

const MeasuredSheet borderlands_2025_10_measured = {
    .levels = &(const LevelSheet){ /* written by `make levels` */
#include "levels.inc"
    },
    .wdl = &(const WdlSheet){
#include "wdl.inc"
    },
    .length = 87,
    .opening = {.plies = 8, .limit = 60},
    .bench_depth = 10,
};
