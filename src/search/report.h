/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Reports of a running search, internal to the search. */
#ifndef QUINCUNX_REPORT_H
#define QUINCUNX_REPORT_H

#include "worker.h"

/* Reports the progress of the main thread if a callback wants it and it is time: when a root move begins, or
 * when the clock is read. */
void search_report_progress(Worker *w, bool begun);
/* Reports a line after an iteration, with the bound of its score. Main thread only. */
void search_report(Worker *w, size_t line, int depth, Bound bound);
/* Reports the line whose first moves are the result, unless it was reported last: it may be another thread's, or the last report
 * may be of an unfinished iteration. */
void search_report_result(const Worker *best);

#endif
