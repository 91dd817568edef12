/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What the parts of the CECP interface share. Nobody else includes this. Each part calls those below it:
 *
 *   cecp.c      the commands
 *   usermove.c  a ply that the peer sends: taken or refused, and what follows
 *   thinking.c  searches, decides, sends the engine's move
 *   marks.c     shows a person where a piece can go
 *   machine.c   the state machine: which move the plies are, and moves as plies
 *   record.c    the plies so far: what is expected next, XBoard's board, take-back
 *   base.c      stopping, excluded moves
 *   legend.c    explains the pieces
 *
 * A move has one leg or several. XBoard knows plies only: one piece goes from a square to another, or is
 * dropped, or a side passes; the sides alternate. docs/protocol.md draws how moves become plies.
 */
#ifndef QUINCUNX_CECP_H
#define QUINCUNX_CECP_H

#include <stdatomic.h>

#include "../protocol/perft.h"
#include "../protocol/events.h"
#include "../protocol/policy.h"
#include "../notation/plies.h"
#include "../protocol/session.h"

enum { NO_ENGINE_SIDE = 2, UNDO_ROOM = 64 };

/* What the running search is for. */
typedef enum Thinking { THINKING_NOT, THINKING_MOVE, THINKING_PONDER, THINKING_ANALYSIS } Thinking;

/* The states: what the next ply is. */
typedef enum Expected {
    EXPECT_MOVE,       /* a move begins with it */
    EXPECT_PASS,       /* a leg has come; the other side passes */
    EXPECT_LEG,        /* another leg, or the mover's pass, which ends the move */
    EXPECT_PLY,        /* the next one of a move as engines show it */
    EXPECT_REPAIR,     /* the next one that makes XBoard's board the position after a move */
    EXPECT_FIRST_PASS, /* White's pass: Black begins the game, and XBoard with White */
    EXPECTED_COUNT
} Expected;

typedef struct Ply {
    char text[MOVE_TEXT_MAX]; /* as XBoard has it, but for the ranks */
    char leg[MOVE_TEXT_MAX];  /* which leg of the move it is, as the game writes it; "" if none */
    Side side;
    Expected next;            /* what is expected after it */
    Move move;                /* was made with it, or MOVE_NONE */
} Ply;

typedef struct Cecp {
    Session *session;
    EventQueue *events;
    Side engine_side; /* or NO_ENGINE_SIDE: force mode */
    bool analysing, pondering_allowed, computer, over;
    bool gui;   /* the peer has acknowledged features */
    bool quiet; /* it wants no comments */
    bool resigns, offers_draws, explains; /* options */
    const Variant *explained; /* the last game whose pieces were */
    atomic_bool post; /* thinking is shown */

    /* The search. */
    Thinking thinking;
    bool show_always; /* an analysis is shown whatever `post` says */
    unsigned serial;
    Position *root;       /* what is searched, for printing its lines */
    Move ponder_move;
    char presumed[2 * MOVE_TEXT_MAX]; /* the same as XBoard writes it; set between searches */
    atomic_bool presuming; /* the search's lines come after it */
    Policy policy;
    bool draw_offered;    /* by the opponent, to be answered with the move */
    Buffer pongs;         /* owed when the move has been made */
    int64_t memory;       /* MiB that the GUI allows for all of the engine, 0: it did not say */
    bool paused;          /* what `thinking` says stands still */
    Move *excluded;       /* not to be played or analysed in this position */
    size_t excluded_count;

    /* Clocks, in milliseconds. */
    int moves_per_session;
    int64_t increment, fixed_time, own_time, spent; /* spent: on this move before a pause */
    int depth;

    /* The record: the plies since the position was set up. */
    Ply *plies;
    size_t ply_count, ply_room;
    long plies_before;   /* that XBoard counts before them */
    Expected begins;     /* what the first of them is */
    GuiBoard set_up;     /* XBoard's board before them */

    Counting *counting; /* perft, NULL if that is not going on */

    char put[8];  /* where a person has just put a piece, as XBoard writes it */
    bool by_hand; /* the ply being taken was made so; others come from a file or a program */
} Cecp;

/* ---- The record (record.c) ---- */

/* Do moves come as legs with passes between? */
bool cecp_in_legs(const Cecp *c);
/* Has the peer a board of its own, which the engine keeps right? */
bool cecp_keeps_gui(const Cecp *c);
/* Sends a ply in the engine's own spelling. */
void cecp_say_move(const Cecp *c, const char *text);

/* The state. */
Expected cecp_expected(const Cecp *c);
/* Have some plies of a move come, but not all? */
bool cecp_in_move(const Cecp *c);
/* The side to move, and the side of the next ply. */
Side cecp_mover(const Cecp *c);
Side cecp_next_side(const Cecp *c);
/* The index of the first ply since the last move was complete. */
size_t cecp_move_begin(const Cecp *c);
/* The legs of the move so far, joined by commas; `legs` has room for MOVE_TEXT_MAX. */
void cecp_legs(const Cecp *c, char *legs);
/* The board that XBoard shows after so many plies; what is not kept right is the position before the move. */
void cecp_board(const Cecp *c, size_t plies, GuiBoard *gui);

