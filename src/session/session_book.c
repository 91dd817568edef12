/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The opening books of a session. */

#include "../rules.h"
#include "session.h"

/* The embedded book is read on first use: that takes a fraction of a second. */
const OpeningBook *session_book(Session *session)
{
    if (!rules_keep(session->variant, DATA_BOOK)) return NULL;
    if (session->book_file && session->book_file->variant == session->variant) return session->book_file;
    if (session->book_of != session->variant) {
        book_free(session->book);
        session->book = book_embedded(session->variant);
        session->book_of = session->variant;
    }
    return session->book;
}

void session_drop_book(Session *session)
{
    book_free(session->book);
    session->book = NULL;
    session->book_of = NULL;
}

bool session_read_book(Session *session, ErrorText *error)
{
    OpeningBook *book = NULL;
    if (session->book_path && !(book = book_read_file(session->book_path, error))) return false;
    book_free(session->book_file);
    session->book_file = book;
    return true;
}

void session_free_books(Session *session)
{
    book_free(session->book_file);
    book_free(session->book);
}
