/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* `quincunx-lab tables`: generates, verifies and inspects endgame tablebases. */
#ifndef QUINCUNX_TABLES_H
#define QUINCUNX_TABLES_H

#include "../../src/util/arguments.h"

extern const Argument tables_arguments[];
/* Runs the command with its arguments after argv[0]. Returns the exit status, on an error with the reason. */
int tables_run(int argc, char **argv, ErrorText *error);

#endif
