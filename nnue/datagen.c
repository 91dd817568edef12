/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The command line of datagen. */

#include "../bench/lab.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/notation/notation.h"
#include "../src/util/text.h"
#include "sample_filter.h"
#include "generate.h"
#include "manage.h"
#include "print.h"

enum { STATUS_OK = 0, STATUS_UNFINISHED = 1, STATUS_ERROR = 2 };

static const char help[] =
    "Usage: quincunx-lab datagen GAME --out FILE [OPTION...]    games of self-play\n"
    "       quincunx-lab datagen --samples GAMES... --out FILE  training samples from games\n"
    "       quincunx-lab datagen --merge FILE... --out FILE     one file of all shards\n"
    "       quincunx-lab datagen --rescore GAMES --out FILE     the same games, searched anew (--nodes, --hash, --net)\n"
    "       quincunx-lab datagen --stats FILE...                what is in files\n"
    "       quincunx-lab datagen --verify FILE...               whether they are sound\n"
    "       quincunx-lab datagen --print FILE...                games, as lines of JSON\n"
    "Playing: --labels FILE (static-evaluation labels)  --games N  --minutes N  --seed N  --shard I/N  --nodes N (a move)\n"
    "       --breadth N (moves of a position that are considered)  --hash MIB  --random LEAST-MOST (moves)\n"
    "       --balance CP  --win CPxPLIES  --draw CPxPLIES@PLY  --plies N (then a draw)\n"
    "       --play-out PERCENT  --label-share N (one in so many)\n"
    "       --net FILE (that evaluates, instead of the classical evaluation)  --quiet\n"
    "Samples: --score CP (no more)  --skip PLIES (behind the opening)  --counter PERCENT (of the draw counter, no\n"
    "       more)  --drawn N (of a drawn game)  --seed N (of the shuffle)  --lambda PERCENT (weight of later scores)\n"
    "       --scale CP (of these)  --games N (the first, by their numbers)\n"
    "The same command takes up what was interrupted. nnue/README.md tells more.\n";

/* ---- Options ---- */

typedef enum Task { TASK_PLAY, TASK_SAMPLES, TASK_MERGE, TASK_RESCORE, TASK_STATS, TASK_VERIFY, TASK_PRINT } Task;

typedef struct Options {
    Task task;
    Generation generation;
    FilterRules choice;
    const char *out, *game, *net;
    const char **files;
    size_t file_count;
    uint64_t given; /* a bit for each option seen, by its index in the table */
} Options;

static bool bad_value(const char *name, const char *value, const char *wanted, ErrorText *error)
{
    return error_set(error, "%s takes %s, not '%.40s'", name, wanted, value);
}

/* Reads numbers separated by the characters of `between`, each within 0 .. max. */
static bool read_numbers(const char *text, const char *between, int64_t max, int64_t *numbers)
{
    char copy[64], *at = copy;
    if (strlen(text) >= sizeof copy) return false;
    strcpy(copy, text);
    for (size_t i = 0;; ++i) {
        char *end = between[i] ? strchr(at, between[i]) : NULL;
        if (between[i] && !end) return false;
        if (end) *end = '\0';
        if (!number_read(at, 0, max, &numbers[i])) return false;
        if (!between[i]) return true;
        at = end + 1;
    }
}

static bool set_shard(Options *o, const char *value, ErrorText *error)
{
    int64_t n[2];
    if (!read_numbers(value, "/", 1000000, n) || n[0] < 1 || n[0] > n[1]) return bad_value("--shard", value, "I/N, as 3/20", error);
    o->generation.shard = (unsigned)n[0];
    o->generation.shards = (unsigned)n[1];
    return true;
}

static bool set_random(Options *o, const char *value, ErrorText *error)
{
    int64_t n[2];
    bool range = read_numbers(value, "-", 100, n);
    if (!range && read_numbers(value, "", 100, n)) {
        n[1] = n[0];
        range = true;
    }
    if (!range || n[0] > n[1]) return bad_value("--random", value, "LEAST-MOST, as 6-10", error);
    for (int i = 0; i < 2; ++i) o->generation.rules.random[i] = (unsigned)n[i];
    return true;
}

