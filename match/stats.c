/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "stats.h"

#include <math.h>

enum { OUTCOMES_MAX = 5 };

MatchCounts stats_count(const char *scores, size_t games, bool paired)
{
    MatchCounts counts = {0};
    for (size_t i = 0; i < games; ++i) {
        counts.losses += scores[i] == '0';
        counts.draws += scores[i] == '1';
        counts.wins += scores[i] == '2';
    }
    for (size_t i = 0; paired && i + 1 < games; i += 2) {
        unsigned a = (unsigned)scores[i] - '0', b = (unsigned)scores[i + 1] - '0';
        if (a <= 2 && b <= 2) ++counts.pairs[a + b];
    }
    return counts;
}

double stats_elo(double score)
{
    if (score <= 0.0) return -INFINITY;
    if (score >= 1.0) return INFINITY;
    return 400.0 * log10(score / (1.0 - score));
}

double stats_score(double elo) { return 1.0 / (1.0 + pow(10.0, -elo / 400.0)); }

/* Mean and variance of n equally spaced outcomes in 0..1; returns how many occurred. */
static double moments(const uint32_t *counts, size_t n, double *mean, double *variance)
{
    double total = 0.0, sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < n; ++i) {
        double x = (double)i / (double)(n - 1);
        total += counts[i];
        sum += x * counts[i];
        squares += x * x * counts[i];
    }
    *mean = total > 0.0 ? sum / total : 0.5;
    *variance = total > 0.0 ? fmax(0.0, squares / total - *mean * *mean) : 0.0;
    return total;
}

MatchEstimate stats_estimate(const MatchCounts *counts)
{
    const uint32_t single[3] = {counts->losses, counts->draws, counts->wins};
    MatchEstimate e = {0};
    double variance, pair_mean, pair_variance;
    double games = moments(single, 3, &e.score, &variance);
    double pairs = moments(counts->pairs, 5, &pair_mean, &pair_variance);
    if (pairs >= 2.0)
        e.deviation = sqrt(pair_variance / pairs);
    else if (games > 0.0)
        e.deviation = sqrt(variance / games);

    e.elo = stats_elo(e.score);
    if (e.deviation > 0.0) {
        const double z95 = 1.959963985;
        e.error = (stats_elo(e.score + z95 * e.deviation) - stats_elo(e.score - z95 * e.deviation)) / 2.0;
        e.los = 0.5 * erfc((0.5 - e.score) / (e.deviation * sqrt(2.0)));
    } else {
        e.error = INFINITY;
        e.los = e.score > 0.5 ? 1.0 : e.score < 0.5 ? 0.0 : 0.5;
    }
    return e;
}

/* The Lagrange multiplier t with sum p_i (a_i - s) / (1 + t (a_i - s)) = 0. The maximum-likelihood distribution with
 * mean s is then p_i / (1 + t (a_i - s)). The sum falls as t grows, and its root lies where all denominators are
 * positive. */
static double multiplier(const double *p, size_t n, double s)
{
    double low = -1.0 / (1.0 - s), high = 1.0 / s;
    for (int step = 0; step < 100; ++step) {
        double t = (low + high) / 2.0, sum = 0.0;
        for (size_t i = 0; i < n; ++i) {
            double d = (double)i / (double)(n - 1) - s;
            sum += p[i] * d / (1.0 + t * d);
        }
        if (sum > 0.0)
            low = t;
        else
            high = t;
    }
    return (low + high) / 2.0;
}

double stats_llr(const uint32_t *counts, size_t n, double elo0, double elo1)
{
    double p[OUTCOMES_MAX], total = 0.0;
    bool any = false;
    for (size_t i = 0; i < n; ++i) {
        any |= counts[i] > 0;
        p[i] = counts[i] > 0 ? counts[i] : 1e-3;
        total += p[i];
    }
    if (!any) return 0.0;
    for (size_t i = 0; i < n; ++i) p[i] /= total;

    double s0 = stats_score(elo0), s1 = stats_score(elo1);
    double t0 = multiplier(p, n, s0), t1 = multiplier(p, n, s1);
    double llr = 0.0;
    for (size_t i = 0; i < n; ++i) {
        double a = (double)i / (double)(n - 1);
        llr += p[i] * (log1p(t0 * (a - s0)) - log1p(t1 * (a - s1)));
    }
    return total * llr;
}

double stats_match_llr(const MatchCounts *counts, double elo0, double elo1)
{
    const uint32_t single[3] = {counts->losses, counts->draws, counts->wins};
    for (int i = 0; i < 5; ++i)
        if (counts->pairs[i]) return stats_llr(counts->pairs, 5, elo0, elo1);
    return stats_llr(single, 3, elo0, elo1);
}

void stats_sprt_bounds(double alpha, double beta, double *lower, double *upper)
{
    *lower = log(beta / (1.0 - alpha));
    *upper = log((1.0 - beta) / alpha);
}
