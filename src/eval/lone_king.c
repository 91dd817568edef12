/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "lone_king.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "../notation/notation.h"
#include "evaluate.h"
#include "mop_up.h"

/*
 * A won endgame scores MOP_UP_WIN minus MOP_UP_WEIGHT for every tenth of a ply to the end. The slope is steep
 * enough for the search's margins to prune moves that make no progress. The game's own terms (mobility and
 * the like) are left out: they mislead here. An advantage that cannot win counts 1 / DRAWISH_SHARE.
 */
enum { MOP_UP_WIN = 6000, MOP_UP_WEIGHT = 4, DRAWISH_SHARE = 8, ROYALS_MAX = 2, MATING_MAX = 32 };

/* The mop-up tables of a game, created on first use. */
static const MopUp *mop_up_of(const Variant *variant)
{
    static _Atomic(MopUp *) known[GAMES_MAX];
    size_t game = variant_index(variant);
    MopUp *mop_up = atomic_load_explicit(&known[game], memory_order_acquire), *other = NULL;
    if (mop_up) return mop_up;
    mop_up = mop_up_new(variant);
    if (!mop_up || atomic_compare_exchange_strong(&known[game], &other, mop_up)) return mop_up;
    mop_up_free(mop_up);
    return other;
}

/* The pieces of a side. */
typedef struct Army {
    unsigned royals, others, mating, promoting;
    Square royal[ROYALS_MAX];
    PieceType mating_type[MATING_MAX]; /* those that can win alone */
    Square mating_square[MATING_MAX];
    Score value;
} Army;

static void enlist(Army *army, const PieceInfo *info, PieceType type, Square square)
{
    if (info->royal) {
        if (army->royals < ROYALS_MAX) army->royal[army->royals] = square;
        ++army->royals;
        return;
    }
    ++army->others;
    army->promoting += info->structure || info->promotes;
    army->value += info->eg;
    if (!info->mates) return;
    if (army->mating < MATING_MAX) {
        army->mating_type[army->mating] = type;
        army->mating_square[army->mating] = square;
    }
    ++army->mating;
}

static void list_armies(const Position *pos, Army armies[SIDE_NB])
{
    const Variant *variant = pos->variant;
    unsigned squares = square_count(variant);
    for (unsigned s = 0; s < squares; ++s) {
        Piece piece = pos->board[s];
        if (piece) enlist(&armies[piece_side(piece)], &variant->pieces[piece_type(piece)], piece_type(piece), (Square)s);
    }
}

static bool any_in_hand(const Position *pos) { return pos->state->hands != 0; }

/* A square with the stronger side as White. */
static Square seen_from(const Variant *variant, Side strong, Square square)
{
    return strong == WHITE ? square : square_transform(variant, variant->swap, square);
}

/* Distance to mate in tenths of a ply: the minimum over the royals plus the average over the pieces that can win
 * alone. */
static Score won_distance(const MopUp *mop_up, const Army *army, Square lone_king, Side strong)
{
    const Variant *variant = mop_up->variant;
    const int16_t *plies = variant_measured(variant)->mop_up;
    Score best = INT16_MAX, pieces = 0;
    lone_king = seen_from(variant, strong, lone_king);
    for (unsigned i = 0; i < army->royals && i < ROYALS_MAX; ++i) {
        Square squares[2] = {seen_from(variant, strong, army->royal[i]), lone_king};
        Score own = plies[index_of(&mop_up->royals, squares)];
        if (own < best) best = own;
    }
    unsigned count = army->mating < MATING_MAX ? army->mating : MATING_MAX;
    for (unsigned i = 0; i < count; ++i) {
        PieceType type = army->mating_type[i];
        Square squares[2] = {lone_king, seen_from(variant, strong, army->mating_square[i])};
        pieces += plies[mop_up->start[type] + index_of(mop_up->pieces[type], squares)];
    }
    return best + (count ? pieces / (Score)count : 0);
}

Score lone_king_material(const Position *pos)
{
    Army armies[SIDE_NB] = {0};
    if (!variant_measured(pos->variant)->mop_up || pos->state->phase[pos->side ^ 1] || any_in_hand(pos)) return 0;
    list_armies(pos, armies);
    const Army *king = &armies[pos->side ^ 1];
    return king->royals == 1 && !king->others ? armies[pos->side].value : 0;
}

bool lone_king_evaluate(const Position *pos, Score *score)
{
    const Variant *variant = pos->variant;
    const State *state = pos->state;
    if (!variant_measured(variant)->mop_up || (state->phase[WHITE] && state->phase[BLACK])) return false;
    Army armies[SIDE_NB] = {0};
    list_armies(pos, armies);
    for (Side lone_king = WHITE; lone_king <= BLACK; ++lone_king) {
        Side strong = lone_king ^ 1;
        const Army *army = &armies[strong];
        if (armies[lone_king].royals != 1 || armies[lone_king].others || army->royals == 0 || any_in_hand(pos)) continue;
        const MopUp *mop_up = mop_up_of(variant);
        bool drawish = army->mating == 0 && army->others < 2;
        if (!mop_up || (drawish && army->promoting)) return false;
        Score won = army->value + (army->mating ? MOP_UP_WIN : 0)
                    - MOP_UP_WEIGHT * won_distance(mop_up, army, armies[lone_king].royal[0], strong);
        if (drawish) won = army->value / DRAWISH_SHARE;
        if (won > EVAL_MAX) won = EVAL_MAX;
        *score = strong == pos->side ? won : -won;
        return true;
    }
    return false;
}
