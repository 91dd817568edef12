/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* What the parts of the console share: console.c reads lines and thinks,
 * console_game.c plays, console_history.c goes through what was played, console_record.c keeps that,
 * console_rescue.c saves it when the program is ended from outside,
 * console_clock.c has the clocks, console_info.c explains, console_settings.c keeps files and levels. */
#ifndef QUINCUNX_CONSOLE_H
#define QUINCUNX_CONSOLE_H

#include <stdatomic.h>

#include "../protocol/board_view.h"
#include "../protocol/events.h"
#include "line_editor.h"
#include "../protocol/policy.h"
#include "../notation/pgn.h"
#include "../protocol/session.h"
#include "../notation/move_text.h"

/* What a running search is for. */
typedef enum Purpose { PURPOSE_NONE, PURPOSE_MOVE, PURPOSE_HINT, PURPOSE_ANALYSIS } Purpose;

/* How hard the engine thinks about a move. */
typedef struct Level {
    int64_t move_time; /* milliseconds */
    int depth;         /* plies, 0: no limit */
    int64_t nodes;     /* 0: no limit */
} Level;

typedef struct Clocks {
    bool on;                  /* there are clocks */
    bool running;             /* that of the side to move */
    bool fallen[SIDE_NB];     /* a flag that fell stays fallen, and both clocks stand still then */
    int64_t left[SIDE_NB], start, increment; /* milliseconds */
    int64_t move_began;       /* on the monotonic clock */
} Clocks;

enum { PATH_LENGTH = 1024 };
/* What is known of a game besides its moves. */
typedef struct Record {
    PgnHeader header;
    bool from_file;         /* the header was read; else the players are those at the board */
    unsigned end;           /* the plies after which header.result holds, if it was read */
    Outcome agreed;         /* an end that the board does not show: resigned, or a draw agreed on; ONGOING if none */
    char path[PATH_LENGTH]; /* where the game was saved last, "" if never */
    unsigned saved_plies;   /* the game as a file has it: its moves and last position; 0 if none has */
    uint64_t saved_key;
} Record;

/* The person's name in files. */
#define PERSON_NAME "Person"

enum { WAITING_MAX = 16 };

typedef struct Console {
    Session *session;
    EventQueue *events;
    LineEditor *editor;    /* NULL: the terminal edits lines itself, or there is none */
    BoardStyle style;
    bool interactive;      /* a person at a terminal, not a pipe */
    bool prompted;         /* and the prompt stands there */
    bool left_by_word;     /* 'quit': what is not saved is not wanted */
    atomic_bool ended;     /* by a signal: the game is to be kept, and the program left */
    bool whole_moves;      /* a move that could be continued ends where its line ends */
    bool person[SIDE_NB];  /* which sides are the person's */
    bool engine_on;        /* the engine moves when its side is to move */
    Buffer legs;           /* of a move that has begun, joined by commas */
    Level level;
    Policy policy;
    bool courteous;        /* the engine resigns and offers draws */
    Clocks clocks;
    /* The search. */
    Purpose purpose;
    unsigned serial;
    SearchResult result;
    char *waiting[WAITING_MAX]; /* lines typed while the engine thinks */
    unsigned waiting_count;
    Record record;
    Position *whole;      /* the game, while an earlier position of it is looked at; else NULL */
    Position *shelf;      /* the game before the last new, fen or load, or before its moves after some
                             position were left; NULL if none */
    Record shelf_record;
    PgnGame offer;          /* the legal part of a file with an illegal move; pos NULL if none */
} Console;

/* A function that carries out a command gets the rest of its line. */
#define CONSOLE_COMMAND(name) void console_##name(Console *console, char *rest)

/* ---- console.c ---- */

/* Is it the engine's move, with nothing in its way? */
bool console_engine_is_to_move(const Console *console);

/* ---- console_game.c ---- */

/* Shows the board with marks, hands, clocks and whose turn it is. */
void console_show(const Console *console);
/* Draws any board in the console's style; marks and notes may be NULL. */
void console_draw(const Console *console, const Piece *board, const uint8_t *marks, const BoardNotes *notes);
/* The engine has found a move of that worth: true if it resigns instead, and says so. */
bool console_gives_up(Console *console, Score score);
/* After the engine's move: may offer a draw. */
void console_may_offer(Console *console);
/* How the game stands, resignations and the like included. */
Outcome console_outcome(const Console *console);
bool console_is_over(const Console *console);
/* Tells the result if the game is over. */
void console_tell_end(const Console *console);
/* Adds words separated by spaces, in lines of TEXT_WIDTH. */
void console_add_legs(Buffer *out, char (*words)[LEG_TEXT_MAX], size_t count);
/* Has a move begun of which legs are still to come? */
bool console_has_legs(const Console *console);
/* Gives such a move up, and says so. */
void console_drop_legs(Console *console);
/* Shows what has been played of the move and what can follow. */
void console_show_legs(const Console *console);
/* Plays what was typed, a move or legs of one; spaces do not count. */
void console_play_text(Console *console, char *text);
/* Puts the game so far on the shelf, if there is any, and says so. */
void console_shelve(Console *console);
/* Makes a position, which is taken over, the game. Returns false, and frees it, if
 * memory ran out. */
