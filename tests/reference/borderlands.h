/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What Borderlands and its revision of October 2025 share, slow and obvious: the board, regions, drops, FENs and the end
 * of the game. The including file defines what is declared under "What differs".
 */
#ifndef QUINCUNX_REFERENCE_BORDERLANDS_H
#define QUINCUNX_REFERENCE_BORDERLANDS_H

#include "mailbox.h"

/* ---- Board ---- */

enum { FILES = 9, RANKS = 10, MAX_IN_HAND = 2, CHIEFS = 2 };

typedef struct Piece {
    char letter; /* always upper case; 0: the square is empty */
    bool white;
    bool promoted;
} Piece;

/* Files and ranks count from 1 (file a is 1), as on the page; index 0 is not used. */
typedef struct Position {
    Piece at[FILES + 1][RANKS + 1];
    int white_hand; /* Marauders */
    int black_hand;
    bool white_to_move;
    int ep_file; /* the square stepped over; 0: none */
    int ep_rank;
    int counter;
    int move_number;
} Position;

/* What a piece does, plain and promoted, in Betza's notation as on the rules page. */
typedef struct Moves {
    char letter;
    const char *plain, *promoted;
} Moves;

/* ---- What differs ---- */

enum { KINDS = 10 };
static const Shape shape;
static const Moves moves_of[KINDS];
static int counter_limit; /* plies without a capture or a promotion that draw; 0: never */

static bool chief_may_stand(int file, int rank);

/* Has the side to move won by what it holds? */
static bool has_conquered(const Position *pos);

/* ---- Rule options ---- */

static int one_chief_loses, no_drops, stalemate = STALEMATE_LOSES;

/* ---- Squares ---- */

#include "betza.h"

static inline bool is_empty(const Position *pos, int file, int rank) { return pos->at[file][rank].letter == 0; }

static inline bool is_whites(const Position *pos, int file, int rank) { return pos->at[file][rank].white; }

/* ---- Pieces ---- */

static inline bool promotable(char letter) { return letter != 'C' && letter != 'G'; }

static inline int double_step_rank(bool white) { return white ? 3 : 8; }

/* ---- Regions ---- */

static inline bool in_promotion_zone(bool white, int rank) { return white ? rank >= 8 : rank <= 3; }

static inline bool lion_promotion_square(bool white, int file, int rank) { return file == 5 && rank == (white ? 9 : 2); }

static inline bool lion_may_stand(bool white, int file, int rank)
{
    if (lion_promotion_square(white, file, rank)) return true;
    if (white) return rank <= 5 || (rank == 7 && (file == 4 || file == 6));
    return rank >= 6 || (rank == 4 && (file == 4 || file == 6));
}

static inline bool may_stand(Piece piece, int file, int rank)
{
    if (piece.letter == 'C') return chief_may_stand(file, rank);
    if (piece.letter == 'L' && !piece.promoted) return lion_may_stand(piece.white, file, rank);
    return true;
}

static inline bool may_go(const Position *pos, int file, int rank, int to_file, int to_rank)
{
    return may_stand(pos->at[file][rank], to_file, to_rank);
}

/* Does the piece promote (always) when it arrives there? */
static inline bool promotes_on(Piece piece, int file, int rank)
{
    if (piece.promoted || !promotable(piece.letter)) return false;
    if (piece.letter == 'L') return lion_promotion_square(piece.white, file, rank);
    return in_promotion_zone(piece.white, rank);
}

static inline bool drop_rank(bool white, int rank) { return white ? rank == 6 || rank == 7 : rank == 4 || rank == 5; }

/* ---- Where a piece can go ---- */

/* A plain Warrior: fWfceFifmnD. */
static inline void warrior(const Position *pos, int file, int rank, Reach *reach)
{
    Piece piece = pos->at[file][rank];
    int ahead = forward(piece.white);

    betza(pos, file, rank, "fWcfF", reach);
    for (int df = -1; df <= 1; df += 2)
        if (pos->ep_file != 0 && pos->ep_file == file + df && pos->ep_rank == rank + ahead)
            reach->to[pos->ep_file][pos->ep_rank] = true;
    if (rank == double_step_rank(piece.white) && is_empty(pos, file, rank + ahead))
        step(pos, file, rank, 0, 2 * ahead, MOVE, reach);
}

