/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The match runner: hands games to threads, counts, and tells how it stands. */

#include "match.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "match_game.h"

enum {
    PROGRESS_EVERY = 20000000, /* microseconds between lines when nobody watches a terminal */
    JSON_EVERY = 1000000
};

/* All that the threads share; everything below is used with the lock held. */
typedef struct Runner {
    Match *match;
    pthread_mutex_t lock;
    Tally tally;
    size_t next_game;  /* to be handed out */
    size_t played;     /* in this run, for the rate */
    bool decided;      /* the SPRT has an answer */
    FILE *pgn;
    int64_t last_progress, last_json;
} Runner;

typedef struct Worker {
    Runner *runner;
    unsigned number;
    pthread_t thread;
} Worker;

static pthread_mutex_t print_lock = PTHREAD_MUTEX_INITIALIZER;
static bool line_open; /* the terminal's cursor stands behind a progress line */

/* ---- Small things ---- */

void *match_alloc(void *old, size_t size)
{
    void *new = realloc(old, size);
    if (new) return new;
    fputs("quincunx-match: out of memory\n", stderr);
    exit(1);
}

char *match_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(match_alloc(NULL, size), text, size);
}

void match_warn(const char *format, ...)
{
    va_list args;
    pthread_mutex_lock(&print_lock);
    if (line_open) fputc('\n', stderr);
    line_open = false;
    fputs("quincunx-match: warning: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    pthread_mutex_unlock(&print_lock);
}

bool match_once(bool *flag)
{
    pthread_mutex_lock(&print_lock);
    bool first = !*flag;
    *flag = true;
    pthread_mutex_unlock(&print_lock);
    return first;
}

uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

uint64_t random_below(uint64_t *state, uint64_t n) { return (random_next(state) >> 16) % n; }

/* ---- Openings ---- */

/* Plays random turns; false if the game ended by them. */
static bool play_random_turns(Position *pos, unsigned plies, uint64_t *random)
{
    if (!position_reserve(pos, plies)) return false;
    for (unsigned i = 0; i < plies; ++i) {
        Move move = player_random(pos, random);
        if (move == MOVE_NONE) return false;
        position_make(pos, move);
        if (position_outcome(pos).result != ONGOING) return false;
    }
    return true;
}

/* Writes the position that a round of a variant starts from: the same for the same seed
 * and number. */
static void opening_of(const Match *match, const Book *book, uint64_t number, char fen[FEN_MAX])
{
    const char *opening = book->openings[number % book->count];
    uint64_t random = match->seed * 0x100000001B3u + number;
    ErrorText error;
    snprintf(fen, FEN_MAX, "%s", opening);
    if (match->random_plies == 0) return;
    Position *pos = position_new(book->variant);
    for (int attempt = 0; pos && attempt < 1000; ++attempt)
        if (position_set_fen(pos, opening, &error) && play_random_turns(pos, match->random_plies, &random)) {
            book->variant->get_fen(pos, fen);
            break;
        }
    position_free(pos);
}

/* ---- Telling how it stands ---- */

static void print_elo(FILE *out, const MatchEstimate *e)
{
    fprintf(out, "Elo %+.1f +- %.1f  LOS %.1f%%", e->elo, e->error, 100.0 * e->los);
}

static void print_llr(FILE *out, const Tally *tally)
{
    double lower, upper, llr = tally_llr(tally, &lower, &upper);
    fprintf(out, "LLR %.2f [%.2f, %.2f] for Elo [%g, %g]", llr, lower, upper, tally->elo0, tally->elo1);
}

static void print_progress(Runner *runner)
{
    const Tally *tally = &runner->tally;
    const Match *match = runner->match;
    MatchCounts counts = tally_counts(tally);
    MatchEstimate e = stats_estimate(&counts);
    unsigned done = counts.wins + counts.losses + counts.draws;
    double minutes = (double)(time_now() - match->start_time) / 6e7;
    double rate = minutes > 0.0 ? (double)runner->played / minutes : 0.0;
    unsigned long long left = rate > 0.0 ? (unsigned long long)(60.0 * (double)(tally->games - done) / rate) : 0;
    bool terminal = isatty(2);

    pthread_mutex_lock(&print_lock);
    fprintf(stderr, "%s%u/%zu %s %.1f%% (+%u -%u =%u)  ", terminal ? "\r" : "", done, tally->games, tally->names[0],
            100.0 * e.score, counts.wins, counts.losses, counts.draws);
    print_elo(stderr, &e);
    if (tally->sprt) {
        fputs("  ", stderr);
        print_llr(stderr, tally);
    }
    fprintf(stderr, "  %.1f games/min  %llu:%02llu:%02llu left", rate, left / 3600, left / 60 % 60, left % 60);
    fputs(terminal ? "\033[K" : "\n", stderr);
    line_open = terminal;
    fflush(stderr);
    pthread_mutex_unlock(&print_lock);
}

/* Each variant by itself, where there are several. */
static void print_variants(const Tally *tally)
{
    if (tally->variant_count < 2) return;
    puts("Variants");
    for (size_t i = 0; i < tally->variant_count; ++i) {
        MatchCounts counts = tally_counts_of(tally, i);
        MatchEstimate e = stats_estimate(&counts);
        printf("  %-20s %u games: +%u -%u =%u, %.1f%%  ", tally->variants[i], counts.wins + counts.losses + counts.draws,
               counts.wins, counts.losses, counts.draws, 100.0 * e.score);
        print_elo(stdout, &e);
        putchar('\n');
    }
}

static void print_engine(const Tally *tally, int i)
{
    const EngineTotals *t = &tally->totals[i];
    printf("  %-20s %llu turns", tally->names[i], (unsigned long long)t->turns);
    if (t->turns) printf(", %.4f s a turn", t->wall_seconds / (double)t->turns);
    if (t->depth_turns) printf(", depth %.1f", (double)t->depth_sum / (double)t->depth_turns);
    if (t->search_seconds > 0.0) printf(", %.0f nodes/s", (double)t->nodes / t->search_seconds);
    putchar('\n');
}

/* Games that ended by chess alone, if some did not. */
static void print_without_faults(const Tally *tally)
{
    uint64_t sound[3] = {0}, faults = 0;
    for (size_t i = 0; i < tally->reason_count; ++i)
        for (int k = 0; k < 3; ++k) {
            if (tally->reasons[i].fault) faults += tally->reasons[i].counts[k];
            else sound[k] += tally->reasons[i].counts[k];
        }
    uint64_t games = sound[0] + sound[1] + sound[2];
    if (faults == 0 || games == 0) return;
    printf("Without the %llu ended by a fault: +%llu -%llu =%llu, %.1f%%\n", (unsigned long long)faults,
           (unsigned long long)sound[2], (unsigned long long)sound[0], (unsigned long long)sound[1],
           100.0 * ((double)sound[2] + (double)sound[1] / 2.0) / (double)games);
}

static void print_result(const Tally *tally)
{
    MatchCounts counts = tally_counts(tally);
    MatchEstimate e = stats_estimate(&counts);
    unsigned games = counts.wins + counts.losses + counts.draws;
    printf("%s against %s (%s)\n", tally->names[0], tally->names[1], tally->conditions);
    printf("Games %u: +%u -%u =%u, %.1f%%\n", games, counts.wins, counts.losses, counts.draws, 100.0 * e.score);
    if (tally->games_per_round == 2)
        printf("Pairs by points (0, 0.5, 1, 1.5, 2): %u %u %u %u %u\n", counts.pairs[0], counts.pairs[1], counts.pairs[2],
               counts.pairs[3], counts.pairs[4]);
    print_elo(stdout, &e);
    putchar('\n');
    if (tally->sprt) {
        double lower, upper, llr = tally_llr(tally, &lower, &upper);
        print_llr(stdout, tally);
        puts(llr >= upper ? ": elo1 accepted" : llr <= lower ? ": elo0 accepted" : ": undecided");
    }
    print_without_faults(tally);
    print_variants(tally);
    printf("Endings                          games   %s wins   loses   draws\n", tally->names[0]);
    for (size_t i = 0; i < tally->reason_count; ++i) {
        const Reason *r = &tally->reasons[i];
        int width = (int)strlen(tally->names[0]) + 7;
        printf("  %-28s %7llu  %*llu %7llu %7llu%s\n", r->text,
               (unsigned long long)(r->counts[0] + r->counts[1] + r->counts[2]), width, (unsigned long long)r->counts[2],
               (unsigned long long)r->counts[0], (unsigned long long)r->counts[1], r->fault ? "  (fault)" : "");
    }
    puts("Engines");
    for (int i = 0; i < 2; ++i) print_engine(tally, i);
    if (games) printf("Plies a game: %.1f\n", (double)tally->plies / games);
    fflush(stdout);
}

/* ---- The threads ---- */

/* The number of a game not yet played, or -1. */
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

static void save_json(Runner *runner)
{
    ErrorText error;
    runner->last_json = time_now();
    if (runner->match->json_file && !tally_write(&runner->tally, runner->match->json_file, &error))
        match_warn("%s", error.text);
}

static void count_game(Runner *runner, size_t n, bool first_is_white, const GameResult *result, const Text *pgn)
{
    Tally *tally = &runner->tally;
    pthread_mutex_lock(&runner->lock);
    /* The SPRT's answer is that of the moment it was reached. */
    if (!runner->decided) {
        tally_add(tally, n, first_is_white, result);
        ++runner->played;
        if (runner->pgn && (fwrite(pgn->data, 1, pgn->length, runner->pgn) != pgn->length || fflush(runner->pgn) != 0)) {
            match_warn("cannot write %s: %s", runner->match->pgn_file, strerror(errno));
            fclose(runner->pgn);
            runner->pgn = NULL;
        }
        if (tally->sprt) {
            double lower, upper, llr = tally_llr(tally, &lower, &upper);
            runner->decided = llr <= lower || llr >= upper;
            if (runner->decided) process_stop_all();
        }
        int64_t now = time_now();
        if (now - runner->last_json >= JSON_EVERY) save_json(runner);
        if (isatty(2) || now - runner->last_progress >= PROGRESS_EVERY) {
            runner->last_progress = now;
            print_progress(runner);
        }
    }
    pthread_mutex_unlock(&runner->lock);
}

static void *run_worker(void *argument)
{
    Worker *worker = argument;
    Runner *runner = worker->runner;
    Match *match = runner->match;
    const uint64_t first_round = match->first_opening * match->book_count;
    Engine *engines[2];
    for (int i = 0; i < 2; ++i) {
        engines[i] = match_alloc(NULL, sizeof *engines[i]);
        memset(engines[i], 0, sizeof *engines[i]);
        engines[i]->match = match;
        engines[i]->config = &match->engines[i];
        engines[i]->thread = worker->number;
    }
    int64_t n;
    while ((n = take_game(runner)) >= 0) {
        uint64_t round = (uint64_t)n / match->games_per_round;
        const Book *book = &match->books[round % match->book_count];
        char fen[FEN_MAX];
        opening_of(match, book, match->first_opening + round / match->book_count, fen);
        /* Single games alternate, too. */
        bool first_is_white = n % 2 == 0;
        for (int i = 0; i < 2; ++i)
            engines[i]->random = match->seed ^ ((first_round * 2 + (uint64_t)n) * 2 + (uint64_t)i + 1) << 20;
        GameJob job = {.variant = book->variant, .round = first_round + round + 1, .fen = fen,
                       .first_is_white = first_is_white};
        GameResult result;
        Text pgn = {0};
        game_play(match, engines, &job, &result, &pgn);
        if (!result.aborted) count_game(runner, (size_t)n, first_is_white, &result, &pgn);
        free(pgn.data);
        if (result.aborted) break;
    }
    for (int i = 0; i < 2; ++i) {
        engine_quit(engines[i]);
        free(engines[i]);
    }
    return NULL;
}

/* ---- Before and after ---- */

static void die(const char *file, const char *why)
{
    fprintf(stderr, "quincunx-match: %s: %s\n", file, why);
    exit(2);
}

/* Opens for appending, closed in children. */
static FILE *open_output(const char *name)
{
    FILE *file = fopen(name, "a");
    if (!file) die(name, strerror(errno));
    fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
    setvbuf(file, NULL, _IOFBF, 1 << 16);
    return file;
}

/* Takes up a match of which a part has been played. */
static void resume(Runner *runner)
{
    Match *match = runner->match;
    Tally old, *tally = &runner->tally;
    ErrorText error;
    bool missing;
    if (!match->json_file) return;
    if (!tally_read(&old, match->json_file, &missing, &error)) {
        if (!missing) die(match->json_file, error.text);
        if (!tally_write(tally, match->json_file, &error)) die(match->json_file, error.text);
        return;
    }
    const Shard *a = &old.shards[0], *b = &tally->shards[0];
    if (strcmp(old.conditions, tally->conditions) != 0 || old.shard_count != 1 || a->seed != b->seed ||
        a->first != b->first) {
        fprintf(stderr,
                "quincunx-match: %s holds another match; choose another file or remove it.\n"
                "  there: %s; seed %llu, opening %llu%s\n  here:  %s; seed %llu, opening %llu\n",
                match->json_file, old.conditions, (unsigned long long)a->seed, (unsigned long long)a->first + 1,
                old.shard_count != 1 ? ", several parts" : "", tally->conditions, (unsigned long long)b->seed,
                (unsigned long long)b->first + 1);
        exit(2);
    }
    Tally asked = *tally;
    *tally = old;
    tally->sprt = asked.sprt;
    tally->elo0 = asked.elo0;
    tally->elo1 = asked.elo1;
    tally->alpha = asked.alpha;
    tally->beta = asked.beta;
    tally_resize(tally, asked.games);
    tally_free(&asked);
    MatchCounts counts = tally_counts(tally);
    fprintf(stderr, "%s: %u games are already played\n", match->json_file, counts.wins + counts.losses + counts.draws);
}

/* Adds up result files. */
static int merge(const Match *match)
{
    Tally sum, part;
    ErrorText error;
    for (size_t i = 0; i < match->merge_count; ++i) {
        if (!tally_read(i ? &part : &sum, match->merge[i], NULL, &error)) die(match->merge[i], error.text);
        if (i && !tally_merge(&sum, &part, &error)) die(match->merge[i], error.text);
        if (i) tally_free(&part);
    }
    if (match->sprt) {
        sum.sprt = true;
        sum.elo0 = match->elo0;
        sum.elo1 = match->elo1;
        sum.alpha = match->alpha;
        sum.beta = match->beta;
    }
    print_result(&sum);
    if (match->json_file && !tally_write(&sum, match->json_file, &error)) die("--merge", error.text);
    tally_free(&sum);
    return 0;
}

static int play(Match *match)
{
    Runner runner = {.match = match, .lock = PTHREAD_MUTEX_INITIALIZER};
    tally_init(&runner.tally, match);
    resume(&runner);
    if (match->pgn_file) runner.pgn = open_output(match->pgn_file);
    if (match->log_file) {
        match->log = open_output(match->log_file);
        setvbuf(match->log, NULL, _IOLBF, 1 << 16);
    }
    if (!process_init()) die("signals", strerror(errno));
    match->start_time = runner.last_progress = time_now();

    Worker *workers = match_alloc(NULL, match->concurrency * sizeof *workers);
    unsigned started = 0;
    for (; started < match->concurrency; ++started) {
        workers[started] = (Worker){.runner = &runner, .number = started + 1};
        if (pthread_create(&workers[started].thread, NULL, run_worker, &workers[started]) != 0) break;
    }
    if (started < match->concurrency) match_warn("only %u of %u games at a time", started, match->concurrency);
    for (unsigned i = 0; i < started; ++i) pthread_join(workers[i].thread, NULL);
    free(workers);

    if (match->json_file) save_json(&runner);
    if (line_open) fputc('\n', stderr);
    if (process_signal()) fprintf(stderr, "Stopped by signal %d; the result so far:\n", process_signal());
    print_result(&runner.tally);
    if (runner.pgn) fclose(runner.pgn);
    if (match->log) fclose(match->log);
    tally_free(&runner.tally);
    return process_signal() ? 128 + process_signal() : started ? 0 : 1;
}

int main(int argc, char **argv)
{
    static Match match;
    variants_init();
    options_read(&match, argc, argv);
    return match.merge ? merge(&match) : play(&match);
}
