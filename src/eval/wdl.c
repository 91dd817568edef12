/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "wdl.h"

#include <math.h>

#include "../variant.h"
#include "evaluate.h"
#include "features.h"

/* The parameters of a position. */
typedef struct Curve {
    double level, draw, spread, above;
} Curve;

/* Where a position lies between two knots of the sheet: `rest` / `all` behind `knot`. */
typedef struct Place {
    int knot, rest, all;
} Place;

static Place place_of(const Position *pos)
{
    int all = variant_pieces_max(pos->variant), left = (int)features_pieces_and_hands(pos);
    if (left > all) left = all;
    return (Place){left * (WDL_KNOTS - 1) / all, left * (WDL_KNOTS - 1) % all, all};
}

/* The interpolated value, times `all`. */
static int between(const int16_t *values, Place place)
{
    int value = values[place.knot] * place.all;
    return place.rest ? value + (values[place.knot + 1] - values[place.knot]) * place.rest : value;
}

static Curve curve_of(const Position *pos)
{
    const WdlSheet *sheet = variant_measured(pos->variant)->wdl;
    int percent = variant_margin_percent(pos->variant);
    if (!sheet) return (Curve){0, 1.5 * percent, 0.9 * percent, 1};
    Place place = place_of(pos);
    double all = place.all;
    return (Curve){between(sheet->level, place) / all, between(sheet->draw, place) / all, between(sheet->spread, place) / all,
                   sheet->above / 100.0};
}

/* The probability of a win and of a loss, and the rest of each to 1, which is exact for the smallest odds, too. */
typedef struct Odds {
    double win, loss, not_win, not_loss;
} Odds;

static double logistic(double x) { return 1 / (1 + exp(-x)); }

static Odds odds_of(const Position *pos, double score)
{
    Curve c = curve_of(pos);
    if (pos->side == BLACK) c.level = -c.level;
    /* The distances from the scores where the side to move wins, and loses, half of the games. */
    double win = (score - c.level - c.draw) / c.spread;
    double loss = (c.level - score - c.draw) / c.spread;
    if (win > 0) win *= c.above;
    if (loss > 0) loss *= c.above;
    /* At most one of them is above 0; it bounds the other. */
    if (win > 0 && loss > -win) loss = -win;
    if (loss > 0 && win > -loss) win = -loss;
    return (Odds){logistic(win), logistic(loss), logistic(-win), logistic(-loss)};
}

Wdl wdl_of(const Position *pos, Score score)
{
    if (score > EVAL_MAX || score < -EVAL_MAX) return (Wdl){score > 0, score < 0};
    Odds odds = odds_of(pos, score);
    return (Wdl){odds.win, odds.loss};
}

double wdl_expected(Wdl wdl) { return (1 + wdl.win - wdl.loss) / 2; }

Score wdl_level(const Position *pos)
{
    const WdlSheet *sheet = variant_measured(pos->variant)->wdl;
    if (!sheet) return 0;
    Place place = place_of(pos);
    return between(sheet->level, place) / place.all;
}

Score wdl_lead(const Position *pos)
{
    enum { SPREADS = 3 }; /* the logistic function of 3 is 0.953 */
    const WdlSheet *sheet = variant_measured(pos->variant)->wdl;
    if (!sheet) return 0;
    Place place = place_of(pos);
    int64_t beyond = (int64_t)SPREADS * 100 * between(sheet->spread, place) / sheet->above;
    return (Score)((between(sheet->draw, place) + beyond) / place.all);
}

/* 100 / ln 3: odds of three to one are +100. */
#define ODDS_UNIT 91.0239226626837

static Score normalise(const Position *pos, Score score)
{
    Odds odds = odds_of(pos, score);
    double normalised = ODDS_UNIT * log((odds.win + odds.not_loss) / (odds.not_win + odds.loss));
    return normalised > EVAL_MAX ? EVAL_MAX : normalised < -EVAL_MAX ? -EVAL_MAX : (Score)lround(normalised);
}

Score score_normalise(const Position *pos, Score score)
{
    bool fixed = score == 0 || score > EVAL_MAX || score < -EVAL_MAX;
    return fixed ? score : normalise(pos, score);
}

Score score_denormalise(const Position *pos, Score normalised)
{
    Score low = -EVAL_MAX, high = EVAL_MAX;
    if (normalised == 0 || normalised > EVAL_MAX || normalised < -EVAL_MAX) return normalised;
    while (low < high) {
        Score middle = low + (high - low) / 2;
        if (normalise(pos, middle) >= normalised) high = middle;
        else low = middle + 1;
    }
    return low;
}

double score_expected(Score normalised)
{
    return normalised > EVAL_MAX ? 1 : normalised < -EVAL_MAX ? 0 : logistic(normalised / ODDS_UNIT);
}

int score_permille(const Position *pos, Score score) { return (int)lround(1000 * score_expected(score_normalise(pos, score))); }
