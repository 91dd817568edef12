/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Small units, each on its own. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../match/protocol.h"
#include "../match/stats.h"
#include "../match/tally.h"
#include "../src/tablebases/table.h"
#include "../src/eval/evaluate.h"
#include "../src/text/notation.h"
#include "../src/session/session.h"
#include "../src/util/text.h"
#include "support.h"

/* ---- Numbers ---- */

/* The score from which a game counts as won and is not scaled: the equivalent of a fixed number of centipawns
 * of chess. */
START_TEST(test_won_in_every_game)
{
    const Variant *v = variants[_i];
    Score won = EVAL_WON * variant_margin_percent(v) / 100;
    if (!v->draws.counter_limit) return;
    Position *pos = position_at(v->name, NULL);
    pos->state->counter = (uint16_t)(v->draws.counter_limit / 2);
    for (int sign = -1; sign <= 1; sign += 2) {
        ck_assert_int_lt(sign * evaluate_scaled(pos, sign * won), won);
        ck_assert_int_eq(evaluate_scaled(pos, sign * (won + 1)), sign * (won + 1));
    }
    position_free(pos);
}

/* Towards the draw counter's limit an advantage is scaled down to half, for either side. */
START_TEST(test_scaled_by_draw_counter)
{
    for (int score = -1000; score <= 1000; score += 2000) {
        for (int counter = 0; counter <= 150; counter += 50) {
            char fen[FEN_MAX];
            snprintf(fen, sizeof fen, "4k3/8/8/8/8/8/8/R3K3 w - - %d 80", counter);
            Position *pos = position_at("chess", fen);
            ck_assert_int_eq(evaluate_scaled(pos, score), score * (counter < 100 ? 4 - counter / 50 : 2) / 4);
            ck_assert_int_eq(evaluate_scaled(pos, score * 3), score * 3); /* won: not scaled */
            position_free(pos);
        }
    }
}

/* A full hand of one side: every slot keeps its count, and the other side has none. */
START_TEST(test_hands)
{
    for (const Variant *const *v = variants; *v; ++v) {
        uint64_t hands = 0;
        unsigned all = 0;
        for (unsigned slot = 0; (*v)->hands.types && (*v)->hands.types[slot]; ++slot) {
            ck_assert_uint_ge((*v)->hands.max[slot], variant_hand_max(*v, slot));
            for (unsigned n = 0; n < (*v)->hands.max[slot]; ++n, ++all) hands += hand_one(*v, BLACK, slot);
        }
        ck_assert_uint_eq(hands & UINT32_MAX, 0);
        ck_assert_uint_eq(hand_pieces(*v, hands), all);
        for (unsigned slot = 0; (*v)->hands.types && (*v)->hands.types[slot]; ++slot) {
            ck_assert_uint_eq(hand_count(*v, hands, BLACK, slot), (*v)->hands.max[slot]);
            ck_assert_uint_eq(hand_count(*v, hands, WHITE, slot), 0);
            ck_assert_uint_eq(hand_count(*v, hands_exchange(hands), WHITE, slot), (*v)->hands.max[slot]);
        }
    }
    /* Pieces of the start board count where captured ones go to the hand: networks see them. */
    Variant kept = *variant_find("borderlands");
    const PieceType *type = kept.hands.types;
    char fen[64];
    snprintf(fen, sizeof fen, "9/9/9/9/%c8/9/9/9/9/9[] w - - 0 1", kept.board.pieces[*type].letter);
    kept.position.start_fen = fen;
    ck_assert_uint_eq(variant_hand_max(&kept, 0), 0);
    kept.board.keeps_captured = true;
    ck_assert_uint_eq(variant_hand_max(&kept, 0), 1);
}

