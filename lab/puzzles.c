/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The command line of puzzles. */

#include "lab.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../src/util/files.h"
#include "../src/util/whole_file.h"
#include "puzzle_mine.h"

enum {
    FILE_BYTES_MAX = 60000,
    NUMBER_MAX = 1000000000,
    WANTED = 300,     /* puzzles in a file: at most one in ... */
    SINGLE_SHARE = 5, /* is of one move, and at least one in ... */
    DEEP_SHARE = 4    /* of three moves of the solver or more */
};

typedef struct Options {
    const Variant *variant;
    const char *work, *write, *out, *add;
    Words files;
    bool find, prints, verifies, quiet;
    int64_t minutes, seed, sample;
} Options;

const Argument puzzles_arguments[] = {
    {"GAME", ARGUMENT_BY(variant_argument, Options, variant)},
    {"[FILE...]", ARGUMENT(Options, files)},
    {"--find", ARGUMENT(Options, find), .help = "find puzzles in games of `quincunx-lab datagen`"},
    {"--write", ARGUMENT(Options, write), "FILE", "write those for the program, at most 60 kB"},
    {"--print", ARGUMENT(Options, prints), .help = "print those in the program, as EPD with bm and id"},
    {"--verify", ARGUMENT(Options, verifies), .help = "prove those in the program, or in a file, again"},
    {"", .help = "To find and write"},
    {"--work", ARGUMENT(Options, work), "FILE", "file for what was found"},
    {"--minutes", ARGUMENT(Options, minutes), "N", "of this run (no limit)", 0, NUMBER_MAX},
    {"--add", ARGUMENT(Options, add), "FILE", "prove, rate and add the puzzles of an EPD file"},
    {"--seed", ARGUMENT(Options, seed), "N", "for drawing positions from tablebases (1)", 0, NUMBER_MAX},
    {"", .help = "To prove"},
    {"--sample", ARGUMENT(Options, sample), "N", "of the puzzles, evenly spaced (all)", 0, NUMBER_MAX},
    {"--out", ARGUMENT(Options, out), "FILE", "write those that hold"},
    {"", .help = "To find and prove"},
    {"--quiet", ARGUMENT(Options, quiet), .help = "no progress"},
    {.name = NULL},
};

static bool check_options(const Options *o, ErrorText *error)
{
    size_t files = o->find ? o->files.count : o->verifies; /* at most */
    if (o->find + (o->write != NULL) + o->prints + o->verifies != 1)
        return error_set(error, "needs one of --find, --write, --print and --verify");
    if ((o->find || o->write) && !o->work) return error_set(error, "--find and --write need --work FILE");
    return o->files.count <= files || error_set(error, "'%.60s' is one word too many", o->files.items[files]);
}

/* ---- Finding ---- */

static void report(const PuzzleWork *work)
{
    printf("%s: %" PRIu64 " games, %" PRIu64 " positions, %u puzzles\n", work->variant->name, work->games, work->tried,
           work->count);
    for (int i = 0; i < GROUP_NB; ++i) printf("  %-12s %u\n", group_names[i], work->in_group[i]);
    puts("thrown away:");
    for (int i = FINDING_PUZZLE + 1; i < FINDING_NB; ++i) printf("  %-12s %" PRIu64 "\n", finding_names[i], work->thrown[i]);
}

static int run_find(const Options *o, PuzzleFinder *f, ErrorText *error)
{
    PuzzleWork work;
    MineLimits limits = {(uint64_t)o->seed, o->minutes ? mine_clock() + 60.0 * (double)o->minutes : 0, o->quiet};
    if (!work_open(&work, f, o->work, error)) return STATUS_ERROR;
    /* Puzzles that there are already come first, then the tables, once. */
    bool ok = (!o->add || mine_file_of_puzzles(&work, f, o->add, &limits, error))
              && (work.games || mine_tables(&work, f, &limits, error))
              && mine_games(&work, f, o->files.items, o->files.count, &limits, error);
    if (ok) report(&work);
    work_free(&work);
    return ok ? STATUS_OK : STATUS_ERROR;
}

/* ---- Writing ---- */

static int by_rating(const void *a, const void *b)
{
    const Puzzle *one = a, *other = b;
    return one->rating != other->rating ? (one->rating > other->rating) - (one->rating < other->rating)
                                        : strcmp(one->fen, other->fen);
}

