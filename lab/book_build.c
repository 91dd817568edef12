/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "book_build.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../src/util/fnv.h"

enum { SLOTS_MIN = 64, PLY_COST = 100, SPARE_PLIES = 4 };

/* ---- Nodes ---- */

/* At least half of the hash table stays empty. */
static bool grow_slots(OpeningBook *book)
{
    if (2 * (book->count + 1) < book->slot_count) return true;
    uint32_t count = book->slot_count ? 2 * book->slot_count : SLOTS_MIN, *slots = malloc(count * sizeof *slots);
    if (!slots) return false;
    for (uint32_t i = 0; i < count; ++i) slots[i] = BOOK_NONE;
    free(book->slots);
    book->slots = slots;
    book->slot_count = count;
    for (uint32_t i = 0; i < book->count; ++i) *book_slot(book, book->nodes[i].key) = i;
    return true;
}

uint32_t book_add_node(OpeningBook *book, uint32_t parent, Move move, Key key)
{
    if (book->count == book->room) {
        uint32_t room = book->room ? 2 * book->room : SLOTS_MIN;
        BookNode *grown = realloc(book->nodes, room * sizeof *grown);
        if (!grown) return BOOK_NONE;
        book->nodes = grown;
        book->room = room;
    }
    if (book->count >= BOOK_NODES_MAX || !grow_slots(book)) return BOOK_NONE;
    *book_slot(book, key) = book->count;
    book->nodes[book->count] =
        (BookNode){.key = key, .parent = parent, .move = move,
                   .ply = parent == BOOK_NONE ? 0 : (uint16_t)(book->nodes[parent].ply + 1)};
    return book->count++;
}

OpeningBook *book_new(const Variant *variant)
{
    OpeningBook *book = calloc(1, sizeof *book);
    Position *pos = position_new(variant);
    ErrorText error;
    bool ok = book && pos && position_set_fen(pos, variant->position.start_fen, &error);
    if (ok) {
        book->variant = variant;
        ok = book_add_node(book, BOOK_NONE, MOVE_NONE, pos->state->key) == 0;
    }
    position_free(pos);
    if (ok) return book;
    book_free(book);
    return NULL;
}

/* Marks a node and all below it. `stack` has room for every node. */
static void mark_below(const OpeningBook *book, uint32_t node, bool *seen, uint32_t *stack)
{
    uint32_t size = 0;
    stack[size++] = node;
    seen[node] = true;
    while (size) {
        const BookNode *n = &book->nodes[stack[--size]];
        for (uint32_t i = 0; i < n->edge_count; ++i) {
            uint32_t child = n->edges[i].child;
            if (child == BOOK_NONE || seen[child]) continue;
            seen[child] = true;
            stack[size++] = child;
        }
    }
}

bool book_leads_to(const OpeningBook *book, uint32_t to, uint32_t from)
{
    bool *seen = calloc(book->count, sizeof *seen);
    uint32_t *stack = malloc(book->count * sizeof *stack);
    bool leads = true; /* without memory: careful */
    if (seen && stack) {
        mark_below(book, to, seen, stack);
        leads = seen[from];
    }
    free(seen);
    free(stack);
    return leads;
}

Position *book_position(const OpeningBook *book, uint32_t node)
{
    Move line[BOOK_PLIES_MAX + 1];
    unsigned plies = book->nodes[node].ply;
    ErrorText error;
    Position *pos = position_new(book->variant);
    if (!pos || plies > BOOK_PLIES_MAX || !position_set_fen(pos, book->variant->position.start_fen, &error)
        || !position_reserve(pos, plies + SPARE_PLIES)) {
        position_free(pos);
        return NULL;
    }
    for (unsigned i = plies; i-- > 0; node = book->nodes[node].parent) line[i] = book->nodes[node].move;
    for (unsigned i = 0; i < plies; ++i) position_make(pos, line[i]);
    return pos;
}

/* ---- Costs ---- */

