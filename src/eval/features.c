/* Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "features.h"

#include <pthread.h>
#include <string.h>

#include "../util/fnv.h"

enum { INPUTS_MAX = 1 << 14 };

static FeatureSet sets[GAMES_MAX];
static uint16_t mirrors[GAMES_MAX][INPUTS_MAX];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* ---- Boards ---- */

static unsigned board_squares(const Variant *v) { return (unsigned)v->files / v->boards * v->ranks; }
static unsigned all_squares(const Variant *v) { return (unsigned)v->files * v->ranks; }

NetView features_view(const Variant *v)
{
    return v->swap == 0 ? NET_VIEW_ABSOLUTE : v->swap & FLIP_FILES ? NET_VIEW_ROTATED : NET_VIEW_RANKS;
}

NetMirror features_mirror(const Variant *v)
{
    enum { DIAGONAL = TRANSPOSE | FLIP_RANKS | FLIP_FILES };
    if (v->boards == 2 && !v->crosses_boards) return NET_MIRROR_BOARDS;
    if (v->symmetry >> FLIP_FILES & 1) return NET_MIRROR_FILES;
    return v->symmetry >> DIAGONAL & 1 ? NET_MIRROR_DIAGONAL : NET_MIRROR_NONE;
}

/* A square from Black's point of view. */
static unsigned rotated(const Variant *v, unsigned square)
{
    unsigned area = board_squares(v), width = (unsigned)v->files / v->boards;
    unsigned board = square / area, rank = square % area / width, file = square % width;
    switch (features_view(v)) {
    case NET_VIEW_RANKS: return board * area + (v->ranks - 1 - rank) * width + file;
    case NET_VIEW_ROTATED: return all_squares(v) - 1 - square;
    default: return square;
    }
}

static unsigned mirrored(const Variant *v, unsigned square)
{
    unsigned area = board_squares(v), width = (unsigned)v->files / v->boards;
    unsigned board = square / area, rank = square % area / width, file = square % width;
    switch (features_mirror(v)) {
    case NET_MIRROR_FILES: return board * area + rank * width + width - 1 - file;
    case NET_MIRROR_BOARDS: return (board ^ 1) * area + square % area;
    case NET_MIRROR_DIAGONAL: return board * area + (width - 1 - file) * width + v->ranks - 1 - rank;
    default: return square;
    }
}

/* ---- Feature sets ---- */

static bool sees_threats(const Variant *v) { return v->net_extras && v->net_extras->attacks; }
static unsigned facts_each(const Variant *v) { return v->net_extras ? v->net_extras->facts_each : 0; }

static bool may_have(const Variant *v, Side side, PieceType type) { return v->pieces[type].sides >> side & 1; }

/* The side whose pieces are numbered first: the view's own; in an absolute view always White's. */
static Side first_owner(const Variant *v, Side view) { return features_view(v) == NET_VIEW_ABSOLUTE ? WHITE : view; }

/* Numbers the pieces on the board from one side's view; returns the number of inputs. */
static size_t number_pieces(FeatureSet *set, Side view)
{
    const Variant *v = set->variant;
    bool rotates = view == BLACK && features_view(v) != NET_VIEW_ABSOLUTE;
    size_t next = 0;
    for (unsigned i = 0; i < SIDE_NB; ++i) {
        Side owner = first_owner(v, view) ^ i;
        for (PieceType type = 1; type < v->type_count; ++type) {
            if (!may_have(v, owner, type)) continue;
            uint16_t *index = set->index[view][piece_make(owner, type)];
            for (unsigned s = 0; s < all_squares(v); ++s) index[s] = (uint16_t)(next + (rotates ? rotated(v, s) : s));
            next += all_squares(v);
        }
    }
    return next;
}

/* Numbers the copies of the pieces' inputs for each status: one block behind the other. */
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
        for (unsigned slot = 0; v->hand_types && v->hand_types[slot] != NO_TYPE; ++slot) {
            bool any = may_have(v, owner, v->hand_types[slot]);
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
    unsigned of_side = v->boards * facts_each(v);
    set->facts = SIDE_NB * of_side;
    assert(set->facts <= NET_FACTS_MAX);
    for (unsigned i = 0; i < set->facts; ++i) {
        unsigned place = (i + first_owner(v, view) * of_side) % set->facts;
        set->fact[view][i] = (uint16_t)(next + place);
    }
    return next + set->facts;
}

/* A mirrored piece keeps its owner, type and status; a piece in hand keeps its slot; a fact about a board is one about
 * the other if the boards are exchanged. One permutation serves both views: rotation and mirroring commute. */
