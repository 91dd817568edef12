/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Lessons: short tasks on a board, read from a file for each game (docs/lessons.md), which is untrusted. Knows no rule: goals are
 * conditions over the board, the moves and the result.
 */
#ifndef QUINCUNX_LESSONS_H
#define QUINCUNX_LESSONS_H

#include "../variant.h"

enum {
    LESSONS_MAX = 40,        /* lessons in a file */
    LESSON_BYTES = 65536,    /* of a file */
    LESSON_TITLE_MAX = 40,   /* bytes of a title */
    LESSON_TEXT_MAX = 200,   /* bytes of a task, hint or remark: it stands beside a small board */
    LESSON_RULES_MAX = 16,   /* rules of a lesson: fail and say together */
    LESSON_WRONG_MAX = 8,    /* wrong tries of a lesson */
    LESSON_MOVES_MAX = 60    /* moves that a lesson can allow */
};

typedef struct LessonRule {
    bool fails; /* the lesson, else it continues */
    const char *condition, *text;
} LessonRule;

typedef struct LessonRules {
    LessonRule rule[LESSON_RULES_MAX];
    unsigned count;
} LessonRules;

/* Moves that a learner may try in vain. */
typedef struct LessonTries {
    const char *line[LESSON_WRONG_MAX];
    unsigned count;
} LessonTries;

/* What the other side does. */
typedef struct LessonOpponent {
    bool passes;       /* always; else it answers */
    int level;         /* see search/levels.h */
    const char *reply; /* what it answers, if that is legal; NULL: the engine chooses */
} LessonOpponent;

/* A lesson of a file. The texts belong to the file. */
typedef struct Lesson {
    const Variant *variant;
    unsigned line;           /* of the file, where it begins */
    const char *title, *fen, *task, *hint, *done, *goal;
    const char *solution;    /* moves, separated by spaces */
    LessonTries wrong;
    LessonRules rules;
    bool flags[SQUARE_MAX];  /* squares to be reached */
    Side side;               /* the learner's */
    unsigned moves;          /* allowed, 0: any number */
    LessonOpponent opponent;
} Lesson;

typedef struct LessonFile {
    const Variant *variant;
    unsigned count;
    char *text;
    Lesson lessons[LESSONS_MAX];
} LessonFile;

/* Reads a text of `length` bytes with the lessons of a game. Checks what needs no move; NULL, with the line and the reason. */
LessonFile *lessons_read(const Variant *variant, const char *text, size_t length, ErrorText *error);
void lessons_free(LessonFile *file);
/* The built-in lessons of a game; NULL without an error if there are none. The caller frees them. */
LessonFile *lessons_of(const Variant *variant, ErrorText *error);

typedef enum LessonState { LESSON_OPEN, LESSON_SOLVED, LESSON_FAILED } LessonState;

typedef enum LessonWhy {
    LESSON_BY_RULE,  /* a rule of the lesson says so */
    LESSON_BY_MOVES, /* no moves are left */
    LESSON_BY_END,   /* the game is over, and the goal is not reached */
    LESSON_BY_CHECK  /* the opponent, who passes, may not pass here */
} LessonWhy;

/* A lesson that is played. */
typedef struct LessonRun {
    const Lesson *lesson;
    Position *pos;          /* the caller's */
    LessonState state;
    LessonWhy why;          /* if it failed */
    const char *remark;     /* on the last move; NULL: none */
    unsigned moves;         /* of the learner, so far */
    bool flags[SQUARE_MAX]; /* not yet reached */
    Outcome outcome;
    char move[MOVE_TEXT_MAX]; /* the learner's last move */
    Piece before[SQUARE_MAX], after[SQUARE_MAX]; /* the board before and after it */
} LessonRun;

/* Sets the lesson's position. The run keeps both pointers. */
bool lesson_begin(LessonRun *run, const Lesson *lesson, Position *pos, ErrorText *error);
/* Plays a move of the side to move, in any spelling; if the opponent passes, the learner is to move again. On an error nothing
 * changes. */
bool lesson_play(LessonRun *run, const char *text, ErrorText *error);
/* The answer that the lesson prescribes, MOVE_NONE if the engine may choose. */
Move lesson_reply(LessonRun *run);
/* Does the last move of the solution solve the lesson, and every wrong try fail or get a remark? */
bool lesson_check(const Lesson *lesson, ErrorText *error);

#endif
