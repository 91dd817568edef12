/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Looking after files of training data. All return false with the reason in *error. */
#ifndef QUINCUNX_MANAGE_H
#define QUINCUNX_MANAGE_H

#include "sample_filter.h"
#include "selfplay.h"

/* Shards to one file. Games of one generation come by their numbers: whatever the number of
 * shards, the file is the same. Samples come in the order of the files. */
bool manage_merge(const char *const *paths, size_t count, const char *out, ErrorText *error);

/* The games of a file with the scores that a search of rules->nodes now gives to each of
 * their moves. Takes up a file that was interrupted. */
bool manage_rescore(const char *const *paths, size_t count, const char *out, const SelfplayRules *rules, ErrorText *error);

/* Tells on stdout what is in files: of games also what would be chosen. */
bool manage_stats(const char *const *paths, size_t count, const Choice *choice, ErrorText *error);

/* Compares files with their checksums and games with the rules, and tells a line of each on
 * stdout. False if any is not sound. */
bool manage_verify(const char *const *paths, size_t count, ErrorText *error);

#endif
