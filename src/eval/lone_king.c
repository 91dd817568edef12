/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "evaluate.h"

#include <limits.h>
#include <stdlib.h>

#include "../text/notation.h"
#include "../util/minmax.h"

/*
 * A won endgame scores MOP_UP_WIN and the progress: the lone king is driven to a corner, the other royal and the pieces that
 * mate come near. Where no piece mates alone, Bishops of one colour mate in corners of their colour only (chess: K+B+N).
 * The slope is steep enough for the search's margins to prune moves that make no progress.
 * The game's own terms (mobility and the like) are left out: they mislead here. An advantage that cannot win counts
 * 1 / DRAWISH_SHARE.
 */
enum {
    MOP_UP_WIN = 5000,
    CORNER_WEIGHT = 100, ROYAL_WEIGHT = 60, PIECE_WEIGHT = 20, /* centipawns for a square's distance */
    DRAWISH_SHARE = 8, ROYALS_MAX = 2, MATING_MAX = 32
};

/* The pieces of a side. */
typedef struct Army {
    unsigned royals, others, mating, promoting;
    unsigned bound[2]; /* pieces that stay on squares of the colour of a1, and of the other */
    Square royal[ROYALS_MAX];
    Square mating_square[MATING_MAX]; /* of the pieces that can win alone */
    Score value;
} Army;

/* The games that ask for this have one board. */
static int file_of(const Variant *variant, Square square) { return square % variant->board.files; }
static int rank_of(const Variant *variant, Square square) { return square / variant->board.files; }

static void enlist(Army *army, const Variant *variant, const PieceInfo *info, Square square)
{
    if (info->royal) {
        if (army->royals < ROYALS_MAX) army->royal[army->royals] = square;
        ++army->royals;
        return;
    }
    ++army->others;
    army->promoting += info->structure || info->promotes;
    army->value += info->eg;
    army->bound[(file_of(variant, square) + rank_of(variant, square)) & 1] += info->one_colour;
    if (!info->mates) return;
    if (army->mating < MATING_MAX) army->mating_square[army->mating] = square;
    ++army->mating;
}

static void list_armies(const Position *pos, Army armies[SIDE_NB])
{
    const Variant *variant = pos->variant;
    unsigned squares = square_count(variant);
    for (unsigned s = 0; s < squares; ++s) {
        Piece piece = pos->board[s];
        if (piece) enlist(&armies[piece_side(piece)], variant, &variant->board.pieces[piece_type(piece)], (Square)s);
    }
}

static bool any_in_hand(const Position *pos) { return pos->state->hands != 0; }

/* In king's moves. */
static int distance(const Variant *variant, Square a, Square b)
{
    return max(abs(file_of(variant, a) - file_of(variant, b)), abs(rank_of(variant, a) - rank_of(variant, b)));
}

/* To the nearest corner in which this army can mate, along files and ranks. */
static int corner_distance(const Variant *variant, const Army *army, Square square)
{
    bool any = army->mating || !army->bound[0] == !army->bound[1];
    int nearest = INT_MAX;
    for (int corner = 0; corner < 4; ++corner) {
        int file = corner & 1 ? variant->board.files - 1 : 0, rank = corner & 2 ? variant->board.ranks - 1 : 0;
        if (any || army->bound[(file + rank) & 1])
            nearest = min(nearest, abs(file - file_of(variant, square)) + abs(rank - rank_of(variant, square)));
    }
    return nearest;
}

/* Of the royals the nearest counts, of the pieces the average. */
static Score progress(const Variant *variant, const Army *army, Square lone_king)
{
    int farthest = max(variant->board.files, variant->board.ranks) - 1,
        corner_max = (variant->board.files - 1) / 2 + (variant->board.ranks - 1) / 2;
    int nearest = farthest, pieces = 0, count = min(army->mating, MATING_MAX);
    for (unsigned i = 0; i < army->royals && i < ROYALS_MAX; ++i)
        nearest = min(nearest, distance(variant, army->royal[i], lone_king));
    for (int i = 0; i < count; ++i) pieces += distance(variant, army->mating_square[i], lone_king);
    return CORNER_WEIGHT * (corner_max - corner_distance(variant, army, lone_king)) + ROYAL_WEIGHT * (farthest - nearest)
           + (count ? PIECE_WEIGHT * (farthest - pieces / count) : 0);
}

Score lone_king_material(const Position *pos)
{
    Army armies[SIDE_NB] = {0};
    if (!variant_hints(pos->variant)->mop_up || pos->state->phase[pos->side ^ 1] || any_in_hand(pos)) return 0;
    list_armies(pos, armies);
    const Army *king = &armies[pos->side ^ 1];
    return king->royals == 1 && !king->others ? armies[pos->side].value : 0;
}

bool lone_king_evaluate(const Position *pos, Score *score)
{
    const Variant *variant = pos->variant;
    const State *state = pos->state;
    if (!variant_hints(variant)->mop_up || (state->phase[WHITE] && state->phase[BLACK]) || any_in_hand(pos)) return false;
    Army armies[SIDE_NB] = {0};
    list_armies(pos, armies);
    for (Side lone_king = WHITE; lone_king <= BLACK; ++lone_king) {
        Side strong = lone_king ^ 1;
        const Army *army = &armies[strong];
        if (armies[lone_king].royals != 1 || armies[lone_king].others || army->royals == 0) continue;
        bool drawish = army->mating == 0 && army->others < 2;
        if (drawish && army->promoting) return false;
        Score won = army->value + (army->mating ? MOP_UP_WIN : 0) + progress(variant, army, armies[lone_king].royal[0]);
        won = evaluation_within(drawish ? army->value / DRAWISH_SHARE : won);
        *score = strong == pos->side ? won : -won;
        return true;
    }
    return false;
}
