/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Helpers shared by the test programs. A helper that fails ends the running test as failed, with a message. */
#ifndef QUINCUNX_TESTS_SUPPORT_H
#define QUINCUNX_TESTS_SUPPORT_H

#include <check.h>

#include "../src/position.h"
#include "../src/util/random.h"
#include "../src/variant.h"

/* The number of games. */
int games_count(void);
/* Chooses rules, "GAME:OPTION=VALUE,...", for a process that has not begun (variants_init). Returns the game. */
const Variant *begin_by(const char *rules);
/* Calls a function in a process of its own, by these rules. Fails if that fails. */
void in_process_by(const char *rules, void (*act)(void *data), void *data);
/* A position of a registered game, with room for 600 plies; fen NULL is the start position. The caller frees it. */
Position *position_at(const char *game, const char *fen);
/* Its FEN, valid until the fourth such call from here. */
const char *fen_text(const Position *pos);
/* Plays moves separated by spaces, with room for more afterwards. */
void play(Position *pos, const char *moves);
/* The legal move with this spelling. */
Move move_at(const Position *pos, const char *text);
/* Is the text a legal move? */
bool move_is_legal(const Position *pos, const char *text);
/* What a game says of a move. */
MoveInfo info_of(const Position *pos, Move move);
MoveInfo info_at(const Position *pos, const char *text);
/* Plays this many legal moves by chance, fewer if the game ends. */
void play_at_random(Position *pos, int plies, uint64_t *seed);
/* For qsort and bsearch of moves. */
int compare_moves(const void *a, const void *b);
/* Would the side to move lose at once if it passed? With the other side to move the position is refused (a royal can be
 * captured), lost, or lost after one move. */
bool pass_loses(const Position *pos);
/* Fails unless the game has this result and, if not NULL, exactly this reason. */
void expect_outcome(Position *pos, Result result, const char *reason);

/* A pseudo-random number, 0 .. n - 1. */
size_t random_below(uint64_t *seed, size_t n);
/* A number from the environment, or `otherwise` if it is not set. */
long environment_number(const char *name, long otherwise);
/* The bytes of a file; the caller frees them. */
uint8_t *file_bytes(const char *path, size_t *size);

/* One line of tests/positions/GAME.EXTENSION, without its newline, for any registered game. */
typedef struct PositionLine {
    const Variant *variant;
    unsigned number;
    char *text;
} PositionLine;
/* All of them, read once; owned by the helper. Ends the program if there are none, or if a game needs such a file and has none. */
const PositionLine *position_lines(const char *extension, bool needed, int *count);
/* The FEN of a line: everything before the first ';'. fen has room for FEN_MAX bytes. */
void position_line_fen(const PositionLine *line, char *fen);
/* Is it a game of examples/, which has positions and nothing that was measured? */
bool is_example(const char *game);

/* Symmetries of boards. The first three keep the colours, the others swap them. */
typedef enum Mirror {
    MIRROR_FILES,    /* left and right, on each board */
    MIRROR_DIAGONAL, /* across a8-h1 */
    EXCHANGE_BOARDS, /* of two, without mirroring them */
    SWAP_RANKS,      /* top and bottom */
    SWAP_ROTATED
} Mirror;
/* Writes the FEN of the mirrored position. MIRROR_FILES drops castling rights. */
void fen_mirror(const Position *pos, Mirror mirror, char *out);

/* A new case of a suite, with a deadline for each test in seconds (0: none). Cases can be run by themselves, as
 * CK_RUN_CASE=NAME; TEST_LIST=1 prints their names. */
TCase *add_case(Suite *suite, const char *name, int seconds);
/* Runs a suite and prints "N passed, N failed" last; only prints what add_case does if TEST_LIST is set. Returns the exit
 * status. */
int test_main(Suite *suite);

/* No test ends with END_TEST, which is nothing since Check has TTest. */
#define WORDS_OF(...) #__VA_ARGS__
#define EXPANDED(...) WORDS_OF(__VA_ARGS__)
_Static_assert(sizeof EXPANDED(END_TEST) == 1, "tests must end with END_TEST");

/* A test, and how often it runs, with _i from 0. Each run is a process, which may begin with a function of its own. */
typedef struct TestRow {
    const TTest *test;
    int count;
    void (*begin)(void); /* NULL: none */
} TestRow;
#define ONCE(test)               EACH(test, 1)
#define EACH(test, count)        EACH_FROM(test, count, NULL)
#define ROWS(test, table)        EACH(test, sizeof table / sizeof *table)
#define EACH_GAME(test)          EACH(test, games_count())
#define EACH_FROM(test, count, begin) {test, (int)(count), begin}
/* The same for a suite of these tests, each a case of its own, with a deadline in seconds (0: none):
 * RUN_TESTS("moves", 60, ONCE(a), EACH(b, 3)). */
#define RUN_TESTS(name, seconds, ...) run_tests(name, seconds, (const TestRow[]){__VA_ARGS__, {NULL, 0, NULL}})
int run_tests(const char *name, int seconds, const TestRow *rows);

#endif
