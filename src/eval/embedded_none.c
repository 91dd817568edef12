/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* For programs without nets of their own: the linker takes this from the library only if
 * nothing else defines the list. */

#include "nets.h"

const EmbeddedNet embedded_nets[] = {{NULL, NULL, NULL}};
