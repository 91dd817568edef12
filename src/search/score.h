/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Score arithmetic, internal to the search. */
#ifndef QUINCUNX_SCORE_H
#define QUINCUNX_SCORE_H

#include "worker.h"

static inline Score score_win_in(int ply) { return SCORE_MATE - ply; }
static inline Score score_loss_in(int ply) { return -SCORE_MATE + ply; }
static inline bool is_mate(Score score) { return score > SCORE_MATE_MIN || score < -SCORE_MATE_MIN; }
/* A proven result, beyond any evaluation. */
static inline bool is_decisive(Score score) { return score > EVAL_MAX || score < -EVAL_MAX; }
/* Won or lost by a cycle: true only for this path to the position. */
static inline bool is_cycle(Score score) { return score == SCORE_CYCLE || score == -SCORE_CYCLE; }

/* Mate scores count plies from the root in the tree and from the node in the table. */
static inline Score score_to_table(Score score, int ply)
{
    return score > SCORE_MATE_MIN ? score + ply : score < -SCORE_MATE_MIN ? score - ply : score;
}
static inline Score score_from_table(Score score, int ply)
{
    return score > SCORE_MATE_MIN ? score - ply : score < -SCORE_MATE_MIN ? score + ply : score;
}

/* Scales a margin in centipawns of chess to this game's centipawns. */
static inline Score scaled(const Position *pos, int margin) { return margin * variant_margin_percent(pos->variant) / 100; }
/* Scales a score of this game to centipawns of chess. */
static inline Score unscaled(const Position *pos, Score score) { return score * 100 / variant_margin_percent(pos->variant); }

#endif
