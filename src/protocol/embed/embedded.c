/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The books in a program, instead of the empty list of the library. The Makefile writes their list,
 * a line BOOK(1, "books/chess.book") each.
 */

#include "../../util/embed.h"
#include "../book.h"

#define BOOK(number, file) EMBED(book_##number, file)
#include "embedded_books.list"
#undef BOOK

#define BOOK(number, file) {file, embedded_book_##number, embedded_end_book_##number},
const EmbeddedBook embedded_books[] = {
#include "embedded_books.list"
    {NULL, NULL, NULL}};
