/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Move choice at reduced strength (skill.h). */
#ifndef QUINCUNX_SKILL_SEARCH_H
#define QUINCUNX_SKILL_SEARCH_H

#include "worker.h"

/* Chooses a root move of the main thread's worker and reports it. The choice becomes the only root move,
 * with score and PV. */
void skill_search(Worker *worker);

#endif
