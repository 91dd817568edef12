/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The move that helps the opponent most, for opponents who have just learnt the moves. */
#ifndef QUINCUNX_GENEROSITY_H
#define QUINCUNX_GENEROSITY_H

#include "worker.h"

/* Of these legal moves one after which an opponent wins most easily who takes whatever it can and else plays at random. */
Move generous_move(Worker *worker, const Move *moves, size_t count, uint64_t *random);

#endif
