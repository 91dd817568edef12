/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "evaluate.h"

/* Tapered evaluation: interpolates between middlegame and endgame values by the remaining pieces, as in
 * Fruit. */
static Score taper(const Position *pos, Tapered t)
{
    int max = pos->variant->search.phase_max, phase = pos->state->phase[WHITE] + pos->state->phase[BLACK];
    if (phase > max) phase = max;
    return (tapered_mg(t) * phase + tapered_eg(t) * (max - phase)) / (max ? max : 1);
}

Score evaluate(const Position *pos, EvalScratch *scratch)
{
    Score score;
    if (lone_king_evaluate(pos, &score)) return score;
    Tapered terms = pos->variant->search.evaluate(pos, scratch);
    assert(!scratch || terms == pos->variant->search.evaluate(pos, NULL));
    score = evaluation_within(taper(pos, pos->state->psq) + taper(pos, terms));
    return pos->side == WHITE ? score : -score;
}

Score evaluate_scaled(const Position *pos, Score score)
{
    int limit = pos->variant->draws.counter_limit, counter = pos->state->counter;
    int won = EVAL_WON * variant_margin_percent(pos->variant) / 100;
    if (!limit || score > won || score < -won) return score;
    if (counter > limit) counter = limit;
    return score * (2 * limit - counter) / (2 * limit);
}

EvalTerms evaluate_terms(const Position *pos)
{
    EvalTerms terms = {.material_and_squares = taper(pos, pos->state->psq),
                       .game_terms = taper(pos, pos->variant->search.evaluate(pos, NULL))};
    Score score = evaluate_scaled(pos, evaluate(pos, NULL));
    terms.total = pos->side == WHITE ? score : -score;
    return terms;
}