/* Begins the record anew at the position as it is. */
void cecp_forget_plies(Cecp *c);
/* Records a ply of the side whose ply it is, and makes the move that it completes. The search for an answer
 * may already be running: then it goes on, against the clock. false if memory ran out. */
bool cecp_add_ply(Cecp *c, const Ply *ply, ErrorText *error);
/* Takes back plies; false if there are not so many. */
bool cecp_undo_plies(Cecp *c, size_t n);

/* Is this board what the FEN shows, and the side that to move? */
bool cecp_is_shown(const Cecp *c, const GuiBoard *gui, Side side, const char *fen);
/* Takes back plies until XBoard's board is that of a FEN; false if it never was. */
bool cecp_go_back_to(Cecp *c, const char *fen);
/* How many plies a game has had, as XBoard's FEN tells it. */
long cecp_plies_told(const char *fen);
/* Does a FEN that shows the board after a pass rather take the last pass back? The number of plies tells. */
bool cecp_goes_back_over_pass(const Cecp *c, const char *fen);

/* ---- The state machine (machine.c) ---- */

/* Do plies that come belong to a game that the GUI loads or goes through? Not those of a person. */
bool cecp_is_loading(const Cecp *c);

/* What taking a ply has led to. */
typedef enum PlyResult { FED_NOTHING, FED_LEG, FED_MOVE } PlyResult;

/* Takes a ply of the peer, in the engine's own spelling. FED_MOVE: a move begins with the next one. */
PlyResult cecp_feed(Cecp *c, const char *text, ErrorText *error);
/* Takes a leg by which one piece sends another, instead of the ply that a person entered: refuses that,
 * and shows the leg in plies of both sides, a pass of the mover first. The mover goes on. */
PlyResult cecp_feed_sending(Cecp *c, const char *leg, const char *entered);
/* Takes a ply of a game being loaded that repairs XBoard's board; false if it is none. */
bool cecp_feed_repair(Cecp *c, const char *text);
/* The next such ply, if XBoard's board is not the position after the last move. */
bool cecp_find_repair(const Cecp *c, Ply *ply);
/* Is the FEN the board as it stands with the other side to move, where a pass may come? */
bool cecp_is_after_pass(const Cecp *c, const char *fen);
/* After taking back: can the person who plays go on here? Not in the middle of the engine's move, nor
 * where repairs have only begun. */
bool cecp_can_go_on(const Cecp *c);

/* Sends a move of the engine's as plies, and makes it. */
void cecp_show_move(Cecp *c, Move move);
/* White passes first. */
void cecp_show_first_pass(Cecp *c);
/* After a person's leg: a piece that captured from afar goes back, and the other side passes. */
void cecp_show_pass(Cecp *c);
/* Makes XBoard's board the position, after a move that XBoard does not understand. */
void cecp_show_repairs(Cecp *c);

/* ---- Stopping, excluded moves (base.c) ---- */

/* Ends a search whose result is not wanted any more. */
void cecp_halt(Cecp *c);
/* Tells the person something in a window. */
void cecp_tell_user(const Cecp *c, const char *text);
/* Moves that the search may not choose in this position; all are allowed again when it changes. A text names one
 * move, or all that have such a leg. */
bool cecp_exclude(Cecp *c, const char *text, bool excluded, ErrorText *error);
void cecp_exclude_all(Cecp *c);
void cecp_include_all(Cecp *c);
/* The legal moves that are not excluded, their number in *count; the caller frees them. */
Move *cecp_allowed_moves(const Cecp *c, size_t *count);

/* ---- Thinking (thinking.c) ---- */

/* Tells the game's end, or thinks about a move for the side to move. */
void cecp_think(Cecp *c);
void cecp_analyse(Cecp *c);
/* What to do with a search that has ended. */
void cecp_search_done(Cecp *c, const SearchResult *result);
/* Says how the game ended, if it has. */
bool cecp_tell_end(Cecp *c);
/* The search stands still until it is resumed. */
void cecp_pause(Cecp *c);
void cecp_resume(Cecp *c);
/* The opponent offers a draw. */
void cecp_answer_draw(Cecp *c);

/* ---- Explaining the game (legend.c) ---- */

/* In windows of their own: the pieces by name, letter, picture and moves; the rules. */
void cecp_explain_pieces(const Cecp *c);
void cecp_explain_rules(const Cecp *c);

/* ---- A person at the board (marks.c) ---- */

/* A piece is taken up: marks where it can go. Squares as XBoard writes them. */
void cecp_lift(Cecp *c, const char *square);
/* It is put down. */
void cecp_put(Cecp *c, const char *square);
/* The leg that a person means who moves a piece and names nothing to promote to, or something that it can not
 * become: the best promotion. false if it does not promote. `leg` has room for MOVE_TEXT_MAX. */
bool cecp_find_promotion(const Cecp *c, const char *text, char *leg);
/* The leg that a person means who moves a piece over another to a third square: that other one goes there. */
bool cecp_find_moved_by(const Cecp *c, const char *text, char *leg);

/* ---- Plies of the peer (usermove.c) ---- */

/* Takes a ply, or says why not: "Illegal move", and to a person in a window. */
void cecp_user_ply(Cecp *c, const char *text);
/* What follows a ply that has been taken: the rest is shown, the engine thinks, the end is told. */
void cecp_after_ply(Cecp *c, PlyResult fed);

#endif
