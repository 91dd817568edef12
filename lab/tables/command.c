/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "command.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../lab.h"
#include "../../src/text/notation.h"
#include "catalogue.h"
#include "inspect.h"
#include "solve.h"
#include "write.h"

enum { THREADS_LIMIT = 64, PATH_LENGTH_MAX = 4096, VERIFIED = 100000 };
/* For estimates. Measured: a thread solves 270,000 to 750,000 positions per second, depending on the game; a
 * byte on disk holds 4 (four pieces) to 9 (up to three pieces) positions. */
enum { POSITIONS_PER_SECOND = 300000, POSITIONS_A_BYTE = 5 };
/* Bytes per position while an endgame is solved; the memory limit for decoded tables during probing, at one
 * byte per position; the rest of the program. */
enum { BYTES_A_POSITION = 4, DECODED_MIB = 256, PROGRAM_MIB = 16 };

typedef struct Tables {
    const Variant *variant;
    Tablebases *known;
    const char *path;
    unsigned threads, pieces;
    bool verify, stats, list, one_side;
    Words names; /* of the endgames on the command line */
    Material *wanted;
    unsigned wanted_count;
    /* For the progress report. */
    double begun, last_report;
    uint64_t all, done; /* positions to be solved */
    bool on_terminal;
} Tables;

static atomic_bool stop;
static void on_interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&stop, true);
}

/* ---- Progress ---- */

typedef struct Telling {
    Tables *tables;
    char name[MATERIAL_NAME_MAX];
    uint64_t positions;
} Telling;

/* The first pass is about half of the work; the duration of the rest is not known beforehand. */
static void on_progress(void *context, const SolveProgress *p)
{
    Telling *telling = context;
    Tables *t = telling->tables;
    double now = lab_seconds();
    if (!t->on_terminal || now - t->last_report < 0.2) return;
    t->last_report = now;
    double share = p->level == 0 ? p->share / 2 : 0.5 + 0.5 * p->level / (p->level + 20.0);
    double all = ((double)t->done + share * (double)telling->positions) / (double)t->all;
    int bars = (int)(all * 30), left = all > 0 ? (int)((now - t->begun) * (1 - all) / all) : 0;
    fprintf(stderr, "\r[%.*s%.*s] %3d%%  %s, %u plies from the end, about %d:%02d left   ", bars, "##############################",
            30 - bars, "..............................", (int)(all * 100), telling->name, p->level, left / 60, left % 60);
}

static void clear_progress(const Tables *t)
{
    if (t->on_terminal) fprintf(stderr, "\r%79s\r", "");
}

/* ---- Generating ---- */

static bool file_of(const Tables *t, const Material *material, const char *suffix, char *path)
{
    char name[MATERIAL_NAME_MAX];
    material_print(t->variant, material, name);
    for (char *p = name; *p; ++p)
        if (*p == ':') *p = '_'; /* ':' is not allowed in file names everywhere */
    return snprintf(path, PATH_LENGTH_MAX, "%s/%s/%s.%s", t->path, t->variant->name, name, suffix) < PATH_LENGTH_MAX;
}

static bool make_folder(const char *path, ErrorText *error)
{
#ifdef _WIN32
    int failed = mkdir(path);
#else
    int failed = mkdir(path, 0777);
#endif
    return !failed || errno == EEXIST || error_set(error, "%.120s: %s", path, strerror(errno));
}

