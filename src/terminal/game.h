/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The game in the terminal: what stands on the board, who plays it, and how it is shown. */
#ifndef QUINCUNX_GAME_H
#define QUINCUNX_GAME_H

#include "../pgn/pgn.h"
#include "../session/session.h"
#include "../session/policy.h"
#include "../show/board_view.h"

enum { PATH_LENGTH = 1024 };

/* Facts about a game besides its moves. */
typedef struct Record {
    PgnHeader header;
    bool from_file;         /* header read from a file; else the players are those at the board */
    unsigned end;           /* header.result applies after this many plies, if it was read */
    Outcome agreed;         /* a resignation or an agreed draw, not visible on the board; else ONGOING */
    char path[PATH_LENGTH]; /* where the game was last saved; "" if never */
    unsigned saved_plies;   /* moves and last position in the saved file; 0 if not saved */
    uint64_t saved_key;
} Record;

#define PERSON_NAME "Person"

/* The game before the last new, fen or load. */
typedef struct Shelf {
    Position *pos; /* NULL: none */
    Record record;
    bool person[SIDE_NB];
} Shelf;

typedef struct Screen {
    BoardStyle style;
    bool interactive; /* at a terminal, not a pipe */
} Screen;

/* What the person sets about the engine. */
typedef struct Settings {
    int64_t move_time; /* milliseconds */
    int64_t nodes;     /* positions a move, 0: no limit */
    bool courteous;    /* the engine resigns and offers draws */
} Settings;

typedef struct Game {
    Session *session;     /* its position is the one shown */
    Screen screen;
    Settings settings;
    bool person[SIDE_NB]; /* sides played by the person */
    bool engine_on;       /* the engine moves when its side is to move */
    Record record;
    Shelf shelf;
    Policy policy;        /* of the engine: when it resigns, and offers and takes draws */
} Game;

/* ---- How it stands ---- */

/* Also by resignation or an agreed draw. */
bool game_is_over(const Game *game);
/* Announces the result if the game is over, and returns whether it is. */
bool game_announce_result(const Game *game);
bool game_awaits_engine(const Game *game);
/* Completes the header of the record; returns why the game ended, or NULL. */
const char *game_close_record(Game *game);
/* Notes that the person's file has the present game. */
void game_mark_saved(Game *game);

/* ---- Showing ---- */

void game_show(const Game *game);

/* ---- Changes ---- */

/* A side resigns, which is announced. */
void game_give_up(Game *game, Side side);
/* What the person plays: "White", "both sides", ... */
const char *game_seats(const Game *game);
/* Says what the person now plays; a single side is shown at the bottom. */
void game_seat(Game *game, bool white, bool black);
/* Puts a copy of the game, if it has moves, on the shelf, and says so. */
void game_shelve(Game *game);
/* The session has begun another game. */
void game_start(Game *game);
/* Makes a position the game and takes ownership; the players stay. If memory ran out, frees it and returns false. */
bool game_adopt(Game *game, Position *pos);

#endif
