/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* Random positions of any game, and FENs that hardly anybody would think of. Seeds are splitmix64's. */
#ifndef QUINCUNX_TESTS_RANDOM_H
#define QUINCUNX_TESTS_RANDOM_H

#include "../support.h"

/* Changes a text of at most room - 1 bytes at one place: a character goes, comes (of the alphabet) or changes, or two
 * change places. */
void random_edit(char *text, size_t room, const char *alphabet, uint64_t *seed);
/* Does the game take the FEN, under the rules in force? */
bool random_is_good(const Variant *v, const char *fen);
/* A start FEN (FEN_MAX bytes): the start position half of the time, else a line of tests/positions. */
void random_start(const Variant *v, uint64_t *seed, char *fen);
/* Plays a random move; noisy moves are preferred. false: there is none. */
bool random_step(Position *pos, uint64_t *seed);
/* The FEN of a random position, mostly after few plies. */
void random_fen(const Variant *v, uint64_t *seed, char *fen);
/* Changes a FEN at one place, often so that it still is one. */
void random_damage(const Variant *v, char *fen, uint64_t *seed);

#endif
