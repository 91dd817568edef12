/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * XBoard's board, as the engine follows it: the record of plies since a position was set up. XBoard knows only plies: a piece
 * goes from one square to another, or is dropped, or a side passes; the sides alternate (docs/protocol.md). gui.c takes, shows
 * and takes back; machine.c, below it, keeps the record and reads the next ply.
 */
#ifndef QUINCUNX_GUI_H
#define QUINCUNX_GUI_H

#include "peer.h"

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

typedef struct Gui {
    Peer peer;           /* first: a Peer is cast to it; its session has the moves that the plies have completed */
    Ply *plies;
    size_t count, room;
    long before;         /* plies that XBoard counts before them */
    Expected begins;     /* state before the first one */
    GuiBoard set_up;     /* XBoard's board before them */
    bool legs_marked;    /* XBoard shows marks without a lifted piece */
} Gui;

static inline const Variant *gui_variant(const Gui *g) { return g->peer.session->variant; }
static inline Position *gui_position(const Gui *g) { return g->peer.session->pos; }

/* Do moves arrive as legs with passes between? */
static inline bool record_in_legs(const Gui *g) { return gui_variant(g)->text.legs_status; }
/* Does the peer have its own board, which the engine keeps in sync? */
static inline bool record_keeps_gui(const Gui *g) { return g->peer.gui && variant_cecp(gui_variant(g))->table; }

Expected record_expected(const Gui *g);
bool record_in_move(const Gui *g);
/* The side to move, and the side of the next ply. */
static inline Side record_mover(const Gui *g) { return gui_position(g)->side; }
Side record_next_side(const Gui *g);
/* The legs of the current move, joined by commas; `legs` has room for MOVE_TEXT_MAX. */
void record_legs(const Gui *g, char *legs);
/* Lists the legs that are possible now; if XBoard awaits White's first move and Black begins, those of White. */
bool record_legs_now(const Gui *g, LegList *list);
/* XBoard's board after `plies` plies. If it is not kept in sync: the position before the move. */
void record_board(const Gui *g, size_t plies, GuiBoard *gui);

/* Restarts at the session's position. */
void record_restart(Gui *g);
/* Records a ply of the side that is due, but makes no move; false if memory ran out. */
bool record_add(Gui *g, const Ply *ply);

/* The number of plies after which XBoard's board matched a FEN last; SIZE_MAX if it never did. */
size_t record_find_shown(const Gui *g, const char *fen);
/* The number of plies of the game, by the counters of XBoard's FEN. */
long record_fen_plies(const char *fen);

/* ---- Reading plies (machine.c) ---- */

/* Reads what a ply is now: its leg, the move it completes, and the next state. */
bool machine_read(const Gui *g, Ply *ply, ErrorText *error);
/* The same for a leg in the game's notation. */
bool machine_read_leg(const Gui *g, const char *leg, Ply *ply, ErrorText *error);
/* Do incoming plies belong to a game that the GUI loads or steps through, not to a person? */
bool machine_is_loading(const Gui *g);
/* The next ply that repairs XBoard's board, if it differs from the position after the last move. */
bool machine_find_repair(const Gui *g, Ply *ply);
/* Does the FEN show the current board with the other side to move, and is a pass possible now? */
bool machine_is_after_pass(const Gui *g, const char *fen);

#endif
