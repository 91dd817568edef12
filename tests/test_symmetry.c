/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * If a game's rules are the same after mirroring the board, so are the perft counts. If both sides have the
 * same army, the evaluation is the same from the other side's point of view. Tested on positions of random
 * games and of the files.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/eval/evaluate.h"
#include "support.h"

typedef struct Symmetry {
    const char *game;
    Mirror mirror;
} Symmetry;

/* The symmetries in the games' data sheets. */
enum { SYMMETRIES_MAX = 4 * GAMES_MAX };
static Symmetry symmetries[SYMMETRIES_MAX];
static int symmetry_count;

static void add_symmetry(const Variant *v, Mirror mirror) { symmetries[symmetry_count++] = (Symmetry){v->name, mirror}; }

static void find_symmetries(void)
{
    for (const Variant *const *v = variants; *v; ++v) {
        if ((*v)->swap == FLIP_RANKS) add_symmetry(*v, SWAP_RANKS);
        if ((*v)->swap == (FLIP_RANKS | FLIP_FILES)) add_symmetry(*v, SWAP_ROTATED);
        if ((*v)->symmetry >> FLIP_FILES & 1) add_symmetry(*v, MIRROR_FILES);
        if ((*v)->net.mirror == NET_MIRROR_DIAGONAL) add_symmetry(*v, MIRROR_DIAGONAL);
        if ((*v)->net.mirror == NET_MIRROR_BOARDS) add_symmetry(*v, EXCHANGE_BOARDS);
    }
}

enum { GAMES = 40, PLIES = 80, LEAVES = 150 };

static const PositionLine *epd;
static int epd_count;

/* Castling is not symmetric from left to right, and Diamond's set-up is not symmetric between the sides. */
static bool applies(const Position *pos, Mirror mirror, const char *fen)
{
    char castling[32];
    ck_assert_int_eq(sscanf(fen, "%*s %*s %31s", castling), 1);
    if (mirror == MIRROR_FILES) return strcmp(castling, "-") == 0;
    if (mirror != SWAP_ROTATED) return true;
    unsigned reserve = 0;
    for (unsigned slot = 0; slot < 8; ++slot)
        reserve += hand_count(pos->state->hands, WHITE, slot) + hand_count(pos->state->hands, BLACK, slot);
    return reserve <= 12;
}

/* Returns whether there was anything to compare. */
static bool compare(Position *pos, Position *mirrored, Mirror mirror)
{
    char fen[FEN_MAX], other[FEN_MAX + 64], back[FEN_MAX + 64];
    ErrorText error;
    pos->variant->get_fen(pos, fen);
    if (!applies(pos, mirror, fen)) return false;
    fen_mirror(pos, mirror, other);
    bool ok = position_set_fen(mirrored, other, &error);
    ck_assert_msg(ok, "%s, mirrored from %s: %s", other, fen, error.text);
    Result result = position_outcome(pos).result, swapped = position_outcome(mirrored).result;
    bool swaps = mirror == SWAP_RANKS || mirror == SWAP_ROTATED;
    if (swaps && (result == WHITE_WINS || result == BLACK_WINS)) result = result == WHITE_WINS ? BLACK_WINS : WHITE_WINS;
    ck_assert_msg(result == swapped, "%s: result %d, mirrored %s: %d", fen, result, other, swapped);
    uint64_t count = position_perft(pos, 1);
    ck_assert_msg(position_perft(mirrored, 1) == count, "%s has not as many moves as %s", fen, other);
    if (count < LEAVES)
        ck_assert_msg(position_perft(mirrored, 2) == position_perft(pos, 2), "%s has not as many moves of two plies as %s", fen,
                      other);
    if (result == ONGOING) {
        Score a = evaluate(pos), b = evaluate(mirrored);
        if (swaps || mirror == EXCHANGE_BOARDS) ck_assert_msg(a == b, "%s is worth %d, %s %d", fen, a, other, b);
        ck_assert_int_eq(pos->variant->in_peril(pos), mirrored->variant->in_peril(mirrored));
    }
    fen_mirror(mirrored, mirror, back);
    ck_assert(position_set_fen(mirrored, back, &error));
    ck_assert_uint_eq(mirrored->state->key, pos->state->key);
    return true;
}

START_TEST(test_random_games)
{
    const Symmetry *s = &symmetries[_i];
    if (!variant_find(s->game)) return;
    uint64_t seed = 3;
    Position *mirrored = position_at(s->game, NULL);
    int compared = 0;
    for (int game = 0; game < GAMES; ++game) {
        Position *pos = position_at(s->game, NULL);
        for (int ply = 0; ply < PLIES && position_outcome(pos).result == ONGOING; ++ply) {
            size_t count;
            Move *moves = position_moves(pos, &count);
            position_make(pos, moves[random_below(&seed, count)]);
            free(moves);
            if (ply % 3 == 0) compared += compare(pos, mirrored, s->mirror);
        }
        position_free(pos);
    }
    if (s->mirror != MIRROR_FILES) ck_assert_int_gt(compared, GAMES);
    position_free(mirrored);
}
END_TEST

START_TEST(test_positions)
{
    const Symmetry *s = &symmetries[_i];
    if (!variant_find(s->game)) return;
    Position *mirrored = position_at(s->game, NULL);
    int compared = 0;
    for (int i = 0; i < epd_count; ++i) {
        char fen[FEN_MAX];
        if (strcmp(epd[i].variant->name, s->game) != 0) continue;
        position_line_fen(&epd[i], fen);
        Position *pos = position_at(s->game, fen);
        compared += compare(pos, mirrored, s->mirror);
        position_free(pos);
    }
    ck_assert_int_gt(compared, 5);
    position_free(mirrored);
}
END_TEST

int main(void)
{
    variants_init();
    find_symmetries();
    epd = position_lines("epd", &epd_count);
    Suite *suite = suite_create("symmetry");
    TCase *tests = tcase_create("symmetry");
    tcase_set_timeout(tests, 0);
    tcase_add_loop_test(tests, test_positions, 0, symmetry_count);
    tcase_add_loop_test(tests, test_random_games, 0, symmetry_count);
    suite_add_tcase(suite, tests);
    return test_main(suite);
}
