/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The command line of datagen. */

#include "../lab/lab.h"
#include "../lab/numbers.h"

#include <string.h>

#include "../src/text/notation.h"
#include "../src/rules.h"
#include "../src/util/text.h"
#include "sample_filter.h"
#include "generate.h"
#include "manage.h"
#include "print.h"

/* ---- Options ---- */

typedef enum Task { TASK_PLAY, TASK_SAMPLES, TASK_MERGE, TASK_RESCORE, TASK_STATS, TASK_VERIFY, TASK_PRINT } Task;
enum { TASK_NB = TASK_PRINT + 1 };

typedef struct Options {
    bool tasks[TASK_NB];
    Task task;
    Generation generation;
    FilterRules choice;
    const char *out, *net;
    uint64_t games, seed;
    Words words; /* the game to play, or files */
} Options;

static bool bad_value(const char *name, const char *value, const char *wanted, ErrorText *error)
{
    return error_set(error, "%s takes %s, not '%.40s'", name, wanted, value);
}

static bool read_shard(void *place, const char *value, ErrorText *error)
{
    Options *o = place;
    int64_t n[2];
    if (!numbers_read(value, "/", 1000000, n) || n[0] < 1 || n[0] > n[1]) return bad_value("--shard", value, "I/N, as 3/20", error);
    o->generation.shard = (unsigned)n[0];
    o->generation.shards = (unsigned)n[1];
    return true;
}

static bool read_random(void *place, const char *value, ErrorText *error)
{
    Options *o = place;
    int64_t n[2];
    bool range = numbers_read(value, "-", 100, n);
    if (!range && numbers_read(value, "", 100, n)) {
        n[1] = n[0];
        range = true;
    }
    if (!range || n[0] > n[1]) return bad_value("--random", value, "MIN-MAX, as 6-10", error);
    for (int i = 0; i < 2; ++i) o->generation.rules.random[i] = (unsigned)n[i];
    return true;
}

static bool read_win(void *place, const char *value, ErrorText *error)
{
    Options *o = place;
    int64_t n[2];
    if (!numbers_read(value, "x", 32000, n) || n[1] < 1) return bad_value("--win", value, "CPxPLIES, as 2000x4", error);
    o->generation.rules.win_score = (int)n[0];
    o->generation.rules.win_plies = (unsigned)n[1];
    return true;
}

static bool read_draw(void *place, const char *value, ErrorText *error)
{
    Options *o = place;
    int64_t n[3];
    if (!numbers_read(value, "x@", 32000, n) || n[1] < 1) return bad_value("--draw", value, "CPxPLIES@PLY, as 8x12@80", error);
    o->generation.rules.draw_score = (int)n[0];
    o->generation.rules.draw_plies = (unsigned)n[1];
    o->generation.rules.draw_from = (unsigned)n[2];
    return true;
}

enum {
    PLAY = 1 << TASK_PLAY,
    SAMPLES = 1 << TASK_SAMPLES,
    MERGE = 1 << TASK_MERGE,
    RESCORE = 1 << TASK_RESCORE,
    STATS = 1 << TASK_STATS
};

#define RULE(member) ARGUMENT(Options, generation.rules.member)
#define CHOICE(member) ARGUMENT(Options, choice.member)

