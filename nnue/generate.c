/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "generate.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/text/notation.h"
#include "../src/session/session.h"
#include "../src/util/files.h"
#include "../src/search/timeman.h"

enum {
    GAMES_PER_BLOCK = 32,      /* at most, or ... */
    BLOCK_NODES = 8 << 20,   /* ... this many nodes: some seconds, and the same blocks each time */
    BLOCK_BYTES = 16 << 20,  /* or this many bytes */
    BLOCK_MS = 40 * 1000,    /* on slow machines blocks end by the clock */
    PROGRESS_MS = 20 * 1000, /* between progress lines without a terminal */
    TERMINAL_MS = 1000
};

/* ---- Interruption ---- */

static volatile sig_atomic_t signalled;

static void on_signal(int number)
{
    (void)number;
    signalled = 1;
}

void interrupt_catch(void)
{
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
}

bool interrupted(void) { return signalled != 0; }

/* ---- The parameters of a generation ---- */

uint64_t net_sum(const Net *net)
{
    if (!net) return 0;
    size_t hidden = (size_t)net->hidden, heads = net_heads(net);
    uint64_t sum =
        block_checksum(net->feature_weights, net->features->inputs * hidden * sizeof *net->feature_weights, (uint64_t)net->scale);
    sum = block_checksum(net->feature_bias, hidden * sizeof *net->feature_bias, sum);
    sum = block_checksum(net->output_weights, heads * net_output_width(net) * sizeof *net->output_weights, sum);
    return block_checksum(net->output_bias, heads * sizeof *net->output_bias, sum) | 1;
}

void generation_text(const Generation *g, unsigned shard, char text[BLOCK_TEXT_MAX + 1])
{
    const SelfplayRules *r = &g->rules;
    int n = snprintf(text, BLOCK_TEXT_MAX + 1,
                     "%s %s seed=%" PRIu64 " nodes=%" PRIu64
                     " hash=%u random=%u-%u balance=%d win=%dx%u draw=%dx%u@%u plies=%u out=%u%% eval=%016" PRIx64,
                     ENGINE_NAME, ENGINE_VERSION, r->seed, r->nodes, r->hash, r->random[0], r->random[1], r->balance, r->win_score,
                     r->win_plies, r->draw_score, r->draw_plies, r->draw_from, r->plies, r->play_out, net_sum(r->net));
    if (r->breadth) n += snprintf(text + n, (size_t)(BLOCK_TEXT_MAX + 1 - n), " breadth=%u", r->breadth);
    if (g->variant->rules.text) n += snprintf(text + n, (size_t)(BLOCK_TEXT_MAX + 1 - n), " rules=%s", g->variant->rules.text);
    if (shard) snprintf(text + n, (size_t)(BLOCK_TEXT_MAX + 1 - n), " shard=%u/%u", shard, g->shards);
}

void generation_origin(char *text)
{
    char *shard = strstr(text, " shard=");
    if (shard) *shard = '\0';
}

/* ---- A run ---- */

typedef struct Run {
    const Generation *g;
    Selfplay play;
    BlockWriter games, labels;
    char origin[BLOCK_TEXT_MAX + 1];
    uint64_t number, end;       /* the next game, and the end of the range; steps of g->shards */
    uint64_t played, plies;     /* in this run */
    uint64_t results[4], kept;  /* games already in the file */
    uint64_t block_nodes;       /* at the start of the block */
    int64_t started, flushed, last_report;
} Run;

static bool is_late(const Run *run)
{
    return run->g->minutes > 0.0 && (double)(time_now() - run->started) >= run->g->minutes * 60000.0;
}

/* Estimated seconds left at the present pace; negative if unknown. */
static double seconds_left(const Run *run, double seconds)
{
    double by_games = -1.0, by_time = run->g->minutes > 0.0 ? run->g->minutes * 60.0 - seconds : -1.0;
    if (run->g->games && run->played)
        by_games = (double)((run->end - run->number) / run->g->shards) / (double)run->played * seconds;
    if (by_games < 0.0 || (by_time >= 0.0 && by_time < by_games)) return by_time;
    return by_games;
}

