/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The opening book in the terminal. */

#include <stdlib.h>

#include "../eval/wdl.h"
#include "console.h"

enum { MOVES_SHOWN = 10, LINE_SHOWN = 6, MOVE_COLUMN = 12 };

/* A row of the table: move, value, expected result of the side to move, share of the positions, line. */
static void add_row(Position *pos, const OpeningBook *book, const BookEdge *edge, unsigned share, Buffer *out)
{
    Move line[LINE_SHOWN + 1] = {edge->move};
    int length = edge->child == BOOK_NONE ? 1 : 1 + book_line(book, edge->child, line + 1, LINE_SHOWN);
    char text[MOVE_TEXT_MAX], value[24];
    Score of_mover = book_edge_score(book, edge);
    Buffer after = {0};
    pos->variant->print_move(pos, edge->move, text);
    session_print_pv(pos, line, length, &after);
    char *rest = after.text;
    if (rest) word_next(&rest);
    int expected = (score_permille(pos, of_mover) + 5) / 10;
    buffer_add(out, "\n  %-*s %7s %5d%% ", MOVE_COLUMN, text, console_score_text(pos, of_mover, value), expected);
    if (edge->child == BOOK_NONE) buffer_add(out, "     -");
    else buffer_add(out, "%5u%%", share);
    if (rest && *text_rest(rest)) buffer_add(out, "  %s", text_rest(rest));
    buffer_free(&after);
}

static void show_moves(Position *pos, const OpeningBook *book, uint32_t node, bool all)
{
    const BookNode *n = &book->nodes[node];
    uint32_t *sizes = calloc(n->edge_count + 1, sizeof *sizes), shown = all ? n->edge_count : MOVES_SHOWN;
    uint64_t sum = 0;
    Buffer out = {0};
    if (!sizes || !book_sizes(book, node, sizes)) {
        say("The book can not be shown: out of memory.");
        free(sizes);
        return;
    }
    for (uint32_t i = 0; i < n->edge_count; ++i) sum += sizes[i];
    buffer_add(&out, "  %-*s   value expect  share  then", MOVE_COLUMN, "move");
    for (uint32_t i = 0; i < n->edge_count && i < shown; ++i)
        if (pos->variant->move_is_legal(pos, n->edges[i].move))
            add_row(pos, book, &n->edges[i], sum ? (unsigned)((sizes[i] * 100u + sum / 2) / sum) : 0, &out);
    if (shown < n->edge_count) buffer_add(&out, "\n  'book all' shows all %u moves of the book.", (unsigned)n->edge_count);
    say_buffer(&out);
    free(sizes);
}

void console_book(Console *console, char *rest)
{
    Session *session = console->session;
    char *word = word_next(&rest);
    bool on = text_equal(word, "on"), off = text_equal(word, "off"), all = text_equal(word, "all");
    if (*word && !on && !off && !all) {
        say("'book' shows the moves of the opening book, 'book all' all of them; 'book on' and 'book off' say whether I play from "
            "it; not '%.40s'.", word);
        return;
    }
    const OpeningBook *book = session_book(session);
    if (!book) {
        say("There is no opening book of %s.", session->variant->title);
        return;
    }
    if (on || off) {
        session->own_book = on;
        say(on ? "I play from the book." : "I do not play from the book.");
        return;
    }
    uint32_t node = book_find(book, session->pos->state->key);
    if (node == BOOK_NONE || !book->nodes[node].edge_count) say("The book does not have this position.");
    else show_moves(session->pos, book, node, all);
    if (!*word && node == 0) say("The book has %u positions (%s). Values are White's, expected results the mover's.",
                                 (unsigned)book->count, book->made);
}