bool console_adopt(Console *console, Position *pos);
CONSOLE_COMMAND(end);
CONSOLE_COMMAND(undo);
CONSOLE_COMMAND(new);
CONSOLE_COMMAND(fen);
CONSOLE_COMMAND(resign);
CONSOLE_COMMAND(agree);
CONSOLE_COMMAND(courtesy);
CONSOLE_COMMAND(go);
CONSOLE_COMMAND(switch);
CONSOLE_COMMAND(side);

/* ---- console_record.c ---- */

/* All moves of the game, whichever position is looked at. */
const Position *console_whole_game(const Console *console);
/* The game as it stands is in a file that the person named. */
void console_mark_saved(Console *console);
/* Before a move is played, or another taken back (MOVE_NONE), where the game is only looked at: unless
 * it is the move that was played then, the rest of the game is put aside, and that is said. */
void console_leave_rest(Console *console, Move move);
/* The rest of the game is not wanted any more. */
void console_forget_rest(Console *console);

/* ---- console_rescue.c ---- */

/* Before each pause: what is to be written if the program ends, nothing unless a person has moves to
 * lose. */
void console_keep_ready(Console *console);
/* Writes the game, if it is not saved, and says where. */
void console_rescue(const Console *console);
/* Tells a game that was kept so, if there is one. */
void console_tell_rescued(const Console *console);
CONSOLE_COMMAND(resume);

/* ---- console_history.c ---- */

CONSOLE_COMMAND(history);
CONSOLE_COMMAND(first);
CONSOLE_COMMAND(back);
CONSOLE_COMMAND(forward);
CONSOLE_COMMAND(last);

/* ---- console_info.c ---- */

CONSOLE_COMMAND(moves);
CONSOLE_COMMAND(eval);
CONSOLE_COMMAND(rules);
CONSOLE_COMMAND(pieces);
CONSOLE_COMMAND(piece);
CONSOLE_COMMAND(games);
CONSOLE_COMMAND(board);
CONSOLE_COMMAND(flip);
CONSOLE_COMMAND(unicode);
CONSOLE_COMMAND(letters);
CONSOLE_COMMAND(colours);
CONSOLE_COMMAND(move_entry);

/* ---- console_settings.c ---- */

/* Brings the record's header up to date; returns why the game ended, or NULL. */
const char *console_close_record(Console *console);
/* Makes the game of this number in a file the current one. false, and says why, if there is none or a
 * move of it is illegal. */
bool console_load_file(Console *console, const char *path, unsigned number);
CONSOLE_COMMAND(save);
CONSOLE_COMMAND(export);
CONSOLE_COMMAND(load);
CONSOLE_COMMAND(accept);
CONSOLE_COMMAND(restore);
CONSOLE_COMMAND(level);
CONSOLE_COMMAND(time);
CONSOLE_COMMAND(depth);
CONSOLE_COMMAND(nodes);
CONSOLE_COMMAND(net);
CONSOLE_COMMAND(tablebases);
CONSOLE_COMMAND(clock);

/* What a search for a move of the side to move may use. */
SearchLimits console_limits(const Console *console);
/* Gives both clocks their full time. */
void console_clock_reset(Console *console);
/* Starts the clock of the side to move; stops it. */
void console_clock_start(Console *console);
void console_clock_stop(Console *console);
/* Stops the clock of the side that has just moved, and starts the other's. */
void console_clock_press(Console *console, Side mover);
/* Are the clocks to be heeded? Not once a flag has fallen. */
bool console_clock_counts(const Console *console);
/* Milliseconds until the flag of the side to move falls, -1 if it does not. */
int64_t console_clock_patience(const Console *console);
/* Tells a flag that has fallen. */
void console_clock_check(Console *console);
/* "4:07" of a side, as it would stand now; "" without clocks. Returns text. */
const char *console_clock_text(const Console *console, Side side, char *text, size_t size);

#endif
