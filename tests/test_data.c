/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Training data: files are complete or refused; games and samples match what was played. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../nnue/returns.h"
#include "../nnue/sample_filter.h"
#include "../nnue/samples.h"
#include "../nnue/selfplay.h"
#include "../src/util/whole_file.h"
#include "support.h"

enum { NODES = 60, PLIES = 60 };

/* ---- Helpers ---- */

static SelfplayRules short_games(const Variant *variant)
{
    SelfplayRules rules = selfplay_rules(variant);
    rules.nodes = NODES;
    rules.plies = PLIES;
    rules.label_share = EVALUATED_SHARE;
    return rules;
}

static void scratch_name(char name[64], const char *what) { snprintf(name, 64, "/tmp/test_data.%d.%s", (int)getpid(), what); }

static Selfplay *selfplay_of(const SelfplayRules *rules, const Variant *v)
{
    Selfplay *s = malloc(sizeof *s);
    ck_assert(s && selfplay_init(s, v, rules));
    return s;
}

static void selfplay_end(Selfplay *s)
{
    selfplay_free(s);
    free(s);
}

/* A file of blocks whose records are consecutive numbers. */
static void make_file(const char *path, unsigned blocks, unsigned records)
{
    BlockHeader header = {.kind = BLOCK_GAMES, .text = "seed=1"};
    strcpy(header.game, "chess");
    BlockWriter w;
    ErrorText error;
    remove(path);
    ck_assert_msg(block_create(&w, path, &header, true, &error), "%s", error.text);
    for (unsigned b = 0; b < blocks; ++b) {
        for (unsigned i = 0; i < records; ++i) {
            uint8_t *out = block_room(&w, 8);
            ck_assert(out != NULL);
            put_le(out, b * records + i, 8);
            block_add(&w, 8, b * records + i);
        }
        ck_assert(block_flush(&w, &error));
    }
    ck_assert(block_finish(&w, &error));
}

/* Reads and checks all blocks; returns their number. */
static unsigned read_blocks(const char *path, unsigned records, BlockStatus *status)
{
    BlockReader r;
    ErrorText error = {""};
    unsigned blocks = 0;
    *status = BLOCK_FAILED;
    if (!block_open(&r, path, BLOCK_GAMES, &error)) {
        ck_assert(error.text[0] != '\0');
        return 0;
    }
    while ((*status = block_next(&r, &error)) == BLOCK_READ) {
        ck_assert_uint_eq(r.records, records);
        for (unsigned i = 0; i < records; ++i) ck_assert_uint_eq(get_le(r.payload + 8 * i, 8), blocks * records + i);
        ck_assert_uint_eq(r.first, blocks * records);
        ck_assert_uint_eq(r.last, blocks * records + records - 1);
        ++blocks;
    }
    block_done(&r);
    return blocks;
}

/* ---- Blocks ---- */

/* A file cut short at any byte yields its complete blocks and reports the cut. */
START_TEST(test_cut)
{
    char path[64], part[64];
    size_t size;
    BlockStatus status;
    scratch_name(path, "whole");
    scratch_name(part, "cut");
    make_file(path, 3, 5);
    ck_assert_uint_eq(read_blocks(path, 5, &status), 3);
    ck_assert_int_eq(status, BLOCK_END);
    uint8_t *bytes = file_bytes(path, &size);
    size_t block = 40 + 5 * 8, header = size - 3 * block;
    for (size_t length = 0; length < size; ++length) {
        ck_assert(whole_file_write(part, bytes, length, NULL));
        unsigned blocks = read_blocks(part, 5, &status);
        if (length < header) {
            ck_assert_int_eq(status, BLOCK_FAILED);
            continue;
        }
        ck_assert_uint_eq(blocks, (length - header) / block);
        ck_assert_int_eq(status, (length - header) % block ? BLOCK_CUT : BLOCK_END);
    }
    free(bytes);
    remove(path);
    remove(part);
}

