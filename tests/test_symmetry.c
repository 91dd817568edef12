/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * If a game's rules are the same after mirroring the board, so are the perft counts. If both sides have the
 * same army, the evaluation is the same from the other side's point of view. Tested on positions of random
 * games and of the files. What the data sheets claim of pieces and boards, on which endgame tablebases rely, is
 * tested move by move and on endgames too.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/eval/evaluate.h"
#include "../lab/tables/catalogue.h"
#include "../src/material/index.h"
#include "../nnue/mirror.h"
#include "../src/text/notation.h"
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
        if ((*v)->symmetry.swap == FLIP_RANKS) add_symmetry(*v, SWAP_RANKS);
        if ((*v)->symmetry.swap == (FLIP_RANKS | FLIP_FILES)) add_symmetry(*v, SWAP_ROTATED);
        if ((*v)->symmetry.board >> FLIP_FILES & 1) add_symmetry(*v, MIRROR_FILES);
        if (mirror_of(*v) == NET_MIRROR_DIAGONAL) add_symmetry(*v, MIRROR_DIAGONAL);
        if (mirror_of(*v) == NET_MIRROR_BOARDS) add_symmetry(*v, EXCHANGE_BOARDS);
    }
}

enum { GAMES = 20, PLIES = 80, LEAVES = 150 };

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
        reserve += hand_count(pos->variant, pos->state->hands, WHITE, slot)
                   + hand_count(pos->variant, pos->state->hands, BLACK, slot);
    return reserve <= 12;
}

/* Returns whether there was anything to compare. */
static bool compare(Position *pos, Position *mirrored, Mirror mirror)
{
    char fen[FEN_MAX], other[FEN_MAX + 64], back[FEN_MAX + 64];
    ErrorText error;
    pos->variant->board.get_fen(pos, fen);
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
        Score a = evaluate(pos, NULL), b = evaluate(mirrored, NULL);
        if (swaps || mirror == EXCHANGE_BOARDS) ck_assert_msg(a == b, "%s is worth %d, %s %d", fen, a, other, b);
        ck_assert_int_eq(position_in_peril(pos), position_in_peril(mirrored));
    }
    fen_mirror(mirrored, mirror, back);
    ck_assert(position_set_fen(mirrored, back, &error));
    ck_assert_uint_eq(mirrored->state->key, pos->state->key);
    return true;
}

START_TEST(test_random_games)
{
    const Symmetry *s = &symmetries[_i];
    uint64_t seed = 3;
    Position *mirrored = position_at(s->game, NULL);
    int compared = 0;
    for (int game = 0; game < GAMES; ++game) {
        Position *pos = position_at(s->game, NULL);
        for (int ply = 0; ply < PLIES && position_outcome(pos).result == ONGOING; ++ply) {
            play_at_random(pos, 1, &seed);
            if (ply % 3 == 0) compared += compare(pos, mirrored, s->mirror);
        }
        position_free(pos);
    }
    if (s->mirror != MIRROR_FILES) ck_assert_int_gt(compared, GAMES);
    position_free(mirrored);
}

/* ---- The data sheets' claims ----
 *
 * A claim is tested on random positions of few pieces and on positions of games: an image of the position has the image
 * of every move, and every end of the game. */

/* An image of positions: an operation on each board; then, if `swaps`, an exchange of the colours. */
typedef struct Image {
    unsigned operation[2];
    bool swaps;
} Image;

static Square image_of(const Variant *v, const Image *image, Square s)
{
    unsigned per_board = board_squares(v);
    return square_transform(v, image->operation[s / per_board], s);
}

static Result image_of_result(const Image *image, Result result)
{
    if (!image->swaps || (result != WHITE_WINS && result != BLACK_WINS)) return result;
    return result == WHITE_WINS ? BLACK_WINS : WHITE_WINS;
}

