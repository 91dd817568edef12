/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "book_view.h"

#include <stdlib.h>

#include "../eval/wdl.h"

const char *score_text(const Position *pos, Score score, char text[SCORE_TEXT_MAX])
{
    score = score_normalise(pos, score);
    if (pos->side == BLACK) score = -score;
    bool decided = score > SCORE_MATE_MIN || score < -SCORE_MATE_MIN;
    if (decided) snprintf(text, SCORE_TEXT_MAX, "#%d", score_mate_in(score));
    else snprintf(text, SCORE_TEXT_MAX, "%+.2f", score / 100.0);
    return text;
}

enum { MOVES_SHOWN = 10, LINE_SHOWN = 6, MOVE_COLUMN = 12 };

/* A row of the table: move, value, expected result of the side to move, share of the positions, line. */
static void add_row(Position *pos, const OpeningBook *book, const BookEdge *edge, unsigned share, Buffer *out)
{
    Move line[LINE_SHOWN + 1] = {edge->move};
    int length = edge->child == BOOK_NONE ? 1 : 1 + book_line(book, edge->child, line + 1, LINE_SHOWN);
    char text[MOVE_TEXT_MAX], value[SCORE_TEXT_MAX];
    Score of_mover = book_edge_score(book, edge);
    Buffer after = {0};
    pos->variant->print_move(pos, edge->move, text);
    session_print_pv(pos, line, length, &after);
    char *rest = after.text;
    if (rest) word_next(&rest);
    int expected = (score_permille(pos, of_mover) + 5) / 10;
    buffer_add(out, "\n  %-*s %7s %5d%% ", MOVE_COLUMN, text, score_text(pos, of_mover, value), expected);
    if (edge->child == BOOK_NONE) buffer_add(out, "     -");
    else buffer_add(out, "%5u%%", share);
    if (rest && *text_rest(rest)) buffer_add(out, "  %s", text_rest(rest));
    buffer_free(&after);
}

bool book_view_moves(Position *pos, const OpeningBook *book, uint32_t node, bool all, Buffer *out)
{
    const BookNode *n = &book->nodes[node];
    uint32_t *sizes = calloc(n->edge_count + 1, sizeof *sizes), shown = all ? n->edge_count : MOVES_SHOWN;
    uint64_t sum = 0;
    if (!sizes || !book_sizes(book, node, sizes)) {
        free(sizes);
        return false;
    }
    for (uint32_t i = 0; i < n->edge_count; ++i) sum += sizes[i];
    buffer_add(out, "  %-*s   value expect  share  then", MOVE_COLUMN, "move");
    for (uint32_t i = 0; i < n->edge_count && i < shown; ++i)
        if (position_is_legal(pos, n->edges[i].move))
            add_row(pos, book, &n->edges[i], sum ? (unsigned)((sizes[i] * 100u + sum / 2) / sum) : 0, out);
    if (shown < n->edge_count) buffer_add(out, "\n  'book all' shows all %u moves of the book.", (unsigned)n->edge_count);
    free(sizes);
    return true;
}
