/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What games have in common in which a turn is one man's move: a template that such a game's
 * file includes after board.h, with BOARD_SEE and BOARD_ATTACKS. A game says what a move does
 * (Step) and which squares castling joins; nothing here asks the game back.
 */
#ifndef QUINCUNX_STEP_GAME_H
#define QUINCUNX_STEP_GAME_H

#include <string.h>

#include "board.h"
#include "notation.h"

/* Is it one of the turns from `list` to `end`? */
BOARD_INLINE bool step_is_listed(const Move *list, const Move *end, Move move)
{
    for (; list != end; ++list)
        if (*list == move) return true;
    return false;
}

/* ---- What a move does, for move ordering and exchanges ---- */

typedef struct Step {
    Square from, to;
    PieceType mover, arrival; /* the man that goes, and what stands there then: they differ if it promotes */
    PieceType victim;         /* or NO_TYPE */
    Square beside;            /* a third square that the move fills or empties, or SQUARE_NONE */
} Step;

/* The key after a move, but for rights, en passant, promotion and what else a move does. */
BOARD_INLINE Key step_key_after(const Position *pos, Move move)
{
    Square from = move_from(move), to = move_to(move);
    Piece piece = pos->board[from], victim = pos->board[to];
    Key key = pos->state->key ^ zobrist_side ^ zobrist_piece[piece][from] ^ zobrist_piece[piece][to];
    return victim ? key ^ zobrist_piece[victim][to] : key;
}

/* A move that takes what stands where it goes, and becomes what it says if it says so. */
BOARD_INLINE Step step_plain(const Position *pos, Move move)
{
    Step step = {.from = move_from(move), .to = move_to(move), .beside = SQUARE_NONE};
    step.mover = piece_type(pos->board[step.from]);
    step.arrival = move_kind(move) == MOVE_PROMOTION ? move_type(move) : step.mover;
    step.victim = piece_type(pos->board[step.to]);
    return step;
}

/* A move that takes en passant the man that stands on `beside`. */
BOARD_INLINE Step step_en_passant(const Position *pos, Move move, Square beside)
{
    Step step = step_plain(pos, move);
    step.victim = piece_type(pos->board[beside]);
    step.beside = beside;
    return step;
}

/* What the move wins at once: the victim's value, and what the mover gains by becoming something else. */
BOARD_INLINE Score step_gain(const Step *step)
{
    return pieces[step->victim].mg + pieces[step->arrival].mg - pieces[step->mover].mg;
}

/* The description of a move by a man of history slot `slot` that wins `gain`: noisy if it wins anything. */
BOARD_INLINE MoveInfo step_info(const Step *step, unsigned slot, Score gain, Attacked *attacked)
{
    MoveInfo info = {.victim = step->victim, .gain = (int16_t)gain, .noisy = step->victim || gain};
    info.piece_to[0] = piece_to_index(slot, step->to);
    info.from_to[0] = from_to_index(step->from, step->to);
    if (step->victim) info.attacker = pieces[step->mover].mg;
    if (!info.noisy) info.attacked[0] = board_attacked(attacked, step->from, step->to);
    return info;
}

/* Does a move that wins `gain` at once keep `threshold` of it, whatever is taken back? */
BOARD_INLINE bool step_see(const Board *b, const Step *step, Score gain, Score threshold)
{
    Bitboard occupied = bb_or(bb_without(board_occupied(b), bb_square(step->from)), bb_square(step->to));
    if (step->beside != SQUARE_NONE) bb_flip(&occupied, step->beside);
    return board_see(b, step->to, occupied, step->arrival, b->base.side ^ 1, gain - threshold);
}

/* ---- En passant: the square that was passed is part of the key if it can be taken on ---- */

/* Begins a turn as board_push does; `usable`: is the square that was passed last in the key? */
BOARD_INLINE State *step_push(Board *b, Move move, bool usable)
{
    State *state = board_push(b, move);
    if (usable) state->key ^= zobrist_ep[0][state[-1].ep[0]];
    return state;
}

