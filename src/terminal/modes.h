/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The terminal is made of modes: playing, analysis, files ... Each has a file, its own data and
 * commands. console.c reads lines and runs the commands; it adds the prompt, and what begins a line that is none.
 */
#ifndef QUINCUNX_MODES_H
#define QUINCUNX_MODES_H

#include "../session/events.h"
#include "game.h"

typedef struct Command {
    const char *name, *arguments;
    const char *help; /* NULL: an alias of the command before */
    void (*run)(void *data, char *rest); /* the data of its mode; the rest of the line */
} Command;

typedef struct Mode {
    const char *name;        /* of its commands in `help`; NULL ends a list of modes */
    const Command *commands; /* up to one without a name */
    void *data;
} Mode;

/* ---- play.c: what a person types to move, to take back, to resign, and who plays which side. The data is the game ---- */

extern const Command play_commands[];
/* Plays what looks like a move; false if it does not. Ignores spaces. */
bool play_line(Game *game, char *line);
/* How to type a move in the session's game. */
void play_add_typing(const Game *game, Buffer *out);

/* ---- new_game.c: beginning games, and the rules and pieces of each. The data is the game ---- */

extern const Command games_commands[];
/* Begins a game of the session's rules, the person moving first. */
void games_begin(Game *game);

/* ---- game_files.c: games in files, interrupted ones too. The data is the game ---- */

extern const Command files_commands[];
/* Copies a file name that was typed: trims spaces and quotes, expands '~' to the home directory. false, which is said, if it
 * is too long. */
bool files_read_path(const char *rest, char path[PATH_LENGTH]);
/* Call before each wait: prepares the file to write if the program is killed; none unless a person's moves would be lost. */
void files_prepare_rescue(Game *game);
/* Writes the game if it is not saved, and says where. */
void files_rescue(const Variant *variant);
/* Mentions the latest interrupted game, if there is one. */
void files_mention_rescued(const Variant *variant);

/* ---- settings.c: what the person sets. The data is the game ---- */

extern const Command settings_commands[];
extern const Command look_commands[];

/* ---- think.c: the engine's searches, for its move, a hint, an analysis ---- */

typedef enum Purpose { PURPOSE_NONE, PURPOSE_MOVE, PURPOSE_HINT, PURPOSE_ANALYSIS } Purpose;

typedef struct Thinking {
    Game *game;
    EventQueue *events;  /* where a search posts its end */
    Purpose purpose;
    unsigned serial;     /* of the search */
    SearchResult result;
} Thinking;

extern const Command thinking_commands[];
/* A line typed during a search ends it. Takes a line that only does this. */
bool thinking_line(Thinking *thinking, const char *line);

void thinking_begin_move(Thinking *thinking);
/* Ends a search, with its result so far if it still runs: the engine moves at once. */
void thinking_break(Thinking *thinking);

#endif
