/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Opening books: scores by minimax, transpositions, the cost of ways, files of any content, the choice of a move. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lab/book_build.h"
#include "../src/util/files.h"
#include "support.h"

/* ---- Books made by hand ---- */

static BookEdge edge_to(Move move, uint32_t child) { return (BookEdge){move, child, BOOK_CHILD, 0}; }
static BookEdge edge_open(Move move, int score) { return (BookEdge){move, BOOK_NONE, BOOK_OPEN, (int16_t)score}; }

/* Adds the position after a move as a new node. */
static uint32_t add_node(OpeningBook *book, uint32_t parent, const char *text)
{
    Position *pos = book_position(book, parent);
    Move move = move_at(pos, text);
    position_make(pos, move);
    uint32_t node = book_add_node(book, parent, move, pos->state->key);
    position_free(pos);
    ck_assert_uint_ne(node, BOOK_NONE);
    ck_assert(book_add_edge(book, parent, edge_to(move, node)));
    return node;
}

static void add_open(OpeningBook *book, uint32_t node, const char *text, int score)
{
    Position *pos = book_position(book, node);
    ck_assert(book_add_edge(book, node, edge_open(move_at(pos, text), score)));
    position_free(pos);
}

static void add_transposition(OpeningBook *book, uint32_t node, const char *text, uint32_t child)
{
    Position *pos = book_position(book, node);
    ck_assert(book_add_edge(book, node, edge_to(move_at(pos, text), child)));
    position_free(pos);
}

static void evaluate_all(OpeningBook *book)
{
    uint32_t *order = malloc(book->count * sizeof *order);
    ck_assert(book_order(book, order));
    book_evaluate(book, order);
    free(order);
    book_sort(book);
}

/* 1. e4 is answered by e5 (-20 for White) or c5 (+30); 1. d4 gives +10, and g3, which nobody followed, +5. */
static OpeningBook *small_book(void)
{
    OpeningBook *book = book_new(variant_find("chess"));
    ck_assert(book != NULL);
    uint32_t e4 = add_node(book, 0, "e2e4"), d4 = add_node(book, 0, "d2d4");
    uint32_t e5 = add_node(book, e4, "e7e5"), c5 = add_node(book, e4, "c7c5");
    add_open(book, 0, "g2g3", 5);
    add_open(book, e4, "a7a6", -60);
    add_open(book, d4, "d7d5", -10);
    add_open(book, e5, "g1f3", -20);
    add_open(book, c5, "g1f3", 30);
    strcpy(book->made, "by hand");
    evaluate_all(book);
    return book;
}

START_TEST(scores_go_back_by_minimax)
{
    OpeningBook *book = small_book();
    char text[MOVE_TEXT_MAX];
    Position *pos = book_position(book, 0);
    ck_assert_int_eq(book->nodes[1].score, 20);  /* Black answers e4 with e5 */
    ck_assert_int_eq(book->nodes[2].score, -10);
    ck_assert_int_eq(book->nodes[0].score, 10);  /* so White plays d4 */
    book->variant->text.print(pos, book_best(book, 0)->move, text);
    ck_assert_str_eq(text, "d2d4");
    Move line[4];
    ck_assert_int_eq(book_line(book, 0, line, 4), 2);
    ck_assert_int_eq(book_line(book, 1, line, 1), 1);
    position_free(pos);
    book_free(book);
}

START_TEST(a_win_is_further_away_from_the_parent)
{
    OpeningBook *book = book_new(variant_find("chess"));
    uint32_t node = 0;
    static const char *const fool[] = {"f2f3", "e7e5", "g2g4", "d8h4"};
    for (size_t i = 0; i < 4; ++i) node = add_node(book, node, fool[i]);
    book->nodes[node].over = true;
    book->nodes[node].score = -SCORE_MATE;
    evaluate_all(book);
    ck_assert_int_eq(book->nodes[3].score, SCORE_MATE - 1);
    ck_assert_int_eq(score_mate_in(book->nodes[3].score), 1);
    ck_assert_int_eq(score_mate_in(book->nodes[0].score), -2);
    book_free(book);
}

