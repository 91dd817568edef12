/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Evaluates every move of the games in a file: writes annotated PGN and a page with graphs. */
#ifndef QUINCUNX_ANALYSE_H
#define QUINCUNX_ANALYSE_H

#include "../session/session.h"

enum { ANALYSE_NODES = 100000 }; /* per position, by default */

/*
 * quincunx analyse FILE [--nodes N | --seconds S] [--output NAME]: evaluates the games of a PGN file and writes
 * NAME.pgn and NAME.html. NAME is by default the name of the file plus "-analysed". Prints progress on standard error.
 * Returns false with the reason; each output file is then either complete or unchanged.
 */
bool analyse_run(Session *session, int argc, char **argv, ErrorText *error);

#endif