static bool set_win(Options *o, const char *value, ErrorText *error)
{
    int64_t n[2];
    if (!read_numbers(value, "x", 32000, n) || n[1] < 1) return bad_value("--win", value, "CPxPLIES, as 2000x4", error);
    o->generation.rules.win_score = (int)n[0];
    o->generation.rules.win_plies = (unsigned)n[1];
    return true;
}

static bool set_draw(Options *o, const char *value, ErrorText *error)
{
    int64_t n[3];
    if (!read_numbers(value, "x@", 32000, n) || n[1] < 1) return bad_value("--draw", value, "CPxPLIES@PLY, as 8x12@80", error);
    o->generation.rules.draw_score = (int)n[0];
    o->generation.rules.draw_plies = (unsigned)n[1];
    o->generation.rules.draw_from = (unsigned)n[2];
    return true;
}

/* A numeric option is stored by `set`. */
typedef struct Option {
    const char *name;
    int64_t min, max;
    void (*number)(Options *o, int64_t n);
    bool (*text)(Options *o, const char *value, ErrorText *error);
    unsigned tasks; /* a bit for each task it belongs to */
} Option;

static void set_games(Options *o, int64_t n) { o->generation.games = o->choice.games = (uint64_t)n; }
static void set_minutes(Options *o, int64_t n) { o->generation.minutes = (double)n; }
static void set_seed(Options *o, int64_t n) { o->generation.rules.seed = o->choice.seed = (uint64_t)n; }
static void set_nodes(Options *o, int64_t n) { o->generation.rules.nodes = (uint64_t)n; }
static void set_breadth(Options *o, int64_t n) { o->generation.rules.breadth = (unsigned)n; }
static void set_hash(Options *o, int64_t n) { o->generation.rules.hash = (unsigned)n; }
static void set_balance(Options *o, int64_t n) { o->generation.rules.balance = (int)n; }
static void set_plies(Options *o, int64_t n) { o->generation.rules.plies = (unsigned)n; }
static void set_played_out(Options *o, int64_t n) { o->generation.rules.play_out = (unsigned)n; }
static void set_share(Options *o, int64_t n) { o->generation.rules.label_share = (unsigned)n; }
static void set_score(Options *o, int64_t n) { o->choice.score = (int)n; }
static void set_skip(Options *o, int64_t n) { o->choice.skip = (unsigned)n; }
static void set_counter(Options *o, int64_t n) { o->choice.counter = (unsigned)n; }
static void set_drawn(Options *o, int64_t n) { o->choice.drawn = (unsigned)n; }
static void set_lambda(Options *o, int64_t n) { o->choice.lambda = (unsigned)n; }
static void set_scale(Options *o, int64_t n) { o->choice.scale = (int)n; }

static bool set_out(Options *o, const char *value, ErrorText *error)
{
    (void)error;
    o->out = o->generation.path = value;
    return true;
}

static bool set_labels(Options *o, const char *value, ErrorText *error)
{
    (void)error;
    o->generation.labels = value;
    return true;
}

static bool set_net(Options *o, const char *value, ErrorText *error)
{
    (void)error;
    o->net = value;
    return true;
}

enum {
    PLAY = 1 << TASK_PLAY,
    SAMPLES = 1 << TASK_SAMPLES,
    MERGE = 1 << TASK_MERGE,
    RESCORE = 1 << TASK_RESCORE,
    STATS = 1 << TASK_STATS
};

