/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Nets: their inputs, their outputs and their files. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../nnue/mirror.h"
#include "../nnue/net_write.h"
#include "../src/eval/evaluate.h"
#include "../src/eval/nnue.h"
#include "../src/text/notation.h"
#include "../src/search/pool.h"
#include "../src/search/worker.h"
#include "support.h"

enum { GAMES = 3, PLIES = 120 };

/* ---- Random nets and positions ---- */

/* Weights like those of a trained net: mostly small, a few large. */
static Net *random_net(const Variant *variant, int hidden, int buckets, uint64_t seed)
{
    Net *net = net_new(variant, hidden, buckets, 400);
    ck_assert_ptr_nonnull(net);
    size_t features = net->features->inputs * (size_t)hidden, outputs = net_heads(net) * net_output_width(net);
    for (size_t i = 0; i < features; ++i)
        net->feature_weights[i] =
            (int16_t)((int)random_below(&seed, 61) - 30 + (random_below(&seed, 50) ? 0 : (int)random_below(&seed, 801) - 400));
    for (int i = 0; i < hidden; ++i) net->feature_bias[i] = (int16_t)((int)random_below(&seed, 401) - 100);
    for (size_t i = 0; i < outputs; ++i) net->output_weights[i] = (int16_t)((int)random_below(&seed, 121) - 60);
    for (size_t i = 0; i < net_heads(net); ++i) net->output_bias[i] = (int32_t)random_below(&seed, 4001) - 2000;
    strcpy(net->record, "random\nfor a test");
    const char *wrong = net_check(net);
    ck_assert_msg(!wrong, "%s: %s", variant->name, wrong);
    return net;
}

/* Calls `check` on every position of some random games. */
static void each_position(const Variant *variant, uint64_t seed, void (*check)(Position *, void *), void *context)
{
    for (int game = 0; game < GAMES; ++game) {
        Position *pos = position_at(variant->name, NULL);
        for (int ply = 0; ply < PLIES && position_outcome(pos).result == ONGOING; ++ply) {
            check(pos, context);
            play_at_random(pos, 1, &seed);
        }
        position_free(pos);
    }
}

/* ---- Features ---- */

static size_t features_active(const FeatureSet *set, const Position *pos, Side view, uint16_t *out)
{
    PlacedPiece pieces[SQUARE_MAX];
    size_t count = features_pieces(pos, NULL, pieces);
    return features_of_pieces(set, view, pieces, count, pos->state->hands, features_facts(pos, NULL), out);
}

static int compare_inputs(const void *a, const void *b) { return *(const uint16_t *)a - *(const uint16_t *)b; }

static size_t sorted_inputs(const FeatureSet *set, const Position *pos, Side view, uint16_t *out)
{
    size_t n = features_active(set, pos, view, out);
    qsort(out, n, sizeof *out, compare_inputs);
    return n;
}

static void check_inputs(Position *pos, void *context)
{
    const FeatureSet *set = context;
    uint16_t inputs[FEATURES_ACTIVE_MAX];
    ck_assert_uint_le(features_pieces_and_hands(pos), set->pieces_max);
    for (Side view = WHITE; view <= BLACK; ++view) {
        size_t n = sorted_inputs(set, pos, view, inputs);
        ck_assert_uint_eq(n, features_pieces_and_hands(pos) + (unsigned)__builtin_popcount(features_facts(pos, NULL)));
        for (size_t i = 0; i < n; ++i) {
            ck_assert_uint_lt(inputs[i], set->inputs);
            if (i) ck_assert_uint_lt(inputs[i - 1], inputs[i]);
        }
    }
}

/* Every piece and every piece in hand has its own input, and no game creates pieces. */
START_TEST(test_inputs)
{
    const Variant *v = variants[_i];
    const FeatureSet *set = features_of(v);
    ck_assert_uint_gt(set->inputs, 2 * square_count(v)); /* of each side more than a kind */
    Position *pos = position_at(v->name, NULL);
    ck_assert_uint_eq(features_pieces_and_hands(pos), set->pieces_max);
    position_free(pos);
    each_position(v, 1, check_inputs, (void *)(uintptr_t)set);
}