/* A data sheet that is wrong is refused in words. */
START_TEST(test_data_sheets)
{
    enum { NO_BRACKETS, NO_HANDS, NO_PHASE, PROMOTED_IN_HAND, NO_VALUE, SQUARE_SYMMETRY, NO_REPETITION, BAD_START,
           ALL };
    static const char *const why[ALL] = {
        [NO_BRACKETS] = "no [] with the pieces in hand", [NO_HANDS] = ".hands.types is missing",
        [NO_PHASE] = ".phase of the start's pieces adds up to 0",
        [PROMOTED_IN_HAND] = "royal or promoted", [NO_VALUE] = ".mg and .eg are 0", [SQUARE_SYMMETRY] = "the board is not square",
        [NO_REPETITION] = "no .end.repetition", [BAD_START] = ".start_fen cannot be read"};
    static const PieceType promoted[] = {11, NO_TYPE};
    const Variant *game = variant_find("borderlands-2025-10");
    ck_assert(game->board.pieces[promoted[0]].promoted);
    for (const Variant *const *v = variants; *v; ++v) ck_assert(variant_check(*v, NULL));
    for (int i = 0; i < ALL; ++i) {
        Variant v = *game;
        PieceInfo pieces[TYPE_MAX];
        char fen[FEN_MAX];
        ErrorText error;
        memcpy(pieces, v.board.pieces, v.board.types * sizeof *pieces);
        v.board.pieces = pieces;
        v.position.start_fen = strcpy(fen, game->position.start_fen);
        char *open = strchr(fen, '['), *end = strchr(fen, ' ');
        if (i == NO_BRACKETS) memmove(open, end, strlen(end) + 1);
        if (i == NO_HANDS) v.hands.types = NULL;
        if (i == NO_PHASE) v.search.phase_max = 0;
        if (i == PROMOTED_IN_HAND) v.hands.types = promoted;
        if (i == NO_VALUE) pieces[2].mg = pieces[2].eg = 0;
        if (i == SQUARE_SYMMETRY) v.symmetry.board = SYMMETRIC_ALL;
        if (i == NO_REPETITION) v.end.repetition = NULL;
        if (i == BAD_START) fen[0] = '9';
        ck_assert_msg(!variant_check(&v, &error) && strstr(error.text, why[i]), "%s: %s", why[i], error.text);
    }
}

/* ---- Lines and words ---- */

static FILE *file_of(const char *bytes, size_t n)
{
    FILE *file = tmpfile();
    ck_assert(file && fwrite(bytes, 1, n, file) == n);
    rewind(file);
    return file;
}

START_TEST(test_lines)
{
    static const char bytes[] = "\xEF\xBB\xBFone\ntwo\r\n\n\0x\ty\x7F\n\xEF\xBB\xBF\n\xEF\xBBx\nlast";
    FILE *file = file_of(bytes, sizeof bytes - 1);
    LineReader reader = {0};
    ck_assert_str_eq(line_read(&reader, file), "one");
    ck_assert_str_eq(text_rest(line_read(&reader, file)), "two ");
    ck_assert_str_eq(line_read(&reader, file), "");
    ck_assert_str_eq(line_read(&reader, file), " x y ");
    ck_assert_str_eq(line_read(&reader, file), ""); /* a mark of byte order */
    ck_assert_str_eq(line_read(&reader, file), "\xEF\xBBx");
    ck_assert_str_eq(line_read(&reader, file), "last");
    ck_assert_ptr_null(line_read(&reader, file));
    fclose(file);

    /* One line longer than the limit, and one after it. */
    file = tmpfile();
    for (int i = 0; i < LINE_LIMIT + 1000; ++i) putc('a', file);
    fputs("\nnext\n", file);
    rewind(file);
    ck_assert_uint_eq(strlen(line_read(&reader, file)), LINE_LIMIT);
    ck_assert_str_eq(line_read(&reader, file), "next");
    fclose(file);
    line_free(&reader);
}