/* A move that loses 30 centipawns costs four plies if 10 count as one. */
START_TEST(a_way_costs_its_plies_and_what_it_loses)
{
    OpeningBook *book = small_book();
    uint32_t order[8];
    int64_t costs[8];
    ck_assert(book_order(book, order));
    book_costs(book, order, 10, costs);
    ck_assert_int_eq(costs[0], 0);
    ck_assert_int_eq(costs[2], 100);
    ck_assert_int_eq(costs[1], 400);        /* e4 gives -20, the best +10 */
    ck_assert_int_eq(costs[3], 400 + 100);  /* e5 */
    ck_assert_int_eq(costs[4], 400 + 600);  /* c5 loses 50 */
    book_free(book);
}

/* ---- Transpositions ---- */

/* 1. Nf3 Nf6 2. Nc3 and 1. Nc3 Nf6 2. Nf3. */
static OpeningBook *transposed_book(void)
{
    OpeningBook *book = book_new(variant_find("chess"));
    uint32_t a = add_node(book, add_node(book, 0, "g1f3"), "g8f6"), b = add_node(book, add_node(book, 0, "b1c3"), "g8f6");
    uint32_t end = add_node(book, a, "b1c3");
    add_transposition(book, b, "g1f3", end);
    add_open(book, end, "d7d5", 15);
    add_open(book, b, "d2d4", -40);
    strcpy(book->made, "by hand");
    evaluate_all(book);
    return book;
}

START_TEST(transpositions_are_one_position)
{
    OpeningBook *book = transposed_book();
    Position *pos = position_at("chess", NULL);
    play(pos, "b1c3 g8f6 g1f3");
    ck_assert_uint_eq(book->count, 6);
    ck_assert_uint_eq(book_find(book, pos->state->key), 5);
    ck_assert_int_eq(book->nodes[4].score, -15); /* after Nc3 Nf6: the value of the shared position */
    ck_assert(book_leads_to(book, 0, 5));
    ck_assert(!book_leads_to(book, 5, 0));
    position_free(pos);
    book_free(book);
}

START_TEST(a_circle_has_no_order)
{
    OpeningBook *book = transposed_book();
    uint32_t order[8];
    ck_assert(book_order(book, order));
    ck_assert(book_add_edge(book, 5, edge_to(MOVE_NONE, 0)));
    ck_assert(!book_order(book, order));
    book_free(book);
}

/* ---- Files ---- */

static OpeningBook *read_again(const Buffer *text)
{
    ErrorText error = {""};
    OpeningBook *book = book_read(text->text, text->length, "a book", &error);
    ck_assert_msg(book != NULL, "%s in\n%s", error.text, text->text);
    return book;
}

START_TEST(a_book_is_read_as_it_was_written)
{
    OpeningBook *books[] = {small_book(), transposed_book()};
    for (size_t i = 0; i < 2; ++i) {
        Buffer text = {0}, twice = {0};
        ck_assert(book_write(books[i], NULL, 0, &text));
        OpeningBook *again = read_again(&text);
        ck_assert_uint_eq(again->count, books[i]->count);
        ck_assert_int_eq(again->nodes[0].score, books[i]->nodes[0].score);
        ck_assert_str_eq(again->made, "by hand");
        ck_assert_ptr_eq(again->variant, books[i]->variant);
        ck_assert(book_write(again, NULL, 0, &twice));
        ck_assert_str_eq(text.text, twice.text);
        for (uint32_t n = 0; n < again->count; ++n) {
            Position *pos = book_position(again, n);
            ck_assert_uint_eq(pos->state->key, again->nodes[n].key);
            ck_assert_uint_ne(book_find(books[i], again->nodes[n].key), BOOK_NONE);
            position_free(pos);
        }
        buffer_free(&text);
        buffer_free(&twice);
        book_free(again);
        book_free(books[i]);
    }
}

