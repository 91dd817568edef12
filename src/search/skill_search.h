/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Move choice at reduced strength (skill.h). */
#ifndef QUINCUNX_SKILL_SEARCH_H
#define QUINCUNX_SKILL_SEARCH_H

#include "worker.h"

/* Chooses a root move of the main thread's worker and reports it. The choice becomes the only root move,
 * with score and PV. */
void skill_search(Worker *worker);

/* Of these legal moves one after which an opponent wins most easily who takes whatever it can and else plays at random, for
 * opponents who have just learnt the moves (generosity.c). */
Move generous_move(Worker *worker, const Move *moves, size_t count, uint64_t *random);

#endif
