/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * One game and everything a face (CECP, UCI, console) does with it: the position
 * with its history, the engine's options, the search. The protocols only translate.
 */
#ifndef QUINCUNX_SESSION_H
#define QUINCUNX_SESSION_H

#include "../eval/nets.h"
#include "../search/levels.h"
#include "../search/search.h"
#include "../variant.h"
#include "../util/text.h"

#define ENGINE_NAME "Quincunx"
#define ENGINE_VERSION "0.1"

typedef struct Session {
    const Variant *variant;
    Position *pos;
    SearchPool *pool;
    /* Options. */
    int64_t hash, threads, multipv, overhead;
    int64_t node_budget; /* percent of a node limit that a move should cost in the mean, 0: it costs all */
    bool ponder, analyse_mode, show_wdl;
    int64_t level, elo, skill_seed; /* how strong it plays: Skill Level, or with limit_strength UCI_Elo */
    bool limit_strength;
    bool use_nets;
    NetStore *nets;
    bool use_tablebases;    /* tables, those built in and those in the folder */
    char *tablebases_path;  /* NULL: none */
    Tablebases *tablebases;    /* of this game; NULL: none */
    void (*notice)(const char *text); /* a face tells people what is amiss; may be NULL */
    bool whole_moves; /* CECP: a move of several legs is one text */
    bool quit;
} Session;

/* A session in the first game's start position, or NULL if memory ran out. */
Session *session_new(void);
/* Stops the search and frees all. */
void session_free(Session *session);

/* ---- The game. All stop a running search first. ---- */

/* Changes the game and sets its start position. */
bool session_set_variant(Session *session, const char *name, ErrorText *error);
/* Sets a position; fen NULL is the start position. On error nothing changes. */
bool session_set_fen(Session *session, const char *fen, ErrorText *error);
/* Plays a move. On error, which explains itself, the position is as before. */
bool session_play(Session *session, const char *text, ErrorText *error);
bool session_play_move(Session *session, Move move, ErrorText *error);
/* Takes back a move; false if there is none. */
bool session_undo(Session *session);
/* How the game stands. */
Outcome session_outcome(Session *session);
/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *result_text(Result result);

/* ---- Thinking ---- */

/* Limits with the session's options filled in: a search for a move, by a player of the level that was set. */
SearchLimits session_limits(const Session *session);
/* The level at which it plays; with an Elo, the one that is next below. */
int session_level(const Session *session);
/* What the errors of weaker players come from: by chance, unless Skill Seed is set. */
uint64_t session_seed(const Session *session);
/* Starts a search; explains why not. */
bool session_go(Session *session, const SearchLimits *limits, const SearchCallbacks *callbacks, ErrorText *error);
/* Ends a running search and waits for its last word. */
void session_halt(Session *session);

/* ---- Options ---- */

typedef enum OptionType { OPTION_CHECK, OPTION_SPIN, OPTION_COMBO, OPTION_BUTTON, OPTION_STRING, OPTION_PATH } OptionType;

typedef struct Option {
    const char *name;
    OptionType type;
    int64_t value, min, max; /* default and limits; a string's default is empty */
    const char *choices;        /* of a combo, separated by '|', the default first; NULL: games */
    bool uci, cecp;             /* which face offers it */
} Option;

/* All options; ends with a NULL name. */
extern const Option session_options[];
/* One of them with limits that depend on the games filled in. */
Option session_option_filled(const Option *option);
/* The nets that these options mean, NULL if none shall be used. */
NetStore *session_nets(const Session *session);
/* Sets an option by name (letter case aside); value is "" for a button. */
bool session_set_option(Session *session, const char *name, const char *value, ErrorText *error);

/* ---- Endgame tablebases ---- */

/* Neither may be called while a search runs.
 * Loads the tables of the session's game as the options say; unsound files are named to `notice`. */
void session_load_tablebases(Session *session);
/* Takes tables from a folder; "" or "<empty>": from none. false if memory ran out. */
bool session_set_tablebases_path(Session *session, const char *path);
/* What the tables say of a position of the session's game, the draw counter heeded; false if nothing. */
bool session_endgame_value(const Session *session, Position *pos, TbValue *value);
/* The same of a legal move, for the side that makes it. */
bool session_move_value(const Session *session, Position *pos, Move move, TbValue *value);
/* A value in words for the side to move: "won in 16, with best play", in turns of the side that
 * wins. Returns text, which has room for ENDGAME_TEXT_MAX bytes. */
char *endgame_words(const TbValue *value, char *text);
/* In short, as in lists of moves: "#16", "-#16", "=". */
char *endgame_sign(const TbValue *value, char *text);
unsigned endgame_moves(const TbValue *value);
enum { ENDGAME_TEXT_MAX = 48 };

/* ---- Showing ---- */

/* The board with FEN, key and result, in several lines. */
void session_show(const Session *session, Buffer *out);
/* What evaluates the position: a net and where it is from, or the classical evaluation and why; a
 * line without its end. `off`: what is said where nets are not to be used, as the face names that. */
void session_show_evaluate(const Session *session, const char *off, Buffer *out);
/* What it is worth then, from White's point of view, the draw counter's fading included. */
Score session_evaluation(const Session *session);
/* The classical evaluation's parts, the net's verdict, and which of them counts. */
void session_show_eval(const Session *session, Buffer *out);
/* A principal variation, moves separated by spaces; `pos` is the position before it. */
void session_print_pv(const Position *pos, const Move *pv, int length, Buffer *out);

#endif
