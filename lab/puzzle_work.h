/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The work on a game's puzzles: those found so far, the rejected positions by reason, and how far the games have been read. It
 * is a text file, written whole, so that an interrupted run can continue.
 */
#ifndef QUINCUNX_PUZZLE_WORK_H
#define QUINCUNX_PUZZLE_WORK_H

#include "puzzle_facts.h"

/* Puzzles are counted by group: wins in one, two, three and more moves, then the other kinds. */
typedef enum PuzzleGroup {
    GROUP_WIN_1, GROUP_WIN_2, GROUP_WIN_3, GROUP_WIN_LONG, GROUP_TABLE, GROUP_SEARCH_WIN, GROUP_SEARCH_SAVE, GROUP_NB
} PuzzleGroup;
extern const char *const group_names[GROUP_NB];
PuzzleGroup puzzle_group(const Puzzle *puzzle);

typedef struct PuzzleWork {
    const Variant *variant;
    const char *path;
    uint64_t file, game;          /* the next game: its file in the list, its index there */
    uint64_t games;               /* games read */
    uint64_t tried, thrown[FINDING_NB]; /* positions that looked like puzzles, and their fate */
    uint64_t looked[2];           /* positions searched for a winning move, for a saving one */
    Puzzle *puzzles;
    Likeness *likeness;
    unsigned count, room, in_group[GROUP_NB];
} PuzzleWork;

/* Reads the work on a game; empty if there is no such file. The path must stay valid. false with the reason. */
bool work_open(PuzzleWork *work, PuzzleFinder *f, const char *path, ErrorText *error);
/* Writes it. */
bool work_save(PuzzleWork *work, PuzzleFinder *f, ErrorText *error);
void work_free(PuzzleWork *work);

/* Is there another puzzle like this? */
bool work_has_like(const PuzzleWork *work, Likeness likeness);
/* Adds a puzzle. false if memory ran out. */
bool work_add(PuzzleWork *work, const Puzzle *puzzle, Likeness likeness);

/* Appends the line of EPD, without its end. With `id`, which may be NULL, also id and bm, for engines. Uses pos. */
void puzzle_write(Position *pos, const Puzzle *puzzle, const char *id, Buffer *out);

#endif
