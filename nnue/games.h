/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The storage of self-play games: moves with search scores instead of positions, so that samples can be
 * filtered and scored again. A game in a file is a head of 16 bytes, its FEN unless it begins at the start
 * position, and 8 bytes per ply.
 */
#ifndef QUINCUNX_GAMES_H
#define QUINCUNX_GAMES_H

#include "../src/variant.h"
#include "blocks.h"

enum {
    GAME_PLIES_MAX = 2000,
    GAME_UNSCORED = 32002, /* the score of a move without a search (SCORE_NONE) */
    GAME_BYTES_MAX = 16 + FEN_MAX + 8 * GAME_PLIES_MAX
};

typedef struct GamePly {
    Move move;
    int16_t score; /* search score, centipawns for the side to move, or GAME_UNSCORED */
} GamePly;

/* The reason for the end of a game. */
typedef enum GameEnd {
    GAME_BY_RULES,
    GAME_WON,    /* adjudicated: a side was far ahead for long enough */
    GAME_DRAWN,  /* adjudicated: the score was near level for long enough */
    GAME_TOO_LONG/* counted as a draw */
} GameEnd;
enum { GAME_ENDS = GAME_TOO_LONG + 1 };

typedef struct GameRecord {
    uint64_t number;   /* among the games of one seed */
    Result result;
    GameEnd end;
    unsigned opening;  /* random plies at the beginning */
    unsigned plies;
    char fen[FEN_MAX]; /* "": the game's start position */
    GamePly moves[GAME_PLIES_MAX];
} GameRecord;

/* Writes a game to `out`, at most GAME_BYTES_MAX bytes; returns its length. */
size_t game_pack(const GameRecord *game, uint8_t *out);
/* Reads a game of at most `size` bytes; returns its length, 0 if it is damaged. Does not check the FEN and
 * the moves against the rules. */
size_t game_unpack(const uint8_t *in, size_t size, GameRecord *game);

/* Sets the position to the beginning of a game and reserves all its plies and some more. Returns false with
 * the reason. */
bool game_begin(const GameRecord *game, Position *pos, ErrorText *error);
/* Is the move at index `ply` legal on the board? False with the reason. */
bool game_check(const GameRecord *game, unsigned ply, const Position *pos, ErrorText *error);
/* The same, and makes the move. */
bool game_step(const GameRecord *game, unsigned ply, Position *pos, ErrorText *error);
/* Checks a whole game against the rules: every move is legal, no move follows the end, the result of an end
 * by the rules is correct, scores are within bounds. False with the reason. Leaves the position at the end. */
bool game_verify(const GameRecord *game, Position *pos, ErrorText *error);

/* Reads the games of a file one by one. */
typedef struct GameReader {
    BlockReader block;
    const Variant *variant;
    size_t at;      /* offset of the next game in the block */
    uint32_t left;  /* games left in the block */
    GameRecord game;/* the last game read */
} GameReader;

/* Opens a file of games; the game must be known. With `under_rules` its rules must be those in force. */
bool games_open(GameReader *r, const char *path, bool under_rules, ErrorText *error);
/* Reads the next game; statuses as for blocks. */
BlockStatus games_next(GameReader *r, ErrorText *error);
void games_done(GameReader *r);

/* Identifies a game in samples: the same tag for the same game in all shards of a generation. */
uint32_t game_tag(const char *origin, uint64_t number);

#endif
