/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The nets of an engine: from files, else embedded; or added later. */
#ifndef QUINCUNX_NETS_H
#define QUINCUNX_NETS_H

#include "net.h"

typedef struct NetStore NetStore;

/* Reads a list of files, separated by ';' (surrounding spaces are ignored). Each is a net for the game that
 * it names, at most one per game. The list may be empty. NULL with the reason if a file is invalid or memory
 * ran out. The caller frees it. */
NetStore *nets_read(const char *files, ErrorText *error);
void nets_free(NetStore *store);

/* Adds a net from memory, unless there is one for its game. false with the reason if it is invalid or memory ran out. The caller
 * keeps the bytes. */
bool nets_add(NetStore *store, const void *bytes, size_t size, ErrorText *error);

/* The net for a game: added, or from a file, else embedded, else NULL; NULL if it was made for other rules than those
 * in force. The store owns it. */
const Net *nets_of(NetStore *store, const Variant *variant);
/* The source of that net, for display: the file's name, or "built in". */
const char *nets_source(const NetStore *store, const Variant *variant);

#endif
