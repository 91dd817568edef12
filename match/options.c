/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

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

#include "options.h"

#include "../src/util/files.h"
#include "../src/util/utf8.h"
#include "base.h"
#include "openings.h"

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

static bool read_switch(void *place, const char *text, ErrorText *error)
{
    static const char *const yes[] = {"on", "true", "yes", "1"}, *const no[] = {"off", "false", "no", "0", "auto"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; ++i)
        if (strcmp(text, yes[i]) == 0) return *(bool *)place = true;
    *(bool *)place = false;
    for (size_t i = 0; i < sizeof no / sizeof *no; ++i)
        if (strcmp(text, no[i]) == 0) return true;
    return error_set(error, "'%.40s' is neither on nor off", text);
}

/* Reads seconds, or MIN:SEC, as microseconds. */
static bool read_time(void *place, const char *text, ErrorText *error)
{
    double minutes = 0, seconds;
    char *end, after;
    const char *colon = strchr(text, ':'), *rest = colon ? colon + 1 : text;
    bool ok = !colon || (sscanf(text, "%lf%c", &minutes, &after) == 2 && after == ':' && minutes >= 0 && minutes <= 10000);
    seconds = strtod(rest, &end);
    if (!ok || end == rest || *end || !(seconds >= 0 && seconds <= 1e6))
        return error_set(error, "'%.40s' is not a time: seconds, or MIN:SEC", text);
    *(int64_t *)place = llround((minutes * 60 + seconds) * 1e6);
    return true;
}

static bool read_milliseconds(void *place, const char *text, ErrorText *error)
{
    int64_t n;
    if (!number_read(text, 0, 1000000, &n)) return error_set(error, "'%.40s' is not a number from 0 to 1000000", text);
    *(int64_t *)place = n * 1000;
    return true;
}