/* Files of nets know the inputs by their numbers, and games by their fingerprints: neither may change. */
START_TEST(test_inputs_are_a_format)
{
    static const struct { const char *game; uint32_t numbers; uint64_t fingerprint; } sets[] = {
        {"chess", 0x35B46300, 0x6E4F6FDD13BE7894},
        {"borderlands", 0xADAB6EC0, 0x6C5CB20747306468},
        {"borderlands-2025-10", 0x60698A00, 0x619C2BAA6B87643F},
        {"battleofideologies", 0x52C53D00, 0xA5B19C7416F264BA},
        {"horizons", 0x24B93D80, 0x1FD5A72AEC081834},
        {"bordahbee", 0xCB55F218, 0xA98B9EA86ED66FDE},
        {"diamond", 0xEC12D5E0, 0x7960A8BB38A07C60},
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; ++i) {
        const Variant *v = variant_find(sets[i].game);
        const FeatureSet *set = features_of(v);
        uint32_t sum = 0;
        for (Side view = WHITE; view <= BLACK; ++view) {
            for (unsigned piece = 0; piece < PIECE_MAX; ++piece)
                for (unsigned s = 0; s < square_count(v); ++s) sum = sum * 31 + set->index[view][piece][s];
            for (Side owner = WHITE; owner <= BLACK; ++owner)
                for (unsigned slot = 0; slot < HAND_SLOTS; ++slot)
                    if (set->hand_max[owner][slot]) sum = sum * 31 + set->hand[view][owner][slot] + set->hand_max[owner][slot] * 7u;
            for (unsigned fact = 0; fact < set->facts; ++fact) sum = sum * 31 + set->fact[view][fact];
        }
        ck_assert_msg(sum == sets[i].numbers, "%s: numbers 0x%08X", v->name, sum);
        ck_assert_msg(set->fingerprint == sets[i].fingerprint, "%s: fingerprint 0x%llX", v->name,
                      (unsigned long long)set->fingerprint);
    }
}

/* The status of a piece, and what a net is told of the other board. */
START_TEST(test_threats)
{
    /* Board A: the Rook a1 attacks a8, which b8 defends; e5 attacks and is attacked by d6, and nobody defends either.
     * Board B: the Kings, a white Knight and a black Queen. */
    static const struct { const char *square; uint8_t status; } expected[] = {
        {"a1", PIECE_ATTACKED | PIECE_DEFENDED}, {"a8", PIECE_ATTACKED | PIECE_DEFENDED}, {"b8", PIECE_DEFENDED},
        {"e5", PIECE_ATTACKED}, {"d6", PIECE_ATTACKED}, {"b1", PIECE_DEFENDED}, {"m1", 0}, {"j1", 0}, {"m8", PIECE_DEFENDED},
        {"l8", PIECE_DEFENDED},
    };
    Position *pos = position_at("bordahbee", "rk9qk3/16/3p12/4P11/16/16/16/RK7N2K3 w - - 0 1");
    PlacedPiece pieces[SQUARE_MAX];
    size_t count = features_pieces(pos, NULL, pieces), found = 0;
    ck_assert_uint_eq(count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < count; ++i) {
        char name[8];
        square_print(pos->variant, pieces[i].square, name);
        for (size_t k = 0; k < count; ++k) {
            if (strcmp(name, expected[k].square) != 0) continue;
            ck_assert_msg(pieces[i].status == expected[k].status, "%s: %d", name, pieces[i].status);
            ++found;
        }
    }
    ck_assert_uint_eq(found, count);
    /* Kinds with a companion. White on A (King, Rook, Pawn move; on B King and Knight): Pawn, Knight, Bishop go with B's Knight,
     * King and Queen and Rook with its King. On B the same with A's Pawn, Rook and King: Knight, Bishop; Queen, King, Rook. */
    const uint32_t pawn = 1, knight = 2, bishop = 4, royal = 8 | 16 | 32;
    uint32_t facts = features_facts(pos, NULL);
    ck_assert_uint_eq(facts & 63, (pawn | bishop) | royal);
    ck_assert_uint_eq(facts >> 6 & 63, (knight | bishop) | royal);
    ck_assert_uint_eq(facts >> 12 & 63, royal); /* Black on A: no minor piece and no Pawn on B */
    ck_assert_uint_eq(facts >> 18 & 63, (knight | bishop) | royal);
    ck_assert_uint_eq(facts >> 24, 0);
    position_free(pos);
    pos = position_at("chess", NULL);
    ck_assert_uint_eq(features_facts(pos, NULL), 0);
    position_free(pos);
}

typedef struct Mirroring {
    const FeatureSet *set;
    Position *other;
    unsigned compared;
    uint16_t *mirror;
} Mirroring;