START_TEST(test_numbers)
{
    int64_t n = 77;
    ck_assert(number_read("12", 1, 100, &n) && n == 12);
    ck_assert(number_read("-5", -10, 100, &n) && n == -5);
    ck_assert(number_read("100", 1, 100, &n) && n == 100);
    static const char *const wrong[] = {"", " 5", "5 ", "101", "0", "x", "5x", "0x10", "1e3", "1.5", "99999999999999999999999",
                                        "-99999999999999999999999", "--5", "+", "-"};
    n = 77;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        ck_assert_msg(!number_read(wrong[i], 1, 100, &n) && n == 77, "'%s' is read as %lld", wrong[i], (long long)n);
}

static Variant counted;
static unsigned parsed;

static bool count_parse(const Position *pos, const char *text, Move *move, ErrorText *error)
{
    ++parsed;
    return variants[0]->text.parse(pos, text, move, error);
}

/* A game that is set again plays only what is new, and an error leaves the old one. */
START_TEST(test_session_set_game)
{
    Session *s = session_new();
    ErrorText error;
    const char *start = variants[0]->position.start_fen;
    counted = *variants[0];
    counted.text.parse = count_parse;
    s->variant = s->pos->variant = &counted;
    ck_assert(session_set_game(s, NULL, "e2e4 e7e5", &error) && parsed == 2);
    ck_assert(session_set_game(s, start, "e2e4 e7e5 g1f3 b8c6", &error) && parsed == 4);
    Key key = s->pos->state->key;
    ck_assert(!session_set_game(s, start, "e2e4 c7c5 g1f3 e8e3", &error) && parsed == 7 + 3); /* and the old ones again */
    ck_assert(strstr(error.text, "move 4, e8e3"));
    ck_assert(s->pos->state->key == key && position_plies(s->pos) == 4);
    ck_assert(!session_set_game(s, "8/8/8/8/8/8/8/8 w - - 0 1", "", &error) && s->pos->state->key == key);
    ck_assert(session_set_game(s, start, "e2e4 e7e5", &error) && parsed == 10 && position_plies(s->pos) == 2);
    ck_assert(session_game_is(s, start) && session_undo(s) && !session_game_is(s, start));
    ck_assert(session_set_game(s, start, "e2e4", &error) && parsed == 11 && position_plies(s->pos) == 1);
    s->variant = s->pos->variant = variants[0];
    session_free(s);
}

/* ---- Endgame values ---- */

static bool is_value(TbValue value, TbResult result, unsigned plies, unsigned phase)
{
    return value.result == result && value.plies == plies && value.phase == phase;
}

/* The shorter win, any win, any draw, the longer loss; and the effect of the draw counter. */
START_TEST(test_endgame_values)
{
    const TbValue win = {TB_WIN, 9, 4}, slow = {TB_WIN, 11, 2}, early = {TB_WIN, 9, 2}, draw = {TB_DRAW, 0, 0};
    const TbValue loss = {TB_LOSS, 8, 5}, later = {TB_LOSS, 12, 3};
    ck_assert(is_value(value_better(win, slow), TB_WIN, 9, 4) && is_value(value_better(slow, win), TB_WIN, 9, 4));
    ck_assert(is_value(value_better(win, early), TB_WIN, 9, 2) && is_value(value_better(early, win), TB_WIN, 9, 2));
    ck_assert(is_value(value_better(loss, draw), TB_DRAW, 0, 0) && is_value(value_better(draw, slow), TB_WIN, 11, 2));
    ck_assert(is_value(value_better(loss, later), TB_LOSS, 12, 5) && is_value(value_better(later, loss), TB_LOSS, 12, 5));
    const Variant *chess = variant_find("chess");
    const TbValue at_limit = {TB_LOSS, 120, 99}, beyond = {TB_LOSS, 120, 100};
    ck_assert(is_value(value_of_move(chess, loss, true), TB_WIN, 9, 6)
              && is_value(value_of_move(chess, loss, false), TB_WIN, 9, 1));
    ck_assert(is_value(value_of_move(chess, win, true), TB_LOSS, 10, 5)
              && is_value(value_of_move(chess, draw, true), TB_DRAW, 0, 0));
    ck_assert(is_value(value_of_move(chess, at_limit, true), TB_WIN, 121, 100));
    ck_assert(is_value(value_of_move(chess, beyond, true), TB_DRAW, 0, 0)
              && is_value(value_of_move(chess, beyond, false), TB_WIN, 121, 1));
    ck_assert(value_of_end(WHITE_WINS, WHITE).result == TB_WIN && value_of_end(WHITE_WINS, BLACK).result == TB_LOSS);
}

