/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What the engine is shipped with, checked by the slow implementations of tests/reference: the puzzles that say "win", and
 * the endgame tablebases that are built in. A table is right if the value of every position follows from those of its
 * successors: wins and losses then are by induction on their length, and nobody can leave a draw.
 *
 * TEST_CLAIMS positions of each game's tables and as many of 30,000 puzzles are drawn by TEST_SEED; 0: all, an hour.
 * TEST_GAME selects a single game. TEST_TABLES is a folder of other tables (quincunx-lab tables) to check instead of those built
 * in: the small ones whole, and of all large ones of a game together TEST_CLAIMS positions, a table as many as another.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lab/tables/setup.h"
#include "../src/library/puzzle.h"
#include "../src/text/notation.h"
#include "../src/tablebases/decoded.h"
#include "../src/tablebases/probe.h"
#include "../src/util/whole_file.h"
#include "reference/reference.h"
#include "reference/solver.h"
#include "support.h"

enum { FILE_MAX = 1 << 22, COUNTERS = 1000, SMALL = 300000 /* positions, both sides to move */ };

static long wanted;
static uint64_t first_seed;
static const char *folder_of_tables;

static uint8_t *data_of(const char *game, const char *end, size_t *size)
{
    char path[128];
    ErrorText error;
    snprintf(path, sizeof path, "src/variants/%s/%s%s", game, game, end);
    return whole_file_read(path, FILE_MAX, size, &error);
}

/* ---- Tables ---- */

typedef struct Tables {
    const Reference *reference;
    const Variant *variant;
    uint8_t *data;
    Tablebases *tablebases;
    Position *pos; /* to ask with */
    unsigned limit; /* plies without progress that draw; 0: none do */
    unsigned grain;
} Tables;

/* The counter of a FEN, its last field but one, and where it begins. */
static unsigned counter_of(const char *fen, size_t *at)
{
    const char *number = strrchr(fen, ' '), *counter = number;
    while (counter[-1] != ' ') --counter;
    *at = (size_t)(counter - fen);
    return (unsigned)strtoul(counter, NULL, 10);
}

/* A position of a table in which the game goes on; false if it has none. */
static bool find_position(const Table *table, char *fen)
{
    SetUp set_up;
    const TbIndex *index = table_index(table);
    uint32_t number = 0;
    ck_assert(set_up_init(&set_up, index));
    while (number < index->size && (!set_up_number(&set_up, number, WHITE) || position_outcome(set_up.pos).result != ONGOING))
        ++number;
    if (number < index->size) set_up.pos->variant->board.get_fen(set_up.pos, fen);
    set_up_free(&set_up);
    return number < index->size;
}

/* By the slow implementation: the least counter that draws; 0: none does. Of a position of the tables: a board that is being set up
 * counts nothing. */
static unsigned limit_of(const Reference *reference, const Tablebases *tablebases)
{
    char fen[FEN_MAX], now[REF_FEN_MAX];
    size_t at;
    unsigned table = tb_count(tablebases);
    while (table > 0 && !find_position(tb_table(tablebases, table - 1), fen)) --table;
    if (table == 0) return 0;
    counter_of(fen, &at);
    for (unsigned counter = 1; counter < COUNTERS; ++counter) {
        snprintf(now, sizeof now, "%.*s%u 1", (int)at, fen, counter);
        if (reference->result(now) == REF_DRAW) return counter;
    }
    return 0;
}

static void complain(void *context, const char *text)
{
    (void)context;
    ck_abort_msg("%s", text);
}

