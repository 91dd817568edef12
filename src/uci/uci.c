/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The Universal Chess Interface (Stefan Meyer-Kahlen, 2006) with customary extensions: UCI_Variant, `go perft`, `d`,
 * `eval`, `bench`, `help`. Skips unknown words before a command, as the protocol demands.
 */

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../eval/wdl.h"
#include "../text/notation.h"
#include "../session/bench.h"
#include "../show/board_view.h"
#include "uci.h"

static void on_notice(const char *text) { say("info string %s", text); }
static void complain(const ErrorText *error) { say("info string error: %s", error->text); }

/* ---- Reporting a search ---- */

/* Win, draw and loss in permille. `drawn` is a certain draw. */
static void add_wdl(Buffer *line, const Position *pos, Score score, bool drawn)
{
    if (drawn) {
        buffer_add(line, " wdl 0 1000 0");
        return;
    }
    Wdl wdl = wdl_of(pos, score);
    int win = (int)lround(1000 * wdl.win), loss = (int)lround(1000 * wdl.loss);
    if (win + loss > 1000) loss = 1000 - win;
    buffer_add(line, " wdl %d %d %d", win, 1000 - win - loss, loss);
}

static void on_report(void *context, const SearchReport *r)
{
    const Session *session = context;
    Buffer line = {0};
    buffer_add(&line, "info depth %d seldepth %d multipv %d score ", r->depth, r->seldepth, r->multipv);
    int mate = score_mate_in(r->score);
    if (r->score > SCORE_MATE_MIN || r->score < -SCORE_MATE_MIN) buffer_add(&line, "mate %d", mate);
    else buffer_add(&line, "cp %d", (int)score_normalise(session->root, r->score));
    if (session->options.show_wdl) add_wdl(&line, session->root, r->score, r->drawn);
    if (r->bound != BOUND_EXACT) buffer_add(&line, r->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    buffer_add(&line, " nodes %llu nps %llu hashfull %d time %lld pv", (unsigned long long)r->nodes,
               (unsigned long long)(r->nodes * 1000 / (uint64_t)(r->time > 0 ? r->time : 1)), r->hashfull, (long long)r->time);
    session_print_pv(session->root, r->pv, r->pv_length, &line);
    say_buffer(&line);
}

static void on_progress(void *context, const SearchProgress *p)
{
    const Session *session = context;
    char move[MOVE_TEXT_MAX];
    session->variant->text.print(session->root, p->move, move);
    say("info depth %d seldepth %d currmove %s currmovenumber %u nodes %llu nps %llu hashfull %d time %lld", p->depth, p->seldepth,
        move, p->number, (unsigned long long)p->nodes,
        (unsigned long long)(p->nodes * 1000 / (uint64_t)(p->time > 0 ? p->time : 1)), p->hashfull, (long long)p->time);
}

static void on_done(void *context, const SearchResult *result)
{
    const Session *session = context;
    Move line[2] = {result->best, result->ponder};
    Buffer text = {0};
    session_print_pv(session->root, line, result->ponder ? 2 : 1, &text);
    char *rest = text.text;
    const char *best = rest ? word_next(&rest) : "(none)", *ponder = rest ? word_next(&rest) : "";
    say("bestmove %s%s%s", best, *ponder ? " ponder " : "", ponder);
    buffer_free(&text);
}

/* ---- Commands ---- */

static void print_option(const Option *option)
{
    Buffer line = {0};
    buffer_add(&line, "option name %s type ", option->name);
    switch (option->type) {
    case OPTION_BUTTON: buffer_add(&line, "button"); break;
    case OPTION_CHECK: buffer_add(&line, "check default %s", option->value ? "true" : "false"); break;
    case OPTION_SPIN:
        buffer_add(&line, "spin default %lld min %lld max %lld", (long long)option->value, (long long)option->min,
                   (long long)option->max);
        break;
    case OPTION_GAME:
    case OPTION_COMBO: {
        const char *first = option->type == OPTION_GAME ? variants[0]->name : option->choices;
        buffer_add(&line, "combo default %.*s var ", (int)strcspn(first, "|"), first);
        option_choices(option, " var ", &line);
        break;
    }
    case OPTION_STRING:
    case OPTION_PATH:
    case OPTION_FILE: buffer_add(&line, "string default <empty>"); break;
    }
    say_buffer(&line);
}

static void command_uci(Session *session)
{
    say("id name " ENGINE_NAME " " ENGINE_VERSION);
    say("id author the Quincunx authors");
    for (const Option *option = session_options; option->name; ++option) {
        const Option filled = option_filled(option, session);
        if (option->protocols & OFFERED_UCI) print_option(&filled);
    }
    say("uciok");
}

static void command_isready(Session *session)
{
    (void)session;
    say("readyok");
}

static void command_ucinewgame(Session *session)
{
    session_halt(session);
    search_clear(session->pool);
}

/* Where the word "value" stands, with the blank before it; NULL: nowhere. Blanks at the end of a line may be cut off. */
static char *find_value(char *text)
{
    static const char word[] = " value";
    enum { LENGTH = sizeof word - 1 };
    while ((text = strstr(text, word)) != NULL && text[LENGTH] && text[LENGTH] != ' ') ++text;
    return text;
}

/* setoption name N [value V], where both may hold spaces. */
static void command_setoption(Session *session, char *text)
{
    ErrorText error;
    char *name = strstr(text, "name "), *value = find_value(text);
    if (!name) {
        say("info string error: setoption needs 'name'");
        return;
    }
    name = text_rest(name + 5);
    if (value) *value = '\0';
    if (value) value = text_rest(value + 1 + strlen("value"));
    text_trim(name);
    if (value) text_trim(value);
    if (!session_set_option(session, name, value ? value : "", &error)) complain(&error);
}

static void command_position(Session *session, char *text)
{
    ErrorText error;
    Buffer fen = {0}, moves = {0};
    char *word = word_next(&text);
    bool known = true;
    if (strcmp(word, "startpos") == 0) {
        buffer_add(&fen, "%s", session->variant->position.start_fen);
        word = word_next(&text);
    } else if (strcmp(word, "fen") == 0) {
        while (*(word = word_next(&text)) && strcmp(word, "moves") != 0) buffer_add(&fen, "%s%s", fen.length ? " " : "", word);
    } else {
        known = false;
    }
    if (known && *word && strcmp(word, "moves") != 0) known = false;
    while (known && *(word = word_next(&text))) buffer_add(&moves, "%s%s", moves.length ? " " : "", word);
    session_halt(session);
    if (fen.failed || moves.failed) say("info string error: out of memory");
    else if (known && !session_set_game(session, buffer_text(&fen), buffer_text(&moves), &error)) complain(&error);
    else if (!known) say("info string error: position is followed by 'startpos' or 'fen FEN', then 'moves' or nothing");
    buffer_free(&fen);
    buffer_free(&moves);
}

typedef struct GoWords {
    int64_t depth, nodes, movetime, wtime, btime, winc, binc, togo, mate, perft;
    bool infinite, ponder;
    bool clock;   /* a clock time was given */
    bool misread; /* a number was invalid */
    bool chosen;  /* searchmoves named moves: */
    Move *moves;  /* the legal ones, owned */
    size_t move_count;
} GoWords;

typedef struct GoNumber {
    const char *name;
    size_t place;
} GoNumber;

static const GoNumber go_numbers[] = {
    {"depth", offsetof(GoWords, depth)}, {"nodes", offsetof(GoWords, nodes)}, {"movetime", offsetof(GoWords, movetime)},
    {"wtime", offsetof(GoWords, wtime)}, {"btime", offsetof(GoWords, btime)}, {"winc", offsetof(GoWords, winc)},
    {"binc", offsetof(GoWords, binc)},   {"movestogo", offsetof(GoWords, togo)}, {"mate", offsetof(GoWords, mate)},
    {"perft", offsetof(GoWords, perft)},
};

/* The row of a number's name; NULL if there is none. */
static const GoNumber *find_number(const char *word)
{
    for (size_t i = 0; i < sizeof go_numbers / sizeof *go_numbers; ++i)
        if (strcmp(word, go_numbers[i].name) == 0) return &go_numbers[i];
    return NULL;
}

static bool is_go_word(const char *word)
{
    return find_number(word) || strcmp(word, "infinite") == 0 || strcmp(word, "ponder") == 0 || strcmp(word, "searchmoves") == 0;
}

/* Adds a move of searchmoves, once. One that is not legal is named, and skipped. */
static void take_searchmove(const Session *session, const char *word, GoWords *go)
{
    ErrorText error;
    Move move;
    go->chosen = true;
    if (!session->variant->text.parse(session->pos, word, &move, &error)) {
        say("info string error: searchmoves: '%.40s' is skipped: %s", word, error.text);
        return;
    }
    for (size_t i = 0; i < go->move_count; ++i)
        if (go->moves[i] == move) return;
    Move *grown = realloc(go->moves, (go->move_count + 1) * sizeof(Move));
    if (!grown) {
        say("info string error: searchmoves: '%s' is skipped: out of memory", word);
        return;
    }
    go->moves = grown;
    go->moves[go->move_count++] = move;
}

static void read_go(const Session *session, char *text, GoWords *go)
{
    *go = (GoWords){.perft = -1};
    bool in_moves = false; /* words after searchmoves are moves up to the next word of go */
    for (char *word; *(word = word_next(&text));) {
        const GoNumber *named = find_number(word);
        if (in_moves && !is_go_word(word)) {
            take_searchmove(session, word, go);
            continue;
        }
        in_moves = strcmp(word, "searchmoves") == 0;
        go->infinite |= strcmp(word, "infinite") == 0;
        go->ponder |= strcmp(word, "ponder") == 0;
        if (!named) continue;
        int64_t *value = (int64_t *)((char *)go + named->place);
        char *number = word_next(&text);
        if (!number_read(number, INT32_MIN, INT64_MAX, value)) {
            say("info string error: %s needs a number, not '%.40s'", word, number);
            go->misread = true;
        }
        go->clock |= value == &go->wtime || value == &go->btime;
    }
}

static SearchLimits limits_of(const Session *session, const GoWords *go)
{
    SearchLimits limits = session_limits(session);
    bool white = session->pos->side == WHITE;
    limits.depth = go->depth > 0 ? (int)min(go->depth, MAX_PLY) : 0;
    limits.nodes = go->nodes > 0 ? (uint64_t)go->nodes : 0;
    uint64_t percent = (uint64_t)session->options.node_budget;
    limits.node_budget = limits.nodes / 100 * percent + limits.nodes % 100 * percent / 100;
    limits.move_time = go->movetime;
    limits.time = white ? go->wtime : go->btime;
    limits.increment = max(0, white ? go->winc : go->binc);
    /* Even with no time left a move is expected. */
    if (go->clock && limits.time < 1) limits.time = 1;
    limits.moves_to_go = (int)min(max(0, go->togo), INT32_MAX);
    limits.mate = go->mate > 0 && go->mate < MAX_PLY ? (int)go->mate : 0;
    limits.moves = go->moves;
    limits.move_count = go->move_count;
    limits.ponder = go->ponder;
    limits.infinite = go->infinite;
    return limits;
}

static void say_book_move(const Session *session, const SearchResult *book)
{
    char text[MOVE_TEXT_MAX];
    session->variant->text.print(session->root, book->best, text);
    int mate = score_mate_in(book->score);
    say("info depth 1 score %s %d nodes 0 time 0 pv %s", mate ? "mate" : "cp", mate ? mate : (int)book->score, text);
    say("bestmove %s", text);
}

/* A list without a move: nothing is searched; `bestmove (none)` comes when a move may be sent. */
static const Move nothing = MOVE_NONE;

/* Starts a search. If the game is over, says how, and searches nothing. */
static void go_search(Session *session, const SearchLimits *limits)
{
    ErrorText error;
    SearchResult book;
    Go go = {.limits = *limits, .own_move = true, .past_draws = true};
    go.callbacks = (SearchCallbacks){.report = on_report, .done = on_done, .progress = on_progress, .context = session};
    GoResult started = session_go(session, &go, &book, &error);
    if (started == GO_OVER) {
        Result result = session_outcome(session).result;
        say("info depth 0 score %s", result == DRAW ? "cp 0" : result == result_win(session->pos->side) ? "mate 1" : "mate 0");
        go.limits.moves = &nothing;
        go.limits.move_count = 0;
        started = session_go(session, &go, &book, &error);
    }
    if (started == GO_BOOK) say_book_move(session, &book);
    if (started != GO_FAILED) return;
    complain(&error);
    say("bestmove (none)");
}

static void command_go(Session *session, char *text)
{
    GoWords go;
    read_go(session, text, &go);
    SearchLimits limits = limits_of(session, &go);
    bool limited = go.depth || go.nodes || go.movetime || go.clock || go.mate;
    bool misread = go.misread && !limited && !limits.infinite; /* a typo must not search forever */
    if (go.perft >= 0) session_halt(session);
    if (go.perft > PERFT_PLIES_MAX) {
        say("info string error: perft goes to %d plies", PERFT_PLIES_MAX);
    } else if (go.perft >= 0) {
        if (!perft_divide(session->pos, (unsigned)go.perft, true)) say("info string error: out of memory");
    } else {
        bool none = misread || (go.chosen && !go.move_count);
        if (none) limits.moves = &nothing;
        if (none) limits.move_count = 0;
        if (none && !misread) say("info string error: searchmoves: no legal move is left, so nothing is searched");
        if (!limited && !misread) limits.infinite = true;
        go_search(session, &limits);
    }
    free(go.moves);
}

static void command_ponderhit(Session *session) { search_ponderhit(session->pool); }
static void command_quit(Session *session) { session->quit = true; }
static void command_d(Session *session) { board_view_say(session->pos); }

static void command_bench(Session *session, char *text)
{
    session_halt(session);
    ErrorText error;
    char *variant = word_next(&text), *depth = word_next(&text);
    if (!bench_run(*variant ? variant : NULL, *depth ? depth : NULL, session_nets(session), &error)) complain(&error);
}

static void command_help(Session *session)
{
    (void)session;
    say(ENGINE_NAME " " ENGINE_VERSION ", a chess-variant engine. It speaks UCI here; a first line 'xboard' makes it speak CECP.\n"
        "  setoption name UCI_Variant value GAME   chooses the game\n"
        "  position startpos [moves MOVE...]       sets it up; also: position fen FEN [moves MOVE...]\n"
        "  go depth N | movetime MS | infinite     thinks; go perft N counts positions\n"
        "  d, eval                                 show the position and its evaluation\n"
        "  bench [GAME [DEPTH]]                    measures speed\n"
        "  quit                                    ends the program");
}

typedef struct UciCommand {
    const char *name;
    void (*run)(Session *session);
    void (*run_text)(Session *session, char *text);
} UciCommand;

static const UciCommand commands[] = {
    {"uci", .run = command_uci},
    {"isready", .run = command_isready},
    {"ucinewgame", .run = command_ucinewgame},
    {"setoption", .run_text = command_setoption},
    {"position", .run_text = command_position},
    {"go", .run_text = command_go},
    {"stop", .run = session_halt},
    {"ponderhit", .run = command_ponderhit},
    {"quit", .run = command_quit},
    {"d", .run = command_d},
    {"eval", .run = session_say_eval},
    {"bench", .run_text = command_bench},
    {"help", .run = command_help},
    {"debug", .run = NULL}, /* of the protocol, meaningless here */
    {"register", .run = NULL},
};

/* The first command of a line, with *text moved past it; NULL if there is none. */
static const UciCommand *find_command(char **text)
{
    for (char *word; *(word = word_next(text));)
        for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i)
            if (strcmp(word, commands[i].name) == 0) return &commands[i];
    return NULL;
}

int uci_run(Session *session, LineReader *input, char *first_line)
{
    session->notice = on_notice;
    for (char *line = first_line; line && !session->quit; line = session->quit ? NULL : line_read(input, stdin)) {
        char *text = line;
        const UciCommand *command = find_command(&text);
        if (command && command->run) command->run(session);
        if (command && command->run_text) command->run_text(session, text);
    }
    session_halt(session);
    return STATUS_OK;
}
