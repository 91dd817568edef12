/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* `quincunx tables`: makes endgame tablebases, proves them, tells what is in them. */
#ifndef QUINCUNX_TABLEBASES_COMMAND_H
#define QUINCUNX_TABLEBASES_COMMAND_H

#include "../types.h"

extern const char tables_usage[];

/* Runs the command with the words behind `tables`. Returns false with what was wrong. */
bool tables_run(int argc, char **argv, ErrorText *error);

#endif
