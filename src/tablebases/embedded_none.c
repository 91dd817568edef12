/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "pack.h"

/* Programs other than the engine have no tables: embed/embedded.c is linked in place of this. */
const TablebasesPack embedded_tablebases[] = {{NULL, NULL}};