/* What is left out keeps its score where it was. */
START_TEST(a_smaller_book_has_the_same_scores)
{
    OpeningBook *book = small_book();
    uint32_t order[8];
    int64_t costs[8];
    Buffer text = {0};
    ck_assert(book_order(book, order));
    book_costs(book, order, 10, costs);
    ck_assert(book_write(book, costs, 450, &text));
    OpeningBook *less = read_again(&text);
    ck_assert_uint_eq(less->count, 3);
    ck_assert_int_eq(less->nodes[0].score, book->nodes[0].score);
    ck_assert_int_eq(less->nodes[2].score, book->nodes[1].score);
    ck_assert_uint_eq(less->nodes[2].edge_count, book->nodes[1].edge_count);
    buffer_free(&text);
    book_free(less);
    book_free(book);
}

/* Puts the lines of nodes into a file with a right checksum. */
static void file_of(const char *head, const char *nodes, Buffer *out)
{
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    buffer_clear(out);
    buffer_add(out, "%s%s", head, nodes);
    for (size_t i = 0; i < out->length; ++i) sum = (sum ^ (uint8_t)out->text[i]) * UINT64_C(0x100000001B3);
    buffer_add(out, "end %016" PRIx64 "\n", sum);
}

typedef struct BadBook {
    unsigned count;
    const char *nodes, *complaint;
} BadBook;

static const BadBook bad_books[] = {
    {1, "e2e5/3\n", "illegal move"},
    {1, "\n", "no moves"},
    {1, "e2e4/3 e2e4/4\n", "duplicate move"},
    {1, "e2e4/99999\n", "not a score"},
    {1, "#\n", "not a score"},
    {1, "e2e4/1  d2d4/2\n", "two blanks"},
    {1, "e2e4\n", "more nodes than the file has"},
    {2, "e2e4/3\n#0\n", "no move leads to it"},
    {1, "e2e4/3\n#0\n", "more lines than nodes"},
    {1, "e2e4=1\n", "no such node"},
    {1, "e2e4=0\n", "another position"},
    {3, "e2e4 d2d4=1\ne7e5\n#0\n", "another position"},
    /* A cycle: the Knights go out and home, to the start. */
    {4, "g1f3\ng8f6\nf3g1\nf6g8=0\n", "cycle"},
    {5, "g1f3\ng8f6\nf3g1\nf6g8\n#0\n", "another node has this position"},
};

START_TEST(unsound_books_are_refused)
{
    const BadBook *bad = &bad_books[_i];
    char head[100];
    Buffer text = {0};
    ErrorText error = {""};
    snprintf(head, sizeof head, "quincunx book 1\ngame chess\nmade by hand\nnodes %u\n", bad->count);
    file_of(head, bad->nodes, &text);
    ck_assert_ptr_null(book_read(text.text, text.length, "bad", &error));
    ck_assert_msg(strstr(error.text, bad->complaint), "%s: %s", bad->nodes, error.text);
    buffer_free(&text);
}

/* Every change of a byte and every cut is noticed; and what has a right checksum is read or refused, whatever it says. */
START_TEST(damage_is_noticed)
{
    OpeningBook *book = transposed_book();
    Buffer text = {0}, forged = {0};
    ErrorText error;
    uint64_t seed = 1;
    ck_assert(book_write(book, NULL, 0, &text));
    for (size_t i = 0; i < text.length; ++i) {
        text.text[i] ^= 1;
        ck_assert_ptr_null(book_read(text.text, text.length, "changed", &error));
        text.text[i] ^= 1;
        ck_assert_ptr_null(book_read(text.text, i, "cut", &error));
    }
    size_t body = text.length - 21, read = 0;
    for (int i = 0; i < 20000; ++i) {
        static const char letters[] = "0123456789abcdefgh=/!#- \nNO+";
        char *copy = malloc(body + 1);
        memcpy(copy, text.text, body);
        copy[body] = '\0';
        for (size_t n = 1 + random_below(&seed, 3); n > 0; --n)
            copy[40 + random_below(&seed, body - 40)] = letters[random_below(&seed, sizeof letters - 1)];
        file_of("", copy, &forged);
        OpeningBook *other = book_read(forged.text, forged.length, "forged", &error);
        read += other != NULL;
        book_free(other);
        free(copy);
    }
    ck_assert_uint_gt(read, 0);
    buffer_free(&text);
    buffer_free(&forged);
    book_free(book);
}

