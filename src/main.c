/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The command line: the modes of the program. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include "eval/kernels.h"
#include "pext.h"
#include "rules.h"
#include "text/notation.h"
#include "show/analyse.h"
#include "session/bench.h"
#include "util/arguments.h"
#include "util/files.h"
#include "util/rescue.h"
#include "json/games.h"
#include "json/serve.h"
#include "terminal/console.h"
#include "uci/uci.h"
#include "xboard/xboard.h"

/* A leak checker normally runs at exit. It is called before the process ends without it. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
int __lsan_do_recoverable_leak_check(void);
enum { STATUS_LEAK = 23 };
#endif

/* Ends the process although a thread may still be reading: exit would wait for it. */
static _Noreturn void leave(int status)
{
    status = output_finish("quincunx", status);
#ifdef __SANITIZE_ADDRESS__
    if (__lsan_do_recoverable_leak_check()) status = STATUS_LEAK;
#endif
    _exit(status);
}

/* Standard output cannot be written. A game in the terminal is kept. */
static void on_unwritten(void)
{
    rescue_write(NULL);
    leave(STATUS_OK);
}

/* All output is flushed line by line, so nothing else needs saving. */
static void on_terminate(int signal_number)
{
    (void)signal_number;
    _exit(STATUS_OK);
}

/* Name and version on a line; then the target, the compiler, and the kernels in use. */
static void print_version(void)
{
#ifdef __clang__
    static const char compiler[] = __VERSION__;
#else
    static const char compiler[] = "gcc " __VERSION__;
#endif
    printf(ENGINE_NAME " " ENGINE_VERSION "\nBuilt for " ENGINE_ARCH " by %s; attacks by %s, networks by %s\n", compiler,
           BOARD_PEXT ? "PEXT" : "arithmetic", kernels_available().kernels[0]->name);
}

/* ---- Modes that end ---- */

/* What command lines of the modes below can say. */
typedef struct Options {
    const char *game, *depth, *fen, *suite, *nets;
    bool divide, make, classical, json, check;
} Options;

static const Argument perft_arguments[] = {
    {"GAME", ARGUMENT(Options, game)},
    {"[DEPTH]", ARGUMENT(Options, depth)},
    {"[FEN]", ARGUMENT(Options, fen)},
    {"--divide", ARGUMENT(Options, divide), .help = "also a count for each move"},
    {"--suite", ARGUMENT(Options, suite), "FILE", "check a file of counts (FEN ;D1 n ;D2 n ...)"},
    {"--make", ARGUMENT(Options, make), .help = "with --suite: make the moves of the last ply, too"},
    {.name = NULL},
};

static int run_perft(int argc, char **argv, ErrorText *error)
{
    Options o = {.game = NULL};
    bool ok = arguments_read(perft_arguments, argc, argv, &o, NULL, error);
    if (ok && (o.suite ? o.depth || o.divide : !o.depth || o.make))
        ok = error_set(error, "needs GAME DEPTH [FEN], or GAME --suite FILE");
    ok = ok && (o.suite ? bench_suite(o.game, o.suite, o.make, error) : bench_perft(o.game, o.depth, o.fen, o.divide, error));
    return ok ? STATUS_OK : STATUS_ERROR;
}

static const Argument bench_arguments[] = {
    {"[GAME]", ARGUMENT(Options, game)},
    {"[DEPTH]", ARGUMENT(Options, depth)},
    {"--classical", ARGUMENT(Options, classical), .help = "without nets"},
    {"--nets", ARGUMENT(Options, nets), "FILES", "with these nets, separated by ';'"},
    {.name = NULL},
};

static int run_bench(int argc, char **argv, ErrorText *error)
{
    Options o = {.nets = ""};
    NetStore *nets = arguments_read(bench_arguments, argc, argv, &o, NULL, error) ? nets_read(o.nets, error) : NULL;
    /* A lone number is a depth for all games. */
    bool depth_only = o.game && !o.depth && o.game[0] >= '0' && o.game[0] <= '9';
    bool ok = nets && bench_run(depth_only ? NULL : o.game, depth_only ? o.game : o.depth, o.classical ? NULL : nets, error);
    nets_free(nets);
    return ok ? STATUS_OK : STATUS_ERROR;
}

static int run_analyse(int argc, char **argv, ErrorText *error)
{
    AnalyseRequest request = {.nodes = ANALYSE_NODES};
    if (!arguments_read(analyse_arguments, argc, argv, &request, NULL, error)) return STATUS_ERROR;
    Session *session = session_new();
    int status = STATUS_ERROR;
    if (session) status = analyse_run(session, &request, error);
    else error_set(error, "out of memory");
    session_free(session);
    return status;
}

static const Argument games_arguments[] = {
    {"--json", ARGUMENT(Options, json), .help = "facts for tools, a JSON object a line"},
    {"--check", ARGUMENT(Options, check), .help = "check their data sheets"},
    {.name = NULL},
};

/* Prints a line for each data sheet that is not in order; false if there is one. */
static bool check_sheets(void)
{
    bool good = true;
    for (const Variant *const *v = variants; *v; ++v) {
        ErrorText error;
        if (variant_check(*v, &error)) continue;
        printf("the data sheet of %s: %s\n", (*v)->name, error.text);
        good = false;
    }
    return good;
}