static inline Reach reach_of(const Position *pos, int file, int rank)
{
    Reach reach;
    Piece piece = pos->at[file][rank];

    memset(&reach, 0, sizeof reach);
    if (piece.letter == 'W' && !piece.promoted) {
        warrior(pos, file, rank, &reach);
        return reach;
    }
    for (int i = 0; i < KINDS; i++) {
        if (moves_of[i].letter != piece.letter || piece.letter == 0) continue;
        betza(pos, file, rank, piece.promoted ? moves_of[i].promoted : moves_of[i].plain, &reach);
    }
    return reach;
}

/* ---- Making a move ---- */

static inline void end_ply(Position *pos, bool reset_counter)
{
    pos->counter = reset_counter ? 0 : pos->counter + 1;
    if (!pos->white_to_move) pos->move_number++;
    pos->white_to_move = !pos->white_to_move;
}

static inline Position make_move(const Position *before, int file, int rank, int to_file, int to_rank)
{
    Position pos = *before;
    Piece piece = before->at[file][rank];
    Piece nothing = {0, false, false};
    bool capture = !is_empty(before, to_file, to_rank);
    bool promotion = promotes_on(piece, to_file, to_rank);
    bool plain_warrior = piece.letter == 'W' && !piece.promoted;

    pos.at[file][rank] = nothing;
    pos.at[to_file][to_rank] = piece;
    if (promotion) pos.at[to_file][to_rank].promoted = true;
    if (plain_warrior && file != to_file && !capture) { /* en passant */
        pos.at[to_file][to_rank - forward(piece.white)] = nothing;
        capture = true;
    }
    pos.ep_file = 0;
    pos.ep_rank = 0;
    if (plain_warrior && abs(to_rank - rank) == 2) {
        pos.ep_file = file;
        pos.ep_rank = (rank + to_rank) / 2;
    }
    end_ply(&pos, capture || promotion);
    return pos;
}

static inline Position make_drop(const Position *before, int file, int rank)
{
    Position pos = *before;
    Piece marauder = {'M', before->white_to_move, false};

    pos.at[file][rank] = marauder;
    if (before->white_to_move)
        pos.white_hand--;
    else
        pos.black_hand--;
    pos.ep_file = 0;
    pos.ep_rank = 0;
    end_ply(&pos, false);
    return pos;
}

/* ---- End of the game ---- */

static inline int chiefs(const Position *pos, bool white)
{
    int count = 0;

    for (int file = 1; file <= FILES; file++) {
        for (int rank = 1; rank <= RANKS; rank++) {
            Piece piece = pos->at[file][rank];
            if (piece.letter == 'C' && piece.white == white) count++;
        }
    }
    return count;
}

/* Has the side lost its Chiefs, or with chiefs=one a Chief of the two? */
static inline bool lost_chiefs(const Position *pos, bool white) { return chiefs(pos, white) < (one_chief_loses ? CHIEFS : 1); }

/* The ends that need no moves. */
static inline RefResult result_before_moves(const Position *pos)
{
    if (lost_chiefs(pos, true)) return REF_BLACK_WINS;
    if (lost_chiefs(pos, false)) return REF_WHITE_WINS;
    return has_conquered(pos) ? win_for(pos->white_to_move) : REF_ONGOING;
}

/* ---- FEN ---- */

static inline void print_fen(const Position *pos, char *out)
{
    Placement board;

    for (int file = 1; file <= FILES; file++) {
        for (int rank = 1; rank <= RANKS; rank++) {
            Piece piece = pos->at[file][rank];
            board.at[rank - 1][file - 1] = piece.letter == 0 ? '.' : piece_of(piece.letter, piece.white);
            board.promoted[rank - 1][file - 1] = piece.promoted;
        }
    }
    out = put_char(put_board(out, &shape, &board), '[');
    for (int i = 0; i < pos->white_hand; i++) out = put_char(out, 'M');
    for (int i = 0; i < pos->black_hand; i++) out = put_char(out, 'm');
    out = put_side_and_castling(put_char(out, ']'), &shape, pos->white_to_move, NULL);
    out = pos->ep_file != 0 ? put_square(out, pos->ep_file - 1, pos->ep_rank - 1) : put_char(out, '-');
    put_counters(out, pos->counter, pos->move_number);
}

static inline const char *read_pieces(const char **text, Position *pos)
{
    Placement board;
    const char *error = read_board(text, &shape, &board);

    if (error != NULL) return error;
    for (int file = 1; file <= FILES; file++) {
        for (int rank = 1; rank <= RANKS; rank++) {
            char letter = board.at[rank - 1][file - 1];
            Piece piece = {kind_of(letter), is_white(letter), board.promoted[rank - 1][file - 1]};
            if (letter != '.' && !may_stand(piece, file, rank)) return "board: a Chief or Lion is outside its region";
            if (letter != '.') pos->at[file][rank] = piece;
        }
    }
    return NULL;
}

