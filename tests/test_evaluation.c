/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What the classical evaluation says: not how much, but which of two positions is the better
 * one, that differ in one thing. And that what it keeps between positions is what a fresh look
 * finds.
 *
 * tests/positions/GAME.eval holds values of positions, and squares.txt a hash of the values of pieces on squares. A change of
 * the code alters them only by intention: TEST_WRITE=1 writes the values of now into the files. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/eval/evaluate.h"
#include "../src/text/notation.h"
#include "../src/rules.h"
#include "../src/util/files.h"
#include "support.h"

/* For the side to move, which is the same in both. */
static const struct Pair {
    const char *game, *why, *better, *worse;
} pairs[] = {
    {"chess", "a passed Pawn goes on", "4k3/8/2K5/3P4/8/8/8/8 w - - 0 1", "4k3/8/3K4/3P4/8/8/8/8 w - - 0 1"},
    {"chess", "the enemy King is far from it", "5k2/8/P7/8/8/8/8/4K3 w - - 0 1", "2k5/8/P7/8/8/8/8/4K3 w - - 0 1"},
    {"chess", "Pawns shelter the King", "r2q2k1/5ppp/8/8/8/8/5PPP/R2Q2K1 w - - 0 1", "r2q2k1/5ppp/8/8/5PPP/8/8/R2Q2K1 w - - 0 1"},
    {"chess", "two Bishops", "4k3/pp6/8/8/8/2B2B2/PP6/4K3 w - - 0 1", "4k3/pp6/8/8/8/2B2N2/PP6/4K3 w - - 0 1"},
    {"chess", "Pawns side by side, not one behind the other", "4k3/1pp5/8/8/8/8/1PP5/4K3 w - - 0 1",
     "4k3/1pp5/8/8/8/2P5/2P5/4K3 w - - 0 1"},
    {"chess", "squares that no enemy Pawn guards", "4k3/8/6p1/8/4N3/8/8/4K3 w - - 0 1", "4k3/8/1p6/8/4N3/8/8/4K3 w - - 0 1"},
    {"borderlands", "a second Chief", "c2g4c/9/9/9/9/9/9/9/9/C2G4C[] w - - 0 1", "c2g4c/9/9/9/9/9/9/9/9/C2G5[] w - - 0 1"},
    {"borderlands", "a third village held", "c3g4/1G7/9/9/9/9/9/9/1G5G1/C8[] w - - 0 1",
     "c3g4/9/1G7/9/9/9/9/9/1G5G1/C8[] w - - 0 1"},
    {"battleofideologies", "to Black: the Kirin near its goal", "9/9/9/9/4z4/9/9/9/B3K4[] b - - 0 1",
     "4z4/9/9/9/9/9/9/9/B3K4[] b - - 0 1"},
    {"horizons", "an enemy Pawn that is attacked and not guarded", "k11/12/12/12/12/7p4/3p8/12/12/12/12/K2Q8 w - - 0 1",
     "k11/12/12/12/12/4p7/3p8/12/12/12/12/K2Q8 w - - 0 1"},
    {"bordahbee", "a Rook with a Knight to go with", "4k7k3/16/16/16/16/16/16/R3K3N3K3 w - - 0 1",
     "4k7k3/16/16/16/16/16/16/R3K7K3 w - - 0 1"},
    {"diamond", "pieces on land", "8/8/8/8/2S5/c2H4/8/8[] w - - 0 1", "8/8/8/8/3S4/c1H5/8/8[] w - - 0 1"},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static Score worth(const char *game, const char *fen)
{
    Position *pos = position_at(game, fen);
    Score score = evaluate(pos, NULL);
    position_free(pos);
    return score;
}

/* A lone king is recognised, and the evaluation shown to people is within the range of scores. */
START_TEST(test_terms)
{
    static const struct { const char *fen; bool lone_king; } positions[] = {
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", true}, {"4k3/7p/8/8/8/8/8/R3K3 w - - 0 1", false},
        {"QQQQ2QQ/QQQQ2QQ/8/8/4k3/7p/8/QQQQK2Q b - - 0 1", false}, {"qqqq2qq/qqqq2qq/8/8/4K3/7P/8/qqqqk2q w - - 0 1", false},
    };
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) {
        Position *pos = position_at("chess", positions[i].fen);
        Score score = evaluate(pos, NULL), way;
        ck_assert_msg(lone_king_evaluate(pos, &way) == positions[i].lone_king, "%s", positions[i].fen);
        ck_assert_msg(score <= EVAL_MAX && score >= -EVAL_MAX, "%s: %d", positions[i].fen, score);
        ck_assert_msg(i < 2 || score == -EVAL_MAX, "%s: %d", positions[i].fen, score);
        position_free(pos);
    }
}

