/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * POSIX threads on shared memory: each thread runs in a worker of the host, which waits for one at an entry of
 * web_slots (docs/web.md). As much as the engine uses; threads are joined, never detached.
 */
#ifndef QUINCUNX_WASI_THREADS_H
#define QUINCUNX_WASI_THREADS_H

#include <stdatomic.h>
#include <stddef.h>

typedef struct {
    atomic_int state; /* 0 free, 1 held, 2 held and perhaps waited for */
} pthread_mutex_t;
typedef struct {
    atomic_int signals; /* how many were sent, modulo 2^32 */
} pthread_cond_t;
typedef struct {
    size_t stack_size; /* bytes */
} pthread_attr_t;
typedef int pthread_t; /* a slot's index */
typedef struct {
    pthread_mutex_t mutex;
    int done;
} pthread_once_t;
#define PTHREAD_ONCE_INIT {{0}, 0}
#define PTHREAD_MUTEX_INITIALIZER {0}

/* All return 0, or an errno value. */
int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_cond_init(pthread_cond_t *cond, const void *attributes);
int pthread_cond_destroy(pthread_cond_t *cond);
int pthread_cond_broadcast(pthread_cond_t *cond);
int pthread_cond_signal(pthread_cond_t *cond);
int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex);
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until);
int pthread_detach(pthread_t thread);
int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_once(pthread_once_t *once, void (*function)(void));
/* EAGAIN if memory ran out, or if every worker of the host has a thread. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);

#endif
