/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The opening books of a session. */

#include "../rules.h"
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

void session_drop_book(Session *session)
{
    book_free(session->books.embedded);
    session->books.embedded = NULL;
    session->books.embedded_of = NULL;
}

bool session_read_book(Session *session, ErrorText *error)
{
    OpeningBook *book = NULL;
    if (session->books.file && !(book = book_read_file(session->books.file, error))) return false;
    book_free(session->books.read);
    session->books.read = book;
    return true;
}

void session_free_books(Session *session)
{
    book_free(session->books.read);
    book_free(session->books.embedded);
}
