/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A game between a person and the engine in the terminal. At a terminal, lines can be typed while the engine thinks.
 * From a pipe, each line runs to completion before the next one, so scripts need no synchronisation.
 */

#include "console.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../eval/wdl.h"
#include "../notation/notation.h"
#include "play.h"
#include "keyboard.h"
#include "pager.h"
#include "../util/utf8.h"
#include "../util/minmax.h"
#include "rescue.h"
#include "../show/tutor.h"
#include "../search/timeman.h"

enum { MOVE_TIME_DEFAULT = 1000, PV_SHOWN = 12, LONG_MOVE = 3000 };

static Position *game_of(const Console *console) { return console->session->pos; }

/* ---- Searches ---- */

static void finish_search(Console *console);

/* A score for people: normalised (eval/wdl.h) or moves to mate, from White's point of view. */
static const char *score_text(const Console *console, Score score, char text[24])
{
    score = score_normalise(game_of(console), score);
    if (game_of(console)->side == BLACK) score = -score;
    bool decided = score > SCORE_MATE_MIN || score < -SCORE_MATE_MIN;
    if (decided) snprintf(text, 24, "#%d", score_mate_in(score));
    else snprintf(text, 24, "%+.2f", score / 100.0);
    return text;
}

/* Prints a line of analysis; the search calls this. */
static void on_report(void *context, const SearchReport *r)
{
    const Console *console = context;
    char score[24];
    Buffer line = {0};
    if (console->purpose != PURPOSE_ANALYSIS || r->bound != BOUND_EXACT) return;
    buffer_add(&line, "%3d %8s %6.1fs %10llu ", r->depth, score_text(console, r->score, score), (double)r->time / 1000,
               (unsigned long long)r->nodes);
    session_print_pv(console->session->root, r->pv, r->pv_length < PV_SHOWN ? r->pv_length : PV_SHOWN, &line);
    say("%s", buffer_text(&line));
    buffer_free(&line);
}

static void on_done(void *context, const SearchResult *result)
{
    Console *console = context;
    console->result = *result;
    events_post_done(console->events, console->serial, result);
}

static bool start_search(Console *console, Purpose purpose, const SearchLimits *limits)
{
    Go go = {.limits = *limits, .callbacks = {.report = on_report, .done = on_done, .context = console}};
    ErrorText error;
    go.own_move = purpose == PURPOSE_MOVE;
    console->purpose = purpose;
    ++console->serial;
    GoResult started = session_go(console->session, &go, &console->result, &error);
    if (started == GO_SEARCHES) return true;
    if (started == GO_BOOK) {
        finish_search(console);
        return false;
    }
    console->purpose = PURPOSE_NONE;
    console->engine_on = false;
    say("I cannot think: %s.", error.text);
    return false;
}

static void finish_move(Console *console)
{
    Session *session = console->session;
    Position *pos = game_of(console);
    char text[MOVE_TEXT_MAX], score[24];
    ErrorText error;
    Side mover = pos->side;
    if (!console->result.best) {
        console->engine_on = false;
        say("I found no move: out of memory.");
        return;
    }
    session->variant->print_move(pos, console->result.best, text);
    score_text(console, console->result.score, score);
    if (console_resigns(console, console->result.score)) return;
    console_leave_rest(console, console->result.best);
    if (!session_play_move(session, console->result.best, &error)) {
        console->engine_on = false;
        say("I cannot move: %s.", error.text);
        return;
    }
    console_clock_press(console, mover);
    console_show(console);
    if (console->result.depth) say("I play %s  (%s, depth %d)", text, score, console->result.depth);
    else say("I play %s  (%s)", text, score);
    console_announce_result(console);
    console_may_offer(console);
}

static void finish_hint(const Console *console)
{
    char text[MOVE_TEXT_MAX], score[24];
    if (!console->result.best) {
        say("I have no hint.");
        return;
    }
    game_of(console)->variant->print_move(game_of(console), console->result.best, text);
    say("Hint: %s  (%s)", text, score_text(console, console->result.score, score));
}

