/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Engines as child processes: each leads a process group of its own that is
 * killed as a whole, is read line by line with deadlines, and can never block the
 * match. Every function may be called from any thread, a Process from one only.
 */
#ifndef QUINCUNX_MATCH_PROCESS_H
#define QUINCUNX_MATCH_PROCESS_H

#include <sys/types.h>

#include "../src/types.h"

enum {
    PROCESS_LINE_MAX = 1 << 16,  /* longer lines are cut */
    PROCESS_FLOOD_MAX = 16 << 20 /* bytes an engine may print before it answers */
};

typedef struct Process {
    pid_t pid;       /* 0: not running */
    int to, from;    /* its standard input and output */
    unsigned slot;   /* its place in the list of those to kill */
    char *buffer;    /* output not handed out yet */
    size_t used, taken;
    size_t received; /* bytes since process_expect */
    bool skipping;   /* in the rest of a line that was too long */
} Process;

typedef enum ReadStatus {
    READ_LINE,
    READ_TIMEOUT,
    READ_END,  /* the process closed its output */
    READ_FLOOD,
    READ_STOP /* the match is to stop */
} ReadStatus;

/* Monotonic time in microseconds. */
int64_t match_time(void);

/* Prepares signals: the first SIGINT, SIGTERM or SIGHUP stops the match, a second
 * one kills all engines and exits. false if the system refuses. */
bool process_init(void);
/* Makes every wait of every thread return READ_STOP from now on. Signal-safe. */
void process_stop_all(void);
bool process_stopping(void);
/* Which signal stopped the match, 0 if none. */
int process_signal(void);

/* Runs argv[0] (searched in PATH) in a directory (NULL: the current one); what it
 * writes on standard error goes to error_fd, or nowhere if that is -1. */
bool process_start(Process *process, char *const argv[], const char *dir, int error_fd, ErrorText *error);

/* Sends text as it is. false if the process is gone or does not read until the deadline. */
bool process_send(Process *process, const char *text, int64_t deadline);
/* Starts counting bytes for READ_FLOOD anew. */
void process_expect(Process *process);
/* The next line without its end, control characters replaced, cut to size. */
ReadStatus process_read(Process *process, char *line, size_t size, int64_t deadline);

/* Waits until the process has closed its output or the deadline, then kills its
 * group and frees everything. Writes how it ended ("exit status 3") to text if not
 * NULL. Does nothing if it is not running. */
void process_end(Process *process, int64_t deadline, char *text, size_t size);

#endif
