/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#define _XOPEN_SOURCE 700 /* sigaltstack */

#include "keyboard.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards the listener */
static KeyboardListener current;

static void call(void (*function)(void *), void *context)
{
    if (function) function(context);
}

static void set_listener(const KeyboardListener *listener)
{
    pthread_mutex_lock(&mutex);
    current = listener ? *listener : (KeyboardListener){0};
    pthread_mutex_unlock(&mutex);
}

#ifdef _WIN32

/* Windows consoles edit lines themselves, and Ctrl-C arrives on its own thread. */
bool keyboard_take(void) { return false; }
void keyboard_release(void) {}
bool keyboard_wait(void) { return true; }
bool keyboard_wake(void) { return false; }

static void on_interrupt(int number)
{
    signal(number, on_interrupt);
    pthread_mutex_lock(&mutex);
    call(current.interrupted, current.context);
    pthread_mutex_unlock(&mutex);
}

bool keyboard_listen(const KeyboardListener *listener)
{
    set_listener(listener);
    return !listener || signal(SIGINT, on_interrupt) != SIG_ERR;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

/* ---- Keys ---- */

static struct termios before, after;
static volatile sig_atomic_t wanted, taken; /* should the terminal have the settings `after`, and does it? */

/* A background process must not touch the terminal settings: the system would stop it. */
static bool is_foreground(void)
{
    pid_t group = tcgetpgrp(STDIN_FILENO);
    return group < 0 || group == getpgrp();
}

static void take(void)
{
    if (wanted && is_foreground()) taken = tcsetattr(STDIN_FILENO, TCSADRAIN, &after) == 0;
}

/* Ends a Ctrl-S, which would block every writer: output to a terminal without IXON cannot be stopped.
 * Async-signal-safe. */
static void release_output(void)
{
    struct termios now, open;
    if (!is_foreground() || tcgetattr(STDIN_FILENO, &now) != 0 || !(now.c_iflag & IXON)) return;
    open = now;
    open.c_iflag &= ~(tcflag_t)IXON;
    tcsetattr(STDIN_FILENO, TCSANOW, &open);
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
}

/* Restores the settings. Does not wait for output, which may be stopped by Ctrl-S. Async-signal-safe. */
static void restore(void)
{
    if (taken && is_foreground()) tcsetattr(STDIN_FILENO, TCSANOW, &before);
    taken = false;
}

static int wake_pipe[2] = {-1, -1}; /* a byte ends keyboard_wait */

bool keyboard_wait(void)
{
    struct pollfd inputs[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = wake_pipe[0], .events = POLLIN}};
    char byte;
    while (poll(inputs, 2, -1) < 0 && errno == EINTR) {}
    return !(inputs[1].revents & POLLIN) || read(wake_pipe[0], &byte, 1) != 1;
}

bool keyboard_wake(void) { return write(wake_pipe[1], "", 1) == 1; }

bool keyboard_take(void)
{
    static bool registered;
    if (!wanted) {
        if (tcgetattr(STDIN_FILENO, &before) != 0) return false;
        if (wake_pipe[0] < 0 && pipe(wake_pipe) != 0) return false;
        after = before;
        /* ISIG stays on: the system handles Ctrl-C and Ctrl-Z even when this program is busy. */
        after.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
        after.c_iflag |= ICRNL;
        after.c_cc[VMIN] = 1;
        after.c_cc[VTIME] = 0;
    }
    if (!registered) registered = atexit(keyboard_release) == 0;
    wanted = true;
    take();
    wanted = taken;
    return taken;
}

void keyboard_release(void)
{
    restore();
    wanted = false;
}

/* ---- Signals ----
 *
 * A handler may do very little, so it writes the signal number into a pipe. A thread reads it and calls the
 * listener. */

static int signal_pipe[2];
static void (*volatile crashed)(void);

static void on_signal(int number)
{
    int kept = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t written = write(signal_pipe[1], &byte, 1);
    (void)written; /* a full pipe wakes the thread anyway */
    errno = kept;
}

/* The program has END_SECONDS to save the game; after that the SIGALRM handler saves it. */
static void on_end(int number)
{
    on_signal(number);
    release_output();
    alarm(END_SECONDS);
}

static void on_alarm(int number)
{
    (void)number;
    release_output();
    restore();
    if (crashed) crashed();
    _exit(0);
}

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
enum { CRASHES = sizeof crashes / sizeof *crashes };
static struct sigaction previous[CRASHES];

/* Restores the terminal and saves the game, then lets the signal take its default action. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    (void)context;
    release_output();
    restore();
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

/* Ctrl-Z: restores the terminal for the shell. SIGCONT takes it again; the last line does so if the process was not
 * stopped. */
static void stop_and_go_on(void)
{
    restore();
    handle(SIGTSTP, SIG_DFL);
    raise(SIGTSTP); /* to this thread, so that it stops before the next line */
    handle(SIGTSTP, on_signal);
    take();
}

static void tell(int number)
{
    pthread_mutex_lock(&mutex);
    if (number == SIGINT) call(current.interrupted, current.context);
    else if (number == SIGWINCH) call(current.resized, current.context);
    else if (number == SIGTERM || number == SIGHUP) call(current.ended, current.context);
    else call(current.resumed, current.context);
    pthread_mutex_unlock(&mutex);
}

static void *watch(void *nothing)
{
    (void)nothing;
    for (;;) {
        unsigned char number;
        ssize_t n = read(signal_pipe[0], &number, 1);
        if (n < 0 && errno == EINTR) continue;
        if (n != 1) return NULL;
        if (number == SIGTSTP) stop_and_go_on();
        else if (number == SIGCONT) take(); /* the shell may have changed the settings */
        tell(number);
    }
}

bool keyboard_listen(const KeyboardListener *listener)
{
    static bool watching;
    static const int told[] = {SIGINT, SIGTSTP, SIGCONT, SIGWINCH};
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
    for (size_t i = 0; i < sizeof told / sizeof *told; ++i) handle(told[i], on_signal);
    handle(SIGTERM, on_end);
    handle(SIGHUP, on_end);
    handle(SIGALRM, on_alarm);
    handle_crashes();
    return true;
}

#endif
