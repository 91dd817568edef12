/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The files that are built into a program, by kind. */
#ifndef QUINCUNX_EMBEDDED_H
#define QUINCUNX_EMBEDDED_H

typedef struct EmbeddedFile {
    const char *path;                 /* in the source tree; a file is found by its name without extension, mostly a game's */
    const unsigned char *begin, *end; /* its bytes */
} EmbeddedFile;

/* Each list ends with a NULL path. In the library all are empty (embed/none.c); a program may link its own, as the
 * engine does (embed/embedded.c and the Makefile). */
extern const EmbeddedFile embedded_nets[], embedded_tablebases[], embedded_books[], embedded_lessons[], embedded_puzzles[];

/* The file of a game in a list, or of another name; NULL if there is none. */
const EmbeddedFile *embedded_find(const EmbeddedFile *list, const char *name);

#endif
