/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The command line of the match runner, in the style of cutechess-cli. */

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "match_options.h"

#include "../src/util/files.h"
#include "../src/util/utf8.h"
#include "match_base.h"
#include "match_openings.h"

static const char help[] =
    "quincunx-match: matches between engines in the games of Quincunx\n"
    "\n"
    "  quincunx-match -engine cmd=A [KEY=VALUE...] -engine cmd=B [...] [-each KEY=VALUE...] [OPTIONS]\n"
    "  quincunx-match --merge FILE... [-json FILE] [-sprt ...]   add results of several runs\n"
    "\n"
    "Engines (-engine: one of the two; -each: both, where the engine does not say otherwise)\n"
    "  cmd=PROGRAM           the engine; @random and @greedy are built in\n"
    "  name=NAME  arg=ARG  dir=DIRECTORY  proto=uci|xboard (uci)  option.NAME=VALUE\n"
    "  tc=[MOVES/]TIME[+INC] clock; TIME in seconds or MIN:SEC, or inf      (40/60+0.5)\n"
    "  st=SECONDS  nodes=N  depth=N   a limit for each move\n"
    "  timemargin=MS (20)    how late an answer may come\n"
    "  grace=SECONDS (1)     after that: it is told to stop, and hangs if it does not answer\n"
    "  timeout=SECONDS (60)  the longest move where neither tc nor st limits it\n"
    "  restart=on|off (off)  a new process for every game\n"
    "\n"
    "Games\n"
    "  -variant NAME...      (chess); rounds take several, or all, in turn\n"
    "  -openings file=FILE [format=epd] [order=random|sequential] [start=N]\n"
    "                        %v in FILE stands for the variant's name\n"
    "  -randomplies N        random moves before each pair of games\n"
    "  -rounds N             pairs of games of each variant, colours swapped; -games 1: single games\n"
    "  -games 1|2  -repeat   (2; both games of a round always have the same opening)\n"
    "  -concurrency N        games at the same time\n"
    "  -maxmoves N           draw after N moves\n"
    "  -resign movecount=N score=CP [twosided=true]     -draw movenumber=N movecount=N score=CP\n"
    "  -sprt elo0=E elo1=E [alpha=0.05] [beta=0.05]     stop when decided\n"
    "  -seed N               of openings, random moves and @random\n"
    "\n"
    "Output\n"
    "  -pgnout FILE [min]    games, appended; min: moves only\n"
    "  -json FILE            the result, kept up to date; an unfinished match is continued\n"
    "  -log FILE             all that engines are told and say\n"
    "  -event NAME\n";

static void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("quincunx-match: ", stderr);
    vfprintf(stderr, format, args);
    fputs(" (-help lists the options)\n", stderr);
    va_end(args);
    exit(2);
}

/* ---- Values ---- */

static double read_number(const char *what, const char *text, double low, double high)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= low && value <= high))
        fail("%s: '%s' is not a number from %g to %g", what, text, low, high);
    return value;
}

static uint64_t read_count(const char *what, const char *text, uint64_t low, uint64_t high)
{
    char *end;
    errno = 0;
    uint64_t value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || errno || value < low || value > high)
        fail("%s: '%s' is not a whole number from %llu to %llu", what, text, (unsigned long long)low,
             (unsigned long long)high);
    return value;
}

static bool read_switch(const char *what, const char *text)
{
    static const char *const yes[] = {"on", "true", "yes", "1"}, *const no[] = {"off", "false", "no", "0", "auto"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; ++i)
        if (strcmp(text, yes[i]) == 0) return true;
    for (size_t i = 0; i < sizeof no / sizeof *no; ++i)
        if (strcmp(text, no[i]) == 0) return false;
    fail("%s: '%s' is neither on nor off", what, text);
}

/* Reads seconds, or MIN:SEC, as microseconds. */
static int64_t read_time(const char *what, const char *text)
{
    const char *colon = strchr(text, ':');
    double minutes = 0.0;
    if (colon) {
        char before[16];
        snprintf(before, sizeof before, "%.*s", (int)(colon - text), text);
        minutes = read_number(what, before, 0, 10000);
        text = colon + 1;
    }
    return llround((minutes * 60.0 + read_number(what, text, 0, 1e6)) * 1e6);
}

