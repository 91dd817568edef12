/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON requests, one a line (docs/web.md). */
#ifndef QUINCUNX_SERVE_H
#define QUINCUNX_SERVE_H

#include "../session/session.h"

/* Answers the first line, which may be NULL, then standard input until its end. Returns the exit status. */
int web_run(Session *session, LineReader *input, char *first_line);
/* Answers all requests of standard input by an error: nothing can be played. */
int web_refuse(const char *why);

#endif
