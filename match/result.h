/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The result of a match as a JSON file, used to resume it and to merge results. */
#ifndef QUINCUNX_MATCH_RESULT_H
#define QUINCUNX_MATCH_RESULT_H

#include "base.h"
#include "tally.h"

/* Writes the tally as JSON. */
void tally_print(const Tally *tally, Buffer *out);
/* Parses that; modifies the text. false with the reason; the tally is then empty. */
bool tally_parse(Tally *tally, char *text, ErrorText *error);

/* Writes the tally to a file. The replacement is atomic and durable. false with the reason; the old file then stays. */
bool tally_write(const Tally *tally, const char *file, ErrorText *error);
/* Reads such a file. false with the reason; *missing (if not NULL) tells whether the file does not exist. */
bool tally_read(Tally *tally, const char *file, bool *missing, ErrorText *error);

#endif
