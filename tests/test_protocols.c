/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What the protocols pass to the search and what they print. The clock is simulated, so nothing here depends
 * on the machine. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/xboard/cecp.h"
#include "../src/json/serve.h"
#include "../src/terminal/console.h"
#include "../src/uci/uci.h"
#include "../src/xboard/xboard.h"
#include "../src/search/pool.h"
#include "../src/search/worker.h"
#include "support.h"

/* ---- The clock ---- */

static _Atomic int64_t clock_time;
static int64_t clock_step; /* milliseconds that it advances at each reading */

int64_t time_now(void) { return atomic_fetch_add(&clock_time, clock_step); }

/* ---- Talking ---- */

enum { HASH = 4 };

static Session *session_of(const char *game)
{
    Session *session = session_new();
    ErrorText error;
    ck_assert(session && session_set_option(session, "Hash", "1", &error) && session_set_variant(session, game, &error));
    return session;
}

/* The other end of a protocol: takes its output, and ends its input after the awaited line. */
typedef struct Reader {
    FILE *from;
    int to;
    const char *awaited; /* beginning of that line */
    char *said;
    size_t length;
} Reader;

static void *listen(void *argument)
{
    Reader *peer = argument;
    char line[4096];
    FILE *said = open_memstream(&peer->said, &peer->length);
    while (said && fgets(line, sizeof line, peer->from)) {
        fputs(line, said);
        if (peer->to >= 0 && strncmp(line, peer->awaited, strlen(peer->awaited)) == 0) {
            close(peer->to);
            peer->to = -1;
        }
    }
    if (said) fclose(said);
    return NULL;
}

/* The output of a protocol from its first line up to one with this beginning; the caller frees it. */
static char *answer(int (*protocol)(Session *, LineReader *, char *), Session *session, const char *line, const char *more,
                    const char *awaited)
{
    int to[2], from[2];
    ck_assert(pipe(to) == 0 && pipe(from) == 0 && write(to[1], more, strlen(more)) == (ssize_t)strlen(more));
    fflush(stdout);
    int terminal = dup(1);
    FILE *keyboard = stdin;
    pthread_t thread;
    Reader peer = {.from = fdopen(from[0], "r"), .to = to[1], .awaited = awaited};
    LineReader reader = {0};
    char first[256];
    snprintf(first, sizeof first, "%s", line);
    stdin = fdopen(to[0], "r");
    ck_assert(stdin && peer.from && terminal >= 0 && dup2(from[1], 1) == 1);
    close(from[1]);
    ck_assert(pthread_create(&thread, NULL, listen, &peer) == 0);
    protocol(session, &reader, first);
    fflush(stdout);
    dup2(terminal, 1);
    close(terminal);
    pthread_join(thread, NULL);
    fclose(stdin);
    fclose(peer.from);
    stdin = keyboard;
    line_free(&reader);
    ck_assert(peer.said && peer.to < 0);
    return peer.said;
}

/* ---- UCI ---- */

/* The limits of the search that a `go` starts. */
static SearchLimits limits_of(Session *session, const char *go)
{
    free(answer(uci_run, session, go, "", "bestmove"));
    return session->pool->limits;
}

/* What a search is limited by, by these words. */
typedef struct Limited {
    const char *words;
    int64_t time, increment, move_time;
    uint64_t nodes, budget;
    int depth, mate, togo, lines; /* lines 0: whatever is usual */
    bool black; /* to move: the other clock counts */
} Limited;

static void expect_limits(const Limited *row, SearchLimits limits)
{
    ck_assert_msg(limits.time == row->time && limits.increment == row->increment && limits.move_time == row->move_time
                      && limits.nodes == row->nodes && limits.node_budget == row->budget && limits.depth == row->depth
                      && limits.mate == row->mate && limits.moves_to_go == row->togo && !limits.infinite && !limits.ponder
                      && !limits.skill.limited && (!row->lines || limits.multipv == row->lines),
                  "%s", row->words);
}

