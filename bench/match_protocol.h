/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* An engine, what it is told of a game and what it answers, and what each of the two protocols
 * (match_uci.c, match_cecp.c) must do. */
#ifndef QUINCUNX_MATCH_PROTOCOL_H
#define QUINCUNX_MATCH_PROTOCOL_H

#include "match_process.h"
#include "match_tally.h"

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
    const char *moves;     /* all moves so far, each with a space before it */
    const char *last_move; /* the latest, "" if none */
    int64_t clocks[2];     /* microseconds left, by colour; 0 if that side has no clock */
    int64_t increments[2];
    unsigned moves_to_go;  /* of the side to move, 0: the whole game */
} GameView;

typedef enum AnswerKind {
    ANSWER_MOVE,
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
    bool out_of_time; /* a fault, and its clock or its time for a move is over */
    bool partial; /* the text so far ends in the middle of a move */
    int score; /* centipawns; mate in n plies or moves is +-(30000 - n) */
    unsigned depth;
    uint64_t nodes;
    double search_seconds;
} Answer;

enum { MATE_SCORE = 30000, MATE_SCORE_MIN = 29000 };

/* Functions that return bool return false when the engine has lost the game; *answer then says
 * why. */
/* What a protocol must do. */
typedef struct Protocol {
    /* After the process was started: until it is ready for options and games. */
    bool (*handshake)(Engine *engine, Answer *answer);
    bool (*new_game)(Engine *engine, const char *fen, Side side, Answer *answer);
    /* Sends the position and the command to think. */
    bool (*start_thinking)(Engine *engine, const GameView *game, Answer *answer);
    /* Looks at a line that came meanwhile. True if it decides: then answer->kind is set
     * and for a move its text is in text (cut to size). */
    bool (*read_thinking)(Engine *engine, const char *line, char *text, size_t size, Answer *answer);
    /* What that text is: a move, not always a legal one. */
    bool (*read_move)(const Position *pos, const char *text, Move *move, ErrorText *error);
    const char *stop; /* makes it answer now */
} Protocol;

extern const Protocol protocol_uci, protocol_cecp;

#endif
