/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Evaluates every move of the games in a file: writes annotated PGN, which the page shows. */
#ifndef QUINCUNX_ANALYSE_H
#define QUINCUNX_ANALYSE_H

#include "../session/session.h"
#include "../util/arguments.h"

enum { ANALYSE_NODES = 100000 }; /* per position, by default */

typedef struct AnalyseRequest {
    const char *file, *output; /* output: NULL: the name of the file plus "-analysed" */
    int64_t nodes, seconds;    /* per position; seconds: 0: nodes count */
} AnalyseRequest;

/* The command line of a request. */
extern const Argument analyse_arguments[];

/* Evaluates the games of a PGN file and writes OUTPUT.pgn. Prints on standard error progress and what of the file is left
 * out. Returns the exit status: STATUS_UNFINISHED if anything is left out; STATUS_ERROR with the reason, and the output
 * file is then either complete or unchanged. */
int analyse_run(Session *session, const AnalyseRequest *request, ErrorText *error);

#endif
