/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* For slow generators of games on one board with one King a side: check, castling rights, the end of a move and of the game.
 * The including file has defined FILES, RANKS, KING_FILE, CASTLINGS, its shape, its Position and its rules counter_limit and
 * stalemate; it defines what is declared here. */
#ifndef QUINCUNX_REFERENCE_ONE_KING_H
#define QUINCUNX_REFERENCE_ONE_KING_H

#include "squares.h"

static const char *read_fen(const char *fen, Position *p);
static void print_fen(const Position *p, char *out);

/* Could the piece on one square capture on another if an enemy stood there? */
static bool attacks(const Position *p, Square from, Square to);

static void moves_of_piece(MoveList *list, const Position *p, Square from);
static void castle(MoveList *list, const Position *p, int right);

/* Can nobody win with what stands on the board? */
static bool insufficient(const Position *p);

/* ---- Check ---- */

static inline bool on_board(Square s) { return s.file >= 0 && s.file < FILES && s.rank >= 0 && s.rank < RANKS; }

static inline bool empty(const Position *p, Square s) { return on_board(s) && piece_at(p, s) == '.'; }

static inline bool attacked(const Position *p, Square target, bool by_white)
{
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 0; file < FILES; file++) {
            Square from = {file, rank};
            if (is_of(piece_at(p, from), by_white) && attacks(p, from, target)) return true;
        }
    }
    return false;
}

static inline Square king_of(const Position *p, bool white)
{
    Square s = {0, 0};
    for (s.rank = 0; s.rank < RANKS; s.rank++)
        for (s.file = 0; s.file < FILES; s.file++)
            if (piece_at(p, s) == piece_of('K', white)) return s;
    abort(); /* every accepted position has both */
}

static inline bool in_check(const Position *p, bool white) { return attacked(p, king_of(p, white), !white); }

/* ---- Castling ---- */

static inline Square castling_king(int right) { return (Square){KING_FILE, first_rank(castling_is_white(right))}; }

static inline Square castling_rook(int right)
{
    return (Square){kind_of(shape.castlings[right]) == 'K' ? FILES - 1 : 0, first_rank(castling_is_white(right))};
}

/* ---- Moves ---- */

/* Ends a move whose pieces have been moved on after's board, and keeps it if the own King is safe. promotion is '\0' or a
 * capital letter; progress sets the counter back. */
static inline void keep_move(MoveList *list, Position after, Square from, Square to, char promotion, bool progress)
{
    bool white = after.white_to_move;
    if (in_check(&after, white)) return;
    drop_castling(&after);
    after.counter = progress ? 0 : after.counter + 1;
    if (!white) after.number++;
    after.white_to_move = !white;

    RefMove *move = new_move(list);
    char *out = print_square(print_square(move->text, from), to);
    if (promotion != '\0') put_char(out, piece_of(promotion, false));
    print_fen(&after, move->fen);
}

/* All moves, or at least so many of them. */
static inline MoveList all_moves(const Position *p, size_t enough)
{
    MoveList list = {NULL, 0, 0};
    for (int rank = 0; rank < RANKS && list.count < enough; rank++) {
        for (int file = 0; file < FILES && list.count < enough; file++) {
            Square from = {file, rank};
            if (is_of(piece_at(p, from), p->white_to_move)) moves_of_piece(&list, p, from);
        }
    }
    for (int right = 0; right < CASTLINGS; right++) castle(&list, p, right);
    return list;
}

/* ---- The interface ---- */

#include "answers.h"

static inline RefResult result(const char *fen)
{
    Position p;
    if (read_fen(fen, &p) != NULL) return REF_ONGOING;
    MoveList list = all_moves(&p, 1);
    free(list.moves);
    if (list.count == 0) {
        if (in_check(&p, p.white_to_move)) return win_for(!p.white_to_move);
        return stalemate_result(stalemate, p.white_to_move);
    }
    if (insufficient(&p) || counter_draws(p.counter, counter_limit)) return REF_DRAW;
    return REF_ONGOING;
}

#endif
