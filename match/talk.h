/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines to and from an engine process, with deadlines and error messages. Functions that return bool return false if
 * the engine has lost the game; *answer then says why. */
#ifndef QUINCUNX_MATCH_TALK_H
#define QUINCUNX_MATCH_TALK_H

#include "protocol.h"

enum {
    PATIENCE = 10000000, /* microseconds to wait for answers without a search */
    MOVE_LIST_MAX = 1 << 20
};

/* Writes a line to the match's log, if there is one: "<" to the engine, ">" from it. */
void engine_log(const Engine *engine, const char *direction, const char *line);
/* Sends a formatted line. */
bool engine_send(Engine *engine, Answer *answer, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Reads a line into engine->line before the deadline. READ_LINE, or what happened instead. */
ReadStatus engine_read(Engine *engine, int64_t deadline);
/* Reads lines until one starts with the word; passes the others to `each` (may be NULL). */
bool engine_wait_for(Engine *engine, const char *word, void (*each)(Engine *, const char *), Answer *answer);
/* Sends the rules of the game behind these words, if the engine knows the option; warns once if it does not and they are not the
 * game's own. */
bool engine_send_rules(Engine *engine, const char *words, Answer *answer);
/* Waits for the word; an engine that has refused the rules does not play. */
bool engine_wait_ready(Engine *engine, const char *word, Answer *answer);

/* Fills in a loss, or ANSWER_STOP if the match stops. Always returns false. */
bool answer_fault(Answer *answer, const char *reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Fills in the loss for a ReadStatus other than READ_LINE; `waiting` completes "no answer to ...". */
bool engine_read_failed(Engine *engine, ReadStatus status, const char *waiting, Answer *answer);

/* Records that an option is offered; checks whether it is. Both ignore case. */
void engine_offer(Engine *engine, const char *name);
bool engine_offers(const Engine *engine, const char *name);
/* Warns once per option that is set but not offered. */
void engine_warn_option(const Engine *engine, NameValue *option);

/* If *text starts with the word (and a space or the end), skips it and spaces. */
bool word_skip(const char **text, const char *word);

#endif