static const Option options[] = {
    {"--out", 0, 0, NULL, set_out, PLAY | SAMPLES | MERGE | RESCORE},
    {"--labels", 0, 0, NULL, set_labels, PLAY},
    {"--net", 0, 0, NULL, set_net, PLAY | RESCORE},
    {"--games", 1, INT64_C(1) << 48, set_games, NULL, PLAY | SAMPLES},
    {"--minutes", 1, 1000000, set_minutes, NULL, PLAY},
    {"--seed", 0, INT64_MAX, set_seed, NULL, PLAY | SAMPLES},
    {"--shard", 0, 0, NULL, set_shard, PLAY},
    {"--nodes", 1, 1000000000, set_nodes, NULL, PLAY | RESCORE},
    {"--breadth", 2, 100000, set_breadth, NULL, PLAY},
    {"--hash", 1, 65536, set_hash, NULL, PLAY | RESCORE},
    {"--random", 0, 0, NULL, set_random, PLAY},
    {"--balance", 0, 32000, set_balance, NULL, PLAY},
    {"--win", 0, 0, NULL, set_win, PLAY},
    {"--draw", 0, 0, NULL, set_draw, PLAY},
    {"--plies", 1, GAME_PLIES_MAX, set_plies, NULL, PLAY},
    {"--play-out", 0, 100, set_played_out, NULL, PLAY},
    {"--out-played", 0, 100, set_played_out, NULL, PLAY}, /* its former name */
    {"--label-share", EVALUATED_SHARE, 1 << 30, set_share, NULL, PLAY},
    {"--score", 0, 32000, set_score, NULL, SAMPLES | STATS},
    {"--skip", 0, GAME_PLIES_MAX, set_skip, NULL, SAMPLES | STATS},
    {"--counter", 1, 100, set_counter, NULL, SAMPLES | STATS},
    {"--drawn", 1, GAME_PLIES_MAX, set_drawn, NULL, SAMPLES | STATS},
    {"--lambda", 0, 99, set_lambda, NULL, SAMPLES},
    {"--scale", 1, 10000, set_scale, NULL, SAMPLES},
};

static const struct {
    const char *name;
    Task task;
} tasks[] = {{"--samples", TASK_SAMPLES}, {"--merge", TASK_MERGE},   {"--rescore", TASK_RESCORE},
             {"--stats", TASK_STATS},     {"--verify", TASK_VERIFY}, {"--print", TASK_PRINT}};

/* The option of this name, or NULL. */
static const Option *option_called(const char *name)
{
    for (size_t k = 0; k < sizeof options / sizeof *options; ++k)
        if (strcmp(name, options[k].name) == 0) return &options[k];
    return NULL;
}

static bool read_option(Options *o, const Option *option, const char *value, ErrorText *error)
{
    int64_t n;
    o->given |= (uint64_t)1 << (option - options);
    if (!value || !*value) return error_set(error, "%s needs a value", option->name);
    if (option->text) return option->text(o, value, error);
    if (!number_read(value, option->min, option->max, &n))
        return error_set(error, "%s takes a number from %lld to %lld, not '%.40s'", option->name, (long long)option->min,
                         (long long)option->max, value);
    option->number(o, n);
    return true;
}

/* Reads an argument: an option with its value (then *i advances), a task, a file or the game. */
static bool read_word(Options *o, int argc, char **argv, int *i, ErrorText *error)
{
    const char *word = argv[*i];
    const Option *option = option_called(word);
    if (option) {
        ++*i;
        return read_option(o, option, *i < argc ? argv[*i] : NULL, error);
    }
    for (size_t k = 0; k < sizeof tasks / sizeof *tasks; ++k) {
        if (strcmp(word, tasks[k].name) != 0) continue;
        if (o->task != TASK_PLAY || o->game) return error_set(error, "%s stands alone, and first", word);
        o->task = tasks[k].task;
        return true;
    }
    if (strcmp(word, "--quiet") == 0) {
        o->generation.quiet = true;
        return true;
    }
    if (word[0] == '-' && word[1]) return error_set(error, "datagen does not know the option '%.40s'", word);
    if (o->task != TASK_PLAY) {
        o->files[o->file_count++] = word;
        return true;
    }
    if (o->game) return error_set(error, "datagen plays one game, not '%.40s' and '%.40s'", o->game, word);
    o->game = word;
    return true;
}

