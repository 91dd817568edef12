/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The engine's searches in the terminal: for its move, a hint, an analysis. */
#ifndef QUINCUNX_THINK_H
#define QUINCUNX_THINK_H

#include "../session/events.h"
#include "modes.h"

/* Purpose of the running search. */
typedef enum Purpose { PURPOSE_NONE, PURPOSE_MOVE, PURPOSE_HINT, PURPOSE_ANALYSIS } Purpose;

typedef struct Thinking {
    Game *game;
    const Settings *settings;
    EventQueue *events;  /* where a search posts its end */
    Purpose purpose;
    unsigned serial;     /* of the search */
    SearchResult result;
} Thinking;

/* hint, analyse, eval, book */
extern const Command thinking_commands[];
/* A line typed during a search ends it. Takes a line that only does this. */
bool thinking_line(void *thinking, char *line, const Command *command);

/* Lets the engine move. */
void thinking_begin_move(Thinking *thinking);
/* Handles the end of a search. */
void thinking_ended(Thinking *thinking);
/* Ends a running search, with its result so far: the engine moves at once. */
void thinking_break(Thinking *thinking);
/* Stops the search without a word. */
void thinking_close(Thinking *thinking);

#endif