/* "40/60+0.5" */
static void read_clock(const char *text, Limit *limit)
{
    char copy[64];
    limit->clock = false;
    if (strcmp(text, "inf") == 0) return;
    if (strlen(text) >= sizeof copy) fail("tc: '%s' is too long", text);
    strcpy(copy, text);
    char *base = copy, *slash = strchr(copy, '/'), *plus = strchr(copy, '+');
    limit->moves = 0;
    limit->increment = 0;
    if (plus) {
        *plus = '\0';
        limit->increment = read_time("tc increment", plus + 1);
    }
    if (slash) {
        *slash = '\0';
        base = slash + 1;
        limit->moves = (unsigned)read_count("tc moves", copy, 1, 10000);
    }
    limit->base = read_time("tc", base);
    limit->clock = true;
    if (limit->base <= 0) fail("tc: '%s' gives no time to start with", text);
}

static size_t print_seconds(char *text, size_t size, int64_t microseconds)
{
    return (size_t)snprintf(text, size, "%.15g", (double)microseconds / 1e6);
}

void limit_print(const Limit *limit, char text[LIMIT_TEXT_MAX])
{
    size_t n = 0, size = LIMIT_TEXT_MAX;
    if (limit->clock) {
        if (limit->moves) n += (size_t)snprintf(text, size, "%u/", limit->moves);
        n += print_seconds(text + n, size - n, limit->base);
        if (limit->increment) {
            text[n++] = '+';
            n += print_seconds(text + n, size - n, limit->increment);
        }
    }
    if (limit->move_time) {
        n += (size_t)snprintf(text + n, size - n, "%sst=", n ? " " : "");
        n += print_seconds(text + n, size - n, limit->move_time);
    }
    if (limit->nodes)
        n += (size_t)snprintf(text + n, size - n, "%snodes=%llu", n ? " " : "", (unsigned long long)limit->nodes);
    if (limit->depth) n += (size_t)snprintf(text + n, size - n, "%sdepth=%u", n ? " " : "", limit->depth);
    if (n == 0) strcpy(text, "-");
}

/* ---- Engines ---- */

/* The arguments of one -engine or -each; applied when all options are known. */
typedef struct Words {
    char **items;
    size_t count;
} Words;

/* The value if the word is KEY=VALUE with this key, else NULL. */
static const char *value_of(const char *word, const char *key)
{
    size_t n = strlen(key);
    return strncmp(word, key, n) == 0 && word[n] == '=' ? word + n + 1 : NULL;
}

static void add_option(EngineConfig *engine, const char *word)
{
    const char *equals = strchr(word, '=');
    if (!equals || equals == word + 7) fail("'%s' should be option.NAME=VALUE", word);
    char *name = match_copy(word + 7);
    name[equals - word - 7] = '\0';
    /* An engine's own value overrides that of -each. */
    for (size_t i = 0; i < engine->option_count; ++i) {
        NameValue *old = &engine->options[i];
        if (strcasecmp(old->name, name) != 0) continue;
        free(name);
        free(old->value);
        old->value = match_copy(equals + 1);
        return;
    }
    engine->options = match_alloc(engine->options, (engine->option_count + 1) * sizeof *engine->options);
    engine->options[engine->option_count++] = (NameValue){name, match_copy(equals + 1), false};
}

static void add_arg(EngineConfig *engine, const char *value)
{
    engine->args = match_alloc(engine->args, (engine->arg_count + 2) * sizeof *engine->args);
    engine->args[engine->arg_count++] = match_copy(value);
    engine->args[engine->arg_count] = NULL;
}

/* Later values override earlier ones. */
static void set_text(char **text, const char *value)
{
    free(*text);
    *text = match_copy(value);
}

