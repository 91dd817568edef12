/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* `quincunx-lab tables`: generates, verifies and inspects endgame tablebases. */
#ifndef QUINCUNX_TABLES_H
#define QUINCUNX_TABLES_H

#include "../../src/types.h"

/* Runs the command with the arguments after `tables`. Returns false with the reason on error. */
bool tables_run(int argc, char **argv, ErrorText *error);

#endif
