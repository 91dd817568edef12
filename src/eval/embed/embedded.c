/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The nets in a program, instead of the empty list of the library. The Makefile writes their list,
 * a line NET(1, "nnue/nets/chess.nnue") each.
 */

#include "../../util/embed.h"
#include "../nets.h"

#define NET(number, file) EMBED(net_##number, file)
#include "embedded_nets.list"
#undef NET

#define NET(number, file) {file, embedded_net_##number, embedded_end_net_##number},
const EmbeddedNet embedded_nets[] = {
#include "embedded_nets.list"
    {NULL, NULL, NULL}};