/* A second Rook as far from the lone king as the first is worth its value and no way more: the distances of pieces are
 * averaged. */
START_TEST(test_two_mating_pieces)
{
    const Variant *chess = variant_find("chess");
    Score one = worth("chess", "8/1R6/8/8/3k4/8/8/K7 b - - 0 1"), two = worth("chess", "8/1R6/8/8/3k4/8/6R1/K7 b - - 0 1");
    ck_assert_int_eq(one - two, chess->board.pieces[piece_type_find(chess, WHITE, 'R', false)].eg);
}

/* Against a lone king: what the pieces are worth and the progress, for either colour. */
static const struct Lone {
    const char *game, *fen;
    int share;  /* 1: all that the pieces are worth; more: that over this; 0: it is evaluated otherwise */
    bool wins;  /* is there a piece that mates? */
    int corner, royal, pieces; /* squares that the lone king, the other royal and the mating pieces on average have come nearer */
} lone[] = {
    {"chess", "8/8/8/3k4/8/8/1R6/K7 w - - 0 1", 1, true, 0, 3, 4},
    {"chess", "8/8/8/3k4/8/8/1RQ5/K7 w - - 0 1", 1, true, 0, 3, 4},
    {"chess", "8/8/8/3k4/8/7N/PR6/K7 w - - 0 1", 1, true, 0, 3, 4},
    {"chess", "6RQ/8/8/3k4/8/8/1RR2R2/K7 w - - 0 1", 1, true, 0, 3, 4},
    {"chess", "8/8/8/3k4/8/8/1NN5/K7 w - - 0 1", 1, false, 0, 3, 0},
    {"chess", "8/8/8/3k4/8/8/1NP5/K7 w - - 0 1", 1, false, 0, 3, 0},
    /* A Bishop and a Knight mate in the Bishop's corners. */
    {"chess", "8/8/8/3k4/8/8/1BN5/K7 w - - 0 1", 1, false, -1, 3, 0},
    {"chess", "k7/8/8/8/8/8/2BN4/K7 w - - 0 1", 1, false, 6, 0, 0},
    {"chess", "k7/8/8/8/8/8/1BN5/K7 w - - 0 1", 1, false, -1, 0, 0},
    {"chess", "k7/8/8/8/8/8/1BB5/K7 w - - 0 1", 1, false, 6, 0, 0},
    {"chess", "k7/8/8/8/8/8/1BR5/K7 w - - 0 1", 1, true, 6, 0, 1},
    {"chess", "8/8/8/3k4/8/8/1N6/K7 w - - 0 1", 8, false, 0, 0, 0},
    {"chess", "8/8/8/3k4/8/8/1B6/K7 w - - 0 1", 8, false, 0, 0, 0},
    {"chess", "8/8/8/3k4/8/8/1P6/K7 w - - 0 1", 0, false, 0, 0, 0},
    {"chess", "8/7p/8/3k4/8/8/1R6/K7 w - - 0 1", 0, false, 0, 0, 0},
    {"horizons", "12/12/12/3R7K/12/12/8k3/12/12/12/12/12 w - - 0 1", 1, true, 2, 8, 6},
    {"horizons", "12/12/12/3R7K/12/3Z8/8k3/O11/12/12/12/12 w - - 0 1", 1, true, 2, 8, 5},
    {"borderlands", "9/5C1+A1/9/4c4/9/9/9/9/9/9[] w - - 0 1", 1, true, 1, 7, 6},
    {"borderlands", "9/5C1+A1/9/4c4/9/9/9/9/9/9[M] w - - 0 1", 0, false, 0, 0, 0},
};

