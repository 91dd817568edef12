/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUINCUNX_TYPES_H
#define QUINCUNX_TYPES_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/error.h"
#include "util/minmax.h"

/* Basic types shared by the whole engine. They do not depend on a game's board size or pieces; limits cover all games. */

/* A square of the board: rank * files + file from White's lower left corner. With two boards side by side,
 * each takes 64 consecutive squares. */
typedef uint8_t Square;
enum { SQUARE_MAX = 144, SQUARE_NONE = 255 };

/* A set of squares of any game; a game's own sets are Bitboards of its width (bitboard.h). */
typedef struct SquareSet {
    uint64_t w[(SQUARE_MAX + 63) / 64];
} SquareSet;
static inline bool square_set_has(const SquareSet *set, Square square) { return set->w[square >> 6] >> (square & 63) & 1; }

typedef uint8_t Side;
enum { WHITE, BLACK, SIDE_NB };
static inline const char *side_name(Side side) { return side == WHITE ? "White" : "Black"; }

/* A piece type, without its owner: 1..31, numbered by each game; 0 is none. A promoted form that moves
 * differently is a type of its own. */
typedef uint8_t PieceType;
enum { NO_TYPE = 0, TYPE_MAX = 32 };

/* Owner and type: NO_PIECE is an empty square. */
typedef uint8_t Piece;
enum { NO_PIECE = 0, PIECE_MAX = 64 };

static inline Piece piece_make(Side side, PieceType type) { return (Piece)(side << 5 | type); }
static inline PieceType piece_type(Piece piece) { return piece & 31; }
static inline Side piece_side(Piece piece) { return piece >> 5; }

/* A whole move in at most 48 bits. Its layout belongs to the game, except that games whose move is one step of one piece share the
 * "simple" layout below. 0 is no move. */
typedef uint64_t Move;
#define MOVE_NONE ((Move)0)
enum { MOVE_BITS = 48 };

/* Simple moves: from 0-7, to 8-15, type 16-20 (the promoted or dropped type), kind 21-23. A drop has from == to. Kinds from
 * MOVE_SPECIAL on are defined by each game. */
enum MoveKind { MOVE_NORMAL, MOVE_PROMOTION, MOVE_DROP, MOVE_DOUBLE_STEP, MOVE_EN_PASSANT, MOVE_CASTLING, MOVE_SPECIAL };

static inline Move move_simple(Square from, Square to, PieceType type, unsigned kind)
{
    return (Move)from | (Move)to << 8 | (Move)type << 16 | (Move)kind << 21;
}
static inline Square move_from(Move move) { return (Square)move; }
static inline Square move_to(Move move) { return (Square)(move >> 8); }
static inline PieceType move_type(Move move) { return move >> 16 & 31; }
static inline unsigned move_kind(Move move) { return move >> 21 & 7; }

/* Centipawns from one side's point of view; see search.h for the bounds. */
typedef int32_t Score;

/* A middlegame and an endgame value packed into one number. */
typedef int64_t Tapered;
static inline Tapered tapered(int mg, int eg) { return eg * ((Tapered)1 << 32) + mg; }
static inline int tapered_mg(Tapered t) { return (int32_t)(uint32_t)(uint64_t)t; }
static inline int tapered_eg(Tapered t) { return (int32_t)(uint32_t)(((uint64_t)t + 0x80000000u) >> 32); }

/* A Zobrist key. */
typedef uint64_t Key;

typedef enum Result { ONGOING, WHITE_WINS, BLACK_WINS, DRAW } Result;

/* The state of a game and, if it has ended, the reason: a static text like "checkmate". */
typedef struct Outcome {
    Result result;
    const char *reason;
} Outcome;

static inline Result result_win(Side side) { return side == WHITE ? WHITE_WINS : BLACK_WINS; }

/* The moves that a generator lists. Noisy moves win material, promote or decide the game at once; all others are quiet. */
typedef enum GenKind { GEN_NOISY = 1, GEN_QUIET = 2, GEN_ALL = 3 } GenKind;

#endif
