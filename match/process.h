/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Engines as child processes. Each leads its own process group, which is killed as a whole. Reads and writes have
 * deadlines, so an engine can never block the match. Every function may be called from any thread, but each Process
 * from only one.
 */
#ifndef QUINCUNX_MATCH_PROCESS_H
#define QUINCUNX_MATCH_PROCESS_H

#include <sys/types.h>

#include "../src/types.h"

enum {
    PROCESS_LINE_MAX = 1 << 16,  /* longer lines are truncated */
    PROCESS_FLOOD_MAX = 16 << 20 /* bytes an engine may print before its answer */
};

typedef struct Process {
    pid_t pid;       /* 0: not running */
    const char *name; /* the caller's argv[0] */
    int to, from;    /* its standard input and output */
    unsigned slot;   /* index in the list of groups to kill */
    char *buffer;    /* output not yet returned */
    size_t used, taken;
    size_t received; /* bytes since process_expect */
    bool skipping;   /* inside the rest of an overlong line */
} Process;

typedef enum ReadStatus {
    READ_LINE,
    READ_TIMEOUT,
    READ_END,  /* the process closed its output */
    READ_FLOOD,
    READ_STOP /* the match stops */
} ReadStatus;

/* Monotonic time in microseconds. */
int64_t match_time(void);

/* Installs signal handlers. The first SIGINT, SIGTERM or SIGHUP stops the match; a second one kills all engines and
 * exits. false if the system refuses. */
bool process_init(void);
/* From now on every wait of every thread returns READ_STOP. Signal-safe. */
void process_stop_all(void);
bool process_stopping(void);
/* The signal that stopped the match, 0 if none. */
int process_signal(void);

/* Runs argv[0] (searched in PATH) in a directory (NULL: the current one). Its standard error goes to error_fd, or is
 * discarded if that is -1. */
bool process_start(Process *process, char *const argv[], const char *dir, int error_fd, ErrorText *error);

/* Sends text unchanged. false if the process is gone or does not read it before the deadline. */
bool process_send(Process *process, const char *text, int64_t deadline);
/* Resets the byte count for READ_FLOOD. */
void process_expect(Process *process);
/* Reads the next line, without its end, control characters replaced, truncated to size. */
ReadStatus process_read(Process *process, char *line, size_t size, int64_t deadline);

/* Waits until the process closes its output or the deadline passes, then kills its group and frees everything. Warns of a child
 * that has left the group (setsid) and holds its output: it cannot be ended from here. If text is not NULL, writes the exit
 * reason to it ("exit status 3"). Does nothing if it is not running. */
void process_end(Process *process, int64_t deadline, char *text, size_t size);
/* The same at once, silently. */
void process_kill(Process *process);

#endif