static bool tables_begin(Tables *t, const Reference *reference)
{
    size_t size, length;
    *t = (Tables){.reference = reference, .variant = variant_find(reference->name), .grain = 1};
    if (!t->variant) return false;
    t->tablebases = tb_new(t->variant);
    t->pos = position_at(reference->name, NULL);
    if (folder_of_tables) {
        TbListener listener = {complain, NULL};
        tb_add_folder(t->tablebases, folder_of_tables, &listener);
    } else if ((t->data = data_of(reference->name, ".pack", &size))) {
        for (size_t at = 0; at < size; at += length) {
            length = table_length(t->data + at, size - at);
            ck_assert_uint_gt(length, 0);
            Table *table = table_open(t->variant, t->data + at, length, NULL);
            ck_assert(table && tb_add(t->tablebases, table));
        }
    }
    for (unsigned i = 0; i < tb_count(t->tablebases); ++i) t->grain = max(t->grain, table_grain(tb_table(t->tablebases, i)));
    t->limit = limit_of(reference, t->tablebases);
    return true;
}

static void tables_end(Tables *t)
{
    tb_free(t->tablebases);
    position_free(t->pos);
    free(t->data);
}

/* What the tables say. */
static TbValue claimed(Tables *t, const char *fen)
{
    TbValue value;
    ErrorText error;
    ck_assert_msg(position_set_fen(t->pos, fen, &error), "%s: %s", fen, error.text);
    ck_assert(position_reserve(t->pos, TB_PLIES));
    ck_assert_msg(tb_value(t->tablebases, t->pos, &value), "%s has no value", fen);
    return value;
}

/* The value of an ended game for the side to move. */
static TbValue value_of_result(const char *fen, RefResult result)
{
    if (result == REF_DRAW) return (TbValue){TB_DRAW, 0, 0};
    return (TbValue){(result == REF_WHITE_WINS) == ref_white_moves(fen) ? TB_WIN : TB_LOSS, 0, 0};
}

/* The value of a move, for the side that makes it. */
static TbValue value_of_successor(Tables *t, const char *fen)
{
    RefResult result = t->reference->result(fen);
    TbValue after = result == REF_ONGOING ? claimed(t, fen) : value_of_result(fen, result);
    size_t at;
    bool counts = counter_of(fen, &at) > 0;
    unsigned phase = counts ? after.phase + 1 : 1;
    /* Where the counter runs out before the win, the game is drawn. */
    if (after.result == TB_DRAW || (t->limit && phase > t->limit)) return (TbValue){TB_DRAW, 0, 0};
    return (TbValue){after.result == TB_WIN ? TB_LOSS : TB_WIN, after.plies + 1, phase};
}

/* Wins the sooner the better, losses the later. */
static bool is_better(TbValue a, TbValue b)
{
    if (a.result != b.result) return a.result > b.result;
    if (a.result == TB_WIN && a.plies == b.plies) return a.phase < b.phase;
    return a.result == TB_WIN ? a.plies < b.plies : a.plies > b.plies;
}

/* The value that follows from the moves. */
static TbValue value_by_rules(Tables *t, const char *fen)
{
    RefResult result = t->reference->result(fen);
    if (result != REF_ONGOING) return value_of_result(fen, result);
    RefMove *moves;
    size_t n = ref_different_moves(t->reference, fen, &moves);
    TbValue best = {TB_DRAW, 0, 0};
    ck_assert_uint_gt(n, 0);
    for (size_t i = 0; i < n; ++i) {
        TbValue value = value_of_successor(t, moves[i].fen);
        TbValue better = i == 0 || is_better(value, best) ? value : best;
        /* The phase of a loss is the longest of all: the loser chooses. */
        if (i > 0 && value.result == TB_LOSS && best.result == TB_LOSS) better.phase = max(value.phase, best.phase);
        best = better;
    }
    free(moves);
    return best;
}

static void check_position(Tables *t, const char *fen)
{
    TbValue stored = claimed(t, fen), found = value_by_rules(t, fen);
    bool agrees = stored.result == found.result && stored.plies == found.plies && stored.phase < found.phase + t->grain
                  && found.phase < stored.phase + t->grain;
    ck_assert_msg(agrees, "%s: the table says %d in %u (phase %u), the slow rules %d in %u (%u)", fen, stored.result, stored.plies,
                  stored.phase, found.result, found.plies, found.phase);
}