/* Sets up the image of a board without rights, en passant or a history; false if the game refuses it. */
static bool set_image(Position *pos, const Piece *board, Side side, uint64_t hands, const Image *image)
{
    const Variant *v = pos->variant;
    Piece turned[SQUARE_MAX] = {NO_PIECE};
    for (unsigned s = 0; s < square_count(v); ++s)
        if (board[s]) turned[image_of(v, image, (Square)s)] = board[s] ^ (image->swaps ? piece_make(BLACK, NO_TYPE) : 0);
    for (unsigned s = 0; s < square_count(v); ++s)
        if (pos->board[s] != turned[s]) v->board.place(pos, (Square)s, turned[s]);
    if (image->swaps) {
        side ^= 1;
        hands = hands_exchange(hands);
    }
    if (pos->side != side) pos->state->key ^= zobrist_side;
    pos->side = side;
    pos->state->key ^= zobrist_hands(pos->state->hands) ^ zobrist_hands(hands);
    pos->state->hands = hands;
    return v->position.accepts(pos, NULL);
}

/* What the rules say of the image of a position, as one number: its board and hands, and how the game stands. */
static uint64_t print_of(const Position *pos, const Image *image)
{
    const Variant *v = pos->variant;
    uint64_t hands = image->swaps ? hands_exchange(pos->state->hands) : pos->state->hands;
    uint64_t print = zobrist_hands(hands) ^ (uint64_t)image_of_result(image, v->end.on_board(pos).result);
    for (unsigned s = 0; s < square_count(v); ++s)
        if (pos->board[s])
            print ^= zobrist_piece[pos->board[s] ^ (image->swaps ? piece_make(BLACK, NO_TYPE) : 0)][image_of(v, image, (Square)s)];
    return splitmix64_mix(print);
}

/* The images of all positions that one move leads to, and of the end of the game, as one number. */
static uint64_t print_of_moves(Position *pos, const Image *image)
{
    const Variant *v = pos->variant;
    Result result = v->end.on_board(pos).result;
    uint64_t print = (uint64_t)image_of_result(image, result);
    size_t count;
    Move *moves = position_moves(pos, &count);
    if (result == ONGOING && !count) print = (uint64_t)image_of_result(image, position_no_move_outcome(pos).result) + 16;
    if (result == ONGOING) print = print * 2 + position_in_peril(pos);
    for (size_t i = 0; i < count; ++i) {
        position_make(pos, moves[i]);
        print += print_of(pos, image);
        position_unmake(pos);
    }
    free(moves);
    return print;
}

/* Compares a position with its image; false if the game refuses both. */
static bool compare_image(Position *pos, Position *other, const Piece *board, Side side, uint64_t hands, const Image *image)
{
    static const Image itself = {{0, 0}, false};
    char fen[FEN_MAX], other_fen[FEN_MAX];
    bool accepted = set_image(pos, board, side, hands, &itself), image_accepted = set_image(other, board, side, hands, image);
    pos->variant->board.get_fen(pos, fen);
    pos->variant->board.get_fen(other, other_fen);
    ck_assert_msg(accepted == image_accepted, "%s: of %s and its image %s one is refused", pos->variant->name, fen, other_fen);
    if (!accepted) return false;
    ck_assert_msg(print_of_moves(pos, image) == print_of_moves(other, &itself),
                  "%s claims a symmetry that it has not: %s has not the moves or ends of %s", pos->variant->name, fen, other_fen);
    return true;
}

/* Compares all images that the sheet claims for a material. Returns how many there were. */
static int compare_images(Position *pos, Position *other, const Piece *board, Side side, uint64_t hands, const unsigned claimed[2])
{
    const Variant *v = pos->variant;
    int compared = 0;
    bool square_board = board_width(v) == v->board.ranks;
    for (unsigned b = 0; b < v->board.boards; ++b) {
        for (unsigned op = 1; op < BOARD_OPERATIONS; ++op) {
            if (!(claimed[b] >> op & 1) || (op & TRANSPOSE && !square_board)) continue;
            Image image = {{0, 0}, false};
            image.operation[b] = op;
            if (v->moves.crosses_boards) image.operation[b ^ 1] = op;
            compared += compare_image(pos, other, board, side, hands, &image);
        }
    }
    if (v->symmetry.swap && !hands)
        compared += compare_image(pos, other, board, side, hands, &(Image){{v->symmetry.swap, v->symmetry.swap}, true});
    return compared;
}