static void apply_word(EngineConfig *engine, const char *word)
{
    const char *v;
    Limit *limit = &engine->limit;
    if ((v = value_of(word, "cmd"))) set_text(&engine->cmd, v);
    else if ((v = value_of(word, "name"))) set_text(&engine->name, v);
    else if ((v = value_of(word, "dir"))) set_text(&engine->dir, v);
    else if ((v = value_of(word, "arg"))) add_arg(engine, v);
    else if (strncmp(word, "option.", 7) == 0) add_option(engine, word);
    else if ((v = value_of(word, "tc"))) read_clock(v, limit);
    else if ((v = value_of(word, "st"))) limit->move_time = llround(read_number("st", v, 0.001, 1e6) * 1e6);
    else if ((v = value_of(word, "nodes"))) limit->nodes = read_count("nodes", v, 1, UINT64_MAX);
    else if ((v = value_of(word, "depth"))) limit->depth = (unsigned)read_count("depth", v, 1, 1000);
    else if ((v = value_of(word, "timemargin"))) engine->margin = (int64_t)read_count("timemargin", v, 0, 1000000) * 1000;
    else if ((v = value_of(word, "grace"))) engine->grace = llround(read_number("grace", v, 0, 1e6) * 1e6);
    else if ((v = value_of(word, "timeout"))) engine->timeout = llround(read_number("timeout", v, 0.001, 1e6) * 1e6);
    else if ((v = value_of(word, "restart"))) engine->restart = read_switch("restart", v);
    else if ((v = value_of(word, "proto"))) {
        if (strcmp(v, "uci") == 0) engine->kind = ENGINE_UCI;
        else if (strcmp(v, "xboard") == 0 || strcmp(v, "cecp") == 0) engine->kind = ENGINE_XBOARD;
        else fail("proto: '%s' is neither uci nor xboard", v);
    } else {
        fail("an engine has no setting '%s'", word);
    }
}

/* Is this executable? Looks at a path, or searches PATH for a bare name. */
static bool runnable(const char *cmd, const char *dir)
{
    char path[4096];
    struct stat info;
    const char *list = getenv("PATH");
    if (strchr(cmd, '/')) {
        snprintf(path, sizeof path, "%s%s%s", dir && *cmd != '/' ? dir : "", dir && *cmd != '/' ? "/" : "", cmd);
        return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
    }
    while (list && *list) {
        size_t n = strcspn(list, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)n, list, cmd);
        if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0) return true;
        list += n + (list[n] == ':');
    }
    return false;
}

static void finish_engine(EngineConfig *engine, const Words *each, const Words *own)
{
    engine->margin = 20000;
    engine->grace = 1000000;
    engine->timeout = 60000000;
    for (size_t i = 0; i < each->count; ++i) apply_word(engine, each->items[i]);
    /* An engine's own limits override those of -each. */
    static const char *const limits[] = {"tc", "st", "nodes", "depth"};
    for (size_t i = 0; i < own->count; ++i)
        for (int k = 0; k < 4; ++k)
            if (value_of(own->items[i], limits[k])) engine->limit = (Limit){0};
    for (size_t i = 0; i < own->count; ++i) apply_word(engine, own->items[i]);

    if (!engine->cmd || !*engine->cmd) fail("an engine has no cmd=");
    if (!engine->name) {
        const char *slash = strrchr(engine->cmd, '/');
        engine->name = match_copy(slash ? slash + 1 : engine->cmd + (*engine->cmd == '@'));
    }
    utf8_make_safe(engine->name, ""); /* a line break would break the lines of the output */
    if (*engine->cmd == '@') {
        if (strcmp(engine->cmd, "@random") == 0) engine->kind = ENGINE_RANDOM;
        else if (strcmp(engine->cmd, "@greedy") == 0) engine->kind = ENGINE_GREEDY;
        else fail("there is no built-in player %s: @random and @greedy are", engine->cmd);
        engine->limit = (Limit){0};
        return;
    }
    if (!runnable(engine->cmd, engine->dir)) fail("%s: '%s' is not a program that can be run", engine->name, engine->cmd);
    engine->args = match_alloc(engine->args, (engine->arg_count + 2) * sizeof *engine->args);
    memmove(engine->args + 1, engine->args, engine->arg_count * sizeof *engine->args);
    engine->args[0] = engine->cmd;
    engine->args[++engine->arg_count] = NULL;

    Limit *limit = &engine->limit;
    if (!limit->clock && !limit->move_time && !limit->nodes && !limit->depth)
        fail("%s: tc=, st=, nodes= or depth= must limit its thinking", engine->name);
    if (engine->kind == ENGINE_XBOARD && limit->nodes) fail("%s: CECP has no nodes=", engine->name);
    if (engine->kind == ENGINE_XBOARD && limit->move_time % 1000000)
        fail("%s: CECP has whole seconds only for st=", engine->name);
}

