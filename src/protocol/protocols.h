/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The protocols of a session. Each gets its first line, then reads standard input until quit or the end of input. */
#ifndef QUINCUNX_PROTOCOLS_H
#define QUINCUNX_PROTOCOLS_H

#include "session.h"

void uci_run(Session *session, LineReader *input, char *first_line);
void cecp_run(Session *session, LineReader *input, char *first_line);
/* JSON requests, one per line (docs/web.md); first_line may be NULL. */
void web_run(Session *session, LineReader *input, char *first_line);
/* A game between a person at a terminal and the engine. Returns the exit status. */
int console_play(Session *session, LineReader *input);

#endif
