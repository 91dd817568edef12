/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* How a weaker player (skill.h) finds its turn. */
#ifndef QUINCUNX_CHOOSE_H
#define QUINCUNX_CHOOSE_H

#include "worker.h"

/* Chooses among the moves at the root of the main thread's worker and reports it; it is then the only one there, with score
 * and line. */
void skill_search(Worker *worker);

#endif
