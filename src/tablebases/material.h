/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * What stands in an endgame: the pieces on the board and those in hand. An ending that
 * comes from another by exchanging the colours, or the boards where there are two, is
 * the same one; of such forms one is kept, in which White is the stronger side.
 */
#ifndef QUINCUNX_TABLEBASES_MATERIAL_H
#define QUINCUNX_TABLEBASES_MATERIAL_H

#include "../variant.h"

enum {
    PIECES_MAX = 5,           /* pieces on the board */
    MATERIAL_NAME_MAX = 64 /* bytes of a name, '\0' included */
};

/* Pieces by boards, on each royals before others, White's before Black's. */
typedef struct Material {
    uint8_t count;
    Piece pieces[PIECES_MAX];
    uint8_t board[PIECES_MAX];
    uint64_t hands; /* as State.hands */
} Material;

/* A position seen as one of an endgame in its kept form. */
typedef struct Placement {
    Material material;
    Square squares[PIECES_MAX]; /* of the pieces, in their order */
    Side side;               /* to move, colours exchanged where the form asks for it */
} Placement;

/* Takes a position apart. Returns false if it has more than PIECES_MAX pieces on the board,
 * or rights (castling) or en passant squares, which no table knows. */
bool placement_of(const Position *pos, Placement *placement);

/* Puts material into its kept form. */
void material_normalise(const Variant *variant, Material *material);
bool material_equal(const Material *a, const Material *b);
/* The number of pieces, those in hand included. */
unsigned material_pieces(const Material *material);

/* "KQvK"; '@' stands before a piece in hand, ':' between two boards. Returns text, which
 * has room for MATERIAL_NAME_MAX bytes. */
char *material_print(const Variant *variant, const Material *material, char *text);
/* Reads such a name into its kept form; explains what is wrong with it. */
bool material_parse(const Variant *variant, const char *name, Material *material, ErrorText *error);

/* Where an operation (FLIP_FILES ...) takes a square of its board. */
Square square_transform(const Variant *variant, unsigned operation, Square square);

#endif
