/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Generating games into files: shards, taking up what was interrupted, telling how far
 * it is. */
#ifndef QUINCUNX_GENERATE_H
#define QUINCUNX_GENERATE_H

#include "selfplay.h"

typedef struct Generation {
    const Variant *variant;
    SelfplayRules rules;
    const char *path;        /* of the games */
    const char *labels;      /* of the free labels, NULL: none */
    uint64_t games;          /* of all shards together, 0: no end */
    double minutes;          /* after which this run ends, 0: no limit */
    unsigned shard, shards;  /* this one, from 1, of so many */
    bool quiet;              /* no progress */
} Generation;

/* Plays until all games of the shard are there, time is up or a signal (SIGINT, SIGTERM)
 * comes. A file of the same generation is taken up where it ends; any other is left alone,
 * which is an error. Tells how it goes on stderr. Returns false with the reason: what was
 * flushed before is kept. */
bool generate(const Generation *g, ErrorText *error);

/* Writes what the games depend on as the text of a file's header; without the shard if
 * `shard` is 0. */
void generation_text(const Generation *g, unsigned shard, char text[BLOCK_TEXT_MAX + 1]);
/* Cuts the shard off such a text: what is left is the same for all shards. */
void generation_origin(char *text);

/* A number that tells nets apart; 0 is the classical evaluation. */
uint64_t net_sum(const Net *net);

/* Catches SIGINT and SIGTERM from now on; has one come? */
void interrupt_catch(void);
bool interrupted(void);

#endif