static bool make_folders(const Tables *t, ErrorText *error)
{
    char path[PATH_LENGTH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", t->path, t->variant->name) >= PATH_LENGTH_MAX)
        return error_set(error, "the path is too long");
    return make_folder(t->path, error) && make_folder(path, error);
}

static uint64_t positions_of(const Tables *t, const Material *material)
{
    TbIndex *index = malloc(sizeof *index);
    uint64_t size = index && index_init(index, t->variant, material, true, POSITIONS_MAX, NULL) ? 2 * (uint64_t)index->size : 0;
    free(index);
    return size;
}

static void report(const Tables *t, const char *name, const Table *table, double since)
{
    InspectCounts counts[SIDE_NB];
    for (Side s = WHITE; s <= BLACK; ++s)
        if (!inspect_count(t->known, table, s, &counts[s])) return;
    printf("%-12s %10" PRIu64
           " positions, White to move wins %5.1f%%, Black to move loses %5.1f%%, longest win %3u plies, %8zu bytes, %.1f s\n",
           name, counts[WHITE].positions + counts[BLACK].positions,
           100.0 * (double)counts[WHITE].won / (double)(counts[WHITE].positions + !counts[WHITE].positions),
           100.0 * (double)counts[BLACK].lost / (double)(counts[BLACK].positions + !counts[BLACK].positions),
           counts[WHITE].longest.plies, table_bytes(table), lab_seconds() - since);
    output_flush();
}

static bool write_solved(const Tables *t, const SolverPart *part, const char *path, ErrorText *error)
{
    TableSource source = {solver_index(part), 3, solver_value, part};
    if (!t->one_side) return table_write(&source, path, error);
    /* Keep the side to move that compresses better: try both. */
    size_t bytes[SIDE_NB] = {0};
    for (Side s = WHITE; s <= BLACK; ++s) {
        source.sides = 1u << s;
        if (!table_write(&source, path, error)) return false;
        Table *table = table_open_file(t->variant, path, error);
        if (!table) return false;
        bytes[s] = table_bytes(table);
        table_close(table);
    }
    source.sides = 1u << (bytes[WHITE] < bytes[BLACK] ? WHITE : BLACK);
    return table_write(&source, path, error);
}

/* Writes a table of a finished solver and adds it to the known ones. */
static bool keep_solved(Tables *t, const SolverPart *part, double since, ErrorText *error)
{
    const Material *material = &solver_index(part)->material;
    char path[PATH_LENGTH_MAX], name[MATERIAL_NAME_MAX];
    if (!file_of(t, material, "end", path)) return error_set(error, "the path is too long");
    Table *table = write_solved(t, part, path, error) ? table_open_file(t->variant, path, error) : NULL;
    if (!table) return false;
    if (!tb_add(t->known, table)) return error_set(error, "out of memory");
    t->done += 2 * (uint64_t)solver_index(part)->size;
    clear_progress(t);
    report(t, material_print(t->variant, material, name), table, since);
    return true;
}

/* Solves a group of endgames that depend on one another. */
static SolveStatus solve_group(Tables *t, const Material *group, unsigned count, Material *missing, ErrorText *error)
{
    char kept[PATH_LENGTH_MAX];
    if (!file_of(t, group, "stopped", kept)) {
        error_set(error, "the path is too long");
        return SOLVE_FAILED;
    }
    double since = lab_seconds();
    Telling telling = {.tables = t};
    for (unsigned i = 0; i < count; ++i) telling.positions += positions_of(t, &group[i]);
    material_print(t->variant, group, telling.name);
    SolveOptions options = {t->threads, t->known, kept, &stop, on_progress, &telling};
    Solver *solver = solver_new(t->variant, group, count, &options, error);
    SolveStatus status = solver ? solver_run(solver, missing, error) : SOLVE_FAILED;
    clear_progress(t);
    for (unsigned i = 0; status == SOLVE_DONE && i < count; ++i)
        if (!keep_solved(t, solver_part(solver, i), since, error)) status = SOLVE_FAILED;
    solver_free(solver);
    if (status == SOLVE_DONE) unlink(kept);
    return status;
}

/* Solves an endgame, after those that it depends on. Waiting endgames are a stack of groups. If one of the top group leads to an
 * endgame that waits below, all from there on depend on one another and become one group (the strong components of H. N. Gabow,
 * "Path-based depth-first search for strong and biconnected components", Information Processing Letters 74, 2000). */
static SolveStatus make_table(Tables *t, const Material *material, ErrorText *error)
{
    enum { WAITING_MAX = 256 };
    Material waiting[WAITING_MAX], missing;
    unsigned first[WAITING_MAX], groups = 1, count = 1;
    if (tb_find(t->known, material)) return SOLVE_DONE;
    waiting[0] = *material;
    first[0] = 0;
    while (groups > 0) {
        unsigned begin = first[groups - 1];
        SolveStatus status = solve_group(t, waiting + begin, count - begin, &missing, error);
        if (status == SOLVE_DONE) {
            count = begin;
            --groups;
            continue;
        }
        if (status != SOLVE_NEEDS) return status;
        unsigned at = 0;
        while (at < count && !material_equal(&waiting[at], &missing)) ++at;
        if (at < count) {
            while (first[groups - 1] > at) --groups;
        } else if (count < WAITING_MAX) {
            first[groups++] = count;
            waiting[count++] = missing;
        } else {
            char name[MATERIAL_NAME_MAX];
            error_set(error, "%s needs more than %d other endgames first", material_print(t->variant, material, name), WAITING_MAX);
            return SOLVE_FAILED;
        }
    }
    return SOLVE_DONE;
}

/* Prints the estimated cost. Endgames that the requested ones depend on and that are missing come on top. */
static void print_estimate(const Tables *t, unsigned missing, uint64_t largest)
{
    uint64_t decoded = t->all, time = t->all / POSITIONS_PER_SECOND / t->threads + 1;
    for (unsigned i = 0; i < tb_count(t->known); ++i) decoded += 2 * (uint64_t)table_index(tb_table(t->known, i))->size;
    uint64_t mib = (largest * BYTES_A_POSITION >> 20) + (decoded >> 20 < DECODED_MIB ? decoded >> 20 : DECODED_MIB) + PROGRAM_MIB;
    printf("%s: %u endgames, %u to be made", t->variant->title, t->wanted_count, missing);
    if (missing)
        printf(": %" PRIu64 " positions, at most %" PRIu64 " MiB of memory, about %" PRIu64 ":%02u minutes, about %" PRIu64
               " kB on disk",
               t->all, mib, time / 60, (unsigned)(time % 60), t->all / POSITIONS_A_BYTE / 1000 + 1);
    printf("\n");
    output_flush();
}

static bool make_all(Tables *t, ErrorText *error)
{
    uint64_t largest = 0;
    unsigned missing = 0;
    for (unsigned i = 0; i < t->wanted_count; ++i) {
        if (tb_find(t->known, &t->wanted[i])) continue;
        uint64_t positions = positions_of(t, &t->wanted[i]);
        if (t->variant->board.keeps_captured) largest += positions; /* at most: groups are solved together */
        else if (positions > largest) largest = positions;
        t->all += positions;
        ++missing;
    }
    print_estimate(t, missing, largest);
    if (missing && !make_folders(t, error)) return false;
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    for (unsigned i = 0; i < t->wanted_count; ++i) {
        SolveStatus status = make_table(t, &t->wanted[i], error);
        if (status == SOLVE_STOPPED) return error_set(error, "stopped; the same command continues");
        if (status != SOLVE_DONE) return false;
    }
    return true;
}

/* ---- Inspecting ---- */

static bool verify_all(const Tables *t, ErrorText *error)
{
    uint64_t wrong_tables = 0;
    for (unsigned i = 0; i < t->wanted_count; ++i) {
        char name[MATERIAL_NAME_MAX], fen[FEN_MAX] = "";
        const Table *table = tb_find(t->known, &t->wanted[i]);
        material_print(t->variant, &t->wanted[i], name);
        if (!table) return error_set(error, "there is no table of %s in %.100s", name, t->path);
        uint64_t checked = 0, wrong = inspect_verify(t->known, table, VERIFIED, &checked, fen);
        if (wrong == UINT64_MAX) return error_set(error, "%s: a table that it needs is missing", name);
        printf("%-12s %8" PRIu64 " positions checked, %" PRIu64 " wrong%s%s\n", name, checked, wrong, wrong ? ": " : "", fen);
        output_flush();
        wrong_tables += wrong > 0;
    }
    return !wrong_tables || error_set(error, "%" PRIu64 " tables are wrong", wrong_tables);
}

static void print_line(const Tables *t, Position *pos)
{
    char fen[FEN_MAX];
    pos->variant->board.get_fen(pos, fen);
    printf("    %s\n   ", fen);
    for (int ply = 0; ply < LINE_PLIES_MAX && position_outcome(pos).result == ONGOING; ++ply) {
        char text[MOVE_TEXT_MAX];
        Move best = inspect_best(t->known, pos);
        if (!best || !position_reserve(pos, 8)) break;
        pos->variant->text.print(pos, best, text);
        printf(" %s", text);
        position_make(pos, best);
    }
    printf("\n");
}

static bool show_stats(const Tables *t, ErrorText *error)
{
    for (unsigned i = 0; i < t->wanted_count; ++i) {
        char name[MATERIAL_NAME_MAX];
        const Table *table = tb_find(t->known, &t->wanted[i]);
        material_print(t->variant, &t->wanted[i], name);
        if (!table) return error_set(error, "there is no table of %s in %.100s", name, t->path);
        for (Side s = WHITE; s <= BLACK; ++s) {
            InspectCounts c;
            if (!inspect_count(t->known, table, s, &c)) return error_set(error, "out of memory");
            uint64_t all = c.positions + !c.positions;
            printf("%-12s %s to move: %9" PRIu64 " positions, won %6.2f%%, drawn %6.2f%%, lost %6.2f%%", name, side_name(s),
                   c.positions, 100.0 * (double)c.won / (double)all, 100.0 * (double)(c.positions - c.won - c.lost) / (double)all,
                   100.0 * (double)c.lost / (double)all);
            if (c.longest.result != TB_DRAW)
                printf("; longest %s %u plies", c.longest.result == TB_WIN ? "win" : "loss", c.longest.plies);
            printf("\n");
            Position *pos = c.longest.result == TB_WIN ? inspect_position(table, s, c.number) : NULL;
            if (pos) print_line(t, pos);
            position_free(pos);
            output_flush();
        }
    }
    return true;
}

/* ---- The command line ---- */

const Argument tables_arguments[] = {
    {"GAME", ARGUMENT_BY(variant_argument, Tables, variant)},
    {"[ENDGAME...]", ARGUMENT(Tables, names), .help = "like KRvK; without any, all of --pieces"},
    {"--path", ARGUMENT(Tables, path), "FOLDER", "where tables are (tablebases)"},
    {"--pieces", ARGUMENT(Tables, pieces), "N", "all endgames of N pieces (3 in most games)", 1, PIECES_MAX},
    {"--threads", ARGUMENT(Tables, threads), "N", "(as many as there are processors)", 1, THREADS_LIMIT},
    {"--one-side", ARGUMENT(Tables, one_side), .help = "only the side to move with the smaller table"},
    {"--list", ARGUMENT(Tables, list), .help = "list the endgames, make none"},
    {"--verify", ARGUMENT(Tables, verify), .help = "check existing tables"},
    {"--stats", ARGUMENT(Tables, stats), .help = "show what tables contain"},
    {.name = NULL},
};

static bool find_wanted(Tables *t, ErrorText *error)
{
    if (t->names.count) t->wanted = calloc(t->names.count, sizeof *t->wanted);
    else t->wanted = catalogue_list(t->variant, t->pieces ? t->pieces : catalogue_usual_pieces(t->variant), &t->wanted_count);
    if (!t->wanted) return error_set(error, "out of memory");
    for (size_t i = 0; i < t->names.count; ++i)
        if (!material_parse(t->variant, t->names.items[i], &t->wanted[t->wanted_count++], error)) return false;
    return true;
}

static void say_complaint(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "quincunx-lab tables: %s\n", text);
}

