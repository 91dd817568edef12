/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Games whose moves were evaluated, and how judgements are written. */
#ifndef QUINCUNX_EVALUATED_H
#define QUINCUNX_EVALUATED_H

#include "../search/search.h"
#include "../notation/pgn.h"
#include "session.h"

enum {
    ANALYSE_LINE = 8,       /* moves of a better line that are shown */
    ANALYSE_CLAMP = 1000    /* centipawns beyond which nothing is lost or won */
};

/* How much a move gave away. */
typedef enum Verdict { VERDICT_GOOD, VERDICT_INACCURACY, VERDICT_MISTAKE, VERDICT_BLUNDER } Verdict;
enum { VERDICT_NB = VERDICT_BLUNDER + 1 };

/* From the loss in centipawns. */
Verdict verdict_of(int loss);
/* "", "?!", "?" and "??". */
extern const char *const verdict_signs[VERDICT_NB];

/* A move of a game as it was evaluated. */
typedef struct AnnotatedMove {
    Move move, line[ANALYSE_LINE]; /* what was played; what would have been better */
    int line_length;
    Score score;     /* after it, White's point of view */
    int loss;        /* centipawns of the mover's, within the clamp; 0 if there was nothing better */
    Verdict verdict;
    TbValue endgame; /* of the position after it, for the side to move there, by tables */
    bool solved;        /* do they tell? */
} AnnotatedMove;

typedef struct EvaluatedGame {
    PgnGame game;      /* its position is at the end */
    Score start;       /* before the first move, White's point of view */
    AnnotatedMove *moves; /* position_plies(game.pos) of them */
    unsigned number;   /* in the file, from 1 */
} EvaluatedGame;

/* A score as people read it: "+0.35", "#5" for a win of White's in five, "-#5", "1-0" where
 * the game is over. `text` has room for 16 bytes. */
const char *score_print(Score score, char *text);
/* What endgame tablebases say of the position after a move of `mover`: "White: won in 16, with best
 * play", "a draw, with best play"; "" if nothing. `text` has room for EVALUATED_TEXT_MAX bytes. */
const char *evaluated_endgame(const AnnotatedMove *move, Side mover, char *text);
enum { EVALUATED_TEXT_MAX = 64 };
/* Moves from a position on as one line with move numbers. The position gets back as it was. */
void line_print(Position *pos, const Move *line, int length, Buffer *out);

#endif
