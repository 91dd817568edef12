/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The tables of endings that a session asks. */

#include <stdlib.h>
#include <string.h>

#include "../endings/probe.h"
#include "session.h"

static void on_complaint(void *context, const char *text)
{
    const Session *session = context;
    if (session->notice) session->notice(text);
}

void session_load_endings(Session *session)
{
    search_set_endings(session->pool, NULL);
    endings_free(session->endings);
    session->endings = session->use_endings ? endings_new(session->variant) : NULL;
    if (!session->endings) return;
    EndingsListener listener = {on_complaint, session};
    endings_add_embedded(session->endings);
    if (session->endings_path) endings_add_folder(session->endings, session->endings_path, &listener);
    search_set_endings(session->pool, session->endings);
}

bool session_set_endings_path(Session *session, const char *path)
{
    bool none = *path == '\0' || strcmp(path, "<empty>") == 0;
    char *copy = none ? NULL : strdup(path);
    if (!none && !copy) return false;
    free(session->endings_path);
    session->endings_path = copy;
    session_load_endings(session);
    return true;
}

bool session_ending_value(const Session *session, Position *pos, EndingValue *value)
{
    return endings_may_know(session->endings, pos) && position_reserve(pos, ENDINGS_PLIES) && endings_probe(session->endings, pos, value);
}

bool session_turn_value(const Session *session, Position *pos, Move turn, EndingValue *value)
{
    return endings_may_know(session->endings, pos) && position_reserve(pos, 1 + ENDINGS_PLIES)
           && endings_probe_turn(session->endings, pos, turn, value);
}

unsigned ending_turns(const EndingValue *value) { return (value->plies + 1) / 2; }

char *ending_words(const EndingValue *value, char *text)
{
    if (value->result == ENDING_DRAW) snprintf(text, ENDING_TEXT_MAX, "a draw, with best play");
    else snprintf(text, ENDING_TEXT_MAX, "%s in %u, with best play", value->result == ENDING_WIN ? "won" : "lost", ending_turns(value));
    return text;
}

char *ending_sign(const EndingValue *value, char *text)
{
    if (value->result == ENDING_DRAW) snprintf(text, ENDING_TEXT_MAX, "=");
    else snprintf(text, ENDING_TEXT_MAX, "%s#%u", value->result == ENDING_WIN ? "" : "-", ending_turns(value));
    return text;
}
