/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef QUINCUNX_NUMBERS_H
#define QUINCUNX_NUMBERS_H

#include "../src/util/text.h"

/* Reads numbers from 0 to max, separated by the characters of `between`: "3/20" by "/". */
bool numbers_read(const char *text, const char *between, int64_t max, int64_t *numbers);

#endif
