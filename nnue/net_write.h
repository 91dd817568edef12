/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef QUINCUNX_NNUE_NET_WRITE_H
#define QUINCUNX_NNUE_NET_WRITE_H

#include "../src/eval/net.h"

/* Writes a net that net_check accepts. The file appears complete or not at all: an existing file is replaced
 * only then; a device is written directly. False with the reason on error. */
bool net_write(const Net *net, const char *path, ErrorText *error);

#endif
