/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The readers of foreign bytes, one function each: for libFuzzer (make fuzz) and for the short random run of
 * tests/test_fuzz.c. Each aborts if a promise is broken. */
#ifndef QUINCUNX_FUZZ_H
#define QUINCUNX_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/variant.h"

/* First byte: the game; then a FEN. */
void fuzz_fen(const uint8_t *data, size_t size);
/* First byte: the game, second: plies played first; then a move's text. */
void fuzz_move(const uint8_t *data, size_t size);
/* Lines of a conversation. Words that only cost time are disabled. */
void fuzz_uci(const uint8_t *data, size_t size);
void fuzz_cecp(const uint8_t *data, size_t size);
/* First byte: the game, then an offset in the header of a net file and four bytes for it; the rest is
 * repeated as weights. The checksum is correct. The bytes are also tried unchanged. */
void fuzz_net(const uint8_t *data, size_t size);
/* Lines of requests in JSON. */
void fuzz_json(const uint8_t *data, size_t size);
void fuzz_console(const uint8_t *data, size_t size);
/* A file of games. */
void fuzz_pgn(const uint8_t *data, size_t size);
/* First byte: the game, second: the kind of the rest: a file of games or of samples (training data), a
 * sample, or a stored game. */
void fuzz_data(const uint8_t *data, size_t size);
/* First byte: the game, second: 1 to correct the checksums; the rest is an endgame table. */
void fuzz_table(const uint8_t *data, size_t size);

/* The inputs of the match runner. */

/* A result file. */
void fuzz_result(const uint8_t *data, size_t size);
/* First byte: the game; then a file of openings, FEN or EPD. */
void fuzz_openings(const uint8_t *data, size_t size);
/* First byte: the game, and UCI or CECP; then the engine's whole output from its start to its move. */
void fuzz_engine(const uint8_t *data, size_t size);

/* Shared by the targets. */

/* Aborts, for the fuzzer to see, if a promise is broken. */
static inline void promise(bool kept)
{
    if (!kept) abort();
}

/* Input as a string, up to the first 0 byte. */
static inline char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    promise(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

static inline void prepare(void)
{
    static bool done;
    if (!done) variants_init();
    done = true;
}

/* The game that a byte selects. */
static inline const Variant *game_of(uint8_t byte)
{
    size_t count = 0;
    prepare();
    while (variants[count]) ++count;
    return variants[byte % count];
}

#endif
