/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#define _POSIX_C_SOURCE 200809L /* kill, setenv, sigaction */

#include "pager.h"

#ifdef _WIN32

bool pager_is_wanted(void) { return false; }

bool pager_show(const char *text, const atomic_bool *ended)
{
    (void)text, (void)ended;
    return false;
}

#else

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NOT_FOUND = 127, PAUSE = 20000000 /* nanoseconds */ };

bool pager_is_wanted(void)
{
    const char *pager = getenv("PAGER");
    return !pager || (*pager && strcmp(pager, "cat") != 0);
}

/* In the child process: becomes the pager. Other threads do not exist here, so only async-signal-safe calls. */
static _Noreturn void become_pager(const char *pager, int input)
{
    dup2(input, STDIN_FILENO);
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    if (pager) execl("/bin/sh", "sh", "-c", pager, (char *)NULL);
    else execlp("less", "less", (char *)NULL);
    _exit(NOT_FOUND);
}

/* The pager may leave before it has read everything. */
static void write_all(int descriptor, const char *text)
{
    for (size_t left = strlen(text); left;) {
        ssize_t n = write(descriptor, text, left);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        text += n;
        left -= (size_t)n;
    }
}

static int wait_for(pid_t child, const atomic_bool *ended)
{
    const struct timespec pause = {.tv_nsec = PAUSE};
    int status = 0;
    for (pid_t found; (found = waitpid(child, &status, WNOHANG)) != child;) {
        if (found < 0 && errno != EINTR) return 0;
        if (atomic_load(ended)) kill(child, SIGTERM);
        nanosleep(&pause, NULL);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

bool pager_show(const char *text, const atomic_bool *ended)
{
    int ends[2];
    const char *pager = getenv("PAGER");
    struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
    setenv("LESS", "FRX", 0);
    if (pipe(ends) != 0) return false;
    sigaction(SIGINT, &ignored, &before);
    pid_t child = fork();
    if (child == 0) {
        close(ends[1]);
        become_pager(pager, ends[0]);
    }
    close(ends[0]);
    if (child > 0) write_all(ends[1], text);
    close(ends[1]);
    bool shown = child > 0 && wait_for(child, ended) != NOT_FOUND;
    sigaction(SIGINT, &before, NULL);
    return shown;
}

#endif
