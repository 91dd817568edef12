/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The modes of the terminal, each in its own file: their data, and what console.c makes modes of. */
#ifndef QUINCUNX_MODES_H
#define QUINCUNX_MODES_H

#include "game.h"
#include "mode.h"

/* ---- play.c: what a person types to move, to take back, to resign, and who plays which side. The data is the game ---- */

extern const Command play_commands[];
void play_prompt(const void *game, Buffer *out);
/* Plays what looks like a move, or legs of one. Ignores spaces. */
bool play_line(void *game, char *line, const Command *command);
/* How to type a move in the session's game. */
void play_add_typing(const Game *game, Buffer *out);

/* ---- review.c: going through the moves without losing any. The data is the game ---- */

extern const Command review_commands[];
/* Says after which move the position shown is, unless it is the last. */
void review_prompt(const void *game, Buffer *out);

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

/* ---- settings.c: what the person sets about the engine ---- */

typedef struct Settings {
    Game *game;
    /* Limits of the engine's search for a move. */
    int64_t move_time; /* milliseconds */
    int64_t nodes;     /* 0: no limit */
    bool courteous;    /* the engine resigns and offers draws */
} Settings;

extern const Command settings_commands[];

/* ---- look.c: how the board looks. The data is the game ---- */

extern const Command look_commands[];

#endif