static void print_progress(Run *run, bool last)
{
    bool terminal = isatty(2);
    int64_t now = time_now();
    if (run->g->quiet || (!last && now - run->last_report < (terminal ? TERMINAL_MS : PROGRESS_MS))) return;
    run->last_report = now;
    double seconds = (double)(now - run->started) / 1000.0;
    if (seconds <= 0.0) seconds = 0.001;
    const Selfplay *p = &run->play;
    fprintf(stderr,
            "%s%s %" PRIu64 " games (+%" PRIu64 " -%" PRIu64 " =%" PRIu64 ")  %" PRIu64 " plies  %.0f positions/s  %.2f Mnodes/s",
            terminal ? "\r" : "", p->variant->name, run->kept + run->played, run->results[WHITE_WINS], run->results[BLACK_WINS],
            run->results[DRAW], run->plies, (double)run->plies / seconds, (double)p->nodes / seconds / 1e6);
    if (run->g->labels) fprintf(stderr, "  %" PRIu64 " labels", p->labelled);
    double left = seconds_left(run, seconds);
    if (left >= 0.0 && !last)
        fprintf(stderr, "  %u:%02u:%02u left", (unsigned)(left / 3600), (unsigned)(left / 60) % 60, (unsigned)left % 60);
    fputs(terminal && !last ? "\033[K" : "\n", stderr);
    fflush(stderr);
}

/* Flushes labels first: a label without its game is detected and cut off, a game without its labels is not. */
static bool flush(Run *run, ErrorText *error)
{
    run->block_nodes = run->play.nodes;
    run->flushed = time_now();
    return (!run->g->labels || block_flush(&run->labels, error)) && block_flush(&run->games, error);
}

static bool is_full(const Run *run)
{
    return run->games.records >= GAMES_PER_BLOCK || run->play.nodes - run->block_nodes >= BLOCK_NODES
           || run->games.size >= BLOCK_BYTES || run->labels.size >= BLOCK_BYTES || time_now() - run->flushed >= BLOCK_MS;
}

static bool store(Run *run, ErrorText *error)
{
    const GameRecord *game = &run->play.game;
    uint8_t *out = block_room(&run->games, GAME_BYTES_MAX);
    if (!out) return error_set(error, "out of memory");
    block_add(&run->games, game_pack(game, out), game->number);
    ++run->played;
    ++run->results[game->result];
    run->plies += game->plies - game->opening;
    return !is_full(run) || flush(run, error);
}

static bool play(Run *run, ErrorText *error)
{
    while (run->number < run->end && !interrupted() && !is_late(run)) {
        switch (selfplay_game(&run->play, run->number)) {
        case SELFPLAY_DONE: break;
        case SELFPLAY_STOPPED: return true;
        case SELFPLAY_NO_OPENING:
            return error_set(error, "no opening of %u to %u random moves is within %d centipawns of the start",
                             run->g->rules.random[0], run->g->rules.random[1], run->g->rules.balance);
        case SELFPLAY_NO_MEMORY: return error_set(error, "out of memory");
        }
        run->number += run->g->shards;
        if (!store(run, error)) return false;
        print_progress(run, false);
    }
    return true;
}

/* ---- Resuming ---- */

/* Is the file from this generation, and what is its last game? */
static bool find_end(Run *run, const char *path, const char *text, uint64_t *last, ErrorText *error)
{
    BlockReader r;
    BlockStatus status = BLOCK_END;
    if (!block_open(&r, path, BLOCK_GAMES, error)) return false;
    bool ok = true;
    if (strcmp(r.header.game, run->g->variant->name) != 0)
        ok = error_set(error, "%.100s holds games of %s; choose another file", path, r.header.game);
    else if (strcmp(r.header.text, text) != 0) {
        fprintf(stderr, "there: %s\nhere:  %s\n", r.header.text, text);
        ok = error_set(error, "%.100s holds games of another generation; choose another file", path);
    }
    while (ok && (status = block_next(&r, error)) == BLOCK_READ) {
        *last = r.last;
        run->kept += r.records;
    }
    if (status == BLOCK_DAMAGED)
        fprintf(stderr, "What is before can be kept: head -c %" PRIu64 " %s > NEW\n", r.offset, path);
    block_done(&r);
    return ok && status != BLOCK_DAMAGED && status != BLOCK_FAILED;
}

