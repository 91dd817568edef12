/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "setup.h"

#include <string.h>

bool index_squares(const TbIndex *index, uint32_t number, Square *squares)
{
    uint32_t rest = number;
    for (unsigned i = 0; i < index->material.count; ++i) {
        uint32_t place = rest / index->stride[i];
        rest -= place * index->stride[i];
        squares[i] = index->square[i][place];
        for (unsigned j = 0; j < i; ++j)
            if (squares[j] == squares[i]) return false;
    }
    return index_of(index, squares) == number;
}

enum { PLIES_RESERVED = 8 };

bool set_up_init(SetUp *set_up, const TbIndex *index)
{
    *set_up = (SetUp){.index = index, .pos = position_new(index->variant)};
    memset(set_up->squares, SQUARE_NONE, sizeof set_up->squares);
    if (!set_up->pos || !position_reserve(set_up->pos, PLIES_RESERVED)) {
        set_up_free(set_up);
        return false;
    }
    State *state = set_up->pos->state;
    state->hands = index->material.hands;
    state->key ^= zobrist_hands(state->hands);
    state->number = 1;
    return true;
}

void set_up_free(SetUp *set_up)
{
    position_free(set_up->pos);
    set_up->pos = NULL;
}

/* Sets up the pieces and the side to move. */
static void place_all(SetUp *set_up, const Square *squares, Side side)
{
    const TbIndex *index = set_up->index;
    Position *pos = set_up->pos;
    unsigned count = index->material.count;
    for (unsigned i = 0; i < count; ++i) {
        if (squares[i] == set_up->squares[i]) continue;
        if (set_up->squares[i] != SQUARE_NONE) index->variant->board.place(pos, set_up->squares[i], NO_PIECE);
        set_up->squares[i] = SQUARE_NONE;
    }
    for (unsigned i = 0; i < count; ++i) {
        if (squares[i] == set_up->squares[i]) continue;
        index->variant->board.place(pos, squares[i], index->material.pieces[i]);
        set_up->squares[i] = squares[i];
    }
    if (pos->side != side) {
        pos->side = side;
        pos->state->key ^= zobrist_side;
    }
}

bool set_up_number(SetUp *set_up, uint32_t number, Side side)
{
    Square squares[PIECES_MAX];
    if (!index_squares(set_up->index, number, squares)) return false;
    place_all(set_up, squares, side);
    return set_up->index->variant->position.accepts(set_up->pos, NULL);
}
