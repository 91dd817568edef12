/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The JSON protocol (docs/web.md). Every request names its game, position and moves: a restart of the engine loses only the hash
 * table. This header is private to the protocol. */
#ifndef QUINCUNX_WEB_H
#define QUINCUNX_WEB_H

#include "../pgn/pgn_tree.h"
#include "../rules.h"
#include "../util/json.h"
#include "../library/lessons.h"
#include "../session/policy.h"
#include "../session/session.h"

typedef struct Web {
    Session *session;    /* NULL: there is none, */
    const char *refusal; /* and this is why */
    Policy policy; /* scores of the engine's own moves in this game */
    bool own_move; /* the running search chooses the engine's own move */
    int level;       /* its level */
    LessonFile *lessons; /* of one game, read on first use */
    LessonRun run;       /* the lesson on the board, */
    unsigned lesson;     /* and its number; 0: none is */
    /* The request being answered. */
    const JsonNode *request;
    Buffer id; /* its "id" as JSON; search answers may come after the request is gone */
} Web;

/* Starts an answer to the request, and sends it. */
Buffer web_answer(const Web *web);
void web_answer_say(Buffer *out);

/* Writes the depth, the nodes and the milliseconds of a search. */
void web_put_effort(Buffer *out, int depth, uint64_t nodes, int64_t time);
/* Writes a score for the side to move: "cp", or "mate" in moves. */
void web_put_score(Buffer *out, const Position *pos, Score score);

/* Requests about games and positions. Each adds the members of its answer, or returns false with the error in the request. */
bool web_games(Web *web, Buffer *out, ErrorText *error);
bool web_look(Web *web, Buffer *out, ErrorText *error);
bool web_reach(Web *web, Buffer *out, ErrorText *error);
bool web_piece(Web *web, Buffer *out, ErrorText *error);
bool web_setup(Web *web, Buffer *out, ErrorText *error);
bool web_pgn(Web *web, Buffer *out, ErrorText *error);
bool web_read(Web *web, Buffer *out, ErrorText *error);
bool web_list(Web *web, Buffer *out, ErrorText *error);
bool web_puzzles(Web *web, Buffer *out, ErrorText *error);
bool web_puzzle(Web *web, Buffer *out, ErrorText *error);
/* These search: called directly, see web_poll in src/search/search.c. */
bool web_try(Web *web, Buffer *out, ErrorText *error);
bool web_solution(Web *web, Buffer *out, ErrorText *error);
bool web_book(Web *web, Buffer *out, ErrorText *error);
bool web_lessons(Web *web, Buffer *out, ErrorText *error);
bool web_short(Web *web, Buffer *out, ErrorText *error);

/* Parts of answers. */
void web_put_square(Buffer *out, const char *key, const Variant *variant, Square square);
/* A piece as in a FEN. */
void web_put_piece(Buffer *out, const char *key, const Variant *variant, Piece piece);
/* The number of a piece, by its name, unless 0. */
void web_put_count(Buffer *out, const Variant *variant, Piece piece, int64_t count);
/* The short text of a legal move, and of the first moves of a line, as far as they are legal. They restore the position. */
void web_put_short(Buffer *out, const char *key, Position *pos, Move move);
void web_put_short_line(Buffer *out, const char *key, Position *pos, const Move *pv, int length);
/* The pieces captured since the game began and the change in material. false if memory ran out. */
bool web_put_material(Buffer *out, const Position *pos);
/* Reads "tree" of the request: the nodes after the start, and the start's annotations. */
bool web_read_tree(const Web *web, const JsonNode *list, PgnTree *tree, ErrorText *error);

/* The game named by the request, if the process plays by the rules that it names. */
const Variant *web_variant(Web *web, ErrorText *error);
/* Sets the session's board to the request's game, FEN and moves. After an error the board is somewhere in that game. */
bool web_position(Web *web, ErrorText *error);

/* Writes the state of the lesson on the board, if there is one. */
void web_put_lesson(const Web *web, Buffer *out);
/* Answers a request to think with the reply that the lesson prescribes. false if it prescribes none. */
bool web_lesson_reply(Web *web);

#endif