/* All puzzles, taken from the groups in turn. */
static void take_turns(const PuzzleWork *work, Puzzle *out)
{
    unsigned next[GROUP_NB] = {0};
    for (unsigned count = 0, group = 0; count < work->count; group = (group + 1) % GROUP_NB) {
        unsigned *i = &next[group];
        while (*i < work->count && puzzle_group(&work->puzzles[*i]) != group) ++*i;
        if (*i < work->count) out[count++] = work->puzzles[(*i)++];
    }
}

static bool is_single(const Puzzle *puzzle) { return puzzle->plies == 1; }
static bool is_deep(const Puzzle *puzzle) { return puzzle->plies >= 5; }
static bool is_shallow(const Puzzle *puzzle) { return !is_deep(puzzle); }
static bool is_any(const Puzzle *puzzle) { return puzzle != NULL; }

static unsigned count_of(const Puzzle *puzzles, unsigned count, bool (*kind)(const Puzzle *))
{
    unsigned found = 0;
    for (unsigned i = 0; i < count; ++i) found += kind(&puzzles[i]);
    return found;
}

/* Takes the last of a kind out. There is one. */
static void drop_last(Puzzle *puzzles, unsigned *count, bool (*kind)(const Puzzle *))
{
    unsigned i = *count - 1;
    while (!kind(&puzzles[i])) --i;
    memmove(&puzzles[i], &puzzles[i + 1], (--*count - i) * sizeof *puzzles);
}

static size_t bytes_of(PuzzleFinder *f, const Puzzle *puzzles, unsigned count)
{
    Buffer text = {0};
    for (unsigned i = 0; i < count; ++i) puzzle_write(f->line, &puzzles[i], NULL, &text);
    size_t bytes = text.length + count;
    buffer_free(&text);
    return bytes;
}

static bool has_few_single(const Puzzle *all, unsigned count) { return SINGLE_SHARE * count_of(all, count, is_single) <= count; }
static bool has_deep(const Puzzle *all, unsigned count) { return DEEP_SHARE * count_of(all, count, is_deep) >= count; }

/* Takes as many as the file holds and sorts them by rating. Of more than WANTED so many are left out that at most a fifth have one
 * move and at least a quarter three or more. Returns their number. */
static unsigned choose(const PuzzleWork *work, PuzzleFinder *f, Puzzle *out)
{
    unsigned count = work->count;
    take_turns(work, out);
    for (;;) {
        if (count > WANTED && !has_few_single(out, count)) drop_last(out, &count, is_single);
        else if (count > WANTED && !has_deep(out, count)) drop_last(out, &count, is_shallow);
        else if (bytes_of(f, out, count) > FILE_BYTES_MAX) drop_last(out, &count, is_any);
        else break;
    }
    qsort(out, count, sizeof *out, by_rating);
    return count;
}

static bool write_puzzles(PuzzleFinder *f, const Puzzle *puzzles, unsigned count, const char *path, ErrorText *error)
{
    Buffer out = {0};
    for (unsigned i = 0; i < count; ++i) {
        puzzle_write(f->line, &puzzles[i], NULL, &out);
        buffer_add(&out, "\n");
    }
    bool ok = !out.failed ? whole_file_write(path, buffer_text(&out), out.length, error) : error_set(error, "out of memory");
    buffer_free(&out);
    return ok;
}

static int run_write(const Options *o, PuzzleFinder *f, ErrorText *error)
{
    PuzzleWork work;
    if (!work_open(&work, f, o->work, error)) return STATUS_ERROR;
    Puzzle *chosen = malloc((work.count + 1) * sizeof *chosen);
    bool ok = chosen || error_set(error, "out of memory");
    unsigned count = ok ? choose(&work, f, chosen) : 0;
    ok = ok && write_puzzles(f, chosen, count, o->write, error);
    if (ok) report(&work);
    if (ok) printf("written: %u, %u of them of one move, %u of three or more\n", count, count_of(chosen, count, is_single),
                   count_of(chosen, count, is_deep));
    if (ok && (count < WANTED || !has_few_single(chosen, count) || !has_deep(chosen, count)))
        printf("%s needs more games: %u puzzles, of which at most a fifth have one move and at least a quarter three or more\n",
               f->variant->name, WANTED);
    free(chosen);
    work_free(&work);
    return ok ? STATUS_OK : STATUS_ERROR;
}

/* ---- Printing and proving ---- */

