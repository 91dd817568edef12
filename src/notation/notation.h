/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * FEN and long-algebraic helpers that the games share. All texts read here come
 * from outside: any bytes are allowed, and every refusal says what and where.
 */
#ifndef QUINCUNX_NOTATION_H
#define QUINCUNX_NOTATION_H

#include "../types.h"
#include "../variant.h"

/* ---- Squares and pieces ---- */

/* The square of a file and rank, both counted from 0 over all boards. */
Square notation_square(const Variant *variant, unsigned file, unsigned rank);
unsigned notation_file(const Variant *variant, Square square);
unsigned notation_rank(const Variant *variant, Square square);
/* Writes "e4" or "l12" ('\0' included, at most 4 bytes); returns its length. */
size_t square_print(const Variant *variant, Square square, char *text);
/* Reads a square and moves *text behind it; SQUARE_NONE and *text kept if there is none. */
Square square_parse(const Variant *variant, const char **text);
/* Writes a piece as in a FEN, "N", "+z" (at most 3 bytes); returns its length. */
size_t piece_print(const Variant *variant, Piece piece, char *text);
/* Is the square in the zone? */
bool zone_holds(const Variant *variant, const Zone *zone, Square square);
/* The type with this letter (either case) that a side may have, or NO_TYPE. */
PieceType piece_type_find(const Variant *variant, Side side, char letter, bool promoted);
/* "the White Knight", into text (at least 40 bytes); returns text. */
const char *piece_describe(const Variant *variant, Piece piece, char *text);

/* ---- FEN ---- */

/* The six fields of a FEN, cut apart. */
typedef struct FenFields {
    char text[FEN_MAX];
    const char *board, *side, *castling, *ep, *counter, *number;
    bool has_hands; /* brackets were written */
} FenFields;

/* Cuts a FEN at its single spaces: exactly six fields. */
bool fen_split(const char *fen, FenFields *fields, ErrorText *error);

/*
 * Reads what all FENs have in common, strictly: six fields, one space apart. Board and
 * whether brackets for hands were written go to *board and fields, hands, side to
 * move, castling rights and counters into the position. Castling must be distinct
 * letters of `rights` (bits 0, 1, ... in that order) or "-"; NULL: always "-". The en
 * passant field is left to the game, or must be "-" if has_ep is false.
 */
bool fen_read(Position *pos, const char *fen, const char *rights, bool has_ep, FenFields *fields,
              Piece board[SQUARE_MAX], ErrorText *error);

/* Writes a FEN from mailbox, hands and counters with the two middle fields given. */
void fen_write(const Position *pos, const char *castling, const char *ep, char *fen);
/* Writes "-" or the letters of the bits set in rights. */
void fen_print_rights(uint32_t rights, const char *letters, char *text);

/* ---- Moves of simple moves (see types.h) ---- */

/* Long algebraic: e2e4, e7e8q, e7e8+, M@e6. Promotion to the piece's own promoted
 * form is '+'. */
void simple_print_move(const Position *pos, Move move, char *text);
/* Reads it by comparing with every legal move, letters in either case; explains
 * what is wrong with one that is not legal. */
bool simple_parse_move(const Position *pos, const char *text, Move *move, ErrorText *error);
/* Why the step or drop in `text` is illegal, as far as the mailbox tells. */
bool simple_explain(const Position *pos, const char *text, ErrorText *error);

#endif