/* ---- Match statistics ---- */

static bool close_to(double a, double b, double tolerance) { return fabs(a - b) <= tolerance; }

START_TEST(test_match_statistics)
{
    MatchCounts counts = stats_count("2210*1x0", 8, false);
    ck_assert(counts.wins == 2 && counts.losses == 2 && counts.draws == 2);
    counts = stats_count("2210*1x0", 3, true); /* what is behind them does not count */
    ck_assert(counts.wins == 2 && counts.losses == 0 && counts.draws == 1 && counts.pairs[4] == 1 && counts.pairs[1] == 0);
    counts = stats_count("22201100*2", 10, true);
    ck_assert(counts.pairs[4] == 1 && counts.pairs[2] == 2 && counts.pairs[0] == 1 && counts.pairs[1] == 0 && counts.pairs[3] == 0);
    counts = stats_count("2332/0", 6, true); /* what is no result is no game, whatever it is */
    ck_assert(counts.wins == 2 && counts.losses == 1 && counts.draws == 0);
    for (int i = 0; i < 5; ++i) ck_assert(counts.pairs[i] == 0);
    ck_assert(close_to(stats_elo(0.5), 0, 1e-9) && close_to(stats_elo(0.75), 190.85, 0.01));
    ck_assert(isinf(stats_elo(0)) && stats_elo(0) < 0 && isinf(stats_elo(1)) && stats_elo(1) > 0);
    for (double elo = -400; elo <= 400; elo += 37) ck_assert(close_to(stats_elo(stats_score(elo)), elo, 1e-6));

    MatchCounts even = {.wins = 100, .losses = 100, .draws = 200};
    MatchEstimate e = stats_estimate(&even);
    ck_assert(close_to(e.score, 0.5, 1e-12) && close_to(e.elo, 0, 1e-9) && close_to(e.los, 0.5, 1e-9));
    ck_assert(close_to(e.deviation, sqrt(0.125 / 400), 1e-9));
    ck_assert(close_to(e.error, stats_elo(0.5 + 1.959964 * e.deviation), 0.05));
    MatchCounts better = {.wins = 200, .losses = 50, .draws = 150};
    e = stats_estimate(&better);
    ck_assert(e.elo > 100 && e.los > 0.999);
    MatchCounts none = {0};
    e = stats_estimate(&none);
    ck_assert(close_to(e.score, 0.5, 1e-12) && isinf(e.error));

    double lower, upper;
    stats_sprt_bounds(0.05, 0.05, &lower, &upper);
    ck_assert(close_to(lower, -2.944, 0.001) && close_to(upper, 2.944, 0.001));
    stats_sprt_bounds(0.05, 0.1, &lower, &upper);
    ck_assert(close_to(lower, log(0.1 / 0.95), 1e-9) && close_to(upper, log(0.9 / 0.05), 1e-9));
    ck_assert(close_to(stats_match_llr(&none, 0, 5), 0, 1e-12));
    ck_assert(stats_match_llr(&better, 0, 5) > 0 && stats_match_llr(&even, 0, 20) < 0);
    /* Twice the games give twice the log-likelihood ratio; swapped hypotheses its negative. */
    MatchCounts twice = {.wins = 400, .losses = 100, .draws = 300};
    ck_assert(close_to(stats_match_llr(&twice, 0, 5), 2 * stats_match_llr(&better, 0, 5), 0.01));
    ck_assert(close_to(stats_match_llr(&better, 5, 0), -stats_match_llr(&better, 0, 5), 1e-9));
}