/* At their bounds: what is beyond is the bound, or no limit. The budget is 30% of the nodes. */
START_TEST(test_uci_limits)
{
    static const Limited rows[] = {
        {"go wtime 1000 btime 2000 winc 30 binc 40 movestogo 7", .time = 1000, .increment = 30, .togo = 7},
        {"go wtime 1000 btime 2000 winc 30 binc 40 depth 4", .time = 2000, .increment = 40, .depth = 4, .black = true},
        /* A clock at or near zero is still a clock. */
        {"go wtime 1000 btime 0 depth 4", .time = 1, .depth = 4, .black = true},
        {"go wtime 1000 btime -30 depth 4", .time = 1, .depth = 4, .black = true},
        {"go mate 2 movetime 77", .mate = 2, .move_time = 77},
        {"go depth 1", .depth = 1}, {"go depth 0 nodes 10", .nodes = 10, .budget = 3}, {"go depth -3 nodes 1", .nodes = 1},
        {"go depth 200 nodes 99", .depth = MAX_PLY, .nodes = 99, .budget = 29},
        {"go depth 201 nodes 100", .depth = MAX_PLY, .nodes = 100, .budget = 30},
        {"go depth 199 nodes 1234", .depth = 199, .nodes = 1234, .budget = 370}, {"go nodes -1 depth 1", .depth = 1},
        {"go nodes 9223372036854775807 depth 1", .depth = 1, .nodes = INT64_MAX, .budget = 2767011611056432742},
        {"go mate 199 depth 1", .depth = 1, .mate = 199}, {"go mate 200 depth 1", .depth = 1},
        {"go mate 1 depth 1", .depth = 1, .mate = 1},
        {"go mate -1 depth 1", .depth = 1}, {"go depth 1 movestogo 1", .depth = 1, .togo = 1},
        {"go depth 1 movestogo -1", .depth = 1},
        {"go depth 1 movestogo 2147483647", .depth = 1, .togo = INT32_MAX},
        {"go depth 1 movestogo 2147483648", .depth = 1, .togo = INT32_MAX},
        {"go wtime 2 winc -1 depth 1", .depth = 1, .time = 2},
        {"go wtime 1 winc 1 binc 7 depth 1", .depth = 1, .time = 1, .increment = 1},
        {"go btime 500 depth 1", .depth = 1, .time = 1}, {"go winc 9 depth 1", .depth = 1, .increment = 9},
        {"go movetime 1 depth 1", .depth = 1, .move_time = 1}, {"go movetime -1 depth 1", .depth = 1, .move_time = -1},
    };
    Session *session = session_of("chess");
    ErrorText error;
    ck_assert(session_set_option(session, "Node Budget", "30", &error));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        clock_step = rows[i].depth ? 0 : 50;
        ck_assert(session_set_game(session, NULL, rows[i].black ? "e2e4" : "", &error));
        expect_limits(&rows[i], limits_of(session, rows[i].words));
    }
    session_free(session);
}

/* The number after a word in a line. */
static long number_behind(const char *line, const char *word)
{
    const char *at = strstr(line, word);
    ck_assert_msg(at != NULL, "no %s in %s", word, line);
    return strtol(at + strlen(word), NULL, 10);
}

/* How an interface writes what a report of a search holds. */
typedef struct ReportWords {
    const char *report, *mate, *score, *lower, *upper;
} ReportWords;

/* Counts the bounds in what was said. Each lies beyond the score before it, on its side. */
static void count_bounds(char *said, const ReportWords *words, int *lower, int *upper)
{
    long known = 0;
    bool any = false;
    for (char *line; (line = strtok_r(said, "\n", &said));) {
        if (!strstr(line, words->report)) continue;
        bool mate = strstr(line, words->mate) != NULL;
        long score = mate ? (number_behind(line, words->mate) > 0 ? 30000 : -30000) : number_behind(line, words->score);
        bool at_least = strstr(line, words->lower) != NULL, at_most = strstr(line, words->upper) != NULL;
        ck_assert(!at_least || !at_most);
        if (any && at_least) ck_assert_msg(score >= known, "%s after %ld", line, known);
        if (any && at_most) ck_assert_msg(score <= known, "%s after %ld", line, known);
        *lower += at_least;
        *upper += at_most;
        known = score;
        any = true;
    }
}

