/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The files that a match writes. Each is one run's alone; what has been promised is on the
 * disk; and the games in the PGN file are those that the result counts.
 */
#ifndef QUINCUNX_MATCH_OUTPUT_H
#define QUINCUNX_MATCH_OUTPUT_H

#include <sys/types.h>

#include "match_base.h"
#include "../src/types.h"

/* Takes a file for this process until it ends, by a lock on NAME.lock beside it. false with the
 * reason if another process has it, or this one under another option. What is there and is no
 * plain file (/dev/null) is anyone's. */
bool output_lock(const char *name, ErrorText *error);
/* Gives all back. */
void output_unlock_all(void);

/* Replaces a file in one step, and sees to it that the new one is on the disk. false with the
 * reason; the old one is then as it was. */
bool output_replace(const char *name, const char *text, size_t length, ErrorText *error);

/* ---- Records of games ---- */

typedef struct PgnFile {
    const char *name; /* not owned */
    int fd;           /* -1: not open */
    bool plain;
} PgnFile;

void pgn_add_tag(Text *pgn, const char *name, const char *value);
/* The tag that every game of a match carries: which match, which of its games (from 0). */
void pgn_add_match(Text *pgn, uint64_t match, size_t number);

/* Removes from a file (that may be missing) the games of this match that the result does not
 * count (played[n] is not a digit, or n is not below `games`), what a killed run left
 * half-written, and games that are there twice. *removed tells how many. false with the reason. */
bool pgn_forget(const char *name, uint64_t match, const char *event, const char *played, size_t games, unsigned *removed,
                ErrorText *error);

bool pgn_open(PgnFile *file, const char *name, ErrorText *error);
/* Appends a game whole, or not at all: false with the reason. */
bool pgn_append(PgnFile *file, const char *text, size_t length, ErrorText *error);
/* Waits until all is on the disk. */
bool pgn_sync(PgnFile *file, ErrorText *error);
bool pgn_close(PgnFile *file, ErrorText *error);

#endif
