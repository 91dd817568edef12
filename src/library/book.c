/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "book.h"

#include <stdlib.h>
#include <string.h>

/* ---- Nodes and edges ---- */

void book_free(OpeningBook *book)
{
    if (!book) return;
    for (uint32_t i = 0; i < book->count; ++i) free(book->nodes[i].edges);
    free(book->nodes);
    free(book->slots);
    free(book);
}

uint32_t *book_slot(const OpeningBook *book, Key key)
{
    uint32_t i = (uint32_t)(key >> 7) & (book->slot_count - 1);
    while (book->slots[i] != BOOK_NONE && book->nodes[book->slots[i]].key != key) i = (i + 1) & (book->slot_count - 1);
    return &book->slots[i];
}

uint32_t book_find(const OpeningBook *book, Key key) { return *book_slot(book, key); }

bool book_add_edge(OpeningBook *book, uint32_t node, BookEdge edge)
{
    BookNode *n = &book->nodes[node];
    if (n->edge_count == n->edge_room) {
        uint32_t room = n->edge_room ? 2 * n->edge_room : 4;
        BookEdge *grown = realloc(n->edges, room * sizeof *grown);
        if (!grown) return false;
        n->edges = grown;
        n->edge_room = room;
    }
    n->edges[n->edge_count++] = edge;
    return true;
}

/* ---- Values ---- */

/* Kahn's algorithm: a node comes when all nodes that lead to it have come. */
bool book_order(const OpeningBook *book, uint32_t *order)
{
    uint32_t *waits = calloc(book->count, sizeof *waits), done = 0, size = 0;
    if (!waits) return false;
    for (uint32_t i = 0; i < book->count; ++i)
        for (uint32_t e = 0; e < book->nodes[i].edge_count; ++e)
            if (book->nodes[i].edges[e].child != BOOK_NONE) ++waits[book->nodes[i].edges[e].child];
    for (uint32_t i = 0; i < book->count; ++i)
        if (!waits[i]) order[size++] = i;
    for (; done < size; ++done) {
        const BookNode *n = &book->nodes[order[done]];
        for (uint32_t e = 0; e < n->edge_count; ++e)
            if (n->edges[e].child != BOOK_NONE && --waits[n->edges[e].child] == 0) order[size++] = n->edges[e].child;
    }
    free(waits);
    return size == book->count;
}

Score book_edge_score(const OpeningBook *book, const BookEdge *edge)
{
    if (edge->child == BOOK_NONE) return edge->score;
    Score score = -book->nodes[edge->child].score;
    return score > SCORE_MATE_MIN ? score - 1 : score < -SCORE_MATE_MIN ? score + 1 : score;
}

const BookEdge *book_best(const OpeningBook *book, uint32_t node)
{
    const BookNode *n = &book->nodes[node];
    const BookEdge *best = NULL;
    for (uint32_t i = 0; i < n->edge_count; ++i)
        if (!best || book_edge_score(book, &n->edges[i]) > book_edge_score(book, best)) best = &n->edges[i];
    return best;
}

void book_evaluate(OpeningBook *book, const uint32_t *order)
{
    for (uint32_t i = book->count; i-- > 0;) {
        const BookEdge *best = book_best(book, order[i]);
        if (best && !book->nodes[order[i]].over) book->nodes[order[i]].score = (int16_t)book_edge_score(book, best);
    }
}

void book_sort(OpeningBook *book)
{
    for (uint32_t i = 0; i < book->count; ++i) {
        BookEdge *edges = book->nodes[i].edges;
        for (uint32_t a = 1; a < book->nodes[i].edge_count; ++a) {
            BookEdge edge = edges[a];
            uint32_t at = a;
            for (; at > 0 && book_edge_score(book, &edges[at - 1]) < book_edge_score(book, &edge); --at) edges[at] = edges[at - 1];
            edges[at] = edge;
        }
    }
}

/* ---- Using ---- */

int book_line(const OpeningBook *book, uint32_t node, Move *line, int max)
{
    int length = 0;
    while (node != BOOK_NONE && length < max) {
        const BookEdge *best = book_best(book, node);
        if (!best) break;
        line[length++] = best->move;
        node = best->child;
    }
    return length;
}

/* The weight of a move falls with the square of the distance to the limit, so moves near it are rare. */
static uint64_t weight_of(const OpeningBook *book, const BookEdge *edge, Score best, int variety)
{
    int64_t lost = (int64_t)(best - book_edge_score(book, edge)) * 100 / variant_margin_percent(book->variant);
    if (edge->kind != BOOK_CHILD || lost < 0 || lost > variety) return 0;
    return (uint64_t)((variety + 1 - lost) * (variety + 1 - lost));
}

Move book_choose(const OpeningBook *book, const Position *pos, int variety, uint64_t seed, Score *score)
{
    uint32_t node = book_find(book, pos->state->key);
    const BookEdge *best = NULL;
    uint64_t sum = 0;
    const BookNode *n = node == BOOK_NONE ? NULL : &book->nodes[node];
    for (uint32_t i = 0; n && i < n->edge_count; ++i)
        if (n->edges[i].kind == BOOK_CHILD && (!best || book_edge_score(book, &n->edges[i]) > book_edge_score(book, best)))
            best = &n->edges[i];
    if (!best || !position_is_legal(pos, best->move)) return MOVE_NONE;
    Score top = book_edge_score(book, best);
    /* A move outside the book may be better than all in it. */
    if (weight_of(book, best, max(top, n->score), variety) == 0) return MOVE_NONE;
    for (uint32_t i = 0; i < n->edge_count; ++i) sum += weight_of(book, &n->edges[i], top, variety);
    uint64_t state = seed ^ pos->state->key, at = splitmix64_below(&state, sum);
    for (uint32_t i = 0; i < n->edge_count; ++i) {
        uint64_t weight = weight_of(book, &n->edges[i], top, variety);
        if (at < weight) {
            best = &n->edges[i];
            break;
        }
        at -= weight;
    }
    if (!position_is_legal(pos, best->move)) return MOVE_NONE;
    *score = book_edge_score(book, best);
    return best->move;
}
