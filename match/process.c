/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base.h"

enum {
    LIVE_MAX = 1024,
    LEAVING_WAITS = 200, /* of 5 ms: time for a process to exit after closing its output */
    LEFT_OUTPUT = 200000 /* microseconds for the output of a killed group to close */
};

/* A pipe that nobody reads: one byte in it wakes every poll. */
static int stop_pipe[2] = {-1, -1};
static volatile sig_atomic_t stop_signal;
static atomic_bool stopping;
/* Process groups to kill on an emergency exit; 0 is free. */
static atomic_int live[LIVE_MAX];
/* No other thread may fork between pipe() and setting close-on-exec. */
static pthread_mutex_t fork_lock = PTHREAD_MUTEX_INITIALIZER;

int64_t match_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* ---- Stopping ---- */

void process_stop_all(void)
{
    int saved = errno;
    atomic_store(&stopping, true);
    ssize_t n = write(stop_pipe[1], "x", 1);
    (void)n; /* full: then it contains bytes already */
    errno = saved;
}

bool process_stopping(void) { return atomic_load(&stopping); }
int process_signal(void) { return stop_signal; }

static void on_signal(int number)
{
    if (stop_signal) {
        for (int i = 0; i < LIVE_MAX; ++i) {
            int group = atomic_load(&live[i]);
            if (group > 0) kill(-group, SIGKILL);
        }
        _exit(128 + number);
    }
    stop_signal = number;
    process_stop_all();
}

static bool make_pipe(int fd[2])
{
    if (pipe(fd) != 0) return false;
    for (int i = 0; i < 2; ++i) fcntl(fd[i], F_SETFD, FD_CLOEXEC);
    return true;
}

static void set_nonblocking(int fd) { fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }

bool process_init(void)
{
    if (!make_pipe(stop_pipe)) return false;
    set_nonblocking(stop_pipe[1]);
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    bool ok = true;
    const int stops[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; ++i) ok &= sigaction(stops[i], &action, NULL) == 0;
    return ok;
}

/* ---- Starting ---- */

/* Runs in the child; never returns. Reports to the parent why exec failed. */
static void run_child(char *const argv[], const char *dir, int in, int out, int err, int report)
{
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    if (dup2(in, 0) >= 0 && dup2(out, 1) >= 0 && dup2(err, 2) >= 0 && (!dir || chdir(dir) == 0))
        execvp(argv[0], argv);
    int reason = errno;
    ssize_t n = write(report, &reason, sizeof reason);
    (void)n;
    _exit(127);
}

static bool start_failed(ErrorText *error, const char *what, int number)
{
    snprintf(error->text, sizeof error->text, "cannot run %.120s: %s", what, strerror(number));
    return false;
}

bool process_start(Process *process, char *const argv[], const char *dir, int error_fd, ErrorText *error)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, report[2] = {-1, -1};
    memset(process, 0, sizeof *process);
    process->buffer = malloc(PROCESS_LINE_MAX);
    process->name = argv[0];
    if (!process->buffer) return start_failed(error, argv[0], ENOMEM);

    pthread_mutex_lock(&fork_lock);
    int sink = error_fd >= 0 ? error_fd : open("/dev/null", O_WRONLY | O_CLOEXEC);
    pid_t pid = -1;
    if (sink >= 0 && make_pipe(in) && make_pipe(out) && make_pipe(report)) pid = fork();
    if (pid == 0) run_child(argv, dir, in[0], out[1], sink, report[1]);
    int reason = errno;
    if (pid > 0) {
        setpgid(pid, pid); /* parent and child both do this, to avoid a race */
        while (process->slot < LIVE_MAX - 1 && atomic_load(&live[process->slot]) != 0) ++process->slot;
        atomic_store(&live[process->slot], (int)pid);
    }
    pthread_mutex_unlock(&fork_lock);

    /* What could not be opened is -1, and closing that does nothing. */
    if (error_fd < 0) close(sink);
    close(in[0]);
    close(out[1]);
    close(report[1]);
    process->pid = pid;
    process->to = in[1];
    process->from = out[0];
    bool failed = pid < 0;
    if (!failed) failed = read(report[0], &reason, sizeof reason) == (ssize_t)sizeof reason;
    close(report[0]);
    if (failed) {
        if (pid > 0) {
            process_kill(process);
        } else {
            close(in[1]);
            close(out[0]);
            free(process->buffer);
            memset(process, 0, sizeof *process);
        }
        return start_failed(error, argv[0], reason);
    }
    set_nonblocking(process->to);
    set_nonblocking(process->from);
    return true;
}

/* ---- Talking ---- */

/* Is the output over, after a read() that returned n? */
static bool is_over(ssize_t n) { return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR); }

