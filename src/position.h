/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What every game's position shares: the board as a mailbox, the state that each
 * move copies and changes, the log of changed squares, and the history.
 */
#ifndef QUINCUNX_POSITION_H
#define QUINCUNX_POSITION_H

#include <stdatomic.h>

#include "util/random.h"
#include "types.h"

struct Variant;

/* One square before and after a change. */
typedef struct Change {
    Square square;
    Piece before, after;
} Change;

/* Where State.counter and State.reversible stop counting. */
enum { COUNTER_MAX = 60000 };

/* All that a move changes besides the board: copied at make, dropped at unmake. */
typedef struct State {
    Key key;             /* board, hands, side to move, rights, usable en passant */
    Key pawn_key;   /* the slow pieces alone (PieceInfo.structure) */
    uint64_t hands;      /* counts in hand, see hand_count */
    Move move;           /* the move that led here; MOVE_NONE at the root or after a null move */
    uint32_t log_end;    /* number of changes logged so far */
    uint32_t rights;     /* castling and the like; each game's own bits */
    Square ep[2];        /* squares a double step passed over, or SQUARE_NONE */
    uint16_t counter;    /* plies towards the draw counter's limit */
    uint16_t reversible; /* plies since no earlier position can recur */
    uint32_t number;     /* the FEN's move number */
    Tapered psq;         /* material and piece-square sum, White's point of view */
    int16_t phase[SIDE_NB]; /* sums of PieceInfo.phase over each side's pieces on the board */
    uint8_t game_data[4]; /* a game's own; no part of the key unless the game adds it */
} State;

typedef struct Position {
    const struct Variant *variant;
    State *state; /* the current one, the last in use of states[] */
    State *states;
    Change *changes;
    uint32_t state_capacity, change_capacity;
    Side side; /* to move */
    uint8_t board[SQUARE_MAX];
} Position;

enum { HAND_SLOTS = 8 };
/* The number of pieces in hand in a slot (0-7) of a side: four bits each. */
static inline unsigned hand_count(uint64_t hands, Side side, unsigned slot)
{
    return hands >> (side * 32 + slot * 4) & 15;
}
static inline uint64_t hand_one(Side side, unsigned slot)
{
    return (uint64_t)1 << (side * 32 + slot * 4);
}

/* Random numbers behind the keys, the same on every machine. */
extern Key zobrist_piece[PIECE_MAX][SQUARE_MAX];
extern Key zobrist_ep[2][SQUARE_MAX];
extern Key zobrist_side;
/* Keys of any other fact: a hand (all of it), rights. 0 for 0. */
static inline Key zobrist_word(uint64_t word, uint64_t salt)
{
    return word == 0 ? 0 : splitmix64_mix((word + salt) * SPLITMIX64_STEP);
}
static inline Key zobrist_hands(uint64_t hands) { return zobrist_word(hands, 0x68616E6473u); }
static inline Key zobrist_rights(uint32_t rights) { return zobrist_word(rights, 0x726967687473u); }

/* Fills the zobrist tables; called by variants_init. */
void position_init_keys(void);

/* A new position of a game without pieces, to be set by FEN; NULL if out of
 * memory. The caller owns it and frees it with position_free. */
Position *position_new(const struct Variant *variant);
void position_free(Position *pos);

/* Makes dst (of the same variant) a copy of src with its whole history.
 * Returns false if memory ran out; dst is then as before. */
bool position_copy(Position *dst, const Position *src);

/* Reads a FEN; on error explains it in *error, returns false and leaves the
 * position and its history as they were. */
bool position_set_fen(Position *pos, const char *fen, ErrorText *error);

/* Room for so many more plies: position_make needs it. false if out of memory. */
bool position_reserve(Position *pos, unsigned plies);

/* Plays a legal move. Room for a ply must have been reserved. */
void position_make(Position *pos, Move move);
void position_unmake(Position *pos);
/* Passes the move to the other side, for search alone. */
void position_make_null(Position *pos);
void position_unmake_null(Position *pos);

/* The state n plies ago, or NULL if the game is not that old. */
static inline const State *position_state(const Position *pos, unsigned n)
{
    return (size_t)(pos->state - pos->states) >= n ? pos->state - n : NULL;
}
/* Plies played since the FEN. */
static inline unsigned position_plies(const Position *pos)
{
    return (unsigned)(pos->state - pos->states);
}

/* How often the position on the board has occurred, this time included. */
unsigned position_occurrences(const Position *pos);
/* The distance in plies to the last earlier occurrence, or 0. */
unsigned position_recurrence(const Position *pos);

/* How the game stands, in the order of the rules: board, legal moves,
 * repetition, counter. Lists moves, so it is not for the inner search. */
Outcome position_outcome(Position *pos);

/* All legal moves in a list allocated with malloc, its length in *count; NULL if
 * out of memory. Empty if the board shows a win or loss; draw rules ignored. */
Move *position_moves(const Position *pos, size_t *count);

/* Positions after exactly depth moves; draw rules do not count. Aborts the count
 * and returns UINT64_MAX if memory runs out. */
uint64_t position_perft(Position *pos, unsigned depth);
/* The same until *stop becomes true: then the positions counted so far. */
uint64_t position_perft_until(Position *pos, unsigned depth, const atomic_bool *stop);
/* The same, but the moves of the last ply are made and taken back as well instead of
 * being counted by the length of their list: for measuring make. */
uint64_t position_perft_made(Position *pos, unsigned depth);

#endif
