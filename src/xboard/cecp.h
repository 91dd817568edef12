/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shared by the parts of the CECP interface; private to it. Each part calls only those below it:
 *
 *   cecp.c the commands
 *   load.c a game from a file
 *   usermove.c a ply from the peer: accepts or refuses it, and reacts
 *   thinking.c searches, decides, sends the engine's move
 *   machine.c the state machine: converts between plies and moves
 *   marks.c shows a person where a piece can go, and finds what a person's ply means
 *   base.c stopping, plies made and taken back
 *   excluded.h moves that are not played
 *   record.h the plies so far: the expected next one, XBoard's board
 *   legend.c explains the pieces
 */
#ifndef QUINCUNX_CECP_H
#define QUINCUNX_CECP_H

#include <stdatomic.h>

#include "../session/perft.h"
#include "../session/events.h"
#include "../session/policy.h"
#include "excluded.h"
#include "record.h"

enum { NO_ENGINE_SIDE = 2, UNDO_ROOM = 64 };

/* Purpose of the running search. */
typedef enum Thinking { THINKING_NOT, THINKING_MOVE, THINKING_PONDER, THINKING_ANALYSIS } Thinking;

/* The running search. */
typedef struct CecpSearch {
    Thinking thinking;
    bool show_always; /* show analysis even after `nopost` */
    bool paused;      /* the search of `thinking` is paused */
    unsigned serial;
    Move ponder_move;
    char presumed[2 * MOVE_TEXT_MAX]; /* the same in XBoard's notation; set between searches */
    atomic_bool presuming; /* print it before the search's lines */
} CecpSearch;

/* Clocks and limits of the engine's moves; times in milliseconds. */
typedef struct CecpClock {
    int moves_per_session;
    int64_t increment, fixed_time, own_time, spent; /* spent: on this move before a pause */
    int depth;
} CecpClock;

/* A person at XBoard's board. */
typedef struct CecpHand {
    char put[8];      /* where a person just put a piece, in XBoard's notation */
    bool by_hand;     /* the current ply was made with the mouse, not sent by a file or a program */
    bool legs_marked; /* XBoard shows marks without a lifted piece */
    bool marks_due;   /* a game has begun: the first ping after that is answered with cecp_mark_first_move */
} CecpHand;

typedef struct Cecp {
    Session *session;
    EventQueue *events;
    PlyRecord record;
    CecpSearch search;
    CecpClock clock;
    ExcludedMoves excluded; /* in this position */
    CecpHand hand;
    Side engine_side; /* NO_ENGINE_SIDE: force mode */
    bool analysing, pondering_allowed, computer, over;
    bool quiet; /* no comments wanted */
    bool resigns, offers_draws, explains; /* options */
    char *loads; /* the option Load Game: a file to load as soon as possible */
    bool ready;  /* a ping has come: the GUI has a board */
    const Variant *explained; /* the last game whose pieces were explained */
    atomic_bool post; /* show thinking */
    Policy policy;
    bool draw_offered;  /* the opponent's offer, to be answered with the move */
    Buffer pongs;       /* answers to `ping` that wait for the move */
    int64_t memory;     /* MiB, the GUI's limit for the whole engine; 0: unknown */
    PerftThread *perft; /* perft; NULL if none is running */
} Cecp;

/* The options that only this protocol has; their target is a Cecp. */
extern const Option cecp_options[];

/* Does a ply come from a person, who needs help with passes and the like? */
static inline bool cecp_is_person_moving(const Cecp *c)
{
    return !c->computer && (c->engine_side != NO_ENGINE_SIDE || (c->hand.by_hand && c->record.gui));
}

/* ---- The state machine (machine.c) ---- */

/* The result of taking a ply. */
typedef enum PlyResult {
    PLY_REFUSED,
    PLY_NOT_NOW, /* refused, whatever it is */
    PLY_REPAIR,  /* of XBoard's board, in a game that is being loaded */
    PLY_LEG,
    PLY_MOVE     /* the next ply begins a move */
} PlyResult;

/* Takes a ply that is about to be played, in the engine's notation. */
PlyResult cecp_take_ply(Cecp *c, const char *text, ErrorText *error);
/* Takes a ply from the peer, in the engine's notation; `entered` is as the peer wrote it. Some legs cannot be entered
 * with the mouse: then XBoard takes its ply back and is shown the intended leg. */