/* A flipped bit is always detected. */
START_TEST(test_flipped)
{
    char path[64];
    size_t size;
    BlockStatus status;
    scratch_name(path, "flipped");
    make_file(path, 2, 3);
    uint8_t *bytes = file_bytes(path, &size);
    for (size_t bit = 0; bit < size * 8; bit += 3) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        ck_assert(whole_file_write(path, bytes, size, NULL));
        unsigned blocks = read_blocks(path, 3, &status);
        ck_assert_msg(blocks < 2 && status != BLOCK_END, "bit %zu", bit);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    free(bytes);
    remove(path);
}

/* Appending to a file drops only incomplete or unwanted blocks. */
START_TEST(test_append)
{
    char path[64];
    size_t size;
    uint64_t cut;
    BlockStatus status;
    BlockWriter w, second;
    ErrorText error;
    scratch_name(path, "append");
    for (unsigned keep = 0; keep <= 3; ++keep) {
        make_file(path, 3, 4);
        uint8_t *bytes = file_bytes(path, &size);
        ck_assert(whole_file_write(path, bytes, size - (keep == 3 ? 1 : 0), NULL));
        ck_assert_msg(block_append(&w, path, BLOCK_GAMES, keep * 4, &cut, &error), "%s", error.text);
        unsigned kept = keep == 3 ? 2 : keep;
        ck_assert_uint_eq(cut, (3 - kept) * (40 + 32) - (keep == 3));
        for (unsigned i = 0; i < 4; ++i) {
            put_le(block_room(&w, 8), kept * 4 + i, 8);
            block_add(&w, 8, kept * 4 + i);
        }
        ck_assert(block_finish(&w, &error));
        ck_assert_uint_eq(read_blocks(path, 4, &status), kept + 1);
        ck_assert_int_eq(status, BLOCK_END);
        free(bytes);
    }
    /* A growing file does not overwrite another, and a file of another kind is not appended to. */
    BlockHeader header = {.kind = BLOCK_GAMES};
    ck_assert(!block_create(&second, path, &header, true, &error) && error.text[0]);
    ck_assert(!block_append(&second, path, BLOCK_SAMPLES, 100, &cut, &error) && error.text[0]);
    ck_assert_uint_eq(read_blocks(path, 4, &status), 3);
    /* A file abandoned before completion leaves the old file unchanged. */
    ck_assert(block_create(&w, path, &header, false, &error));
    block_abandon(&w);
    ck_assert_uint_eq(read_blocks(path, 4, &status), 3);
    remove(path);
}

/* ---- Games ---- */

/* A game does not depend on earlier games and follows the rules; its bytes decode to the same game. */
START_TEST(test_selfplay)
{
    const Variant *v = variants[_i];
    GameRecord *again = malloc(sizeof *again);
    uint8_t *bytes = malloc(GAME_BYTES_MAX);
    SelfplayRules rules = short_games(v);
    Selfplay *a = selfplay_of(&rules, v), *b = selfplay_of(&rules, v);
    Position *pos = position_new(v);
    ErrorText error;
    ck_assert(again && bytes && pos);
    for (uint64_t number = 0; number < 3; ++number) ck_assert_int_eq(selfplay_game(a, number), SELFPLAY_DONE);
    ck_assert_int_eq(selfplay_game(b, 2), SELFPLAY_DONE);
    ck_assert_uint_eq(a->game.plies, b->game.plies);
    ck_assert_uint_gt(a->game.plies, a->game.opening);
    size_t length = game_pack(&a->game, bytes);
    ck_assert_uint_eq(game_unpack(bytes, length, again), length);
    ck_assert_uint_eq(game_unpack(bytes, length - 1, again), 0);
    ck_assert(again->result == b->game.result && again->end == b->game.end && again->opening == b->game.opening
              && again->number == 2);
    for (unsigned i = 0; i < again->plies; ++i) {
        ck_assert_uint_eq(again->moves[i].move, b->game.moves[i].move);
        ck_assert_int_eq(again->moves[i].score, b->game.moves[i].score);
    }
    ck_assert_msg(game_verify(again, pos, &error), "%s", error.text);
    /* Another seed gives another game. */
    rules.seed = 2;
    selfplay_end(b);
    b = selfplay_of(&rules, v);
    ck_assert_int_eq(selfplay_game(b, 2), SELFPLAY_DONE);
    ck_assert(b->game.plies != again->plies || memcmp(b->game.moves, again->moves, again->plies * sizeof(GamePly)) != 0);
    /* An illegal move is detected. */
    Move last = again->moves[again->plies - 1].move;
    again->moves[again->plies - 1].move = MOVE_NONE;
    ck_assert(!game_verify(again, pos, &error));
    again->moves[again->plies - 1].move = last;
    again->end = GAME_BY_RULES;
    again->plies -= 1;
    ck_assert(!game_verify(again, pos, &error));
    selfplay_end(a);
    selfplay_end(b);
    position_free(pos);
    free(again);
    free(bytes);
}

