/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Used by all parts: stopping the search, messages to the user, and excluded moves. */

#include "cecp.h"

#include <stdlib.h>
#include <string.h>

#include "../notation/notation.h"

void cecp_halt(Cecp *c)
{
    session_halt(c->session);
    ++c->serial;
    c->thinking = THINKING_NOT;
    c->spent = 0;
    atomic_store(&c->presuming, false);
    if (c->pongs.length) say("%s", buffer_text(&c->pongs));
    buffer_clear(&c->pongs);
}

void cecp_show_message(const Cecp *c, const char *text)
{
    if (c->gui && !c->computer) say("telluser %s", text);
}

/* ---- Excluded moves ---- */

void cecp_include_all(Cecp *c)
{
    free(c->excluded);
    c->excluded = NULL;
    c->excluded_count = 0;
}

void cecp_exclude_all(Cecp *c)
{
    cecp_include_all(c);
    c->excluded = position_moves(c->session->pos, &c->excluded_count);
    if (!c->excluded) c->excluded_count = 0;
}

static bool is_excluded(const Cecp *c, Move move)
{
    for (size_t i = 0; i < c->excluded_count; ++i)
        if (c->excluded[i] == move) return true;
    return false;
}

Move *cecp_allowed_moves(const Cecp *c, size_t *count)
{
    size_t n, kept = 0;
    Move *moves = position_moves(c->session->pos, &n);
    for (size_t i = 0; moves && i < n; ++i)
        if (!is_excluded(c, moves[i])) moves[kept++] = moves[i];
    *count = kept;
    return moves;
}

/* Is the text the move, or one of its legs? */
static bool names_move(const Position *pos, const char *text, Move move)
{
    char printed[MOVE_TEXT_MAX];
    pos->variant->print_move(pos, move, printed);
    if (strcmp(printed, text) == 0) return true;
    for (const char *leg = printed; pos->variant->legs_status && *leg;) {
        size_t length = strcspn(leg, ",");
        if (strlen(text) == length && strncmp(leg, text, length) == 0) return true;
        leg += length + (leg[length] == ',');
    }
    return false;
}

bool cecp_exclude(Cecp *c, const char *text, bool excluded, ErrorText *error)
{
    size_t n, kept = 0, named = 0;
    Move *moves = position_moves(c->session->pos, &n);
    if (!moves) return error_set(error, "no move can be excluded here");
    for (size_t i = 0; i < n; ++i) {
        bool match = names_move(c->session->pos, text, moves[i]);
        named += match;
        if (match ? excluded : is_excluded(c, moves[i])) moves[kept++] = moves[i];
    }
    cecp_include_all(c);
    c->excluded = moves;
    c->excluded_count = kept;
    return named || error_set(error, "'%.40s' is no move here", text);
}