static void fill_mirror(FeatureSet *set, uint16_t *mirror)
{
    const Variant *v = set->variant;
    NetMirror kind = features_mirror(v);
    unsigned facts = facts_each(v);
    if (kind == NET_MIRROR_NONE) return;
    for (size_t i = 0; i < set->inputs; ++i) mirror[i] = (uint16_t)i;
    for (unsigned piece = 0; piece < PIECE_MAX; ++piece) {
        const uint16_t *index = set->index[WHITE][piece];
        if (index[0] == FEATURE_NONE) continue;
        for (unsigned status = 0; status < (set->threats ? STATUS_NB : 1); ++status)
            for (unsigned s = 0; s < all_squares(v); ++s)
                mirror[index[s] + status * set->status_step] = (uint16_t)(index[mirrored(v, s)] + status * set->status_step);
    }
    for (unsigned i = 0; i < set->facts && kind == NET_MIRROR_BOARDS; ++i) {
        bool second = i / facts % v->boards;
        mirror[set->fact[WHITE][i]] = set->fact[WHITE][second ? i - facts : i + facts];
    }
    set->mirror = mirror;
}

/* A hash of what the inputs mean. Piece names and values may change; the meaning of an input may not. */
static uint64_t fingerprint(const Variant *v)
{
    uint64_t h = FNV_START;
    h = fnv_add(fnv_add(fnv_add(h, v->files), v->ranks), v->boards);
    h = fnv_add(fnv_add(h, (unsigned)features_view(v)), variant_pieces_max(v));
    for (PieceType type = 1; type < v->type_count; ++type) {
        const PieceInfo *info = &v->pieces[type];
        h = fnv_add(fnv_add(fnv_add(h, (unsigned char)info->letter), info->promoted), info->sides);
    }
    for (unsigned slot = 0; v->hand_types && v->hand_types[slot] != NO_TYPE; ++slot)
        h = fnv_add(fnv_add(h, v->hand_types[slot]), variant_hand_max(v, slot));
    if (v->net_extras) h = fnv_add(fnv_add(h, sees_threats(v)), facts_each(v));
    return h;
}

static void make_set(FeatureSet *set, const Variant *v, uint16_t *mirror)
{
    set->variant = v;
    set->perspectives = features_view(v) == NET_VIEW_ABSOLUTE ? 1 : 2;
    set->pieces_max = variant_pieces_max(v);
    set->fingerprint = fingerprint(v);
    memset(set->index, 0xFF, sizeof set->index); /* FEATURE_NONE */
    for (Side view = WHITE; view <= BLACK; ++view) {
        size_t next = number_statuses(set, number_pieces(set, view));
        set->inputs = number_facts(set, view, number_hands(set, view, next));
    }
    assert(set->inputs <= INPUTS_MAX);
    fill_mirror(set, mirror);
}

static void make_sets(void)
{
    for (size_t i = 0; variants[i]; ++i) {
        assert(i < GAMES_MAX);
        make_set(&sets[i], variants[i], mirrors[i]);
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
            unsigned held = hand_count(hands, owner, slot), max = set->hand_max[owner][slot];
            for (unsigned i = 0; i < held && i < max; ++i) out[n++] = (uint16_t)(set->hand[view][owner][slot] + i);
        }
    }
    for (; facts; facts &= facts - 1) out[n++] = set->fact[view][__builtin_ctz(facts)];
    return n;
}

size_t features_pieces(const Position *pos, EvalScratch *scratch, PlacedPiece *out)
{
    size_t n = 0;
    unsigned squares = all_squares(pos->variant);
    for (unsigned s = 0; s < squares; ++s)
        if (pos->board[s] != NO_PIECE) out[n++] = (PlacedPiece){.square = (Square)s, .piece = pos->board[s]};
    if (!sees_threats(pos->variant)) return n;
    SquareSet attacked[SIDE_NB];
    pos->variant->net_extras->attacks(pos, scratch, attacked);
    for (size_t i = 0; i < n; ++i) out[i].status = features_status(attacked, out[i].square, out[i].piece);
    return n;
}

uint32_t features_facts(const Position *pos, EvalScratch *scratch)
{
    return facts_each(pos->variant) ? pos->variant->net_extras->facts(pos, scratch) : 0;
}

size_t features_active(const FeatureSet *set, const Position *pos, Side view, uint16_t *out)
{
    PlacedPiece pieces[SQUARE_MAX];
    size_t count = features_pieces(pos, NULL, pieces);
    return features_of_pieces(set, view, pieces, count, pos->state->hands, features_facts(pos, NULL), out);
}

unsigned features_pieces_and_hands(const Position *pos)
{
    unsigned n = 0;
    for (unsigned s = 0; s < all_squares(pos->variant); ++s) n += pos->board[s] != NO_PIECE;
    for (unsigned i = 0; i < 64; i += 4) n += pos->state->hands >> i & 15;
    return n;
}

bool features_mirrorable(const Position *pos)
{
    NetMirror mirror = features_mirror(pos->variant);
    if (mirror == NET_MIRROR_NONE) return false;
    return mirror == NET_MIRROR_BOARDS || pos->state->rights == 0;
}
