/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The other end of the protocol, and how moves are exchanged with it: as whole texts (whole.c) or as plies of XBoard's board
 * (gui.c). Both keep the position of the session; what follows from a move is the caller's matter.
 */
#ifndef QUINCUNX_PEER_H
#define QUINCUNX_PEER_H

#include "../session/session.h"
#include "../text/move_text.h"
#include "../text/plies.h"

enum { NO_ENGINE_SIDE = 2, UNDO_ROOM = 64 };

typedef struct Peer {
    const struct Exchange *exchange;
    Session *session;
    Side engine_side; /* NO_ENGINE_SIDE: force mode */
    bool computer;    /* plays for a program */
    bool gui;         /* has a board of its own */
    char put[8];      /* where a person just put a piece, in the peer's notation */
    bool by_hand;     /* the current ply was made with the mouse, not sent by a file or a program */
    const Variant *shown; /* the last game on the peer's board; NULL before the first */
} Peer;

/* The result of what the peer sends. */
typedef enum Taken {
    TAKEN_NOT,  /* refused with a reason; of a position: it is a new one */
    TAKEN_PART, /* nothing follows yet */
    TAKEN_MOVE, /* the next ply begins a move */
    TAKEN_BACK  /* moves were taken back */
} Taken;

/* Texts have the engine's ranks. */
typedef struct Exchange {
    /* A position was set up: from a FEN, or NULL for the start of a game. Then explains it to a person. */
    void (*begin)(Peer *peer, const char *fen, bool explains);
    /* `entered`: as the peer wrote it; NULL if it does not know its move yet (the Pass button). */
    Taken (*take)(Peer *peer, const char *text, const char *entered);
    /* A position may stand for a pass or a take-back. */
    Taken (*take_position)(Peer *peer, const char *fen);
    /* Brings the peer's board up to date before the engine moves; false if the engine must wait. */
    bool (*ready)(Peer *peer);
    void (*show)(Peer *peer, Move move);
    /* Takes back n of the peer's plies; false if there are fewer. */
    bool (*undo)(Peer *peer, size_t n);
    /* The plies so far, as the peer counts them. */
    size_t (*plies)(const Peer *peer);
    /* A person lifts a piece: marks where it can go, or `sent` where it can be sent. */
    void (*lift)(Peer *peer, const char *square, bool sent);
    /* Marks what a person should see after a move of the engine, or when a game begins. */
    void (*mark)(Peer *peer, bool begins);
} Exchange;

extern const Exchange whole_exchange, gui_exchange;

/* A new peer, which has no board and plays White; NULL if memory ran out. */
Peer *peer_new(Session *session);
void peer_free(Peer *peer);

/* The session has another position: Exchange.begin, of the exchange that fits the peer, the game and the option Move Notation. */
void peer_begin(Peer *peer, const char *fen, bool explains);
/* The peer or an option has changed: begins here if another exchange fits now. */
void peer_change(Peer *peer);
/* Sets a position. On an error nothing changes. */
bool peer_set_up(Peer *peer, char *fen, ErrorText *error);
Taken peer_take(Peer *peer, const char *text);
/* A person lifts a piece, in the peer's notation. */
void peer_lift(Peer *peer, const char *square);
Taken peer_press_pass(Peer *peer);

/* ---- What both exchanges send ---- */

/* A ply has come: did a person just put a piece for it? */
static inline void peer_note_hand(Peer *peer)
{
    peer->by_hand = peer->put[0] != '\0';
    peer->put[0] = '\0';
}

/* Does a ply come from a person, who needs help with passes and the like? */
bool peer_is_person(const Peer *peer);
/* Why nobody can move now; NULL if somebody can. */
const char *peer_why_not(const Peer *peer);
void peer_say_move(const Peer *peer, const char *text);
/* Shows a person a message in a window. */
void peer_tell(const Peer *peer, const char *text);
/* "Illegal move"; peer_refuse: for a person also a window. `entered` as above. */
void peer_say_illegal(const char *why, const char *entered);
void peer_refuse(Peer *peer, const char *why, const char *entered);

/* ---- What a person at a GUI's board sees of the legal legs, and means by a ply (marks.c) ---- */

/* A piece is lifted, from a square or a hand in the peer's notation (NULL: any): marks where it can go, or `sent` where it can be
 * sent. `legs`: those possible now; `gui`: what the GUI shows. false if there is no such square. */
bool marks_lift(const Peer *peer, const char *square, bool sent, const LegList *legs, const GuiBoard *gui);
/* Shows marks, and promotions to choose from ("" if none). */
void marks_say(const Variant *variant, const char marks[SQUARE_MAX], const char *choice);

/* A person moved a piece without a possible promotion letter: finds the leg with the best promotion. false if it does not promote.
 * `leg` has room for MOVE_TEXT_MAX. */
bool marks_find_promotion(const Peer *peer, const LegList *legs, const char *text, char *leg);
/* A person moved a piece over another one to a third square: finds the leg that sends the other one there. */
bool marks_find_moved_by(const Variant *variant, const char *text, char *leg);

/* ---- Explains a game to a person, in windows (legend.c) ---- */

/* named: with the GUI's own pictures by name. */
void legend_pieces(const Variant *variant, bool named);
void legend_rules(const Variant *variant);
/* When a game begins, in two lines: a larger window would cover the board. again: after another game, whose pictures are still
 * shown. */
void legend_start(const Variant *variant, bool in_legs, bool black_begins, bool again);

#endif
