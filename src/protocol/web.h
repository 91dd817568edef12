/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The face for pages and other programs: a request a line in JSON, answers a line each
 * (docs/web.md). A request names game, position and turns anew each time, so whoever asks
 * may step about in a game, and nothing but the table is lost with the engine. This header
 * is for the face's own files.
 */
#ifndef QUINCUNX_WEB_H
#define QUINCUNX_WEB_H

#include "json.h"
#include "manners.h"
#include "session.h"

typedef struct Web {
    Session *session;
    /* The game that stands on the session's board: its FEN and the texts of its turns, so that
     * only what is new in the next request is played. */
    Buffer fen;
    char (*turns)[TURN_TEXT_MAX];
    size_t turn_count, turn_room;
    Manners manners; /* what the engine's own turns in this game were worth */
    bool plays;      /* the search that runs is for a turn of its own, */
    int level;       /* at this level */
    /* The request being answered. */
    const JsonNode *request;
    Buffer id; /* its "id" as JSON, for the answers of a search, which outlive it */
} Web;

/* Begins and says an answer to the request. */
void web_answer_open(const Web *web, Buffer *out);
void web_answer_say(Buffer *out);
/* Says what is wrong with the request. */
bool web_complain(const Web *web, const ErrorText *error);

/* Requests about games and positions. Each says its answer, or explains what is wrong with
 * the request in *error and returns false. */
bool web_games(Web *web, ErrorText *error);
bool web_look(Web *web, ErrorText *error);
bool web_reach(Web *web, ErrorText *error);
bool web_piece(Web *web, ErrorText *error);
bool web_setup(Web *web, ErrorText *error);
bool web_pgn(Web *web, ErrorText *error);
bool web_read(Web *web, ErrorText *error);
bool web_list(Web *web, ErrorText *error);

/* The game that the request names. */
const Variant *web_variant(const Web *web, ErrorText *error);
/* Puts the request's game, FEN and turns on the session's board. On error the board stands
 * somewhere in that game, and the next request plays what it needs. */
bool web_position(Web *web, ErrorText *error);

#endif