/* The largest gain of the noisy moves in a list, -1 if there is none; *noisy is their number. */
static int max_gain(const Position *pos, const Move *moves, size_t count, size_t *noisy)
{
    int best = -1;
    *noisy = 0;
    for (size_t i = 0; i < count; ++i) {
        MoveInfo info = info_of(pos, moves[i]);
        if (info.noisy && info.gain > best) best = info.gain;
        *noisy += info.noisy;
    }
    return best;
}

/* With a breadth a search considers that many legal moves, more in peril: noisy ones that gain most, as long as they are
 * less than half, and others that are not always the same. Game and seed still determine each other. */
START_TEST(test_breadth)
{
    enum { BREADTH = 6 };
    const Variant *v = variants[_i];
    SelfplayRules rules = short_games(v);
    rules.breadth = BREADTH;
    Selfplay *s = selfplay_of(&rules, v), *again = selfplay_of(&rules, v);
    ck_assert_int_eq(selfplay_game(s, 1), SELFPLAY_DONE);
    ck_assert_int_eq(selfplay_game(again, 1), SELFPLAY_DONE);
    ck_assert(s->game.plies == again->game.plies
              && memcmp(s->game.moves, again->game.moves, s->game.plies * sizeof *s->game.moves) == 0);

    GameRecord game = s->game;
    ErrorText error;
    unsigned limited = 0, gains = 0, different = 0;
    ck_assert(game_begin(&game, s->pos, &error));
    for (unsigned ply = 0; ply < game.plies; ++ply) {
        size_t count = 0, count2 = 0, all, noisy, all_noisy;
        Move *legal = position_moves(s->pos, &all);
        Move *first = selfplay_candidates(s, &count), *second = selfplay_candidates(s, &count2);
        size_t most = position_in_peril(s->pos) ? 4 * BREADTH : BREADTH;
        ck_assert_uint_eq(count, all > most ? most : 0);
        if (first) {
            ck_assert(legal && second && count == count2);
            int gain = max_gain(s->pos, first, count, &noisy);
            ck_assert_int_eq(gain, max_gain(s->pos, legal, all, &all_noisy));
            ck_assert(noisy >= count / 2 || noisy == all_noisy);
            gains += gain > 0;
            qsort(first, count, sizeof *first, compare_moves);
            qsort(second, count, sizeof *second, compare_moves);
            for (size_t i = 0; i < count; ++i)
                ck_assert(position_is_legal(s->pos, first[i]) && (i == 0 || first[i] != first[i - 1]));
            different += memcmp(first, second, count * sizeof *first) != 0;
            ++limited;
        }
        free(legal);
        free(first);
        free(second);
        position_make(s->pos, game.moves[ply].move);
    }
    ck_assert(limited > game.plies / 2 && gains > 0 && different > limited / 2);
    selfplay_end(s);
    selfplay_end(again);
}