/* The game's defaults must be set before options change them. */
static bool find_game(Options *o, int argc, char **argv, ErrorText *error)
{
    const Variant *variant = variants[0];
    if (argc > 0 && argv[0][0] != '-') {
        variant = variant_find(argv[0]);
        if (!variant) return error_set(error, "no game is called '%.40s'", argv[0]);
    }
    o->generation = (Generation){.variant = variant, .rules = selfplay_rules(variant), .shard = 1, .shards = 1};
    o->choice = filter_rules_usual();
    return true;
}

static bool check_options(const Options *o, ErrorText *error)
{
    if (o->task == TASK_PLAY && !o->game)
        return error_set(error, "datagen needs a game first, or --samples, --merge, --rescore, --stats, --verify, --print");
    for (size_t k = 0; k < sizeof options / sizeof *options; ++k)
        if (o->given >> k & 1 && !(options[k].tasks >> o->task & 1))
            return error_set(error, "%s has no meaning here", options[k].name);
    if (!o->out && o->task != TASK_STATS && o->task != TASK_VERIFY && o->task != TASK_PRINT)
        return error_set(error, "datagen needs --out FILE");
    if (o->task != TASK_PLAY && o->file_count == 0) return error_set(error, "no files are named");
    if (o->task == TASK_PLAY && o->generation.rules.plies <= o->generation.rules.random[1])
        return error_set(error, "games of %u plies have no room for an opening", o->generation.rules.plies);
    if (o->given >> (option_called("--scale") - options) & 1 && !o->choice.lambda)
        return error_set(error, "--scale is that of later scores: it needs --lambda");
    if (o->generation.labels && strcmp(o->generation.labels, o->out) == 0)
        return error_set(error, "games and labels need a file each");
    return true;
}

static bool read_words(Options *o, int argc, char **argv, ErrorText *error)
{
    if (!find_game(o, argc, argv, error)) return false;
    for (int i = 0; i < argc; ++i)
        if (!read_word(o, argc, argv, &i, error)) return false;
    return check_options(o, error);
}

/* ---- Tasks ---- */

/* The net must be for the game of the task. */
static bool load_net(Options *o, Net **net, ErrorText *error)
{
    if (!o->net) return true;
    *net = net_read(o->net, error);
    o->generation.rules.net = *net;
    if (!*net || o->task != TASK_PLAY || (*net)->variant == o->generation.variant) return *net;
    return error_set(error, "%.100s is a net of %s", o->net, (*net)->variant->name);
}

static int run_task(const Options *o, ErrorText *error)
{
    const Generation *g = &o->generation;
    bool ok = true;
    switch (o->task) {
    case TASK_PLAY: ok = generate(g, error); break;
    case TASK_SAMPLES: ok = choose_samples(&o->choice, o->files, o->file_count, o->out, error); break;
    case TASK_MERGE: ok = manage_merge(o->files, o->file_count, o->out, error); break;
    case TASK_RESCORE: ok = manage_rescore(o->files, o->file_count, o->out, &g->rules, error); break;
    case TASK_STATS: ok = manage_stats(o->files, o->file_count, &o->choice, error); break;
    case TASK_PRINT: ok = print_games(o->files, o->file_count, error); break;
    case TASK_VERIFY: ok = manage_verify(o->files, o->file_count, error); break;
    }
    if (!ok) return STATUS_ERROR;
    return interrupted() ? STATUS_UNFINISHED : STATUS_OK;
}

int datagen_main(int argc, char **argv)
{
    ErrorText error;
    if (argc == 0 || strcmp(argv[0], "--help") == 0) {
        fputs(help, argc ? stdout : stderr);
        return argc ? STATUS_OK : STATUS_ERROR;
    }
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* report the file size limit as an error, like a full disk */
#endif
    Options o = {.files = calloc((size_t)argc, sizeof(char *))};
    int status = STATUS_ERROR;
    Net *net = NULL;
    if (!o.files) error_set(&error, "out of memory");
    else if (read_words(&o, argc, argv, &error) && load_net(&o, &net, &error)) status = run_task(&o, &error);
    net_free(net);
    if (status == STATUS_ERROR) fprintf(stderr, "quincunx-lab datagen: %s\n", error.text);
    free(o.files);
    return status;
}
