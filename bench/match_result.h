/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The sum of a match in a JSON file: written to be continued and to be added up. */
#ifndef QUINCUNX_MATCH_RESULT_H
#define QUINCUNX_MATCH_RESULT_H

#include "match_base.h"
#include "match_tally.h"

/* The sum as JSON. */
void tally_print(const Tally *tally, Text *out);
/* Reads that; the text is changed. false with the reason; the sum is then empty. */
bool tally_parse(Tally *tally, char *text, ErrorText *error);

/* Writes the sum to a file, replacing it in one step that a power failure cannot undo.
 * false with the reason; the file is then as it was. */
bool tally_write(const Tally *tally, const char *file, ErrorText *error);
/* Reads such a file. false with the reason; *missing (if not NULL) tells that there
 * is no such file. */
bool tally_read(Tally *tally, const char *file, bool *missing, ErrorText *error);

#endif
