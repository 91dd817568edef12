/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The empty list, for programs without embedded nets: the linker takes it from the library only if nothing
 * else defines the list. */

#include "nets.h"

const EmbeddedNet embedded_nets[] = {{NULL, NULL, NULL}};
