/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* A game between a person at a terminal and the engine. */
#ifndef QUINCUNX_CONSOLE_H
#define QUINCUNX_CONSOLE_H

#include "../session/session.h"

/* Plays until the person leaves. Returns the exit status. */
int console_play(Session *session, LineReader *input);

#endif
