/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What the parts of the CECP face share: cecp.c has the commands, cecp_turns.c takes
 * and shows plies, cecp_search.c thinks and decides, cecp_marks.c shows a person where
 * a man can go, cecp_legend.c tells what the men are. Nobody else includes this.
 */
#ifndef QUINCUNX_CECP_H
#define QUINCUNX_CECP_H

#include <stdatomic.h>

#include "../protocol/counting.h"
#include "../protocol/events.h"
#include "../protocol/manners.h"
#include "../protocol/plies.h"
#include "../protocol/session.h"

enum { NO_ENGINE_SIDE = 2, UNDO_ROOM = 64 };

/* What the running search is for. */
typedef enum Thinking { THINKING_NOT, THINKING_MOVE, THINKING_PONDER, THINKING_ANALYSIS } Thinking;

/* How far the plies of the GUI have come in the turn that they are part of. */
typedef struct Progress {
    unsigned turns;      /* turns played */
    size_t begin;        /* the turn's first ply in the record */
    char legs[TURN_TEXT_MAX]; /* of a turn that comes leg by leg, in any order */
    LegStatus legs_are;
    bool by_legs;        /* the plies so far are legs and passes between */
    bool pass_due;       /* the other side's pass between two legs is still to come */
    bool first_pass_due; /* White is to pass, since the game begins with Black */
    GuiBoard gui, gui_before; /* what the GUI shows, and showed before the turn */
    PlyList awaited;     /* the plies of a game being loaded that show what its last turn did */
    int awaited_at;      /* so many of them have come */
} Progress;

typedef struct Ply {
    char text[TURN_TEXT_MAX];
    Progress before;
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
    char presumed[2 * TURN_TEXT_MAX]; /* the same as the GUI writes it; set between searches */
    atomic_bool presuming; /* the search's lines come after it */
    Manners manners;
    bool draw_offered;    /* by the opponent, to be answered with the turn */
    Buffer pongs;         /* owed when the turn has been made */
    int64_t memory;       /* MiB that the GUI allows for all of the engine, 0: it did not say */
    bool paused;          /* what `thinking` says stands still */
    Move *excluded;       /* not to be played or analysed in this position */
    size_t excluded_count;

    /* Clocks, in milliseconds. */
    int moves_per_session;
    int64_t increment, fixed_time, own_time, spent; /* spent: on this turn before a pause */
    int depth;

    /* Plies as the GUI counts them. */
    Ply *plies;
    size_t ply_count, ply_room;
    long plies_before; /* the record, as the GUI counts them */
    Progress progress;
    bool shot; /* the last leg was a shot shown as a step: the shooter is to go back */

    Counting *counting; /* perft, NULL if that is not going on */

    char put[8];  /* where a person has just put a man, as the GUI writes it */
    bool by_hand; /* the ply being taken was made so; others come from a file or a program */
} Cecp;

/* ---- Turns and plies (cecp_turns.c) ---- */

/* Do turns come as legs with passes between? */
bool cecp_in_legs(const Cecp *c);
/* Is the GUI's board ours to keep right? */
bool cecp_keeps_gui(const Cecp *c);
/* Do plies that come belong to a game that the GUI loads or goes through? Not those of a person. */
bool cecp_is_loading(const Cecp *c);
/* Sends a ply in the engine's own spelling. */
void cecp_say_move(const Cecp *c, const char *text);

/* Whose turn is it, and is a part of it already played? */
Side cecp_mover(const Cecp *c);
bool cecp_in_turn(const Cecp *c);
/* A turn begins with the next ply. */
void cecp_begin_turn(Cecp *c);
/* Begins the record anew at the position as it is. */
void cecp_forget_plies(Cecp *c);
/* How many plies a game has had, as the FEN of a GUI tells it. */
long cecp_plies_told(const char *fen);

typedef enum Fed { FED_NOTHING, FED_LEG, FED_TURN } Fed;

/* Takes one ply of the GUI, in the engine's own spelling, and records it. */
Fed cecp_feed(Cecp *c, const char *text, ErrorText *error);
/* Takes a leg that the GUI can not enter as it is, and shows it in plies of both
 * sides, a pass of the mover first. The mover goes on. */
