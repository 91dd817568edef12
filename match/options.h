/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The command line of the match runner, in the style of cutechess-cli. */
#ifndef QUINCUNX_MATCH_OPTIONS_H
#define QUINCUNX_MATCH_OPTIONS_H

#include "../src/rules.h"
#include "settings.h"

enum {
    LIMIT_TEXT_MAX = 160,
    CONDITIONS_MAX = 4096 /* what two results must have in common to be merged */
};

/* Reads the command line and the opening file. Exits after -help; on an error prints it and exits with 2. */
void options_read(Match *match, int argc, char **argv);
/* The limit as text: "40/60+0.5", "st=0.1", "nodes=1000". */
void limit_print(const Limit *limit, char text[LIMIT_TEXT_MAX]);
/* A variant's name, with its rules if they are not the game's own; the text has room for these. */
const char *options_variant(const Variant *variant, char text[RULES_TEXT_MAX]);
/* The conditions that two results must have in common to belong to one match, as one line. */
void options_conditions(const Match *match, char text[CONDITIONS_MAX]);

#endif
