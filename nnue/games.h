/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Games of self-play as they are stored: moves and what the search said of each, not
 * positions, so that samples can be chosen, and scored, again. A game in a file is a head of
 * 16 bytes, its FEN if it does not begin at the start, and 8 bytes a ply.
 */
#ifndef QUINCUNX_GAMES_H
#define QUINCUNX_GAMES_H

#include "../src/variant.h"
#include "blocks.h"

enum {
    GAME_PLIES_MAX = 2000,
    GAME_UNSCORED = 32002, /* the score of a move that was not searched for (SCORE_NONE) */
    GAME_BYTES_MAX = 16 + FEN_MAX + 8 * GAME_PLIES_MAX
};

typedef struct GamePly {
    Move move;
    int16_t score; /* the search's, centipawns for the side to move, or GAME_UNSCORED */
} GamePly;

/* Why a game ended. */
typedef enum GameEnd {
    GAME_BY_RULES,
    GAME_WON,    /* adjudicated: a side was far ahead for long enough */
    GAME_DRAWN,  /* adjudicated: nothing happened for long enough */
    GAME_TOO_LONG/* counted as a draw */
} GameEnd;
enum { GAME_ENDS = GAME_TOO_LONG + 1 };

typedef struct GameRecord {
    uint64_t number;   /* among the games of one seed */
    Result result;
    GameEnd end;
    unsigned opening;  /* plies at the beginning that were played at random */
    unsigned plies;
    char fen[FEN_MAX]; /* "": the game's start position */
    GamePly moves[GAME_PLIES_MAX];
} GameRecord;

/* Writes a game at `out`, GAME_BYTES_MAX at most; returns its length. */
size_t game_pack(const GameRecord *game, uint8_t *out);
/* Reads a game of at most `size` bytes; returns its length, 0 if it is damaged. Its FEN and
 * moves are not compared with the rules yet. */
size_t game_unpack(const uint8_t *in, size_t size, GameRecord *game);

/* Sets the position to the beginning of a game, with room for all its plies and some more.
 * Returns false with the reason. */
bool game_begin(const GameRecord *game, Position *pos, ErrorText *error);
/* Is its turn number `ply` legal on the board? False with the reason. */
bool game_check(const GameRecord *game, unsigned ply, const Position *pos, ErrorText *error);
/* The same, and plays it. */
bool game_step(const GameRecord *game, unsigned ply, Position *pos, ErrorText *error);
/* Compares a whole game with the rules: every move legal, nothing played behind the end, the
 * result of an end by the rules the right one, scores within bounds. False with the reason.
 * Leaves the position at the end. */
bool game_verify(const GameRecord *game, Position *pos, ErrorText *error);

/* Games read from a file one by one. */
typedef struct GameReader {
    BlockReader block;
    const Variant *variant;
    size_t at;      /* of the next game in the block */
    uint32_t left;  /* games still to come in the block */
    GameRecord game;/* read last */
} GameReader;

/* Opens a file of games of a known game. */
bool games_open(GameReader *r, const char *path, ErrorText *error);
/* Reads the next game; statuses as of blocks. */
BlockStatus games_next(GameReader *r, ErrorText *error);
void games_done(GameReader *r);

/* What tells the games of one file from those of others in samples: the same for the same
 * game in all shards of a generation. */
uint32_t game_tag(const char *origin, uint64_t number);

#endif
