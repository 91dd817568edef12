/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Without threads nobody can stop a search from outside, so the search polls. */
#ifndef QUINCUNX_POLL_H
#define QUINCUNX_POLL_H

#include <stdbool.h>

#if defined __wasm__ && !defined __wasm_atomics__
/* Provided by the host of a WebAssembly build (docs/web.md); true ends the search. It is called directly, so
 * that tools that rewrite the calls in between (Asyncify) find this import. */
__attribute__((import_module("web"), import_name("poll"))) int web_poll(void);
static inline bool poll_stop(void) { return web_poll() != 0; }
#else
static inline bool poll_stop(void) { return false; }
#endif

#endif