/* A square where the piece may stand, if a few tries find one. */
static Square random_square(const Variant *v, const Material *material, unsigned piece, uint64_t *seed)
{
    unsigned per_board = board_squares(v);
    Square s;
    int tries = 0;
    do s = (Square)(material->board[piece] * per_board + random_below(seed, per_board));
    while (v->position.may_stand && !v->position.may_stand(material->pieces[piece], s) && ++tries < 200);
    return s;
}

/* An empty position without castling rights. */
static Position *empty_position(const Variant *v)
{
    Position *pos = position_new(v);
    ck_assert(pos && position_reserve(pos, 4));
    pos->state->number = 1;
    return pos;
}

/* What the endgames' index takes for symmetric, with the pieces on random squares. */
START_TEST(test_claims_of_pieces)
{
    enum { TRIES = 200 };
    const Variant *v = variants[_i];
    uint64_t seed = 9;
    unsigned count;
    int compared = 0;
    TbIndex *index = malloc(sizeof *index);
    Material *list = v->moves.crosses_boards ? NULL : catalogue_list(v, catalogue_usual_pieces(v), &count);
    Position *pos = empty_position(v), *other = empty_position(v);
    ck_assert(index != NULL);
    for (unsigned i = 0; list && i < count * TRIES; ++i) {
        Material material = list[i / TRIES];
        Piece board[SQUARE_MAX] = {NO_PIECE};
        PieceType more = (PieceType)(1 + random_below(&seed, v->board.types - 1u));
        Side side = (Side)random_below(&seed, SIDE_NB);
        if (i & 1 && material.count < PIECES_MAX && v->board.pieces[more].sides >> side & 1) { /* one more piece */
            material.board[material.count] = (uint8_t)random_below(&seed, v->board.boards);
            material.pieces[material.count++] = piece_make(side, more);
            material_normalise(v, &material);
        }
        if (!index_init(index, v, &material, true, UINT32_MAX, NULL)) continue;
        for (unsigned p = 0; p < material.count; ++p) board[random_square(v, &material, p, &seed)] = material.pieces[p];
        unsigned claimed[2] = {index->frame[0].symmetry, index->frame[1].symmetry};
        compared += compare_images(pos, other, board, (Side)random_below(&seed, SIDE_NB), material.hands, claimed);
    }
    ck_assert_msg(v->moves.crosses_boards || compared > 500 || !(v->symmetry.board || v->symmetry.swap), "%s: only %d compared",
                  v->name, compared);
    position_free(other);
    position_free(pos);
    free(list);
    free(index);
}

/* What the game claims for all pieces, in positions of random games. */
START_TEST(test_claims_of_games)
{
    const Variant *v = variants[_i];
    uint64_t seed = 4;
    int compared = 0;
    Position *pos = empty_position(v), *other = empty_position(v);
    for (int game = 0; game < GAMES; ++game) {
        Position *played = position_at(v->name, NULL);
        for (int ply = 0; ply < PLIES && position_outcome(played).result == ONGOING; ++ply) {
            play_at_random(played, 1, &seed);
            unsigned claimed[2] = {v->symmetry.board, v->symmetry.board};
            if (ply % 9 == 0) compared += compare_images(pos, other, played->board, played->side, played->state->hands, claimed);
        }
        position_free(played);
    }
    ck_assert_msg(compared > GAMES, "%s: only %d compared", v->name, compared);
    position_free(other);
    position_free(pos);
}

int main(void)
{
    variants_init();
    find_symmetries();
    epd = position_lines("epd", true, &epd_count);
    return RUN_TESTS("symmetry", 0, EACH(test_random_games, symmetry_count), EACH(test_claims_of_pieces, games_count()),
                     EACH(test_claims_of_games, games_count()));
}
