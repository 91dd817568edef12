/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Where there are no threads nobody can end a search from outside, so the search asks. */
#ifndef QUINCUNX_POLL_H
#define QUINCUNX_POLL_H

#include <stdbool.h>

#ifdef __wasm__
/* Given by the program around a WebAssembly build (docs/web.md): true ends the search. Called
 * directly, so that tools that rewrite what lies between (Asyncify) find the way here. */
__attribute__((import_module("web"), import_name("poll"))) int web_poll(void);
static inline bool poll_stop(void) { return web_poll() != 0; }
#else
static inline bool poll_stop(void) { return false; }
#endif

#endif
