/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Portable Game Notation (Steven J. Edwards, 1994), with the customary tag Variant: in long algebraic notation, and in standard
 * algebraic notation where other programs know the game; where moves have one leg, both are read. Input is untrusted. */
#ifndef QUINCUNX_PGN_PGN_H
#define QUINCUNX_PGN_PGN_H

#include "../variant.h"
#include "../util/text.h"

enum { PGN_TAG_MAX = 256, PGN_NESTING_MAX = 64 };

/* The names of the Seven Tag Roster in the standard's order, and their values; "?" where one is unknown. */
enum { PGN_ROSTER = 7 };
extern const char *const pgn_roster[PGN_ROSTER];
typedef union PgnHeader {
    char value[PGN_ROSTER][PGN_TAG_MAX];
    struct {
        char event[PGN_TAG_MAX], site[PGN_TAG_MAX], date[PGN_TAG_MAX], round[PGN_TAG_MAX];
        char white[PGN_TAG_MAX], black[PGN_TAG_MAX], result[PGN_TAG_MAX];
    };
} PgnHeader;

/* A game read from PGN. */
typedef struct PgnGame {
    PgnHeader header;
    Position *pos;     /* after the last move read, with its history; the caller frees it */
    bool complete;     /* all moves are legal */
    ErrorText problem; /* else: which move can not be read, its text and line, and why */
} PgnGame;

/* Adds a comment in braces, '}' as ')' and controls as blanks: no text can be mistaken for moves or tags. */
void pgn_add_comment(Buffer *out, const char *text);
/* Unknown players, today's date, no result. */
void pgn_header_init(PgnHeader *header);
/* Changes a text to UTF-8: a byte that is none is taken as Latin-1, the standard's encoding. false if memory ran out. */
bool pgn_to_utf8(Buffer *text);
/* A game in a text: its tags and its offset in bytes. */
typedef struct PgnEntry {
    const PgnHeader *header;
    const char *variant; /* "": no tag */
    const char *rules;   /* the same */
    const Variant *game; /* NULL: the tag names none */
    size_t start, length;
} PgnEntry;
/* Gets each game of a text, valid or not, and each fault: what is skipped or reinterpreted (malformed tags, unclosed comments; not
 * illegal moves), with the number of its game; after the last game, one more. */
typedef struct PgnListener {
    void (*game)(void *context, const PgnEntry *entry);                           /* may be NULL, */
    void (*fault)(void *context, unsigned game, unsigned line, const char *what); /* and this, too */
    void *context;
} PgnListener;
/* Returns the number of games. */
unsigned pgn_list(const char *text, const PgnListener *listener);
/* Reads the game with this number, from 1; without the tag Variant it is of variants[0], with Plies or VariantMen in XBoard's form.
 * false, with the reason, if there is no such game, its tags are wrong, or it has neither a tag nor a legal move. An illegal move
 * or a null move only ends the reading; a draw by repetition or the counter does not. */
bool pgn_read(const char *text, unsigned number, PgnGame *game, ErrorText *error);

/* Receives a game in the order of the text: tags beyond the Seven Tag Roster, the start, then moves (raw text, legal or not), ends
 * of variations, NAGs ("$5", "!?") and comments, down to PGN_NESTING_MAX; of games in XBoard's form only tags and start.
 * `source`, `end` and `stop` point into the text: at a move, after a variation, and after the moves of the game. */
typedef struct PgnVisitor {
    void (*tag)(void *context, const char *name, const char *value);
    void (*begin)(void *context, const Position *start);
    void (*move)(void *context, const char *text, unsigned line, const char *source);
    void (*sign)(void *context, const char *sign);
    void (*comment)(void *context, const char *text, size_t length);
    void (*open)(void *context);
    void (*close)(void *context, const char *end);
    void (*finish)(void *context, const char *stop);
    void *context;
} PgnVisitor;
bool pgn_read_visited(const char *text, unsigned number, PgnGame *game, const PgnVisitor *visitor, ErrorText *error);
/* Finds a move of a game that is read: any spelling that pgn_move_read takes, also after a draw that did not end the
 * game. Returns false with the reason; error NULL saves the work of explaining. */
bool pgn_find_move(Position *pos, const char *text, Move *move, ErrorText *error);
/* Appends a tag line, controls as blanks. */
void pgn_put_tag(Buffer *out, const char *name, const char *value);
/* Reports each of some tag lines. */
void pgn_each_tag(const char *tags, void (*tell)(void *context, const char *name, const char *value), void *context);
/* May this tag stand beside those that are always written (the Seven Tag Roster, Variant, SetUp, FEN)? */
bool pgn_is_further_tag(const char *name);

#endif
