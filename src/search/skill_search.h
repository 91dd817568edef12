/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Move choice at reduced strength (skill.h). */
#ifndef QUINCUNX_SKILL_SEARCH_H
#define QUINCUNX_SKILL_SEARCH_H

#include "worker.h"

/* Chooses a root move of the main thread's worker and reports it. The choice becomes the only root move,
 * with score and PV. */
void skill_search(Worker *worker);

/* The legal move that helps a beginner most (generosity.c): it makes it easiest to win by capturing when possible and playing at
 * random otherwise. */
Move generous_move(Worker *worker, const Move *moves, size_t count, uint64_t *random);

#endif
