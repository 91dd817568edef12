/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* What the opening book says about a position. */

#include <string.h>

#include "../eval/wdl.h"
#include "web.h"

enum { LINE_SHOWN = 10 };

/* The moves that follow a move of the position, with best play; "san" begins with the move itself. */
static void put_line(Buffer *out, const OpeningBook *book, Position *pos, const BookEdge *edge)
{
    Move line[LINE_SHOWN + 1] = {edge->move};
    int length = edge->child == BOOK_NONE ? 1 : 1 + book_line(book, edge->child, line + 1, LINE_SHOWN);
    Buffer text = {0};
    session_print_pv(pos, line, length, &text);
    /* Every word follows a space. */
    const char *words = buffer_text(&text), *rest = *words ? strchr(words + 1, ' ') : NULL;
    json_put_words(out, "continuation", rest ? rest : "");
    web_put_short_line(out, "san", pos, line, length);
    out->failed |= text.failed;
    buffer_free(&text);
}

static void put_moves(Buffer *out, const OpeningBook *book, Position *pos, uint32_t node)
{
    const BookNode *n = node == BOOK_NONE ? NULL : &book->nodes[node];
    json_open(out, "moves", '[');
    for (uint32_t i = 0; n && i < n->edge_count; ++i) {
        const BookEdge *edge = &n->edges[i];
        char text[MOVE_TEXT_MAX];
        if (!position_is_legal(pos, edge->move)) continue;
        pos->variant->text.print(pos, edge->move, text);
        json_open(out, NULL, '{');
        json_put_text(out, "move", text);
        web_put_score(out, pos, book_edge_score(book, edge));
        json_put_number(out, "expected_score", score_permille(pos, book_edge_score(book, edge)));
        put_line(out, book, pos, edge);
        json_close(out, '}');
    }
    json_close(out, ']');
}

bool web_book(Web *web, Buffer *out, ErrorText *error)
{
    if (!web_position(web, error)) return false;
    Position *pos = web->session->pos;
    const OpeningBook *book = session_book(web->session);
    json_put_number(out, "positions", book ? book->count : 0);
    json_put_text(out, "origin", book ? book->made : "");
    uint32_t node = book ? book_find(book, pos->state->key) : BOOK_NONE;
    json_put_flag(out, "known", node != BOOK_NONE);
    put_moves(out, book, pos, node);
    return true;
}
