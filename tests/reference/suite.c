/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Makes a perft suite: positions of many kinds, each counted by the engine and by the slow implementation, which must
 * agree. Usage: suite GAME[:OPTION=VALUE,...] LINES SEED [MOST]
 *
 * Prints "FEN ;D1 n ;D2 n ;D3 n" lines; depth 3, then depth 2, is left out where it counts more than MOST moves (20000).
 * The sources by turns: games of few random moves, of many, endings, positions with full hands, and FENs damaged at random.
 * Of the candidates those come first that have a move of a kind that few lines have: the kind of a move is what it changes
 * on the board, whatever the squares. Standard error gets the number of kinds and how many lines have the rarest.
 */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/text/notation.h"
#include "../../src/rules.h"
#include "random.h"
#include "reference.h"

enum {
    CANDIDATES = 40, /* a line */
    ENOUGH = 60,     /* lines with each kind of move */
    KINDS_MAX = 1 << 16,
    OPENING_PLIES = 12,
    MIDDLEGAME_PLIES = 70,
    ENDING_PLIES = 250,
    SOURCES = 5
};

/* ---- Kinds of moves: a hash table of hashes ---- */

typedef struct Kind {
    uint64_t hash; /* 0: free */
    unsigned lines;
} Kind;
static Kind kinds[KINDS_MAX];
static unsigned kind_count;

static Kind *kind_of(uint64_t hash)
{
    size_t i = hash % KINDS_MAX;
    while (kinds[i].hash && kinds[i].hash != hash) i = (i + 1) % KINDS_MAX;
    if (!kinds[i].hash) {
        kinds[i].hash = hash;
        if (++kind_count >= KINDS_MAX / 2) {
            fprintf(stderr, "suite: more than %d kinds of moves\n", KINDS_MAX / 2);
            exit(1);
        }
    }
    return &kinds[i];
}

/* What a move changes: a sum over the squares, so that their order means nothing. */
static uint64_t hash_of_move(Position *pos, Move move)
{
    uint8_t before[SQUARE_MAX];
    uint64_t sum = 0, hands = pos->state->hands;
    Side us = pos->side;
    memcpy(before, pos->board, sizeof before);
    position_make(pos, move);
    for (unsigned s = 0; s < square_count(pos->variant); ++s) {
        Piece old = before[s], new = pos->board[s];
        if (old == new) continue;
        uint64_t change = (uint64_t)(old ? piece_type(old) * 2u + (piece_side(old) == us) + 1 : 0) << 8
                          | (uint64_t)(new ? piece_type(new) * 2u + (piece_side(new) == us) + 1 : 0);
        sum += splitmix64_mix(change + 1);
    }
    if (pos->state->hands != hands) sum += splitmix64_mix(pos->state->hands > hands ? 0x10001 : 0x10002);
    Outcome outcome = position_outcome(pos);
    if (outcome.result != ONGOING) sum += splitmix64_mix(0x20000u + (unsigned)outcome.result);
    position_unmake(pos);
    return sum | 1;
}

/* The kinds of all moves, each once; the caller frees them. */
static uint64_t *kinds_of(Position *pos, size_t *count)
{
    Move *moves = position_moves(pos, count);
    uint64_t *hashes = malloc((*count + 1) * sizeof *hashes);
    size_t n = 0;
    if (!moves || !hashes || !position_reserve(pos, 4)) abort();
    for (size_t i = 0; i < *count; ++i) {
        uint64_t hash = hash_of_move(pos, moves[i]);
        size_t k = 0;
        while (k < n && hashes[k] != hash) ++k;
        if (k == n) hashes[n++] = hash;
    }
    free(moves);
    *count = n;
    return hashes;
}

/* ---- Candidates ---- */

typedef struct Candidate {
    char fen[FEN_MAX];
    bool taken;
} Candidate;

static void after_random_moves(const Variant *v, unsigned plies, uint64_t *seed, char *fen)
{
    Position *pos = position_at(v->name, NULL);
    for (size_t n = 1 + random_below(seed, plies); n > 0 && position_outcome(pos).result == ONGOING && random_step(pos, seed);) --n;
    v->board.get_fen(pos, fen);
    position_free(pos);
}

/* Puts random pieces into the hands of a FEN that has some. */
static void fill_hands(const Variant *v, uint64_t *seed, char *fen)
{
    for (int tries = 1 + (int)random_below(seed, 20); tries > 0; --tries) {
        char *end = strchr(fen, ']'), changed[FEN_MAX];
        if (!end) return;
        char letter = v->board.pieces[1 + random_below(seed, v->board.types - 1u)].letter;
        if (random_below(seed, 2)) letter = (char)tolower((unsigned char)letter);
        snprintf(changed, sizeof changed, "%.*s%c%s", (int)(end - fen), fen, letter, end);
        if (strlen(fen) + 2 < FEN_MAX && random_is_good(v, changed)) strcpy(fen, changed);
    }
}