/* The mirrored copy that training makes of a position is the mirror image by the rules (which test_symmetry
 * proves). */
static void check_mirror(Position *pos, void *context)
{
    static const Mirror mirrors[] = {[NET_MIRROR_FILES] = MIRROR_FILES, [NET_MIRROR_BOARDS] = EXCHANGE_BOARDS,
                                     [NET_MIRROR_DIAGONAL] = MIRROR_DIAGONAL};
    Mirroring *m = context;
    char fen[FEN_MAX + 64];
    ErrorText error;
    uint16_t inputs[FEATURES_ACTIVE_MAX], expected[FEATURES_ACTIVE_MAX];
    if (!mirror_holds(pos)) return;
    fen_mirror(pos, mirrors[mirror_of(pos->variant)], fen);
    ck_assert_msg(position_set_fen(m->other, fen, &error), "%s: %s", fen, error.text);
    for (Side view = WHITE; view <= BLACK; ++view) {
        size_t n = features_active(m->set, pos, view, inputs);
        for (size_t i = 0; i < n; ++i) inputs[i] = m->mirror[inputs[i]];
        qsort(inputs, n, sizeof *inputs, compare_inputs);
        ck_assert_uint_eq(sorted_inputs(m->set, m->other, view, expected), n);
        ck_assert_mem_eq(inputs, expected, n * sizeof *inputs);
    }
    ++m->compared;
}

START_TEST(test_mirror)
{
    const Variant *v = variants[_i];
    Mirroring m = {features_of(v), position_at(v->name, NULL), 0, mirror_inputs(features_of(v))};
    if (mirror_of(v) != NET_MIRROR_NONE) {
        each_position(v, 2, check_mirror, &m);
        ck_assert_uint_gt(m.compared, 20);
        for (size_t i = 0; i < m.set->inputs; ++i) ck_assert_uint_eq(m.mirror[m.mirror[i]], i);
    }
    free(m.mirror);
    position_free(m.other);
}

/* ---- Values ---- */

static double real_sum(const Net *net, const uint16_t *inputs, size_t count, const int16_t *weights)
{
    double sum = 0;
    for (size_t j = 0; j < (size_t)net->hidden; ++j) {
        double a = net->feature_bias[j] / (double)NET_QA;
        for (size_t i = 0; i < count; ++i) a += net->feature_weights[inputs[i] * (size_t)net->hidden + j] / (double)NET_QA;
        a = a < 0 ? 0 : a > 1 ? 1 : a;
        sum += a * a * weights[j] / (double)NET_QB;
    }
    return sum;
}

static void check_value(Position *pos, void *context)
{
    const Net *net = context;
    uint16_t own[FEATURES_ACTIVE_MAX], other[FEATURES_ACTIVE_MAX];
    PlacedPiece pieces[SQUARE_MAX];
    size_t head = net_head(net, pos->side, (unsigned)features_pieces(pos, NULL, pieces));
    ck_assert_uint_lt(head, net_heads(net));
    const int16_t *weights = net->output_weights + head * net_output_width(net);
    double sum = net->output_bias[head] / ((double)NET_QA * NET_QB);
    sum += real_sum(net, own, features_active(net->features, pos, pos->side, own), weights);
    if (net->features->perspectives == 2)
        sum += real_sum(net, other, features_active(net->features, pos, pos->side ^ 1, other), weights + net->hidden);
    double real = sum * net->scale;
    real = real > EVAL_MAX ? EVAL_MAX : real < -EVAL_MAX ? -EVAL_MAX : real;
    ck_assert_msg(fabs(real - net_evaluate(net, pos)) < 1.1, "%f in real numbers, %d in integers", real, net_evaluate(net, pos));
}

/* Integer arithmetic loses less than a centipawn plus rounding against real arithmetic with the same weights. */
START_TEST(test_integers_against_reals)
{
    for (int buckets = 1; buckets <= 5; buckets += 4) {
        Net *net = random_net(variants[_i], 64, buckets, 7);
        each_position(variants[_i], 4, check_value, net);
        net_free(net);
    }
}

