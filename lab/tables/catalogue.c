/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "setup.h"

enum { TRIES = 400 }; /* random placements that sample an endgame */

/* A candidate piece: on a board, or in hand. */
typedef struct PieceChoice {
    Piece piece;
    uint8_t board;
    uint8_t slot; /* in hand; NO_SLOT: on the board */
} PieceChoice;
enum { NO_SLOT = 8, CHOICES_MAX = 2 * 2 * TYPE_MAX + 2 * NO_SLOT };

typedef struct Catalogue {
    const Variant *variant;
    PieceChoice choices[CHOICES_MAX];
    unsigned choice_count;
    Material *list;
    unsigned count, room;
    bool failed;
} Catalogue;

static bool has_royals(const Variant *variant)
{
    for (PieceType t = 1; t < variant->board.types; ++t)
        if (variant->board.pieces[t].royal) return true;
    return false;
}

unsigned catalogue_usual_pieces(const Variant *variant)
{
    if (!has_royals(variant)) return 2;
    return variant->board.boards > 1 ? 2u * variant->board.boards : 3;
}

static void add_choices(Catalogue *c)
{
    const Variant *variant = c->variant;
    for (uint8_t board = 0; board < variant->board.boards; ++board)
        for (Side side = WHITE; side <= BLACK; ++side)
            for (PieceType t = 1; t < variant->board.types; ++t)
                if (variant->board.pieces[t].sides >> side & 1)
                    c->choices[c->choice_count++] = (PieceChoice){piece_make(side, t), board, NO_SLOT};
    for (uint8_t slot = 0; variant->hands.types && variant->hands.types[slot]; ++slot)
        for (Side side = WHITE; side <= BLACK; ++side)
            if (variant->board.pieces[variant->hands.types[slot]].sides >> side & 1)
                c->choices[c->choice_count++] = (PieceChoice){piece_make(side, variant->hands.types[slot]), 0, slot};
}

/* Does each side have what it needs on every board: a royal, or any piece in games without royals? */
static bool has_both_sides(const Variant *variant, const Material *m)
{
    bool royals = has_royals(variant);
    for (unsigned board = 0; board < variant->board.boards; ++board) {
        bool has[SIDE_NB] = {false, false};
        for (unsigned i = 0; i < m->count; ++i)
            if (m->board[i] == board && (!royals || variant->board.pieces[piece_type(m->pieces[i])].royal))
                has[piece_side(m->pieces[i])] = true;
        if (!has[WHITE] || !has[BLACK]) return false;
    }
    return true;
}

/* Is there a placement in which the game is not over? */
static bool is_of_interest(const Variant *variant, const Material *m)
{
    TbIndex *index = malloc(sizeof *index);
    SetUp set_up;
    uint64_t seed = 1;
    bool found = false;
    if (index && index_init(index, variant, m, true, UINT32_MAX - 1, NULL) && set_up_init(&set_up, index)) {
        for (int i = 0; !found && i < TRIES; ++i) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            found = set_up_number(&set_up, (uint32_t)((seed >> 32) % index->size), (Side)(i & 1))
                    && variant->end.on_board(set_up.pos).result != DRAW;
        }
        set_up_free(&set_up);
    }
    free(index);
    return found;
}

static void consider(Catalogue *c, const Material *chosen)
{
    Material m = *chosen;
    if (m.count == 0 || !has_both_sides(c->variant, &m)) return;
    material_normalise(c->variant, &m);
    for (unsigned i = 0; i < c->count; ++i)
        if (material_equal(&c->list[i], &m)) return;
    if (!is_of_interest(c->variant, &m)) return;
    if (c->count == c->room) {
        unsigned room = c->room * 2 + 64;
        Material *grown = realloc(c->list, room * sizeof *grown);
        if (!grown) {
            c->failed = true;
            return;
        }
        c->list = grown;
        c->room = room;
    }
    c->list[c->count++] = m;
}

/* Adds the remaining pieces, from the candidates from `first` on, in all combinations. */
static void choose(Catalogue *c, Material *m, unsigned first, unsigned left)
{
    if (left == 0) {
        consider(c, m);
        return;
    }
    for (unsigned i = first; i < c->choice_count; ++i) {
        const PieceChoice *choice = &c->choices[i];
        Material more = *m;
        if (choice->slot == NO_SLOT) {
            if (more.count == PIECES_MAX) continue;
            more.pieces[more.count] = choice->piece;
            more.board[more.count++] = choice->board;
        } else {
            more.hands += hand_one(c->variant, piece_side(choice->piece), choice->slot);
        }
        choose(c, &more, i, left - 1);
    }
}

Material *catalogue_list(const Variant *variant, unsigned pieces, unsigned *count)
{
    Catalogue c = {.variant = variant, .list = malloc(sizeof(Material))};
    c.room = 1;
    c.failed = !c.list;
    add_choices(&c);
    for (unsigned n = 1; n <= pieces && !c.failed; ++n) choose(&c, &(Material){0}, 0, n);
    *count = c.count;
    if (!c.failed) return c.list;
    free(c.list);
    return NULL;
}
