/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The command line: selects the mode to run. */

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
#include "notation/notation.h"
#include "show/analyse.h"
#include "session/bench.h"
#include "show/diagram.h"
#include "library/openings.h"
#include "util/files.h"
#include "util/terminal.h"
#include "json/games.h"
#include "json/serve.h"
#include "terminal/play.h"
#include "uci/uci.h"
#include "xboard/picture.h"
#include "xboard/xboard.h"

enum { STATUS_OK = 0, STATUS_ERROR = 2 };

static const char usage[] =
    "Usage: quincunx                            speak UCI or CECP (XBoard), as the first line says\n"
    "       quincunx play [GAME]                a game in this terminal\n"
    "       quincunx json                       answer requests in JSON, one a line: see docs/web.md\n"
    "       quincunx perft GAME DEPTH [FEN]     count positions; --divide: a move each\n"
    "       quincunx perft GAME --suite FILE    check a file of counts (FEN ;D1 n ;D2 n ...); --make: make the\n"
    "                                           moves of the last ply, too\n"
    "       quincunx bench [GAME] [DEPTH]       measure search speed; --classical: without nets, --nets FILES: with\n"
    "                                           these (separated by ';')\n"
    "       quincunx analyse FILE [--nodes N | --seconds S] [--output NAME]\n"
    "                                           evaluates the games of a PGN file: annotated PGN and a page\n"
    "       quincunx board GAME FOLDER          a picture of the empty board for XBoard; prints its columns, its\n"
    "                                           rows and the file\n"
    "       quincunx diagram GAME [FEN]         a position as SVG; --moves SQUARE: with what the piece there can do, --legs\n"
    "                                           LEGS: after these, --piece NAME: a piece on an empty board instead\n"
    "       quincunx games [--json]             the names of the games, one a line; --json: what tools need of each\n"
    "       quincunx 'genfens N seed S book None [GAME]'\n"
    "                                           random balanced openings, as OpenBench asks for them\n"
    "       quincunx --help, --version\n";

/* Coverage and leak checkers normally run at exit. They are called before the process ends without it. */
#ifdef COVERAGE
void __gcov_dump(void);
#endif
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
#ifdef COVERAGE
    __gcov_dump();
#endif
#ifdef __SANITIZE_ADDRESS__
    if (__lsan_do_recoverable_leak_check()) status = STATUS_LEAK;
#endif
    _exit(status);
}

/* All output is flushed line by line, so nothing else needs saving. */
static void on_terminate(int signal_number)
{
    (void)signal_number;
    _exit(STATUS_OK);
}

/* Prints a text, in lines that fit if the output is a terminal. */
static void print_text(const char *text, FILE *file)
{
    Buffer wrapped = {0};
    if (terminal_is_written_to()) text_wrap(text, terminal_width() - 1, &wrapped);
    fputs(wrapped.length && !wrapped.failed ? buffer_text(&wrapped) : text, file);
    buffer_free(&wrapped);
}

static void add_games(Buffer *out)
{
    buffer_add(out, "Games:");
    for (const Variant *const *v = variants; *v; ++v) buffer_add(out, " %s", (*v)->name);
    buffer_add(out, "\n");
}

static void print_usage(FILE *file)
{
    Buffer out = {0};
    buffer_add(&out, "%s", usage);
    add_games(&out);
    print_text(buffer_text(&out), file);
    buffer_free(&out);
}

static const char play_help[] =
    "Type a move, or 'help' for all commands; 'tutor' guides a beginner.\n"
    "Long texts are shown by the pager that PAGER names, else by less. NO_COLOR=1: a board without colours.\n"
    "A game that is cut short is kept; 'resume' goes on with it.\n";

/* Appends the lines of a usage text that are about a mode. */
static void add_mode_lines(const char *text, const char *mode, Buffer *out)
{
    static const char name[] = "quincunx ";
    enum { NAME_COLUMN = 7, NAME_LENGTH = sizeof name - 1 };
    bool about = false;
    for (size_t length, mode_length = strlen(mode); *text; text += length) {
        length = strcspn(text, "\n") + 1;
        const char *word = text + NAME_COLUMN + NAME_LENGTH;
        if (length > NAME_COLUMN + NAME_LENGTH && strncmp(text + NAME_COLUMN, name, NAME_LENGTH) == 0)
            about = strncmp(word, mode, mode_length) == 0 && word[mode_length] == ' ';
        if (!about) continue;
        buffer_put(out, out->length ? text : "Usage: ", out->length ? length : NAME_COLUMN);
        if (out->length == NAME_COLUMN) buffer_put(out, text + NAME_COLUMN, length - NAME_COLUMN);
    }
}

