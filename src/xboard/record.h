/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The record of plies: the plies of a game at XBoard's board since its position was set up.
 *
 * A move has one leg or several. XBoard knows only plies: a piece goes from one square to another, or is dropped, or a side
 * passes; the sides alternate. docs/protocol.md shows how moves become plies.
 */
#ifndef QUINCUNX_RECORD_H
#define QUINCUNX_RECORD_H

#include "../text/plies.h"
#include "../session/session.h"

/* The states, named after the next ply. */
typedef enum Expected {
    EXPECT_MOVE,       /* the first ply of a move */
    EXPECT_PASS,       /* the other side's pass after a leg */
    EXPECT_LEG,        /* another leg, or the mover's pass, which ends the move */
    EXPECT_PLY,        /* the next ply of a move that an engine sends */
    EXPECT_REPAIR,     /* the next ply that repairs XBoard's board after a move */
    EXPECT_FIRST_PASS  /* White's pass: Black begins the game, but XBoard lets White begin */
} Expected;

typedef struct Ply {
    char text[MOVE_TEXT_MAX]; /* in XBoard's notation, with the engine's ranks */
    char leg[MOVE_TEXT_MAX];  /* the leg it stands for, in the game's notation; "" if none */
    Side side;
    Expected next;            /* state after it */
    Move move;                /* the move it completes, or MOVE_NONE */
} Ply;

typedef struct PlyRecord {
    Session *session;    /* with the moves that the plies have completed */
    bool gui;            /* the peer has a board of its own */
    Ply *plies;
    size_t count, room;
    long before;         /* plies that XBoard counts before them */
    Expected begins;     /* state before the first one */
    GuiBoard set_up;     /* XBoard's board before them */
} PlyRecord;

/* Do moves arrive as legs with passes between? */
bool record_in_legs(const PlyRecord *record);
/* Does the peer have its own board, which the engine keeps in sync? */
bool record_keeps_gui(const PlyRecord *record);

/* The current state. */
Expected record_expected(const PlyRecord *record);
/* Is a move in progress? */
bool record_in_move(const PlyRecord *record);
/* The side to move, and the side of the next ply. */
Side record_mover(const PlyRecord *record);
Side record_next_side(const PlyRecord *record);
/* The index of the first ply of the current move. */
size_t record_move_begin(const PlyRecord *record);
/* The legs of the current move, joined by commas; `legs` has room for MOVE_TEXT_MAX. */
void record_legs(const PlyRecord *record, char *legs);
/* XBoard's board after `plies` plies. If it is not kept in sync: the position before the move. */
void record_board(const PlyRecord *record, size_t plies, GuiBoard *gui);

/* Restarts at the session's position. */
void record_restart(PlyRecord *record);
/* Records a ply of the side that is due, but makes no move; false if memory ran out. */
bool record_add(PlyRecord *record, const Ply *ply);

/* Does the FEN show this board with this side to move? */
bool record_is_shown(const PlyRecord *record, const GuiBoard *gui, Side side, const char *fen);
/* The number of plies after which XBoard's board matched a FEN last; SIZE_MAX if it never did. */
size_t record_find_shown(const PlyRecord *record, const char *fen);
/* The number of plies of the game, by the counters of XBoard's FEN. */
long record_fen_plies(const char *fen);
/* Does a FEN of the board after a pass mean that the last pass is taken back? The number of plies decides. */
bool record_goes_back_over_pass(const PlyRecord *record, const char *fen);

#endif
