/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "features.h"

#include <pthread.h>
#include <string.h>

#include "../material/material.h"
#include "../text/notation.h"
#include "../util/fnv.h"

static FeatureSet sets[GAMES_MAX];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* ---- Feature sets ---- */

static bool is_absolute(const Variant *v) { return v->symmetry.swap == 0; }
static bool sees_threats(const Variant *v) { return v->search.net_extras && v->search.net_extras->attacks; }
static unsigned facts_each(const Variant *v) { return v->search.net_extras ? v->search.net_extras->facts_each : 0; }

static bool may_have(const Variant *v, Side side, PieceType type) { return v->board.pieces[type].sides >> side & 1; }

/* The side whose pieces are numbered first: the view's own; in an absolute view always White's. */
static Side first_owner(const Variant *v, Side view) { return is_absolute(v) ? WHITE : view; }

/* Numbers the pieces on the board from one side's view; returns the number of inputs. */
static size_t number_pieces(FeatureSet *set, Side view)
{
    const Variant *v = set->variant;
    unsigned operation = view == BLACK ? v->symmetry.swap : 0;
    size_t next = 0;
    for (unsigned i = 0; i < SIDE_NB; ++i) {
        Side owner = first_owner(v, view) ^ i;
        for (PieceType type = 1; type < v->board.types; ++type) {
            if (!may_have(v, owner, type)) continue;
            uint16_t *index = set->index[view][piece_make(owner, type)];
            for (Square s = 0; s < square_count(v); ++s) index[s] = (uint16_t)(next + square_transform(v, operation, s));
            next += square_count(v);
        }
    }
    return next;
}

/* Numbers the copies of the pieces' inputs for each status: one block after the other. */
static size_t number_statuses(FeatureSet *set, size_t pieces)
{
    set->threats = sees_threats(set->variant);
    if (!set->threats) return pieces;
    set->status_step = (uint16_t)pieces;
    return STATUS_NB * pieces;
}

static size_t number_hands(FeatureSet *set, Side view, size_t next)
{
    const Variant *v = set->variant;
    for (unsigned i = 0; i < SIDE_NB; ++i) {
        Side owner = first_owner(v, view) ^ i;
        for (unsigned slot = 0; v->hands.types && v->hands.types[slot] != NO_TYPE; ++slot) {
            bool any = may_have(v, owner, v->hands.types[slot]);
            set->hand_max[owner][slot] = any ? (uint8_t)variant_hand_max(v, slot) : 0;
            set->hand[view][owner][slot] = (uint16_t)next;
            next += set->hand_max[owner][slot];
        }
    }
    return next;
}

static size_t number_facts(FeatureSet *set, Side view, size_t next)
{
    const Variant *v = set->variant;
    unsigned of_side = v->board.boards * facts_each(v);
    set->facts = SIDE_NB * of_side;
    assert(set->facts <= NET_FACTS_MAX);
    for (unsigned i = 0; i < set->facts; ++i) {
        unsigned place = (i + first_owner(v, view) * of_side) % set->facts;
        set->fact[view][i] = (uint16_t)(next + place);
    }
    return next + set->facts;
}

/* A hash of what the inputs mean. Piece names and values may change; the meaning of an input may not. */
static uint64_t fingerprint(const Variant *v)
{
    uint64_t h = FNV_START;
    h = fnv_add(fnv_add(fnv_add(h, v->board.files), v->board.ranks), v->board.boards);
    h = fnv_add(fnv_add(h, is_absolute(v) ? 2 : v->symmetry.swap & FLIP_FILES ? 1 : 0), variant_pieces_max(v));
    for (PieceType type = 1; type < v->board.types; ++type) {
        const PieceInfo *info = &v->board.pieces[type];
        h = fnv_add(fnv_add(fnv_add(h, (unsigned char)info->letter), info->promoted), info->sides);
    }
    for (unsigned slot = 0; v->hands.types && v->hands.types[slot] != NO_TYPE; ++slot)
        h = fnv_add(fnv_add(h, v->hands.types[slot]), variant_hand_max(v, slot));
    if (v->search.net_extras) h = fnv_add(fnv_add(h, sees_threats(v)), facts_each(v));
    return h;
}

static void make_set(FeatureSet *set, const Variant *v)
{
    set->variant = v;
    set->perspectives = is_absolute(v) ? 1 : 2;
    set->pieces_max = variant_pieces_max(v);
    set->fingerprint = fingerprint(v);
    memset(set->index, 0xFF, sizeof set->index); /* FEATURE_NONE */
    for (Side view = WHITE; view <= BLACK; ++view) {
        size_t next = number_statuses(set, number_pieces(set, view));
        set->inputs = number_facts(set, view, number_hands(set, view, next));
    }
    assert(set->inputs < FEATURE_NONE);
}

static void make_sets(void)
{
    for (size_t i = 0; variants[i]; ++i) {
        assert(i < GAMES_MAX);
        make_set(&sets[i], variants[i]);
    }
}

const FeatureSet *features_of(const Variant *variant)
{
    pthread_once(&once, make_sets);
    size_t i = variant_index(variant);
    return variants[i] ? &sets[i] : NULL;
}

/* ---- Positions ---- */

size_t features_of_pieces(const FeatureSet *set, Side view, const PlacedPiece *pieces, size_t count, uint64_t hands,
                          uint32_t facts, uint16_t *out)
{
    size_t n = 0;
    for (size_t i = 0; i < count; ++i) out[n++] = features_piece(set, view, pieces[i]);
    for (Side owner = WHITE; hands && owner <= BLACK; ++owner) {
        for (unsigned slot = 0; slot < HAND_SLOTS; ++slot) {
            unsigned held = hand_count(set->variant, hands, owner, slot), max = set->hand_max[owner][slot];
            for (unsigned i = 0; i < held && i < max; ++i) out[n++] = (uint16_t)(set->hand[view][owner][slot] + i);
        }
    }
    for (; facts; facts &= facts - 1) out[n++] = set->fact[view][__builtin_ctz(facts)];
    return n;
}

size_t features_pieces(const Position *pos, EvalScratch *scratch, PlacedPiece *out)
{
    size_t n = 0;
    unsigned squares = square_count(pos->variant);
    for (unsigned s = 0; s < squares; ++s)
        if (pos->board[s] != NO_PIECE) out[n++] = (PlacedPiece){.square = (Square)s, .piece = pos->board[s]};
    if (!sees_threats(pos->variant)) return n;
    SquareSet attacked[SIDE_NB];
    pos->variant->search.net_extras->attacks(pos, scratch, attacked);
    for (size_t i = 0; i < n; ++i) out[i].status = features_status(attacked, out[i].square, out[i].piece);
    return n;
}

uint32_t features_facts(const Position *pos, EvalScratch *scratch)
{
    return facts_each(pos->variant) ? pos->variant->search.net_extras->facts(pos, scratch) : 0;
}

unsigned features_pieces_and_hands(const Position *pos)
{
    unsigned n = 0;
    for (unsigned s = 0; s < square_count(pos->variant); ++s) n += pos->board[s] != NO_PIECE;
    return n + hand_pieces(pos->variant, pos->state->hands);
}