/* ---- Choosing ---- */

START_TEST(moves_are_chosen_by_their_scores)
{
    OpeningBook *book = small_book();
    Position *pos = position_at("chess", NULL);
    Move e4 = move_at(pos, "e2e4"), d4 = move_at(pos, "d2d4");
    Score score;
    unsigned often[2] = {0, 0};
    for (uint64_t seed = 1; seed <= 300; ++seed) {
        ck_assert(book_choose(book, pos, 0, seed, &score) == d4);
        ck_assert_int_eq(score, 10);
        Move move = book_choose(book, pos, 40, seed, &score);
        ck_assert(move == e4 || move == d4);
        ck_assert(book_choose(book, pos, 40, seed, &score) == move);
        ++often[move == d4];
        ck_assert(book_choose(book, pos, 29, seed, &score) == d4); /* e4 loses 30 */
    }
    ck_assert_uint_gt(often[0], 0);
    ck_assert_uint_gt(often[1], 4 * often[0]);
    position_free(pos);
    book_free(book);
}

START_TEST(the_book_is_left_where_it_ends)
{
    OpeningBook *book = small_book();
    Position *pos = position_at("chess", NULL);
    Score score;
    play(pos, "d2d4");
    ck_assert_uint_eq(book_choose(book, pos, 50, 1, &score), MOVE_NONE); /* only an open edge */
    play(pos, "h7h5");
    ck_assert_uint_eq(book_choose(book, pos, 50, 1, &score), MOVE_NONE);
    position_free(pos);
    /* A move outside the book is far better than those in it. */
    pos = position_at("chess", NULL);
    for (uint32_t i = 0; i < book->nodes[0].edge_count; ++i)
        if (book->nodes[0].edges[i].kind == BOOK_OPEN) book->nodes[0].edges[i].score = 400;
    evaluate_all(book);
    ck_assert_uint_eq(book_choose(book, pos, 50, 1, &score), MOVE_NONE);
    position_free(pos);
    book_free(book);
}

/* ---- The books of the repository ---- */

START_TEST(the_books_are_sound)
{
    enum { REPOSITORY_BYTES = 150000 };
    const Variant *variant = variants[_i];
    char path[200];
    ErrorText error = {""};
    snprintf(path, sizeof path, "src/variants/%s/%s.book", variant->name, variant->name);
    if (!file_exists(path)) return; /* a game of the examples */
    Buffer text = {0};
    ck_assert(file_read(path, &text, &error));
    ck_assert_uint_le(text.length, REPOSITORY_BYTES);
    OpeningBook *book = book_read(text.text, text.length, path, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
    ck_assert(book->variant == variant);
    size_t count;
    Position *pos = position_at(variant->name, NULL);
    Move *moves = position_moves(pos, &count);
    ck_assert_uint_eq(book->nodes[0].edge_count, count); /* every first move */
    free(moves);
    position_free(pos);
    book_free(book);
    buffer_free(&text);
}

int main(void)
{
    variants_init();
    return RUN_TESTS("book", 300, ONCE(scores_go_back_by_minimax), ONCE(a_win_is_further_away_from_the_parent),
                     ONCE(a_way_costs_its_plies_and_what_it_loses), ONCE(transpositions_are_one_position),
                     ONCE(a_circle_has_no_order), ONCE(a_book_is_read_as_it_was_written),
                     ONCE(a_smaller_book_has_the_same_scores),
                     EACH(unsound_books_are_refused, sizeof bad_books / sizeof *bad_books), ONCE(damage_is_noticed),
                     ONCE(moves_are_chosen_by_their_scores), ONCE(the_book_is_left_where_it_ends),
                     EACH(the_books_are_sound, games_count()));
}
