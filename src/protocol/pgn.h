/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Games in Portable Game Notation (Steven J. Edwards, 1994), with the tag Variant as
 * other programs have it. Turns are written in long algebraic notation, those of a game
 * that other programs know in the standard's short one; reading takes both where a turn
 * is one move. A text may hold anything: what is
 * wrong in it is explained.
 */
#ifndef QUINCUNX_PGN_H
#define QUINCUNX_PGN_H

#include "../variant.h"
#include "text.h"

enum { PGN_TAG_MAX = 80 };

/* The seven tags that every game has; "?" where a value is unknown. */
typedef struct PgnHeader {
    char event[PGN_TAG_MAX], site[PGN_TAG_MAX], date[PGN_TAG_MAX], round[PGN_TAG_MAX];
    char white[PGN_TAG_MAX], black[PGN_TAG_MAX], result[PGN_TAG_MAX];
} PgnHeader;

/* A game that was read. */
typedef struct PgnGame {
    PgnHeader header;
    Position *pos;     /* after the last turn that was read, with its history; the caller frees it */
    bool complete;     /* all turns were legal */
    ErrorText problem; /* if not: which turn is not, what it says, and why */
} PgnGame;

/* Adds a comment in braces. PGN has no way to write '}' in one, so it becomes ')'; control characters become
 * blanks. Whatever the text is, nothing of it is read as moves or tags. All that writes a comment uses this. */
void pgn_add_comment(Buffer *out, const char *text);
/* Unknown players, today's date, no result. */
void pgn_header_init(PgnHeader *header);
/* Adds a game with its whole history to the text. `ending` (may be NULL) says why it
 * ended. false if memory ran out. */
bool pgn_write(const Position *pos, const PgnHeader *header, const char *ending, Buffer *out);
/* The same as XBoard reads it, in games that it does not know. Such files, and XBoard's own,
 * are known by their tags Plies and VariantMen, and read as others are. */
bool pgn_write_plies(const Position *pos, const PgnHeader *header, const char *ending, Buffer *out);
/* Adds what is to stand behind a turn of the game, NAGs, comments, variations; `pos` stands
 * before the turn, counted from 0, and must get back as it was. */
typedef struct PgnAnnotator {
    void (*annotate)(void *context, Position *pos, unsigned ply, Buffer *out);
    void *context;
    const char *start; /* a comment before the first turn as it is, without braces; NULL: none */
} PgnAnnotator;
bool pgn_write_annotated(const Position *pos, const PgnHeader *header, const char *ending, const PgnAnnotator *annotator,
                         Buffer *out);
/* The games in a text, sound or not. */
unsigned pgn_count(const char *text);
/* A game in a text: its tags and where it stands, in bytes. */
typedef struct PgnEntry {
    const PgnHeader *header;
    const char *variant; /* "": none is named */
    size_t start, length;
} PgnEntry;
/* Tells of each game in a text, sound or not (`tell` may be NULL). Returns how many there are. */
unsigned pgn_list(const char *text, void (*tell)(void *context, const PgnEntry *entry), void *context);
/* Reads the game with this number, counted from 1. A game without the tag Variant is of
 * the first game of all. Returns false, with the reason, if there is no such game or
 * its tags are wrong; an illegal turn only ends the reading. */
bool pgn_read(const char *text, unsigned number, PgnGame *game, ErrorText *error);

/* Is told all of a game in the order of the text: its start, then turns of the main line and of
 * variations, which open and close, with signs ("$5", "!?") and comments behind the turn they
 * belong to. Turns are as they were written, legal or not. Nothing but the start of games
 * written for XBoard. */
typedef struct PgnVisitor {
    void (*begin)(void *context, const Position *start);
    void (*turn)(void *context, const char *text, unsigned line);
    void (*sign)(void *context, const char *sign);
    void (*comment)(void *context, const char *text, size_t length);
    void (*open)(void *context);
    void (*close)(void *context);
    unsigned nesting; /* variations nested deeper are left out */
    void *context;
} PgnVisitor;
bool pgn_read_visited(const char *text, unsigned number, PgnGame *game, const PgnVisitor *visitor, ErrorText *error);

#endif
