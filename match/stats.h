/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Statistics of a match between two engines, from the first engine's point of view. Pure functions of the results,
 * without input or output.
 *
 * The games of a pair start from the same position with colours swapped, so their results are correlated. Therefore the
 * standard error is computed over pairs (five possible scores: "pentanomial") wherever there are pairs.
 */
#ifndef QUINCUNX_MATCH_STATS_H
#define QUINCUNX_MATCH_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Result counts. pairs[i]: complete pairs in which the first engine scored i half points. */
typedef struct MatchCounts {
    uint32_t wins, losses, draws;
    uint32_t pairs[5];
} MatchCounts;

/* Estimates from the results. Elo is logistic; `error` is half of the 95% interval in Elo, INFINITY if the interval
 * reaches a score of 0 or 1 or all results are equal. */
typedef struct MatchEstimate {
    double score;     /* mean points per game, 0..1; 0.5 without games */
    double deviation; /* standard error of score */
    double elo, error;
    double los; /* likelihood of superiority, 0..1 */
} MatchEstimate;

/* Counts a list of results in half points of the first engine: '0', '1', '2'; any other character is a game not
 * played. If paired, games 2k and 2k+1 belong together. */
MatchCounts stats_count(const char *scores, size_t games, bool paired);

/* Elo difference of an expected score in 0..1; -INFINITY and INFINITY at the ends. */
double stats_elo(double score);
/* The expected score, 0..1, of an Elo difference. */
double stats_score(double elo);

/* Uses pairs if there are at least two complete ones, else single games. */
MatchEstimate stats_estimate(const MatchCounts *counts);

/*
 * Generalised log-likelihood ratio of "elo1" against "elo0" for n equally spaced outcomes between 0 and 1 point:
 * compares the multinomial maximum-likelihood distributions with either mean (M. Van den Bergh, "The GSPRT
 * approximation"). Outcomes that did not occur count 0.001 times. 0 if nothing occurred.
 */
double stats_llr(const uint32_t *counts, size_t n, double elo0, double elo1);
/* The same for a match: over pairs if there are any, else over single games. */
double stats_match_llr(const MatchCounts *counts, double elo0, double elo1);

/* Wald's bounds: accept elo0 at or below *lower, elo1 at or above *upper. */
void stats_sprt_bounds(double alpha, double beta, double *lower, double *upper);

#endif
