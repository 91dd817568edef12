/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* The part of a position that all games share: the board as a mailbox, the state that each move copies and changes, the log of
 * changed squares, and the history. */
#ifndef QUINCUNX_POSITION_H
#define QUINCUNX_POSITION_H


#include "util/random.h"
#include "types.h"

struct Variant;
struct MoveInfo;

/* One square before and after a change. */
typedef struct Change {
    Square square;
    Piece before, after;
} Change;

/* State.counter and State.reversible stop counting here. */
enum { COUNTER_MAX = 60000 };

/* No game changes more squares than this in one move. The largest known case: three Cani that capture twice
 * each, and a river full of drowned pieces. */
enum { CHANGES_PER_PLY = 40 };

/* Everything that a move changes besides the board: make copies it, unmake drops it. */
typedef struct State {
    Key key;             /* board, hands, side to move, rights, usable en passant */
    Key pawn_key;        /* the pieces of the pawn structure (PieceInfo.structure) */
    uint64_t hands;      /* counts in hand, see hand_count in variant.h */
    Move move;           /* the move that led here; MOVE_NONE at the root or after a null move */
    uint32_t log_end;    /* number of changes logged so far */
    uint32_t rights;     /* castling rights and the like; each game defines the bits (PositionSheet.extra_key) */
    Square ep[2];        /* squares that a double step passed over, or SQUARE_NONE */
    uint16_t counter;    /* plies towards the draw counter's limit */
    uint16_t reversible; /* plies since the last move after which no earlier position can recur; where captured pieces are
                          * dropped again, hardly any move is one: neither a capture, nor a drop, nor a Pawn's step */
    uint32_t number;     /* the FEN's move number */
    Tapered psq;         /* material and piece-square sum, White's point of view */
    int16_t phase[SIDE_NB]; /* sums of PieceInfo.phase over each side's pieces on the board */
} State;

typedef struct Position {
    const struct Variant *variant;
    State *state; /* the current one, the last used entry of states[] */
    State *states;
    Change *changes;
    uint32_t state_capacity, change_capacity;
    Side side; /* to move */
    uint8_t board[SQUARE_MAX];
} Position;

/* Random keys, the same on every machine. */
extern Key zobrist_piece[PIECE_MAX][SQUARE_MAX];
extern Key zobrist_ep[2][SQUARE_MAX];
extern Key zobrist_side;
/* Keys of any other data, such as a whole hand or castling rights. 0 gives 0. */
static inline Key zobrist_word(uint64_t word, uint64_t salt)
{
    return word == 0 ? 0 : splitmix64_mix((word + salt) * SPLITMIX64_STEP);
}
static inline Key zobrist_hands(uint64_t hands) { return zobrist_word(hands, 0x68616E6473u); }
static inline Key zobrist_rights(uint32_t rights) { return zobrist_word(rights, 0x726967687473u); }

/* Fills the zobrist tables; called by variants_init. */
void position_init_keys(void);

/* A new position of a game, without pieces; set it by FEN. NULL if out of memory. The caller owns it and
 * frees it with position_free. */
Position *position_new(const struct Variant *variant);
void position_free(Position *pos);

/* Makes dst (of the same variant) a copy of src with its whole history. Returns false if out of memory; dst is then unchanged. */
bool position_copy(Position *dst, const Position *src);
/* A copy with its history and room for this many more plies, and one taken back to the start of the history; the caller frees
 * them. NULL if memory ran out. */
Position *position_clone(const Position *pos, unsigned plies);
Position *position_start(const Position *pos);

/* Reads a FEN, with or without the rules at its end, which must be those in force. On error explains it in *error, returns
 * false and leaves the position and its history unchanged. */
bool position_set_fen(Position *pos, const char *fen, ErrorText *error);
/* Writes the FEN (FEN_MAX bytes). Under rules that are not the game's own they stand at its end: "... 0 1 {push=off}". */
void position_get_fen(const Position *pos, char *fen);
/* Puts the rules at the end of a FEN, "... 0 1 {push=off}", if they are not the game's own. */
void position_end_fen(const struct Variant *variant, char *fen);
/* Says that the rules of a text are not `ours`, those in force, and how to play by them. Returns false. */
bool position_rules_differ(const struct Variant *variant, const char *text, const char *ours, ErrorText *error);

/* Reserves room for this many more plies; position_make needs it. Returns false if out of memory. */
bool position_reserve(Position *pos, unsigned plies);

/* Makes a legal move. Room for a ply must be reserved. */
void position_make(Position *pos, Move move);
/* Takes the last move or null move back. */
void position_unmake(Position *pos);
/* Makes a null move, for search only; position_unmake takes it back. */
void position_make_null(Position *pos);
/* A null move without effects on the board: what position_make_null does in most games. */
void position_pass(Position *pos);

/* Begins a move, for a game's make: pushes a copy of the state without en passant, changes the side to move, and
 * advances the counter and the history by one ply. */
static inline State *position_push(Position *pos, Move move)
{
    State *state = pos->state + 1;
    *state = *pos->state;
    pos->state = state;
    state->move = move;
    state->ep[0] = state->ep[1] = SQUARE_NONE;
    /* Both saturate, so they cannot wrap to 0. */
    state->counter += state->counter < COUNTER_MAX;
    state->reversible += state->reversible < COUNTER_MAX;
    state->number += pos->side == BLACK;
    state->key ^= zobrist_side;
    pos->side ^= 1;
    return state;
}

/* The state n plies ago, or NULL if the history is shorter. */
static inline const State *position_state(const Position *pos, unsigned n)
{
    return (size_t)(pos->state - pos->states) >= n ? pos->state - n : NULL;
}
/* Plies made since the FEN. */
static inline unsigned position_plies(const Position *pos) { return (unsigned)(pos->state - pos->states); }

/* How often the position on the board has occurred, this time included. */
unsigned position_occurrences(const Position *pos);
/* The distance in plies to the last earlier occurrence, or 0. */
unsigned position_recurrence(const Position *pos);

/* The result of the game, by the rules in their order: board, legal moves, repetition, counter. Generates
 * moves, so it is too slow for inner search nodes. */
Outcome position_outcome(Position *pos);

/* The result when the side to move has no legal move, by the rules in force. */
Outcome position_no_move_outcome(const Position *pos);

/* generate, is_legal, in_peril and describe, for callers that keep no facts of the position. */
Move *position_generate(const Position *pos, GenKind kind, Move *out);
bool position_is_legal(const Position *pos, Move move);
bool position_in_peril(const Position *pos);
void position_describe(const Position *pos, const Move *moves, size_t n, struct MoveInfo *out);

/* All legal moves in a list allocated with malloc, its length in *count; NULL if out of memory. Empty if the
 * board shows a win or loss; ignores draw rules. */
Move *position_moves(const Position *pos, size_t *count);

/* The number of positions after exactly `depth` moves; ignores draw rules. Returns UINT64_MAX if memory runs out. */
uint64_t position_perft(Position *pos, unsigned depth);
/* Like position_perft, but makes and unmakes the moves of the last ply too instead of counting their list: to measure make. */
uint64_t position_perft_made(Position *pos, unsigned depth);

#endif
