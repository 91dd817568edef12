/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The opening books and endgame tablebases of a session. */

#include "../rules.h"
#include "../tablebases/probe.h"
#include "session.h"

/* The embedded book is read on first use: that takes a fraction of a second. */
const OpeningBook *session_book(Session *session)
{
    if (!rules_keep(session->variant, DATA_BOOK)) return NULL;
    if (session->books.read && session->books.read->variant == session->variant) return session->books.read;
    if (session->books.embedded_of != session->variant) {
        book_free(session->books.embedded);
        session->books.embedded = book_embedded(session->variant);
        session->books.embedded_of = session->variant;
    }
    return session->books.embedded;
}

/* ---- Endgame tablebases ---- */

static void on_complaint(void *context, const char *text)
{
    const Session *session = context;
    if (session->notice) session->notice(text);
}

void session_load_tablebases(Session *session)
{
    search_set_tablebases(session->pool, NULL);
    tb_free(session->tablebases.loaded);
    bool apply = session->tablebases.used && rules_keep(session->variant, DATA_TABLEBASES);
    session->tablebases.loaded = apply ? tb_new(session->variant) : NULL;
    if (!session->tablebases.loaded) return;
    TbListener listener = {on_complaint, session};
    tb_add_embedded(session->tablebases.loaded);
    if (session->tablebases.folder) tb_add_folder(session->tablebases.loaded, session->tablebases.folder, &listener);
    search_set_tablebases(session->pool, session->tablebases.loaded);
}

bool session_endgame_value(const Session *session, Position *pos, TbValue *value)
{
    Tablebases *loaded = session->tablebases.loaded;
    return tb_may_know(loaded, pos) && position_reserve(pos, TB_PLIES) && tb_probe(loaded, pos, value);
}

bool session_move_value(const Session *session, Position *pos, Move move, TbValue *value)
{
    Tablebases *loaded = session->tablebases.loaded;
    return tb_may_know(loaded, pos) && position_reserve(pos, 1 + TB_PLIES) && tb_probe_move(loaded, pos, move, value);
}

unsigned endgame_moves(const TbValue *value) { return (value->plies + 1) / 2; }

char *endgame_words(const TbValue *value, char *text)
{
    if (value->result == TB_DRAW) snprintf(text, ENDGAME_TEXT_MAX, "a draw, with best play");
    else
        snprintf(text, ENDGAME_TEXT_MAX, "%s in %u, with best play", value->result == TB_WIN ? "won" : "lost",
                 endgame_moves(value));
    return text;
}
