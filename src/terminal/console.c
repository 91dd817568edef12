/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A game between a person and the engine in the terminal. At a terminal, lines can be typed while the engine thinks.
 * From a pipe, each line runs to completion before the next one, so scripts need no synchronisation.
 */

#include "console.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../util/rescue.h"
#include "../util/signals.h"
#include "../util/terminal.h"
#include "modes.h"

enum { MOVE_TIME_DEFAULT = 1000 };

/* What waits for events. */
typedef struct Loop {
    Game *game;
    Thinking *thinking;
    EventQueue *events;
    const Mode *modes;
    bool prompted;     /* the prompt is visible */
    bool left_by_word; /* 'quit': an unsaved game is dropped */
    atomic_bool ended; /* by a signal: save the game and exit */
} Loop;

/* ---- Commands of its own ---- */

/* Appends a command with its explanation. Long names have a line of their own. */
static void add_command(const Command *command, Buffer *out)
{
    enum { NAME_COLUMNS = 23 };
    char name[48];
    if (!command->help) return;
    snprintf(name, sizeof name, "%s %s", command->name, command->arguments);
    if (strlen(name) > NAME_COLUMNS) buffer_add(out, "\n  %s\n  %*s  %s", name, NAME_COLUMNS, "", command->help);
    else buffer_add(out, "\n  %-*s  %s", NAME_COLUMNS, name, command->help);
}

static void run_help(void *data, char *rest)
{
    const Loop *loop = data;
    Buffer out = {0};
    (void)rest;
    play_add_typing(loop->game, &out);
    for (const Mode *m = loop->modes; m->name; ++m) {
        buffer_add(&out, "\n%s", m->name);
        for (const Command *c = m->commands; c->name; ++c) add_command(c, &out);
    }
    say_buffer(&out);
}

static void run_quit(void *data, char *rest)
{
    Loop *loop = data;
    (void)rest;
    loop->game->session->quit = true;
    loop->left_by_word = true;
}

static const Command console_commands[] = {
    {"help", "", "the commands", run_help},
    {"?", "", NULL, run_help},
    {"quit", "", "ends the program", run_quit},
    {"exit", "", NULL, run_quit},
    {.name = NULL},
};

/* ---- Lines ---- */

static void tell_unknown(const Position *pos, const char *word)
{
    size_t count;
    char move[MOVE_TEXT_MAX] = "e2e4";
    Move *moves = position_moves(pos, &count);
    if (count) pos->variant->text.print(pos, moves[0], move);
    free(moves);
    say("'%.40s' is neither a command ('help' lists them) nor a move, like %s.", word, move);
}

/* Ends a search, then runs a command or plays a move. */
static void take_line(Loop *loop, char *line)
{
    char *text = text_rest(line), *end = text + strcspn(text, " "), space = *end;
    text_trim(text);
    if (thinking_line(loop->thinking, text)) return;
    *end = '\0';
    for (const Mode *m = loop->modes; m->name; ++m) {
        for (const Command *c = m->commands; c->name; ++c) {
            if (!text_equal(c->name, text)) continue;
            c->run(m->data, text_rest(space ? end + 1 : end));
            return;
        }
    }
    *end = space;
    if (play_line(loop->game, text)) return;
    *end = '\0';
    tell_unknown(loop->game->session->pos, text);
}

static void prompt(const Game *game)
{
    printf("%s> ", side_name(game->session->pos->side));
    output_flush();
}

/* ---- Events ---- */

/* The input has ended, or a signal asks the program to end. */
static void take_end(Loop *loop)
{
    if (loop->prompted) say("%s", "");
    loop->game->session->quit = true;
}

static void take_event(Loop *loop)
{
    Thinking *thinking = loop->thinking;
    Event event = events_next(loop->events);
    if (event.type == EVENT_LINE) {
        loop->prompted = false;
        take_line(loop, event.line);
        free(event.line);
    } else if (event.type == EVENT_SEARCH_DONE) {
        if (event.serial == thinking->serial) thinking_break(thinking);
    } else if (event.type == EVENT_END || atomic_load(&loop->ended)) {
        take_end(loop);
    } else {
        loop->prompted = false;
        if (thinking->purpose == PURPOSE_NONE) say("Ctrl-C ends an analysis, or makes me move; 'quit' or Ctrl-D ends the program.");
        thinking_break(thinking);
    }
}

/* Stops when the output is closed. */
static void run(Loop *loop)
{
    Game *game = loop->game;
    Thinking *thinking = loop->thinking;
    while (!game->session->quit && !ferror(stdout)) {
        if (thinking->purpose == PURPOSE_NONE && game_awaits_engine(game)) {
            thinking_begin_move(thinking);
        } else {
            files_prepare_rescue(game); /* before the prompt, so that a visible prompt means that nothing is lost */
            if (game->screen.interactive && !loop->prompted && thinking->purpose == PURPOSE_NONE) {
                prompt(game);
                loop->prompted = true;
            }
            take_event(loop);
        }
    }
}

/* ---- Signals ---- */

static void on_interrupt(void *context)
{
    const Loop *loop = context;
    events_post_interrupt(loop->events);
}

static void on_end(void *context)
{
    Loop *loop = context;
    atomic_store(&loop->ended, true);
    events_post_interrupt(loop->events);
}

static void on_notice(const char *text) { say("%s", text); }

int console_play(Session *session, LineReader *input)
{
    Game game = {.session = session, .settings = {.move_time = MOVE_TIME_DEFAULT, .courteous = true}};
    Thinking thinking = {.game = &game};
    Loop loop = {.game = &game, .thinking = &thinking};
    /* In the order of `help`. */
    const Mode modes[] = {{"playing", play_commands, &game},
                          {"analysis", thinking_commands, &thinking},
                          {"games", games_commands, &game},
                          {"files", files_commands, &game},
                          {"engine", settings_commands, &game},
                          {"screen", look_commands, &game},
                          {"program", console_commands, &loop},
                          {.name = NULL}};
    const SignalListener listener = {on_interrupt, on_end, &loop};
    loop.modes = modes;
    game.screen = (Screen){{.colours = terminal_has_colours(), .changes = true}, terminal_is_interactive()};
    session->notice = on_notice;
    thinking.events = loop.events = events_start(input);
    if (!loop.events) {
        say("There is no memory or thread for reading.");
        return STATUS_ERROR;
    }
    if (game.screen.interactive && !signals_listen(&listener))
        say("There is no thread for signals: Ctrl-C ends the program. 'save FILE' keeps a game.");
    say(ENGINE_NAME " " ENGINE_VERSION ". Type a move, or 'help' for what else can be typed.");
    games_begin(&game);
    if (game.screen.interactive) files_mention_rescued(session->variant);
    run(&loop);
    thinking.purpose = PURPOSE_NONE; /* no more lines */
    session_halt(session);
    if (loop.left_by_word) rescue_forget();
    else files_rescue(session->variant);
    signals_listen(NULL);
    events_end(loop.events);
    position_free(game.shelf.pos);
    return STATUS_OK;
}