static void make_candidate(const Variant *v, unsigned source, uint64_t *seed, char *fen)
{
    switch (source) {
    case 0: after_random_moves(v, OPENING_PLIES, seed, fen); return;
    case 1: after_random_moves(v, MIDDLEGAME_PLIES, seed, fen); return;
    case 2: after_random_moves(v, ENDING_PLIES, seed, fen); return;
    case 3:
        after_random_moves(v, MIDDLEGAME_PLIES, seed, fen);
        fill_hands(v, seed, fen);
        return;
    default: break;
    }
    random_fen(v, seed, fen);
    for (size_t n = 2 + random_below(seed, 12); n > 0; --n) {
        char changed[FEN_MAX];
        strcpy(changed, fen);
        random_damage(v, changed, seed);
        if (random_is_good(v, changed)) strcpy(fen, changed);
    }
}

/* ---- Counting ---- */

/* Prints the line of a position; false if the two disagree. */
static bool print_line(const Reference *reference, const char *fen, uint64_t most)
{
    Position *pos = position_at(reference->name, fen);
    bool agree = true;
    printf("%s", fen);
    for (unsigned depth = 1; depth <= 3 && agree; ++depth) {
        unsigned long long n = position_perft(pos, depth);
        if (depth > 1 && n > most) break;
        unsigned long long slow = reference_perft(reference, fen, depth);
        agree = n == slow;
        if (!agree) fprintf(stderr, "%s: %llu at depth %u, the slow implementation %llu\n", fen, n, depth, slow);
        printf(" ;D%u %llu", depth, n);
    }
    puts("");
    position_free(pos);
    return agree;
}

/* Takes a candidate if it is new to the lines; only_rare: and has a move of a kind that few lines have. */
static bool take(const Variant *v, Candidate *candidate, bool only_rare)
{
    Position *pos = position_at(v->name, candidate->fen);
    size_t count;
    uint64_t *hashes = kinds_of(pos, &count);
    bool wanted = !only_rare;
    for (size_t i = 0; i < count; ++i) wanted |= kind_of(hashes[i])->lines < ENOUGH;
    if (position_outcome(pos).result != ONGOING) wanted = false;
    for (size_t i = 0; wanted && i < count; ++i) ++kind_of(hashes[i])->lines;
    candidate->taken = wanted;
    free(hashes);
    position_free(pos);
    return wanted;
}

static int by_text(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    return strcmp(x->fen, y->fen);
}

static int make_suite(int argc, char **argv)
{
    char *options = argv[1] + strcspn(argv[1], ":");
    ErrorText error = {"there is no such game with a slow implementation"};
    bool begun = rules_init((const char *const[]){*options ? argv[1] : NULL, NULL}, &error);
    if (*options) *options++ = '\0';
    const Variant *v = variant_find(argv[1]);
    const Reference *reference = reference_find(argv[1]);
    size_t lines = (size_t)strtoul(argv[2], NULL, 10), taken = 0;
    uint64_t seed = strtoull(argv[3], NULL, 10), most = argc > 4 ? strtoull(argv[4], NULL, 10) : 20000;
    if (begun && reference && *options && !reference_set_rules(reference, options))
        begun = error_set(&error, "the slow implementation has no such option or value");
    if (!v || !reference || !lines || !begun) {
        fprintf(stderr, "suite: %s: %s\n", argv[1], error.text);
        return 2;
    }
    size_t n = lines * CANDIDATES;
    Candidate *candidates = calloc(n, sizeof *candidates);
    if (!candidates) abort();
    for (size_t i = 0; i < n; ++i) make_candidate(v, (unsigned)(i % SOURCES), &seed, candidates[i].fen);
    /* The same position once; then an order that has nothing to do with the source. */
    qsort(candidates, n, sizeof *candidates, by_text);
    size_t distinct = 0;
    for (size_t i = 0; i < n; ++i)
        if (i == 0 || strcmp(candidates[i].fen, candidates[distinct - 1].fen) != 0) candidates[distinct++] = candidates[i];
    for (size_t i = distinct; i > 1; --i) {
        size_t k = random_below(&seed, i);
        Candidate swapped = candidates[i - 1];
        candidates[i - 1] = candidates[k];
        candidates[k] = swapped;
    }
    for (int rare = 1; rare >= 0; --rare)
        for (size_t i = 0; i < distinct && taken < lines; ++i) taken += !candidates[i].taken && take(v, &candidates[i], rare);
    bool agree = true;
    for (size_t i = 0; i < distinct && agree; ++i)
        if (candidates[i].taken) agree = print_line(reference, candidates[i].fen, most);
    unsigned frequent = 0;
    for (size_t i = 0; i < KINDS_MAX; ++i) frequent += kinds[i].lines >= 50;
    fprintf(stderr, "%s: %zu lines, %u kinds of moves, %u of them in 50 lines or more\n", v->name, taken, kind_count, frequent);
    free(candidates);
    return agree ? 0 : 1;
}

/* What the tests share may be used in a test only. */
static int argument_count, status;
static char **arguments;
START_TEST(test_make_suite) { status = make_suite(argument_count, arguments); }

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("Usage: suite GAME[:OPTION=VALUE,...] LINES SEED [MOST]\n", stderr);
        return 2;
    }
    argument_count = argc;
    arguments = argv;
    Suite *suite = suite_create("suite");
    TCase *one = tcase_create("suite");
    tcase_add_test(one, test_make_suite);
    suite_add_tcase(suite, one);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_SILENT);
    if (srunner_ntests_failed(runner)) status = 1;
    srunner_free(runner);
    return status;
}
