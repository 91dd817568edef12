/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * One opponent of a match: an engine process that speaks UCI or CECP, or a player
 * built in. An Engine belongs to one thread; it is started when a game needs it
 * and started again after any failure.
 */
#ifndef QUINCUNX_MATCH_ENGINE_H
#define QUINCUNX_MATCH_ENGINE_H

#include "match.h"
#include "match_process.h"

typedef struct Engine {
    Match *match;
    EngineConfig *config;
    unsigned thread; /* for the log */
    Process process;
    char line[PROCESS_LINE_MAX];
    uint64_t random; /* state of a built-in player */
    /* UCI: option names offered, newline-separated, lower case. CECP: the same. */
    char *offers;
    bool played; /* has had a game in this process */
    /* CECP features and state. */
    bool ping, setboard, usermove, reuse, send_time, memory, smp;
    char *variants;
    unsigned ping_number;
    bool forced; /* in force mode: does not answer a usermove by itself */
    /* This game: what is played, and the engine's colour. */
    const Variant *variant;
    Side side;
    const Variant *told; /* the variant that the process was last told (UCI) */
} Engine;

/* The game as an engine must be told it. */
typedef struct GameView {
    Position *pos;
    const char *fen;       /* where the game starts */
    const char *moves;     /* all turns so far, each with a space before it */
    const char *last_turn; /* the latest, "" if none */
    int64_t clocks[2];     /* microseconds left, by colour; 0 if that side has no clock */
    int64_t increments[2];
    unsigned moves_to_go;  /* of the side to move, 0: the whole game */
} GameView;

typedef enum AnswerKind {
    ANSWER_TURN,
    ANSWER_RESIGNS,
    ANSWER_FAULT, /* loses: see reason and detail */
    ANSWER_STOP   /* the match is to stop */
} AnswerKind;

/* What came back. Scores are the engine's own point of view. */
typedef struct Answer {
    AnswerKind kind;
    Move move;
    char reason[REASON_MAX]; /* class of fault: "crash", "hang", ... */
    char detail[DETAIL_MAX]; /* "bestmove e2e5: a Pawn cannot ..." */
    int64_t elapsed;         /* microseconds */
    bool has_score, offers_draw;
    bool partial; /* the text so far ends in the middle of a turn */
    int score; /* centipawns; mate in n plies or moves is +-(30000 - n) */
    unsigned depth;
    uint64_t nodes;
    double search_seconds;
} Answer;

enum { MATE_SCORE = 30000, MATE_SCORE_MIN = 29000 };

/* Starts the process if need be and tells it that a game of a variant starts from fen
 * with the engine as that side. false with fault fields of *answer set (or ANSWER_STOP). */
bool engine_new_game(Engine *engine, const Variant *variant, const char *fen, Side side, Answer *answer);
/* Lets the engine choose a turn; checks that it is legal and in time. */
void engine_think(Engine *engine, const GameView *game, Answer *answer);
/* Tells a CECP engine how the game ended. */
void engine_game_over(Engine *engine, Result result, const char *reason);
/* Ends the process if there is one: asks politely, then kills. */
void engine_quit(Engine *engine);

/* The players built in: a random turn; or one that wins at once, else the one with
 * the best evaluation. Needs a position that has legal turns. MOVE_NONE without memory. */
Move player_random(Position *pos, uint64_t *random);
Move player_greedy(Position *pos, uint64_t *random);

#endif
