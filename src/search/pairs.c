/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "pairs.h"

/* A part, the kinds of parts it combines with, and its scores. */
struct PairPart {
    int32_t score; /* as a part of a quiet move */
    uint8_t kind, companions;
};

typedef struct Waiting {
    int32_t score;
    uint32_t part;
} Waiting;

/* Waiting parts; the first `ordered` are sorted. */
typedef struct Queue {
    Waiting *waiting;
    uint32_t ordered, size;
} Queue;

struct PairRow {
    Queue *queue;
    uint32_t part, next;
    int32_t score, best; /* of the part alone, and with that companion */
    uint8_t list;        /* the list of the part */
};

static void *pairs_alloc(Pairs *pairs, size_t size)
{
    PairMemory *memory = pairs->memory;
    size = (size + 7) & ~(size_t)7;
    if (memory->size - memory->used < size) {
        pairs->truncated = true;
        return NULL;
    }
    void *taken = memory->bytes + memory->used;
    memory->used += size;
    return taken;
}

/* ---- Parts ---- */

void pairs_list(Pairs *pairs, PairMemory *memory, const Position *pos, NodeFacts *facts, bool tactical, MovePart *scratch)
{
    const Variant *variant = pos->variant;
    const SearchHints *hints = variant_hints(variant);
    MovePart *end[2] = {scratch, scratch + hints->max_parts};
    *pairs = (Pairs){.memory = memory, .variant = variant};
    hints->generate_parts(pos, tactical, end);
    for (int list = 0; list < 2; ++list) {
        const MovePart *from = scratch + (list ? hints->max_parts : 0);
        size_t n = (size_t)(end[list] - from);
        Move *bits = pairs->bits[list] = pairs_alloc(pairs, n * sizeof *bits);
        PairPart *part = pairs->part[list] = pairs_alloc(pairs, n * sizeof *part);
        MoveInfo *info = pairs->info[list] = pairs_alloc(pairs, n * sizeof *info);
        if (pairs->truncated) break;
        pairs->count[list] = n;
        for (size_t i = 0; i < n; ++i) {
            bits[i] = from[i].bits;
            part[i].kind = from[i].kind;
            part[i].companions = from[i].companions;
        }
        variant->search.describe(pos, facts, bits, n, info);
    }
    pairs->parts_end = memory->used;
}

static bool go_together(const PairPart *a, const PairPart *b) { return a->companions >> b->kind & 1; }

static int victim_value(const Variant *variant, PieceType victim)
{
    const PieceInfo *info = &variant->board.pieces[victim];
    return victim == NO_TYPE ? -1 : info->royal ? INT16_MAX : info->mg;
}

/* Describes a pair: a from list 0 and b from list 1. */
static MoveInfo join(const Variant *variant, const MoveInfo *a, const MoveInfo *b)
{
    bool first = !b->victim || victim_value(variant, a->victim) >= victim_value(variant, b->victim);
    return (MoveInfo){.piece_to = {a->piece_to[0], b->piece_to[1]},
                      .from_to = {a->from_to[0], b->from_to[1]},
                      .attacked = {a->attacked[0], b->attacked[1]},
                      .gain = (int16_t)(a->gain + b->gain),
                      .attacker = (int16_t)(a->attacker + b->attacker),
                      .victim = first ? a->victim : b->victim,
                      .noisy = a->noisy || b->noisy};
}

static MoveInfo describe_pair(const Pairs *pairs, const PairRow *row, uint32_t companion)
{
    const MoveInfo *own = &pairs->info[row->list][row->part], *other = &pairs->info[row->list ^ 1][companion];
    return row->list == 0 ? join(pairs->variant, own, other) : join(pairs->variant, other, own);
}

/* ---- Rows and queues ----
 *
 * Both are filled from the ends of the lists, so that among equals the last listed comes first, as in
 * movepick.c: games list the most valuable pieces first, and among unknown moves those of lesser pieces are
 * the better guess. */

/* Sorts one step further: moves the best waiting part to the end of the sorted ones. */
static void put_next_in_order(Queue *queue)
{
    Waiting *waiting = queue->waiting, *best = &waiting[queue->ordered];
    for (Waiting *w = best + 1; w < waiting + queue->size; ++w)
        if (w->score > best->score) best = w;
    Waiting moving = *best;
    *best = waiting[queue->ordered];
    waiting[queue->ordered++] = moving;
}

/* Finds the row's next pair by its sum; false if there is none. */
static bool look_ahead(PairRow *row)
{
    Queue *queue = row->queue;
    if (row->next == queue->size) return false;
    if (row->next == queue->ordered) put_next_in_order(queue);
    row->best = row->score + queue->waiting[row->next].score;
    return true;
}