/* ---- Samples ---- */

/* A game of chess with known moves: which positions are kept, and with what data. */
START_TEST(test_chosen)
{
    static const struct {
        const char *move;
        int score;
    } moves[] = {{"e2e4", GAME_UNSCORED}, {"e7e5", 31}, {"d1h5", 32}, {"b8c6", -5000}, {"f1c4", 33}, {"g8f6", 34},
                 {"h5f7", SCORE_MATE - 1}};
    /* Opening; kept; kept; decided; kept; kept; noisy, and decided before that. */
    GameRecord *game = calloc(1, sizeof *game);
    Position *pos = position_at("chess", NULL);
    ErrorText error;
    char path[64];
    scratch_name(path, "chosen");
    for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i) {
        game->moves[i] = (GamePly){move_at(pos, moves[i].move), (int16_t)moves[i].score};
        position_make(pos, game->moves[i].move);
        ++game->plies;
    }
    game->opening = 1;
    game->result = WHITE_WINS;
    ck_assert_msg(game_verify(game, pos, &error), "%s", error.text);
    FilterRules choice = filter_rules_usual();
    SampleFilter *c = filter_new(pos->variant, &choice, true);
    ck_assert(c && filter_add(c, game, "x", &error) && filter_write(c, path, "test", &error));
    const uint64_t *reasons = filter_reasons(c);
    ck_assert(reasons[REASON_RANDOM] == 1 && reasons[REASON_KEPT] == 4 && reasons[REASON_DECIDED] == 2);
    SampleSet set;
    const char *paths[1] = {path};
    ck_assert(samples_load(&set, paths, 1, 0, &error));
    ck_assert_uint_eq(set.count, 4);
    for (size_t i = 0; i < set.count; ++i) {
        const Sample *sample = &set.samples[i];
        bool white = sample->side == WHITE;
        ck_assert_int_eq(sample->result, white ? 1 : -1);
        ck_assert_uint_eq(sample->count, 32);
        ck_assert(white ? sample->score == 32 || sample->score == 33 : sample->score == 31 || sample->score == 34);
    }
    samples_free(&set);
    filter_free(c);
    /* White wins: seen from later, its positions are better. */
    choice.lambda = 50;
    c = filter_new(pos->variant, &choice, true);
    ck_assert(c && filter_add(c, game, "x", &error) && filter_write(c, path, "test", &error)
              && samples_load(&set, paths, 1, 0, &error));
    ck_assert_uint_eq(set.count, 4);
    for (size_t i = 0; i < set.count; ++i) {
        const Sample *sample = &set.samples[i];
        ck_assert(sample->side == WHITE ? sample->score > 33 : sample->score < 31);
    }
    samples_free(&set);
    filter_free(c);
    choice.lambda = 0;
    /* Of a draw, the requested number. */
    game->plies = 6;
    game->end = GAME_DRAWN;
    game->result = DRAW;
    choice.drawn = 2;
    c = filter_new(pos->variant, &choice, false);
    ck_assert(c && filter_add(c, game, "x", &error));
    reasons = filter_reasons(c);
    ck_assert(reasons[REASON_KEPT] == 2 && reasons[REASON_DRAWN] == 2);
    filter_free(c);
    /* One that became too long has no result. */
    game->end = GAME_TOO_LONG;
    c = filter_new(pos->variant, &choice, true);
    ck_assert(c && filter_add(c, game, "x", &error) && filter_write(c, path, "test", &error)
              && samples_load(&set, paths, 1, 0, &error));
    for (size_t i = 0; i < set.count; ++i) ck_assert_int_eq(set.samples[i].result, SAMPLE_UNKNOWN);
    ck_assert_uint_gt(set.count, 0);
    samples_free(&set);
    filter_free(c);
    position_free(pos);
    free(game);
    remove(path);
}

/* The lambda return of a ply is its own expected result and the return of the next ply, half and half; the last one looks
 * at the game's result. */
