/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* `quincunx tables`: generates, verifies and inspects endgame tablebases. */
#ifndef QUINCUNX_TABLEBASES_COMMAND_H
#define QUINCUNX_TABLEBASES_COMMAND_H

#include "../types.h"

extern const char tables_usage[];

/* Runs the command with the arguments after `tables`. Returns false with the reason on error. */
bool tables_run(int argc, char **argv, ErrorText *error);

#endif
