/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What no position may exceed. Each bound has an argument in the code (docs/testing.md lists them); here positions climb
 * towards it: pieces are put, taken away and exchanged at random, and a change stays if the game accepts the position and
 * the measure does not fall. The test fails beyond a bound, and prints how near the positions came.
 *
 * TEST_CLIMB changes for each measure and game (1500), from TEST_SEED on; TEST_GAME selects a single game.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/eval/features.h"
#include "../src/text/notation.h"
#include "../src/util/json.h"
#include "reference/random.h"
#include "support.h"

enum { MOVES_TRIED = 60, CHANGES_TRIED = 3, ROUNDS = 3 };

static long steps;
static uint64_t first_seed;

/* ---- Measures ---- */

static long moves_of(Position *pos)
{
    size_t count;
    Move *moves = position_moves(pos, &count);
    ck_assert(moves != NULL);
    free(moves);
    return (long)count;
}
static long moves_bound(const Variant *v) { return v->moves.max; }

static long parts_of(Position *pos)
{
    const SearchHints *hints = variant_hints(pos->variant);
    if (!hints->generate_parts) return 0;
    MovePart *parts = malloc(2 * hints->max_parts * sizeof *parts), *end[2] = {parts, parts + hints->max_parts};
    ck_assert(parts != NULL);
    hints->generate_parts(pos, false, end);
    long a = (long)(end[0] - parts), b = (long)(end[1] - parts) - (long)hints->max_parts;
    free(parts);
    return max(a, b);
}
static long parts_bound(const Variant *v) { return variant_hints(v)->max_parts; }

/* The largest value of some moves, evenly spread. */
static long max_of_moves(Position *pos, long (*value)(Position *pos, Move move))
{
    size_t count;
    long most = 0;
    Move *moves = position_moves(pos, &count);
    ck_assert(moves != NULL);
    for (size_t i = 0; i < count; i += count / MOVES_TRIED + 1) most = max(most, value(pos, moves[i]));
    free(moves);
    return most;
}

static long changes_by(Position *pos, Move move)
{
    uint32_t before = pos->state->log_end;
    position_make(pos, move);
    long changes = (long)(pos->state->log_end - before);
    position_unmake(pos);
    return changes;
}
static long changes_of(Position *pos) { return max_of_moves(pos, changes_by); }

static long text_of_move(Position *pos, Move move)
{
    char text[2 * MOVE_TEXT_MAX];
    pos->variant->text.print(pos, move, text);
    return (long)strlen(text) + 1;
}
static long text_of(Position *pos) { return max_of_moves(pos, text_of_move); }

static long fen_of(Position *pos)
{
    char fen[2 * FEN_MAX];
    pos->variant->board.get_fen(pos, fen);
    return (long)strlen(fen) + 1;
}

static long inputs_of(Position *pos)
{
    PlacedPiece pieces[SQUARE_MAX];
    uint16_t active[2 * FEATURES_ACTIVE_MAX];
    size_t n = 0;
    for (unsigned s = 0; s < square_count(pos->variant); ++s)
        if (pos->board[s]) pieces[n++] = (PlacedPiece){.square = (Square)s, .piece = pos->board[s]};
    const FeatureSet *set = features_of(pos->variant);
    uint32_t facts = (uint32_t)(((uint64_t)1 << set->facts) - 1);
    return (long)features_of_pieces(set, pos->side, pieces, n, pos->state->hands, facts, active);
}

static long phase_of(Position *pos) { return max(pos->state->phase[WHITE], pos->state->phase[BLACK]); }

static const struct Measure {
    const char *name;
    long (*of)(Position *pos);
    long (*bound_of)(const Variant *v); /* NULL: it is the same in all games */
    long bound;
} measures[] = {
    {"moves", moves_of, moves_bound, 0},
    {"parts", parts_of, parts_bound, 0},
    {"changes a move", changes_of, NULL, CHANGES_PER_PLY},
    {"bytes of a move", text_of, NULL, MOVE_TEXT_MAX},
    {"bytes of a FEN", fen_of, NULL, FEN_MAX},
    {"inputs of a net", inputs_of, NULL, FEATURES_ACTIVE_MAX},
    {"phase", phase_of, NULL, INT16_MAX},
};
enum { MEASURES = sizeof measures / sizeof *measures };

static long bound_of(const struct Measure *measure, const Variant *v)
{
    return measure->bound_of ? measure->bound_of(v) : measure->bound;
}

/* ---- Climbing ---- */

