/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Signals to a game in the terminal, such as Ctrl-C. There is one listener per process. */
#ifndef QUINCUNX_SIGNALS_H
#define QUINCUNX_SIGNALS_H

#include <stdbool.h>

/* Called by a separate thread, one at a time. */
typedef struct SignalListener {
    void (*interrupted)(void *context); /* Ctrl-C (SIGINT) */
    void (*ended)(void *context);       /* SIGTERM, or SIGHUP: the terminal is gone */
    void *context;
} SignalListener;

/* Calls a listener instead of letting signals end the program at once. NULL removes it. false if the system refuses. */
bool signals_listen(const SignalListener *listener);

#endif
