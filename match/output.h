/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The output files of a match. Each belongs to one run at a time. Written data is synced to the disk, and the PGN file
 * contains exactly the games that the result counts.
 */
#ifndef QUINCUNX_MATCH_OUTPUT_H
#define QUINCUNX_MATCH_OUTPUT_H

#include <sys/types.h>

#include "base.h"
#include "../src/types.h"

/* Locks a file for this process, with a lock on NAME.lock beside it. false with the reason if another process holds
 * it, or this one under another option. Anything but a plain file (/dev/null) is shared. */
bool output_lock(const char *name, ErrorText *error);
/* Releases all locks. */
void output_unlock_all(void);

/* Replaces a file atomically and syncs the new one. false with the reason; the old file then stays. */
bool output_replace(const char *name, const char *text, size_t length, ErrorText *error);

/* ---- Records of games ---- */

typedef struct PgnFile {
    const char *name; /* not owned */
    int fd;           /* -1: closed */
    bool plain;
} PgnFile;

void pgn_add_tag(Buffer *pgn, const char *name, const char *value);
/* Adds the tag that identifies a game: its match and its number (from 0). */
void pgn_add_match(Buffer *pgn, uint64_t match, size_t number);

/* Removes games from a file (which may be missing): those of this match that the result does not count (played[n] is
 * not a digit, or n is not below `games`), a game that a killed run left incomplete, and duplicates. *removed is
 * their number. false with the reason. */
bool pgn_forget(const char *name, uint64_t match, const char *event, const char *played, size_t games, unsigned *removed,
                ErrorText *error);

bool pgn_open(PgnFile *file, const char *name, ErrorText *error);
/* Appends a whole game, or nothing: false with the reason. */
bool pgn_append(PgnFile *file, const char *text, size_t length, ErrorText *error);
/* Syncs the file to the disk. */
bool pgn_sync(PgnFile *file, ErrorText *error);
bool pgn_close(PgnFile *file, ErrorText *error);

#endif