static bool begin_file(BlockWriter *w, const Run *run, const char *path, BlockKind kind, const char *text, ErrorText *error)
{
    BlockHeader header = {.kind = kind};
    snprintf(header.game, sizeof header.game, "%s", run->g->variant->name);
    snprintf(header.text, sizeof header.text, "%s", text);
    return block_create(w, path, &header, true, error);
}

/* Resumes the label file at the last game of the game file. */
static bool open_labels(Run *run, bool taken_up, uint64_t end, const char *text, uint64_t *cut, ErrorText *error)
{
    const char *path = run->g->labels;
    char full[BLOCK_TEXT_MAX + 1];
    snprintf(full, sizeof full, "%.1900s labels=1/%u", text, run->g->rules.label_share);
    if (!file_exists(path)) {
        if (taken_up) fprintf(stderr, "%s is not there: the labels of the games so far are missing\n", path);
        return begin_file(&run->labels, run, path, BLOCK_SAMPLES, full, error);
    }
    if (!taken_up) return error_set(error, "%.100s exists without its games: choose another file", path);
    BlockReader r;
    if (!block_open(&r, path, BLOCK_SAMPLES, error)) return false;
    bool same = strcmp(r.header.game, run->g->variant->name) == 0 && strcmp(r.header.text, full) == 0;
    block_done(&r);
    if (!same) return error_set(error, "%.100s holds labels of another generation; choose another file", path);
    return block_append(&run->labels, path, BLOCK_SAMPLES, end, cut, error);
}

static bool open_files(Run *run, ErrorText *error)
{
    const Generation *g = run->g;
    char text[BLOCK_TEXT_MAX + 1];
    uint64_t last = 0, cut[2] = {0, 0};
    bool taken_up = file_exists(g->path);
    generation_text(g, 0, run->origin);
    generation_text(g, g->shard, text);
    run->number = g->shard - 1;
    run->end = g->games ? g->games : UINT64_MAX - g->shards;
    if (taken_up && !find_end(run, g->path, text, &last, error)) return false;
    if (!(taken_up ? block_append(&run->games, g->path, BLOCK_GAMES, UINT64_MAX, &cut[0], error)
                   : begin_file(&run->games, run, g->path, BLOCK_GAMES, text, error)))
        return false;
    if (run->kept) run->number = last + g->shards;
    if (g->labels && !open_labels(run, taken_up, run->kept ? last + 1 : 0, text, &cut[1], error)) {
        block_abandon(&run->games);
        if (!taken_up) remove(g->path);
        return false;
    }
    if (taken_up && !g->quiet)
        fprintf(stderr, "%s: %" PRIu64 " games are there already, %" PRIu64 " bytes of unfinished blocks were cut off\n", g->path,
                run->kept, cut[0] + cut[1]);
    return true;
}

bool generate(const Generation *g, ErrorText *error)
{
    Run *run = calloc(1, sizeof *run);
    if (!run) return error_set(error, "out of memory");
    run->g = g;
    interrupt_catch();
    bool ok = open_files(run, error);
    bool opened = ok;
    if (ok) {
        ok = selfplay_init(&run->play, g->variant, &g->rules) || error_set(error, "out of memory");
        run->play.origin = run->origin;
        run->play.labels = g->labels ? &run->labels : NULL;
        run->play.stop = interrupted;
        run->play.nodes = 0;
        run->started = run->flushed = run->last_report = time_now();
        ok = ok && play(run, error);
        ErrorText again;
        /* Keep complete games in any case. */
        bool kept = flush(run, ok ? error : &again);
        print_progress(run, true);
        ok = kept && ok;
        if (!ok) fprintf(stderr, "%s keeps its whole blocks; the same command continues after them\n", g->path);
        selfplay_free(&run->play);
    }
    if (opened) {
        block_abandon(&run->games);
        block_abandon(&run->labels);
    }
    free(run);
    return ok;
}