/* `uses`: the tasks that an option belongs to, 0: all. */
const Argument datagen_arguments[] = {
    {"[FILE...]", ARGUMENT(Options, words)},
    {"--samples", ARGUMENT(Options, tasks[TASK_SAMPLES]), .help = "training samples from games"},
    {"--merge", ARGUMENT(Options, tasks[TASK_MERGE]), .help = "one file of all shards"},
    {"--rescore", ARGUMENT(Options, tasks[TASK_RESCORE]), .help = "the same games, searched again"},
    {"--stats", ARGUMENT(Options, tasks[TASK_STATS]), .help = "statistics of files"},
    {"--verify", ARGUMENT(Options, tasks[TASK_VERIFY]), .help = "check files"},
    {"--print", ARGUMENT(Options, tasks[TASK_PRINT]), .help = "games, as lines of JSON"},
    {"--out", ARGUMENT(Options, out), "FILE", "to write", .uses = PLAY | SAMPLES | MERGE | RESCORE},
    {"--quiet", ARGUMENT(Options, generation.quiet), .help = "no progress"},
    {"", .help = "To play"},
    {"--games", ARGUMENT(Options, games), "N", "in all shards (no limit); of samples: the first N games", 1, INT64_C(1) << 48,
     .uses = PLAY | SAMPLES},
    {"--minutes", ARGUMENT(Options, generation.minutes), "N", "of this run (no limit)", .low = 1, .high = 1000000, .uses = PLAY},
    {"--seed", ARGUMENT(Options, seed), "N", "of the games, or of the shuffle of samples", 0, INT64_MAX, .uses = PLAY | SAMPLES},
    {"--shard", .read = read_shard, .value = "I/N", .help = "one of N processes that play them", .uses = PLAY},
    {"--nodes", RULE(nodes), "N", "a move", 1, 1000000000, .uses = PLAY | RESCORE},
    {"--breadth", RULE(breadth), "N", "moves of a position to search", 2, 100000, .uses = PLAY},
    {"--hash", RULE(hash), "MIB", "of the table", 1, 65536, .uses = PLAY | RESCORE},
    {"--random", .read = read_random, .value = "MIN-MAX", .help = "random moves at the start", .uses = PLAY},
    {"--balance", RULE(balance), "CP", "largest score of an opening", 0, 32000, .uses = PLAY},
    {"--win", .read = read_win, .value = "CPxPLIES", .help = "ahead by CP for PLIES plies wins", .uses = PLAY},
    {"--draw", .read = read_draw, .value = "CPxPLIES@PLY", .help = "within CP for PLIES plies draws, from PLY on", .uses = PLAY},
    {"--plies", RULE(plies), "N", "then a draw", 1, GAME_PLIES_MAX, .uses = PLAY},
    {"--play-out", RULE(play_out), "PERCENT", "of the games are played to the end", 0, 100, .uses = PLAY},
    {"--labels", ARGUMENT(Options, generation.labels), "FILE", "static-evaluation labels", .uses = PLAY},
    {"--label-share", RULE(label_share), "N", "one in N", EVALUATED_SHARE, 1 << 30, .uses = PLAY},
    {"--net", ARGUMENT(Options, net), "FILE", "evaluates, instead of the classical evaluation", .uses = PLAY | RESCORE},
    {"", .help = "To choose samples"},
    {"--score", CHOICE(score), "CP", "no more", 0, 32000, .uses = SAMPLES | STATS},
    {"--skip", CHOICE(skip), "PLIES", "after the opening", 0, GAME_PLIES_MAX, .uses = SAMPLES | STATS},
    {"--counter", CHOICE(counter), "PERCENT", "of the draw counter, at most", 1, 100, .uses = SAMPLES | STATS},
    {"--drawn", CHOICE(drawn), "N", "of a drawn game", 1, GAME_PLIES_MAX, .uses = SAMPLES | STATS},
    {"--lambda", CHOICE(lambda), "PERCENT", "weight of later scores", 0, 99, .uses = SAMPLES},
    {"--scale", CHOICE(scale), "CP", "of these", 1, 10000, .uses = SAMPLES},
    {.name = NULL},
};

