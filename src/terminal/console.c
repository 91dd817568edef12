/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A game between a person and the engine in the terminal. At a terminal, lines can be typed while the engine thinks.
 * From a pipe, each line runs to completion before the next one, so scripts need no synchronisation.
 */

#include "console.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play.h"
#include "../util/minmax.h"
#include "rescue.h"
#include "signals.h"
#include "../search/timeman.h"

enum { MOVE_TIME_DEFAULT = 1000 };

/* ---- The table of commands ---- */

/* What happens to a command typed while the engine thinks about its move. */
typedef enum While {
    WHILE_WAITS,
    WHILE_HARMLESS,
    WHILE_BREAKS,
    WHILE_ASKS /* harmless without an argument; with one it breaks the search */
} While;

typedef struct Command {
    const char *name, *arguments;
    const char *help; /* NULL: an alias of the command before */
    void (*run)(Console *console, char *rest);
    While during;
} Command;

#define ROW(name, run, during, arguments, help) {name, arguments, help, console_##run, WHILE_##during},
static const Command commands[] = {CONSOLE_COMMANDS(ROW)};
#undef ROW
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

/* The groups of `help`: each begins with a command, and ends where the next begins. `help` itself is in none. */
static const struct Group {
    const char *name, *first;
} groups[] = {{"playing", "moves"}, {"review", "history"}, {"learning", "rules"},
              {"games", "new"},     {"engine", "level"},   {"screen", "board"}};
enum { GROUP_COUNT = sizeof groups / sizeof *groups };

static const Command *find_command(const char *word)
{
    for (unsigned i = 0; i < COMMAND_COUNT; ++i)
        if (text_equal(commands[i].name, word)) return &commands[i];
    return NULL;
}

/* The only command with this prefix, or NULL. */
static const Command *complete_command(const char *word)
{
    const Command *found = NULL;
    size_t length = strlen(word);
    for (unsigned i = 0; i < COMMAND_COUNT && length > 1; ++i) {
        if (!commands[i].help || strncmp(commands[i].name, word, length) != 0) continue;
        if (found) return NULL;
        found = &commands[i];
    }
    return found;
}

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

static const Command *group_begin(unsigned group) { return find_command(groups[group].first); }
static const Command *group_end(unsigned group)
{
    return group + 1 < GROUP_COUNT ? group_begin(group + 1) : commands + COMMAND_COUNT;
}

static void add_group(unsigned group, Buffer *out)
{
    for (const Command *c = group_begin(group); c < group_end(group); ++c) add_command(c, out);
}

/* How to type a move. */
static void add_typing(const Console *console, Buffer *out)
{
    buffer_add(out, "A move is typed as the squares it goes from and to, like e2e4; then the promotion (e7e8q, e7e8+). "
                    "A piece in hand is dropped like M@e6. ");
    if (console->session->variant->legs_status)
        buffer_add(out, "The legs of a move are joined by commas, or typed one after the other.");
    else buffer_add(out, "Short notation (Nf3, exd5, O-O) is understood too.");
}

/* The names of all commands, a group a line. */
static void add_overview(Buffer *out)
{
    for (unsigned i = 0; i < GROUP_COUNT; ++i) {
        buffer_add(out, "\n  %-10s", groups[i].name);
        for (const Command *c = group_begin(i); c < group_end(i); ++c)
            if (c->help) buffer_add(out, "%s%s", c == group_begin(i) ? "" : ", ", c->name);
    }
    buffer_add(out, "\n'help playing' explains the first line, and so on; 'help moves' one command; 'help all' everything.");
}

void console_quit(Console *console, char *rest)
{
    (void)rest;
    console->session->quit = true;
    console->left_by_word = true;
}

void console_help(Console *console, char *rest)
{
    char *word = word_next(&rest);
    const Command *command = *word ? find_command(word) : NULL;
    Buffer out = {0};
    unsigned group = 0;
    bool all = text_equal(word, "all");
    while (group < GROUP_COUNT && !text_equal(word, groups[group].name)) ++group;
    if (group < GROUP_COUNT) {
        buffer_add(&out, "Commands for '%s':", groups[group].name);
        add_group(group, &out);
    } else if (command) {
        while (!command->help) --command;
        buffer_add(&out, "  %s %s   %s", command->name, command->arguments, command->help);
    } else {
        if (*word && !all) buffer_add(&out, "There is no command '%.40s'.\n", word);
        add_typing(console, &out);
        if (!all) add_overview(&out);
        for (unsigned i = 0; all && i < GROUP_COUNT; ++i) {
            buffer_add(&out, "\n%s", groups[i].name);
            add_group(i, &out);
        }
    }
    say_buffer(&out);
}

/* ---- Lines ---- */

