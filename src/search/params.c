/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "params.h"

#ifdef TUNE
#define PARAM_DEFINE(name, value, least, most) int name = (value);
SEARCH_PARAMS(PARAM_DEFINE)
#undef PARAM_DEFINE
#define PARAM_ROW(name, value, least, most) {#name, &(name), (value), (least), (most)},
#else
#define PARAM_ROW(name, value, least, most) {#name, 0, (value), (least), (most)},
#endif

const SearchParam search_params[] = {SEARCH_PARAMS(PARAM_ROW){0, 0, 0, 0, 0}};
