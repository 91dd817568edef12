/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Management of training data files. All return false with the reason in *error. */
#ifndef QUINCUNX_MANAGE_H
#define QUINCUNX_MANAGE_H

#include "sample_filter.h"
#include "selfplay.h"

/* Merges shards into one file. Games of one generation are ordered by number, so the file does not depend on
 * the number of shards. Samples are concatenated in the order of the files. */
bool manage_merge(const char *const *paths, size_t count, const char *out, ErrorText *error);

/* Rescores the games of a file: each move gets the score of a search with rules->nodes. Resumes an
 * interrupted file. */
bool manage_rescore(const char *const *paths, size_t count, const char *out, const SelfplayRules *rules, ErrorText *error);

/* Prints the contents of files to stdout; for games also the number of samples that the filter keeps. */
bool manage_stats(const char *const *paths, size_t count, const FilterRules *choice, ErrorText *error);

/* Checks the checksums of files, and their games against the rules; prints a line per file to stdout. False
 * if a file is invalid. */
bool manage_verify(const char *const *paths, size_t count, ErrorText *error);

#endif
