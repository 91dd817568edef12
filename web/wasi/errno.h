/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Debian's wasi-libc has one errno for all threads, but its header says that each has its own. Only the thread that
 * answers requests reads it. */
#ifndef QUINCUNX_WASI_ERRNO_H
#define QUINCUNX_WASI_ERRNO_H

#define _Thread_local
#include_next <errno.h>
#undef _Thread_local

#endif