/* Does the text look like a move rather than a command? */
static bool looks_like_move(const char *text)
{
    return strpbrk(text, "0123456789@") || strncmp(text, "O-O", 3) == 0 || strncmp(text, "o-o", 3) == 0;
}

/* The command closest to a mistyped word, or NULL. */
static const Command *similar_command(const char *word)
{
    const Command *found = NULL;
    unsigned min = strlen(word) > 3 ? 3 : 2;
    for (unsigned i = 0; i < COMMAND_COUNT; ++i) {
        unsigned distance = text_edits(word, commands[i].name);
        if (distance >= min || strlen(commands[i].name) < 3) continue;
        min = distance;
        found = &commands[i];
    }
    return found;
}

static void tell_unknown(const Console *console, const char *word)
{
    const Command *similar = similar_command(word);
    size_t count;
    char move[MOVE_TEXT_MAX] = "e2e4";
    if (similar) {
        say("'%.40s' is no command; did you mean '%s'? 'help' lists all.", word, similar->name);
        return;
    }
    Move *moves = position_moves(game_of(console), &count);
    if (count) game_of(console)->variant->print_move(game_of(console), moves[0], move);
    free(moves);
    say("'%.40s' is neither a command ('help' lists them) nor a move, like %s.", word, move);
}

static void run_line(Console *console, char *line)
{
    char *text = text_rest(line), *rest = text + strcspn(text, " "), kept = *rest;
    const Command *command;
    if (!*text) return;
    *rest = '\0';
    if (!(command = find_command(text)) && !looks_like_move(text)) command = complete_command(text);
    if (command) {
        command->run(console, text_rest(kept ? rest + 1 : rest));
    } else if (looks_like_move(text)) {
        *rest = kept;
        console_play_text(console, text);
    } else {
        tell_unknown(console, text);
    }
}

/* Handles a line typed during a search. True if it is done. */
static bool line_during_search(Console *console, const char *line)
{
    char word[24] = "";
    const char *text = line + strspn(line, " ");
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " ") < 23 ? (int)strcspn(text, " ") : 23, text);
    const Command *command = find_command(word);
    bool stop = !*word || text_equal(word, "stop") || text_equal(word, "now");
    While during = command ? command->during : WHILE_WAITS;
    if (during == WHILE_ASKS) during = text[strcspn(text, " ")] ? WHILE_BREAKS : WHILE_HARMLESS;
    if (console->search.purpose != PURPOSE_MOVE || during == WHILE_BREAKS) {
        console_break_search(console);
        return stop;
    }
    if (stop) {
        console_move_now(console);
    } else if (during == WHILE_HARMLESS) {
        return false;
    } else if (console->waiting.count == WAITING_MAX) {
        say("I am still thinking, and too much is waiting; '%.40s' is dropped. 'stop' makes me move.", text);
    } else if ((console->waiting.line[console->waiting.count] = malloc(strlen(line) + 1))) {
        strcpy(console->waiting.line[console->waiting.count++], line);
        say("I am still thinking; this waits. 'stop' makes me move at once.");
    }
    return true;
}

static void take_line(Console *console, char *line)
{
    if (console->search.purpose != PURPOSE_NONE && line_during_search(console, line)) return;
    const char *text = text_rest(line);
    if (strncmp(text, "stop", 4) == 0 || strcmp(text, "now") == 0) say("I am not thinking.");
    else run_line(console, line);
}

/* Runs the oldest line that was typed while the engine thought. */
static void run_waiting(Console *console)
{
    char *line = console->waiting.line[0];
    --console->waiting.count;
    memmove(console->waiting.line, console->waiting.line + 1, console->waiting.count * sizeof *console->waiting.line);
    take_line(console, line);
    free(line);
}

static void prompt(Console *console)
{
    if (!console->screen.interactive || console->screen.prompted || console_is_busy(console)) return;
    Buffer text = {0};
    console->screen.prompted = true;
    buffer_add(&text, "%s%s%s", side_name(game_of(console)->side), console->legs.length ? " " : "", buffer_text(&console->legs));
    if (console->whole) buffer_add(&text, " (%u of %u)", position_plies(game_of(console)), position_plies(console->whole));
    buffer_add(&text, "> ");
    fputs(buffer_text(&text), stdout);
    fflush(stdout);
    buffer_free(&text);
}

/* The input has ended, or a signal asks the program to end. */
static void take_end(Console *console)
{
    if (console->screen.prompted) say("%s", "");
    console_break_search(console);
    console->session->quit = true;
}