/* A score that is only a bound lies beyond the one before it, on the side that is said. */
START_TEST(test_bounds)
{
    static const struct {
        int (*protocol)(Session *, LineReader *, char *);
        const char *request, *awaited;
        ReportWords words;
    } protocols[] = {
        {uci_run, "go depth 12", "bestmove", {" score ", " score mate ", " score cp ", " lowerbound", " upperbound"}},
        {web_run, "{\"do\":\"search\",\"game\":\"chess\",\"depth\":12,\"fen\":\"", "{\"id\":null,\"done\"",
         {"\"multipv\"", "\"mate\":", "\"cp\":", "\"bound\":\"lower\"", "\"bound\":\"upper\""}},
    };
    /* Each of these ends better, or worse, than it seemed. */
    static const char *const positions[] = {
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
        "6k1/8/1p6/8/8/8/7P/K7 w - - 0 1", "8/1k6/8/1p6/8/8/7P/K7 b - - 0 1",
    };
    int lower = 0, upper = 0;
    clock_step = 4000; /* bounds are printed only for long searches */
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) {
        Session *session = session_of("chess");
        char request[200];
        ErrorText error;
        snprintf(request, sizeof request, "%s%s%s", protocols[_i].request, _i ? positions[i] : "", _i ? "\"}" : "");
        ck_assert(session_set_fen(session, positions[i], &error));
        char *said = answer(protocols[_i].protocol, session, request, "", protocols[_i].awaited);
        count_bounds(said, &protocols[_i].words, &lower, &upper);
        free(said);
        session_free(session);
    }
    ck_assert_msg(lower > 0 && upper > 0, "%d lower bounds, %d upper bounds", lower, upper);
}

/* ---- JSON ---- */

static SearchLimits limits_of_request(Session *session, const char *members)
{
    char request[200];
    snprintf(request, sizeof request, "{\"do\":\"search\",\"game\":\"chess\"%s}", members);
    free(answer(web_run, session, request, "", "{\"id\":null,\"done\""));
    return session->pool->limits;
}

START_TEST(test_json_limits)
{
    static const Limited rows[] = {
        {",\"time\":1000,\"increment\":30,\"movestogo\":7", .time = 1000, .increment = 30, .togo = 7, .lines = 1},
        {",\"depth\":4,\"nodes\":900,\"movetime\":100,\"multipv\":3", .depth = 4, .nodes = 900, .move_time = 100, .lines = 3},
        /* No time left is still a clock. */
        {",\"time\":0", .time = 1}, {",\"depth\":2", .depth = 2}, {",\"level\":20,\"own_move\":true,\"depth\":1", .depth = 1},
    };
    Session *session = session_of("chess");
    clock_step = 50;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) expect_limits(&rows[i], limits_of_request(session, rows[i].words));
    SearchLimits limits = limits_of_request(session, ",\"level\":1,\"own_move\":true");
    ck_assert(limits.skill.limited && !limits.infinite);
    session_free(session);
}

/* ---- CECP: output ---- */

/* Each depth is printed once, preceded by lower bounds with a mark. */
START_TEST(test_cecp_bounds)
{
    Session *session = session_of("chess");
    clock_step = 4000;
    char *said =
             answer(cecp_run, session, "post", "force\nsetboard 8/1k6/8/1p6/8/8/7P/K7 b - - 0 1\nsd 12\nst 900000\ngo\n", "move "),
         *rest = said;
    int exact[MAX_PLY] = {0}, depths = 0;
    for (char *line; (line = strtok_r(rest, "\n", &rest));) {
        char *end;
        long depth = strtol(line, &end, 10);
        if (end == line || depth < 1 || depth >= MAX_PLY || strstr(line, " !")) continue;
        depths += !exact[depth];
        ck_assert_msg(++exact[depth] == 1, "a second time: %s", line);
    }
    ck_assert_int_eq(depths, 12);
    free(said);
    session_free(session);
}

/* The GUI's memory limit covers everything: the hash table gets what threads leave. */
START_TEST(test_cecp_memory)
{
    Session *session = session_of("horizons");
    free(answer(cecp_run, session, "memory 100", "ping 1\n", "pong"));
    int64_t threads = (int64_t)search_memory(session->variant, search_net(session->pool), 1);
    ck_assert_msg(session->options.hash + threads == 100, "%lld MiB of table and %lld of a thread",
                  (long long)session->options.hash, (long long)threads);
    free(answer(cecp_run, session, "memory 1", "ping 1\n", "pong"));
    ck_assert_int_eq(session->options.hash, 1);
    session_free(session);
}

/* ---- CECP: clocks ---- */

/* The limits of the move that these commands ask for, in milliseconds; depth 1. */
static SearchLimits cecp_limits_of(const char *commands)
{
    Session *session = session_of("chess");
    char more[256];
    clock_step = 0;
    snprintf(more, sizeof more, "%s\nsd 1\ngo\n", commands);
    free(answer(cecp_run, session, "force", more, "move "));
    SearchLimits limits = session->pool->limits;
    session_free(session);
    return limits;
}

