/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "book.h"

/* The empty list, for programs other than the engine, which links embed/embedded.c instead. */
const EmbeddedBook embedded_books[] = {{NULL, NULL, NULL}};
