/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The list of games and what tools need to know of them: `quincunx games`. */
#ifndef QUINCUNX_GAMES_H
#define QUINCUNX_GAMES_H

#include <stdbool.h>

#include "../util/text.h"

/* Adds all games in their order: a name a line, or a JSON object a line (docs/adding-a-variant.md explains its members). */
void games_list(bool json, Buffer *out);

#endif
