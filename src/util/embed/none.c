/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* No file is built into programs that link the library alone. */

#include "../embedded.h"

#include <stddef.h>

const EmbeddedFile embedded_nets[] = {{NULL, NULL, NULL}};
const EmbeddedFile embedded_tablebases[] = {{NULL, NULL, NULL}};
const EmbeddedFile embedded_books[] = {{NULL, NULL, NULL}};
const EmbeddedFile embedded_lessons[] = {{NULL, NULL, NULL}};
const EmbeddedFile embedded_puzzles[] = {{NULL, NULL, NULL}};