/* ---- Openings ---- */

/* Sets the openings of each variant. */
static void fill_books(Match *match)
{
    const char *file = match->opening_file, *place = file ? strstr(file, "%v") : NULL;
    if (file && !place && match->book_count > 1)
        fail("-openings: file=%s is of one variant; %%v in it stands for the name of each", file);
    for (size_t i = 0; i < match->book_count; ++i) {
        Book *book = &match->books[i];
        char name[4096];
        ErrorText error;
        if (!file) {
            if (!openings_parse(book, book->variant->start_fen, &error)) fail("%s", error.text);
            continue;
        }
        if (place) snprintf(name, sizeof name, "%.*s%s%s", (int)(place - file), file, book->variant->name, place + 2);
        if (!openings_read(book, place ? name : file, &error)) fail("%s", error.text);
        if (match->shuffled) openings_shuffle(book, match->seed);
    }
}

/* ---- The command line ---- */

/* Takes the words after argv[*i], up to the next option. */
static Words take_words(int argc, char **argv, int *i)
{
    Words words = {argv + *i + 1, 0};
    while (*i + 1 < argc && argv[*i + 1][0] != '-') {
        ++words.count;
        ++*i;
    }
    return words;
}

/* Takes exactly one word. */
static char *take_word(int argc, char **argv, int *i)
{
    if (*i + 1 >= argc) fail("%s needs a value", argv[*i]);
    return argv[++*i];
}

static void take_openings(Match *match, const Words *words)
{
    for (size_t i = 0; i < words->count; ++i) {
        const char *word = words->items[i], *v;
        if ((v = value_of(word, "file"))) {
            set_text(&match->opening_file, v);
        } else if ((v = value_of(word, "format"))) {
            if (strcmp(v, "epd") != 0) fail("-openings: format '%s' is unknown, epd is known", v);
        } else if ((v = value_of(word, "order"))) {
            match->shuffled = strcmp(v, "random") == 0;
            if (!match->shuffled && strcmp(v, "sequential") != 0)
                fail("-openings: order '%s' is neither random nor sequential", v);
        } else if ((v = value_of(word, "start"))) {
            match->first_opening = read_count("-openings start", v, 1, UINT32_MAX) - 1;
        } else if (!value_of(word, "plies") && !value_of(word, "policy")) {
            fail("-openings has no setting '%s'", word);
        }
    }
}

static void add_book(Match *match, const Variant *variant)
{
    for (size_t i = 0; i < match->book_count; ++i)
        if (match->books[i].variant == variant) fail("-variant: %s is named twice", variant->name);
    if (match->book_count == BOOKS_MAX) fail("-variant: more than %d games", BOOKS_MAX);
    match->books[match->book_count++] = (Book){.variant = variant};
}

static void take_variants(Match *match, const Words *words)
{
    match->book_count = 0;
    for (size_t i = 0; i < words->count; ++i) {
        const char *name = words->items[i];
        const Variant *variant = variant_find(name);
        if (variant) add_book(match, variant);
        else if (strcmp(name, "all") != 0) fail("-variant: there is no game '%s'", name);
        else for (size_t k = 0; variants[k]; ++k) add_book(match, variants[k]);
    }
    if (match->book_count == 0) fail("-variant needs a name");
}

static void take_sprt(Match *match, const Words *words)
{
    match->sprt = true;
    match->elo0 = 0.0;
    match->elo1 = 5.0;
    match->alpha = match->beta = 0.05;
    for (size_t i = 0; i < words->count; ++i) {
        const char *word = words->items[i], *v;
        if ((v = value_of(word, "elo0"))) match->elo0 = read_number("elo0", v, -1000, 1000);
        else if ((v = value_of(word, "elo1"))) match->elo1 = read_number("elo1", v, -1000, 1000);
        else if ((v = value_of(word, "alpha"))) match->alpha = read_number("alpha", v, 1e-6, 0.5);
        else if ((v = value_of(word, "beta"))) match->beta = read_number("beta", v, 1e-6, 0.5);
        else if ((v = value_of(word, "model")) && strcmp(v, "logistic") == 0) continue;
        else fail("-sprt has no setting '%s'", word);
    }
    if (match->elo0 >= match->elo1) fail("-sprt: elo0 must be less than elo1");
}