/* The help of a mode; of an unknown one, the whole usage. */
static void print_help(const char *mode)
{
    Buffer out = {0};
    add_mode_lines(usage, mode, &out);
    if (!out.length) {
        print_usage(stdout);
        return;
    }
    if (strcmp(mode, "play") == 0) buffer_add(&out, "%s", play_help);
    if (strstr(buffer_text(&out), "GAME")) add_games(&out);
    print_text(buffer_text(&out), stdout);
    buffer_free(&out);
}

/* Name and version on a line of their own; then for what and by what this program was built, and what it uses here. */
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

static int fail(const ErrorText *error)
{
    fprintf(stderr, "quincunx: %s\n", error->text);
    return STATUS_ERROR;
}

static int run_perft(int argc, char **argv)
{
    const char *words[3] = {NULL}, *suite = NULL;
    int count = 0;
    bool divide = false, made = false;
    ErrorText error;
    for (int i = 0; i < argc; ++i) {
        if (strcmp(argv[i], "--divide") == 0) {
            divide = true;
        } else if (strcmp(argv[i], "--make") == 0) {
            made = true;
        } else if (strcmp(argv[i], "--suite") == 0) {
            if (++i == argc) error_set(&error, "--suite needs a file");
            if (i == argc) return fail(&error);
            suite = argv[i];
        } else if (count < 3 && argv[i][0] != '-') {
            words[count++] = argv[i];
        } else {
            error_set(&error, "perft does not know what '%.80s' is for", argv[i]);
            return fail(&error);
        }
    }
    if (suite && count == 1 && !divide) return bench_suite(words[0], suite, made, &error) ? STATUS_OK : fail(&error);
    if (suite || made || count < 2) {
        error_set(&error, "perft needs GAME DEPTH [FEN], or GAME --suite FILE");
        return fail(&error);
    }
    return bench_perft(words[0], words[1], words[2], divide, &error) ? STATUS_OK : fail(&error);
}

static int run_bench(int argc, char **argv)
{
    const char *words[2] = {NULL}, *files = "";
    int count = 0;
    bool classical = false;
    ErrorText error;
    for (int i = 0; i < argc; ++i) {
        if (strcmp(argv[i], "--classical") == 0) {
            classical = true;
        } else if (strcmp(argv[i], "--nets") == 0 && i + 1 < argc) {
            files = argv[++i];
        } else if (count < 2 && argv[i][0] != '-') {
            words[count++] = argv[i];
        } else {
            error_set(&error, "bench takes a game and a depth at most, --classical or --nets FILES, and not '%.80s'", argv[i]);
            return fail(&error);
        }
    }
    /* A lone number is a depth for all games. */
    bool depth_only = count == 1 && words[0][0] >= '0' && words[0][0] <= '9';
    NetStore *nets = nets_read(files, &error);
    if (!nets) return fail(&error);
    bool ok = bench_run(depth_only ? NULL : words[0], depth_only ? words[0] : words[1], classical ? NULL : nets, &error);
    nets_free(nets);
    return ok ? STATUS_OK : fail(&error);
}

static int run_board(int argc, char **argv)
{
    ErrorText error;
    if (argc != 2) {
        error_set(&error, "board needs a game and a folder");
        return fail(&error);
    }
    return picture_make(argv[0], argv[1], &error) ? STATUS_OK : fail(&error);
}

static int run_analyse(int argc, char **argv)
{
    ErrorText error;
    Session *session = session_new();
    if (!session) error_set(&error, "out of memory");
    bool ok = session && analyse_run(session, argc, argv, &error);
    session_free(session);
    return ok ? STATUS_OK : fail(&error);
}

