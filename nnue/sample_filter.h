/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Choosing, from stored games, the positions that a net should learn. */
#ifndef QUINCUNX_CHOOSE_H
#define QUINCUNX_CHOOSE_H

#include "games.h"

/* Which positions become samples. All are calm: their side to move is in no peril and the
 * move found best is quiet; none was reached at random; none comes twice. */
typedef struct Choice {
    int score;        /* centipawns: further from 0 all is decided */
    unsigned skip;    /* plies behind the opening that are left out */
    unsigned counter; /* percent of the draw counter's limit: beyond, scores have faded; 0: 25, or 50
                         where the limit is so short that most positions would go */
    unsigned drawn;   /* positions of a drawn game at most, 0: all */
    uint64_t seed;    /* of the shuffle and of the choice among a drawn game's positions */
} Choice;

Choice choice_usual(void);

/* What became of the positions of games. */
typedef enum Reason { REASON_KEPT, REASON_RANDOM, REASON_PERIL, REASON_NOISY, REASON_DECIDED, REASON_COUNTER, REASON_AGAIN, REASON_DRAWN, REASONS } Reason;
extern const char *const reason_names[REASONS];

typedef struct SampleFilter SampleFilter;

/* NULL if memory ran out. `keep`: the samples themselves, not just their number. */
SampleFilter *filter_new(const Variant *variant, const Choice *choice, bool keep);
void filter_free(SampleFilter *c);
/* Adds the positions of a game; `origin` as for game_tag. False with the reason if the game
 * is not one by the rules, or memory ran out. */
bool filter_add(SampleFilter *c, const GameRecord *game, const char *origin, ErrorText *error);
/* How many positions met each reason. */
const uint64_t *filter_reasons(const SampleFilter *c);
/* Writes the samples to a file, shuffled: the same games in the same order and the same
 * choice give the same bytes. */
bool filter_write(SampleFilter *c, const char *path, const char *text, ErrorText *error);

/* From files of games of one game to a file of samples; tells what it did on stdout. */
bool choose_samples(const Choice *choice, const char *const *paths, size_t count, const char *out, ErrorText *error);

#endif
