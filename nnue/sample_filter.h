/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Selects positions from stored games for training. */
#ifndef QUINCUNX_SAMPLE_FILTER_H
#define QUINCUNX_SAMPLE_FILTER_H

#include "games.h"

/* The filter for samples. All samples are quiet: the side to move is not in peril and the best move is
 * quiet. None comes from a random move; there are no duplicates. */
typedef struct FilterRules {
    int score;        /* centipawns: positions further from 0 are decided */
    unsigned skip;    /* plies after the opening that are left out */
    unsigned counter; /* percent of the draw counter's limit, beyond which scores are scaled too much; 0: 25, or 50
                         where the limit is so short that most positions would be lost */
    unsigned drawn;   /* maximum positions of a drawn game, 0: all */
    unsigned lambda;  /* percent: the score of a sample is the lambda return of its position (returns.h); 0: its search's */
    int scale;        /* of lambda returns, in centipawns */
    uint64_t games;   /* only those with numbers below, as if no more had been played; 0: all */
    uint64_t seed;    /* of the shuffle and of the selection from drawn games */
} FilterRules;

FilterRules filter_rules_usual(void);

/* Why a position was kept or rejected. */
typedef enum Reason {
    REASON_KEPT,
    REASON_RANDOM,
    REASON_PERIL,
    REASON_NOISY,
    REASON_DECIDED,
    REASON_COUNTER,
    REASON_AGAIN,
    REASON_DRAWN,
    REASONS
} Reason;
extern const char *const reason_names[REASONS];

typedef struct SampleFilter SampleFilter;

/* NULL if memory ran out. `keep`: store the samples, not just their number. */
SampleFilter *filter_new(const Variant *variant, const FilterRules *choice, bool keep);
void filter_free(SampleFilter *c);
/* Adds the positions of a game; `origin` as for game_tag. False with the reason if the game breaks the rules
 * or memory ran out. */
bool filter_add(SampleFilter *c, const GameRecord *game, const char *origin, ErrorText *error);
/* The number of positions for each reason. */
const uint64_t *filter_reasons(const SampleFilter *c);
/* Writes the samples to a file, shuffled. The output is deterministic for the same games in the same order
 * and the same choice. */
bool filter_write(SampleFilter *c, const char *path, const char *text, ErrorText *error);

/* Filters files of games of one game into a file of samples; prints statistics to stdout. */
bool choose_samples(const FilterRules *choice, const char *const *paths, size_t count, const char *out, ErrorText *error);

#endif
