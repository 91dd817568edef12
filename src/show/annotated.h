/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Games with evaluated moves, and how their verdicts are written. */
#ifndef QUINCUNX_ANNOTATED_H
#define QUINCUNX_ANNOTATED_H

#include "../search/search.h"
#include "../notation/pgn_tree.h"
#include "../session/session.h"

enum { ANALYSE_LINE = 8 }; /* shown moves of a better line */

/* How bad a move was. */
typedef enum Verdict { VERDICT_GOOD, VERDICT_INACCURACY, VERDICT_MISTAKE, VERDICT_BLUNDER } Verdict;
enum { VERDICT_NB = VERDICT_BLUNDER + 1 };

/* The loss of expected result, in percent, from which a move gets a verdict. */
extern const int verdict_losses[VERDICT_NB];
/* From the loss in percent. */
Verdict verdict_of(double loss);
/* "", "?!", "?" and "??". */
extern const char *const verdict_signs[VERDICT_NB];

/* An evaluated move of a game. Scores are normalised (eval/wdl.h), White's point of view. */
typedef struct AnnotatedMove {
    Move move, line[ANALYSE_LINE]; /* the move played; the best line instead of it */
    int line_length;
    size_t node;         /* of the tree */
    Score before, score; /* of the best line, and after the move played */
    double loss;         /* of the mover's expected result, in percent; 0 if nothing was better */
    Verdict verdict;
    TbValue tablebase; /* value of the position after the move, for the side to move there */
    bool solved;     /* `tablebase` is known */
} AnnotatedMove;

typedef struct EvaluatedGame {
    PgnGame game;         /* its position is at the end */
    PgnTree tree;         /* as it was read, and with what the evaluation adds */
    Score start;          /* before the first move */
    AnnotatedMove *moves; /* position_plies(game.pos) of them */
    unsigned number;      /* in the file, from 1 */
} EvaluatedGame;

/* What the scores mean, in a sentence. */
extern const char score_unit[];
/* A score for people: "+0.35", "#5" if White mates in five, "-#5" if Black does, "1-0" if the game is over. `text`
 * has room for 16 bytes. */
const char *score_print(Score score, char *text);
/* The tablebase value of the position after a move of `mover`: "White: won in 16, with best play", "a draw, with
 * best play"; "" if unknown. `text` has room for ANNOTATED_TEXT_MAX bytes. */
const char *annotated_endgame(const AnnotatedMove *move, Side mover, char *text);
enum { ANNOTATED_TEXT_MAX = 64 };
/* Copies a comment without its commands ("[%clk 0:03:00]"), which go to `commands` (may be NULL) without brackets, joined
 * by ", ". */
void comment_split(const char *comment, Buffer *text, Buffer *commands);
/* Writes a line of moves with move numbers. Restores the position. */
void line_print(Position *pos, const Move *line, int length, Buffer *out);

#endif
