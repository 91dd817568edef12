/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Slow, independent implementations of the games' rules, written from the rules
 * pages alone. They exist to be compared with the engine's fast generators and
 * favour the obvious over the quick: a mailbox, loops, copies of whole boards.
 */
#ifndef QUINCUNX_REFERENCE_H
#define QUINCUNX_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

enum { REF_FEN_MAX = 512, REF_TEXT_MAX = 64 };

/* What a position's FEN alone says about the end of the game. */
typedef enum RefResult { REF_ONGOING, REF_WHITE_WINS, REF_BLACK_WINS, REF_DRAW } RefResult;

/* One legal spelling of a move, and the FEN of the position it leads to. */
typedef struct RefMove {
    char text[REF_TEXT_MAX];
    char fen[REF_FEN_MAX];
} RefMove;

typedef struct Reference {
    const char *name;      /* as in UCI_Variant: "borderlands" ... */
    const char *start_fen;

    /*
     * Reads a FEN strictly. Returns NULL and writes the FEN as the rules print it
     * to out (REF_FEN_MAX bytes) if it is a legal FEN of the game; otherwise
     * returns a static text saying what is wrong and leaves out alone.
     * Any bytes of any length are allowed as input.
     */
    const char *(*normalise)(const char *fen, char *out);

    /*
     * The result of a position by what stands on the board, then by its counter
     * (insufficient material included where the game has it; repetition is not
     * visible in a FEN). fen must be acceptable to normalise.
     */
    RefResult (*result)(const char *fen);

    /*
     * Every legal spelling of every legal move, draw rules ignored: none if the
     * game has ended by a win or a loss. Two spellings are the same move exactly
     * if their FENs are equal. Where the parts of a move may always be written in
     * either order (two boards), one order is enough. Returns the number of
     * spellings; *moves is allocated by malloc and owned by the caller (NULL if
     * there are none).
     */
    size_t (*moves)(const char *fen, RefMove **moves);

    /*
     * Sets one of the game's rule options, for example "castling" to "off", for all
     * later calls. Returns false and changes nothing if the game has no such option
     * or value. set_rule(NULL, NULL) restores all defaults. NULL if the game has no
     * options. start_fen is the default rules' start position in any case.
     */
    bool (*set_rule)(const char *option, const char *value);
} Reference;

/* All references, NULL-terminated: the files ref_GAME.c here and, in an EXAMPLES build, those of
 * examples/reference. Each file defines reference_GAME; a hyphen in the game's name is an underscore there. */
extern const Reference *const references[];

/* The reference of a game, or NULL. */
const Reference *reference_find(const char *game);
/* Sets the rules of "OPTION=VALUE,OPTION=VALUE..."; cuts the text into pieces. false: there is no such option or value. */
bool reference_set_rules(const Reference *reference, char *text);
/* The number of sequences of so many moves, 1 or more; two spellings of one move count once. */
unsigned long long reference_perft(const Reference *reference, const char *fen, unsigned depth);

#endif
