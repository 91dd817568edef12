/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Decides whether a position is a puzzle: whether exactly one move wins or saves, now and at each later move of the
 * solver. Three kinds of proof:
 *
 *   by the rules (prove.h): of all moves exactly one forces a win within N moves. At the last move any win counts.
 *   by the endgame tablebases: exactly one move keeps the win or the draw.
 *   by search: the best move's expected result exceeds that of every other move by a margin, in a search and in
 *   another with ten times the nodes.
 */
#ifndef QUINCUNX_PUZZLE_FIND_H
#define QUINCUNX_PUZZLE_FIND_H

#include "../src/eval/nets.h"
#include "../src/library/puzzle.h"
#include "../src/search/search.h"
#include "prove.h"

/* The fate of a position that looked like a puzzle. */
typedef enum Finding {
    FINDING_PUZZLE,
    FINDING_UNFINISHED, /* the proof's node limit was reached */
    FINDING_NO_WIN,     /* no move wins within the number of moves, or the tables do not know */
    FINDING_DUAL,       /* several moves do */
    FINDING_NO_LINE,    /* after every defence several moves win */
    FINDING_OBVIOUS,    /* there is only one move, or it recaptures, or every level finds it */
    FINDING_MARGIN,     /* another move is nearly as good */
    FINDING_DEEPER,     /* ... in the search with ten times the nodes */
    FINDING_ALIKE,      /* another puzzle has the same position or the same last moves */
    FINDING_ENOUGH,     /* there are enough of the kind */
    FINDING_NB
} Finding;
extern const char *const finding_names[FINDING_NB];

enum {
    FIND_PROOF_NODES = 24000000, /* of prove.h, for all that is proved about a position */
    FIND_SEARCH_NODES = 20000,   /* of the first search; the second has FIND_DEEPER times as many */
    FIND_DEEPER = 10,
    FIND_MARGIN = 30,            /* percent of expected result between the best move and the second, to find ... */
    FIND_MARGIN_KEPT = 20        /* ... and to verify: evaluations change a little from version to version */
};

typedef struct PuzzleFinder {
    const Variant *variant;
    NetStore *nets;
    SearchPool *pool; /* with the game's net and tables */
    Tablebases *tables;
    Position *pos;    /* scratch */
    Position *line;   /* for likeness and themes */
    uint64_t *memory; /* of long proofs */
} PuzzleFinder;

/* Creates the searches of a game with the embedded nets and tables. On failure explains why. */
bool finder_init(PuzzleFinder *f, const Variant *variant, ErrorText *error);
void finder_free(PuzzleFinder *f);

/* The expected result of a score for the side to move, in percent. */
int find_expected(const Position *pos, Score score);

/* Are these puzzles? Each takes a FEN whose game is not over, and fills all of *puzzle but themes and rating.
 * find_win: a win within `moves` moves of the side to move; puzzle->moves is the least number. */
Finding find_win(PuzzleFinder *f, const char *fen, unsigned moves, Puzzle *puzzle);
Finding find_table(PuzzleFinder *f, const char *fen, Puzzle *puzzle);
Finding find_search(PuzzleFinder *f, const char *fen, Puzzle *puzzle);
/* A quick test: may find_search find a puzzle here? */
bool find_may_search(PuzzleFinder *f, const char *fen);

/* A quick test: may find_win find a puzzle here? Sets *moves to the length of the win that a search finds. FINDING_PUZZLE, or
 * why not: FINDING_NO_WIN, FINDING_DUAL if another first move is as short, FINDING_OBVIOUS. */
Finding find_may_win(PuzzleFinder *f, const char *fen, unsigned *moves);

/* Is this legal move right after `ply` (even) plies of the solution, where `pos` is? One that may win as fast as the solution's is
 * proved to. */
bool find_is_right(const Puzzle *puzzle, Position *pos, unsigned ply, Move move);

/* Is all of it true? Proves the puzzle again. FINDING_PUZZLE if it is. */
Finding find_verify(PuzzleFinder *f, const Puzzle *puzzle);

/* The only move that wins within `moves` of the side to move, in *winner. FINDING_PUZZLE, FINDING_UNFINISHED,
 * FINDING_NO_WIN or FINDING_DUAL. Winning moves that all share a step count as one: promotions to different pieces, and
 * pairs whose other half does not matter. */
Finding find_only_winner(Position *pos, unsigned moves, ProofNodes *nodes, Move *winner);

#endif
