/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Borderlands: what the search and the evaluation are told. */

#define BOARD_SEE
#define BOARD_ATTACKS
#define STEP_PERIL
#include "borderlands.h"
#include "both_search.h"

const SearchHints borderlands_hints = {
    .mop_up = true,
    .history_slots = 2 * BASE_TYPES,
    .params = (const ParamValue[]){
#include "params.inc"
        {NULL, 0}
    },
};

const MeasuredSheet borderlands_measured = {
    .levels = &(const LevelSheet){ /* written by `make levels` */
#include "levels.inc"
    },
    .wdl = &(const WdlSheet){
#include "wdl.inc"
    },
    .length = 85,
    .opening = {.plies = 8, .limit = 60},
    .bench_depth = 10,
};
