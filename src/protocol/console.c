/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* A game in the terminal: the board, your turn, its turn. Works over a pipe too. */

#include <stdlib.h>
#include <string.h>

#include "../notation.h"
#include "faces.h"

typedef struct Console {
    Session *session;
    int64_t move_time; /* of the engine, in milliseconds */
    Side person;
} Console;

enum { MOVE_TIME_DEFAULT = 1000 };

static const char help[] =
    "Type a turn, like e2e4; parts of a turn are joined by commas.\n"
    "  moves          all legal turns     undo           take back a turn of each side\n"
    "  go             the engine plays    switch         change sides\n"
    "  new [GAME]     a new game          fen [FEN]      show or set the position\n"
    "  time SECONDS   for its turns       eval, board    show the evaluation, the board\n"
    "  games          what can be played  quit           end";

static void show(const Console *console)
{
    Buffer out = {0};
    session_show(console->session, &out);
    char *end = out.text ? strstr(out.text, "\n\nFen:") : NULL;
    if (end) *end = '\0';
    say("\n%s\n", buffer_text(&out));
    buffer_free(&out);
}

static bool is_over(Console *console)
{
    Outcome outcome = session_outcome(console->session);
    if (outcome.result == ONGOING) return false;
    say("The game is over: %s (%s)", result_text(outcome.result), outcome.reason);
    return true;
}

static void engine_turn(Console *console)
{
    Session *session = console->session;
    if (is_over(console)) return;
    SearchLimits limits = session_limits(session);
    limits.move_time = console->move_time;
    limits.multipv = 1;
    SearchResult result = search_run(session->pool, session->pos, &limits);
    char text[TURN_TEXT_MAX];
    ErrorText error;
    if (!result.best) {
        say("I can not think: out of memory");
        return;
    }
    session->variant->print_turn(session->pos, result.best, text);
    session_play_move(session, result.best, &error);
    show(console);
    say("I play %s  (%+.2f, depth %d)", text, result.score / 100.0, result.depth);
    is_over(console);
}

static void list_moves(const Session *session)
{
    size_t count;
    Move *turns = position_turns(session->pos, &count);
    Buffer line = {0};
    for (size_t i = 0; i < count; ++i) {
        char text[TURN_TEXT_MAX];
        session->variant->print_turn(session->pos, turns[i], text);
        buffer_add(&line, "%s%s", i == 0 ? "" : i % 8 ? "  " : "\n", text);
    }
    say("%s\n%zu legal turns", buffer_text(&line), count);
    buffer_free(&line);
    free(turns);
}

static void new_game(Console *console, const char *game)
{
    ErrorText error;
    Session *session = console->session;
    if (!session_set_variant(session, *game ? game : session->variant->name, &error)) {
        say("%s", error.text);
        return;
    }
    search_clear(session->pool);
    console->person = session->pos->side;
    say("%s. You move first; 'switch' lets me.", session->variant->title);
    show(console);
}

static void set_fen(Console *console, const char *fen)
{
    ErrorText error;
    char text[FEN_MAX];
    if (*fen && !session_set_fen(console->session, fen, &error)) {
        say("Not a position: %s", error.text);
        return;
    }
    if (*fen) {
        console->person = console->session->pos->side;
        show(console);
        return;
    }
    console->session->variant->get_fen(console->session->pos, text);
    say("%s", text);
}

static void set_time(Console *console, const char *word)
{
    char *end;
    double seconds = strtod(word, &end);
    if (end == word || *end || !(seconds >= 0.01 && seconds <= 3600)) say("time is followed by seconds, from 0.01 to 3600");
    else console->move_time = (int64_t)(seconds * 1000);
}

static void play(Console *console, const char *text)
{
    ErrorText error;
    if (is_over(console)) return;
    if (!session_play(console->session, text, &error)) {
        say("Illegal move (%s): %.80s", error.text, text);
        return;
    }
    console->person = console->session->pos->side ^ 1;
    if (console->session->pos->side == console->person) show(console);
    else engine_turn(console);
}

static void take_back(Console *console)
{
    if (!session_undo(console->session)) {
        say("There is nothing to take back.");
        return;
    }
    if (console->session->pos->side != console->person) session_undo(console->session);
    show(console);
}

static void list_games(void)
{
    for (const Variant *const *v = variants; *v; ++v) say("%-20s %s", (*v)->name, (*v)->title);
}

static void run_line(Console *console, char *text)
{
    char *rest = text, *word = word_next(&rest);
    Buffer out = {0};
    rest = text_rest(rest);
    if (!*word) return;
    if (strcmp(word, "quit") == 0 || strcmp(word, "exit") == 0) console->session->quit = true;
    else if (strcmp(word, "help") == 0) say("%s", help);
    else if (strcmp(word, "moves") == 0) list_moves(console->session);
    else if (strcmp(word, "undo") == 0) take_back(console);
    else if (strcmp(word, "board") == 0 || strcmp(word, "d") == 0) show(console);
    else if (strcmp(word, "new") == 0) new_game(console, word_next(&rest));
    else if (strcmp(word, "fen") == 0) set_fen(console, rest);
    else if (strcmp(word, "time") == 0) set_time(console, word_next(&rest));
    else if (strcmp(word, "games") == 0) list_games();
    else if (strcmp(word, "go") == 0) engine_turn(console);
    else if (strcmp(word, "switch") == 0) {
        console->person ^= 1;
        if (console->session->pos->side != console->person) engine_turn(console);
    } else if (strcmp(word, "eval") == 0) {
        session_show_eval(console->session, &out);
        say("%s", buffer_text(&out));
    } else {
        play(console, word);
    }
    buffer_free(&out);
}

int console_play(Session *session, LineReader *input)
{
    Console console = {.session = session, .move_time = MOVE_TIME_DEFAULT};
    say(ENGINE_NAME " " ENGINE_VERSION ". Type 'help' for what can be typed.");
    new_game(&console, "");
    for (char *line; !session->quit && (line = line_read(input, stdin));) run_line(&console, line);
    return 0;
}
