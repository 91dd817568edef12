/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Shows a long text in the user's pager, as git does: the command in PAGER, else less. LESS=FRX is set if LESS is
 * not. An empty PAGER or "cat" means none. */
#ifndef QUINCUNX_PAGER_H
#define QUINCUNX_PAGER_H

#include <stdatomic.h>
#include <stdbool.h>

/* Does the user want a pager? Always false on Windows. */
bool pager_is_wanted(void);
/* Writes the text to the pager and waits until the user leaves it. Ctrl-C meanwhile is the pager's alone: the system
 * does not deliver it here. *ended set by another thread ends the pager. false if there is no such program: nothing was
 * shown. The keyboard and the screen must be free. */
bool pager_show(const char *text, const atomic_bool *ended);

#endif