static int run_print(PuzzleFinder *f, ErrorText *error)
{
    unsigned count = puzzles_count(f->variant);
    if (!count) {
        error_set(error, "no puzzles of %s are built in", f->variant->title);
        return STATUS_ERROR;
    }
    for (unsigned i = 1; i <= count; ++i) {
        Puzzle puzzle;
        Buffer line = {0};
        char id[64], name[PUZZLE_ID_MAX];
        if (!puzzles_get(f->pos, i, &puzzle, error)) return STATUS_ERROR;
        snprintf(id, sizeof id, "%s %s", f->variant->name, puzzle_id(&puzzle, name));
        puzzle_write(f->line, &puzzle, id, &line);
        puts(buffer_text(&line));
        buffer_free(&line);
    }
    return STATUS_OK;
}

typedef struct Proving {
    Likeness *likeness;
    Puzzle *sound;
    unsigned count, tried, sounds;
} Proving;

/* Proves a puzzle, and prints what fails. */
static void prove_one(PuzzleFinder *f, const Options *o, const char *line, unsigned number, bool sampled, Proving *p)
{
    Puzzle puzzle;
    ErrorText error = {""};
    bool ok = puzzle_read(f->pos, line, &puzzle, &error);
    Finding finding = FINDING_PUZZLE;
    if (ok) {
        Likeness likeness = p->likeness[p->count] = puzzle_likeness(f, &puzzle);
        for (unsigned i = 0; i < p->count; ++i)
            if (p->likeness[i].position == likeness.position || p->likeness[i].idea == likeness.idea) finding = FINDING_ALIKE;
        ++p->count;
        if (sampled && finding == FINDING_PUZZLE) finding = find_verify(f, &puzzle);
        if (finding == FINDING_PUZZLE && puzzle_themes_of(f, &puzzle) != puzzle.themes)
            ok = error_set(&error, "its themes differ");
        if (finding != FINDING_PUZZLE) ok = error_set(&error, "%s", finding_names[finding]);
    }
    p->tried += sampled;
    if (ok) p->sound[p->sounds++] = puzzle;
    else printf("%s %u does not hold: %s\n", f->variant->name, number, error.text);
    if (!o->quiet && sampled && p->tried % 50 == 0) fprintf(stderr, "%s: %u examined\n", f->variant->name, p->tried);
}

static int run_verify(const Options *o, PuzzleFinder *f, ErrorText *error)
{
    Buffer text = {0};
    unsigned count = 0, number = 0;
    if (o->files.count && !file_read(o->files.items[0], &text, error)) return STATUS_ERROR;
    for (unsigned i = 1; !o->files.count && i <= puzzles_count(f->variant); ++i) {
        puzzles_line(f->variant, i, &text);
        buffer_add(&text, "\n");
    }
    for (const char *c = buffer_text(&text); *c; ++c) count += *c == '\n';
    Proving p = {.likeness = malloc((count + 1) * sizeof(Likeness)), .sound = malloc((count + 1) * sizeof(Puzzle))};
    bool ok = (p.likeness && p.sound && !text.failed) || error_set(error, "out of memory");
    ok = ok && (count > 0 || error_set(error, "there are no puzzles"));
    unsigned sample = o->sample && o->sample < count ? (unsigned)o->sample : count;
    for (char *line = text.text, *end; ok && number < count; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        /* Every count / sample-th. */
        bool sampled = (uint64_t)(number + 1) * sample / count > (uint64_t)number * sample / count;
        ++number;
        prove_one(f, o, line, number, sampled, &p);
    }
    unsigned untrue = count - p.sounds;
    if (ok) printf("%s: %u puzzles, %u proved again, %u failed\n", f->variant->name, count, p.tried - untrue, untrue);
    if (ok && o->out) ok = write_puzzles(f, p.sound, p.sounds, o->out, error);
    int status = !ok ? STATUS_ERROR : p.sounds == count ? STATUS_OK : STATUS_UNFINISHED;
    free(p.likeness);
    free(p.sound);
    buffer_free(&text);
    return status;
}

static int run(const Options *o, PuzzleFinder *f, ErrorText *error)
{
    if (o->find) return run_find(o, f, error);
    if (o->write) return run_write(o, f, error);
    return o->prints ? run_print(f, error) : run_verify(o, f, error);
}

int puzzles_run(int argc, char **argv, ErrorText *error)
{
    PuzzleFinder f;
    Options o = {.seed = 1};
    if (!arguments_read(puzzles_arguments, argc, argv, &o, NULL, error) || !check_options(&o, error)
        || !finder_init(&f, o.variant, error))
        return STATUS_ERROR;
    int status = run(&o, &f, error);
    finder_free(&f);
    return status;
}