/* A net with known weights: an own piece is worth 100, two are worth 400 (squares), enemy pieces nothing. */
START_TEST(test_known_function)
{
    Net *net = net_new(variant_find("chess"), 32, 1, 64 * 255);
    ck_assert_ptr_null(net);
    net = net_new(variant_find("chess"), 32, 1, 6400);
    Position *pos = position_at("chess", "8/8/4k3/8/8/8/3K4/8 w - - 0 1");
    for (unsigned s = 0; s < 64; ++s)
        for (unsigned side = WHITE; side <= BLACK; ++side)
            for (unsigned view = WHITE; view <= BLACK; ++view)
                if (side == view) net->feature_weights[net->features->index[view][piece_make((Side)side, 6)][s] * 32] = 51;
    /* The King's 51 / 255 is 0.2, squared 0.04: times 20 / 64 and 6400 is 80. */
    net->output_weights[0] = 20;
    ck_assert_int_eq(net_evaluate(net, pos), 80);
    net->output_weights[32] = -20;
    ck_assert_int_eq(net_evaluate(net, pos), 0);
    net->output_bias[0] = NET_QA * NET_QB / 64; /* 6400 / 64 */
    ck_assert_int_eq(net_evaluate(net, pos), 100);
    position_free(pos);
    /* A net that corrects is added to the classical evaluation, for either side to move. */
    static const char *const fens[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w - - 0 1",
                                       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b - - 0 1"};
    net->corrects = true;
    memset(net->output_weights, 0, 64 * sizeof *net->output_weights);
    for (size_t i = 0; i < 2; ++i) {
        pos = position_at("chess", fens[i]);
        ck_assert_int_eq(net_evaluate(net, pos), evaluate(pos, NULL) + 100);
        ck_assert_int_lt(evaluate(pos, NULL) * (i ? -1 : 1), -100);
        position_free(pos);
    }
    /* The sum stays within the limits of evaluations. */
    net->output_bias[0] = NET_QA * NET_QB * 2;
    pos = position_at("chess", "6rk/6pp/8/8/8/8/8/KQQQQ3 w - - 0 1");
    ck_assert_int_gt(evaluate(pos, NULL), EVAL_MAX - 12800);
    ck_assert_int_eq(net_evaluate(net, pos), EVAL_MAX);
    position_free(pos);
    net_free(net);
}

/* ---- Proof against overflow ---- */

START_TEST(test_overflow)
{
    const Variant *v = variants[_i];
    Net *net = net_new(v, 32, 1, 400);
    size_t features = net->features->inputs * 32;
    /* This many pieces and facts of equal weight fill an accumulator exactly. The least weight counts, too. */
    int active = variant_pieces_max(v) + (int)net->features->facts;
    const int weights[] = {1, -1, INT16_MAX / active, -(INT16_MAX / active)};
    for (size_t n = 0; n < sizeof weights / sizeof *weights; ++n) {
        int sum = weights[n] * active, sign = sum > 0 ? 1 : -1;
        for (size_t i = 0; i < features; ++i) net->feature_weights[i] = (int16_t)weights[n];
        net->feature_bias[5] = (int16_t)((sum > 0 ? INT16_MAX : INT16_MIN) - sum);
        ck_assert_ptr_null(net_check(net));
        net->feature_bias[5] = (int16_t)(net->feature_bias[5] + sign);
        ck_assert_ptr_nonnull(net_check(net));
        net->feature_bias[5] = 0;
    }

    net->output_weights[3] = NET_WEIGHT_MAX;
    ck_assert_ptr_null(net_check(net));
    net->output_weights[3] = NET_WEIGHT_MAX + 1;
    ck_assert_ptr_nonnull(net_check(net));
    net->output_weights[3] = -NET_WEIGHT_MAX - 1;
    ck_assert_ptr_nonnull(net_check(net));
    net_free(net);

    /* 255 * 255 times the sum of weights of one sign must fit 31 bits; with 33,025 it does. */
    net = net_new(v, 512, 1, 400);
    for (size_t i = 0; i < 258; ++i) net->output_weights[i] = 128;
    net->output_weights[258] = 1;
    net->output_weights[259] = -128;
    ck_assert_ptr_null(net_check(net));
    net->output_weights[260] = 1;
    ck_assert_ptr_nonnull(net_check(net));
    net->output_weights[260] = 0;
    net->output_weights[258] = 2;
    ck_assert_ptr_nonnull(net_check(net));
    for (size_t i = 0; i < 258; ++i) net->output_weights[i] = -128;
    net->output_weights[258] = net->output_weights[259] = -1;
    ck_assert_ptr_nonnull(net_check(net));
    net->output_weights[259] = 0;
    ck_assert_ptr_null(net_check(net));
    net_free(net);
}

/* Any piece on any square and any piece in hand can overflow an accumulator, so the check covers all of them.
 * Of the pieces on one square only the one that adds most counts, since only one is there. */
START_TEST(test_overflow_by_any_input)
{
    enum { HIDDEN = 32, SAMPLES = 150, ROOM = 100 };
    const Variant *v = variants[_i];
    Net *net = net_new(v, HIDDEN, 1, 400);
    const FeatureSet *set = net->features;
    uint64_t seed = 77;
    for (int i = 0; i < SAMPLES; ++i) {
        size_t input = i ? random_below(&seed, set->inputs) : set->inputs - 1;
        int neuron = (int)random_below(&seed, HIDDEN), sign = i % 2 ? -1 : 1;
        int16_t *weight = &net->feature_weights[input * HIDDEN + (size_t)neuron];
        net->feature_bias[neuron] = (int16_t)(sign > 0 ? INT16_MAX - ROOM : INT16_MIN + ROOM);
        *weight = (int16_t)(sign * ROOM);
        ck_assert_msg(!net_check(net), "input %zu of %s is refused", input, v->name);
        *weight = (int16_t)(sign * (ROOM + 1));
        ck_assert_msg(net_check(net) != NULL, "input %zu of %s is not looked at", input, v->name);
        *weight = net->feature_bias[neuron] = 0;
    }
    /* Two pieces: on one square, or on two. */
    Piece pieces[2] = {NO_PIECE, NO_PIECE};
    Square squares[2];
    unsigned found = 0;
    for (unsigned s = square_count(v); s-- > 0 && found < 2;) {
        unsigned here = 0;
        Piece last[2];
        for (unsigned p = 0; p < PIECE_MAX && here < 2; ++p)
            if (set->index[WHITE][p][0] != FEATURE_NONE && set->index[WHITE][p][s] != FEATURE_NONE) last[here++] = (Piece)p;
        if (here < 2) continue;
        pieces[0] = last[0];
        pieces[1] = last[1];
        squares[found++] = (Square)s;
    }
    ck_assert_uint_eq(found, 2);
    net->feature_bias[0] = INT16_MAX - ROOM;
    for (int apart = 0; apart <= 1; ++apart) {
        size_t first = set->index[WHITE][pieces[0]][squares[0]], second = set->index[WHITE][pieces[1]][squares[apart]];
        net->feature_weights[first * HIDDEN] = net->feature_weights[second * HIDDEN] = ROOM - 1;
        ck_assert_int_eq(net_check(net) != NULL, apart);
        net->feature_weights[first * HIDDEN] = net->feature_weights[second * HIDDEN] = 0;
    }
    /* Of two on one square the larger weight counts, whichever piece has it. */
    for (int larger = 0; larger <= 1; ++larger) {
        for (int i = 0; i <= 1; ++i)
            net->feature_weights[(size_t)set->index[WHITE][pieces[i]][squares[0]] * HIDDEN] = ROOM + (i == larger ? 1 : -1);
        ck_assert_ptr_nonnull(net_check(net));
    }
    net_free(net);
}

/* ---- Evaluation along a game ---- */

enum { WALK_STEPS = 1500, WALK_PLIES = 24 };

static void expect_same(Evaluator *evaluator, const Net *net, const Kernel *kernel, const Position *pos)
{
    Score updated = evaluator_score(evaluator, pos), fresh = net_evaluate(net, pos);
    ck_assert_msg(updated == fresh, "%s, %s: %d updated, %d fresh", kernel->name, fen_text(pos), updated, fresh);
}

/* Walks the tree below a position like a search, with moves, null moves and takebacks in any order, and
 * evaluates now and then. */
static void walk(Evaluator *evaluator, const Net *net, const Kernel *kernel, Position *pos, uint64_t *seed)
{
    unsigned root = position_plies(pos);
    evaluator_begin(evaluator, pos);
    for (int step = 0; step < WALK_STEPS; ++step) {
        unsigned ply = position_plies(pos) - root;
        size_t count = 0, choice = random_below(seed, 10);
        Move *moves = ply < WALK_PLIES ? position_moves(pos, &count) : NULL;
        bool passes = count > 0 && pos->state->move && !position_in_peril(pos);
        if (choice == 0 && passes) position_make_null(pos);
        else if (choice < 6 && count > 0) position_make(pos, moves[random_below(seed, count)]);
        else if (ply > 0) position_unmake(pos);
        free(moves);
        if (random_below(seed, 3)) expect_same(evaluator, net, kernel, pos);
    }
    while (position_plies(pos) > root) position_unmake(pos);
}

/* Incremental updates equal a refresh, with every kernel, for any root. */
START_TEST(test_updates)
{
    const Variant *v = variants[_i];
    KernelList list = kernels_available();
    uint64_t seed = 17;
    Net *net = random_net(v, _i % 2 ? 32 : 160, 1 + _i % 3, 19);
    net->corrects = _i % 3 == 1;
    for (const Kernel *const *kernel = list.kernels; *kernel; ++kernel) {
        Evaluator *evaluator = evaluator_new(net->features->variant, net, WALK_PLIES + 1, *kernel);
        Position *pos = position_at(v->name, NULL);
        for (int root = 0; root < 4 && position_outcome(pos).result == ONGOING; ++root) {
            walk(evaluator, net, *kernel, pos, &seed);
            play_at_random(pos, 9, &seed);
        }
        evaluator_free(evaluator);
        position_free(pos);
    }
    net_free(net);
}

/* A FEN may have more pieces than a game can have: such a position is evaluated without the net, later ones
 * with it again. */
START_TEST(test_too_many_pieces)
{
    Net *net = random_net(variant_find("chess"), 32, 1, 29);
    net->output_bias[0] = 100000;
    Evaluator *evaluator = evaluator_new(net->features->variant, net, 8, NULL);
    Position *max = position_at("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    Position *more = position_at("chess", "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w - - 0 1");
    ck_assert(net_applies(net, max));
    ck_assert(!net_applies(net, more));
    evaluator_begin(evaluator, more);
    ck_assert_int_eq(evaluator_score(evaluator, more), evaluate(more, NULL));
    evaluator_begin(evaluator, max);
    ck_assert_int_eq(evaluator_score(evaluator, max), net_evaluate(net, max));
    ck_assert_int_ne(evaluator_score(evaluator, max), evaluate(max, NULL));
    position_free(max);
    position_free(more);
    evaluator_free(evaluator);
    net_free(net);
}

/* Compares the kernels at the limits of their numbers, which positions hardly reach. */
START_TEST(test_kernels)
{
    enum { ROWS = 5, WIDTH = 288 };
    _Alignas(NET_ALIGNMENT) static int16_t rows[ROWS][WIDTH], weights[2 * WIDTH], out[2][WIDTH], again[WIDTH];
    KernelList list = kernels_available();
    uint64_t seed = 31;
    for (int round = 0; round < 300; ++round) {
        for (int r = 0; r < ROWS; ++r)
            for (int i = 0; i < WIDTH; ++i) rows[r][i] = (int16_t)(uint16_t)splitmix64(&seed);
        for (int i = 0; i < 2 * WIDTH; ++i) /* the largest that net_check allows at this width */
            weights[i] = (int16_t)(random_below(&seed, 7)   ? (int)random_below(&seed, 121) - 60
                                   : random_below(&seed, 2) ? NET_WEIGHT_MAX
                                                            : -NET_WEIGHT_MAX);
        size_t hidden = 32 * (1 + random_below(&seed, WIDTH / 32));
        const int16_t *in[] = {rows[1], rows[2], rows[3], rows[4]};
        size_t adds = random_below(&seed, 5), subs = random_below(&seed, 5);
        kernel_c()->update(out[0], rows[0], in, adds, in, subs, hidden);
        kernel_c()->update(out[1], rows[4], in, subs, in, adds, hidden);
        int32_t sum = kernel_c()->output(out[0], out[1], weights, hidden),
                single = kernel_c()->output(out[1], NULL, weights, hidden);
        for (const Kernel *const *kernel = list.kernels; *kernel; ++kernel) {
            (*kernel)->update(again, rows[0], in, adds, in, subs, hidden);
            ck_assert_mem_eq(again, out[0], hidden * sizeof *again);
            ck_assert_int_eq((*kernel)->output(out[0], out[1], weights, hidden), sum);
            ck_assert_int_eq((*kernel)->output(out[1], NULL, weights, hidden), single);
        }
    }
    printf("kernels:");
    for (const Kernel *const *kernel = list.kernels; *kernel; ++kernel) printf(" %s", (*kernel)->name);
    printf("\n");
}

/* ---- Files ---- */

static char path[64];

static bool same_net(const Net *a, const Net *b)
{
    return a->variant == b->variant && a->corrects == b->corrects && a->hidden == b->hidden && a->buckets == b->buckets
           && a->scale == b->scale && strcmp(a->record, b->record) == 0
           && !memcmp(a->feature_weights, b->feature_weights, a->features->inputs * (size_t)a->hidden * 2)
           && !memcmp(a->feature_bias, b->feature_bias, (size_t)a->hidden * 2)
           && !memcmp(a->output_weights, b->output_weights, net_heads(a) * net_output_width(a) * 2)
           && !memcmp(a->output_bias, b->output_bias, net_heads(a) * 4);
}

START_TEST(test_round_trip)
{
    ErrorText error;
    Net *net = random_net(variants[_i], 32, 1 + _i % 3, 11);
    net->corrects = _i % 2;
    ck_assert_msg(net_write(net, path, &error), "%s", error.text);
    Net *back = net_read(path, &error);
    ck_assert_msg(back != NULL, "%s", error.text);
    ck_assert(same_net(net, back));
    /* No control reaches a terminal. */
    strcpy(net->record, "\x1B[1m\tan\x01\ny\x7F\x1F");
    ck_assert(net_write(net, path, &error));
    Net *shown = net_read(path, &error);
    ck_assert(shown && strcmp(shown->record, " [1m an \ny\x7F ") == 0);
    net_free(shown);
    strcpy(net->record, back->record);
    /* Also over an older file. */
    net->output_bias[0] = -5;
    ck_assert(net_write(net, path, &error));
    net_free(back);
    back = net_read(path, &error);
    ck_assert(back && same_net(net, back));
    /* A net that net_check refuses is not written, and the file stays unchanged. */
    net->output_weights[0] = 1000;
    ck_assert(!net_write(net, path, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "out of range"));
    Net *again = net_read(path, &error);
    ck_assert(again && same_net(again, back));
    net_free(again);
    net_free(back);
    net_free(net);
}

static void refused(const unsigned char *data, size_t size, const char *why)
{
    ErrorText error = {""};
    Net *net = net_read_memory(data, size, "the file", &error);
    ck_assert_msg(!net, "taken, although %s", why);
    ck_assert_msg(strstr(error.text, why) != NULL, "'%s' does not say '%s'", error.text, why);
}

/* Writes a number and corrects the checksum, as an attacker would. */
static void forge(unsigned char *data, size_t size, size_t at, uint32_t value)
{
    for (int i = 0; i < 4; ++i) data[at + (size_t)i] = (unsigned char)(value >> (8 * i));
    uint64_t h = 0xCBF29CE484222325u;
    for (size_t i = 0; i < size - 8; ++i) h = (h ^ data[i]) * 0x100000001B3u;
    for (size_t i = 0; i < 8; ++i) data[size - 8 + i] = (unsigned char)(h >> (8 * i));
}

START_TEST(test_bad_files)
{
    ErrorText error;
    size_t size;
    Net *net = random_net(variant_find("chess"), 32, 1, 13);
    ck_assert_msg(net_write(net, path, &error), "%s", error.text);
    unsigned char *data = file_bytes(path, &size), *bad = malloc(size + 1);
    net_free(net);

    for (size_t cut = 0; cut < size; cut = cut < 100 ? cut + 1 : cut * 9 / 8)
        refused(data, cut, cut < 8 ? "not a net" : "cut short");
    uint64_t seed = 1;
    for (int i = 0; i < 300; ++i) {
        memcpy(bad, data, size);
        size_t bit = i < 100 ? (size_t)i + 12 * 8 : random_below(&seed, size * 8);
        bad[bit / 8] ^= (unsigned char)(1 << bit % 8);
        refused(bad, size, bit / 8 < 8 ? "not a net" : bit / 8 < 12 ? "version" : "damaged");
    }
    memcpy(bad, data, size);
    bad[size] = 0;
    refused(bad, size + 1, "damaged");
    refused((const unsigned char *)"a letter to a friend", 20, "not a net");

    static const struct { size_t at; uint32_t value; const char *why; } forgeries[] = {
        {8, 3, "version 3"}, {8, 0, "version 0"},           {12, 0x21212121, "does not know"},
        {44, 64, "instead of"}, {44, 0, "hidden layer"},    {44, 0xFFFFFFE0, "hidden layer"}, {44, 33, "hidden layer"},
        {48, 0, "buckets"},  {48, 0x7FFFFFFF, "buckets"},   {48, 2, "instead of"},
        {52, 0, "scale"},    {52, 0xFFFFFFFF, "scale"},     {56, 767, "feature layout"},
        {60, 0xFFFFFFFF, "record"}, {60, 0, "instead of"},  {64, 0, "feature layout"},
        {72 + 17 + 768 * 32 * 2 + 64, 0x7FFF7FFF, "out of range"},
        {72 + 17 + 768 * 32 * 2, 0x7FFF7FFF, "overflow"},
    };
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; ++i) {
        memcpy(bad, data, size);
        forge(bad, size, forgeries[i].at, forgeries[i].value);
        refused(bad, size, forgeries[i].why);
    }
    /* A forgery that changes nothing is still a net. */
    memcpy(bad, data, size);
    forge(bad, size, 44, 32);
    net = net_read_memory(bad, size, "the file", &error);
    ck_assert_ptr_nonnull(net);
    net_free(net);
    free(bad);
    free(data);
}

/* test_nets write GAME CENTIPAWNS FILE: writes a net that gives every position this value. For scripts. */
static int write_constant(const char *game, const char *worth, const char *file)
{
    ErrorText error;
    Net *net = net_new(variant_find(game), 32, 1, 16);
    for (size_t i = 0; i < net_heads(net); ++i) net->output_bias[i] = atoi(worth) * NET_QA * NET_QB / 16;
    snprintf(net->record, sizeof net->record, "always %s", worth);
    bool ok = net_write(net, file, &error);
    if (!ok) fprintf(stderr, "%s\n", error.text);
    net_free(net);
    return ok ? 0 : 1;
}

/* Another net does not reuse the results of the previous one. */
START_TEST(test_another_net)
{
    Net *net = random_net(variant_find("chess"), 32, 1, 17);
    Position *pos = position_at("chess", NULL);
    SearchPool *pool = search_new(pos->variant, 1, 1);
    TTEntry entry;
    ck_assert(pool != NULL);
    for (int i = 0; i < 2; ++i) {
        search_store(pool, pos, 123, 9);
        ck_assert(search_set_net(pool, i ? net : NULL) && tt_probe(pool->tt, pos->state->key, &entry)); /* the same */
        ck_assert(search_set_net(pool, i ? NULL : net) && search_net(pool) == (i ? NULL : net));
        ck_assert(!tt_probe(pool->tt, pos->state->key, &entry));
    }
    /* More threads keep the net, another game does not. */
    ck_assert(search_set_net(pool, net) && search_set_threads(pool, 2) && search_net(pool) == net);
    for (int i = 0; i < 2; ++i) ck_assert(pool->workers[i]->evaluator);
    ck_assert(search_set_variant(pool, variant_find("horizons")) && !search_net(pool));
    search_free(pool);
    position_free(pos);
    net_free(net);
}

/* Bare royals are evaluated without the net, in the tree too: nets see too few such positions. */
START_TEST(test_lone_king_royal)
{
    Net *net = random_net(variant_find("chess"), 32, 1, 31);
    Position *pos = position_at("chess", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    SearchPool *pool = search_new(pos->variant, 1, 1);
    TTEntry entry;
    Score annotated;
    ck_assert(pool && search_set_net(pool, net) && lone_king_evaluate(pos, &annotated));
    ck_assert_int_ne(annotated, net_evaluate(net, pos));
    search_run(pool, pos, &(SearchLimits){.depth = 1});
    ck_assert(tt_probe(pool->tt, pos->state->key, &entry));
    ck_assert_int_eq(entry.eval, annotated);
    search_free(pool);
    position_free(pos);
    net_free(net);
}

int main(int argc, char **argv)
{
    variants_init();
    if (argc == 5 && strcmp(argv[1], "write") == 0) return write_constant(argv[2], argv[3], argv[4]);
    snprintf(path, sizeof path, "/tmp/quincunx-test-%ld.nnue", (long)getpid());
    int status =
        RUN_TESTS("nets", 0, ONCE(test_inputs_are_a_format), EACH_GAME(test_inputs), ONCE(test_threats), EACH_GAME(test_mirror),
                  EACH_GAME(test_integers_against_reals), ONCE(test_known_function), EACH_GAME(test_overflow),
                  EACH_GAME(test_overflow_by_any_input), EACH_GAME(test_updates), ONCE(test_too_many_pieces), ONCE(test_kernels),
                  EACH_GAME(test_round_trip), ONCE(test_another_net), ONCE(test_lone_king_royal), ONCE(test_bad_files));
    remove(path);
    return status;
}
