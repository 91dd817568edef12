/*
 * Quincunx - a chess-variant engine
 * Copyright (C) 2026 The Quincunx authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bare.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "../endings/roads.h"
#include "../variant.h"
#include "evaluate.h"

/*
 * A win that is only a matter of time is worth ROAD_OPEN, less ROAD_WEIGHT for every tenth of a ply of
 * the way: steep enough for the search's margins to give up turns that lead nowhere. The game's
 * own terms are left out: mobility and the like only lead astray. An advantage that cannot win
 * counts a part of what it seems.
 */
enum { ROAD_OPEN = 6000, ROAD_WEIGHT = 4, DRAWISH_SHARE = 8, ROYALS_MAX = 2, MATING_MAX = 4 };

/* The numbers of a game, put in order when first asked for. */
static const Roads *roads_of(const Variant *variant)
{
    static _Atomic(Roads *) known[GAMES_MAX];
    size_t game = variant_index(variant);
    Roads *roads = atomic_load_explicit(&known[game], memory_order_acquire), *other = NULL;
    if (roads) return roads;
    roads = roads_new(variant);
    if (!roads || atomic_compare_exchange_strong(&known[game], &other, roads)) return roads;
    roads_free(roads);
    return other;
}

/* The men of a side. */
typedef struct Army {
    unsigned royals, others, mating, promoting;
    Square royal[ROYALS_MAX];
    PieceType mating_type[MATING_MAX]; /* the first of those that win alone */
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

static void muster(const Position *pos, Army armies[SIDE_NB])
{
    const Variant *variant = pos->variant;
    unsigned squares = (unsigned)variant->files * variant->ranks;
    for (unsigned s = 0; s < squares; ++s) {
        Piece man = pos->board[s];
        if (man) enlist(&armies[piece_side(man)], &variant->pieces[piece_type(man)], piece_type(man), (Square)s);
    }
}

static bool in_hand(const Position *pos, Side side) { return (uint32_t)(pos->state->hands >> side * 32) != 0; }

/* A square as the game sees it when the stronger side is White. */
static Square seen_from(const Variant *variant, Side strong, Square square)
{
    return strong == WHITE ? square : square_transform(variant, variant->swap, square);
}

/* Tenths of plies to the end: by the royal that stands best and, on average, by the men that win
 * alone. */
static Score road_length(const Roads *roads, const Army *army, Square bare, Side strong)
{
    const Variant *variant = roads->variant;
    Score best = INT16_MAX, men = 0;
    bare = seen_from(variant, strong, bare);
    for (unsigned i = 0; i < army->royals && i < ROYALS_MAX; ++i) {
        Square squares[2] = {seen_from(variant, strong, army->royal[i]), bare};
        Score own = variant->roads[index_of(&roads->royals, squares)];
        if (own < best) best = own;
    }
    unsigned count = army->mating < MATING_MAX ? army->mating : MATING_MAX;
    for (unsigned i = 0; i < count; ++i) {
        PieceType type = army->mating_type[i];
        Square squares[2] = {bare, seen_from(variant, strong, army->mating_square[i])};
        men += variant->roads[roads->start[type] + index_of(roads->men[type], squares)];
    }
    return best + (count ? men / (Score)count : 0);
}

bool bare_judges(const Position *pos, Score *score)
{
    const Variant *variant = pos->variant;
    const State *state = pos->state;
    if (!variant->roads || (state->phase[WHITE] && state->phase[BLACK])) return false;
    Army armies[SIDE_NB] = {0};
    muster(pos, armies);
    for (Side bare = WHITE; bare <= BLACK; ++bare) {
        Side strong = bare ^ 1;
        const Army *army = &armies[strong];
        if (armies[bare].royals != 1 || armies[bare].others || army->royals == 0 || in_hand(pos, WHITE) || in_hand(pos, BLACK)) continue;
        const Roads *roads = roads_of(variant);
        bool drawish = army->mating == 0 && army->others < 2;
        if (!roads || (drawish && army->promoting)) return false;
        Score won = army->value + (army->mating ? ROAD_OPEN : 0) - ROAD_WEIGHT * road_length(roads, army, armies[bare].royal[0], strong);
        if (drawish) won = army->value / DRAWISH_SHARE;
        if (won > EVAL_MAX) won = EVAL_MAX;
        *score = strong == pos->side ? won : -won;
        return true;
    }
    return false;
}