int64_t book_edge_cost(const OpeningBook *book, const BookNode *node, const BookEdge *edge, int drop)
{
    int64_t lost = (int64_t)node->score - book_edge_score(book, edge);
    return PLY_COST + (lost > 0 ? lost : 0) * 100 / variant_margin_percent(book->variant) * PLY_COST / drop;
}

void book_costs(const OpeningBook *book, const uint32_t *order, int drop, int64_t *costs)
{
    for (uint32_t i = 0; i < book->count; ++i) costs[i] = i ? INT64_MAX : 0;
    for (uint32_t i = 0; i < book->count; ++i) {
        const BookNode *n = &book->nodes[order[i]];
        for (uint32_t e = 0; e < n->edge_count; ++e) {
            uint32_t child = n->edges[e].child;
            if (child == BOOK_NONE) continue;
            int64_t cost = costs[order[i]] + book_edge_cost(book, n, &n->edges[e], drop);
            if (cost < costs[child]) costs[child] = cost;
        }
    }
}

/* ---- Writing ---- */

typedef struct Writer {
    const OpeningBook *book;
    const int64_t *costs;
    int64_t limit;
    uint32_t *queue, *number, count; /* nodes in the order of the file, and their numbers there */
    Buffer *out;
} Writer;

static bool is_kept(const Writer *w, uint32_t node) { return !w->costs || w->costs[node] <= w->limit; }

static void write_edge(Writer *w, const Position *pos, const BookEdge *edge)
{
    char text[MOVE_TEXT_MAX];
    w->book->variant->text.print(pos, edge->move, text);
    buffer_add(w->out, "%s", text);
    if (edge->kind != BOOK_CHILD) {
        buffer_add(w->out, "%c%d", edge->kind == BOOK_OPEN ? '/' : '!', edge->score);
    } else if (!is_kept(w, edge->child)) {
        buffer_add(w->out, "%c%d", w->book->nodes[edge->child].over ? '!' : '/', (int)book_edge_score(w->book, edge));
    } else if (w->number[edge->child] != BOOK_NONE) {
        buffer_add(w->out, "=%" PRIu32, w->number[edge->child]);
    } else {
        w->number[edge->child] = w->count;
        w->queue[w->count++] = edge->child;
    }
}

static bool write_node(Writer *w, uint32_t node)
{
    const BookNode *n = &w->book->nodes[node];
    if (!n->edge_count || n->over) {
        buffer_add(w->out, "#%d\n", n->score);
        return true;
    }
    Position *pos = book_position(w->book, node);
    if (!pos) return false;
    for (uint32_t i = 0; i < n->edge_count; ++i) {
        if (i) buffer_add(w->out, " ");
        write_edge(w, pos, &n->edges[i]);
    }
    buffer_add(w->out, "\n");
    position_free(pos);
    return true;
}

bool book_write(const OpeningBook *book, const int64_t *costs, int64_t limit, Buffer *out)
{
    Buffer lines = {0};
    Writer w = {.book = book, .costs = costs, .limit = limit, .out = &lines, .queue = malloc(book->count * sizeof(uint32_t)),
                .number = malloc(book->count * sizeof(uint32_t))};
    bool ok = w.queue && w.number;
    for (uint32_t i = 0; i < book->count && ok; ++i) w.number[i] = BOOK_NONE;
    if (ok) {
        w.queue[w.count++] = 0;
        w.number[0] = 0;
    }
    for (uint32_t i = 0; i < w.count && ok; ++i) ok = write_node(&w, w.queue[i]);
    if (ok) {
        size_t start = out->length;
        buffer_add(out, BOOK_MAGIC "\n" BOOK_GAME "%s\n" BOOK_MADE "%s\n" BOOK_NODES "%" PRIu32 "\n", book->variant->name,
                   book->made, w.count);
        buffer_put(out, buffer_text(&lines), lines.length);
        if (!out->failed) buffer_add(out, BOOK_END "%016" PRIx64 "\n", fnv_hash(out->text + start, out->length - start));
    }
    ok = ok && !lines.failed && !out->failed;
    buffer_free(&lines);
    free(w.queue);
    free(w.number);
    return ok;
}
