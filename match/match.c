/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The match runner: distributes games to threads, counts results and reports progress. */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/rules.h"
#include "../src/util/files.h"
#include "../src/util/fnv.h"
#include "game.h"
#include "openings.h"
#include "options.h"
#include "output.h"
#include "report.h"
#include "result.h"

enum {
    PROGRESS_EVERY = 20000000, /* microseconds between lines without a terminal */
    JSON_EVERY = 1000000
};

/* Shared by all threads. Everything below the lock is used only while holding it. */
typedef struct Runner {
    Match *match;
    pthread_mutex_t lock;
    Tally tally;
    uint64_t mark;     /* identifies the match in the records of its games */
    size_t next_game;  /* next to distribute */
    size_t played;     /* in this run, for the rate */
    bool decided;      /* the SPRT has accepted a hypothesis */
    bool unwritten;    /* writing a file failed: the match has stopped */
    PgnFile pgn;
    int64_t last_progress, last_json;
} Runner;

typedef struct Worker {
    Runner *runner;
    unsigned number;
    pthread_t thread;
} Worker;

/* ---- Counting ---- */

/* The number of the next game to play, or -1. */
static int64_t take_game(Runner *runner)
{
    int64_t n = -1;
    pthread_mutex_lock(&runner->lock);
    const Tally *tally = &runner->tally;
    while (runner->next_game < tally->games && tally->scores[runner->next_game] != '-') ++runner->next_game;
    if (!runner->decided && !process_stopping() && runner->next_game < tally->games) n = (int64_t)runner->next_game++;
    pthread_mutex_unlock(&runner->lock);
    return n;
}

/* A result that cannot be written would be lost. So the match stops; it can be resumed from the files. */
static void stop_unwritten(Runner *runner, const ErrorText *error)
{
    match_warn("%s", error->text);
    runner->unwritten = true;
    process_stop_all();
}

/* Games first, so that the result file never counts a game that was not written. */
static void save(Runner *runner)
{
    ErrorText error;
    const char *name = runner->match->json_file;
    runner->last_json = match_time();
    if (!pgn_sync(&runner->pgn, &error) || (name && !tally_write(&runner->tally, name, &error)))
        stop_unwritten(runner, &error);
}

static bool sprt_is_decided(const Tally *tally)
{
    double lower, upper, llr = tally_llr(tally, &lower, &upper);
    return tally->sprt && (llr <= lower || llr >= upper);
}

static void print_progress(Runner *runner, int64_t now)
{
    if (!isatty(2) && now - runner->last_progress < PROGRESS_EVERY) return;
    runner->last_progress = now;
    report_progress(&runner->tally, runner->played, (double)(now - runner->match->start_time) / 6e7);
}

static void count_game(Runner *runner, size_t n, bool first_is_white, const GameResult *result, const Buffer *pgn)
{
    ErrorText error;
    pthread_mutex_lock(&runner->lock);
    if (runner->pgn.fd >= 0 && !runner->decided && !runner->unwritten
        && !pgn_append(&runner->pgn, pgn->text, pgn->length, &error))
        stop_unwritten(runner, &error);
    /* The SPRT's decision is final: later games do not change it. */
    if (!runner->decided && !runner->unwritten) {
        int64_t now = match_time();
        tally_add(&runner->tally, n, first_is_white, result);
        ++runner->played;
        runner->decided = sprt_is_decided(&runner->tally);
        if (runner->decided) process_stop_all();
        if (now - runner->last_json >= JSON_EVERY) save(runner);
        print_progress(runner, now);
    }
    pthread_mutex_unlock(&runner->lock);
}

/* ---- The threads ---- */

/* Colours alternate within a pair. Single games alternate within a variant and from one variant to the next. */
static bool first_has_white(const Match *match, size_t n)
{
    if (match->games_per_round == 2) return n % 2 == 0;
    return (match->first_opening + n / match->book_count + n % match->book_count) % 2 == 0;
}

static void play_game(Runner *runner, Engine *const engines[2], size_t n)
{
    Match *match = runner->match;
    const uint64_t first_round = match->first_opening * match->book_count, round = n / match->games_per_round;
    const Book *book = &match->books[round % match->book_count];
    char fen[FEN_MAX];
    opening_of(match, book, match->first_opening + round / match->book_count, fen);
    for (int i = 0; i < 2; ++i)
        engines[i]->random = match->seed ^ ((first_round * 2 + n) * 2 + (uint64_t)i + 1) << 20;
    GameJob job = {.variant = book->variant, .match = runner->mark, .number = n, .round = first_round + round + 1,
                   .fen = fen, .first_is_white = first_has_white(match, n)};
    GameResult result;
    Buffer pgn = {0};
    game_play(match, engines, &job, &result, &pgn);
    if (!result.aborted) count_game(runner, n, job.first_is_white, &result, &pgn);
    free(pgn.text);
}

