/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#define _XOPEN_SOURCE 700 /* sigaltstack */

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
#include <termios.h>
#include <unistd.h>

/* A handler may do very little, so it writes the signal number into a pipe. A thread reads it and calls the listener. */

static int signal_pipe[2];
static void (*volatile crashed)(void);

/* Ends a Ctrl-S, which would block every writer: output to a terminal without IXON cannot be stopped. A background process
 * must not touch the terminal's settings: the system would stop it. Async-signal-safe. */
static void release_output(void)
{
    struct termios now, open;
    pid_t group = tcgetpgrp(STDIN_FILENO);
    if ((group >= 0 && group != getpgrp()) || tcgetattr(STDIN_FILENO, &now) != 0 || !(now.c_iflag & IXON)) return;
    open = now;
    open.c_iflag &= ~(tcflag_t)IXON;
    tcsetattr(STDIN_FILENO, TCSANOW, &open);
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
}

static void on_signal(int number)
{
    int kept = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t written = write(signal_pipe[1], &byte, 1);
    (void)written; /* a full pipe wakes the thread anyway */
    errno = kept;
}

/* The program has SIGNALS_END_SECONDS to save the game; after that the SIGALRM handler saves it. */
static void on_end(int number)
{
    on_signal(number);
    release_output();
    alarm(SIGNALS_END_SECONDS);
}

static void on_alarm(int number)
{
    (void)number;
    release_output();
    if (crashed) crashed();
    _exit(0);
}

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
enum { CRASHES = sizeof crashes / sizeof *crashes };
static struct sigaction previous[CRASHES];

/* Saves the game, then lets the signal take its default action. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    (void)context;
    release_output();
    for (int i = 0; i < CRASHES; ++i) sigaction(crashes[i], &previous[i], NULL);
    if (crashed) crashed();
    /* A faulting instruction faults again by itself, which shows a debugger or sanitizer the right place. */
    bool faulty = info->si_code > 0 && number != SIGABRT && number != SIGQUIT;
    if (!faulty) raise(number);
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void handle_crashes(void)
{
    /* Stack for the main thread's handlers, in case of a stack overflow. */
    static char room[1 << 16];
    stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaltstack(&stack, NULL);
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CRASHES; ++i) sigaction(crashes[i], &action, &previous[i]);
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
    static bool watching;
    pthread_t thread;
    set_listener(listener);
    crashed = listener ? listener->crashed : NULL;
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
    handle(SIGINT, on_signal);
    handle(SIGTERM, on_end);
    handle(SIGHUP, on_end);
    handle(SIGALRM, on_alarm);
    handle_crashes();
    return true;
}

#endif

#endif