static Queue *new_queue(Pairs *pairs, size_t room)
{
    Queue *queue = pairs_alloc(pairs, sizeof *queue);
    Waiting *waiting = pairs_alloc(pairs, room * sizeof *waiting);
    if (!queue || !waiting) return NULL;
    *queue = (Queue){.waiting = waiting};
    return queue;
}

/* Starts new rows; the old ones are dropped. */
static PairRow *new_rows(Pairs *pairs, size_t room)
{
    pairs->memory->used = pairs->parts_end;
    pairs->row = pairs_alloc(pairs, room * sizeof *pairs->row);
    pairs->rows = 0;
    return pairs->row;
}

static void add_row(Pairs *pairs, PairRow row)
{
    if (look_ahead(&row)) pairs->row[pairs->rows++] = row;
}

/* The row of a noisy part. The history of a part depends on the victim, so each row has a queue of its own.
 * Pairs of two noisy parts may take a piece more valuable than the row's; they are in the rows of list 0. */
static void add_noisy_row(Pairs *pairs, const History *history, int list, uint32_t part)
{
    const PairPart *own = &pairs->part[list][part], *other = pairs->part[list ^ 1];
    const MoveInfo *own_info = &pairs->info[list][part], *other_info = pairs->info[list ^ 1];
    PairRow row = {.queue = new_queue(pairs, pairs->count[list ^ 1]), .part = part, .list = (uint8_t)list};
    if (!row.queue) return;
    row.score = history_noisy_order(history, own_info);
    for (uint32_t i = (uint32_t)pairs->count[list ^ 1]; i-- > 0;) {
        int score;
        if (!go_together(own, &other[i])) continue;
        if (!other_info[i].noisy) {
            score = history_noisy_part(history, &other_info[i], own_info->victim);
        } else if (list == 0) {
            MoveInfo info = describe_pair(pairs, &row, i);
            score = history_noisy_order(history, &info) - row.score;
        } else {
            continue;
        }
        row.queue->waiting[row.queue->size++] = (Waiting){score, i};
    }
    add_row(pairs, row);
}

void pairs_begin_noisy(Pairs *pairs, const History *history)
{
    if (!new_rows(pairs, pairs->count[0] + pairs->count[1])) return;
    for (int list = 1; list >= 0; --list)
        for (uint32_t i = (uint32_t)pairs->count[list]; i-- > 0;)
            if (pairs->info[list][i].noisy) add_noisy_row(pairs, history, list, i);
}

/* The quiet parts of list 1 that combine with a part of list 0. */
static Queue *quiet_queue(Pairs *pairs, const PairPart *part)
{
    Queue *queue = new_queue(pairs, pairs->count[1]);
    if (!queue) return NULL;
    for (uint32_t i = (uint32_t)pairs->count[1]; i-- > 0;) {
        const PairPart *other = &pairs->part[1][i];
        if (!pairs->info[1][i].noisy && go_together(part, other))
            queue->waiting[queue->size++] = (Waiting){other->score, i};
    }
    return queue;
}

void pairs_begin_quiet(Pairs *pairs, const History *history, Side side, const ContinuationRows *before)
{
    Queue *queues[PART_KINDS] = {NULL}; /* parts of a kind share one: they combine with the same parts */
    if (!new_rows(pairs, pairs->count[0])) return;
    for (int list = 0; list < 2; ++list) {
        for (size_t i = 0; i < pairs->count[list]; ++i) {
            const MoveInfo *info = &pairs->info[list][i];
            if (!info->noisy) pairs->part[list][i].score = history_quiet(history, side, info, before);
        }
    }
    for (uint32_t i = (uint32_t)pairs->count[0]; i-- > 0;) {
        const PairPart *part = &pairs->part[0][i];
        if (pairs->info[0][i].noisy) continue;
        Queue **queue = &queues[part->kind];
        if (!*queue && !(*queue = quiet_queue(pairs, part))) return;
        add_row(pairs, (PairRow){.queue = *queue, .part = i, .score = part->score});
    }
}

Move pairs_next(Pairs *pairs, MoveInfo *info)
{
    if (pairs->rows == 0) return MOVE_NONE;
    PairRow *best = pairs->row, *end = pairs->row + pairs->rows;
    for (PairRow *row = best + 1; row < end; ++row)
        if (row->best > best->best) best = row;
    uint32_t companion = best->queue->waiting[best->next++].part;
    Move move = pairs->bits[best->list][best->part] | pairs->bits[best->list ^ 1][companion];
    *info = describe_pair(pairs, best, companion);
    if (!look_ahead(best)) {
        *best = *--end;
        --pairs->rows;
    }
    return move;
}
