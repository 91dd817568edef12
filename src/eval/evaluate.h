/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Static evaluation in centipawns for the side to move. */
#ifndef QUINCUNX_EVALUATE_H
#define QUINCUNX_EVALUATE_H

#include "../variant.h"

/* Every evaluation is within -EVAL_MAX .. EVAL_MAX. */
enum { EVAL_MAX = 15000 };
static inline Score evaluation_within(int64_t score)
{
    return score > EVAL_MAX ? EVAL_MAX : score < -EVAL_MAX ? -EVAL_MAX : (Score)score;
}
/* A score beyond this, in centipawns of chess (SearchHints.margin_percent), is a win; the excess falls with what
 * is left to do. */
enum { EVAL_WON = 2500 };

/* A breakdown of the evaluation from White's point of view, tapered. */
typedef struct EvalTerms {
    Score material_and_squares;
    Score game_terms; /* mobility, king safety and game-specific terms */
    Score total;      /* White's point of view, scaled by the draw counter; with a lone king the mop-up evaluation, not the terms */
} EvalTerms;

/* Static evaluation from the point of view of the side to move, before draw counter scaling: valid for every
 * path to the position. scratch: as in SearchSheet.evaluate. */
Score evaluate(const Position *pos, EvalScratch *scratch);
/* Scales a score of this position by the draw counter: down to one half at the counter's limit. Wins
 * (EVAL_WON) are not scaled: if they shrank on the way, the search would not make progress. */
Score evaluate_scaled(const Position *pos, Score score);
/* The evaluation with its breakdown, for display. */
EvalTerms evaluate_terms(const Position *pos);

/* ---- Evaluation against a lone king (lone_king.c): such a win is too long for the search, so the lone king is driven to a
 * corner. For games on one board that have SearchHints.mop_up. ---- */

/* Evaluates a position in which a side has a lone king, for the side to move, instead of the classical or
 * net evaluation. Returns false for all other positions, and where a single piece may still promote. */
bool lone_king_evaluate(const Position *pos, Score *score);
/* The endgame value of the pieces of the side to move if its opponent has a lone king, else 0. Also 0 in games without
 * SearchHints.mop_up. */
Score lone_king_material(const Position *pos);

#endif