/* The search has ended and its result is stored. */
static void finish_search(Console *console)
{
    Purpose purpose = console->purpose;
    console->purpose = PURPOSE_NONE;
    if (purpose == PURPOSE_MOVE) finish_move(console);
    else if (purpose == PURPOSE_HINT) finish_hint(console);
    else if (purpose == PURPOSE_ANALYSIS) say("The analysis has ended.");
}

/* Handles the end of a search. A move that came too early waits. */
static void end_search(Console *console)
{
    session_wait(console->session);
    console->held = console->purpose == PURPOSE_MOVE && time_now() < console->answer_from;
    if (!console->held) finish_search(console);
}

/* Makes the move that is sought, or that waits, at once. */
static void move_now(Console *console)
{
    console->answer_from = 0;
    search_stop(console->session->pool);
    if (console->held) end_search(console);
}

/* Finds a move for the side to move by a short search at full strength; MOVE_NONE if there is none. */
static Move find_move(Console *console)
{
    enum { NODES = 3000 };
    SearchLimits limits = session_limits(console->session);
    limits.skill.limited = false;
    limits.nodes = NODES;
    limits.multipv = 1;
    if (console_is_over(console) || !start_search(console, PURPOSE_HINT, &limits)) return MOVE_NONE;
    session_wait(console->session);
    console->purpose = PURPOSE_NONE;
    return console->result.best;
}

/* Starts a search, `notice` being said of it. From a pipe, waits for it unless it is infinite. */
static void run_search(Console *console, Purpose purpose, const SearchLimits *limits, const char *notice)
{
    if (!start_search(console, purpose, limits)) return;
    if (*notice) say("%s", notice);
    if (console->interactive || limits->infinite) return;
    session_wait(console->session);
    finish_search(console);
}

/* Ends a hint or an analysis with its result so far; abandons a move. */
static void break_search(Console *console)
{
    if (console->purpose == PURPOSE_NONE) return;
    session_halt(console->session);
    console->held = false;
    if (console->purpose == PURPOSE_MOVE) {
        console->purpose = PURPOSE_NONE;
        console->engine_on = false;
    }
    finish_search(console);
}

/* When a weaker level may answer: it finds its move at once, which people cannot follow. Not in a hurry of the clock. */
static int64_t answer_from(const SearchLimits *limits)
{
    enum { FOLLOW = 1000, PART = 20 };
    return time_now() + (limits->time && limits->time / PART < FOLLOW ? limits->time / PART : FOLLOW);
}

static void think(Console *console)
{
    SearchLimits limits = console_limits(console);
    console->answer_from = console->interactive && limits.skill.limited ? answer_from(&limits) : 0;
    bool slow = !limits.skill.limited && (limits.time || limits.move_time >= LONG_MOVE);
    run_search(console, PURPOSE_MOVE, &limits, console->interactive && slow ? "I am thinking; 'stop' makes me move at once." : "");
}

static void command_hint(Console *console, char *rest)
{
    (void)rest;
    if (console_is_over(console)) {
        console_announce_result(console);
        return;
    }
    SearchLimits limits = console_limits(console);
    limits.time = limits.increment = 0;
    limits.nodes = 0;
    limits.depth = 0;
    limits.move_time = console->level.move_time;
    limits.skill.limited = false;
    if (console_has_legs(console)) say("The hint is for the whole move.");
    run_search(console, PURPOSE_HINT, &limits, "");
}

static void command_analyse(Console *console, char *rest)
{
    char *end, *word = word_next(&rest);
    double seconds = strtod(word, &end);
    if (*word && (*end || !(seconds >= 0.01 && seconds <= 86400))) {
        say("'analyse' goes on until the next line, 'analyse SECONDS' for a time; not '%.40s'.", word);
        return;
    }
    if (console_is_over(console)) {
        console_announce_result(console);
        return;
    }
    SearchLimits limits = session_limits(console->session);
    limits.infinite = !*word;
    limits.skill.limited = false;
    limits.move_time = *word ? (int64_t)(seconds * 1000) : 0;
    say("Depth, score (+: White is better; +1 expects 75%%), time, positions, line.%s",
        *word                  ? ""
        : console->interactive ? "\nThe next line, if only Enter, ends it, or Ctrl-C."
                               : " The next line ends it.");
    run_search(console, PURPOSE_ANALYSIS, &limits, "");
}

