/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/* FEN and long algebraic notation, for all games. Input is untrusted; an error says what is wrong and where. */
#ifndef QUINCUNX_TEXT_NOTATION_H
#define QUINCUNX_TEXT_NOTATION_H

#include "../types.h"
#include "../variant.h"

/* ---- Squares and pieces ---- */

/* The squares of all boards; the files and the squares of one board. */
static inline unsigned square_count(const Variant *variant) { return (unsigned)variant->board.files * variant->board.ranks; }
static inline unsigned board_width(const Variant *variant) { return (unsigned)variant->board.files / variant->board.boards; }
static inline unsigned board_squares(const Variant *variant) { return board_width(variant) * variant->board.ranks; }

/* The square of a file and rank, both from 0, counted across all boards. */
Square notation_square(const Variant *variant, unsigned file, unsigned rank);
unsigned notation_file(const Variant *variant, Square square);
unsigned notation_rank(const Variant *variant, Square square);
/* Writes "e4" or "l12" (4 bytes with '\0'); returns the length. */
size_t square_print(const Variant *variant, Square square, char *text);
/* Reads a square and advances *text. If there is none, returns SQUARE_NONE and leaves *text alone. */
Square square_parse(const Variant *variant, const char **text);
/* The square that a whole text names, or SQUARE_NONE. */
Square square_read(const Variant *variant, const char *text);
/* Writes a piece as in a FEN, "N" or "+z" (at most 3 bytes); returns the length. */
size_t piece_print(const Variant *variant, Piece piece, char *text);
/* Is the square in the zone? */
bool zone_holds(const Variant *variant, const Zone *zone, Square square);
/* The piece type with this letter (in either case) that the side can have, or NO_TYPE. */
PieceType piece_type_find(const Variant *variant, Side side, char letter, bool promoted);
/* The piece that a whole text names as in a FEN, or NO_PIECE. */
Piece piece_parse(const Variant *variant, const char *text);
/* The slot of a piece type in hands (State.hands); HAND_SLOTS if it cannot be in hand. */
unsigned hand_slot(const Variant *variant, PieceType type);
/* Writes "the White Knight" into text (at least 40 bytes); returns text. */
const char *piece_describe(const Variant *variant, Piece piece, char *text);

/* ---- FEN ---- */

/* The six fields of a FEN. */
typedef struct FenFields {
    char text[FEN_MAX];
    const char *board, *side, *castling, *ep, *counter, *number;
    bool has_hands; /* the FEN has brackets */
} FenFields;

/* Splits a FEN at single spaces into exactly six fields. */
bool fen_split(const char *fen, FenFields *fields, ErrorText *error);
/* Sets `out`, which may be `pos`, to the position with the other side to move. false with the reason if the game rejects it. */
bool position_set_passed(Position *out, const Position *pos, ErrorText *error);

/* Strictly reads what all FENs share: six fields, one space apart. The board goes to *board; hands, side to move, castling
 * rights (distinct letters of PositionSheet.castling, or "-") and counters into the position. The game reads en passant itself; if
 * has_ep is false, it must be "-". */
bool fen_read(Position *pos, const char *fen, bool has_ep, FenFields *fields, Piece board[SQUARE_MAX], ErrorText *error);

/* Changes a line of EPD (Extended Position Description) to the FEN in it, in place; missing counters come from "hmvc" and "fmvn",
 * or are "0 1". Text with fewer than four fields stays. The line has room for EPD_ROOM more bytes. */
void epd_to_fen(char *line);
enum { EPD_ROOM = 8 };

/* Writes a FEN from mailbox, hands, counters and the two given fields. */
void fen_write(const Position *pos, const char *castling, const char *ep, char *fen);
/* BoardSheet.get_fen: the same with the position's castling rights and squares of en passant. */
void fen_get(const Position *pos, char *fen);

/* Copies a FEN with other pieces in hand, given as between its brackets. out has room for FEN_MAX bytes. Returns out. */
char *fen_with_hand(const char *fen, const char *hand, char *out);

/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *result_text(Result result);

/* ---- Simple moves (see types.h) ---- */

/* Long algebraic: e2e4, e7e8q, e7e8+, M@e6. '+' promotes to the piece's own promoted form. */
void simple_print_move(const Position *pos, Move move, char *text);
/* Reads a move, letters in either case, by comparing with every legal move. If it is illegal, explains why. */
bool simple_parse_move(const Position *pos, const char *text, Move *move, ErrorText *error);
/* Explains why the step or drop in `text` is illegal. Returns false. */
bool simple_explain(const Position *pos, const char *text, ErrorText *error);

#endif