Fed cecp_feed_shown(Cecp *c, const char *leg, ErrorText *error);
/* After a turn of a game that is being loaded: its plies that make the GUI's board right are awaited. */
void cecp_await_mends(Cecp *c);
/* Takes such a ply. FED_LEG if it was one, FED_TURN if it was the last; else nothing is awaited any more. */
Fed cecp_feed_awaited(Cecp *c, const char *text);
/* Would this leg be taken now? */
bool cecp_can_feed(const Cecp *c, const char *leg);
/* Plays a turn. The search for an answer to it may already be running: then it goes
 * on, against the clock. */
bool cecp_play(Cecp *c, Move turn, ErrorText *error);
/* Sends a ply of the engine's own making, and records it. */
void cecp_show_ply(Cecp *c, const char *text);
/* Shows a turn that is about to be played. */
void cecp_show_turn(Cecp *c, Move turn);
/* After a person's leg: the shooter goes back, and the other side passes. */
void cecp_pass_between(Cecp *c);
/* Makes the GUI's board right after a turn that it does not understand. */
void cecp_mend_gui(Cecp *c);
/* Takes back plies of the GUI; false if there are not so many. */
bool cecp_undo_plies(Cecp *c, size_t n);
/* Takes back plies until the GUI's board is that of a FEN; false if it never was. */
bool cecp_go_back_to(Cecp *c, const char *fen);
/* In mid-turn, in a game being loaded, or where White is to pass first: is the FEN the board as it stands with the other side
 * to move? */
bool cecp_is_after_pass(const Cecp *c, const char *fen);
/* After taking back: can the person who plays go on here? Not in the middle of the engine's
 * turn, nor where the engine's plies have only begun to show what a turn did. */
bool cecp_can_go_on(const Cecp *c);
/* Tells the person something in a window. */
void cecp_tell_user(const Cecp *c, const char *text);

/* ---- Thinking (cecp_search.c) ---- */

/* Ends a search whose result is not wanted any more. */
void cecp_halt(Cecp *c);
/* Tells the game's end, or thinks about a turn for the side to move. */
void cecp_think(Cecp *c);
void cecp_analyse(Cecp *c);
/* What to do with a search that has ended. */
void cecp_search_done(Cecp *c, const SearchResult *result);
/* Says how the game ended, if it has. */
bool cecp_tell_end(Cecp *c);
/* The search stands still until it is resumed. */
void cecp_pause(Cecp *c);
void cecp_resume(Cecp *c);
/* Turns that the search may not choose in this position; all are allowed again when
 * it changes. A text names one turn, or all that have such a leg. */
bool cecp_exclude(Cecp *c, const char *text, bool excluded, ErrorText *error);
void cecp_exclude_all(Cecp *c);
void cecp_include_all(Cecp *c);
/* The legal turns without those that are left out, their number in *count; the caller frees them. */
Move *cecp_allowed_turns(const Cecp *c, size_t *count);
/* The opponent offers a draw. */
void cecp_answer_draw(Cecp *c);

/* ---- Explaining the game (cecp_legend.c) ---- */

/* In windows of their own: the pieces by name, letter, picture and moves; the rules. */
void cecp_explain_pieces(const Cecp *c);
void cecp_explain_rules(const Cecp *c);

/* ---- A person at the board (cecp_marks.c) ---- */

/* A man is taken up: marks where it can go. Squares as the GUI writes them. */
void cecp_lift(Cecp *c, const char *square);
/* It is put down. */
void cecp_put(Cecp *c, const char *square);
/* The leg that a person means who moves a man and names no piece to promote to, or one
 * that can not be: the best. false if it does not promote. `leg` has room for
 * TURN_TEXT_MAX. */
bool cecp_find_promotion(const Cecp *c, const char *text, char *leg);
/* The leg that a person means who moves a man over another to a third square: that
 * other one goes there. */
bool cecp_find_moved_by(const Cecp *c, const char *text, char *leg);

/* ---- Plies that come from the GUI (cecp_ply.c) ---- */

/* Takes a ply, or says why not: "Illegal move", and to a person in a window. */
void cecp_user_ply(Cecp *c, const char *text);
/* What follows a ply that has been taken: the rest is shown, the engine thinks, the end is told. */
void cecp_after_ply(Cecp *c, Fed fed);

#endif
