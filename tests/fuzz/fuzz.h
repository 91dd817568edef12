/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* What reads bytes from outside, one function each: for libFuzzer (make fuzz) and for
 * the short random run of tests/test_fuzz.c. Each aborts where a promise is broken. */
#ifndef QUINCUNX_FUZZ_H
#define QUINCUNX_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* First byte: the game; then a FEN. */
void fuzz_fen(const uint8_t *data, size_t size);
/* First byte: the game, second: plies played before; then a move's text. */
void fuzz_move(const uint8_t *data, size_t size);
/* Lines of a conversation. Words that would only take time are put out of action. */
void fuzz_uci(const uint8_t *data, size_t size);
void fuzz_cecp(const uint8_t *data, size_t size);
/* First byte: the game, then a place in the head of a net's file and four bytes for it; the rest are
 * its weights, over and over. The checksum is right. The bytes as they are, too. */
void fuzz_net(const uint8_t *data, size_t size);
/* Lines of requests in JSON. */
void fuzz_json(const uint8_t *data, size_t size);
void fuzz_console(const uint8_t *data, size_t size);
/* Keys for the line editor; 0xFF and the byte behind it change the terminal's width, the prompt or drop
 * the line. A small terminal checks what it is sent. */
void fuzz_editor(const uint8_t *data, size_t size);
/* A file of games. */
void fuzz_pgn(const uint8_t *data, size_t size);
/* First byte: the game, second: whether the rest is a file of games or of samples (training data), a
 * sample or a stored game. */
void fuzz_data(const uint8_t *data, size_t size);
/* First byte: the game, second: 1 to make the sums right; the rest is a table of an endgame. */
void fuzz_table(const uint8_t *data, size_t size);

/* What the match runner reads. */

/* A result file. */
void fuzz_result(const uint8_t *data, size_t size);
/* First byte: the game; then a file of openings, FEN or EPD. */
void fuzz_openings(const uint8_t *data, size_t size);
/* First byte: the game, and UCI or CECP; then all that an engine says from its start to its turn. */
void fuzz_engine(const uint8_t *data, size_t size);

#endif
