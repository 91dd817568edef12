/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shared by the parts of the console, each of which calls only those below it:
 *
 *   console.c reads lines and runs commands; commands.h lists them
 *   console_book.c shows the opening book
 *   console_search.c searches for a move, a hint, an analysis
 *   console_moves.c plays what a person types
 *   console_settings.c, console_rescue.c files, levels, clocks; the game when the program is killed
 *   console_history.c, console_info.c step through the moves; explain
 *   console_game.c the game on the board
 *   console_record.c the whole game, whichever position is shown
 *   clocks.c
 */
#ifndef QUINCUNX_CONSOLE_H
#define QUINCUNX_CONSOLE_H

#include <stdatomic.h>

#include "../show/board_view.h"
#include "clocks.h"
#include "commands.h"
#include "../session/events.h"
#include "../session/policy.h"
#include "../notation/pgn.h"
#include "../rules.h"
#include "../session/session.h"
#include "../notation/move_text.h"

/* Purpose of the running search. */
typedef enum Purpose { PURPOSE_NONE, PURPOSE_MOVE, PURPOSE_HINT, PURPOSE_ANALYSIS } Purpose;

/* Limits of the engine's search for a move. */
typedef struct MoveLimits {
    int64_t move_time; /* milliseconds */
    int depth;         /* plies, 0: no limit */
    int64_t nodes;     /* 0: no limit */
} MoveLimits;

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

/* The person's name in PGN files. */
#define PERSON_NAME "Person"

/* The terminal. */
typedef struct Screen {
    BoardStyle style;
    bool interactive;   /* a person at a terminal, not a pipe */
    bool prompted;      /* the prompt is visible */
} Screen;

enum { WAITING_MAX = 16 };
/* Lines typed while the engine thinks. */
typedef struct WaitingLines {
    char *line[WAITING_MAX];
    unsigned count;
} WaitingLines;

/* The running search. */
typedef struct ConsoleSearch {
    Purpose purpose;
    unsigned serial;
    SearchResult result;
    int64_t answer_from; /* monotonic time: not before it does a weaker level's move appear */
    bool held;           /* the move is found, and waits for that time */
} ConsoleSearch;

/* The game before the last new, fen or load, or before moves were replaced. */
typedef struct ShelvedGame {
    Position *pos; /* NULL: none */
    char rules[RULES_TEXT_MAX]; /* with the game's name */
    Record record;
    bool person[SIDE_NB];
} ShelvedGame;

typedef struct Console {
    Session *session;
    EventQueue *events;
    Screen screen;
    bool left_by_word;     /* 'quit': unsaved games are dropped */
    atomic_bool ended;     /* by a signal: save the game and exit */
    /* The game. */
    bool person[SIDE_NB];  /* sides played by the person */
    bool engine_on;        /* the engine moves when its side is to move */
    bool courteous;        /* the engine resigns and offers draws */
    bool whole_moves;      /* a move that could go on ends at the end of its line */
    Buffer legs;           /* of a move in progress, joined by commas */
    Record record;
    Position *whole;       /* the whole game, while an earlier position of it is shown; else NULL */
    ShelvedGame shelf;
    PgnGame offer;         /* the legal part of a file with an illegal move; pos NULL if none */
    Policy policy;
    Clocks clocks;
    MoveLimits limits;
    ConsoleSearch search;
    WaitingLines waiting;
} Console;

/* The position of the game. */
static inline Position *game_of(const Console *console) { return console->session->pos; }
/* Does a search run, or do lines wait for its end? */
static inline bool console_is_busy(const Console *console)
{
    return console->search.purpose != PURPOSE_NONE || console->waiting.count;
}

/* The functions that run the commands; `rest` is the rest of the line. */
#define DECLARE(name, run, ...) void console_##run(Console *console, char *rest);
CONSOLE_COMMANDS(DECLARE)
#undef DECLARE

/* ---- console_search.c ---- */

/* A score of the side to move for people: normalised (eval/wdl.h) or moves to mate, from White's point of view. Returns
 * text. */
const char *console_score_text(const Position *pos, Score score, char text[24]);
/* Lets the engine move, as its level and the clocks say. */
void console_think(Console *console);
/* Handles the end of a search. A move that came too early waits. */
void console_search_ended(Console *console);
/* Makes the move that is sought, or that waits, at once. */
void console_move_now(Console *console);
/* Ends a hint or an analysis with its result so far; abandons a move. */
void console_break_search(Console *console);

/* ---- console_game.c ---- */

/* Is the engine to move, with nothing in its way? */
bool console_engine_is_to_move(const Console *console);
/* Shows the board with marks, hands, clocks and the side to move. */
void console_show(const Console *console);
/* The style of boards at the terminal's present width. */
BoardStyle console_style(const Screen *screen);
/* Draws a board; marks and notes may be NULL. */
void console_draw(const Variant *variant, BoardStyle style, const Piece *board, const uint8_t *marks, const BoardNotes *notes);
/* A side resigns, which is announced. */
void console_give_up(Console *console, Side side);
/* The outcome, including resignations and agreed draws. */
Outcome console_outcome(const Console *console);
bool console_is_over(const Console *console);
/* Announces the result if the game is over, and returns whether it is. */
bool console_announce_result(const Console *console);
/* Appends words separated by spaces, in lines of TEXT_WIDTH. */
void console_add_legs(Buffer *out, char (*words)[LEG_TEXT_MAX], size_t count);
/* Cancels a move in progress and says so. */
void console_drop_legs(Buffer *legs);
/* Shows the legs played so far and those that can follow. */
void console_show_legs(const Console *console);
/* Puts the current game, if any, on the shelf and says so. */
void console_shelve(Console *console);
/* Puts a position, which the shelf then owns, there as the current game, with its rules as rules_write has them. */
void console_put_on_shelf(Console *console, Position *pos, const char *rules);
/* What the person plays: "White", "both sides", ... */
const char *console_seats(const bool person[SIDE_NB]);
/* Says what the person plays from now on; of one side, the board shows it at the bottom. */
void console_seat(Console *console, bool white, bool black);
/* Makes a position the current game and takes ownership; who plays stays as it is. If memory ran out, frees it and
 * returns false. */
bool console_adopt(Console *console, Position *pos);

/* ---- console_moves.c ---- */

/* Plays what was typed: a move or legs of one. Ignores spaces. */
void console_play_text(Console *console, char *text);

/* ---- console_record.c ---- */

/* All moves of the game, whichever position is shown. */
const Position *console_whole_game(const Console *console);
/* Call before a move is played or taken back (MOVE_NONE) at an earlier position of the game. Unless it is the game's
 * own next move, shelves the later moves and says so. */
void console_leave_rest(Console *console, Move move);
/* Drops the later moves of the game. */
void console_forget_rest(Console *console);

/* ---- console_rescue.c ---- */

/* Call before each wait: prepares the file to write if the program is killed; empty unless a person's moves would be
 * lost. */
void console_keep_ready(Console *console);
/* Writes the game if it is not saved, and says where. */
void console_rescue(const Variant *variant);
/* Mentions a rescued game, if there is one. */
void console_tell_rescued(const Variant *variant);

/* ---- console_settings.c ---- */

/* Completes the header of the record; returns why the game ended, or NULL. */
const char *console_close_record(Console *console);
/* Loads game number `number` of a file. On failure says why: no such game, or an illegal move. */
bool console_load_file(Console *console, const char *path, unsigned number);

#endif
