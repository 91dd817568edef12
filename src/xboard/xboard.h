/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The Chess Engine Communication Protocol (CECP) of XBoard and WinBoard. */
#ifndef QUINCUNX_XBOARD_H
#define QUINCUNX_XBOARD_H

#include "../session/session.h"

/* Handles the first line, then reads standard input until `quit` or the end of input. Returns the exit status. */
int cecp_run(Session *session, LineReader *input, char *first_line);

#endif
