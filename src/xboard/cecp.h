/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by the parts of the protocol: cecp.c, the commands; load.c; thinking.c, which searches, decides, announces results;
 * excluded.c; and the exchange of moves (peer.h). Each calls only those that follow it. */
#ifndef QUINCUNX_CECP_H
#define QUINCUNX_CECP_H

#include <stdatomic.h>

#include "../session/events.h"
#include "../session/policy.h"
#include "peer.h"

/* Moves excluded from play and analysis in a position (excluded.c). */
typedef struct ExcludedMoves {
    Move *moves;
    size_t count;
} ExcludedMoves;

void excluded_clear(ExcludedMoves *excluded);
/* Excludes a move, or allows it again; the text names a move, all moves with such a leg, or "all". */
bool excluded_change(ExcludedMoves *excluded, const Position *pos, const char *text, bool adds, ErrorText *error);
/* The legal moves that are not excluded, with their number in *count; the caller frees them. */
Move *excluded_others(const ExcludedMoves *excluded, const Position *pos, size_t *count);

typedef enum Thinking { THINKING_NOT, THINKING_MOVE, THINKING_PONDER, THINKING_ANALYSIS } Thinking;

/* The running search, and which ones are wanted. */
typedef struct CecpSearch {
    Thinking thinking;
    bool analysing, pondering_allowed;
    atomic_bool post; /* show thinking */
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

/* The targets of cecp_options. */
typedef struct CecpOptions {
    bool resigns, offers_draws, explains;
    char *loads; /* Load Game: a file to load as soon as possible */
} CecpOptions;

typedef struct Cecp {
    Session *session;
    EventQueue *events;
    Peer *peer;
    CecpSearch search;
    CecpClock clock;
    CecpOptions options;
    ExcludedMoves excluded; /* in this position */
    Policy policy;
    bool draw_offered;  /* the opponent's offer, to be answered with the move */
    bool over;          /* the result was announced */
    bool begun;         /* a ping has come since the game began: the GUI shows it */
    bool quiet;         /* no comments wanted */
    Buffer pongs;       /* answers to `ping` that wait for the move */
    int64_t memory;     /* MiB, the GUI's limit for the whole engine; 0: unknown */
} Cecp;

/* The options that only this protocol has; their target is a Cecp. */
extern const Option cecp_options[];

/* ---- Thinking (thinking.c) ---- */

/* Stops a search and discards its result. */
void cecp_halt(Cecp *c);
/* Forgets what belonged to the last position: where one was set up, or a move was made. */
void cecp_forget(Cecp *c);
void cecp_moved(Cecp *c);
/* Reacts to what the peer sent: starts the engine's search, lets a search for this reply go on, or announces the end. */
void cecp_follow(Cecp *c, Taken taken);
/* Announces the end of the game, or starts a search for the side to move. */
void cecp_think(Cecp *c);
/* Goes on with the analysis, if there is one. */
void cecp_analyse(Cecp *c);
void cecp_search_done(Cecp *c, const SearchResult *result);
void cecp_pause(Cecp *c);
void cecp_resume(Cecp *c);
/* The expected reply in XBoard's notation; false if it is none here. */
bool cecp_print_reply(const Position *pos, Move reply, char shown[2 * MOVE_TEXT_MAX]);
void cecp_answer_draw(Cecp *c);

/* Reads the file of the option Load Game, if there is one, and shows the game on the GUI's board. */
void cecp_load_game(Cecp *c);

#endif
