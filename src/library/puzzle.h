/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Puzzles: positions in which one move wins or saves and every other does not. docs/puzzles.md describes the format,
 * lab/puzzle_find.h finds and proves them. A puzzle is a line of EPD with the opcodes
 *
 *   dm N      the side to move wins in N of its moves (kind PUZZLE_WIN)
 *   pv ...    the solution: moves of both sides, the solver's first and last
 *   c0 "..."  themes, see puzzle_themes
 *   c1 "N"    rating
 *   c2 "..."  kind, see puzzle_kinds
 */
#ifndef QUINCUNX_PUZZLE_H
#define QUINCUNX_PUZZLE_H

#include "../position.h"
#include "../util/text.h"
#include "../variant.h"

/* What is asked, and why it is true. */
typedef enum PuzzleKind {
    PUZZLE_WIN,         /* wins in a number of moves: proved by the rules alone */
    PUZZLE_TABLE_WIN,   /* one move wins: by the endgame tablebases */
    PUZZLE_TABLE_DRAW,  /* one move draws, likewise */
    PUZZLE_SEARCH_WIN,  /* one move gets a winning position, in two searches, the second with ten times the nodes */
    PUZZLE_SEARCH_SAVE  /* one move does not get a losing position, likewise */
} PuzzleKind;
enum { PUZZLE_KINDS = PUZZLE_SEARCH_SAVE + 1 };
extern const char *const puzzle_kinds[PUZZLE_KINDS];

/* What happens in the solution, by facts that any game has. Each is a bit of Puzzle.themes. */
typedef enum PuzzleTheme {
    THEME_CAPTURE,    /* the first move captures */
    THEME_GAIN,       /* ... a piece worth more than the capturing one */
    THEME_AFAR,       /* a piece is captured where no piece arrives */
    THEME_BOTH_BOARDS,/* the solver captures on both boards in one move */
    THEME_PERIL,      /* the first move leaves the opponent in peril (generalised check) */
    THEME_QUIET,      /* the first move neither captures nor promotes nor leaves the opponent in peril */
    THEME_DOUBLE,     /* the first move threatens two pieces, or leaves the opponent in peril and threatens one */
    THEME_SACRIFICE,  /* a move of the solver loses material by the exchanges where it captures or stands */
    THEME_PROMOTION,  /* a piece of the solver becomes another */
    THEME_DROP,       /* the solver brings a piece in from the hand */
    THEME_DEFENCE,    /* the solver is in peril at the start */
    THEME_ROYAL,      /* the first move is by a royal piece */
    THEME_LONG,       /* four moves of the solver, or more */
    THEME_NB
} PuzzleTheme;
extern const char *const puzzle_themes[THEME_NB];

enum {
    PUZZLE_ID_MAX = 9,
    PUZZLE_PLIES_MAX = 15,   /* plies of a solution */
    PUZZLE_RATING_MAX = 5000
};

typedef struct Puzzle {
    char fen[FEN_MAX];  /* the counters are 0 and 1, and nothing went before */
    PuzzleKind kind;
    unsigned moves;     /* moves of the solver to the win; 0 unless the kind is PUZZLE_WIN */
    unsigned plies;     /* of the solution, an odd number */
    Move line[PUZZLE_PLIES_MAX];
    uint32_t themes;    /* set of PuzzleTheme */
    int rating;         /* Elo, on the scale of the game's levels */
} Puzzle;

/* Reads a line of EPD, with a legal solution; false with the reason. Leaves the position in `pos`, with room for the solution and
 * 8 plies more. */
bool puzzle_read(Position *pos, const char *line, Puzzle *puzzle, ErrorText *error);
/* A name of eight hexadecimal digits, by the position alone. Returns text. */
char *puzzle_id(const Puzzle *puzzle, char text[PUZZLE_ID_MAX]);
/* The task in words: "White wins in 3 moves." Returns text. */
char *puzzle_task(const Position *start, const Puzzle *puzzle, char *text);
enum { PUZZLE_TASK_MAX = 64 };

/* The steps (MoveInfo.from_to) of a move, one on each board; 0: none. */
typedef struct PuzzleSteps {
    uint16_t from_to[2];
} PuzzleSteps;
PuzzleSteps puzzle_steps(const Position *pos, Move move);
/* Keeps the steps that are in both. Is one left? */
bool puzzle_steps_common(PuzzleSteps *steps, const PuzzleSteps *other);

/* Is this legal move right after `ply` (even) plies of the solution, where `pos` is? At the last move any that wins at once is,
 * too. */
bool puzzle_is_right(const Puzzle *puzzle, Position *pos, unsigned ply, Move move);
/* Before, in a PUZZLE_WIN, one that shares a step with the solution's is right if it wins within this many moves; 0: it is not. */
unsigned puzzle_wins_in(const Puzzle *puzzle, const Position *pos, unsigned ply, Move move);

/* ---- Puzzles in the program ---- */

unsigned puzzles_count(const Variant *variant);
/* Reads puzzle `number`, from 1 on, as puzzle_read does. */
bool puzzles_get(Position *pos, unsigned number, Puzzle *puzzle, ErrorText *error);
/* Appends its line of EPD, without its end. false if there is none. */
bool puzzles_line(const Variant *variant, unsigned number, Buffer *out);

#endif