static void command_lines(Console *console, char *rest)
{
    int64_t *lines = &console->session->multipv;
    char *word = word_next(&rest);
    if (*word && !number_read(word, 1, MULTIPV_MAX, lines))
        say("'lines N' takes a number from 1 to %d; not '%.40s'.", MULTIPV_MAX, word);
    else say("The analysis shows the best %lld line%s.", (long long)*lines, *lines == 1 ? "" : "s");
}

static void command_book(Console *console, char *rest) { console_book(console, rest, score_text); }

/* ---- The table of commands ---- */

static void command_quit(Console *console, char *rest)
{
    (void)rest;
    console->session->quit = true;
    console->left_by_word = true;
}

static void command_help(Console *console, char *rest);

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

/* In the order of their groups. */
static const Command commands[] = {
    {"help", "[GROUP|COMMAND|all]", "the commands", command_help, WHILE_HARMLESS},
    {"?", "", NULL, command_help, WHILE_HARMLESS},
    {"moves", "[SQUARE|all]", "what can be played, or by the piece on a square", console_moves, WHILE_WAITS},
    {"end", "", "ends a move that could go on", console_end, WHILE_WAITS},
    {"done", "", NULL, console_end, WHILE_WAITS},
    {"undo", "", "takes back a leg, or your last move", console_undo, WHILE_BREAKS},
    {"hint", "", "what I would play", command_hint, WHILE_WAITS},
    {"go", "", "I play the side to move", console_go, WHILE_WAITS},
    {"switch", "", "changes sides", console_switch, WHILE_BREAKS},
    {"side", "white|black|both|none", "what you play", console_side, WHILE_BREAKS},
    {"resign", "", "gives the game up", console_resign, WHILE_BREAKS},
    {"draw", "", "offers a draw, or takes mine", console_agree, WHILE_WAITS},
    {"history", "", "the moves that were played", console_history, WHILE_HARMLESS},
    {"back", "[N]", "goes back a move, or N, and loses none", console_back, WHILE_BREAKS},
    {"<", "", NULL, console_back, WHILE_BREAKS},
    {"forward", "[N]", "goes on a move, or N", console_forward, WHILE_BREAKS},
    {">", "", NULL, console_forward, WHILE_BREAKS},
    {"first", "", "goes to the start of the game", console_first, WHILE_BREAKS},
    {"<<", "", NULL, console_first, WHILE_BREAKS},
    {"last", "", "and to its end", console_last, WHILE_BREAKS},
    {">>", "", NULL, console_last, WHILE_BREAKS},
    {"tutor", "[off]", "guides you through your next moves", console_tutor, WHILE_WAITS},
    {"lesson", "[N|next|again|show|end]", "lists the lessons, or begins one", console_lesson, WHILE_BREAKS},
    {"puzzle", "[N|hint|solution]", "a position with one right move, to be found", console_puzzle, WHILE_BREAKS},
    {"rules", "", "the game in a few lines", console_rules, WHILE_HARMLESS},
    {"pieces", "", "all pieces", console_pieces, WHILE_HARMLESS},
    {"piece", "LETTER", "where one goes, with a diagram", console_piece, WHILE_WAITS},
    {"analyse", "[SECONDS]", "thinks aloud until the next line", command_analyse, WHILE_BREAKS},
    {"analyze", "", NULL, command_analyse, WHILE_BREAKS},
    {"lines", "[N]", "how many lines the analysis shows", command_lines, WHILE_WAITS},
    {"eval", "", "the evaluation and its terms", console_eval, WHILE_WAITS},
    {"book", "[all|on|off]", "the moves of the opening book; whether I play from it", command_book, WHILE_WAITS},
    {"new", "[GAME]", "a new game", console_new, WHILE_BREAKS},
    {"games", "", "the games there are", console_games, WHILE_HARMLESS},
    {"fen", "[FEN]", "shows or sets up a position", console_fen, WHILE_ASKS},
    {"save", "[FILE]", "writes the game in PGN", console_save, WHILE_WAITS},
    {"export", "FILE", "writes it as XBoard reads it", console_export, WHILE_WAITS},
    {"load", "FILE [N]", "reads a game, or the Nth, from a file", console_load, WHILE_BREAKS},
    {"accept", "", "takes the legal part of a file with an illegal move", console_accept, WHILE_BREAKS},
    {"restore", "", "brings back the game before new, fen or load", console_restore, WHILE_BREAKS},
    {"resume", "", "goes on with a game that was cut short", console_resume, WHILE_BREAKS},
    {"level", "[0-20|NAME]", "how strongly I play", console_level, WHILE_WAITS},
    {"time", "[SECONDS]", "how long I think about a move", console_time, WHILE_WAITS},
    {"depth", "[PLIES]", "how deep", console_depth, WHILE_WAITS},
    {"nodes", "[N]", "how many positions", console_nodes, WHILE_WAITS},
    {"clock", "[MIN+SEC|off]", "clocks for both sides", console_clock, WHILE_WAITS},
    {"courtesy", "[on|off]", "whether I resign and offer draws", console_courtesy, WHILE_WAITS},
    {"net", "[on|off|built-in|FILES]", "what evaluates positions; network files, separated by ';'", console_net, WHILE_WAITS},
    {"tablebases", "[on|off|built-in|FOLDER]", "endgame tablebases", console_tablebases, WHILE_WAITS},
    {"endings", "", NULL, console_tablebases, WHILE_WAITS},
    {"board", "", "shows the board", console_board, WHILE_WAITS},
    {"d", "", NULL, console_board, WHILE_WAITS},
    {"flip", "", "turns the board round", console_flip, WHILE_WAITS},
    {"unicode", "", "chess figures", console_unicode, WHILE_WAITS},
    {"letters", "", "letters for all pieces", console_letters, WHILE_WAITS},
    {"colours", "off|16|256", "colours of the board", console_colours, WHILE_WAITS},
    {"colors", "", NULL, console_colours, WHILE_WAITS},
    {"entry", "whole|legs", "whether a line is a whole move if it can be", console_move_entry, WHILE_WAITS},
    {"turns", "", NULL, console_move_entry, WHILE_WAITS},
    {"quit", "", "ends the program", command_quit, WHILE_BREAKS},
    {"exit", "", NULL, command_quit, WHILE_BREAKS},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

/* The groups of `help`: each begins with a command, and ends where the next begins. `help` itself is in none. */
static const struct Group {
    const char *name, *first;
} groups[] = {{"playing", "moves"}, {"review", "history"}, {"learning", "tutor"},
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

static void command_help(Console *console, char *rest)
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
    console_say_long(console, buffer_text(&out));
    buffer_free(&out);
}

/* ---- Lines ---- */

/* Does the text look like a move rather than a command? */
static bool looks_like_move(const char *text)
{
    return strpbrk(text, "0123456789@") || strncmp(text, "O-O", 3) == 0 || strncmp(text, "o-o", 3) == 0;
}

/* The edit distance of two words (V. Levenshtein, 1965), computed by rows. Truncates words to WORD_MAX letters. */
static unsigned edit_distance(const char *a, const char *b)
{
    enum { WORD_MAX = 16 };
    unsigned row[WORD_MAX + 1];
    for (unsigned j = 0; j <= WORD_MAX; ++j) row[j] = j;
    unsigned length = (unsigned)strnlen(b, WORD_MAX);
    for (unsigned i = 0; a[i] && i < WORD_MAX; ++i) {
        unsigned diagonal = row[0]++;
        for (unsigned j = 0; j < length; ++j) {
            unsigned best = diagonal + (tolower((unsigned char)a[i]) != b[j]);
            diagonal = row[j + 1];
            if (row[j + 1] + 1 < best) best = row[j + 1] + 1;
            if (row[j] + 1 < best) best = row[j] + 1;
            row[j + 1] = best;
        }
    }
    return row[length];
}

/* The command closest to a mistyped word, or NULL. */
static const Command *similar_command(const char *word)
{
    const Command *found = NULL;
    unsigned min = strlen(word) > 3 ? 3 : 2;
    for (unsigned i = 0; i < COMMAND_COUNT; ++i) {
        unsigned distance = edit_distance(word, commands[i].name);
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
    if (!*text || console_lesson_line(console, text, looks_like_move(text))) return;
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
    if (console->purpose != PURPOSE_MOVE || during == WHILE_BREAKS) {
        break_search(console);
        return stop;
    }
    if (stop) {
        move_now(console);
    } else if (during == WHILE_HARMLESS) {
        return false;
    } else if (console->waiting_count == WAITING_MAX) {
        say("I am still thinking, and too much is waiting; '%.40s' is dropped. 'stop' makes me move.", text);
    } else if ((console->waiting[console->waiting_count] = malloc(strlen(line) + 1))) {
        strcpy(console->waiting[console->waiting_count++], line);
        say("I am still thinking; this waits. 'stop' makes me move at once.");
    }
    return true;
}

static void take_line(Console *console, char *line)
{
    if (console->purpose != PURPOSE_NONE && line_during_search(console, line)) return;
    const char *text = text_rest(line);
    if (strncmp(text, "stop", 4) == 0 || strcmp(text, "now") == 0) say("I am not thinking.");
    else run_line(console, line);
}

/* Runs the oldest line that was typed while the engine thought. */
static void run_waiting(Console *console)
{
    char *line = console->waiting[0];
    --console->waiting_count;
    memmove(console->waiting, console->waiting + 1, console->waiting_count * sizeof *console->waiting);
    take_line(console, line);
    free(line);
}

static void prompt(Console *console)
{
    if (!console->interactive || console->prompted || console->purpose != PURPOSE_NONE || console->waiting_count) return;
    Buffer text = {0};
    console->prompted = true;
    if (console->lesson) {
        console_lesson_prompt(console, &text);
    } else {
        buffer_add(&text, "%s%s%s", side_name(game_of(console)->side), console_has_legs(console) ? " " : "",
                   buffer_text(&console->legs));
        if (console->whole) buffer_add(&text, " (%u of %u)", position_plies(game_of(console)), position_plies(console->whole));
        buffer_add(&text, "> ");
    }
    if (console->editor) editor_prompt(console->editor, buffer_text(&text));
    else fputs(buffer_text(&text), stdout);
    fflush(stdout);
    buffer_free(&text);
}

/* The input has ended, or a signal asks the program to end. */
static void take_end(Console *console)
{
    if (console->prompted) say("%s", "");
    break_search(console);
    console->session->quit = true;
}

/* Ctrl-C: ends an analysis or a hint, or makes the engine move. Never ends the game. */
static void take_interrupt(Console *console)
{
    console->prompted = false;
    while (console->waiting_count) free(console->waiting[--console->waiting_count]);
    if (console->purpose == PURPOSE_MOVE) move_now(console);
    else if (console->purpose != PURPOSE_NONE) break_search(console);
    else say("Ctrl-C ends an analysis, or makes me move; 'quit' or Ctrl-D ends the program.");
}

static void take_event(Console *console, Event *event)
{
    if (event->type == EVENT_LINE) {
        /* A line typed ahead was taken before the prompt appeared. */
        if (console->editor) editor_prompt(console->editor, "");
        console->prompted = false;
        take_line(console, event->line);
        free(event->line);
    } else if (event->type == EVENT_SEARCH_DONE) {
        if (console->purpose != PURPOSE_NONE && event->serial == console->serial) end_search(console);
    } else if (event->type == EVENT_END || (event->type == EVENT_INTERRUPT && atomic_load(&console->ended))) {
        take_end(console);
    } else if (event->type == EVENT_INTERRUPT) {
        take_interrupt(console);
    }
}

static void wait_for_event(Console *console)
{
    int64_t flag = console_is_over(console) ? -1 : console_clock_patience(console), patience = flag;
    if (console->held) {
        int64_t left = max(console->answer_from - time_now(), 0);
        patience = flag < 0 ? left : min(flag, left);
    }
    Event event = events_next_within(console->events, patience);
    if (flag >= 0) console_clock_check(console);
    if (event.type == EVENT_NOTHING && console->held) end_search(console);
    take_event(console, &event);
}

/* ---- Signals and input ---- */

static void on_interrupt(void *context)
{
    const Console *console = context;
    if (atomic_load(&console->paging)) return; /* it is for the pager */
    if (console->editor) editor_interrupt(console->editor);
    events_post_interrupt(console->events);
}

static void on_resume(void *context)
{
    const Console *console = context;
    if (console->editor) editor_redraw(console->editor);
}

static void on_resize(void *context)
{
    const Console *console = context;
    if (console->editor) editor_resize(console->editor);
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
    const char *path = rescue_write();
    ssize_t ignored = 0;
    if (path) ignored = write(STDERR_FILENO, before, sizeof before - 1);
    if (path) ignored = write(STDERR_FILENO, path, strlen(path));
    if (path) ignored = write(STDERR_FILENO, after, sizeof after - 1);
    (void)ignored;
}

/* Starts reading from the keyboard or from standard input. */
static bool open_console(Console *console, LineReader *input)
{
    KeyboardListener listener = {on_interrupt, on_resume, on_resize, on_end, on_crash, console};
    if (terminal_is_editable()) console->editor = editor_new();
    console->events = console->editor ? events_start_from(editor_read, console->editor) : events_start(input);
    if (!console->events) editor_leave(console->editor);
    else if (console->interactive) keyboard_listen(&listener);
    return console->events != NULL;
}

static void close_console(Console *console)
{
    console->purpose = PURPOSE_NONE;
    session_halt(console->session);
    editor_leave(console->editor);
    if (console->left_by_word) rescue_forget();
    else console_rescue(console);
    keyboard_listen(NULL);
    events_end(console->events);
    while (console->waiting_count) free(console->waiting[--console->waiting_count]);
    console_lesson_leave(console);
    position_free(console->whole);
    position_free(console->shelf);
    position_free(console->offer.pos);
    buffer_free(&console->legs);
}

static void on_notice(const char *text) { say("%s", text); }

/* Some terminals begin a new line after the last column. */
static unsigned columns_for_text(void) { return terminal_width() - 1; }

int console_play(Session *session, LineReader *input)
{
    Console console = {.session = session, .interactive = terminal_is_interactive()};
    console.level = (Level){.move_time = MOVE_TIME_DEFAULT};
    console.courteous = true;
    console.style = (BoardStyle){.unicode = terminal_is_unicode(), .colours = terminal_colours()};
    char nothing[] = "";
    session->notice = on_notice;
    if (terminal_is_written_to()) say_within(columns_for_text);
    if (!open_console(&console, input)) {
        say("There is no memory or thread for reading.");
        return 2; /* as for any error of the command line */
    }
    say(ENGINE_NAME " " ENGINE_VERSION ". Type a move, or 'help' for what else can be typed.");
    console_new(&console, nothing);
    if (console.interactive) console_tell_rescued(&console);
    /* Stops when nobody reads the output any more. */
    while (!session->quit && !ferror(stdout)) {
        if (console_engine_is_to_move(&console)) {
            think(&console);
        } else if (console.waiting_count && console.purpose == PURPOSE_NONE) {
            run_waiting(&console);
        } else {
            if (console.purpose == PURPOSE_NONE) console_tutor_advise(&console, find_move);
            console_keep_ready(&console); /* before the prompt, so that a visible prompt means that nothing is lost */
            prompt(&console);
            wait_for_event(&console);
        }
    }
    close_console(&console);
    return 0;
}