static void take_adjudication(Match *match, const Words *words, bool resign)
{
    const char *option = resign ? "-resign" : "-draw";
    bool scored = false;
    for (size_t i = 0; i < words->count; ++i) {
        const char *word = words->items[i], *v;
        if ((v = value_of(word, "movecount")))
            *(resign ? &match->resign_count : &match->draw_count) = (unsigned)read_count("movecount", v, 1, 10000);
        else if ((v = value_of(word, "score")))
            scored = true, *(resign ? &match->resign_score : &match->draw_score) = (int)read_count("score", v, 0, 30000);
        else if (resign && (v = value_of(word, "twosided")))
            match->resign_two_sided = read_switch("twosided", v);
        else if (!resign && (v = value_of(word, "movenumber")))
            match->draw_number = (unsigned)read_count("movenumber", v, 0, 100000);
        else
            fail("%s has no setting '%s'", option, word);
    }
    if (!scored || !(resign ? match->resign_count : match->draw_count)) fail("%s needs movecount= and score=", option);
}

static void check_match(Match *match, const Words engines[2], unsigned engine_count, const Words *each)
{
    if (engine_count != 2) fail("a match has two engines, not %u", engine_count);
    for (int i = 0; i < 2; ++i) finish_engine(&match->engines[i], each, &engines[i]);
    if (strcmp(match->engines[0].name, match->engines[1].name) == 0) {
        size_t n = strlen(match->engines[1].name);
        match->engines[1].name = match_alloc(match->engines[1].name, n + 3);
        strcpy(match->engines[1].name + n, "-2");
    }
    for (int i = 0; i < 2 && match->book_count > 1; ++i)
        for (size_t k = 0; k < match->engines[i].option_count; ++k)
            if (strcasecmp(match->engines[i].options[k].name, "UCI_Variant") == 0)
                fail("%s: option.UCI_Variant is of one game, -variant of several", match->engines[i].name);
    if (match->rounds == 0) match->rounds = match->sprt ? 1000000 : 1;
    if (!match->event) match->event = match_copy("Quincunx match");
    fill_books(match);
}