static bool run(Tables *t, ErrorText *error)
{
    if (t->list) {
        for (unsigned i = 0; i < t->wanted_count; ++i) {
            char name[MATERIAL_NAME_MAX];
            printf("%-12s %10" PRIu64 " positions\n", material_print(t->variant, &t->wanted[i], name),
                   positions_of(t, &t->wanted[i]));
        }
        return true;
    }
    struct stat status;
    TbListener listener = {say_complaint, NULL};
    if (stat(t->path, &status) == 0) tb_add_folder(t->known, t->path, &listener);
    if (t->verify && !verify_all(t, error)) return false;
    if (t->stats && !show_stats(t, error)) return false;
    return t->verify || t->stats || make_all(t, error);
}

static unsigned processors(void)
{
#ifdef _SC_NPROCESSORS_ONLN
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#else /* required on Windows */
    const char *told = getenv("NUMBER_OF_PROCESSORS");
    long count = told ? strtol(told, NULL, 10) : 1;
#endif
    return count < 1 ? 1 : count > THREADS_LIMIT ? THREADS_LIMIT : (unsigned)count;
}

int tables_run(int argc, char **argv, ErrorText *error)
{
    Tables t = {.path = "tablebases", .threads = processors(), .begun = lab_seconds(), .on_terminal = isatty(STDERR_FILENO)};
    bool ok = arguments_read(tables_arguments, argc, argv, &t, NULL, error);
    ok = ok && ((t.known = tb_new(t.variant)) || error_set(error, "out of memory"));
    ok = ok && find_wanted(&t, error) && run(&t, error);
    tb_free(t.known);
    free(t.wanted);
    return ok ? STATUS_OK : STATUS_ERROR;
}