static int run_diagram(int argc, char **argv)
{
    ErrorText error;
    DiagramRequest request = {.game = NULL};
    bool ok = true;
    for (int i = 0; i < argc && ok; ++i) {
        const char **option = strcmp(argv[i], "--moves") == 0   ? &request.moves
                              : strcmp(argv[i], "--legs") == 0  ? &request.legs
                              : strcmp(argv[i], "--piece") == 0 ? &request.piece
                                                                : NULL;
        if (option && i + 1 < argc) *option = argv[++i];
        else if (argv[i][0] == '-') ok = error_set(&error, "diagram does not know what '%.80s' is for", argv[i]);
        else if (!request.game) request.game = argv[i];
        else if (!request.fen) request.fen = argv[i];
        else ok = error_set(&error, "diagram takes a game and a FEN (in quotes) at most");
    }
    if (ok && !request.game) ok = error_set(&error, "diagram needs a game");
    if (ok && request.piece && (request.fen || request.moves || request.legs)) ok = error_set(&error, "--piece stands alone");
    Buffer out = {0};
    ok = ok && diagram_draw(&request, &out, &error);
    if (ok) fputs(buffer_text(&out), stdout);
    buffer_free(&out);
    return ok ? STATUS_OK : fail(&error);
}

/* OpenBench gives a whole command as one argument: quincunx "genfens 16 seed 1 book None" quit. */
static int run_genfens(char *line)
{
    ErrorText error;
    return openings_genfens(line, &error) ? STATUS_OK : fail(&error);
}

static int run_games(int argc, char **argv)
{
    ErrorText error;
    bool json = argc == 1 && strcmp(argv[0], "--json") == 0;
    Buffer out = {0};
    if (argc && !json) {
        error_set(&error, "games takes --json or nothing, and not '%.80s'", argv[0]);
        return fail(&error);
    }
    games_list(json, &out);
    fputs(buffer_text(&out), stdout);
    buffer_free(&out);
    return STATUS_OK;
}

static int run_play(Session *session, LineReader *input, int argc, char **argv)
{
    ErrorText error;
    if (argc > 1) {
        error_set(&error, "play takes a game at most");
        return fail(&error);
    }
    if (argc == 1 && !session_set_variant(session, argv[0], &error)) return fail(&error);
    return console_play(session, input);
}

/* The first non-empty line selects the protocol. */
static int run_protocol(Session *session, LineReader *input)
{
    char *line;
    do line = line_read(input, stdin);
    while (line && !*text_rest(line));
    if (!line) return STATUS_OK;
    if (strncmp(text_rest(line), "xboard", 6) == 0) cecp_run(session, input, line);
    else uci_run(session, input, line);
    return STATUS_OK;
}

static bool asks_for_help(const char *word) { return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0; }

/* Runs the mode that the command line names. Protocol sessions end the process themselves. */
static int run(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "--version") == 0) {
        print_version();
        return STATUS_OK;
    }
    signal(SIGTERM, on_terminate);
#ifdef SIGPIPE
    signal(SIGPIPE, SIG_IGN);
#endif
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file size limit gives an error, as a full disk does */
#endif
#ifdef _WIN32
    /* Binary mode: in text mode a stray Ctrl-Z would end the input. */
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    variants_init();
    if (asks_for_help(mode)) {
        print_usage(stdout);
        return STATUS_OK;
    }
    if (argc > 2 && asks_for_help(argv[2])) {
        print_help(mode);
        return STATUS_OK;
    }
    if (strcmp(mode, "perft") == 0) return run_perft(argc - 2, argv + 2);
    if (strcmp(mode, "analyse") == 0) return run_analyse(argc - 2, argv + 2);
    if (strcmp(mode, "board") == 0) return run_board(argc - 2, argv + 2);
    if (strcmp(mode, "diagram") == 0) return run_diagram(argc - 2, argv + 2);
    if (strcmp(mode, "games") == 0) return run_games(argc - 2, argv + 2);
    if (strcmp(mode, "bench") == 0) return run_bench(argc - 2, argv + 2);
    if (strncmp(mode, "genfens ", 8) == 0) return run_genfens(argv[1]);
    if (*mode && strcmp(mode, "play") != 0 && strcmp(mode, "json") != 0) {
        ErrorText error;
        error_set(&error, "there is no mode '%.80s'", mode);
        fail(&error);
        print_usage(stderr);
        return STATUS_ERROR;
    }

    LineReader input = {0};
    Session *session = session_new();
    if (!session) {
        fputs("quincunx: out of memory\n", stderr);
        return STATUS_ERROR;
    }
    int status = STATUS_OK;
    if (strcmp(mode, "json") == 0) web_run(session, &input, NULL);
    else status = *mode ? run_play(session, &input, argc - 2, argv + 2) : run_protocol(session, &input);
    session_free(session);
    line_free(&input);
    leave(status);
}

int main(int argc, char **argv) { return output_finish("quincunx", run(argc, argv)); }
