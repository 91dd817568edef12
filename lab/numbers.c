/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "numbers.h"

#include <string.h>

bool numbers_read(const char *text, const char *between, int64_t max, int64_t *numbers)
{
    char copy[64], *at = copy;
    if (strlen(text) >= sizeof copy) return false;
    strcpy(copy, text);
    for (size_t i = 0;; ++i) {
        char *end = between[i] ? strchr(at, between[i]) : NULL;
        if (between[i] && !end) return false;
        if (end) *end = '\0';
        if (!number_read(at, 0, max, &numbers[i])) return false;
        if (!between[i]) return true;
        at = end + 1;
    }
}