/* Is it checked whole, whatever TEST_CLAIMS? */
static bool is_whole(const Table *table) { return folder_of_tables && 2 * (uint64_t)table_index(table)->size <= SMALL; }

/* Checks the positions of a table by number; of both sides to move, for what the engine derives a move ahead is claimed, too. */
static uint64_t check_table(Tables *t, const Table *table, uint64_t sample, uint64_t *seed)
{
    SetUp set_up;
    char fen[FEN_MAX];
    const TbIndex *index = table_index(table);
    uint64_t checked = 0, size = 2 * (uint64_t)index->size;
    bool whole = !wanted || is_whole(table);
    ck_assert(set_up_init(&set_up, index));
    for (uint64_t tries = 0; whole ? tries < size : checked < sample && tries < 1000 * sample; ++tries) {
        uint64_t number = whole ? tries : random_below(seed, size);
        if (!set_up_number(&set_up, (uint32_t)(number / 2), (Side)(number % 2))) continue;
        t->variant->board.get_fen(set_up.pos, fen);
        check_position(t, fen);
        ++checked;
    }
    set_up_free(&set_up);
    return checked;
}

START_TEST(tables_follow_from_the_slow_rules)
{
    Tables t;
    uint64_t seed = first_seed, checked = 0;
    if (!tables_begin(&t, references[_i])) return;
    unsigned count = tb_count(t.tablebases), large = 0;
    for (unsigned i = 0; i < count; ++i) large += !is_whole(tb_table(t.tablebases, i));
    uint64_t sample = large ? ((uint64_t)wanted + large - 1) / large : 0;
    for (unsigned i = 0; i < count; ++i) checked += check_table(&t, tb_table(t.tablebases, i), sample, &seed);
    ck_assert(checked > 0 || count == 0);
    if (!wanted) large = 0;
    if (count) printf("%s: %" PRIu64 " positions of %u tables, %u of them whole\n", t.variant->name, checked, count, count - large);
    tables_end(&t);
}

/* ---- Puzzles ---- */

/* Do two moves share a step: the same but for what a piece becomes, or with a leg in common? */
static bool share_a_step(const char *a, const char *b)
{
    size_t n = strlen(a);
    if (n == strlen(b) && n > 4 && strncmp(a, b, n - 1) == 0) return true;
    for (const char *leg = a; *leg; leg += strcspn(leg, ",") + (leg[strcspn(leg, ",")] == ',')) {
        size_t length = strcspn(leg, ",");
        for (const char *other = b; *other; other += strcspn(other, ",") + (other[strcspn(other, ",")] == ','))
            if (strcspn(other, ",") == length && strncmp(leg, other, length) == 0) return true;
    }
    return false;
}

/* One move of the solver: it wins within `moves`, no other does, and nothing wins sooner. `last`: the end of a longer solution,
 * where any win will do. */
static void check_move(RefSolver *solver, const char *fen, const char *after, unsigned moves, bool last)
{
    RefMove *all;
    size_t n = ref_different_moves(solver->reference, fen, &all), at = n;
    for (size_t i = 0; i < n; ++i)
        if (strcmp(all[i].fen, after) == 0) at = i;
    ck_assert_msg(at < n, "%s: the slow rules have no move to %s", fen, after);
    ck_assert_msg(moves == 1 || !ref_wins(solver, fen, moves - 1), "%s: a win in less than %u", fen, moves);
    for (size_t i = 0; i < n; ++i) {
        if (i != at && last) continue;
        if (i != at && share_a_step(all[i].text, all[at].text)) continue;
        bool wins = ref_wins_after(solver, all[i].fen, moves);
        ck_assert_msg(wins == (i == at), "%s: %s %s in %u", fen, all[i].text, wins ? "wins, too," : "does not win", moves);
    }
    free(all);
}

