/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Used by all parts of the match runner: memory, warnings, random numbers, growing text. */
#ifndef QUINCUNX_MATCH_BASE_H
#define QUINCUNX_MATCH_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../src/util/text.h"

/* Allocates; exits if memory runs out. */
void *match_alloc(void *old, size_t size);
char *match_copy(const char *text);

/* Prints a warning on standard error. Thread-safe. */
void match_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints the progress on standard error; on a terminal it overwrites the line before. Thread-safe. */
void match_status(const char *text);
/* Ends the progress line, if there is one. */
void match_status_end(void);
/* True for the first caller with this flag, false for all others. Thread-safe. */
bool match_once(bool *flag);

/* Appends to a text; exits if memory runs out. The owner frees it. */
void match_add(Buffer *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
