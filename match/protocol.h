/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* An engine, its view of a game, its answer, and the interface that both protocols (uci.c, cecp.c)
 * implement. */
#ifndef QUINCUNX_MATCH_PROTOCOL_H
#define QUINCUNX_MATCH_PROTOCOL_H

#include "process.h"
#include "tally.h"

typedef struct Engine {
    Match *match;
    EngineConfig *config;
    unsigned thread; /* for the log */
    Process process;
    char line[PROCESS_LINE_MAX];
    uint64_t random; /* state of a built-in player */
    /* UCI: names of the offered options, one per line, lower case. CECP: the same. */
    char *offers;
    bool played; /* this process has played a game */
    /* CECP features and state. */
    bool ping, setboard, usermove, reuse, send_time, memory, smp;
    char *variants;
    unsigned ping_number;
    bool forced; /* in force mode: a usermove does not start a search */
    /* The current game: its variant and the engine's colour. */
    const Variant *variant;
    Side side;
    const Variant *sent_variant; /* variant last sent to the process (UCI) */
    char refusal[DETAIL_MAX];    /* what it says if it plays by other rules; "": it has not said so */
} Engine;

/* The game as sent to the engine. */
typedef struct GameView {
    Position *pos;
    const char *fen;       /* start position */
    const char *moves;     /* all moves so far, each preceded by a space */
    const char *last_move; /* the last move, "" if none */
    int64_t clocks[2];     /* microseconds left, by colour; 0 for a side without a clock */
    int64_t increments[2];
    unsigned moves_to_go;  /* of the side to move, 0: the whole game */
} GameView;

typedef enum AnswerKind {
    ANSWER_MOVE,
    ANSWER_RESIGNS,
    ANSWER_FAULT, /* the engine loses: see reason and detail */
    ANSWER_STOP   /* the match stops */
} AnswerKind;

/* An engine's answer. Scores are from its own point of view. */
typedef struct Answer {
    AnswerKind kind;
    Move move;
    char reason[REASON_MAX]; /* kind of fault: "crash", "hang", ... */
    char detail[DETAIL_MAX]; /* "bestmove e2e5: a Pawn cannot ..." */
    int64_t elapsed;         /* microseconds */
    bool has_score, offers_draw;
    bool out_of_time; /* a fault because the time is over */
    bool partial; /* the text so far is an incomplete move */
    int score; /* centipawns; mate in n plies or moves is +-(30000 - n) */
    unsigned depth;
    uint64_t nodes;
    double search_seconds;
} Answer;

enum { MATE_SCORE = 30000, MATE_SCORE_MIN = 29000 };

/* Functions that return bool return false if the engine has lost the game; *answer then says why. */
/* The interface of a protocol. */
typedef struct Protocol {
    /* After the start of the process: waits until it is ready for options and games. */
    bool (*handshake)(Engine *engine, Answer *answer);
    bool (*new_game)(Engine *engine, const char *fen, Side side, Answer *answer);
    /* Sends the position and starts the search. */
    bool (*start_thinking)(Engine *engine, const GameView *game, Answer *answer);
    /* Handles a line received during the search. True if it is the answer: answer->kind is set, and the text of a
     * move is in text (truncated to size). */
    bool (*read_thinking)(Engine *engine, const char *line, char *text, size_t size, Answer *answer);
    /* Parses that text as a move, legal or not. */
    bool (*read_move)(const Position *pos, const char *text, Move *move, ErrorText *error);
    const char *stop; /* the command to answer now */
} Protocol;

extern const Protocol protocol_uci, protocol_cecp;

#endif
