/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* A window for a text that has no room in another program's window. */
#ifndef QUINCUNX_TEXT_WINDOW_H
#define QUINCUNX_TEXT_WINDOW_H

#include <stdbool.h>

/* Shows a text, UTF-8 with Unicode's line separators, and does not wait until the user closes it. false: only Windows has
 * such windows, or memory ran out. */
bool text_window_show(const char *title, const char *text);

#endif