/* A part of a match: a range of rounds, two games each. */
static Tally part_of_match(uint64_t seed, uint64_t first, uint64_t rounds)
{
    Tally part = {.conditions = "the same", .games_per_round = 2, .shard_count = 1};
    tally_resize(&part, 2 * rounds);
    part.shards = malloc(sizeof *part.shards);
    ck_assert(part.shards != NULL);
    part.shards[0] = (Shard){seed, first, rounds};
    return part;
}

/* Rounds are counted once: parts with common rounds cannot be merged, in either order. */
START_TEST(test_parts_of_a_match)
{
    static const struct { uint64_t seed, first, rounds; bool apart;
    } parts[] = {
        {1, 20, 5, true},  {1, 5, 5, true},  {2, 10, 10, true}, {1, 10, 10, false},
        {1, 12, 2, false}, {1, 5, 6, false}, {1, 19, 5, false}, {1, 0, 40, false},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        for (int swapped = 0; swapped < 2; ++swapped) {
            Tally tally = part_of_match(1, 10, 10), other = part_of_match(parts[i].seed, parts[i].first, parts[i].rounds);
            ErrorText error;
            Tally *sum = swapped ? &other : &tally, *part = swapped ? &tally : &other;
            bool fits = tally_fits(sum, part, &error);
            ck_assert_msg(fits == parts[i].apart, "part %zu", i);
            const Shard *a = &sum->shards[0], *b = &part->shards[0];
            bool adjoin = a->seed == b->seed && a->first + a->rounds == b->first;
            if (fits) tally_merge(sum, part);
            ck_assert_uint_eq(sum->shard_count, fits && !adjoin ? 2 : 1);
            tally_free(&tally);
            tally_free(&other);
        }
    }
}

/* The SPRT of merged parts is that of their games in order: it ends at the first decision, however the games are cut. */
START_TEST(test_sprt_in_order)
{
    enum { ROUNDS = 60 };
    for (size_t cut = 1; cut < ROUNDS; cut += 13) {
        Tally tally = part_of_match(1, 0, cut), rest = part_of_match(1, cut, ROUNDS - cut);
        tally.sprt = true;
        tally.elo1 = 50;
        tally.alpha = tally.beta = 0.05;
        /* 25 rounds won, the others lost. */
        for (size_t n = 0; n < 2 * ROUNDS; ++n) *(n < 2 * cut ? &tally.scores[n] : &rest.scores[n - 2 * cut]) = n < 50 ? '2' : '0';
        tally.used = tally.games;
        ck_assert(!tally_decide(&tally) || cut > 10);
        tally_merge(&tally, &rest);
        ck_assert(tally_decide(&tally) && tally.sequence.accepted);
        double lower, upper;
        stats_sprt_bounds(0.05, 0.05, &lower, &upper);
        MatchCounts until = stats_count(tally.scores, tally.sequence.games, true);
        MatchCounts before = stats_count(tally.scores, tally.sequence.games - 2, true);
        ck_assert(stats_match_llr(&until, 0, 50) >= upper && stats_match_llr(&before, 0, 50) < upper);
        tally_free(&tally);
        tally_free(&rest);
    }
}

