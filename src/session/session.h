/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* One game and what every interface does with it: the position with its history, the options, the search. */
#ifndef QUINCUNX_SESSION_H
#define QUINCUNX_SESSION_H

#include "../eval/nets.h"
#include "../search/levels.h"
#include "../search/search.h"
#include "../variant.h"
#include "../util/text.h"
#include "../library/book.h"
#include "options.h"

#define ENGINE_NAME "Quincunx"
#define ENGINE_VERSION "0.1"

typedef struct SearchOptions {
    int64_t hash; /* MiB */
    int64_t threads, multipv;
    int64_t overhead;    /* milliseconds */
    int64_t node_budget; /* average cost of a move in percent of its node limit; 0: uses all */
    bool ponder, analyse_mode, show_wdl;
} SearchOptions;

typedef struct StrengthOptions {
    int64_t level, elo, seed; /* Skill Level, or UCI_Elo if `limited` */
    bool limited;
} StrengthOptions;

typedef struct SessionNets {
    bool used;
    char *file; /* NULL: the embedded nets */
    NetStore *store;
} SessionNets;

typedef struct SessionTablebases {
    bool used;
    char *folder;       /* more than those built in; NULL: none */
    Tablebases *loaded; /* of the session's game; NULL: none */
} SessionTablebases;

typedef struct SessionBooks {
    bool used;                  /* plays from the opening book */
    int64_t variety;            /* centipawns of chess that a book move may lose */
    char *file;                 /* NULL: none */
    OpeningBook *read;          /* the book of that file; NULL: none */
    OpeningBook *embedded;      /* that of the game embedded_of; NULL: none */
    const Variant *embedded_of; /* NULL: not looked for yet */
} SessionBooks;

/* The game that session_set_game set, if unchanged since; else empty. */
typedef struct GivenGame {
    Buffer fen, moves;
} GivenGame;

typedef struct Session {
    const Variant *variant;
    Position *pos;
    GivenGame given;
    unsigned asked_at; /* 1 + the plies of the game when session_ask_draw succeeded; 0: it has not */
    Position *root; /* a copy of the position that is searched, for the search's callbacks alone; NULL: none yet */
    SearchPool *pool;
    char *rules; /* those that a GUI expects; NULL: it has not said */
    SearchOptions options;
    StrengthOptions strength;
    SessionNets nets;
    SessionTablebases tablebases;
    SessionBooks books;
    void (*notice)(const char *text); /* reports problems to the user; may be NULL */
    int64_t whole_moves; /* CECP, 1: sends a move of several legs as one text */
#ifdef TUNE
#define PARAM_MEMBER(name, value, min, max) int64_t name;
    struct { SEARCH_PARAMS(PARAM_MEMBER) } params;
#undef PARAM_MEMBER
#endif
    bool quit;
} Session;

/* A new session at the start position of the first game; NULL if memory ran out. */
Session *session_new(void);
/* Stops the search and frees everything. */
void session_free(Session *session);

/* ---- The game. All stop a running search first. ---- */

/* Changes the game and sets its start position. */
bool session_set_variant(Session *session, const char *name, ErrorText *error);
/* Sets a FEN, NULL for the start position, and plays moves, separated by spaces; of the game on the board only those that differ.
 * On an error, which names the move, nothing changes. */
bool session_set_game(Session *session, const char *fen, const char *moves, ErrorText *error);
/* Did session_set_game set the game on the board, with this FEN? */
bool session_game_is(const Session *session, const char *fen);
/* The same without moves. */
bool session_set_fen(Session *session, const char *fen, ErrorText *error);
/* Makes a position with its moves the game. Takes ownership: on an error frees it. */
bool session_adopt(Session *session, Position *pos, ErrorText *error);
/* The board, to be changed directly. */
Position *session_board(Session *session);
/* Plays a legal move; false if memory ran out. */
bool session_play_move(Session *session, Move move, ErrorText *error);
/* Takes a move back; false if there is none. */
bool session_undo(Session *session);
Outcome session_outcome(Session *session);
/* A side claims the draw by quiet play (QuietOffer): session_outcome counts from then on. false if it cannot. */
bool session_ask_draw(Session *session);

/* ---- Thinking ---- */

/* The limits of a search for a move, at the strength that the options set. */
SearchLimits session_limits(const Session *session);
/* The playing level; with UCI_Elo the next lower one. */
int session_level(const Session *session);
/* Notifies of a game that cannot play at UCI_Elo. */
void session_warn_elo(const Session *session);
/* The seed for the errors of weaker levels: random, unless Skill Seed is set. */
uint64_t session_seed(const Session *session);

typedef struct Go {
    SearchLimits limits;
    SearchCallbacks callbacks;
    const Position *pos; /* NULL: the game's */
    Move expected;       /* legal: the position after it is searched; MOVE_NONE: this one */
    bool own_move;       /* the engine's move in the game: the opening book may know it */
    bool past_draws;     /* a drawn game continues while there are moves */
} Go;

typedef enum GoResult {
    GO_FAILED,  /* *error says why */
    GO_OVER,    /* the same: the game is over */
    GO_BOOK,    /* the move of the opening book is in *book; no callback comes */
    GO_SEARCHES /* the callbacks come; the position is session->root */
} GoResult;

/* The one way to begin a search. Stops a running one first. `book` may be NULL if it is not the engine's move. */
GoResult session_go(Session *session, const Go *go, SearchResult *book, ErrorText *error);
/* Searches a position and waits for the end. The best move is MOVE_NONE if the game is over or memory ran out. */
SearchResult session_search(Session *session, const Position *pos, const SearchLimits *limits);
/* Stops a running search, if there is one, and waits for its end; session_wait only waits. */
void session_halt(Session *session);
void session_wait(Session *session);

/* ---- Networks ---- */

/* The nets that the options select, NULL if nets are off. */
NetStore *session_nets(const Session *session);
/* Gives the search the net that the options select. false if memory ran out; the search then keeps its net. */
bool session_choose_net(Session *session);
/* Stops the search and adds a net, unless its game has one. false with the reason if it is none or memory ran out. The caller keeps
 * the bytes. */
bool session_add_net(Session *session, const void *bytes, size_t size, ErrorText *error);

/* ---- Endgame tablebases ---- */

/* Loads the tablebases of the session's game as the options say, while no search runs. Reports corrupt files to `notice`. */
void session_load_tablebases(Session *session);
/* The tablebase value of a position of the session's game, adjusted for the draw counter; false if unknown. */
bool session_endgame_value(const Session *session, Position *pos, TbValue *value);
/* The same for a legal move, from the mover's point of view. */
bool session_move_value(const Session *session, Position *pos, Move move, TbValue *value);
/* The moves of the winner, and the value in words for the side to move: "won in 16, with best play". Returns text, which has room
 * for ENDGAME_TEXT_MAX bytes. */
unsigned endgame_moves(const TbValue *value);
char *endgame_words(const TbValue *value, char *text);
enum { ENDGAME_TEXT_MAX = 48 };

/* ---- Opening book (session_data.c) ---- */

/* The book of the session's game: from the file, else embedded, else NULL. */
const OpeningBook *session_book(Session *session);

/* ---- Showing ---- */

/* Prints the terms of the classical evaluation, the net's score, and which of the two counts. */
void session_say_eval(Session *session);
/* A principal variation, with a space before each move, as far as it is legal; `pos`, the position before it, is restored. */
void session_print_pv(Position *pos, const Move *pv, int length, Buffer *out);

#endif