/* "40/60+0.5" */
static bool read_clock(void *place, const char *text, ErrorText *error)
{
    Limit *limit = place;
    char copy[64];
    int64_t moves = 0;
    limit->clock = strcmp(text, "inf") != 0;
    if (!limit->clock) return true;
    if (strlen(text) >= sizeof copy) return error_set(error, "'%.40s' is too long", text);
    strcpy(copy, text);
    char *base = copy, *slash = strchr(copy, '/'), *plus = strchr(copy, '+');
    limit->increment = 0;
    if (plus) *plus = '\0';
    if (plus && !read_time(&limit->increment, plus + 1, error)) return false;
    if (slash) *slash = '\0', base = slash + 1;
    if (slash && !number_read(copy, 1, 10000, &moves)) return error_set(error, "'%.40s' is not a number of moves", copy);
    limit->moves = (unsigned)moves;
    return read_time(&limit->base, base, error)
           && (limit->base > 0 || error_set(error, "'%.40s' gives no time to start with", text));
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

/* Sets options from words of the form NAME=VALUE. `option`: where they stand. */
static void take_settings(const Argument *settings, void *target, const Words *words, const char *option)
{
    for (size_t i = 0; i < words->count; ++i) {
        ErrorText error;
        const char *word = words->items[i], *equals = strchr(word, '=');
        const Argument *setting = settings;
        if (!equals) fail("%s: '%s' is not NAME=VALUE", option, word);
        size_t length = (size_t)(equals - word);
        while (setting->name && (strlen(setting->name) != length || strncmp(setting->name, word, length) != 0)) ++setting;
        if (!setting->name) fail("%s has no setting '%s'", option, word);
        if (!argument_set(setting, target, equals + 1, &error)) fail("%s %s: %s", option, setting->name, error.text);
    }
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

static bool add_arg(void *place, const char *value, ErrorText *error)
{
    EngineConfig *engine = place;
    (void)error;
    engine->args = match_alloc(engine->args, (engine->arg_count + 2) * sizeof *engine->args);
    engine->args[engine->arg_count++] = match_copy(value);
    engine->args[engine->arg_count] = NULL;
    return true;
}

/* The last of several values counts. */
static bool read_copy(void *place, const char *value, ErrorText *error)
{
    char **text = place;
    (void)error;
    free(*text);
    *text = match_copy(value);
    return true;
}

static bool read_protocol(void *place, const char *text, ErrorText *error)
{
    *(EngineKind *)place = strcmp(text, "uci") == 0 ? ENGINE_UCI : ENGINE_XBOARD;
    return strcmp(text, "uci") == 0 || strcmp(text, "xboard") == 0 || strcmp(text, "cecp") == 0
           || error_set(error, "'%.40s' is neither uci nor xboard", text);
}

static const Argument engine_settings[] = {
    {"", .help = "Engines (-engine: one of the two; -each: both, where the engine does not say otherwise)"},
    {"cmd", ARGUMENT_BY(read_copy, EngineConfig, cmd), "PROGRAM", "the engine; @random, @taker and @greedy are built in"},
    {"name", ARGUMENT_BY(read_copy, EngineConfig, name), "NAME", "(the program's)"},
    {"arg", .read = add_arg, .value = "ARG", .help = "of the program; one at a time"},
    {"dir", ARGUMENT_BY(read_copy, EngineConfig, dir), "FOLDER", "its working directory"},
    {"proto", ARGUMENT_BY(read_protocol, EngineConfig, kind), "uci|xboard", "(uci)"},
    {"option.NAME", .value = "VALUE", .help = "sets an option of the engine"},
    {"tc", ARGUMENT_BY(read_clock, EngineConfig, limit), "[MOVES/]TIME[+INC]", "clock; TIME in seconds or MIN:SEC, or inf"},
    {"st", ARGUMENT_BY(read_time, EngineConfig, limit.move_time), "SECONDS", "for each move"},
    {"nodes", ARGUMENT(EngineConfig, limit.nodes), "N", "for each move", 1, INT64_MAX},
    {"depth", ARGUMENT(EngineConfig, limit.depth), "N", "of each search", 1, 1000},
    {"timemargin", ARGUMENT_BY(read_milliseconds, EngineConfig, margin), "MS", "how late a move may be (20)"},
    {"grace", ARGUMENT_BY(read_time, EngineConfig, grace), "SECONDS",
     "then it is told to stop; without an answer it hangs (1)"},
    {"timeout", ARGUMENT_BY(read_time, EngineConfig, timeout), "SECONDS",
     "longest move without tc and st (60)"},
    {"restart", ARGUMENT_BY(read_switch, EngineConfig, restart), "on|off", "a new process for every game (off)"},
    {.name = NULL},
};

static void take_engine(EngineConfig *engine, const Words *words)
{
    for (size_t i = 0; i < words->count; ++i) {
        const char *word = words->items[i];
        if (strncmp(word, "option.", 7) == 0) add_option(engine, word);
        else take_settings(engine_settings, engine, &(Words){&word, 1}, "an engine");
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
    take_engine(engine, each);
    /* An engine's own limits override those of -each. */
    static const char *const limits[] = {"tc=", "st=", "nodes=", "depth="};
    for (size_t i = 0; i < own->count; ++i)
        for (int k = 0; k < 4; ++k)
            if (strncmp(own->items[i], limits[k], strlen(limits[k])) == 0) engine->limit = (Limit){0};
    take_engine(engine, own);

    if (!engine->cmd || !*engine->cmd) fail("an engine has no cmd=");
    if (engine->timeout <= 0) fail("an engine needs time: timeout=");
    if (!engine->name) {
        const char *slash = strrchr(engine->cmd, '/');
        engine->name = match_copy(slash ? slash + 1 : engine->cmd + (*engine->cmd == '@'));
    }
    utf8_make_safe(engine->name, ""); /* a line break would break the lines of the output */
    if (*engine->cmd == '@') {
        if (strcmp(engine->cmd, "@random") == 0) engine->kind = ENGINE_RANDOM;
        else if (strcmp(engine->cmd, "@taker") == 0) engine->kind = ENGINE_TAKER;
        else if (strcmp(engine->cmd, "@greedy") == 0) engine->kind = ENGINE_GREEDY;
        else fail("there is no built-in player %s: @random, @taker and @greedy are", engine->cmd);
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
        fail("-openings: file=%s is for one variant; write %%v for the variant's name", file);
    for (size_t i = 0; i < match->book_count; ++i) {
        Book *book = &match->books[i];
        char name[4096];
        ErrorText error;
        if (!file) {
            if (!openings_parse(book, book->variant->position.start_fen, &error)) fail("%s", error.text);
            continue;
        }
        if (place) snprintf(name, sizeof name, "%.*s%s%s", (int)(place - file), file, book->variant->name, place + 2);
        if (!openings_read(book, place ? name : file, &error)) fail("%s", error.text);
        if (match->shuffled) openings_shuffle(book, match->seed);
    }
}

/* ---- The command line ---- */

/* Options with several words, and others that are not a member of Match. */
typedef struct Line {
    Match match;
    Words engines[2], each, variants, openings[2], sprt, resign, draw, pgn, repeat;
    unsigned engine_count;
    bool recover;
} Line;

#define MATCH(member) ARGUMENT(Line, match.member)

static const Argument line_arguments[] = {
    {"-engine", ARGUMENT(Line, engines[0])},
    {"-each", ARGUMENT(Line, each)},
    {"", .help = "Games"},
    {"-variant", ARGUMENT(Line, variants), "NAME...", "(chess); rounds take several, or all, in turn"},
    {"-openings", ARGUMENT(Line, openings[0]), "SETTINGS",
     "file=FILE, where %v stands for the variant's name; order=random|sequential; start=N"},
    {"-randomplies", MATCH(random_plies), "N", "random moves before each pair of games", 0, 1000},
    {"-rounds", MATCH(rounds), "N", "pairs of games of each variant, colours swapped; -games 1: single games", 1, 10000000},
    {"-games", MATCH(games_per_round), "1|2", "(2; both games of a round always have the same opening)", 1, 2},
    {"-repeat", ARGUMENT(Line, repeat), .help = "as -games 2"},
    {"-concurrency", MATCH(concurrency), "N", "games at the same time (1)", 1, 256},
    {"-maxmoves", MATCH(max_moves), "N", "draw after N moves", 1, 100000},
    {"-resign", ARGUMENT(Line, resign), "SETTINGS", "movecount=N score=CP [twosided=true]"},
    {"-draw", ARGUMENT(Line, draw), "SETTINGS", "movenumber=N movecount=N score=CP"},
    {"-sprt", ARGUMENT(Line, sprt), "SETTINGS", "elo0=E elo1=E [alpha=0.05] [beta=0.05]: stop when decided"},
    {"-seed", MATCH(seed), "N", "of openings, random moves and @random (1)", 0, INT64_MAX},
    {"-srand", MATCH(seed), .max = INT64_MAX},
    {"", .help = "Output"},
    {"-pgnout", ARGUMENT(Line, pgn), "FILE [min]", "games, appended; min: moves only"},
    {"-json", MATCH(json_file), "FILE", "the result, kept up to date; an unfinished match is continued"},
    {"-log", MATCH(log_file), "FILE", "all input and output of the engines"},
    {"-event", MATCH(event), "NAME", "(Quincunx match)"},
    {"-merge", ARGUMENT(Line, match.merge)},
    {"-recover", ARGUMENT(Line, recover)}, /* always on */
    {.name = NULL},
};

static void print_help(FILE *file)
{
    Buffer out = {0};
    buffer_add(&out,
               "Usage: quincunx-match -engine cmd=A [NAME=VALUE...] -engine cmd=B [...] [-each NAME=VALUE...] [OPTION...]\n"
               "       quincunx-match -merge FILE... [-json FILE] [-sprt ...]\n\n"
               "Matches between engines in the games of Quincunx. -merge adds results of several runs.\n\n");
    arguments_help(engine_settings, &out);
    arguments_help(line_arguments, &out);
    fputs(buffer_text(&out), file);
    buffer_free(&out);
}

static bool read_format(void *place, const char *text, ErrorText *error)
{
    (void)place;
    return strcmp(text, "epd") == 0 || error_set(error, "'%.40s' is unknown, epd is known", text);
}

static bool read_order(void *place, const char *text, ErrorText *error)
{
    *(bool *)place = strcmp(text, "random") == 0;
    return *(bool *)place || strcmp(text, "sequential") == 0
           || error_set(error, "'%.40s' is neither random nor sequential", text);
}

/* Options of cutechess-cli that are accepted and ignored. */
static bool ignore(void *place, const char *text, ErrorText *error)
{
    (void)place, (void)text, (void)error;
    return true;
}

static bool read_model(void *place, const char *text, ErrorText *error)
{
    (void)place;
    return strcmp(text, "logistic") == 0 || error_set(error, "'%.40s' is unknown, logistic is known", text);
}

static const Argument opening_settings[] = {
    {"file", ARGUMENT(Match, opening_file)},
    {"format", .read = read_format},
    {"order", ARGUMENT_BY(read_order, Match, shuffled)},
    {"start", ARGUMENT(Match, first_opening), .min = 1, .max = UINT32_MAX},
    {"plies", .read = ignore},
    {"policy", .read = ignore},
    {.name = NULL},
};

static const Argument sprt_settings[] = {
    {"elo0", ARGUMENT(Match, elo0), .low = -1000, .high = 1000},
    {"elo1", ARGUMENT(Match, elo1), .low = -1000, .high = 1000},
    {"alpha", ARGUMENT(Match, alpha), .low = 1e-6, .high = 0.5},
    {"beta", ARGUMENT(Match, beta), .low = 1e-6, .high = 0.5},
    {"model", .read = read_model},
    {.name = NULL},
};

static const Argument resign_settings[] = {
    {"movecount", ARGUMENT(Match, resign_count), .min = 1, .max = 10000},
    {"score", ARGUMENT(Match, resign_score), .max = 30000},
    {"twosided", ARGUMENT_BY(read_switch, Match, resign_two_sided)},
    {.name = NULL},
};

static const Argument draw_settings[] = {
    {"movecount", ARGUMENT(Match, draw_count), .min = 1, .max = 10000},
    {"score", ARGUMENT(Match, draw_score), .max = 30000},
    {"movenumber", ARGUMENT(Match, draw_number), .max = 100000},
    {.name = NULL},
};

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
                fail("%s: option.UCI_Variant is for one game, -variant for several", match->engines[i].name);
    if (match->rounds == 0) match->rounds = match->sprt ? 1000000 : 1;
    if (!match->event) match->event = "Quincunx match";
    fill_books(match);
}

/* Takes the words after argv[*i], up to the next option. */
static Words take_words(int argc, char **argv, int *i)
{
    Words words = {(const char **)argv + *i + 1, 0};
    while (*i + 1 < argc && argv[*i + 1][0] != '-') {
        ++words.count;
        ++*i;
    }
    return words;
}

static void read_option(Line *line, const Argument *option, int argc, char **argv, int *i)
{
    ErrorText error;
    Words *words = (void *)((char *)line + option->offset);
    if (option->kind == ARGUMENT_FLAG) {
        line->recover = true;
    } else if (option->kind != ARGUMENT_LIST) {
        if (++*i >= argc) fail("%s needs a value", option->name);
        if (!argument_set(option, line, argv[*i], &error)) fail("%s", error.text);
    } else {
        if (words == line->engines && line->engine_count++ == 1) ++words;
        if (words == line->openings && words->items) ++words; /* shards.sh adds where they start */
        if (words->items || line->engine_count > 2)
            fail(line->engine_count > 2 ? "a match has two engines, not more" : "%s is given too often", option->name);
        *words = take_words(argc, argv, i);
    }
}

/* Sets the options with several words. */
static void take_line(Line *line)
{
    Match *match = &line->match;
    if (line->variants.items) take_variants(match, &line->variants);
    match->first_opening = 1;
    for (int i = 0; i < 2; ++i) take_settings(opening_settings, match, &line->openings[i], "-openings");
    --match->first_opening;
    take_settings(sprt_settings, match, &line->sprt, "-sprt");
    match->sprt = line->sprt.items;
    if (match->elo0 >= match->elo1) fail("-sprt: elo0 must be less than elo1");
    match->resign_score = match->draw_score = -1;
    take_settings(resign_settings, match, &line->resign, "-resign");
    take_settings(draw_settings, match, &line->draw, "-draw");
    if (line->resign.items && (!match->resign_count || match->resign_score < 0)) fail("-resign needs movecount= and score=");
    if (line->draw.items && (!match->draw_count || match->draw_score < 0)) fail("-draw needs movecount= and score=");
    if (line->repeat.items) match->games_per_round = 2;
    if (line->pgn.items && !line->pgn.count) fail("-pgnout needs a value");
    match->pgn_file = line->pgn.count ? line->pgn.items[0] : NULL;
    match->pgn_short = line->pgn.count > 1 && strcmp(line->pgn.items[1], "min") == 0;
    if (match->merge.items && !match->merge.count) fail("-merge needs files");
}

void options_read(Match *match, int argc, char **argv)
{
    Line line = {.match = {.games_per_round = 2, .concurrency = 1, .seed = 1, .elo1 = 5, .alpha = 0.05, .beta = 0.05}};
    add_book(&line.match, variant_find("chess"));
    if (argc < 2) {
        print_help(stderr);
        exit(STATUS_ERROR);
    }
    for (int i = 1; i < argc; ++i) {
        /* Accepts two dashes as well as one. */
        const char *word = argv[i] + (argv[i][0] == '-' && argv[i][1] == '-');
        if (strcmp(word, "-help") == 0 || strcmp(word, "-h") == 0 || (i == 1 && strcmp(word, "help") == 0)) {
            print_help(stdout);
            exit(output_finish("quincunx-match", STATUS_OK));
        }
        const Argument *option = line_arguments;
        while (option->name && strcmp(option->name, word) != 0) ++option;
        if (!option->name || !*word) fail("there is no option '%s'", argv[i]);
        read_option(&line, option, argc, argv, &i);
    }
    take_line(&line);
    *match = line.match;
    if (!match->merge.count) check_match(match, line.engines, line.engine_count, &line.each);
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

const char *options_variant(const Variant *variant, char text[RULES_TEXT_MAX])
{
    return variant->rules.text ? rules_write(variant, text) : variant->name;
}

void options_conditions(const Match *match, char text[CONDITIONS_MAX])
{
    const size_t size = CONDITIONS_MAX;
    char rules[RULES_TEXT_MAX];
    *text = '\0';
    for (size_t i = 0; i < match->book_count; ++i)
        add_text(text, size, "%s%s", i ? " " : "", options_variant(match->books[i].variant, rules));
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
