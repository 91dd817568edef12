/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* A search thread's own memory: created, placed at the root, freed. */

#include "worker.h"

#include <stdlib.h>
#include <string.h>

#include "pool.h"

/* Move entries for all nodes of a line: far more than any game needs in play. */
enum { ARENA_ENTRIES = 1 << 18 };
/* Extra plies for tablebase probes beyond the deepest node. */
enum { PLIES_BEYOND = 2 + TB_PLIES };

/* ---- The thread ---- */

static void *thread_main(void *argument)
{
    Worker *w = argument;
    SearchPool *pool = w->pool;
    pthread_mutex_lock(&pool->signals.mutex);
    for (;;) {
        while (!w->thread.task && !w->thread.leaving) pthread_cond_wait(&pool->signals.wake, &pool->signals.mutex);
        if (!w->thread.task) break;
        void (*task)(Worker *) = w->thread.task;
        pthread_mutex_unlock(&pool->signals.mutex);
        task(w);
        pthread_mutex_lock(&pool->signals.mutex);
        w->thread.task = NULL;
        pthread_cond_broadcast(&pool->signals.wake);
    }
    pthread_mutex_unlock(&pool->signals.mutex);
    return NULL;
}

/* Creates the thread with enough stack for all plies: the default of some systems is too small. */
static bool thread_new(Worker *w)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    bool ok = pthread_attr_setstacksize(&attributes, SEARCH_STACK) == 0
              && pthread_create(&w->thread.handle, &attributes, thread_main, w) == 0;
    pthread_attr_destroy(&attributes);
    return ok;
}

bool worker_run(Worker *w, void (*task)(Worker *worker))
{
    SearchPool *pool = w->pool;
    pthread_mutex_lock(&pool->signals.mutex);
    w->thread.exists = w->thread.exists || thread_new(w);
    assert(!w->thread.task);
    if (w->thread.exists) w->thread.task = task;
    pthread_cond_broadcast(&pool->signals.wake);
    pthread_mutex_unlock(&pool->signals.mutex);
    return w->thread.exists;
}

void worker_wait(Worker *w)
{
    pthread_mutex_lock(&w->pool->signals.mutex);
    while (w->thread.task) pthread_cond_wait(&w->pool->signals.wake, &w->pool->signals.mutex);
    pthread_mutex_unlock(&w->pool->signals.mutex);
}

static void thread_end(Worker *w)
{
    if (!w->thread.exists) return;
    pthread_mutex_lock(&w->pool->signals.mutex);
    w->thread.leaving = true;
    pthread_cond_broadcast(&w->pool->signals.wake);
    pthread_mutex_unlock(&w->pool->signals.mutex);
    pthread_join(w->thread.handle, NULL);
}

/* ---- The memory ---- */

void worker_free(Worker *w)
{
    if (!w) return;
    thread_end(w);
    position_free(w->pos);
    evaluator_free(w->evaluator);
    history_free(&w->history);
    free(w->arena.moves);
    free(w->arena.info);
    free(w->arena.scores);
    free(w->arena.places);
    free(w->arena.parts);
    free(w->arena.pairs.bytes);
    free(w->stack);
    roots_free(w);
    free(w);
}

/* Plies of accumulators in an evaluator; nodes of a stack, with those before the root and beyond the deepest node. */
enum { EVALUATOR_PLIES = MAX_PLY + 2, STACK_NODES = MAX_PLY + 2 * STACK_MARGIN };

/* In games with moves of parts the lists hold only deferred moves. */
static bool arena_new(Arena *arena, const Variant *variant)
{
    arena->capacity = ARENA_ENTRIES;
    arena->moves = malloc((ARENA_ENTRIES + variant->moves.max) * sizeof(Move));
    arena->info = malloc(ARENA_ENTRIES * sizeof(MoveInfo));
    arena->scores = malloc(ARENA_ENTRIES * sizeof(int32_t));
    arena->places = malloc(ARENA_ENTRIES * sizeof(uint32_t));
    if (!arena->moves || !arena->info || !arena->scores || !arena->places) return false;
    uint32_t max_parts = variant_hints(variant)->max_parts;
    if (!max_parts) return true;
    arena->parts = malloc(2 * max_parts * sizeof(MovePart));
    arena->pairs = (PairMemory){.bytes = malloc(PAIR_MEMORY), .size = PAIR_MEMORY};
    return arena->parts && arena->pairs.bytes;
}

Worker *worker_new(SearchPool *pool, const Variant *variant, const Net *net, int id)
{
    Worker *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->pool = pool;
    w->params = &pool->tuning.params;
    w->id = id;
    w->pos = position_new(variant);
    w->evaluator = evaluator_new(variant, net, EVALUATOR_PLIES, NULL);
    w->stack = calloc(STACK_NODES, sizeof(Stack));
    bool ok = history_init(&w->history, variant, w->params) && w->pos && w->evaluator && w->stack
              && arena_new(&w->arena, variant);
    if (ok) return w;
    worker_free(w);
    return NULL;
}

size_t worker_memory(const Variant *variant, const Net *net)
{
    size_t lists =
        ARENA_ENTRIES * (sizeof(Move) + sizeof(MoveInfo) + sizeof(int32_t) + sizeof(uint32_t)) + variant->moves.max * sizeof(Move);
    uint32_t max_parts = variant_hints(variant)->max_parts;
    if (max_parts) lists += PAIR_MEMORY + 2 * max_parts * sizeof(MovePart);
    size_t stack = STACK_NODES * sizeof(Stack);
    size_t numbers = net ? EVALUATOR_PLIES * net_output_width(net) * sizeof(int16_t) : 0;
    return history_size(variant) + lists + stack + numbers + variant->search.scratch_size;
}

bool worker_place(Worker *w, const Position *pos)
{
    return position_copy(w->pos, pos) && position_reserve(w->pos, MAX_PLY + PLIES_BEYOND);
}

bool worker_begin(Worker *w, const Move *moves, size_t count)
{
    evaluator_begin(w->evaluator, w->pos);
    if (!roots_set(w, moves, count)) return false;
    for (int i = 0; i < STACK_NODES; ++i) memset(&w->stack[i], 0, offsetof(Stack, facts));
    facts_empty(&w->stack[STACK_MARGIN].facts.node);
    for (int i = 0; i < STACK_MARGIN; ++i) w->stack[i].eval = SCORE_NONE;
    w->arena.used = w->arena.pairs.used = 0;
    w->root.first = 0;
    w->root.completed = w->root.depth = w->root.seldepth = 0;
    w->no_null.before = 0;
    w->root.move = MOVE_NONE;
    w->settings = (SearchSettings){.tt = w->pool->tt, .nodes = w->pool->limits.nodes};
    if (w->id == 0) w->settings.callbacks = w->pool->callbacks;
    w->settings.bounded = w->settings.nodes != 0;
    w->must_finish = w->id == 0;
    w->hurried = false;
    atomic_store(&w->nodes, 0);
    return true;
}
