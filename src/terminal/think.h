/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The engine's searches in the terminal: for its move, a hint, an analysis. */
#ifndef QUINCUNX_THINK_H
#define QUINCUNX_THINK_H

#include "../session/events.h"
#include "modes.h"

/* Purpose of the running search. */
typedef enum Purpose { PURPOSE_NONE, PURPOSE_MOVE, PURPOSE_HINT, PURPOSE_ANALYSIS } Purpose;

enum { WAITING_MAX = 16 };

typedef struct Thinking {
    Game *game;
    const Settings *settings;
    EventQueue *events;  /* where a search posts its end */
    Purpose purpose;
    unsigned serial;     /* of the search */
    SearchResult result;
    char *waiting[WAITING_MAX]; /* lines typed while the engine thinks */
    unsigned waiting_count;
} Thinking;

/* hint, analyse, lines, eval, book */
extern const Command thinking_commands[];
/* Takes what is typed during a search. */
bool thinking_line(void *thinking, char *line, const Command *command);

/* Does a search run, or do lines wait for its end? */
bool thinking_is_busy(const Thinking *thinking);
/* Lets the engine move. */
void thinking_begin_move(Thinking *thinking);
/* Handles the end of a search. */
void thinking_ended(Thinking *thinking);
/* Ctrl-C: ends the search with its result so far, a move is made at once, and waiting lines are dropped. false if no search
 * runs. */
bool thinking_interrupt(Thinking *thinking);
/* Ends a hint or an analysis with its result so far; abandons a move. */
void thinking_break(Thinking *thinking);
/* Stops the search without a word and drops the waiting lines. */
void thinking_close(Thinking *thinking);
/* Takes the oldest waiting line, which the caller frees; NULL if there is none, or a search runs. */
char *thinking_next_line(Thinking *thinking);

#endif
