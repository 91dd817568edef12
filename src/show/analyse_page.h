/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Evaluated games as a page. */
#ifndef QUINCUNX_ANALYSE_PAGE_H
#define QUINCUNX_ANALYSE_PAGE_H

#include "annotated.h"

/* Appends an HTML page with a graph and all moves of each game. */
void analyse_page(const EvaluatedGame *games, size_t count, const char *title, Buffer *out);

#endif