/* Scores as engines print them, in either protocol. */
START_TEST(test_match_scores)
{
    static const struct { const char *uci, *cecp; int score; } scores[] = {
        {"info depth 9 score cp 31 nodes 100 time 10 pv e2e4", "9 31 1 100 e2e4", 31},
        {"info depth 9 score cp -31 nodes 100 time 10 pv e2e4", "9 -31 1 100 e2e4", -31},
        {"info depth 9 score mate 2 nodes 100 time 10 pv e2e4", "9 100002 1 100 e2e4", MATE_SCORE - 2},
        {"info depth 9 score mate -2 nodes 100 time 10 pv e2e4", "9 -100002 1 100 e2e4", -MATE_SCORE + 2},
        {"info depth 9 score cp 99999 nodes 100 time 10 pv e2e4", "9 40000 1 100 e2e4", MATE_SCORE_MIN},
        {"info depth 9 score cp -99999 nodes 100 time 10 pv e2e4", "9 -40000 1 100 e2e4", -MATE_SCORE_MIN},
        {"info depth 9 score cp 28999 nodes 100 time 10 pv e2e4", "9 28999 1 100 e2e4", MATE_SCORE_MIN - 1},
        {"info depth 9 score mate 0 nodes 100 time 10 pv e2e4", "9 -100000 1 100 e2e4", -MATE_SCORE},
        {"info depth 9 score mate 1000 nodes 100 time 10 pv e2e4", "9 101000 1 100 e2e4", MATE_SCORE - 999},
    };
    for (size_t i = 0; i < sizeof scores / sizeof *scores; ++i) {
        char text[64] = "";
        Engine engine = {.variant = variants[0]};
        Answer uci = {0}, cecp = {0};
        ck_assert(!protocol_uci.read_thinking(&engine, scores[i].uci, text, sizeof text, &uci));
        ck_assert(!protocol_cecp.read_thinking(&engine, scores[i].cecp, text, sizeof text, &cecp));
        ck_assert(uci.has_score && uci.score == scores[i].score && uci.depth == 9 && uci.nodes == 100);
        ck_assert(cecp.has_score && cecp.score == scores[i].score && cecp.depth == 9 && cecp.nodes == 100);
        ck_assert(close_to(uci.search_seconds, 0.01, 1e-9) && close_to(cecp.search_seconds, 0.01, 1e-9));
    }
}

/* ---- The check of positions itself ---- */

/* Whatever is damaged in a position, its verify says so. */
START_TEST(test_verify)
{
    const Variant *v = variants[_i];
    Position *pos = position_at(v->name, v->moves.crosses_boards ? NULL : v->position.start_fen), *sound;
    uint64_t seed = 1;
    /* A game that begins with an empty board: some pieces must stand. */
    play_at_random(pos, 8, &seed);
    sound = position_clone(pos, 0);
    ck_assert(sound != NULL);
    ck_assert_ptr_null(v->board.verify(pos));
    static const char *const said[] = {"type", "set", "key", "structure key", "piece-square sum", "phase", "phase"};
    for (int damage = 0; damage < 8; ++damage) {
        ck_assert(position_copy(pos, sound));
        unsigned s = 0;
        while (!pos->board[s]) ++s;
        if (damage == 0) pos->board[s] = piece_make(WHITE, v->board.types);
        if (damage == 1) pos->board[s] ^= piece_make(BLACK, NO_TYPE);
        if (damage == 2) pos->state->key ^= 1;
        if (damage == 3) pos->state->pawn_key ^= 1;
        if (damage == 4) pos->state->psq += 1;
        if (damage == 5) pos->state->phase[WHITE] += 1;
        if (damage == 6) pos->state->phase[BLACK] += 1;
        if (damage == 7) {
            Piece piece = pos->board[s];
            pos->board[s] = piece_make(piece_side(piece), piece_type(piece) == 1 ? 2 : 1);
        }
        const char *found = v->board.verify(pos);
        ck_assert_msg(found && (damage == 7 || strstr(found, said[damage])), "%s, damage %d: %s", v->name, damage,
            found ? found : "none");
    }
    position_free(sound);
    position_free(pos);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("units", 60, EACH_GAME(test_verify), ONCE(test_scaled_by_draw_counter), EACH_GAME(test_won_in_every_game),
                     ONCE(test_hands), ONCE(test_data_sheets), ONCE(test_lines), ONCE(test_numbers), ONCE(test_session_set_game),
                     ONCE(test_endgame_values), ONCE(test_match_statistics), ONCE(test_parts_of_a_match), ONCE(test_sprt_in_order),
                     ONCE(test_match_scores));
}
