/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Training samples: positions with what a net should say of them. Two kinds of files hold
 * them, in one format: samples proper, made from the games of self-play, and free labels,
 * positions that a search evaluated on the way, with their static evaluation.
 *
 * A sample in a file is 8 bytes (score 2, flags 1, game 4, number of pieces 1), 8 more of hands
 * if there are any, a bit for each square and a byte for each piece, in blocks with
 * checksums (blocks.h). The number of a record is that of its game.
 */
#ifndef QUINCUNX_SAMPLES_H
#define QUINCUNX_SAMPLES_H

#include "../src/variant.h"
#include "../src/eval/features.h"
#include "blocks.h"

/* The result of a game that is not known to a sample. */
enum { SAMPLE_UNKNOWN = 2 };

typedef struct Sample {
    int16_t score;    /* centipawns for the side to move, not faded by the draw counter */
    int8_t result;    /* of the game for the side to move: 1, 0, -1, or SAMPLE_UNKNOWN */
    uint8_t side;     /* to move */
    uint8_t mirrorable; /* has the position a mirror image (features_mirrorable)? */
    uint8_t count;    /* pieces on the board */
    uint32_t game;    /* samples of one game have the same number here, others most likely another */
    uint64_t hands;   /* as in State */
    const PlacedPiece *pieces;   /* by square, ascending */
} Sample;

/* Describes a position but for score, result and game; `pieces` has room for SQUARE_MAX. */
void sample_describe(const Position *pos, Sample *sample, PlacedPiece *pieces);

/* ---- Reading ---- */

/* All samples of some files, in their order. */
typedef struct SampleSet {
    const Variant *variant; /* of all files */
    Sample *samples;
    size_t count;
    PlacedPiece *pieces;       /* what the samples point to */
    size_t damaged; /* bytes at the ends of files that were no whole block and were left out */
} SampleSet;

/* Loads files of one game into memory, about 32 + 2 * pieces bytes a sample. `most` is the
 * number of samples wanted, 0 for all: of more, an even share of every file is taken, the
 * same each time. A file that was cut short counts up to its last whole block; one
 * that is damaged elsewhere, foreign or of another game is an error. Returns false with the
 * reason in *error, and nothing to free; else samples_free frees. */
bool samples_load(SampleSet *set, const char *const *paths, size_t count, size_t max, ErrorText *error);
void samples_free(SampleSet *set);

/* ---- Files ---- */

/* Bytes of the longest sample in a file. */
enum { SAMPLE_BYTES_MAX = 16 + (SQUARE_MAX + 7) / 8 + SQUARE_MAX };

/* Writes a sample at `out`; returns its length. */
size_t sample_pack(const Variant *variant, const Sample *sample, uint8_t *out);
/* Reads and checks a sample of at most `size` bytes; `pieces` has room for SQUARE_MAX and is
 * what it will point to. Returns its length, 0 if it is damaged. */
size_t sample_unpack(const Variant *variant, const uint8_t *in, size_t size, Sample *sample, PlacedPiece *pieces);

#endif
