/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

/* ---- Waiting ---- */

/* Sleeps until it is woken, unless the value is not the expected one any more. */
static void futex_wait(atomic_int *value, int expected) { __builtin_wasm_memory_atomic_wait32((int *)value, expected, -1); }

static void futex_wake(atomic_int *value, unsigned count) { __builtin_wasm_memory_atomic_notify((int *)value, count); }

enum { FREE = 0, HELD = 1, CONTENDED = 2 };

int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes)
{
    (void)attributes;
    atomic_init(&mutex->state, FREE);
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) { return (void)mutex, 0; }

/* Ulrich Drepper, "Futexes Are Tricky" (2011), the second mutex. */
int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    int state = FREE;
    if (atomic_compare_exchange_strong(&mutex->state, &state, HELD)) return 0;
    while (atomic_exchange(&mutex->state, CONTENDED) != FREE) futex_wait(&mutex->state, CONTENDED);
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (atomic_exchange(&mutex->state, FREE) == CONTENDED) futex_wake(&mutex->state, 1);
    return 0;
}

int pthread_cond_init(pthread_cond_t *cond, const void *attributes)
{
    (void)attributes;
    atomic_init(&cond->signals, 0);
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *cond) { return (void)cond, 0; }

int pthread_cond_broadcast(pthread_cond_t *cond)
{
    atomic_fetch_add(&cond->signals, 1);
    futex_wake(&cond->signals, UINT32_MAX);
    return 0;
}

int pthread_cond_signal(pthread_cond_t *cond) { return pthread_cond_broadcast(cond); }

int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    int signals = atomic_load(&cond->signals);
    pthread_mutex_unlock(mutex);
    futex_wait(&cond->signals, signals);
    return pthread_mutex_lock(mutex);
}

int pthread_once(pthread_once_t *once, void (*function)(void))
{
    pthread_mutex_lock(&once->mutex);
    if (!once->done) function();
    once->done = 1;
    return pthread_mutex_unlock(&once->mutex);
}

/* ---- Threads ---- */

enum { SLOTS = 32, STACK_DEFAULT = 1 << 20, STACK_ALIGNMENT = 16 };
/* States of a slot. The host runs web_thread(index) in the slot's worker when a thread is READY. */
enum { EMPTY = 0, TAKEN = 1, READY = 2, ENDED = 3 };

/* What a worker of the host waits for; it reads the first two members. */
typedef struct Slot {
    atomic_int state;
    uint32_t stack_top; /* for __stack_pointer */
    char *stack;
    void *(*run)(void *);
    void *argument, *result;
} Slot;
static_assert(sizeof(Slot) == 24 && offsetof(Slot, stack_top) == 4, "web/src/wasi.js knows where the members are");

extern Slot web_slots[SLOTS];
Slot web_slots[SLOTS];
static int workers; /* how many slots have one */

void web_workers(int count);
void web_thread(int index);

/* The host has so many workers. */
__attribute__((used, export_name("web_workers"))) void web_workers(int count) { workers = count < SLOTS ? count : SLOTS; }

/* Runs a slot's thread, on that thread's stack. */
__attribute__((used, export_name("web_thread"))) void web_thread(int index)
{
    Slot *slot = &web_slots[index];
    slot->result = slot->run(slot->argument);
    atomic_store(&slot->state, ENDED);
    futex_wake(&slot->state, 1);
}

int pthread_attr_init(pthread_attr_t *attributes) { return attributes->stack_size = STACK_DEFAULT, 0; }

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) { return attributes->stack_size = size, 0; }

int pthread_attr_destroy(pthread_attr_t *attributes) { return (void)attributes, 0; }

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    size_t size = attributes ? attributes->stack_size : STACK_DEFAULT;
    for (int i = 0; i < workers; ++i) {
        Slot *slot = &web_slots[i];
        int state = EMPTY;
        if (!atomic_compare_exchange_strong(&slot->state, &state, TAKEN)) continue;
        slot->stack = malloc(size);
        if (!slot->stack) {
            atomic_store(&slot->state, EMPTY);
            return EAGAIN;
        }
        slot->stack_top = (uint32_t)((uintptr_t)(slot->stack + size) & ~(uintptr_t)(STACK_ALIGNMENT - 1));
        slot->run = run;
        slot->argument = argument;
        *thread = i;
        atomic_store(&slot->state, READY);
        futex_wake(&slot->state, 1);
        return 0;
    }
    return EAGAIN;
}

int pthread_join(pthread_t thread, void **result)
{
    Slot *slot = &web_slots[thread];
    for (int state; (state = atomic_load(&slot->state)) != ENDED;) futex_wait(&slot->state, state);
    if (result) *result = slot->result;
    free(slot->stack);
    atomic_store(&slot->state, EMPTY);
    return 0;
}

/* ---- Memory: the C library's own functions know nothing of threads (--wrap) ---- */

static pthread_mutex_t heap = PTHREAD_MUTEX_INITIALIZER;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);

void *__wrap_malloc(size_t size)
{
    pthread_mutex_lock(&heap);
    void *block = __real_malloc(size);
    pthread_mutex_unlock(&heap);
    return block;
}

void *__wrap_calloc(size_t count, size_t size)
{
    pthread_mutex_lock(&heap);
    void *block = __real_calloc(count, size);
    pthread_mutex_unlock(&heap);
    return block;
}

void *__wrap_realloc(void *block, size_t size)
{
    pthread_mutex_lock(&heap);
    void *other = __real_realloc(block, size);
    pthread_mutex_unlock(&heap);
    return other;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    pthread_mutex_lock(&heap);
    void *block = __real_aligned_alloc(alignment, size);
    pthread_mutex_unlock(&heap);
    return block;
}

void __wrap_free(void *block)
{
    pthread_mutex_lock(&heap);
    __real_free(block);
    pthread_mutex_unlock(&heap);
}
