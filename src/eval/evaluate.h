/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The evaluation of a position: centipawns for the side to move. */
#ifndef QUINCUNX_EVALUATE_H
#define QUINCUNX_EVALUATE_H

#include "../position.h"

/* No evaluation is outside -EVAL_MAX .. EVAL_MAX. */
enum { EVAL_MAX = 15000 };
/* What is worth more, in centipawns of chess (Variant.margin_percent), is won; how much more tells how far the way to the end still is. */
enum { EVAL_WON = 2500 };

/* What a breakdown of the evaluation shows, White's point of view, tapered. */
typedef struct EvalTerms {
    Score material_and_squares;
    Score game_terms; /* mobility, safety and the game's own goals */
    Score total;      /* White's point of view, draw counter's fading included */
    bool lone_king;        /* a side is bare: the total counts the way to the end instead of the terms */
} EvalTerms;

/* Static evaluation from the point of view of the side to move, whatever the draw
 * counter: what tables may keep for every path to the position. */
Score evaluate(const Position *pos);
/* A score of this position as the draw counter leaves it: worth less, to the half, the
 * nearer the counter is to its limit. What is won (EVAL_WON) stays as it is: if wins became
 * smaller on the way, the way would not be found. */
Score evaluate_faded(const Position *pos, Score score);
/* The same, broken down for people. */
EvalTerms evaluate_terms(const Position *pos);

#endif
