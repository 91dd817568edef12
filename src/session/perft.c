/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "perft.h"

#include <pthread.h>
#include <stdlib.h>

#include "../text/notation.h"

struct PerftThread {
    pthread_t thread;
    Position *pos;
    unsigned depth;
    atomic_bool stop;
};

static bool is_stopped(const atomic_bool *stop) { return stop && atomic_load(stop); }

/* Counts and prints each move until stopped; returns the sum. */
static uint64_t count_each(Position *pos, unsigned depth, const Move *moves, size_t count, const atomic_bool *stop)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count && !is_stopped(stop); ++i) {
        char text[MOVE_TEXT_MAX];
        pos->variant->print_move(pos, moves[i], text);
        position_make(pos, moves[i]);
        uint64_t nodes = position_perft_until(pos, depth - 1, stop);
        position_unmake(pos);
        if (nodes == UINT64_MAX) return nodes;
        sum += nodes;
        if (!is_stopped(stop)) say("%s: %llu", text, (unsigned long long)nodes);
    }
    return sum;
}

static bool count_all(Position *pos, unsigned depth, bool divide, const atomic_bool *stop)
{
    size_t count;
    Move *moves = position_moves(pos, &count);
    bool ok = moves && position_reserve(pos, depth + 1), each = divide && depth > 0;
    uint64_t sum = !ok ? UINT64_MAX : each ? count_each(pos, depth, moves, count, stop) : position_perft_until(pos, depth, stop);
    free(moves);
    if (sum == UINT64_MAX) return false;
    if (is_stopped(stop)) say("Perft stopped: %llu positions are not all.", (unsigned long long)sum);
    else say("%sNodes searched: %llu", each ? "\n" : "", (unsigned long long)sum);
    return true;
}

bool perft_divide(Position *pos, unsigned depth, bool divide) { return count_all(pos, depth, divide, NULL); }

static void *run(void *argument)
{
    PerftThread *c = argument;
    if (!count_all(c->pos, c->depth, true, &c->stop)) say("Perft stopped: out of memory.");
    return NULL;
}

PerftThread *perft_start(const Position *pos, unsigned depth)
{
    PerftThread *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->depth = depth;
    c->pos = position_clone(pos, 0);
    atomic_init(&c->stop, false);
    if (c->pos && pthread_create(&c->thread, NULL, run, c) == 0) return c;
    position_free(c->pos);
    free(c);
    return NULL;
}

void perft_end(PerftThread **thread, bool stop)
{
    PerftThread *c = *thread;
    if (!c) return;
    if (stop) atomic_store(&c->stop, true);
    pthread_join(c->thread, NULL);
    position_free(c->pos);
    free(c);
    *thread = NULL;
}