/* Passes: no position before that can recur. */
BOARD_INLINE void step_pass(Position *pos, bool usable) { step_push(board_of(pos), MOVE_NONE, usable)->reversible = 0; }

BOARD_INLINE void step_enter_ep(State *state, bool usable)
{
    if (usable) state->key ^= zobrist_ep[0][state->ep[0]];
}

/* Reads the field of a FEN: a square behind a man of this type, of the side that is not to move,
 * on the rank (as the side to move counts it) that its double step passes. */
BOARD_INLINE bool step_read_ep(Position *pos, const char *field, PieceType type, unsigned rank, ErrorText *error)
{
    if (strcmp(field, "-") == 0) return true;
    const char *p = field, *name = pieces[type].name;
    Square ep = square_parse(pos->variant, &p);
    int up = pos->side == WHITE ? BOARD_FILES : -BOARD_FILES;
    if (ep == SQUARE_NONE || *p) return error_set(error, "en passant is '-' or a square, not '%.20s'", field);
    if (square_relative_rank(pos->side, ep) != rank)
        return error_set(error, "en passant on %s: not behind a double step of the side that moved", field);
    if (pos->board[ep - up] != piece_make(pos->side ^ 1, type)) return error_set(error, "en passant on %s: no %s has passed it", field, name);
    if (pos->board[ep] || pos->board[ep + up])
        return error_set(error, "en passant on %s: that square and the %s's origin must be empty", field, name);
    pos->state->ep[0] = ep;
    return true;
}

/* ---- Castling of a King with a Rook on its either side ---- */

/* The rights in the order in which a FEN prints them. */
enum { WHITE_SHORT, WHITE_LONG, BLACK_SHORT, BLACK_LONG, RIGHT_NB };

typedef struct Castling {
    Square king_from, king_to, rook_from, rook_to;
} Castling;

/* Fills the table of the rights that a move from or to a square loses. */
BOARD_INLINE void castling_init(const Castling castlings[RIGHT_NB], uint8_t rights_lost[BOARD_SQUARES])
{
    for (int right = 0; right < RIGHT_NB; ++right) {
        rights_lost[castlings[right].king_from] |= (uint8_t)(1 << right);
        rights_lost[castlings[right].rook_from] |= (uint8_t)(1 << right);
    }
}

/* Takes these rights away, if there are any of them, and with them the way back. */
BOARD_INLINE void castling_lose(State *state, uint32_t rights)
{
    uint32_t left = state->rights & ~rights;
    if (left == state->rights) return;
    state->key ^= zobrist_rights(state->rights) ^ zobrist_rights(left);
    state->rights = left;
    state->reversible = 0;
}

/* Moves the Rook of a King that castles between these squares. */
BOARD_INLINE void castling_rook(Board *b, const Castling castlings[RIGHT_NB], Square from, Square to)
{
    for (const Castling *c = castlings; c != castlings + RIGHT_NB; ++c)
        if (c->king_from == from && c->king_to == to) board_move(b, c->rook_from, c->rook_to);
}

/* Does each right, printed as these letters, find its King and its Rook at home? */
BOARD_INLINE bool castling_accepts(const Position *pos, const Castling castlings[RIGHT_NB], const char *letters, PieceType king,
                                   PieceType rook, ErrorText *error)
{
    for (int right = 0; right < RIGHT_NB; ++right) {
        const Castling *c = &castlings[right];
        Side side = right < BLACK_SHORT ? WHITE : BLACK;
        if (!(pos->state->rights >> right & 1)) continue;
        if (pos->board[c->king_from] != piece_make(side, king) || pos->board[c->rook_from] != piece_make(side, rook))
            return error_set(error, "castling right '%c' without King and Rook at home", letters[right]);
    }
    return true;
}

/* ---- Kings: one of each side, and none is left attacked ---- */

BOARD_INLINE bool step_has_kings(const Board *b, PieceType king, ErrorText *error)
{
    for (Side side = WHITE; side <= BLACK; ++side) {
        int kings = bb_count(board_pieces(b, side, king));
        if (kings != 1) return error_set(error, "%s has %d Kings, not one", side_name(side), kings);
    }
    return true;
}

#endif