void options_read(Match *match, int argc, char **argv)
{
    Words engines[2], each = {NULL, 0};
    unsigned engine_count = 0;
    memset(match, 0, sizeof *match);
    add_book(match, variant_find("chess"));
    match->games_per_round = 2;
    match->concurrency = 1;
    match->seed = 1;
    if (argc < 2) {
        fputs(help, stderr);
        exit(2);
    }
    for (int i = 1; i < argc; ++i) {
        /* Accepts two dashes as well as one. */
        const char *option = argv[i] + (argv[i][0] == '-' && argv[i][1] == '-');
        if (strcmp(option, "-engine") == 0) {
            if (engine_count == 2) fail("a match has two engines, not more");
            engines[engine_count++] = take_words(argc, argv, &i);
        } else if (strcmp(option, "-each") == 0) {
            if (each.items) fail("-each may be given once");
            each = take_words(argc, argv, &i);
        } else if (strcmp(option, "-variant") == 0) {
            Words words = take_words(argc, argv, &i);
            take_variants(match, &words);
        } else if (strcmp(option, "-openings") == 0) {
            Words words = take_words(argc, argv, &i);
            take_openings(match, &words);
        } else if (strcmp(option, "-randomplies") == 0) {
            match->random_plies = (unsigned)read_count("-randomplies", take_word(argc, argv, &i), 0, 1000);
        } else if (strcmp(option, "-rounds") == 0) {
            match->rounds = read_count("-rounds", take_word(argc, argv, &i), 1, 10000000);
        } else if (strcmp(option, "-games") == 0) {
            match->games_per_round = (unsigned)read_count("-games", take_word(argc, argv, &i), 1, 2);
        } else if (strcmp(option, "-repeat") == 0) {
            match->games_per_round = 2;
            if (i + 1 < argc && strcmp(argv[i + 1], "2") == 0) ++i;
        } else if (strcmp(option, "-concurrency") == 0) {
            match->concurrency = (unsigned)read_count("-concurrency", take_word(argc, argv, &i), 1, 256);
        } else if (strcmp(option, "-sprt") == 0) {
            /* Values may be negative, so the words of this option are recognised by their '='. */
            Words words = take_words(argc, argv, &i);
            take_sprt(match, &words);
        } else if (strcmp(option, "-resign") == 0 || strcmp(option, "-draw") == 0) {
            Words words = take_words(argc, argv, &i);
            take_adjudication(match, &words, option[1] == 'r');
        } else if (strcmp(option, "-maxmoves") == 0) {
            match->max_moves = (unsigned)read_count("-maxmoves", take_word(argc, argv, &i), 1, 100000);
        } else if (strcmp(option, "-pgnout") == 0) {
            set_text(&match->pgn_file, take_word(argc, argv, &i));
            match->pgn_short = i + 1 < argc && strcmp(argv[i + 1], "min") == 0;
            i += match->pgn_short;
        } else if (strcmp(option, "-log") == 0) {
            set_text(&match->log_file, take_word(argc, argv, &i));
        } else if (strcmp(option, "-json") == 0) {
            set_text(&match->json_file, take_word(argc, argv, &i));
        } else if (strcmp(option, "-event") == 0) {
            set_text(&match->event, take_word(argc, argv, &i));
        } else if (strcmp(option, "-seed") == 0 || strcmp(option, "-srand") == 0) {
            match->seed = read_count("-seed", take_word(argc, argv, &i), 0, UINT64_MAX);
        } else if (strcmp(option, "-merge") == 0) {
            Words words = take_words(argc, argv, &i);
            match->merge = words.items;
            match->merge_count = words.count;
            if (words.count == 0) fail("--merge needs files");
        } else if (strcmp(option, "-help") == 0 || strcmp(option, "-h") == 0) {
            fputs(help, stdout);
            exit(output_finish("quincunx-match", 0));
        } else if (strcmp(option, "-recover") != 0) { /* always on, so accepted and ignored */
            fail("there is no option '%s'", argv[i]);
        }
    }
    if (!match->merge) check_match(match, engines, engine_count, &each);
}

static void add_text(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void add_text(char *text, size_t size, const char *format, ...)
{
    size_t n = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + n, size - n, format, args);
    va_end(args);
}

void options_conditions(const Match *match, char text[CONDITIONS_MAX])
{
    const size_t size = CONDITIONS_MAX;
    *text = '\0';
    for (size_t i = 0; i < match->book_count; ++i) add_text(text, size, "%s%s", i ? " " : "", match->books[i].variant->name);
    add_text(text, size, ", %s", match->games_per_round == 2 ? "pairs" : "single games");
    for (int i = 0; i < 2; ++i) {
        const EngineConfig *engine = &match->engines[i];
        char limit[LIMIT_TEXT_MAX];
        limit_print(&engine->limit, limit);
        add_text(text, size, "; %s %s", engine->name, limit);
        for (size_t k = 0; k < engine->option_count; ++k)
            add_text(text, size, " %s=%s", engine->options[k].name, engine->options[k].value);
    }
    if (match->opening_file) {
        const char *slash = strrchr(match->opening_file, '/');
        add_text(text, size, "; %s%s", slash ? slash + 1 : match->opening_file, match->shuffled ? " shuffled" : "");
    }
    if (match->random_plies) add_text(text, size, "; %u random plies", match->random_plies);
    if (match->resign_count)
        add_text(text, size, "; resign %u x %d%s", match->resign_count, match->resign_score,
                 match->resign_two_sided ? " two-sided" : "");
    if (match->draw_count)
        add_text(text, size, "; draw %u x %d from %u", match->draw_count, match->draw_score, match->draw_number);
    if (match->max_moves) add_text(text, size, "; %u moves", match->max_moves);
}
