/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Between match_engine.c, which runs any engine, and match_uci.c and match_cecp.c,
 * which know the two protocols. Functions that return bool return false when the
 * engine has lost the game; *answer then says why.
 */
#ifndef QUINCUNX_MATCH_PROTOCOL_H
#define QUINCUNX_MATCH_PROTOCOL_H

#include "match_engine.h"

/* What a protocol must do. */
typedef struct Protocol {
    /* After the process was started: until it is ready for options and games. */
    bool (*handshake)(Engine *engine, Answer *answer);
    bool (*new_game)(Engine *engine, const char *fen, Side side, Answer *answer);
    /* Sends the position and the command to think. */
    bool (*start_thinking)(Engine *engine, const GameView *game, Answer *answer);
    /* Looks at a line that came meanwhile. True if it decides: then answer->kind is set
     * and for a turn its text is in text (cut to size). */
    bool (*read_thinking)(Engine *engine, const char *line, char *text, size_t size, Answer *answer);
    const char *stop; /* makes it answer now */
} Protocol;

extern const Protocol protocol_uci, protocol_cecp;

enum {
    PATIENCE = 10000000, /* microseconds to wait for answers that need no thought */
    TURN_LIST_MAX = 1 << 20
};

/* Sends a formatted line. */
bool engine_send(Engine *engine, Answer *answer, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Reads a line into engine->line until the deadline; READ_LINE or what else happened. */
ReadStatus engine_read(Engine *engine, int64_t deadline);
/* Reads lines until one starts with the word; `each` (may be NULL) sees the others. */
bool engine_wait_for(Engine *engine, const char *word, void (*each)(Engine *, const char *), Answer *answer);

/* Fills in a loss, or ANSWER_STOP if the match is to stop. Always returns false. */
bool answer_fault(Answer *answer, const char *reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The loss that a ReadStatus other than READ_LINE means; `waiting` completes "no answer to ...". */
bool engine_read_failed(Engine *engine, ReadStatus status, const char *waiting, Answer *answer);

/* Remembers that an option is offered; asks about it, ignoring case. */
void engine_offer(Engine *engine, const char *name);
bool engine_offers(const Engine *engine, const char *name);
/* Warns once for each option that is set but not offered. */
void engine_warn_option(const Engine *engine, NameValue *option);

/* If *text starts with the word (and a space or the end), moves behind it and spaces. */
bool word_skip(const char **text, const char *word);

#endif
