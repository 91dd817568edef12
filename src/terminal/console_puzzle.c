/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Puzzles in the terminal: moves are compared with the solution instead of being answered by the engine. */

#include <stdlib.h>
#include <string.h>

#include "console.h"

enum { FIRST_RATING = 1000, RATING_STEP = 60, HINT_ROOM = 8 };

static const char usage[] = "'puzzle' gives one, 'puzzle N' that number, 'puzzle hint' the piece, 'puzzle solution' the moves.";

/* Is the position on the board one of the puzzle, where the solver is to move? Whatever else changed the game has ended
 * the puzzle. */
static bool is_on(const PuzzleGame *game, const Position *pos)
{
    return game->number && game->variant == pos->variant && game->key == pos->state->key && game->ply == position_plies(pos);
}

static void remember(PuzzleGame *game, const Position *pos)
{
    game->key = pos->state->key;
    game->ply = position_plies(pos);
}

static void tell_task(const PuzzleGame *game, Position *pos)
{
    char task[PUZZLE_TASK_MAX];
    say("Puzzle %u of %u, rated %d: %s", game->number, puzzles_count(game->variant), game->puzzle.rating,
        puzzle_task(pos, &game->puzzle, task));
}

/* The number of an unsolved puzzle whose rating is close to the solver's; later ones first if equally close. */
static unsigned choose(const PuzzleGame *game, const Variant *variant)
{
    Position *pos = position_new(variant);
    unsigned count = puzzles_count(variant), best = 0;
    int best_distance = 0;
    for (unsigned i = 1; pos && i <= count; ++i) {
        Puzzle puzzle;
        ErrorText ignored;
        if (i == game->number || !puzzles_get(pos, i, &puzzle, &ignored)) continue;
        int distance = abs(puzzle.rating - game->rating);
        if (best && distance >= best_distance) continue;
        best = i;
        best_distance = distance;
    }
    position_free(pos);
    return best;
}

/* Makes a move of the puzzle on the board. */
static bool make(Session *session, Move move)
{
    ErrorText error;
    if (session_play_move(session, move, &error)) return true;
    say("I can not go on: %s.", error.text);
    return false;
}

bool console_puzzle_takes(Console *console, Move move)
{
    PuzzleGame *game = &console->puzzle;
    Position *pos = console->session->pos;
    char text[MOVE_TEXT_MAX];
    if (!is_on(game, pos)) return false;
    pos->variant->print_move(pos, move, text);
    buffer_clear(&console->legs);
    if (!position_reserve(pos, HINT_ROOM) || !puzzle_is_right(&game->puzzle, pos, game->ply, move)) {
        if (!game->missed) game->rating -= RATING_STEP;
        game->missed = true;
        say("%s is not it. Try again; 'puzzle hint' and 'puzzle solution' help.", text);
        return true;
    }
    bool last = game->ply + 1 == game->puzzle.plies;
    if (!make(console->session, last ? move : game->puzzle.line[game->ply])) return true;
    if (!last) {
        char reply[MOVE_TEXT_MAX];
        Move answer = game->puzzle.line[game->ply + 1];
        pos->variant->print_move(pos, answer, reply);
        if (!make(console->session, answer)) return true;
        remember(game, pos);
        console_show(console);
        say("%s is right. The answer is %s; go on.", text, reply);
        return true;
    }
    if (!game->missed) game->rating += RATING_STEP;
    game->ply = UINT32_MAX; /* solved: the game goes on as any other */
    console_show(console);
    console_announce_result(console);
    say("%s is right: solved. 'puzzle' gives the next one.", text);
    return true;
}

static void set_up(Console *console, unsigned number)
{
    const Variant *variant = console->session->variant;
    Puzzle puzzle;
    ErrorText error = {"out of memory"};
    Position *pos = position_new(variant);
    if (!pos || !puzzles_get(pos, number, &puzzle, &error)) {
        say("No puzzle: %s.", error.text);
        position_free(pos);
        return;
    }
    console_shelve(console);
    if (!console_adopt(console, pos)) return;
    console->engine_on = false;
    console->puzzle = (PuzzleGame){.variant = variant, .number = number, .puzzle = puzzle, .rating = console->puzzle.rating};
    remember(&console->puzzle, pos);
    console_show(console);
    tell_task(&console->puzzle, pos);
}

static void tell_hint(PuzzleGame *game, const Position *pos)
{
    char text[MOVE_TEXT_MAX];
    pos->variant->print_move(pos, game->puzzle.line[game->ply], text);
    game->missed = true;
    /* Where the first leg begins: a square, or a piece in hand. */
    const char *at = strchr(text, '@');
    size_t length = at ? (size_t)(at - text) + 1 : strcspn(text + 1, "abcdefghijklmnop>,") + 1;
    say("Hint: the move begins with %.*s.", (int)length, text);
}

static void tell_solution(PuzzleGame *game, Position *pos)
{
    Buffer line = {0};
    session_print_pv(pos, game->puzzle.line + game->ply, (int)(game->puzzle.plies - game->ply), &line);
    say("Solution: %s", buffer_text(&line));
    buffer_free(&line);
    game->missed = true;
}

void console_puzzle(Console *console, char *rest)
{
    char *word = word_next(&rest);
    int64_t number;
    PuzzleGame *game = &console->puzzle;
    Position *pos = game_of(console);
    unsigned count = puzzles_count(pos->variant);
    if (!count) {
        say("No puzzles of this game are built in.");
    } else if (text_equal(word, "hint") || text_equal(word, "solution")) {
        if (!is_on(game, pos)) say("There is no puzzle on the board; %s", usage);
        else if (text_equal(word, "hint")) tell_hint(game, pos);
        else tell_solution(game, pos);
    } else if (number_read(word, 1, count, &number)) {
        set_up(console, (unsigned)number);
    } else if (*word) {
        say("There are puzzles 1 to %u; %s", count, usage);
    } else {
        if (!game->rating) game->rating = FIRST_RATING;
        set_up(console, choose(game, pos->variant));
    }
}
