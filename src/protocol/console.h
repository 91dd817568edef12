/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* What the parts of the console share: console.c talks and plays, console_settings.c
 * keeps files, clocks and levels. */
#ifndef QUINCUNX_CONSOLE_H
#define QUINCUNX_CONSOLE_H

#include "board_view.h"
#include "events.h"
#include "pgn.h"
#include "session.h"

/* What a running search is for. */
typedef enum Purpose { PURPOSE_NONE, PURPOSE_TURN, PURPOSE_HINT, PURPOSE_ANALYSIS } Purpose;

/* How hard the engine thinks about a turn. */
typedef struct Level {
    int64_t move_time; /* milliseconds */
    int depth;         /* plies, 0: no limit */
    int64_t nodes;     /* 0: no limit */
    int strength;      /* 1 .. STRENGTH_MAX */
} Level;
enum { STRENGTH_MAX = 10 };

typedef struct Clocks {
    bool on, fallen;          /* a flag that fell stays fallen */
    int64_t left[SIDE_NB], start, increment; /* milliseconds */
    int64_t turn_began;       /* on the monotonic clock */
} Clocks;

enum { WAITING_MAX = 16, PATH_LENGTH = 1024 };

typedef struct Console {
    Session *session;
    EventQueue *events;
    BoardStyle style;
    bool interactive;      /* a person at a terminal, not a pipe */
    bool whole_turns;      /* a turn that could be continued ends where its line ends */
    bool person[SIDE_NB];  /* which sides are the person's */
    bool engine_on;        /* the engine moves when its side is to move */
    Buffer legs;           /* of a turn that has begun, joined by commas */
    Outcome resigned;      /* an end that the board does not show; ONGOING if none */
    Level level;
    Clocks clocks;
    /* The search. */
    Purpose purpose;
    unsigned serial;
    SearchResult result;
    char *waiting[WAITING_MAX]; /* lines typed while the engine thinks */
    unsigned waiting_count;
    /* The game as a record. */
    PgnHeader header;
    char path[PATH_LENGTH]; /* where it was saved last, "" if never */
    Position *shelf;        /* the game before the last new, fen or load; NULL if none */
    PgnGame offer;          /* the legal part of a file with an illegal turn; pos NULL if none */
} Console;

/* ---- console.c ---- */

/* Shows the board with marks, hands, clocks and whose turn it is. */
void console_show(const Console *console);
/* How the game stands, resignations included. */
Outcome console_outcome(const Console *console);
/* Puts the game so far on the shelf, if there is any, and says so. */
void console_shelve(Console *console);
/* Makes a position, which is taken over, the game. Returns false, and frees it, if
 * memory ran out. */
bool console_adopt(Console *console, Position *pos);

/* ---- console_settings.c: each carries out a command with the rest of its line ---- */

void console_save(Console *console, char *rest);
void console_load(Console *console, char *rest);
void console_accept(Console *console, char *rest);
void console_restore(Console *console, char *rest);
void console_level(Console *console, char *rest);
void console_time(Console *console, char *rest);
void console_depth(Console *console, char *rest);
void console_nodes(Console *console, char *rest);
void console_clock(Console *console, char *rest);

/* What a search for a turn of the side to move may use. */
SearchLimits console_limits(const Console *console);
/* Starts the clock of the side to move. */
void console_clock_start(Console *console);
/* Stops the clock of the side that has just moved; tells a fallen flag. */
void console_clock_press(Console *console, Side mover);
/* "4:07" of a side, as it would stand now; "" without clocks. Returns text. */
const char *console_clock_text(const Console *console, Side side, char *text, size_t size);

#endif
