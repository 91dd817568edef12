/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What scores mean: win, draw and loss, fitted to each game's results (WdlSheet, nnue/fit_wdl.py). The search works with raw
 * scores, whose unit and zero differ from game to game; every interface shows normalised ones, which mean the same in all games:
 * 0 is an expected result of 50%, +100 one of 75%, and each further 100 multiplies the odds by three. The model is Stockfish's,
 * two logistic curves whose parameters depend on the material left, with one more parameter: the steepness above 50%.
 */
#ifndef QUINCUNX_WDL_H
#define QUINCUNX_WDL_H

#include "../position.h"

/* Probabilities for the side to move; the rest are draws. */
typedef struct Wdl {
    double win, loss;
} Wdl;

/* Of a raw score for the side to move, mate scores included. */
Wdl wdl_of(const Position *pos, Score score);
/* The expected result: a win counts 1, a draw one half. */
double wdl_expected(Wdl wdl);
/* The raw score for White at which both sides win equally often in this position: integer arithmetic, the same on every
 * machine. */
Score wdl_level(const Position *pos);
/* How far ahead of that a side wins at least 19 games of 20; 0 without a sheet. Integer arithmetic, too. */
Score wdl_lead(const Position *pos);

/* A raw score for the side to move as a normalised one, within -EVAL_MAX .. EVAL_MAX. Scores beyond EVAL_MAX, which are
 * proven, stay as they are, and so does 0: a search that ends with it has nearly always found a draw by the
 * rules. Otherwise it rises with the score. */
Score score_normalise(const Position *pos, Score score);
/* The reverse: the lowest raw score that corresponds to this normalised score or a higher one. */
Score score_denormalise(const Position *pos, Score normalised);
/* The expected result of a raw score for the side to move, in permille, from its normalised score. */
int score_permille(const Position *pos, Score score);
/* The expected result for the side to move that a normalised score stands for. */
double score_expected(Score normalised);

#endif