static void check_puzzle(const Reference *reference, const Puzzle *puzzle)
{
    Position *pos = position_at(reference->name, puzzle->fen);
    RefSolver solver = {.reference = reference};
    char fen[FEN_MAX], after[FEN_MAX];
    ck_assert_msg(reference->result(puzzle->fen) == REF_ONGOING, "%s: the game is over", puzzle->fen);
    ck_assert_uint_eq(puzzle->plies, 2 * puzzle->moves - 1);
    for (unsigned ply = 0; ply < puzzle->plies; ++ply) {
        pos->variant->board.get_fen(pos, fen);
        position_make(pos, puzzle->line[ply]);
        pos->variant->board.get_fen(pos, after);
        if (ply % 2 == 0) check_move(&solver, fen, after, puzzle->moves - ply / 2, ply > 0 && ply + 1 == puzzle->plies);
    }
    ref_solver_free(&solver);
    position_free(pos);
}

START_TEST(puzzles_are_wins_by_the_slow_rules)
{
    const Reference *reference = references[_i];
    size_t size;
    char *text = variant_find(reference->name) ? (char *)data_of(reference->name, ".epd", &size) : NULL;
    uint64_t seed = first_seed;
    unsigned wins = 0, checked = 0;
    if (!text) return;
    text[size - 1] = '\0'; /* in place of the last line's end */
    Position *pos = position_at(reference->name, NULL);
    for (char *line = text, *next; line; line = next) {
        Puzzle puzzle;
        ErrorText error;
        if ((next = strchr(line, '\n'))) *next++ = '\0';
        ck_assert_msg(puzzle_read(pos, line, &puzzle, &error), "%s: %s", line, error.text);
        if (puzzle.kind != PUZZLE_WIN) continue;
        ++wins;
        if (wanted && (puzzle.moves > 2 || random_below(&seed, 30000) >= (size_t)wanted)) continue;
        check_puzzle(reference, &puzzle);
        ++checked;
    }
    printf("%s: %u of %u puzzles that say \"win\"\n", reference->name, checked, wins);
    ck_assert(checked == wins || wanted);
    position_free(pos);
    free(text);
}

/* ---- The solver ---- */

START_TEST(the_solver_finds_what_is_there)
{
    static const char mate_in_two[] = "2k5/8/R2Q1q2/2pP1p2/2P1p3/8/1r6/3K4 b - - 0 1";
    RefSolver solver = {.reference = reference_find("chess")};
    ck_assert(!ref_wins(&solver, mate_in_two, 1));
    ck_assert(ref_wins(&solver, mate_in_two, 2));
    ck_assert(ref_wins(&solver, mate_in_two, 3));
    /* A reply that stalemates, and one that takes the last piece, hold. */
    ck_assert(!ref_wins(&solver, "7k/5Q2/5K2/8/8/8/8/8 b - - 0 1", 3));
    ck_assert(!ref_wins(&solver, "k7/8/1Q6/8/8/8/8/K6r w - - 0 1", 1));
    ref_solver_free(&solver);
}

int main(void)
{
    variants_init();
    decoded_max = SIZE_MAX; /* of large tables positions are drawn everywhere */
    wanted = environment_number("TEST_CLAIMS", 150);
    first_seed = (uint64_t)environment_number("TEST_SEED", 1);
    const char *only = getenv("TEST_GAME");
    folder_of_tables = getenv("TEST_TABLES");
    if (folder_of_tables && !*folder_of_tables) folder_of_tables = NULL;
    Suite *suite = suite_create("claims");
    tcase_add_test(add_case(suite, "solver", 4), the_solver_finds_what_is_there);
    for (int i = 0; references[i]; ++i) {
        if (only && *only && strcmp(only, references[i]->name) != 0) continue;
        TCase *game = add_case(suite, references[i]->name, 0);
        tcase_add_loop_test(game, tables_follow_from_the_slow_rules, i, i + 1);
        if (!folder_of_tables) tcase_add_loop_test(game, puzzles_are_wins_by_the_slow_rules, i, i + 1);
    }
    return test_main(suite);
}