/* A missing [] is read as empty. */
static inline const char *read_hand(const char **text, Position *pos)
{
    if (!take(text, '[')) return NULL;
    for (; **text == 'M' || **text == 'm'; ++*text) ++*(**text == 'M' ? &pos->white_hand : &pos->black_hand);
    int most = no_drops ? 0 : MAX_IN_HAND;
    if (pos->white_hand > most || pos->black_hand > most) return "hand: too many Marauders";
    return take(text, ']') ? NULL : "hand: only Marauders may be in hand";
}

static inline const char *read_en_passant(const char **text, Position *pos)
{
    bool stepper_white = !pos->white_to_move;
    int origin = double_step_rank(stepper_white);
    int ahead = forward(stepper_white);
    int file, rank;
    Piece stepper;

    if (take(text, '-')) return NULL;
    if (!read_square(text, &shape, &file, &rank)) return "en passant: not a square or -";
    file++;
    if (rank + 1 != origin + ahead) return "en passant: not a square that was stepped over";
    stepper = pos->at[file][origin + 2 * ahead];
    if (stepper.letter != 'W' || stepper.promoted || stepper.white != stepper_white)
        return "en passant: no Warrior there that made a double step";
    if (!is_empty(pos, file, origin) || !is_empty(pos, file, origin + ahead))
        return "en passant: the origin or the square stepped over is not empty";
    pos->ep_file = file;
    pos->ep_rank = origin + ahead;
    return NULL;
}

static inline const char *read_fen(const char *text, Position *pos)
{
    const char *error;

    memset(pos, 0, sizeof *pos);
    if ((error = read_pieces(&text, pos)) != NULL || (error = read_hand(&text, pos)) != NULL
        || (error = read_side_and_castling(&text, &shape, &pos->white_to_move, NULL)) != NULL
        || (error = read_en_passant(&text, pos)) != NULL
        || (error = read_counters(&text, &pos->counter, &pos->move_number)) != NULL)
        return error;
    if (lost_chiefs(pos, true) && lost_chiefs(pos, false)) return "board: both sides have lost their Chiefs";
    return NULL;
}

/* ---- The list of moves ---- */

static inline void add_moves_from(const Position *pos, int file, int rank, MoveList *list)
{
    Piece piece = pos->at[file][rank];
    Reach reach = reach_of(pos, file, rank);

    for (int to_file = 1; to_file <= FILES; to_file++) {
        for (int to_rank = 1; to_rank <= RANKS; to_rank++) {
            if (reach.to[to_file][to_rank]) {
                Position after = make_move(pos, file, rank, to_file, to_rank);
                RefMove *move = new_move(list);
                char *out = put_square(move->text, file - 1, rank - 1);
                out = put_square(out, to_file - 1, to_rank - 1);
                if (promotes_on(piece, to_file, to_rank)) put_char(out, '+');
                print_fen(&after, move->fen);
            }
        }
    }
}

static inline void add_drop(const Position *pos, int file, int rank, MoveList *list)
{
    Position after = make_drop(pos, file, rank);
    RefMove *move = new_move(list);

    put_square(put(move->text, "M@"), file - 1, rank - 1);
    print_fen(&after, move->fen);
}

/* All moves, or at least so many of them. */
static inline MoveList all_moves(const Position *pos, size_t enough)
{
    MoveList list = {NULL, 0, 0};
    bool white = pos->white_to_move;
    int in_hand = white ? pos->white_hand : pos->black_hand;

    if (result_before_moves(pos) != REF_ONGOING) return list;
    for (int file = 1; file <= FILES && list.count < enough; file++) {
        for (int rank = 1; rank <= RANKS && list.count < enough; rank++) {
            if (is_empty(pos, file, rank)) {
                if (in_hand > 0 && drop_rank(white, rank)) add_drop(pos, file, rank, &list);
            } else if (pos->at[file][rank].white == white) {
                add_moves_from(pos, file, rank, &list);
            }
        }
    }
    return list;
}

/* ---- Interface ---- */

#include "answers.h"

static inline RefResult result(const char *fen)
{
    Position pos;
    RefResult early;
    MoveList list;

    if (read_fen(fen, &pos) != NULL) return REF_ONGOING;
    early = result_before_moves(&pos);
    if (early != REF_ONGOING) return early;
    list = all_moves(&pos, 1);
    free(list.moves);
    if (list.count == 0) return stalemate_result(stalemate, pos.white_to_move);
    return counter_draws(pos.counter, counter_limit) ? REF_DRAW : REF_ONGOING;
}

#endif
