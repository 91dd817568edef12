/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Generates games into files, with shards, resuming and progress reports. */
#ifndef QUINCUNX_GENERATE_H
#define QUINCUNX_GENERATE_H

#include "selfplay.h"

typedef struct Generation {
    const Variant *variant;
    SelfplayRules rules;
    const char *path;        /* file of games */
    const char *labels;      /* file of static-evaluation labels, NULL: none */
    uint64_t games;          /* in all shards together, 0: unlimited */
    double minutes;          /* time limit of this run, 0: none */
    unsigned shard, shards;  /* this shard, from 1, and their number */
    bool quiet;              /* no progress reports */
} Generation;

/* Plays until all games of the shard are complete, the time is up or SIGINT or SIGTERM arrives. A file of
 * the same generation is resumed; any other existing file is an error and stays unchanged. Reports progress
 * on stderr. Returns false with the reason; everything flushed before is kept. */
bool generate(const Generation *g, ErrorText *error);

/* Writes the parameters that determine the games as the text of a file header; without the shard if `shard`
 * is 0. */
void generation_text(const Generation *g, unsigned shard, char text[BLOCK_TEXT_MAX + 1]);
/* Removes the shard from such a text: the rest is the same for all shards. */
void generation_origin(char *text);

/* A checksum that identifies a net; 0 is the classical evaluation. */
uint64_t net_sum(const Net *net);

/* Installs handlers for SIGINT and SIGTERM; has one arrived? */
void interrupt_catch(void);
bool interrupted(void);

#endif
