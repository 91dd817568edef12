/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Reports of a match: progress and result. */
#ifndef QUINCUNX_MATCH_REPORT_H
#define QUINCUNX_MATCH_REPORT_H

#include "tally.h"

/* Prints one line on standard error: the result so far, and the time left at the rate of `played` games in
 * `minutes`. */
void report_progress(const Tally *tally, size_t played, double minutes);
/* Prints the result on standard output. */
void report_result(const Tally *tally);

#endif
