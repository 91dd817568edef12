/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* POSIX threads where there are none: nobody to wait for, and none to be had. wasi-libc
 * leaves this header out. On shared memory there are some: threads.h. */
#ifndef QUINCUNX_WASI_PTHREAD_H
#define QUINCUNX_WASI_PTHREAD_H

#include <errno.h>
#include <time.h>

/* Condition variables have the wall clock. */
typedef struct {
    int unused;
} pthread_condattr_t;
static inline int pthread_condattr_init(pthread_condattr_t *a) { return (void)a, 0; }
static inline int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock) { return (void)a, (void)clock, EINVAL; }
static inline int pthread_condattr_destroy(pthread_condattr_t *a) { return (void)a, 0; }

#ifdef __wasm_atomics__
#include "threads.h"
#else

#include <stddef.h>

typedef struct {
    int unused;
} pthread_mutex_t, pthread_cond_t, pthread_attr_t;
typedef int pthread_t;
typedef int pthread_once_t;
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_MUTEX_INITIALIZER {0}

static inline int pthread_mutex_init(pthread_mutex_t *m, const void *a) { return (void)m, (void)a, 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t *m) { return (void)m, 0; }
static inline int pthread_mutex_lock(pthread_mutex_t *m) { return (void)m, 0; }
static inline int pthread_mutex_unlock(pthread_mutex_t *m) { return (void)m, 0; }
static inline int pthread_cond_init(pthread_cond_t *c, const void *a) { return (void)c, (void)a, 0; }
static inline int pthread_cond_destroy(pthread_cond_t *c) { return (void)c, 0; }
static inline int pthread_cond_broadcast(pthread_cond_t *c) { return (void)c, 0; }
static inline int pthread_cond_signal(pthread_cond_t *c) { return (void)c, 0; }
static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { return (void)c, (void)m, 0; }
static inline int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t)
{
    return (void)c, (void)m, (void)t, ETIMEDOUT;
}
static inline int pthread_attr_init(pthread_attr_t *a) { return (void)a, 0; }
static inline int pthread_attr_setstacksize(pthread_attr_t *a, size_t size) { return (void)a, (void)size, 0; }
static inline int pthread_attr_destroy(pthread_attr_t *a) { return (void)a, 0; }
static inline int pthread_once(pthread_once_t *once, void (*f)(void))
{
    if (!*once) f();
    return *once = 1, 0;
}
static inline int pthread_create(pthread_t *t, const void *a, void *(*f)(void *), void *x)
{
    return (void)t, (void)a, (void)f, (void)x, EAGAIN;
}
static inline int pthread_join(pthread_t t, void **r) { return (void)t, (void)r, EINVAL; }
static inline int pthread_detach(pthread_t t) { return (void)t, 0; }

#endif
#endif