/* Ctrl-C: ends an analysis or a hint, or makes the engine move. Never ends the game. */
static void take_interrupt(Console *console)
{
    console->screen.prompted = false;
    while (console->waiting.count) free(console->waiting.line[--console->waiting.count]);
    if (console->search.purpose == PURPOSE_MOVE) console_move_now(console);
    else if (console->search.purpose != PURPOSE_NONE) console_break_search(console);
    else say("Ctrl-C ends an analysis, or makes me move; 'quit' or Ctrl-D ends the program.");
}

static void take_event(Console *console, Event *event)
{
    if (event->type == EVENT_LINE) {
        console->screen.prompted = false;
        take_line(console, event->line);
        free(event->line);
    } else if (event->type == EVENT_SEARCH_DONE) {
        if (console->search.purpose != PURPOSE_NONE && event->serial == console->search.serial) console_search_ended(console);
    } else if (event->type == EVENT_END || (event->type == EVENT_INTERRUPT && atomic_load(&console->ended))) {
        take_end(console);
    } else if (event->type == EVENT_INTERRUPT) {
        take_interrupt(console);
    }
}

static void wait_for_event(Console *console)
{
    int64_t flag = console_is_over(console) ? -1 : clocks_patience(&console->clocks, game_of(console)->side), patience = flag;
    if (console->search.held) {
        int64_t left = max(console->search.answer_from - time_now(), 0);
        patience = flag < 0 ? left : min(flag, left);
    }
    Event event = events_next_within(console->events, patience);
    if (flag >= 0 && clocks_check(&console->clocks, game_of(console))) console->screen.prompted = false;
    if (event.type == EVENT_NOTHING && console->search.held) console_search_ended(console);
    take_event(console, &event);
}

/* ---- Signals and input ---- */

static void on_interrupt(void *context)
{
    const Console *console = context;
    events_post_interrupt(console->events);
}

static void on_end(void *context)
{
    Console *console = context;
    atomic_store(&console->ended, true);
    events_post_interrupt(console->events);
}

/* Runs in a signal handler: write is the only thing it may do. */
static void on_crash(void)
{
    static const char before[] = "\nYour game is kept in ", after[] = "\n";
    const char *path = rescue_write(NULL);
    ssize_t ignored = 0;
    if (path) ignored = write(STDERR_FILENO, before, sizeof before - 1);
    if (path) ignored = write(STDERR_FILENO, path, strlen(path));
    if (path) ignored = write(STDERR_FILENO, after, sizeof after - 1);
    (void)ignored;
}

/* Starts reading from the keyboard or from standard input. */
static bool open_console(Console *console, LineReader *input)
{
    SignalListener listener = {on_interrupt, on_end, on_crash, console};
    console->events = events_start(input);
    if (console->events && console->screen.interactive && !signals_listen(&listener))
        say("There is no thread for signals: Ctrl-C ends the program. 'save FILE' keeps a game.");
    return console->events != NULL;
}

static void close_console(Console *console)
{
    console->search.purpose = PURPOSE_NONE;
    session_halt(console->session);
    if (console->left_by_word) rescue_forget();
    else console_rescue(console->session->variant);
    signals_listen(NULL);
    events_end(console->events);
    while (console->waiting.count) free(console->waiting.line[--console->waiting.count]);
    position_free(console->whole);
    position_free(console->shelf.pos);
    position_free(console->offer.pos);
    buffer_free(&console->legs);
}

static void on_notice(const char *text) { say("%s", text); }

/* Some terminals begin a new line after the last column. */
static unsigned columns_for_text(void) { return terminal_width() - 1; }

int console_play(Session *session, LineReader *input)
{
    Console console = {.session = session, .screen.interactive = terminal_is_interactive()};
    console.limits = (MoveLimits){.move_time = MOVE_TIME_DEFAULT};
    console.courteous = true;
    console.screen.style = (BoardStyle){.unicode = terminal_is_unicode(), .colours = terminal_colours()};
    char nothing[] = "";
    session->notice = on_notice;
    if (terminal_is_written_to()) say_within(columns_for_text);
    if (!open_console(&console, input)) {
        say("There is no memory or thread for reading.");
        return STATUS_ERROR;
    }
    say(ENGINE_NAME " " ENGINE_VERSION ". Type a move, or 'help' for what else can be typed.");
    console_new(&console, nothing);
    if (console.screen.interactive) console_tell_rescued(session->variant);
    /* Stops when nobody reads the output any more. */
    while (!session->quit && !ferror(stdout)) {
        if (console_engine_is_to_move(&console)) {
            console_think(&console);
        } else if (console.waiting.count && console.search.purpose == PURPOSE_NONE) {
            run_waiting(&console);
        } else {
            console_keep_ready(&console); /* before the prompt, so that a visible prompt means that nothing is lost */
            prompt(&console);
            wait_for_event(&console);
        }
    }
    close_console(&console);
    return STATUS_OK;
}