PlyResult cecp_take_entered(Cecp *c, char *own, const char *entered, ErrorText *error);
/* The next ply that repairs XBoard's board, if it differs from the position after the last move. */
bool cecp_find_repair(const PlyRecord *record, Ply *ply);
/* Does the FEN show the current board with the other side to move, and is a pass possible now? */
bool cecp_is_after_pass(const Cecp *c, const char *fen);

/* Sends the engine's move as plies and makes it. */
void cecp_show_move(Cecp *c, Move move);
/* Sends a text as a ply, and records it with what else is known of it. */
void cecp_show_ply(Cecp *c, const char *text, Ply ply);
/* After a person's leg: sends a piece that captured from afar back, and the other side's pass. */
void cecp_show_pass(Cecp *c);
/* Repairs XBoard's board after a move that XBoard does not understand. */
void cecp_show_repairs(Cecp *c);

/* ---- Stopping, plies (base.c) ---- */

/* Sends a ply; takes the engine's notation. */
void cecp_say_move(const Variant *variant, const char *text);
/* Restarts the record at the current position. */
void cecp_forget_plies(Cecp *c);
/* Records a ply of the side that is due, and makes the move it completes. The search for a reply may be running:
 * then it continues as a search on the clock. false if memory ran out. */
bool cecp_add_ply(Cecp *c, const Ply *ply, ErrorText *error);
/* Takes back n plies; false if there are fewer. */
bool cecp_undo_plies(Cecp *c, size_t n);

/* Stops a search and discards its result. */
void cecp_halt(Cecp *c);
/* Shows the user a message in a window. */
void cecp_show_message(const Cecp *c, const char *text);

/* ---- Thinking (thinking.c) ---- */

/* Announces the end of the game, or starts a search for the side to move. */
void cecp_think(Cecp *c);
void cecp_analyse(Cecp *c);
/* Handles the end of a search. */
void cecp_search_done(Cecp *c, const SearchResult *result);
/* Announces the result if the game is over. */
bool cecp_announce_result(Cecp *c);
/* Pauses the search until it is resumed. */
void cecp_pause(Cecp *c);
void cecp_resume(Cecp *c);
/* The expected reply in XBoard's notation; false if it is none here. */
bool cecp_print_reply(const Position *pos, Move reply, char shown[2 * MOVE_TEXT_MAX]);
/* Answers the opponent's draw offer. */
void cecp_answer_draw(Cecp *c);

/* ---- Explaining the game (legend.c) ---- */

/* Explains in windows: the pieces by name, letter and moves; named: with the GUI's own pictures by name; the
 * rules. */
void cecp_explain_pieces(const PlyRecord *record, bool named);
/* What a person must know when a game begins, in two lines: a larger window would cover the board. again: after another game,
 * whose pictures are still shown. */
void cecp_explain_start(const PlyRecord *record, bool again);
void cecp_explain_rules(const PlyRecord *record);

/* ---- A saved game (load.c) ---- */

/* Reads the file of the option Load Game, if there is one, and shows the game on the GUI's board. */
void cecp_load_game(Cecp *c);

/* ---- A person at the board (marks.c) ---- */

/* A piece is lifted: marks where it can go. Squares in XBoard's notation. */
void cecp_lift(Cecp *c, const char *square);
/* After the engine's move, or back at it: XBoard draws an arrow for its last ply, so marks the squares of the legs before
 * it. Clears such marks elsewhere. */
void cecp_mark_legs(Cecp *c);
/* Black begins, and White has not yet passed: marks where White's first move can go. */
void cecp_mark_first_move(Cecp *c);
/* A person moved a piece without a promotion letter, or with an impossible one: finds the leg with the best
 * promotion. false if it does not promote. `leg` has room for MOVE_TEXT_MAX. */
bool cecp_find_promotion(const PlyRecord *record, const char *text, char *leg);
/* A person moved a piece over another one to a third square: finds the leg that sends the other one there. */
bool cecp_find_moved_by(const PlyRecord *record, const char *text, char *leg);

/* ---- Plies of the peer (usermove.c) ---- */

/* Takes a ply, or refuses it with the reason: "Illegal move", and for a person a window. */
void cecp_user_ply(Cecp *c, const char *text);
/* Reacts to an accepted ply: shows repairs, starts the engine's search, or announces the end. */
void cecp_after_ply(Cecp *c, PlyResult fed);

#endif
