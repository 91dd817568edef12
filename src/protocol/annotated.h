/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Games with evaluated moves, and how their verdicts are written. */
#ifndef QUINCUNX_ANNOTATED_H
#define QUINCUNX_ANNOTATED_H

#include "../search/search.h"
#include "../notation/pgn.h"
#include "session.h"

enum {
    ANALYSE_LINE = 8,       /* shown moves of a better line */
    ANALYSE_CLAMP = 1000    /* centipawns; scores beyond count as decided */
};

/* How bad a move was. */
typedef enum Verdict { VERDICT_GOOD, VERDICT_INACCURACY, VERDICT_MISTAKE, VERDICT_BLUNDER } Verdict;
enum { VERDICT_NB = VERDICT_BLUNDER + 1 };

/* From the loss in centipawns. */
Verdict verdict_of(int loss);
/* "", "?!", "?" and "??". */
extern const char *const verdict_signs[VERDICT_NB];

/* An evaluated move of a game. */
typedef struct AnnotatedMove {
    Move move, line[ANALYSE_LINE]; /* the move played; a better line */
    int line_length;
    Score score;     /* after the move, White's point of view */
    int loss;        /* centipawns, the mover's point of view, clamped; 0 if nothing was better */
    Verdict verdict;
    TbValue endgame; /* tablebase value of the position after the move, for the side to move there */
    bool solved;        /* `endgame` is known */
} AnnotatedMove;

typedef struct EvaluatedGame {
    PgnGame game;      /* its position is at the end */
    Score start;       /* before the first move, White's point of view */
    AnnotatedMove *moves; /* position_plies(game.pos) of them */
    unsigned number;   /* in the file, from 1 */
} EvaluatedGame;

/* A score for people: "+0.35", "#5" if White mates in five, "-#5" if Black does, "1-0" if the game is over. `text`
 * has room for 16 bytes. */
const char *score_print(Score score, char *text);
/* The tablebase value of the position after a move of `mover`: "White: won in 16, with best play", "a draw, with
 * best play"; "" if unknown. `text` has room for ANNOTATED_TEXT_MAX bytes. */
const char *annotated_endgame(const AnnotatedMove *move, Side mover, char *text);
enum { ANNOTATED_TEXT_MAX = 64 };
/* Writes a line of moves with move numbers. Restores the position. */
void line_print(Position *pos, const Move *line, int length, Buffer *out);

#endif