START_TEST(test_lone_king)
{
    const struct Lone *l = &lone[_i];
    Position *pos = position_at(l->game, l->fen);
    const Variant *v = pos->variant;
    Score worth = 0;
    for (unsigned s = 0; s < square_count(v); ++s)
        if (pos->board[s] && !v->board.pieces[piece_type(pos->board[s])].royal)
            worth += v->board.pieces[piece_type(pos->board[s])].eg;
    Score expected = l->share ? worth / l->share + (l->wins ? 5000 : 0) + 100 * l->corner + 60 * l->royal + 20 * l->pieces : 0;
    for (int turn = 0; turn < 4; ++turn) {
        Score score = 0;
        char fen[FEN_MAX];
        bool strong_moves = turn % 2 == 0;
        position_get_fen(pos, fen);
        ck_assert_msg(lone_king_evaluate(pos, &score) == (l->share > 0), "%s", fen);
        if (l->share) ck_assert_msg(score == (strong_moves ? expected : -expected), "%s: %d, not %d", fen, score, expected);
        if (l->share) ck_assert_int_eq(lone_king_material(pos), strong_moves ? worth : 0);
        if (turn == 1) {
            pos->side ^= 1;
            fen_mirror(pos, v->symmetry.swap & FLIP_FILES ? SWAP_ROTATED : SWAP_RANKS, fen);
            position_free(pos);
            pos = position_at(l->game, fen);
        } else {
            pos->side ^= 1;
        }
    }
    position_free(pos);
}

/* However many pieces, no more than an evaluation may be; two bare royals are a draw. */
START_TEST(test_bare_bounds)
{
    Score score = 1;
    Position *pos = position_at("chess", "QQQQQQQQ/8/8/8/8/k7/8/K7 b - - 0 1");
    pos->board[63] = pos->board[62];
    for (Square s = 32; s < 40; ++s) pos->board[s] = pos->board[63];
    ck_assert(lone_king_evaluate(pos, &score) && score == -EVAL_MAX);
    position_free(pos);
    pos = position_at("chess", "8/8/8/8/8/k7/8/2K5 w - - 0 1");
    ck_assert(lone_king_evaluate(pos, &score) && score == 0 && lone_king_material(pos) == 0);
    position_free(pos);
}

/* All of them count, so that a lone king is worth the same to either colour. */
START_TEST(test_many_mating_pieces)
{
    ck_assert_int_eq(worth("chess", "8/8/8/3k4/8/8/1RQ4R/KRQR4 b - - 0 1"), worth("chess", "krqr4/1rq4r/8/8/3K4/8/8/8 w - - 0 1"));
}

START_TEST(test_pairs)
{
    const struct Pair *p = &pairs[_i];
    Score better = worth(p->game, p->better), worse = worth(p->game, p->worse);
    ck_assert_msg(better > worse, "%s, %s: %d and %d", p->game, p->why, better, worse);
}

/* With all pieces on the board the values of the middle game count, without any those of the end game, and between them
 * something between. */
START_TEST(test_phases)
{
    int count, middle = 0, end = 0, between = 0;
    const PositionLine *lines = position_lines("epd", true, &count);
    for (int i = 0; i < count; ++i) {
        char fen[FEN_MAX];
        position_line_fen(&lines[i], fen);
        Position *pos = position_at(lines[i].variant->name, fen);
        const State *state = pos->state;
        int phase = state->phase[WHITE] + state->phase[BLACK], max = lines[i].variant->search.phase_max;
        int mg = tapered_mg(state->psq), eg = tapered_eg(state->psq), is = evaluate_terms(pos).material_and_squares;
        if (phase >= max) ck_assert_msg(is == mg, "%s: %d of %d and %d", fen, is, mg, eg);
        else if (phase == 0) ck_assert_msg(is == eg, "%s: %d of %d and %d", fen, is, mg, eg);
        else ck_assert_msg((is >= mg && is <= eg) || (is >= eg && is <= mg), "%s: %d of %d and %d", fen, is, mg, eg);
        middle += phase >= max && mg != eg;
        end += phase == 0 && mg != eg;
        between += phase > 0 && phase < max && mg != eg;
        position_free(pos);
    }
    ck_assert_msg(middle > 5 && end > 2 && between > 20, "%d, %d, %d", middle, between, end);
    /* More pieces than there were at the start are no more than all. */
    Position *crowd = position_at("chess", "qqqqkqqq/8/8/8/8/8/PPPPPPPP/QQRQKRQQ w - - 0 1");
    ck_assert_int_gt(crowd->state->phase[WHITE] + crowd->state->phase[BLACK], crowd->variant->search.phase_max);
    ck_assert_int_eq(evaluate_terms(crowd).material_and_squares, tapered_mg(crowd->state->psq));
    position_free(crowd);
}

