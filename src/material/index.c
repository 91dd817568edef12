/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "index.h"

#include <string.h>

#include "../text/notation.h"

/* Can the piece stand on the square? In two-board games: a square of its own board. */
static bool may_stand(const TbIndex *index, unsigned piece, unsigned square)
{
    const Variant *variant = index->variant;
    if (square / board_squares(variant) != index->material.board[piece]) return false;
    return variant_may_stand(variant, index->material.pieces[piece], (Square)square);
}

/* The symmetries of the game that all pieces of a board share. */
static uint8_t common_symmetry(const TbIndex *index, unsigned first, unsigned end)
{
    const Variant *variant = index->variant;
    uint8_t common = SYMMETRIC_ALL;
    for (unsigned i = first; i < end; ++i) {
        uint8_t own = variant->board.pieces[piece_type(index->material.pieces[i])].symmetry;
        common &= own ? own : variant->symmetry.board;
    }
    if (index->material.hands) common &= variant->symmetry.board;
    return common;
}

static bool is_alone(const Material *m, unsigned piece)
{
    unsigned alike = 0;
    for (unsigned i = 0; i < m->count; ++i) alike += m->pieces[i] == m->pieces[piece] && m->board[i] == m->board[piece];
    return alike == 1;
}

/* Is the square the first of its orbit under the symmetries? */
static bool is_representative(const TbIndex *index, uint8_t symmetry, unsigned square)
{
    for (unsigned op = 0; op < BOARD_OPERATIONS; ++op)
        if (symmetry >> op & 1 && index->transformed[op][square] < square) return false;
    return true;
}

static void frame_init(TbIndex *index, BoardFrame *frame, unsigned first, unsigned end, bool symmetric)
{
    frame->first = (uint8_t)first;
    frame->end = frame->lead = (uint8_t)end;
    for (unsigned i = end; symmetric && i-- > first;)
        if (is_alone(&index->material, i)) frame->lead = (uint8_t)i;
    uint8_t symmetry = frame->symmetry = frame->lead == end ? 1 : common_symmetry(index, first, end);
    for (unsigned i = first; i < end; ++i) {
        memset(index->place[i], NO_PLACE, sizeof index->place[i]);
        for (unsigned s = 0; s < square_count(index->variant); ++s) {
            if (!may_stand(index, i, s) || (i == frame->lead && !is_representative(index, symmetry, s))) continue;
            index->square[i][index->place_count[i]] = (uint8_t)s;
            index->place[i][s] = index->place_count[i]++;
        }
    }
    for (unsigned s = 0; frame->lead < end && s < square_count(index->variant); ++s)
        for (unsigned op = 0; op < BOARD_OPERATIONS; ++op)
            if (symmetry >> op & 1 && index->place[frame->lead][index->transformed[op][s]] != NO_PLACE)
                frame->lead_operations[s][frame->lead_count[s]++] = (uint8_t)op;
}

bool index_init(TbIndex *index, const Variant *variant, const Material *material, bool symmetric, uint64_t max, ErrorText *error)
{
    *index = (TbIndex){.variant = variant, .material = *material};
    if (variant->moves.crosses_boards)
        return error_set(error, "%s has no endgame tablebases: they need pieces that stay on their boards", variant->title);
    bool square_board = board_width(variant) == variant->board.ranks;
    for (unsigned op = 0; op < BOARD_OPERATIONS; ++op)
        for (unsigned s = 0; s < square_count(variant); ++s)
            index->transformed[op][s] = op & TRANSPOSE && !square_board ? (uint8_t)s : square_transform(variant, op, (Square)s);
    unsigned first = 0;
    for (unsigned board = 0; board < variant->board.boards; ++board) {
        unsigned end = first;
        while (end < material->count && material->board[end] == board) ++end;
        frame_init(index, &index->frame[board], first, end, symmetric);
        first = end;
    }
    uint64_t size = 1;
    for (unsigned i = material->count; i-- > 0;) {
        index->stride[i] = (uint32_t)size;
        size *= index->place_count[i];
        if (size > max) return error_set(error, "that endgame has more than %llu positions", (unsigned long long)max);
        index->as_before[i] =
            i > 0 && material->pieces[i] == material->pieces[i - 1] && material->board[i] == material->board[i - 1];
    }
    index->size = (uint32_t)size;
    return true;
}

/* The number of one board's pieces after a symmetry operation, equal pieces sorted. */
static uint32_t number_after(const TbIndex *index, const BoardFrame *frame, const Square *squares, unsigned operation)
{
    const uint8_t *to = index->transformed[operation];
    uint8_t places[PIECES_MAX];
    uint32_t number = 0;
    for (unsigned i = frame->first; i < frame->end; ++i) {
        places[i] = index->place[i][to[squares[i]]];
        for (unsigned j = i; index->as_before[j] && places[j] < places[j - 1]; --j) {
            uint8_t place = places[j];
            places[j] = places[j - 1];
            places[j - 1] = place;
        }
    }
    for (unsigned i = frame->first; i < frame->end; ++i) number += places[i] * index->stride[i];
    return number;
}

static uint32_t board_number(const TbIndex *index, const BoardFrame *frame, const Square *squares)
{
    if (frame->lead == frame->end) return number_after(index, frame, squares, 0);
    unsigned square = squares[frame->lead];
    const uint8_t *operations = frame->lead_operations[square];
    uint32_t best = number_after(index, frame, squares, operations[0]);
    for (unsigned i = 1; i < frame->lead_count[square]; ++i) {
        uint32_t number = number_after(index, frame, squares, operations[i]);
        if (number < best) best = number;
    }
    return best;
}

uint32_t index_of(const TbIndex *index, const Square *squares)
{
    uint32_t number = board_number(index, &index->frame[0], squares);
    return index->variant->board.boards > 1 ? number + board_number(index, &index->frame[1], squares) : number;
}
