/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The nets that an engine plays by: those of files that it was told of, else those built in. */
#ifndef QUINCUNX_NETS_H
#define QUINCUNX_NETS_H

#include "net.h"

/* A net that was linked into the program, as it is in its file. */
typedef struct EmbeddedNet {
    const char *name;                 /* of the file, for people */
    const unsigned char *begin, *end; /* its bytes */
} EmbeddedNet;
/* Ends with a NULL name. The library has an empty list; a program that is linked with one of its
 * own (see Makefile) has that. */
extern const EmbeddedNet embedded_nets[];

typedef struct NetStore NetStore;

/* Reads a list of files, separated by ';' (spaces around one do not count), each a net for the game
 * that it names: one a game at most. An empty list is none. NULL, with the reason, if any of
 * them is not as it should be or memory ran out. The caller frees it. */
NetStore *nets_read(const char *files, ErrorText *error);
void nets_free(NetStore *store);

/* The net for a game: of a file, else built in, else NULL. It is the store's, which keeps it. */
const Net *nets_of(NetStore *store, const Variant *variant);
/* Where that came from, for people: the file's name, or "built in". */
const char *nets_source(const NetStore *store, const Variant *variant);

#endif