/* The key of a cached evaluation covers every square: with a weak key, the last square of a board and the one four
 * ranks below cancel out. */
START_TEST(test_key_of_every_square)
{
    static const char *const fens[] = {"4k2r4k3/16/16/16/7p8/16/16/4K3R3K3 w - - 0 1",
                                       "4k2Q4k3/16/16/16/16/16/16/4K3R3K3 w - - 0 1"};
    Position *pos = position_at("bordahbee", fens[0]), *fresh = position_at("bordahbee", fens[1]);
    EvalScratch *scratch = calloc(1, pos->variant->search.scratch_size);
    evaluate(pos, scratch);
    for (Square s = 0; s < 128; ++s)
        if (pos->board[s] != fresh->board[s]) pos->variant->board.place(pos, s, fresh->board[s]);
    ck_assert_int_eq(evaluate(pos, scratch), evaluate(fresh, NULL));
    free(scratch);
    position_free(fresh);
    position_free(pos);
}

/* However a position came about, and whatever the scratch memory holds, it has the same evaluation. */
START_TEST(test_nothing_is_stale)
{
    enum { GAMES = 6, PLIES = 60, LINES = 8 };
    const Variant *v = variants[_i];
    uint64_t seed = 11;
    EvalScratch *scratch = v->search.scratch_size ? calloc(1, v->search.scratch_size) : NULL;
    for (int game = 0; game < GAMES; ++game) {
        Position *pos = position_at(v->name, NULL);
        for (int ply = 0; ply < PLIES && position_outcome(pos).result == ONGOING; ++ply) {
            size_t count;
            Move *moves = position_moves(pos, &count);
            /* As in a search: moves are made, looked at and taken back. */
            for (int line = 0; line < LINES; ++line) {
                char fen[FEN_MAX];
                position_make(pos, moves[random_below(&seed, count)]);
                Score score = evaluate(pos, scratch);
                v->board.get_fen(pos, fen);
                ck_assert_int_eq(score, worth(v->name, fen));
                position_unmake(pos);
            }
            free(moves);
            play_at_random(pos, 1, &seed);
        }
        position_free(pos);
    }
    free(scratch);
}

/* The middle game and the end game of material and squares, then of the game's own terms, from White's point of view, and the
 * evaluation for the side to move. */
static void write_values(const char *fen, const char *name, char *out, size_t size)
{
    Position *pos = position_at(name, fen);
    Tapered psq = pos->state->psq, terms = pos->variant->search.evaluate(pos, NULL);
    snprintf(out, size, "%s ;squares %d %d ;terms %d %d ;eval %d", fen, tapered_mg(psq), tapered_eg(psq), tapered_mg(terms),
             tapered_eg(terms), evaluate(pos, NULL));
    position_free(pos);
}

/* The rules of a FEN as a command line names them. */
static void rules_of_fen(const char *game, const char *fen, char *out)
{
    const char *rules = strchr(fen, '{');
    if (rules) snprintf(out, RULES_TEXT_MAX, "%s:%.*s", game, (int)strcspn(rules + 1, "}"), rules + 1);
    else snprintf(out, RULES_TEXT_MAX, "%s:", game);
}

/* Lines by the same rules. */
typedef struct ValueLines {
    const PositionLine *lines;
    int count;
    FILE *out; /* NULL: they are compared */
} ValueLines;

static void take_values(void *data)
{
    const ValueLines *group = data;
    for (int i = 0; i < group->count; ++i) {
        char fen[FEN_MAX], values[FEN_MAX + 96];
        position_line_fen(&group->lines[i], fen);
        write_values(fen, group->lines[i].variant->name, values, sizeof values);
        if (group->out) fprintf(group->out, "%s\n", values);
        else ck_assert_msg(strcmp(values, group->lines[i].text) == 0, "now %s\nwas %s", values, group->lines[i].text);
    }
}

