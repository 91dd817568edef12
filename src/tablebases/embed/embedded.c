/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The endgame tablebases in a program, instead of the empty list of the library. The Makefile
 * writes their list, a line PACK(pack_1, "endgames/chess.pack") each.
 */

#include "../../util/embed.h"
#include "../pack.h"

#define PACK(name, file) EMBED(name, file)
#include "embedded_endings.list"
#undef PACK

#define PACK(name, file) {embedded_##name, embedded_end_##name},
const TablebasesPack embedded_tablebases[] = {
#include "embedded_endings.list"
    {NULL, NULL}};
