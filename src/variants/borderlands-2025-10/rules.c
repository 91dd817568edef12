/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Borderlands as its inventor revised it in October 2025: fewer kinds of pieces, no villages, Chiefs that go anywhere. */

#define REVISED 1
#include "../borderlands/rules.c"