START_TEST(test_values)
{
    int count, own = 0;
    const PositionLine *lines = position_lines("eval", false, &count); /* a game of one's own may have none */
    const char *game = variants[_i]->name;
    char path[128];
    FILE *out = NULL;
    snprintf(path, sizeof path, "tests/positions/%s.eval", game);
    if (getenv("TEST_WRITE") && file_exists(path)) ck_assert_ptr_nonnull(out = fopen(path, "w"));
    ValueLines group = {.out = out};
    for (int i = 0; i < count; i += group.count) {
        char fen[FEN_MAX], rules[RULES_TEXT_MAX], next[RULES_TEXT_MAX];
        group.lines = &lines[i];
        group.count = 1;
        if (strcmp(lines[i].variant->name, game) != 0) continue;
        position_line_fen(&lines[i], fen);
        rules_of_fen(game, fen, rules);
        for (; i + group.count < count && lines[i + group.count].variant == lines[i].variant; ++group.count) {
            position_line_fen(&lines[i + group.count], fen);
            rules_of_fen(game, fen, next);
            if (strcmp(next, rules) != 0) break;
        }
        in_process_by(rules, take_values, &group);
        own += group.count;
    }
    if (out) fclose(out);
    ck_assert(own >= 10 || is_example(game));
}

/* Adds the values of a piece on all squares where it may stand, for the middle game and the end game, to a hash (FNV-1a). */
static void hash_squares(Position *pos, Piece piece, uint64_t *hash)
{
    const Variant *v = pos->variant;
    for (Square s = 0; s < square_count(v); ++s) {
        Piece there = pos->board[s];
        if (v->position.may_stand && !v->position.may_stand(piece, s)) continue;
        v->board.place(pos, s, NO_PIECE);
        Tapered without = pos->state->psq;
        v->board.place(pos, s, piece);
        Tapered value = pos->state->psq - without;
        const int numbers[] = {s, tapered_mg(value), tapered_eg(value)};
        for (int i = 0; i < 3; ++i) *hash = (*hash ^ (unsigned)numbers[i]) * 0x100000001B3u;
        v->board.place(pos, s, NO_PIECE);
        if (there) v->board.place(pos, s, there);
    }
}

START_TEST(test_squares)
{
    static const char path[] = "tests/positions/squares.txt";
    char line[128], now[128];
    bool writes = getenv("TEST_WRITE");
    FILE *file = fopen(path, writes ? "w" : "r");
    ck_assert_ptr_nonnull(file);
    for (const Variant *const *v = variants; *v; ++v) {
        snprintf(now, sizeof now, "tests/positions/%s.eval", (*v)->name);
        if (!file_exists(now)) continue; /* a game of one's own may have no such values */
        Position *pos = position_at((*v)->name, NULL);
        uint64_t hash = 0xCBF29CE484222325u;
        for (unsigned i = 2; i < 2 * (*v)->board.types; ++i)
            if ((*v)->board.pieces[i / 2].letter && (*v)->board.pieces[i / 2].sides >> i % 2 & 1)
                hash_squares(pos, piece_make((Side)(i % 2), (PieceType)(i / 2)), &hash);
        position_free(pos);
        snprintf(now, sizeof now, "%s %016" PRIx64 "\n", (*v)->name, hash);
        if (writes) fputs(now, file);
        else ck_assert_str_eq(now, fgets(line, sizeof line, file) ? line : "");
    }
    ck_assert(writes || !fgets(line, sizeof line, file));
    fclose(file);
}

/* Positions are copied for every line that is shown. */
START_TEST(test_positions_are_small) { ck_assert_uint_lt(variants[_i]->board.position_size, 4096); }

int main(void)
{
#define BEGUN(test, count) EACH_FROM(test, count, variants_init)
    return RUN_TESTS("evaluation", 120, BEGUN(test_terms, 1), BEGUN(test_two_mating_pieces, 1),
                     BEGUN(test_many_mating_pieces, 1), BEGUN(test_phases, 1), BEGUN(test_pairs, PAIRS),
                     BEGUN(test_lone_king, sizeof lone / sizeof *lone), BEGUN(test_bare_bounds, 1),
                     BEGUN(test_key_of_every_square, 1), BEGUN(test_nothing_is_stale, games_count()),
                     EACH(test_values, games_count()), BEGUN(test_squares, 1),
                     BEGUN(test_positions_are_small, games_count()));
}