/* Reads all twice: the game, which need not come first, has defaults that options change. */
static bool read_options(Options *o, int argc, char **argv, uint64_t *given, ErrorText *error)
{
    const Variant *variant = variants[0];
    o->choice = filter_rules_usual();
    if (!arguments_read(datagen_arguments, argc, argv, o, given, error)) return false;
    for (int task = 0; task < TASK_NB; ++task) {
        if (!o->tasks[task]) continue;
        if (o->task != TASK_PLAY)
            return error_set(error, "--samples, --merge, --rescore, --stats, --verify and --print stand alone");
        o->task = (Task)task;
    }
    if (o->task == TASK_PLAY && o->words.count != 1)
        return error_set(error, "needs one game, or --samples, --merge, --rescore, --stats, --verify, --print");
    if (o->task == TASK_PLAY && !(variant = variant_choose(o->words.items[0], error))) return false;
    SelfplayRules rules = selfplay_rules(variant);
    o->generation = (Generation){.variant = variant, .rules = rules, .shard = 1, .shards = 1};
    o->games = o->choice.games;
    o->seed = o->task == TASK_PLAY ? rules.seed : o->choice.seed;
    if (!arguments_read(datagen_arguments, argc, argv, o, NULL, error)) return false;
    o->generation.path = o->out;
    o->generation.games = o->choice.games = o->games;
    o->generation.rules.seed = o->choice.seed = o->seed;
    return true;
}

static bool check_options(const Options *o, uint64_t given, ErrorText *error)
{
    bool scaled = false;
    for (const Argument *a = datagen_arguments; a->name; ++a, given >>= 1) {
        if (!(given & 1)) continue;
        if (a->uses && !(a->uses >> o->task & 1)) return error_set(error, "%s has no meaning here", a->name);
        scaled |= a->offset == offsetof(Options, choice.scale);
    }
    if (!o->out && o->task != TASK_STATS && o->task != TASK_VERIFY && o->task != TASK_PRINT)
        return error_set(error, "needs --out FILE");
    if (o->words.count == 0) return error_set(error, "no files are named");
    if (o->task == TASK_PLAY && o->generation.rules.plies <= o->generation.rules.random[1])
        return error_set(error, "games of %u plies have no room for an opening", o->generation.rules.plies);
    if (scaled && !o->choice.lambda) return error_set(error, "--scale is that of later scores: it needs --lambda");
    if (o->generation.labels && strcmp(o->generation.labels, o->out) == 0)
        return error_set(error, "games and labels need a file each");
    return true;
}

/* ---- Tasks ---- */

/* The net must be for the game of the task, and for its rules. */
static bool load_net(Options *o, Net **net, ErrorText *error)
{
    if (!o->net) return true;
    *net = net_read(o->net, error);
    o->generation.rules.net = *net;
    if (!*net) return false;
    if (!rules_keep((*net)->variant, DATA_NET)) return error_set(error, "%.100s is a net for the game's own rules", o->net);
    if (o->task != TASK_PLAY || (*net)->variant == o->generation.variant) return true;
    return error_set(error, "%.100s is a net of %s", o->net, (*net)->variant->name);
}

static int run_task(const Options *o, ErrorText *error)
{
    const Generation *g = &o->generation;
    bool ok = true;
    switch (o->task) {
    case TASK_PLAY: ok = generate(g, error); break;
    case TASK_SAMPLES: ok = choose_samples(&o->choice, o->words.items, o->words.count, o->out, error); break;
    case TASK_MERGE: ok = manage_merge(o->words.items, o->words.count, o->out, error); break;
    case TASK_RESCORE: ok = manage_rescore(o->words.items, o->words.count, o->out, &g->rules, error); break;
    case TASK_STATS: ok = manage_stats(o->words.items, o->words.count, &o->choice, error); break;
    case TASK_PRINT: ok = print_games(o->words.items, o->words.count, error); break;
    case TASK_VERIFY: ok = manage_verify(o->words.items, o->words.count, error); break;
    }
    if (!ok) return STATUS_ERROR;
    return interrupted() ? STATUS_UNFINISHED : STATUS_OK;
}

int datagen_run(int argc, char **argv, ErrorText *error)
{
    Options o = {.task = TASK_PLAY};
    uint64_t given = 0;
    Net *net = NULL;
    bool ok = read_options(&o, argc, argv, &given, error) && check_options(&o, given, error) && load_net(&o, &net, error);
    int status = ok ? run_task(&o, error) : STATUS_ERROR;
    net_free(net);
    return status;
}
