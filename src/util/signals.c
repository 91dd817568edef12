/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "signals.h"

#ifdef __wasm__ /* WebAssembly has no signals */

bool signals_listen(const SignalListener *listener) { return !listener; }

#else

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards the listener */
static SignalListener current;

static void call(void (*function)(void *), void *context)
{
    if (function) function(context);
}

static void set_listener(const SignalListener *listener)
{
    pthread_mutex_lock(&mutex);
    current = listener ? *listener : (SignalListener){0};
    pthread_mutex_unlock(&mutex);
}

#ifdef _WIN32

/* Ctrl-C arrives on its own thread. */
static void on_interrupt(int number)
{
    signal(number, on_interrupt);
    pthread_mutex_lock(&mutex);
    call(current.interrupted, current.context);
    pthread_mutex_unlock(&mutex);
}

bool signals_listen(const SignalListener *listener)
{
    set_listener(listener);
    return !listener || signal(SIGINT, on_interrupt) != SIG_ERR;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* A handler may do very little, so it writes the signal number into a pipe. A thread reads it and calls the listener. */
static int signal_pipe[2];

static void on_signal(int number)
{
    int kept = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t written = write(signal_pipe[1], &byte, 1);
    (void)written; /* a full pipe wakes the thread anyway */
    errno = kept;
}

static void *watch(void *nothing)
{
    (void)nothing;
    for (;;) {
        unsigned char number;
        ssize_t n = read(signal_pipe[0], &number, 1);
        if (n < 0 && errno == EINTR) continue;
        if (n != 1) return NULL;
        pthread_mutex_lock(&mutex);
        call(number == SIGINT ? current.interrupted : current.ended, current.context);
        pthread_mutex_unlock(&mutex);
    }
}

bool signals_listen(const SignalListener *listener)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    static bool watching;
    pthread_t thread;
    set_listener(listener);
    if (watching || !listener) return true;
    if (pipe(signal_pipe) != 0) return false;
    fcntl(signal_pipe[1], F_SETFL, O_NONBLOCK);
    if (pthread_create(&thread, NULL, watch, NULL) != 0) {
        close(signal_pipe[0]);
        close(signal_pipe[1]);
        return false;
    }
    pthread_detach(thread);
    watching = true;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) sigaction(numbers[i], &action, NULL);
    return true;
}

#endif

#endif