static void *run_worker(void *argument)
{
    Worker *worker = argument;
    Runner *runner = worker->runner;
    Engine *engines[2];
    for (int i = 0; i < 2; ++i) {
        engines[i] = match_alloc(NULL, sizeof *engines[i]);
        memset(engines[i], 0, sizeof *engines[i]);
        engines[i]->match = runner->match;
        engines[i]->config = &runner->match->engines[i];
        engines[i]->thread = worker->number;
    }
    for (int64_t n; (n = take_game(runner)) >= 0;) play_game(runner, engines, (size_t)n);
    for (int i = 0; i < 2; ++i) {
        engine_quit(engines[i]);
        free(engines[i]);
    }
    return NULL;
}

/* Plays until no game is left or the match is stopped. false if no thread could be started. */
static bool run_workers(Runner *runner)
{
    unsigned wanted = runner->match->concurrency, started = 0;
    Worker *workers = match_alloc(NULL, wanted * sizeof *workers);
    for (; started < wanted; ++started) {
        workers[started] = (Worker){.runner = runner, .number = started + 1};
        if (pthread_create(&workers[started].thread, NULL, run_worker, &workers[started]) != 0) break;
    }
    if (started < wanted) match_warn("only %u of %u games at a time", started, wanted);
    for (unsigned i = 0; i < started; ++i) pthread_join(workers[i].thread, NULL);
    free(workers);
    return started > 0;
}

/* ---- Start and end ---- */

static void die(const char *why)
{
    fprintf(stderr, "quincunx-match: %s\n", why);
    exit(2);
}

static void take_file(const char *name)
{
    ErrorText error;
    if (name && !output_lock(name, &error)) die(error.text);
}

/* Opens a log for appending, closed in child processes. */
static FILE *open_log(const char *name)
{
    FILE *file = fopen(name, "a");
    if (!file) {
        fprintf(stderr, "quincunx-match: %s: %s\n", name, strerror(errno));
        exit(2);
    }
    fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
    setvbuf(file, NULL, _IOLBF, 1 << 16);
    return file;
}

static bool close_log(FILE *file)
{
    if (!file) return true;
    bool ok = !ferror(file);
    return (fclose(file) == 0) & ok;
}

/* Identifies a match by its conditions and openings (FNV-1a). */
static uint64_t mark_of(const Tally *tally)
{
    Buffer text = {0};
    match_add(&text, "%s; seed %llu, opening %llu", tally->conditions, (unsigned long long)tally->shards[0].seed,
             (unsigned long long)tally->shards[0].first);
    uint64_t hash = fnv_hash(text.text, text.length);
    buffer_free(&text);
    return hash;
}

/* Exits unless the result file belongs to the requested match. */
static void check_same(const Tally *old, const Tally *asked, const char *name)
{
    const Shard *a = &old->shards[0], *b = &asked->shards[0];
    if (strcmp(old->conditions, asked->conditions) == 0 && old->shard_count == 1 && a->seed == b->seed
        && a->first == b->first)
        return;
    fprintf(stderr,
            "quincunx-match: %s holds another match; choose another file or remove it.\n"
            "  there: %s; seed %llu, opening %llu%s\n  here:  %s; seed %llu, opening %llu\n",
            name, old->conditions, (unsigned long long)a->seed, (unsigned long long)a->first + 1,
            old->shard_count != 1 ? ", several parts" : "", asked->conditions, (unsigned long long)b->seed,
            (unsigned long long)b->first + 1);
    exit(2);
}

/* Resumes a match from its result file. */
static void resume(Runner *runner)
{
    const Match *match = runner->match;
    Tally old, *tally = &runner->tally;
    ErrorText error;
    bool missing;
    if (!match->json_file) return;
    if (!tally_read(&old, match->json_file, &missing, &error)) {
        if (!missing) {
            fprintf(stderr, "quincunx-match: %s: %s\n", match->json_file, error.text);
            exit(2);
        }
        if (!tally_write(tally, match->json_file, &error)) die(error.text);
        return;
    }
    check_same(&old, tally, match->json_file);
    Tally asked = *tally;
    *tally = old;
    tally->sprt = asked.sprt;
    tally->elo0 = asked.elo0;
    tally->elo1 = asked.elo1;
    tally->alpha = asked.alpha;
    tally->beta = asked.beta;
    tally_resize(tally, asked.games);
    tally_free(&asked);
    runner->decided = sprt_is_decided(tally);
    MatchCounts counts = tally_counts(tally);
    fprintf(stderr, "%s: %u games are already played\n", match->json_file, counts.wins + counts.losses + counts.draws);
}