static int run_games(int argc, char **argv, ErrorText *error)
{
    Options o = {.game = NULL};
    Buffer out = {0};
    if (!arguments_read(games_arguments, argc, argv, &o, NULL, error)) return STATUS_ERROR;
    if (o.check) return check_sheets() ? STATUS_OK : STATUS_ERROR;
    games_list(o.json, &out);
    fputs(buffer_text(&out), stdout);
    buffer_free(&out);
    return STATUS_OK;
}

/* ---- Sessions: they end the process themselves ---- */

/* The first non-empty line selects the protocol. */
static int run_protocol(Session *session, LineReader *input)
{
    char *line;
    do line = line_read(input, stdin);
    while (line && !*text_rest(line));
    if (!line) return STATUS_OK;
    return strncmp(text_rest(line), "xboard", 6) == 0 ? cecp_run(session, input, line) : uci_run(session, input, line);
}

/* Runs a session, with a game that may be NULL. */
static int run_session(int (*run)(Session *session, LineReader *input), const char *game, ErrorText *error)
{
    LineReader input = {0};
    Session *session = session_new();
    bool ok = session || error_set(error, "out of memory");
    if (!ok || (game && !session_set_variant(session, game, error))) {
        session_free(session);
        return STATUS_ERROR;
    }
    int status = run(session, &input);
    session_free(session);
    line_free(&input);
    leave(status);
}

static const Argument play_arguments[] = {{"[GAME]", ARGUMENT(Options, game)}, {.name = NULL}};

static int run_play(int argc, char **argv, ErrorText *error)
{
    Options o = {.game = NULL};
    return arguments_read(play_arguments, argc, argv, &o, NULL, error) ? run_session(console_play, o.game, error) : STATUS_ERROR;
}

static int answer_json(Session *session, LineReader *input) { return web_run(session, input, NULL); }

static int run_json(int argc, char **argv, ErrorText *error)
{
    return arguments_read(NULL, argc, argv, NULL, NULL, error) ? run_session(answer_json, NULL, error) : STATUS_ERROR;
}

static const Argument rules_arguments[] = {{"GAME", ARGUMENT(Options, game)}, {.name = NULL}};

static int run_rules(int argc, char **argv, ErrorText *error)
{
    Options o = {.game = NULL};
    if (!arguments_read(rules_arguments, argc, argv, &o, NULL, error)) return STATUS_ERROR;
    const Variant *game = variant_choose(o.game, error);
    if (!game) return STATUS_ERROR;
    Buffer out = {0};
    rules_print(game, &out);
    fputs(buffer_text(&out), stdout);
    buffer_free(&out);
    return STATUS_OK;
}

/* ---- The program ---- */

static const Command commands[] = {
    {"play", "[GAME]", "a game in this terminal", play_arguments, .run = run_play,
     .more = "Type a move, or 'help' for all commands.\n"
             "rlwrap(1) adds a history and keys to edit lines. NO_COLOR=1: a board without colours.\n"
             "An interrupted game is saved; 'resume' continues it.\n"},
    {"json", "", "answers requests in JSON, one a line: see docs/web.md", NULL, .run = run_json},
    {"perft", "GAME DEPTH [FEN] [--divide]\nGAME --suite FILE [--make]", "counts positions", perft_arguments, .run = run_perft},
    {"bench", "[GAME] [DEPTH] [OPTION...]", "measures search speed", bench_arguments, .run = run_bench},
    {"analyse", "FILE [OPTION...]", "annotates the games of a PGN file, for the page and other programs", analyse_arguments,
     .run = run_analyse},
    {"games", "[--json|--check]", "names the games, one a line", games_arguments, .run = run_games},
    {"rules", "GAME", "lists the options of a game's rules, for --rules", rules_arguments, .run = run_rules},
    {.name = NULL},
};

static const char more[] = "Without a mode it speaks UCI, or CECP if the first line is 'xboard'. --version names the version.\n"
                           "--rules GAME:OPTION=VALUE,...: other rules of a game, with any mode; `rules GAME` lists them.\n";

/* Runs the mode that the command line names. */
static int run(int argc, char **argv)
{
    signal(SIGTERM, on_terminate);
    say_on_failure(on_unwritten);
#ifdef SIGPIPE
    signal(SIGPIPE, SIG_IGN);
#endif
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file size limit gives an error, as a full disk does */
#endif
    if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        print_version();
        return STATUS_OK;
    }
#ifdef _WIN32
    /* Binary mode: in text mode a stray Ctrl-Z would end the input. */
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    ErrorText error;
    if (!rules_begin(&argc, argv, &error)) {
        if (argc > 1 && strcmp(argv[1], "json") == 0) return web_refuse(error.text);
        fprintf(stderr, "quincunx: %s\n", error.text);
        return STATUS_ERROR;
    }
    if (argc > 1) return program_run(&(Program){"quincunx", commands, more, variants_print}, argc, argv);
    int status = run_session(run_protocol, NULL, &error);
    fprintf(stderr, "quincunx: %s\n", error.text);
    return status;
}

int main(int argc, char **argv)
{
    output_guard();
    return output_finish("quincunx", run(argc, argv));
}