/* Base time in minutes or minutes and seconds, increments in seconds, clocks in centiseconds. */
START_TEST(test_cecp_limits)
{
    static const Limited rows[] = {
        {"level 40 5 0.5", .time = 300000, .increment = 500, .togo = 40, .depth = 1},
        {"level 0 0:59 0", .time = 59000, .depth = 1},
        {"level 0 5 0\ntime 12000\notim 7", .time = 120000, .depth = 1},
        {"st 7.5", .move_time = 7500, .depth = 1},
        {"st 7\nlevel 0 2 0", .time = 120000, .depth = 1},
        {"time -50", .time = 1, .togo = 40, .depth = 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) expect_limits(&rows[i], cecp_limits_of(rows[i].words));
}

static char *nothing(void *source)
{
    (void)source;
    return NULL;
}

/* The engine at the start of a game of chess, in force mode. */
static void cecp_begin(Cecp *c)
{
    *c = (Cecp){.session = session_of("chess"),
                .events = events_start_from(nothing, NULL),
                .clock.own_time = 60000};
    c->peer = peer_new(c->session);
    ck_assert(c->events && c->peer);
    c->peer->engine_side = NO_ENGINE_SIDE;
}
static void cecp_end(Cecp *c)
{
    cecp_halt(c);
    events_end(c->events);
    peer_free(c->peer);
    session_free(c->session);
}

/* The limits of its search for a move now. */
static SearchLimits cecp_limits(Cecp *c)
{
    cecp_think(c);
    SearchLimits limits = c->session->pool->limits;
    cecp_halt(c);
    return limits;
}

static size_t plies_shown;
static size_t count_plies(const Peer *peer) { return (void)peer, plies_shown; }

/* 40 moves in 5 minutes: 20 more after 20 moves of each side, and 40 again after 40. */
START_TEST(test_cecp_moves_to_go)
{
    Cecp c;
    ErrorText error;
    cecp_begin(&c);
    c.clock.moves_per_session = 40;
    ck_assert_int_eq(cecp_limits(&c).moves_to_go, 40);
    ck_assert(peer_take(c.peer, "e2e4") == TAKEN_MOVE && cecp_limits(&c).moves_to_go == 40);
    ck_assert(peer_take(c.peer, "e7e5") == TAKEN_MOVE && cecp_limits(&c).moves_to_go == 39);
    Exchange counting = *c.peer->exchange;
    counting.plies = count_plies;
    c.peer->exchange = &counting;
    for (plies_shown = 0; plies_shown < 170; ++plies_shown)
        ck_assert_int_eq(cecp_limits(&c).moves_to_go, 40 - (int)plies_shown / 2 % 40);
    plies_shown = 0;
    c.clock.moves_per_session = 0;
    ck_assert_int_eq(cecp_limits(&c).moves_to_go, 0);
    /* A search for a move has one line, however many lines an analysis has. */
    ck_assert(session_set_option(c.session, "MultiPV", "3", &error));
    ck_assert_int_eq(cecp_limits(&c).multipv, 1);
    c.search.analysing = true;
    cecp_analyse(&c);
    ck_assert(c.session->pool->limits.multipv == 3 && c.session->pool->limits.infinite);
    cecp_end(&c);
}

/* After a move the engine computes its own clock, and ponders with that time. */
START_TEST(test_cecp_own_clock)
{
    Cecp c;
    cecp_begin(&c);
    c.peer->engine_side = WHITE;
    c.clock.increment = 1000;
    ck_assert_int_eq(cecp_limits(&c).time, 60000);
    SearchResult result = {.best = move_at(c.session->pos, "e2e4"), .time = 3000, .depth = 1};
    Position *after = position_at("chess", NULL);
    play(after, "e2e4");
    result.ponder = move_at(after, "e7e5");
    position_free(after);
    c.search.thinking = THINKING_MOVE;
    c.clock.spent = 500; /* before a pause */
    c.search.pondering_allowed = true;
    clock_step = 0;
    fflush(stdout);
    int terminal = dup(1);
    ck_assert(terminal >= 0 && freopen("/dev/null", "w", stdout) != NULL);
    cecp_search_done(&c, &result);
    SearchLimits limits = c.session->pool->limits;
    cecp_halt(&c);
    fflush(stdout);
    dup2(terminal, fileno(stdout));
    close(terminal);
    ck_assert(c.clock.own_time == 57500 && c.clock.spent == 0);
    ck_assert(limits.ponder && limits.time == 57500 && limits.increment == 1000);
    cecp_end(&c);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("protocols", 240, ONCE(test_uci_limits), EACH(test_bounds, 2), ONCE(test_json_limits), ONCE(test_cecp_bounds),
                     ONCE(test_cecp_memory), ONCE(test_cecp_limits), ONCE(test_cecp_moves_to_go), ONCE(test_cecp_own_clock));
}