/* Opens the PGN file. Removes games of this match that the result does not count: those are played again. */
static void open_record(Runner *runner)
{
    const Match *match = runner->match;
    ErrorText error;
    unsigned removed = 0;
    runner->pgn.fd = -1;
    runner->mark = mark_of(&runner->tally);
    if (!match->pgn_file) return;
    if (match->json_file
        && !pgn_forget(match->pgn_file, runner->mark, match->event, runner->tally.scores, runner->tally.games, &removed, &error))
        die(error.text);
    if (removed)
        fprintf(stderr, "%s: removed %u games that are not in the result\n", match->pgn_file, removed);
    if (!pgn_open(&runner->pgn, match->pgn_file, &error)) die(error.text);
}

/* Orders results by seed and first opening. */
static int by_openings(const void *a, const void *b)
{
    const Shard *x = &((const Tally *)a)->shards[0], *y = &((const Tally *)b)->shards[0];
    if (x->seed != y->seed) return x->seed < y->seed ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Merges result files in the order of their openings. Results after the decision of the SPRT do not count. */
static int merge(const Match *match)
{
    const size_t count = match->merge.count;
    Tally *parts = match_alloc(NULL, count * sizeof *parts), *sum = &parts[0];
    ErrorText error;
    take_file(match->json_file);
    for (size_t i = 0; i < count; ++i) {
        bool ok = tally_read(&parts[i], match->merge.items[i], NULL, &error);
        for (size_t k = 0; k < i && ok; ++k) ok = tally_fits(&parts[k], &parts[i], &error);
        if (!ok) {
            fprintf(stderr, "quincunx-match: %s: %s\n", match->merge.items[i], error.text);
            exit(2);
        }
    }
    qsort(parts, count, sizeof *parts, by_openings);
    if (match->sprt) {
        sum->sprt = true;
        sum->elo0 = match->elo0;
        sum->elo1 = match->elo1;
        sum->alpha = match->alpha;
        sum->beta = match->beta;
    }
    size_t used = 1;
    while (!tally_decide(sum) && used < count) tally_merge(sum, &parts[used++]);
    report_result(sum);
    if (used < count) printf("Results after the decision, not counted: %zu\n", count - used);
    if (match->json_file && !tally_write(sum, match->json_file, &error)) die(error.text);
    for (size_t i = 0; i < count; ++i) tally_free(&parts[i]);
    free(parts);
    return 0;
}

/* Closes all files and prints the final report. Returns the exit status. */
static int finish(Runner *runner)
{
    ErrorText error;
    const int number = process_signal();
    save(runner);
    bool ok = pgn_close(&runner->pgn, &error);
    if (!ok) match_warn("%s", error.text);
    if (!close_log(runner->match->log)) {
        match_warn("cannot write %s", runner->match->log_file);
        ok = false;
    }
    ok = ok && !runner->unwritten;
    match_status_end();
    if (!ok) fputs("Not everything could be written; the same command continues later. The result so far:\n", stderr);
    else if (number) fprintf(stderr, "Stopped by signal %d; the result so far:\n", number);
    report_result(&runner->tally);
    return !ok ? 1 : number ? 128 + number : 0;
}

static int play(Match *match)
{
    Runner runner = {.match = match, .lock = PTHREAD_MUTEX_INITIALIZER};
    tally_init(&runner.tally, match);
    take_file(match->json_file);
    take_file(match->pgn_file);
    resume(&runner);
    open_record(&runner);
    if (match->log_file) match->log = open_log(match->log_file);
    if (!process_init()) die(strerror(errno));
    match->start_time = runner.last_progress = match_time();
    bool ran = run_workers(&runner);
    int status = finish(&runner);
    tally_free(&runner.tally);
    return ran ? status : 1;
}

int main(int argc, char **argv)
{
    static Match match;
    ErrorText error;
    output_guard();
    if (!rules_begin(&argc, argv, &error)) die(error.text);
    signal(SIGXFSZ, SIG_IGN); /* a file size limit gives an error, as a full disk does; */
    signal(SIGPIPE, SIG_IGN); /* so do a dead engine, and standard output that nobody reads */
    options_read(&match, argc, argv);
    atexit(output_unlock_all);
    return output_finish("quincunx-match", match.merge.count ? merge(&match) : play(&match));
}
