/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Evaluating every move of games in a file: annotated PGN and a page with graphs. */
#ifndef QUINCUNX_ANALYSE_H
#define QUINCUNX_ANALYSE_H

#include "session.h"

enum { ANALYSE_NODES = 100000 }; /* a position, unless said otherwise */

/*
 * quincunx analyse FILE [--nodes N | --seconds S] [--output NAME]: evaluates the games of a
 * PGN file and writes NAME.pgn and NAME.html; the name is the file's with "-analysed" at
 * its end unless said otherwise. Progress goes to standard error. Returns false with the
 * reason; files are complete or as they were before.
 */
bool analyse_run(Session *session, int argc, char **argv, ErrorText *error);

#endif
