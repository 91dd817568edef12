/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The material of an endgame: the pieces on the board and in hand. Endgames that differ only by exchanging
 * the colours, or the boards in two-board games, are the same; the normal form is the one with White as the
 * stronger side.
 */
#ifndef QUINCUNX_MATERIAL_H
#define QUINCUNX_MATERIAL_H

#include "../variant.h"

enum {
    PIECES_MAX = 5,           /* pieces on the board */
    MATERIAL_NAME_MAX = 64 /* bytes of a name, '\0' included */
};

/* Sorted by board; on each board royals first, White before Black. */
typedef struct Material {
    uint8_t count;
    Piece pieces[PIECES_MAX];
    uint8_t board[PIECES_MAX];
    uint64_t hands; /* as State.hands */
} Material;

/* A position as a placement of the pieces of a normalised endgame. */
typedef struct Placement {
    Material material;
    Square squares[PIECES_MAX]; /* of the pieces, in their order */
    Side side;               /* side to move, exchanged if normalisation exchanges the colours */
} Placement;

/* Splits a position into material and squares. Returns false if it has more than PIECES_MAX pieces on the
 * board, or castling rights or en passant squares, which no table covers. */
bool placement_of(const Position *pos, Placement *placement);

/* The number of forms of an endgame that normalisation makes one: colours exchanged, boards exchanged, both. */
enum { MATERIAL_FORMS = 4 };
/* A form of normal material, by number; false if the game's rules have no such exchange. Form 0 is the material. */
bool material_form(const Variant *variant, const Material *material, unsigned form, Material *out);
/* Normalises material. */
void material_normalise(const Variant *variant, Material *material);
bool material_equal(const Material *a, const Material *b);
/* The number of pieces, including those in hand. */
unsigned material_pieces(const Variant *variant, const Material *material);

/* Prints a name like "KQvK"; '@' precedes a piece in hand, ':' separates two boards. Returns text, which has
 * room for MATERIAL_NAME_MAX bytes. */
char *material_print(const Variant *variant, const Material *material, char *text);
/* Parses such a name into normal form; false with the reason on error. */
bool material_parse(const Variant *variant, const char *name, Material *material, ErrorText *error);

/* The image of a square under an operation (FLIP_FILES ...) of its board. */
Square square_transform(const Variant *variant, unsigned operation, Square square);

#endif