START_TEST(test_lambda)
{
    static const struct {
        Result result;
        GameEnd end;
        double last; /* expected result of White seen from the last ply */
    } ends[] = {{WHITE_WINS, GAME_BY_RULES, 1}, {BLACK_WINS, GAME_WON, 0}, {DRAW, GAME_DRAWN, 0.5}, {DRAW, GAME_TOO_LONG, -1}};
    /* White has two plies in a row, as in games where a move has several. */
    static const Side sides[] = {WHITE, WHITE, BLACK, BLACK};
    static const int own[] = {GAME_UNSCORED, 100, -300, 80};
    GameRecord *game = calloc(1, sizeof *game);
    for (size_t e = 0; e < sizeof ends / sizeof *ends; ++e) {
        int16_t scores[4];
        game->plies = 4;
        game->result = ends[e].result;
        game->end = ends[e].end;
        for (int i = 0; i < 4; ++i) game->moves[i].score = (int16_t)own[i];
        lambda_returns(game, sides, 0.5, 400, scores);
        double third = 1 / (1 + exp(80 / 400.0));
        if (ends[e].last >= 0) third = (third + ends[e].last) / 2;
        double second = (1 / (1 + exp(-300 / 400.0)) + third) / 2, first = (1 / (1 + exp(-100 / 400.0)) + second) / 2;
        double expected[] = {0, first, second, third};
        for (int i = 1; i < 4; ++i) {
            double score = 400 * log(expected[i] / (1 - expected[i]));
            ck_assert_msg(fabs((sides[i] == WHITE ? score : -score) - scores[i]) <= 0.51, "end %zu, ply %d: %d, not %.2f", e, i,
                          scores[i], score);
        }
        ck_assert_int_eq(scores[0], GAME_UNSCORED);
    }
    /* Without later plies a score is itself, up to seven scales. */
    game->plies = 1;
    for (int score = -32000; score <= 32000; score += 7) {
        int16_t back;
        game->moves[0].score = (int16_t)score;
        lambda_returns(game, sides, 0, 500, &back);
        ck_assert_int_eq(back, score < -3500 ? -3500 : score > 3500 ? 3500 : score);
    }
    free(game);
}

/* Labels are the static evaluation of the position, before scaling by the draw counter. */
START_TEST(test_labels)
{
    const Variant *v = variant_find("chess");
    SelfplayRules rules = short_games(v);
    char path[64];
    scratch_name(path, "labels");
    BlockHeader header = {.kind = BLOCK_SAMPLES, .game = "chess"};
    BlockWriter labels;
    ErrorText error;
    remove(path);
    Selfplay *s = selfplay_of(&rules, v);
    ck_assert(block_create(&labels, path, &header, true, &error));
    s->labels = &labels;
    for (uint64_t number = 0; number < 3; ++number) ck_assert_int_eq(selfplay_game(s, number), SELFPLAY_DONE);
    ck_assert(block_finish(&labels, &error));
    SampleSet set;
    const char *paths[1] = {path};
    ck_assert(samples_load(&set, paths, 1, 0, &error));
    ck_assert_uint_gt(set.count, 50);
    for (size_t i = 0; i < set.count; ++i) {
        const Sample *sample = &set.samples[i];
        Position *pos = position_new(v);
        ck_assert_ptr_nonnull(pos);
        sample_set_up(pos, sample);
        ck_assert_int_eq(evaluate(pos, NULL), sample->score);
        ck_assert_int_eq(sample->result, SAMPLE_UNKNOWN);
        position_free(pos);
    }
    samples_free(&set);
    selfplay_end(s);
    remove(path);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("data", 300, ONCE(test_cut), ONCE(test_flipped), ONCE(test_append), EACH_GAME(test_selfplay),
                     EACH_GAME(test_breadth), ONCE(test_chosen), ONCE(test_lambda), ONCE(test_labels));
}
