/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Training samples: positions with the target for a net. Two kinds of files share one format: samples
 * selected from self-play games, and static-evaluation labels, positions that a search evaluated, with their
 * static evaluation.
 *
 * A sample in a file is 8 bytes (score 2, flags 1, game 4, number of pieces 1), 8 more for hands if there are
 * any, a bit for each square and a byte for each piece, in blocks with checksums (blocks.h). The number of a
 * record is that of its game.
 */
#ifndef QUINCUNX_SAMPLES_H
#define QUINCUNX_SAMPLES_H

#include "../src/variant.h"
#include "../src/eval/features.h"
#include "blocks.h"

/* The result of a game is unknown. */
enum { SAMPLE_UNKNOWN = 2 };

typedef struct Sample {
    int16_t score;    /* centipawns for the side to move: a search's, a return of later ones, or a static evaluation */
    int16_t classical; /* the classical evaluation, if samples_evaluate was called */
    int8_t result;    /* of the game for the side to move: 1, 0, -1, or SAMPLE_UNKNOWN */
    uint8_t side;     /* to move */
    uint8_t mirrorable; /* is the mirror image a valid sample (mirror_holds)? */
    uint8_t count;    /* number of pieces on the board */
    uint32_t game;    /* equal for samples of one game, most likely different for others */
    uint32_t facts;   /* as in Variant.facts; filled in by samples_load */
    uint64_t hands;   /* as in State */
    const PlacedPiece *pieces;   /* by square, ascending; samples_load fills in what nets see of threats */
} Sample;

/* Describes a position without score, result and game; `pieces` has room for SQUARE_MAX. */
void sample_describe(const Position *pos, Sample *sample, PlacedPiece *pieces);

/* Sets up a sample in a position of its game (position_new); without castling rights and en passant, which samples do not
 * have. */
void sample_set_up(Position *pos, const Sample *sample);

/* ---- Reading ---- */

/* All samples of some files, in their order. */
typedef struct SampleSet {
    const Variant *variant; /* of all files */
    Sample *samples;
    size_t count;
    PlacedPiece *pieces;       /* storage for the samples' pieces */
    size_t damaged; /* bytes of incomplete blocks at the ends of files, left out */
    int scale;      /* of the lambda returns that are the scores (returns.h), in centipawns; 0: they are none */
} SampleSet;

/* Loads files of one game into memory, about 32 + 3 * pieces bytes per sample. `max` is the number of
 * samples wanted, 0 for all: if there are more, it takes an even share of every file, the same each time. A
 * truncated file counts up to its last complete block; a file that is damaged elsewhere, foreign or of
 * another game is an error. Returns false with the reason in *error, and nothing to free; otherwise free
 * with samples_free. */
bool samples_load(SampleSet *set, const char *const *paths, size_t count, size_t max, ErrorText *error);
/* Fills in the classical evaluation of every sample that may be a position (PositionSheet.accepts); false if memory ran out. */
bool samples_evaluate(SampleSet *set);
void samples_free(SampleSet *set);

/* ---- Files ---- */

/* Maximum bytes of a stored sample. */
enum { SAMPLE_BYTES_MAX = 16 + (SQUARE_MAX + 7) / 8 + SQUARE_MAX };

/* Writes a sample to `out`; returns its length. */
size_t sample_pack(const Variant *variant, const Sample *sample, uint8_t *out);
/* Reads and checks a sample of at most `size` bytes; it will point to `pieces`, which has room for
 * SQUARE_MAX. Returns its length, 0 if it is damaged. */
size_t sample_unpack(const Variant *variant, const uint8_t *in, size_t size, Sample *sample, PlacedPiece *pieces);

#endif