/* Puts a piece from a hand on a square, or takes one there into its side's hand. */
static void drop(Position *pos, Square s, uint64_t *seed)
{
    const PieceType *types = pos->variant->hands.types;
    if (!types) return;
    unsigned slots = 0;
    while (types[slots] != NO_TYPE) ++slots;
    unsigned slot = (unsigned)random_below(seed, slots);
    Side side = (Side)random_below(seed, SIDE_NB);
    Piece piece = pos->board[s];
    if (!piece && hand_count(pos->variant, pos->state->hands, side, slot)) {
        pos->state->hands -= hand_one(pos->variant, side, slot);
        pos->variant->board.place(pos, s, piece_make(side, types[slot]));
    } else if (piece && piece_type(piece) == types[slot]
               && hand_count(pos->variant, pos->state->hands, piece_side(piece), slot) < pos->variant->hands.max[slot]) {
        pos->state->hands += hand_one(pos->variant, piece_side(piece), slot);
        pos->variant->board.place(pos, s, NO_PIECE);
    }
}

/* One change to the board, the hands or the side to move. */
static void change(Position *pos, uint64_t *seed)
{
    const Variant *v = pos->variant;
    unsigned squares = square_count(v);
    Square s = (Square)random_below(seed, squares), t = (Square)random_below(seed, squares);
    Piece a = pos->board[s], b = pos->board[t];
    switch (random_below(seed, 9)) {
    case 0:
        v->board.place(pos, s, b);
        v->board.place(pos, t, a);
        break;
    case 1: v->board.place(pos, s, NO_PIECE); break;
    case 2: pos->side ^= 1; break;
    case 3: pos->state->hands ^= (uint64_t)1 << random_below(seed, 64); break;
    case 4: drop(pos, s, seed); break;
    default:
        v->board.place(pos, s,
                       piece_make((Side)random_below(seed, SIDE_NB), (PieceType)(1 + random_below(seed, v->board.types - 1u))));
        break;
    }
}

/* Reads the position again as a FEN: false if it is none. */
static bool reread(Position *pos, char *fen)
{
    ErrorText error;
    pos->state->rights = 0;
    pos->state->ep[0] = pos->state->ep[1] = SQUARE_NONE;
    if (!pos->variant->position.accepts(pos, NULL)) return false;
    pos->variant->board.get_fen(pos, fen);
    return position_set_fen(pos, fen, &error) && position_reserve(pos, 2);
}

static long climb(const Variant *v, const struct Measure *measure, uint64_t *seed, char *best_fen)
{
    char fen[2 * FEN_MAX], tried[2 * FEN_MAX];
    random_start(v, seed, fen);
    Position *pos = position_at(v->name, fen);
    strcpy(best_fen, fen);
    const long bound = bound_of(measure, v);
    long best = measure->of(pos);
    for (long step = 0; step < steps; ++step) {
        position_free(pos);
        pos = position_at(v->name, fen);
        for (size_t n = 1 + random_below(seed, CHANGES_TRIED); n > 0; --n) change(pos, seed);
        if (!reread(pos, tried)) continue;
        long value = measure->of(pos);
        ck_assert_msg(value <= bound, "%s: %s: %ld %s, the bound is %ld", v->name, tried, value, measure->name, bound);
        if (value < best) continue;
        best = value;
        strcpy(fen, tried);
        strcpy(best_fen, tried);
    }
    position_free(pos);
    return best;
}

START_TEST(positions_stay_within_the_bounds)
{
    const Variant *v = variants[_i / MEASURES];
    const struct Measure *measure = &measures[_i % MEASURES];
    const char *only = getenv("TEST_GAME");
    char fen[2 * FEN_MAX], best_fen[2 * FEN_MAX] = "";
    uint64_t seed = first_seed + (uint64_t)_i;
    long best = 0, bound = bound_of(measure, v);
    if (!bound || (only && *only && strcmp(only, v->name) != 0)) return;
    for (int round = 0; round < ROUNDS; ++round) {
        long value = climb(v, measure, &seed, fen);
        if (value > best) strcpy(best_fen, fen);
        best = max(best, value);
    }
    printf("%-20s %-16s %6ld of %6ld, %3ld%%  %s\n", v->name, measure->name, best, bound, 100 * best / bound, best_fen);
    ck_assert_int_gt(best, 0);
}

START_TEST(values_of_json_nest_to_a_bound)
{
    enum { DEEPEST = 32 };
    for (int depth = DEEPEST; depth <= DEEPEST + 1; ++depth) {
        char text[2 * DEEPEST + 3] = "";
        JsonDocument document;
        ErrorText error = {""};
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        ck_assert(json_read(text, &document, &error) == (depth == DEEPEST));
        ck_assert(depth == DEEPEST || strstr(error.text, "nest"));
        json_free(&document);
    }
}

int main(void)
{
    variants_init();
    steps = environment_number("TEST_CLIMB", 1500) / ROUNDS;
    first_seed = (uint64_t)environment_number("TEST_SEED", 1);
    return RUN_TESTS("bounds", 0, ONCE(values_of_json_nest_to_a_bound),
                     EACH(positions_stay_within_the_bounds, games_count() * MEASURES));
}
