/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Error messages for people, and the exit status. */
#ifndef QUINCUNX_ERROR_H
#define QUINCUNX_ERROR_H

#include <stdbool.h>

/* A message for people: what is wrong, where, and what to do. */
typedef struct ErrorText {
    char text[200];
} ErrorText;

/* The exit status of a program: unfinished if it was interrupted and the same command continues, or if a check failed. */
enum { STATUS_OK = 0, STATUS_UNFINISHED = 1, STATUS_ERROR = 2 };

/* Writes a printf-style message unless error is NULL. Always returns false, for `return error_set(...)`. Makes
 * quoted text safe for a terminal. */
bool error_set(ErrorText *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