/* Waits for an event on fd: READ_LINE if it occurs. */
static ReadStatus wait_for(int fd, short events, int64_t deadline)
{
    for (;;) {
        if (process_stopping()) return READ_STOP;
        int64_t left = deadline - match_time();
        if (left <= 0) return READ_TIMEOUT;
        int64_t ms = (left + 999) / 1000;
        struct pollfd fds[2] = {{.fd = fd, .events = events}, {.fd = stop_pipe[0], .events = POLLIN}};
        int n = poll(fds, 2, ms > 3600000 ? 3600000 : (int)ms);
        if (n < 0 && errno != EINTR) return READ_END;
        if (n > 0 && fds[0].revents) return READ_LINE;
    }
}

bool process_send(Process *process, const char *text, int64_t deadline)
{
    size_t left = strlen(text);
    while (left > 0) {
        ssize_t n = write(process->to, text, left);
        if (n > 0) {
            text += n;
            left -= (size_t)n;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (wait_for(process->to, POLLOUT, deadline) != READ_LINE) return false;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

void process_expect(Process *process) { process->received = 0; }

/* Copies a complete line out of the buffer, if there is one. */
static bool take_line(Process *process, char *line, size_t size)
{
    for (;;) {
        char *start = process->buffer + process->taken;
        size_t length = process->used - process->taken;
        char *end = memchr(start, '\n', length);
        bool full = !end && process->taken == 0 && process->used == PROCESS_LINE_MAX;
        if (!end && !full) return false;

        size_t n = end ? (size_t)(end - start) : length;
        bool skip = process->skipping;
        process->taken += n + (end ? 1 : 0);
        process->skipping = full;
        if (skip) continue;
        if (n > 0 && start[n - 1] == '\r') --n;
        if (n >= size) n = size - 1;
        for (size_t i = 0; i < n; ++i) {
            unsigned char c = (unsigned char)start[i];
            line[i] = c == '\t' ? ' ' : c < 32 || c > 126 ? '?' : (char)c;
        }
        line[n] = '\0';
        return true;
    }
}

ReadStatus process_read(Process *process, char *line, size_t size, int64_t deadline)
{
    while (!take_line(process, line, size)) {
        if (process->taken > 0) {
            process->used -= process->taken;
            memmove(process->buffer, process->buffer + process->taken, process->used);
            process->taken = 0;
        }
        if (process->received > PROCESS_FLOOD_MAX) return READ_FLOOD;
        ReadStatus status = wait_for(process->from, POLLIN, deadline);
        if (status != READ_LINE) return status;
        ssize_t n = read(process->from, process->buffer + process->used, PROCESS_LINE_MAX - process->used);
        if (is_over(n)) return READ_END;
        if (n > 0) {
            process->used += (size_t)n;
            process->received += (size_t)n;
        }
    }
    return READ_LINE;
}

/* ---- Ending ---- */

/* Discards output until it is closed: true, or the deadline passes. A stop does not interrupt this. */
static bool drain(Process *process, int64_t deadline)
{
    for (;;) {
        int64_t left = deadline - match_time();
        if (left <= 0) return false;
        struct pollfd fd = {.fd = process->from, .events = POLLIN};
        int n = poll(&fd, 1, (int)((left + 999) / 1000));
        if (n < 0 && errno != EINTR) return false;
        if (n <= 0) continue;
        if (is_over(read(process->from, process->buffer, PROCESS_LINE_MAX))) return true;
    }
}

void process_end(Process *process, int64_t deadline, char *text, size_t size)
{
    if (text && size) *text = '\0';
    if (process->pid <= 0) return;
    close(process->to);
    drain(process, deadline);

    /* Output may close shortly before the process becomes a zombie. Wait for that, to report its own exit status and
     * not our signal. */
    siginfo_t info = {0};
    for (int i = 0; text && i < LEAVING_WAITS; ++i) {
        info.si_pid = 0;
        if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid) break;
        poll(NULL, 0, 5);
    }
    /* The group id cannot be reused before the leader is reaped. */
    kill(-process->pid, SIGKILL);
    int status = 0;
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) continue;
    atomic_store(&live[process->slot], 0);
    if (!drain(process, match_time() + LEFT_OUTPUT))
        match_warn("%s has ended, but a process that it started still runs", process->name);
    if (text && info.si_pid == 0)
        snprintf(text, size, "killed while running");
    else if (text && WIFSIGNALED(status))
        snprintf(text, size, "killed by signal %d", WTERMSIG(status));
    else if (text)
        snprintf(text, size, "exit status %d", WEXITSTATUS(status));
    close(process->from);
    free(process->buffer);
    memset(process, 0, sizeof *process);
}

void process_kill(Process *process) { process_end(process, 0, NULL, 0); }
